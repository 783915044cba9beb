import Timeline

/// A sound with a haptic pattern: a terminal rings its bell, a phone plays the pattern.
public struct TimerAlert: Hashable, Sendable {
  /// The sounds, each of which can be switched off.
  public enum Sound: String, Hashable, Sendable, CaseIterable {
    case completion, oneMinuteLeft, halfway, tick
  }

  /// A pulse of a haptic pattern.
  public struct Pulse: Hashable, Sendable {
    /// The delay after the event.
    public let after: Duration
    public let length: Duration
    /// The strength, 0 … 1.
    public let strength: Double
  }

  public let sound: Sound
  /// The times of the sound, counted from the event.
  public let strikes: [Duration]
  public let haptic: [Pulse]

  /// Two sounds, 0.3 s apart; the second pulse is stronger, as for good news.
  public static let completion = TimerAlert(
    sound: .completion, strikes: [.zero, .milliseconds(300)],
    haptic: [
      Pulse(after: .zero, length: .milliseconds(120), strength: 0.7),
      Pulse(after: .milliseconds(300), length: .milliseconds(200), strength: 1),
    ])
  /// Two short pulses: a warning for any amount of time left.
  public static let oneMinuteLeft = TimerAlert(
    sound: .oneMinuteLeft, strikes: [.zero],
    haptic: [
      Pulse(after: .zero, length: .milliseconds(80), strength: 0.8),
      Pulse(after: .milliseconds(160), length: .milliseconds(80), strength: 0.8),
    ])
  public static let halfway = TimerAlert(
    sound: .halfway, strikes: [.zero],
    haptic: [Pulse(after: .zero, length: .milliseconds(80), strength: 0.6)])
  public static let tick = TimerAlert(
    sound: .tick, strikes: [.zero],
    haptic: [Pulse(after: .zero, length: .milliseconds(10), strength: 0.2)])
}

/// The timer sounds that a family wants to hear. The settings do not affect the events and their haptic patterns.
public struct SoundSettings: Hashable, Sendable {
  /// The source of the sounds.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    case off
    /// The terminal's bell.
    case bell
    /// The first audio player that is installed; the bell if there is none.
    case player
  }

  public var source = Source.bell
  public var completion = true
  public var minute = true
  public var halfway = true
  /// `true` if each second ticks, as an event and as a sound.
  public var ticks = false

  public init() {}

  /// Returns the source of this sound; `off` if it is switched off.
  public func source(of sound: TimerAlert.Sound) -> Source {
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
