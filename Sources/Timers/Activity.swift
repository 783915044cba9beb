import Timeline

/// An activity of a child with a time limit and an icon.
public struct Activity: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One of the four built-in activities.
    case preset
    /// An activity added by the family.
    case own
    /// The timer without a fixed name, for anything else.
    case custom
  }

  public var name: String
  /// The icon: one character, so that a list is aligned.
  public var icon: Character
  /// The default length in minutes.
  public var minutes: Int
  public var kind: Kind

  public init(name: String, icon: Character, minutes: Int, kind: Kind) {
    (self.name, self.icon, self.minutes, self.kind) = (name, icon, minutes, kind)
  }

  /// The four presets with their lengths, and the custom timer's 5 minutes.
  public static let presets = [
    Activity(name: "iPad", icon: "📱", minutes: 30, kind: .preset),
    Activity(name: "reading", icon: "📖", minutes: 20, kind: .preset),
    Activity(name: "shower", icon: "🚿", minutes: 10, kind: .preset),
    Activity(name: "homework", icon: "📝", minutes: 15, kind: .preset),
  ]
  public static let custom = Activity(name: "custom", icon: "⏱", minutes: 5, kind: .custom)
  /// The allowed minutes of an edited preset, in steps of `editStep`.
  public static let editMinutes = 5...120
  public static let editStep = 5

  /// The allowed minutes of one session: 1 … 60 for the custom timer, 1 … 120 for named activities.
  public var allowedMinutes: ClosedRange<Int> { kind == .custom ? 1...60 : 1...120 }

  /// Returns the length of one run.
  /// - Parameter minutes: The minutes given at the start; `nil` for the activity's default.
  /// - Throws: `minutesOutOfRange` if the minutes are outside `allowedMinutes`.
  public func length(minutes asked: Int? = nil) throws(ActivityProblem) -> Duration {
    let chosen = asked ?? minutes
    guard allowedMinutes.contains(chosen) else { throw .minutesOutOfRange(chosen, allowed: allowedMinutes) }
    return .minutes(Int64(chosen))
  }
}

/// The reason why a lookup or a change in a list of activities failed.
public enum ActivityProblem: Error, Hashable, Sendable {
  /// There is no activity of that name; `all` lists all activities for a suggestion.
  case unknown(String, all: [Activity])
  /// Several activities begin with this text.
  case ambiguous(String, candidates: [Activity])
  case minutesOutOfRange(Int, allowed: ClosedRange<Int>)
  /// The length, which is not in whole minutes, is outside the allowed minutes.
  case lengthOutOfRange(Duration, allowed: ClosedRange<Int>)
  case minutesNotInSteps(Int, step: Int)
  /// A name must contain a letter, be printable, and have at most 30 characters.
  case badName(String)
  /// An icon must be one visible character.
  case badIcon(String)
  case nameTaken(Activity)
  /// Presets and the custom timer cannot be removed.
  case stays(Activity)
  /// The custom timer's length cannot be edited; it is given at each start.
  case notEditable(Activity)
  /// A preset cannot be renamed.
  case keepsName(Activity)
}

/// The activities of a family: four presets, the family's own activities, and the custom timer.
///
/// Names are unique regardless of case. Copies share their storage; all lookups are O(activities).
public struct ActivityCatalog: Hashable, Sendable {
  /// The result of looking up a name or its beginning.
  public enum Match: Hashable, Sendable {
    case found(Activity)
    /// Several activities begin with the text, in the catalog's order.
    case ambiguous([Activity])
    /// No activity begins with the text; the value lists all activities.
    case unknown([Activity])
  }

  /// The presets, then the family's own activities in the order in which they were added, then the custom timer.
  public private(set) var activities = Activity.presets + [Activity.custom]

  public init() {}

  /// Finds an activity by its name or the beginning of it, regardless of case; a complete name takes precedence over
  /// a beginning.
  public func match(_ text: String) -> Match {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return .unknown(activities) }
    if let whole = activities.first(where: { $0.name.lowercased() == wanted }) { return .found(whole) }
    let beginning = activities.filter { $0.name.lowercased().hasPrefix(wanted) }
    switch beginning.count {
    case 0: return .unknown(activities)
    case 1: return .found(beginning[0])
    default: return .ambiguous(beginning)
    }
  }

  /// Like `match(_:)`, but returns exactly one activity.
  /// - Throws: `unknown` or `ambiguous`, with the candidates.
  public func activity(_ text: String) throws(ActivityProblem) -> Activity {
    switch match(text) {
    case .found(let activity): return activity
    case .ambiguous(let candidates): throw .ambiguous(text, candidates: candidates)
    case .unknown(let all): throw .unknown(text, all: all)
    }
  }

  /// Changes an activity; `nil` arguments leave their property unchanged. Either all changes are made or none.
  ///
  /// Presets last 5 to 120 minutes in steps of 5; the family's own activities last 1 to 120 minutes, and only they
  /// can be renamed.
  /// - Throws: The errors of `activity(_:)` and `add`, `notEditable`, `minutesOutOfRange`, `minutesNotInSteps`, and
  ///   `keepsName` for a preset's name.
  /// - Returns: The activity before and after the change.
  @discardableResult
  public mutating func edit(
    _ text: String, minutes: Int? = nil, icon: Character? = nil, name: String? = nil
  ) throws(ActivityProblem) -> (before: Activity, after: Activity) {
    try edit(try activity(text), minutes: minutes, icon: icon, name: name)
  }

  /// Changes the activity with exactly this name, regardless of case; `nil` arguments leave their property unchanged.
  /// Either all changes are made or none.
  /// - Throws: The errors of `edit`.
  /// - Returns: The activity before and after the change.
  @discardableResult
  public mutating func edit(
    exactly text: String, minutes: Int? = nil, icon: Character? = nil, name: String? = nil
  ) throws(ActivityProblem) -> (before: Activity, after: Activity) {
    guard let known = activities.first(where: { $0.name.lowercased() == text.lowercased() }) else {
      throw .unknown(text, all: activities)
    }
    return try edit(known, minutes: minutes, icon: icon, name: name)
  }

  private mutating func edit(
    _ before: Activity, minutes: Int?, icon: Character?, name: String?
  ) throws(ActivityProblem) -> (before: Activity, after: Activity) {
    guard before.kind != .custom else { throw .notEditable(before) }
    var after = before
    if let minutes {
      try check(minutes, before.kind)
      after.minutes = minutes
    }
    if let icon { after.icon = try Self.checked(icon) }
    if let name {
      let name = try Self.checked(name)
      guard before.kind == .own || name == before.name else { throw .keepsName(before) }
      try checkFree(name, except: before)
      after.name = name
    }
    if let place = activities.firstIndex(of: before) { activities[place] = after }
    return (before, after)
  }

  private func check(_ minutes: Int, _ kind: Activity.Kind) throws(ActivityProblem) {
    let allowed = kind == .preset ? Activity.editMinutes : 1...120
    guard allowed.contains(minutes) else { throw .minutesOutOfRange(minutes, allowed: allowed) }
    if kind == .preset, minutes % Activity.editStep != 0 {
      throw .minutesNotInSteps(minutes, step: Activity.editStep)
    }
  }

  private func checkFree(_ name: String, except activity: Activity? = nil) throws(ActivityProblem) {
    let taken = activities.first { $0.name.lowercased() == name.lowercased() && $0 != activity }
    if let taken { throw .nameTaken(taken) }
  }

  static func checked(_ name: String) throws(ActivityProblem) -> String {
    let trimmed = PrintableText.trimmed(name)
    guard trimmed.contains(where: { $0.isLetter }), PrintableText.isPrintable(trimmed),
      trimmed.count <= PrintableText.nameLengthLimit
    else { throw .badName(name) }
    return trimmed
  }

  private static func checked(_ icon: Character) throws(ActivityProblem) -> Character {
    guard PrintableText.isIcon(String(icon)) else { throw .badIcon(String(icon)) }
    return icon
  }

  /// Adds an activity of the family's own (default 5 minutes, like the custom timer).
  /// - Parameter name: The name; white space around it is dropped.
  /// - Throws: `badName`, `badIcon`, `nameTaken` or `minutesOutOfRange`.
  @discardableResult
  public mutating func add(
    name: String, icon: Character, minutes: Int = Activity.custom.minutes
  ) throws(ActivityProblem) -> Activity {
    let name = try Self.checked(name)
    try checkFree(name)
    let activity = Activity(name: name, icon: try Self.checked(icon), minutes: minutes, kind: .own)
    _ = try activity.length()
    activities.insert(activity, at: activities.count - 1)
    return activity
  }

  /// Returns the custom timer under another name for a single use; the catalog does not change.
  /// - Throws: `badName`, or `nameTaken` if another activity has that name.
  public func oneOff(named name: String) throws(ActivityProblem) -> Activity {
    var activity = Activity.custom
    activity.name = try Self.checked(name)
    try checkFree(activity.name, except: .custom)
    return activity
  }

  /// Removes one of the family's own activities; its past sessions keep its name.
  /// - Throws: The errors of `activity(_:)`, or `stays` for a built-in activity.
  @discardableResult
  public mutating func remove(_ text: String) throws(ActivityProblem) -> Activity {
    let activity = try activity(text)
    guard activity.kind == .own else { throw .stays(activity) }
    activities.removeAll { $0 == activity }
    return activity
  }

  /// Removes the family's own activity with exactly this name, regardless of case.
  /// - Returns: The removed activity, or `nil` if there was none.
  @discardableResult
  public mutating func remove(exactly name: String) -> Activity? {
    let place = activities.firstIndex { $0.kind == .own && $0.name.lowercased() == name.lowercased() }
    return place.map { activities.remove(at: $0) }
  }

  /// Inserts a stored activity, or replaces the activity of the same name.
  /// - Throws: `badName`, `badIcon`, `minutesOutOfRange` or `minutesNotInSteps`; `nameTaken` if the existing activity
  ///   of that name is of another kind or is the custom timer.
  public mutating func put(_ activity: Activity) throws(ActivityProblem) {
    let place = activities.firstIndex { $0.name.lowercased() == activity.name.lowercased() }
    guard let place else {
      guard activity.kind == .own else { throw .unknown(activity.name, all: activities) }
      try add(name: activity.name, icon: activity.icon, minutes: activity.minutes)
      return
    }
    let known = activities[place]
    guard known.kind == activity.kind, known.kind != .custom else { throw .nameTaken(known) }
    try check(activity.minutes, activity.kind)
    var changed = activity
    changed.name = try Self.checked(activity.name)
    changed.icon = try Self.checked(activity.icon)
    activities[place] = changed
  }
}
