import JSON
import Timeline

/// The time on a page, in whole milliseconds, beside the recording's own.
///
/// Nobody watches another one think, or a day that was skipped: what takes longer passes in 20 s. And nobody reads lines
/// that come all at once: before each there is a moment.
struct PageClock {
  static let longest = 20_000
  static let shortest = 400

  /// The page's time and the recording's where one began to go faster or slower than the other.
  private var bends: [(page: Int, own: Int)] = [(0, 0)]
  private var last: (page: Int, own: Duration) = (0, .zero)
  /// The piece of time that was added last.
  private var piece: (page: Int, length: Int, own: Duration, ownLength: Duration) = (0, 0, .zero, .zero)

  /// How long it takes on the page.
  var length: Int { last.page }
  /// Whether anything passes sooner than in the recording.
  private(set) var isShortened = false

  static func milliseconds(_ length: Duration) -> Int { Int(length.microseconds / 1_000) }

  /// Adds a piece of time up to an instant of the recording.
  /// - Parameter isLine: whether a line stands at its end.
  mutating func pass(to end: Duration, isLine: Bool) {
    let own = max(.zero, end - last.own)
    if Self.milliseconds(own) > Self.longest { isShortened = true }
    let length = min(Self.longest, max(Self.milliseconds(own), isLine ? Self.shortest : 0))
    piece = (last.page, length, last.own, own)
    last = (last.page + length, last.own + own)
    bends.append((last.page, Self.milliseconds(last.own)))
    guard bends.count > 2 else { return }
    let (first, middle, end) = (bends[bends.count - 3], bends[bends.count - 2], bends[bends.count - 1])
    let isStraight =
      (middle.own - first.own) * (end.page - middle.page) == (end.own - middle.own) * (middle.page - first.page)
    if isStraight || end == middle { bends.remove(at: bends.count - 2) }
  }

  /// The page's time of an instant within the piece that was added last.
  func page(_ instant: Duration) -> Int {
    guard piece.ownLength > .zero else { return piece.page + piece.length }
    let share = min(1, max(0, (instant - piece.own) / piece.ownLength))
    return piece.page + Int((share * Double(piece.length)).rounded())
  }

  /// All bends, one after the other.
  var json: JSON { .array(bends.flatMap { [.integer(Int64($0.page)), .integer(Int64($0.own))] }) }
}
