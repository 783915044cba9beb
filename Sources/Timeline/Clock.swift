/// The session's clock: virtual, scaled and real time as one type.
///
/// The clock is a plain value and reads no other clock. Its owner passes in the time of the machine's clock (the
/// *host*) and gets back how long to sleep:
///
///     var clock = Clock(start: .practiceStart, pace: .scaled(10), host: hostNow)
///     rest(clock.hostDelay(until: deadline, host: hostNow))
///     clock.advance(to: min(deadline, clock.reading(host: hostNow)))
///
/// So a deadline is met at its exact instant even if the machine woke up late.
public struct Clock: Hashable, Sendable {
  /// The way in which the session's time passes.
  public enum Pace: Hashable, Sendable {
    /// Virtual time that moves only when the session waits, and then at once.
    case instant
    /// Virtual time that can be watched: one host second is `speed` session seconds; 0 stops the clock. Finite, 0 or
    /// more.
    case scaled(Double)
    /// The time of the wall clock.
    case real
  }

  /// The session's start; `at` in JSON output and `at 12s { }` count from here.
  public let start: Instant
  /// The session's current time. It moves only forward, except in `rewind(to:host:)`.
  public private(set) var now: Instant
  public private(set) var pace: Pace
  /// `true` if a virtual clock is stopped until `resume(host:)`, whatever its pace.
  public private(set) var isHeld = false
  private var anchorNow: Instant
  private var anchorHost: Instant

  /// - Parameter host: the time of the machine's clock; a real clock starts there and ignores `start`.
  public init(start: Instant, pace: Pace, host: Instant = .distantPast) {
    let begin = pace == .real ? host : start
    (self.start, self.now, self.pace) = (begin, begin, pace)
    anchorNow = begin
    anchorHost = host
  }

  /// The time since the session began.
  public var elapsed: Duration { now - start }

  /// Changes the pace from now on, without a jump in time.
  public mutating func setPace(_ pace: Pace, host: Instant) {
    self.pace = pace
    anchorNow = now
    anchorHost = host
  }

  /// Stops a virtual clock until `resume(host:)`. A real clock belongs to the machine and is not changed.
  public mutating func hold() {
    if pace != .real { isHeld = true }
  }

  /// Continues after `hold()` at the clock's pace, without a jump in time.
  public mutating func resume(host: Instant) {
    guard isHeld else { return }
    isHeld = false
    setPace(pace, host: host)
  }

  /// Moves the clock forward to `instant`; an earlier instant has no effect.
  public mutating func advance(to instant: Instant) {
    if instant > now { now = instant }
  }

  /// Moves the clock back to `instant`, but not before `start`, and continues from there at its pace. A real clock
  /// belongs to the machine and is not changed.
  public mutating func rewind(to instant: Instant, host: Instant) {
    guard pace != .real, instant < now else { return }
    now = Swift.max(instant, start)
    anchorNow = now
    anchorHost = host
  }

  /// Returns the session's time when the machine's clock shows `host`; never before `now`.
  public func reading(host: Instant) -> Instant {
    if isHeld { return now }
    switch pace {
    case .instant: return now
    case .real: return Swift.max(now, host)
    case .scaled(let speed):
      let passed = (host - anchorHost).seconds * speed
      return Swift.max(now, anchorNow + (Duration(seconds: passed) ?? .max))
    }
  }

  /// Returns how long the machine must sleep until the session's clock shows `instant`; `nil` if it never will (speed
  /// 0, or held).
  public func hostDelay(until instant: Instant, host: Instant) -> Duration? {
    if isHeld { return pace == .instant || instant <= now ? .zero : nil }
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
