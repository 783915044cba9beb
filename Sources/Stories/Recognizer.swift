import Timeline

/// Interprets a finger's touches in one of the five ways that the app's authors tried; four of them have their
/// original faults.
///
/// A plain value without a clock, like the player: `handle` returns the meaning of a touch, and `nextDeadline` is the
/// time at which time itself counts as a touch. A recognizer knows one finger and no story; the owner of the player
/// carries out its orders (`Action`). The table `cell(_:_:_:)` defines what each design makes of each touch.
public struct Recognizer: Hashable, Sendable {
  /// A way to recognise "hold anywhere to pause, release to resume".
  public enum Design: String, Hashable, Sendable, CaseIterable {
    /// A long press, or otherwise a drag of zero distance.
    case exclusive
    /// A long press that reports when it is pressed and when it is not.
    case longpress
    /// A long press followed by a tap.
    case sequence
    /// A long press that toggles the pause.
    case toggle
    /// A drag of zero distance, next to the taps, with guards for each state: the design that works.
    case hold
  }

  /// The state of the finger in a design.
  public enum Finger: String, Hashable, Sendable, CaseIterable {
    case up
    /// The finger is down, for less than a long press.
    case down
    /// The finger is down, for a long press or longer.
    case long
    /// The finger went up after a long press, and a tap may follow.
    case armed
    /// The finger is down for the tap after a long press.
    case second
    /// The finger went up after a tap that may still become something else.
    case waiting
  }

  /// An event of the finger.
  public enum Touch: String, Hashable, Sendable, CaseIterable {
    case down, up
    /// The finger has been down for the length of a long press.
    case time
  }

  /// An order to the story.
  public enum Action: Hashable, Sendable {
    case nothing, hold, release, pause, toggle, tap
  }

  /// The effect of a touch in a design, as a single word.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// The finger is down, and its meaning is not known yet.
    case waits
    case taps, pauses, holds, releases
    /// Fault: taps although the same finger has already paused.
    case alsoTaps
    /// Fault: the lifting of the finger is not reported.
    case unheard
    /// Fault: the pause is toggled, whatever the finger does afterwards.
    case toggles
    /// Fault: a long press alone does nothing yet.
    case needsTap = "wantsTap"
    case armed
    /// Fault: a tap is held back, since it may be the beginning of something else.
    case heldBack
    /// Fault: the held-back tap is lost to the next touch.
    case swallowed
    /// Fault: the held-back tap takes effect late.
    case tapsLate
    /// Fault: the pause begins only with the tap after the press.
    case pausesLate

    /// `true` for a step that was a fault of the app.
    public var isFault: Bool {
      switch self {
      case .waits, .taps, .pauses, .holds, .releases: false
      default: true
      }
    }
  }

  /// The effect of a touch.
  public struct Cell: Hashable, Sendable {
    public let step: Step
    public let act: Action
    public let next: Finger
  }

  /// The time of the classic long press.
  public static let longPress = Duration.milliseconds(350)

  public let design: Design
  public private(set) var finger = Finger.up
  /// The instant at which the finger last went down.
  public private(set) var since = Instant.distantPast
  /// The position at which the finger last went down, as a fraction of the width.
  public private(set) var place = Player.middle
  /// The instant at which the finger goes up by itself; `distantFuture` if unknown.
  private var lift = Instant.distantFuture

  public init(_ design: Design) { self.design = design }

  public var isDown: Bool { finger == .down || finger == .long || finger == .second }

  /// The instant at which time itself counts as a touch; `distantFuture` for never. At the same instant the long
  /// press comes before the lifting.
  public var nextDeadline: Instant { Swift.min(due, isDown ? lift : .distantFuture) }

  private var due: Instant {
    Self.cell(design, finger, .time) == nil ? .distantFuture : since + Self.longPress
  }

  /// The touch that occurs at `nextDeadline`.
  public var touchAtDeadline: Touch { due <= lift || !isDown ? .time : .up }

  /// Handles a touch.
  /// - Parameters:
  ///   - place: The position at which the finger goes down.
  ///   - lift: The instant at which the finger goes up by itself.
  /// - Returns: The effect of the touch. `nil` if the design has no such touch in this state; then nothing has
  ///   changed.
  public mutating func handle(
    _ touch: Touch, at instant: Instant, place: Double = Player.middle, lift: Instant = .distantFuture
  ) -> Cell? {
    guard let cell = Self.cell(design, finger, touch) else { return nil }
    finger = cell.next
    if touch == .down { (since, self.place, self.lift) = (instant, place, lift) }
    return cell
  }

  /// Returns a copy shifted forward by `length`.
  public func shifted(by length: Duration) -> Recognizer {
    var moved = self
    if since != .distantPast { moved.since += length }
    if lift != .distantFuture { moved.lift += length }
    return moved
  }

  /// Returns the part that decides the future, relative to `now`.
  func signature(at now: Instant) -> Signature {
    Signature(
      design: design, finger: finger, place: finger == .up ? Player.middle : place,
      down: finger == .up ? .zero : Swift.min(now - since, Self.longPress),
      lift: isDown && lift != .distantFuture ? lift - now : nil)
  }

  struct Signature: Hashable, Sendable {
    let design: Design
    let finger: Finger
    let place: Double
    let down: Duration
    let lift: Duration?
  }
}

// MARK: - The five tables

extension Recognizer {
  /// Returns what a design makes of a touch; `nil` if that touch cannot occur.
  /// - Complexity: O(1).
  public static func cell(_ design: Design, _ finger: Finger, _ touch: Touch) -> Cell? {
    switch (design, finger, touch) {
    case (.hold, .up, .down): Cell(step: .holds, act: .hold, next: .down)
    case (.hold, .down, .up): Cell(step: .releases, act: .release, next: .up)
    case (.hold, _, _): nil

    // The other four designs wait to see whether the touch becomes a long press, and have no guards.
    case (_, .up, .down): Cell(step: .waits, act: .nothing, next: .down)

    case (.sequence, .down, .up): Cell(step: .heldBack, act: .nothing, next: .waiting)
    case (.sequence, .down, .time): Cell(step: .needsTap, act: .nothing, next: .long)
    case (.sequence, .long, .up): Cell(step: .armed, act: .nothing, next: .armed)
    case (.sequence, .armed, .down): Cell(step: .waits, act: .nothing, next: .second)
    case (.sequence, .second, .up): Cell(step: .pausesLate, act: .pause, next: .up)
    case (.sequence, .second, .time): Cell(step: .needsTap, act: .nothing, next: .long)
    case (.sequence, .waiting, .down): Cell(step: .swallowed, act: .nothing, next: .down)
    case (.sequence, .waiting, .time): Cell(step: .tapsLate, act: .tap, next: .up)

    case (_, .down, .up): Cell(step: .taps, act: .tap, next: .up)
    case (.toggle, .down, .time): Cell(step: .toggles, act: .toggle, next: .long)
    case (_, .down, .time): Cell(step: .pauses, act: .pause, next: .long)
    case (.exclusive, .long, .up): Cell(step: .alsoTaps, act: .tap, next: .up)
    case (_, .long, .up): Cell(step: .unheard, act: .nothing, next: .up)
    default: nil
    }
  }
}
