import JSON
import Timers

/// The fold of the changes that several devices made to activities; it remembers removed and renamed activities.
///
/// An edit contains only the changed fields. If another device has renamed the activity meanwhile, the edit applies
/// under the new name; an edit after a removal restores the activity, since the later of the two counts.
struct ActivityHistory: Sendable {
  /// Removed activities, by their names in lower case.
  private var removed: [String: Activity] = [:]
  /// The new names of renamed activities, by the old ones in lower case.
  private var renamed: [String: String] = [:]

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if the event could not be understood.
  mutating func fold(_ type: TimerJournal.Name, _ payload: JSON, into catalog: inout ActivityCatalog) -> Bool {
    // Older versions wrote each edit as the complete activity, with its kind.
    if let activity = TimersSnapshot.activity(payload) {
      removed[activity.name.lowercased()] = nil
      renamed[activity.name.lowercased()] = nil
      return (try? catalog.put(activity)) != nil
    }
    guard type != .activityAdded, let said = TimersSnapshot.name(payload) else { return false }
    let name = current(said, in: catalog)
    if type == .activityEdited { return apply(payload, to: name, in: &catalog) }
    // Two devices may have removed the activity.
    if let gone = catalog.remove(exactly: name) { removed[gone.name.lowercased()] = gone }
    return true
  }

  /// Returns the present name of an activity.
  private func current(_ name: String, in catalog: ActivityCatalog) -> String {
    var (name, steps) = (name, 0)
    while !catalog.activities.contains(where: { $0.name.lowercased() == name.lowercased() }), steps < renamed.count,
      removed[name.lowercased()] == nil, let next = renamed[name.lowercased()]
    {
      (name, steps) = (next, steps + 1)
    }
    return name
  }

  private mutating func apply(_ edit: JSON, to name: String, in catalog: inout ActivityCatalog) -> Bool {
    let (icon, minutes) = (edit["icon"]?.stringValue, edit["minutes"]?.integerValue)
    let new = edit["renamed"]?.stringValue
    guard icon != nil || minutes != nil || new != nil, icon.map({ $0.count == 1 }) ?? true else { return false }
    if !catalog.activities.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      // An activity that was never added cannot be edited.
      guard let gone = removed.removeValue(forKey: name.lowercased()), (try? catalog.put(gone)) != nil else {
        return true
      }
    }
    let length = minutes.map { Int(clamping: $0) }
    guard (try? catalog.edit(exactly: name, minutes: length, icon: icon?.first)) != nil else { return false }
    // If another device has meanwhile added an activity of that name, this one keeps its old name.
    if let new, (try? catalog.edit(exactly: name, name: new)) != nil, new.lowercased() != name.lowercased() {
      renamed[name.lowercased()] = new
      renamed[new.lowercased()] = nil
    }
    return true
  }
}
