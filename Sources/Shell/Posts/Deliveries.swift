import Bluesky
import Timeline

/// How far the posts of the outbox have come, by their numbers, and which of them goes out next.
struct Deliveries: Hashable, Sendable {
  private var byNumber: [Int: Delivery] = [:]
  /// Those that go out by themselves.
  private var order = DueOrder<Int>()

  /// When the next one goes out; the distant future for none.
  var next: Instant { order.next }

  /// One that is not named here waits for somebody.
  subscript(number: Int) -> Delivery? { byNumber[number] }

  var count: Int { byNumber.count }

  /// What goes out by itself, by its number.
  var planned: [(number: Int, delivery: Delivery)] {
    order.names.sorted().compactMap { number in byNumber[number].map { (number, $0) } }
  }

  /// The numbers of those whose time has come, the soonest first.
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
