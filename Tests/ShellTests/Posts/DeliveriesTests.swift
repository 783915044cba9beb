import Bluesky
import Testing
import Timeline

@testable import SessionState

/// The next post to be sent, however the times of the posts change.
@Suite struct DeliveriesTests {
  /// Compares the queue with a table that is searched each time.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func deliveriesMatchTheTable(seed: UInt64) {
    var chance = SeededGenerator(seed: seed, stream: 3)
    var (deliveries, table) = (Deliveries(), [Int: Instant?]())
    for _ in 0..<400 {
      let number = Int.random(in: 1...12, using: &chance)
      let due = Bool.random(using: &chance) ? Instant(microseconds: .random(in: 0...9, using: &chance)) : nil
      switch Int.random(in: 0...3, using: &chance) {
      case 0:
        deliveries.remove(number)
        table[number] = nil
      case 1 where due == nil:
        deliveries.change(number) { $0.park("x") }
        table[number] = .some(nil)
      default:
        guard let due else { continue }
        deliveries.change(number) { $0.postpone(to: due) }
        table[number] = due
      }
      let planned = table.compactMap { number, due in due.map { (number, $0) } }
      #expect(deliveries.next == planned.map(\.1).min() ?? .distantFuture)
      let now = Instant(microseconds: .random(in: 0...9, using: &chance))
      #expect(deliveries.due(by: now) == planned.filter { $0.1 <= now }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0))
      #expect(deliveries.planned.map(\.number) == planned.map(\.0).sorted())
      #expect(deliveries.count == table.count)
    }
  }
}
