/// The sounds of timers that a family wants to hear. Their events come in any case, with the pattern to feel.
public struct SoundSettings: Hashable, Sendable {
  /// What makes the sounds.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    case off
    /// The terminal's bell.
    case bell
    /// The first player that is installed; the bell where there is none.
    case player
  }

  public var source = Source.bell
  public var completion = true
  public var minute = true
  public var halfway = true
  /// Whether each second ticks, as an event and as a sound.
  public var ticks = false

  public init() {}

  /// What makes this sound; `off` when it is not to be heard.
  public func source(of sound: Cue.Sound) -> Source {
    let isOn =
      switch sound {
      case .completion: completion
      case .oneMinuteLeft: minute
      case .halfway: halfway
      case .tick: ticks
      }
    return isOn ? source : .off
  }
}
