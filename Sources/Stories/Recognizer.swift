import Timeline

/// Makes sense of a finger, in one of the five ways that the app's authors tried; four of them have their real fault.
///
/// A plain value without a clock, as the player: `take` says what a touch means, `nextDeadline` when time itself says
/// something. It knows one finger and no story: what it orders (`Act`) is for whoever owns the player. What each design
/// makes of each touch stands in `cell(_:_:_:)`.
public struct Recognizer: Hashable, Sendable {
  /// A way to recognise "hold anywhere to pause, release to resume".
  public enum Design: String, Hashable, Sendable, CaseIterable {
    /// A long press or else a drag of no distance.
    case exclusive
    /// A long press that reports pressed and not pressed.
    case longpress
    /// A long press followed by a tap.
    case sequence
    /// A long press that turns the pause on and off.
    case toggle
    /// A drag of no distance, beside the taps, with guards by state: the one that works.
    case hold
  }

  /// What a design remembers of the finger.
  public enum Finger: String, Hashable, Sendable, CaseIterable {
    case up
    /// It is down, for less than a long press.
    case down
    /// It is down, for a long press and more.
    case long
    /// It was up again after a long press, and a tap may follow.
    case armed
    /// It is down for that tap.
    case second
    /// It is up again after a tap that may still become something else.
    case waiting
  }

  /// What happens to the finger.
  public enum Touch: String, Hashable, Sendable, CaseIterable {
    case down, up
    /// The time of a long press is over since the finger went down.
    case time
  }

  /// What the story is told.
  public enum Act: Hashable, Sendable {
    case nothing, hold, release, pause, toggle, tap
  }

  /// What a design makes of a touch, in a word.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// The finger is down, and nothing is known yet.
    case waits
    case taps, pauses, holds, releases
    /// Faults: the same finger has paused already.
    case alsoTaps
    /// Nobody is told that the finger went up.
    case unheard
    /// The pause goes on and off, whatever the finger does afterwards.
    case toggles
    /// A long press alone does nothing yet.
    case wantsTap
    case armed
    /// A tap may be the beginning of something else, so it is held back.
    case heldBack
    /// The tap that was held back is lost to the next touch.
    case swallowed
    /// It comes after all.
    case tapsLate
    /// The pause comes with the second tap.
    case pausesLate

    /// Whether it is what went wrong in the app.
    public var isFault: Bool {
      switch self {
      case .waits, .taps, .pauses, .holds, .releases: false
      default: true
      }
    }
  }

  /// What one touch does.
  public struct Cell: Hashable, Sendable {
    public let step: Step
    public let act: Act
    public let next: Finger
  }

  /// The classic long press.
  public static let longPress = Duration.milliseconds(350)

  public let design: Design
  public private(set) var finger = Finger.up
  /// Since when the finger is, or was last, down.
  public private(set) var since = Instant.distantPast
  /// Where that was, as a share of the width.
  public private(set) var place = Player.middle
  /// When the finger goes up by itself; `distantFuture` when nobody said.
  private var lift = Instant.distantFuture

  public init(_ design: Design) { self.design = design }

  public var isDown: Bool { finger == .down || finger == .long || finger == .second }

  /// When time itself is a touch; `distantFuture` for never. At one instant the long press comes before the lifting.
  public var nextDeadline: Instant { Swift.min(due, isDown ? lift : .distantFuture) }

  private var due: Instant {
    Self.cell(design, finger, .time) == nil ? .distantFuture : since + Self.longPress
  }

  /// The touch that time brings at its deadline.
  public var dueTouch: Touch { due <= lift || !isDown ? .time : .up }

  /// Takes a touch in.
  /// - Parameters:
  ///   - place: where the finger goes down.
  ///   - lift: when it goes up by itself.
  /// - Returns: what it means; `nil` when there is no such finger, and nothing has changed then.
  public mutating func take(
    _ touch: Touch, at instant: Instant, place: Double = Player.middle, lift: Instant = .distantFuture
  ) -> Cell? {
    guard let cell = Self.cell(design, finger, touch) else { return nil }
    finger = cell.next
    if touch == .down { (since, self.place, self.lift) = (instant, place, lift) }
    return cell
  }

  /// The same as if everything had happened `length` later.
  public func shifted(by length: Duration) -> Recognizer {
    var moved = self
    if since != .distantPast { moved.since += length }
    if lift != .distantFuture { moved.lift += length }
    return moved
  }

  /// What decides about the future, relative to `now`.
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
  /// What a design makes of a touch; `nil` where that cannot come.
  /// - Complexity: O(1).
  public static func cell(_ design: Design, _ finger: Finger, _ touch: Touch) -> Cell? {
    switch (design, finger, touch) {
    case (.hold, .up, .down): Cell(step: .holds, act: .hold, next: .down)
    case (.hold, .down, .up): Cell(step: .releases, act: .release, next: .up)
    case (.hold, _, _): nil

    // The other four wait whether it becomes a long press, and know no guard.
    case (_, .up, .down): Cell(step: .waits, act: .nothing, next: .down)

    case (.sequence, .down, .up): Cell(step: .heldBack, act: .nothing, next: .waiting)
    case (.sequence, .down, .time): Cell(step: .wantsTap, act: .nothing, next: .long)
    case (.sequence, .long, .up): Cell(step: .armed, act: .nothing, next: .armed)
    case (.sequence, .armed, .down): Cell(step: .waits, act: .nothing, next: .second)
    case (.sequence, .second, .up): Cell(step: .pausesLate, act: .pause, next: .up)
    case (.sequence, .second, .time): Cell(step: .wantsTap, act: .nothing, next: .long)
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
