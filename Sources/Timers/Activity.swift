import Timeline

/// Something a child does for a while, with a picture to know it by.
public struct Activity: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One of the four that are always there.
    case preset
    /// Added by the family.
    case own
    /// The nameless timer for whatever comes up.
    case custom
  }

  public var name: String
  /// One character, so that a list lines up.
  public var icon: Character
  /// The length unless a start says otherwise.
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
  /// The minutes of an edited preset, in steps of `editStep`.
  public static let editMinutes = 5...120
  public static let editStep = 5

  /// The minutes of one stint: 1 … 60 for the custom timer, 1 … 120 for what has a name.
  public var allowedMinutes: ClosedRange<Int> { kind == .custom ? 1...60 : 1...120 }

  /// The length of one run.
  /// - Parameter minutes: what the start says; `nil` for the activity's own.
  /// - Throws: `minutesOutOfRange` outside `allowedMinutes`.
  public func length(minutes asked: Int? = nil) throws(ActivityProblem) -> Duration {
    let chosen = asked ?? minutes
    guard allowedMinutes.contains(chosen) else { throw .minutesOutOfRange(chosen, allowed: allowedMinutes) }
    return .minutes(Int64(chosen))
  }
}

/// Why a list of activities could not be changed or asked as wanted.
public enum ActivityProblem: Error, Hashable, Sendable {
  /// No activity of that name; all there are come along for a suggestion.
  case unknown(String, all: [Activity])
  /// Several activities begin so.
  case ambiguous(String, candidates: [Activity])
  case minutesOutOfRange(Int, allowed: ClosedRange<Int>)
  case minutesNotInSteps(Int, step: Int)
  /// A name needs a letter to be found by, can be printed, and has 30 characters at most.
  case badName(String)
  /// An icon is one character that can be seen.
  case badIcon(String)
  case nameTaken(Activity)
  /// A preset or the custom timer cannot be removed.
  case stays(Activity)
  /// The custom timer's length is given at each start instead.
  case notEditable(Activity)
  /// A preset keeps its name, by which everybody knows it.
  case keepsName(Activity)
}

/// The activities of a family: four presets, their own ones, and the custom timer.
///
/// Names are unique whatever their case. Copies share their storage; all look-ups are O(activities).
public struct ActivityCatalog: Hashable, Sendable {
  /// The activity that a name or its beginning leads to.
  public enum Match: Hashable, Sendable {
    case found(Activity)
    /// Several activities begin so, in the catalog's order.
    case ambiguous([Activity])
    /// None does; these are all there are.
    case unknown([Activity])
  }

  /// Presets, then own activities in the order they were added, then the custom timer.
  public private(set) var activities = Activity.presets + [Activity.custom]

  public init() {}

  /// Finds an activity by its name or the beginning of it, upper or lower case; a whole name beats a beginning.
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

  /// As `match(_:)`, for callers who need exactly one.
  /// - Throws: `unknown` or `ambiguous`, with the candidates.
  public func activity(_ text: String) throws(ActivityProblem) -> Activity {
    switch match(text) {
    case .found(let activity): return activity
    case .ambiguous(let candidates): throw .ambiguous(text, candidates: candidates)
    case .unknown(let all): throw .unknown(text, all: all)
    }
  }

  /// Changes an activity; what is not said stays. All of it happens, or nothing.
  ///
  /// Presets last from 5 to 120 minutes in steps of 5; own ones any number of minutes up to 120, and only they can be
  /// renamed.
  /// - Throws: what `activity(_:)` and `add` throw, `notEditable`, `minutesOutOfRange`, `minutesNotInSteps`, and
  ///   `keepsName` for a preset's name.
  /// - Returns: the activity as it was and as it is now.
  @discardableResult
  public mutating func edit(
    _ text: String, minutes: Int? = nil, icon: Character? = nil, name: String? = nil
  ) throws(ActivityProblem) -> (before: Activity, after: Activity) {
    try edit(try activity(text), minutes: minutes, icon: icon, name: name)
  }

  /// Changes the activity of exactly this name, whatever its case; what is not said stays. All of it happens, or nothing.
  /// - Throws: what `edit` throws.
  /// - Returns: the activity as it was and as it is now.
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

  private static func checked(_ name: String) throws(ActivityProblem) -> String {
    let trimmed = PrintableText.trimmed(name)
    guard trimmed.contains(where: { $0.isLetter }), PrintableText.isPrintable(trimmed),
      trimmed.count <= PrintableText.longestName
    else { throw .badName(name) }
    return trimmed
  }

  private static func checked(_ icon: Character) throws(ActivityProblem) -> Character {
    guard PrintableText.isIcon(String(icon)) else { throw .badIcon(String(icon)) }
    return icon
  }

  /// Adds an own activity; 5 minutes unless said, as the custom timer.
  /// - Parameter name: white space around it is dropped.
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

  /// The custom timer under a name of its own, for once: it joins no list.
  /// - Throws: `badName`, or `nameTaken` by an activity that is timed under its name.
  public func oneOff(named name: String) throws(ActivityProblem) -> Activity {
    var activity = Activity.custom
    activity.name = try Self.checked(name)
    try checkFree(activity.name, except: .custom)
    return activity
  }

  /// Takes an own activity out; stints that were done with it keep its name.
  /// - Throws: what `activity(_:)` throws, or `stays` for one that is always there.
  @discardableResult
  public mutating func remove(_ text: String) throws(ActivityProblem) -> Activity {
    let activity = try activity(text)
    guard activity.kind == .own else { throw .stays(activity) }
    activities.removeAll { $0 == activity }
    return activity
  }

  /// Takes the own activity of exactly this name out, if there is one, whatever its case.
  /// - Returns: the activity; `nil` when there is none.
  @discardableResult
  public mutating func remove(exactly name: String) -> Activity? {
    let place = activities.firstIndex { $0.kind == .own && $0.name.lowercased() == name.lowercased() }
    return place.map { activities.remove(at: $0) }
  }

  /// Puts an activity in as it was stored, in the place of the one of that name if there is one.
  /// - Throws: `badName`, `badIcon`, `minutesOutOfRange` or `minutesNotInSteps`; `nameTaken` when an own activity and
  ///   one that is always there have the same name, or the custom timer should change.
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
