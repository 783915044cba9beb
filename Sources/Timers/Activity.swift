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
