import Bluesky
import Timeline

/// The deliveries of the posts in the outbox, by number, and the order in which they are sent.
struct Deliveries: Hashable, Sendable {
  private var byNumber: [Int: Delivery] = [:]
  /// The schedule of the posts that are sent automatically.
  private var order = DueOrder<Int>()

  /// The instant at which the next post is sent; the distant future if there is none.
  var next: Instant { order.next }

  /// The delivery of a post; `nil` if the post waits for the user.
  subscript(number: Int) -> Delivery? { byNumber[number] }

  var count: Int { byNumber.count }

  /// The deliveries that are sent automatically, by number.
  var planned: [(number: Int, delivery: Delivery)] {
    order.names.sorted().compactMap { number in byNumber[number].map { (number, $0) } }
  }

  /// Returns the numbers of the posts that are due, the soonest first.
  func due(by instant: Instant) -> [Int] { order.due(by: instant) }

  /// - Complexity: O(log n) to find the place, and a move of memory.
  mutating func change(_ number: Int, _ body: (inout Delivery) -> Void) {
    let before = byNumber[number]?.due
    body(&byNumber[number, default: Delivery()])
    order.move(number, from: before, to: byNumber[number]?.due)
  }

  mutating func remove(_ number: Int) {
    guard let delivery = byNumber.removeValue(forKey: number) else { return }
    order.move(number, from: delivery.due, to: nil)
  }
}
