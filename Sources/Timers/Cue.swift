import Timeline

/// Something to hear and feel: a terminal rings its bell, a telephone plays the haptic pattern.
public struct Cue: Hashable, Sendable {
  /// The sounds that can be switched off one by one.
  public enum Sound: String, Hashable, Sendable, CaseIterable {
    case completion, oneMinuteLeft, halfway, tick
  }

  /// One push of a haptic pattern.
  public struct Pulse: Hashable, Sendable {
    /// When it comes, counted from the event.
    public let after: Duration
    public let length: Duration
    /// 0 … 1.
    public let strength: Double
  }

  public let sound: Sound
  /// When the sound is heard, counted from the event.
  public let strikes: [Duration]
  public let haptic: [Pulse]

  /// Twice, 0.3 s apart; the push grows, as good news do.
  public static let completion = Cue(
    sound: .completion, strikes: [.zero, .milliseconds(300)],
    haptic: [
      Pulse(after: .zero, length: .milliseconds(120), strength: 0.7),
      Pulse(after: .milliseconds(300), length: .milliseconds(200), strength: 1),
    ])
  /// Two short pushes: a warning, whatever time is left.
  public static let oneMinuteLeft = Cue(
    sound: .oneMinuteLeft, strikes: [.zero],
    haptic: [
      Pulse(after: .zero, length: .milliseconds(80), strength: 0.8),
      Pulse(after: .milliseconds(160), length: .milliseconds(80), strength: 0.8),
    ])
  public static let halfway = Cue(
    sound: .halfway, strikes: [.zero],
    haptic: [Pulse(after: .zero, length: .milliseconds(80), strength: 0.6)])
  public static let tick = Cue(
    sound: .tick, strikes: [.zero],
    haptic: [Pulse(after: .zero, length: .milliseconds(10), strength: 0.2)])
}

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
