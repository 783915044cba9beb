import Bluesky
import Timeline

/// How far the posts of the outbox have come, by their numbers, and which of them goes out next.
struct Deliveries: Hashable, Sendable {
  private struct Due: Hashable, Sendable, Comparable {
    let instant: Instant
    let number: Int
    static func < (a: Due, b: Due) -> Bool { (a.instant, a.number) < (b.instant, b.number) }
  }

  private var byNumber: [Int: Delivery] = [:]
  /// Those that go out by themselves, the soonest last: it is asked for at each instant, and is the first to go.
  private var order: [Due] = []

  /// When the next one goes out; the distant future for none.
  var next: Instant { order.last?.instant ?? .distantFuture }

  /// One that is not named here waits for somebody.
  subscript(number: Int) -> Delivery? { byNumber[number] }

  var count: Int { byNumber.count }

  /// What goes out by itself, by its number.
  var planned: [(number: Int, delivery: Delivery)] {
    order.map(\.number).sorted().compactMap { number in byNumber[number].map { (number, $0) } }
  }

  /// The numbers of those whose time has come, the soonest first.
  func due(by instant: Instant) -> [Int] {
    order.reversed().prefix { $0.instant <= instant }.map(\.number)
  }

  /// - Complexity: O(log n) to find the place, and a move of memory.
  mutating func change(_ number: Int, _ body: (inout Delivery) -> Void) {
    let before = byNumber[number]?.due
    body(&byNumber[number, default: Delivery()])
    let after = byNumber[number]?.due
    guard before != after else { return }
    if let before { order.remove(at: place(Due(instant: before, number: number))) }
    if let after {
      let due = Due(instant: after, number: number)
      order.insert(due, at: place(due))
    }
  }

  mutating func remove(_ number: Int) {
    guard let delivery = byNumber.removeValue(forKey: number), let due = delivery.due else { return }
    order.remove(at: place(Due(instant: due, number: number)))
  }

  /// Where one stands, or would.
  private func place(_ due: Due) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle] > due { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
