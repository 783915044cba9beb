/// The session's clock: virtual, scaled and real time behind one type.
///
/// The clock is a plain value and reads no other clock. Whoever owns it says what the machine's clock (the *host*) shows
/// and gets back how long to sleep:
///
///     var clock = Clock(start: .practiceStart, pace: .scaled(10), host: hostNow)
///     rest(clock.hostDelay(until: deadline, host: hostNow))
///     clock.advance(to: min(deadline, clock.reading(host: hostNow)))
///
/// So a deadline is met on its exact instant even when the machine woke up late.
public struct Clock: Hashable, Sendable {
  /// How the session's time passes.
  public enum Pace: Hashable, Sendable {
    /// Virtual: time moves only when something waits, and then at once.
    case instant
    /// Virtual, but watched: one host second is `speed` session seconds; 0 stands still. Finite, 0 or more.
    case scaled(Double)
    /// The wall clock itself.
    case real
  }

  /// Where the session began; `at` in JSON output and `at 12s { }` count from here.
  public let start: Instant
  /// The session's present. Moves forward by itself; only `rewind(to:host:)` takes it back.
  public private(set) var now: Instant
  public private(set) var pace: Pace
  private var anchorNow: Instant
  private var anchorHost: Instant

  /// - Parameter host: what the machine's clock shows; a real clock starts there and ignores `start`.
  public init(start: Instant, pace: Pace, host: Instant = .distantPast) {
    let begin = pace == .real ? host : start
    (self.start, self.now, self.pace) = (begin, begin, pace)
    anchorNow = begin
    anchorHost = host
  }

  /// Time since the session began.
  public var elapsed: Duration { now - start }

  /// Changes the pace from here on, without a jump.
  public mutating func setPace(_ pace: Pace, host: Instant) {
    self.pace = pace
    anchorNow = now
    anchorHost = host
  }

  /// Moves to `instant` if that lies ahead; the past stays where it is.
  public mutating func advance(to instant: Instant) {
    if instant > now { now = instant }
  }

  /// Takes the clock back to `instant`, but not before `start`, and lets it go on from there at its pace. A real clock
  /// belongs to the machine and stays where it is.
  public mutating func rewind(to instant: Instant, host: Instant) {
    guard pace != .real, instant < now else { return }
    now = Swift.max(instant, start)
    anchorNow = now
    anchorHost = host
  }

  /// What the session's time would be when the machine's clock shows `host`, never before `now`.
  public func reading(host: Instant) -> Instant {
    switch pace {
    case .instant: return now
    case .real: return Swift.max(now, host)
    case .scaled(let speed):
      let passed = (host - anchorHost).seconds * speed
      return Swift.max(now, anchorNow + (Duration(seconds: passed) ?? .max))
    }
  }

  /// How long the machine must sleep until the session's clock shows `instant`; `nil` when it never will (speed 0).
  public func hostDelay(until instant: Instant, host: Instant) -> Duration? {
    switch pace {
    case .instant: return .zero
    case .real: return Swift.max(.zero, instant - host)
    case .scaled(let speed):
      guard instant > now else { return .zero }
      guard speed > 0 else { return nil }
      let length = (instant - anchorNow).seconds / speed
      guard let delay = Duration(seconds: (length * 1_000_000).rounded(.up) / 1_000_000) else { return nil }
      return Swift.max(.zero, anchorHost + delay - host)
    }
  }
}
