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
