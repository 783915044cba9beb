import Timeline

/// The finger in the four designs that failed, derived only from the instants of inputs: when it went down and up.
struct FingerModel {
  struct Press {
    let design: String
    let down: Instant
    /// `nil` while the finger is down, or if the design was reset before it went up.
    var up: Instant?
    /// The press before it since the design was reset; its place in the list.
    let previous: Int?
    var isReset = false

    /// The instant at which it became a long press, if it did.
    var long: Instant? {
      let due = down + FingerModel.longPress
      guard let up else { return isReset ? nil : due }
      return up >= due ? due : nil
    }
    var isShort: Bool { up.map { $0 < down + FingerModel.longPress } ?? false }
  }

  static let longPress = Duration.milliseconds(350)
  private(set) var presses: [Press] = []
  private var first = 0

  /// Returns whether a finger is down at an instant.
  func isDown(at instant: Instant) -> Bool {
    guard let last = presses.indices.last, last >= first else { return false }
    return presses[last].up.map { $0 > instant } ?? true
  }

  mutating func press(_ design: String, at instant: Instant, for length: Duration?) {
    presses.append(
      Press(
        design: design, down: instant, up: length.map { instant + $0 },
        previous: presses.count > first ? presses.count - 1 : nil))
  }

  mutating func lift(at instant: Instant) {
    guard isDown(at: instant), let last = presses.indices.last else { return }
    presses[last].up = instant
  }

  /// Forgets what was begun: another design, another deck, or no story.
  mutating func reset(at instant: Instant) {
    if isDown(at: instant), let last = presses.indices.last { (presses[last].up, presses[last].isReset) = (nil, true) }
    first = presses.count
  }

  /// All instants at which a design may say something.
  var instants: [Instant] { presses.flatMap { [$0.down, $0.down + Self.longPress] + ($0.up.map { [$0] } ?? []) } }

  /// The press before in the sequence; `nil` for none.
  func previous(_ press: Press) -> Press? { press.previous.map { presses[$0] } }

  /// Returns the press after in the sequence; `nil` for none.
  func next(_ press: Press) -> Press? {
    presses.first { other in previous(other).map { $0.down == press.down && $0.up == press.up } ?? false }
  }

  /// Returns whether a press is the tap that completes a sequence.
  func completes(_ press: Press) -> Bool {
    press.design == "sequence" && press.isShort && previous(press).map { $0.long != nil && $0.up != nil } ?? false
  }

  /// Returns whether a touch counted as a tap at an instant.
  func isTap(at instant: Instant) -> Bool {
    presses.contains { press in
      switch press.design {
      case "exclusive": press.up == instant
      case "longpress", "toggle": press.up == instant && press.isShort
      default: press.isShort && !completes(press) && press.down + Self.longPress == instant
      }
    }
  }
}
