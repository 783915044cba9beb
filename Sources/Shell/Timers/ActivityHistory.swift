import JSON
import Timers

/// The fold of what several devices did to activities: what is known of those that are gone, or have another name by now.
///
/// An edit says only which fields it changed. One of an activity that another device has renamed meanwhile changes it under
/// its new name, and one that comes after its removal brings it back, as the later of the two.
struct ActivityHistory: Sendable {
  /// Removed activities, by their names in lower case.
  private var removed: [String: Activity] = [:]
  /// The new names of those that were renamed, by the old ones in lower case.
  private var renamed: [String: String] = [:]

  /// Takes an event in, in the order of folding.
  /// - Returns: `false` if it cannot be understood.
  mutating func take(_ type: TimerJournal.Name, _ payload: JSON, into catalog: inout ActivityCatalog) -> Bool {
    // Once all edits were written as the whole activity, with its kind.
    if let activity = StandingTimers.activity(payload) {
      removed[activity.name.lowercased()] = nil
      renamed[activity.name.lowercased()] = nil
      return (try? catalog.put(activity)) != nil
    }
    guard type != .activityAdded, let said = StandingTimers.name(payload) else { return false }
    let name = current(said, in: catalog)
    if type == .activityEdited { return apply(payload, to: name, in: &catalog) }
    // Two devices may have removed it.
    if let gone = catalog.remove(exactly: name) { removed[gone.name.lowercased()] = gone }
    return true
  }

  /// The name that an activity has by now.
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
      // Of one that nobody has added there is nothing to edit.
      guard let gone = removed.removeValue(forKey: name.lowercased()), (try? catalog.put(gone)) != nil else {
        return true
      }
    }
    let length = minutes.map { Int(clamping: $0) }
    guard (try? catalog.edit(exactly: name, minutes: length, icon: icon?.first)) != nil else { return false }
    // Where another device has made one of that name meanwhile, this one keeps its old name.
    if let new, (try? catalog.edit(exactly: name, name: new)) != nil, new.lowercased() != name.lowercased() {
      renamed[name.lowercased()] = new
      renamed[new.lowercased()] = nil
    }
    return true
  }
}
