import Testing

@testable import StoryScript

/// A list that loses items at its front equals the list of the remaining items.
@Suite struct ValueListTests {
  private static func numbers(_ list: some Sequence<Value>) -> [Double] { list.compactMap(\.number) }

  /// Identical operations on an array and on a list, in random order.
  @Test(arguments: 0..<20) func doesWhatAnArrayDoes(_ seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var (model, list) = ((0..<40).map(Double.init), ValueList((0..<40).map { .number(Double($0)) }))
    for step in 0..<400 {
      switch draw(4) {
      case 0:
        model.append(Double(step))
        list.append(.number(Double(step)))
      case 1:
        model += [1, 2]
        list.append(contentsOf: [.number(1), .number(2)])
      case 2 where !model.isEmpty:
        let from = draw(min(4, model.count))
        let to = model.count - draw(min(2, model.count - from))
        model = Array(model[from..<to])
        list.keep(from..<to)
      default:
        guard !model.isEmpty else { continue }
        let place = draw(model.count)
        model[place] += 0.5
        list.change(at: place) { $0 = .number(($0.number ?? 0) + 0.5) }
      }
      #expect(Self.numbers(list) == model)
      #expect(Self.numbers(list.array) == model)
      #expect(list.withContiguousStorageIfAvailable { Self.numbers($0) } == model)
    }
  }

  /// Removed items are released, not only hidden.
  @Test func removedItemsAreReleased() throws {
    var list = ValueList((0..<10).map { .number(Double($0)) })
    list.keep(3..<10)
    let storage = try #require(Mirror(reflecting: list).children.first { $0.label == "storage" }?.value as? [Value])
    #expect(storage.prefix(3).count { $0.isNone } == 3)
    #expect(storage.compactMap(\.number) == [3, 4, 5, 6, 7, 8, 9])
  }

  @Test func copiesKeepTheirItems() {
    var queue = ValueList((0..<10).map { .number(Double($0)) })
    queue.keep(2..<10)
    let copy = queue
    #expect(copy.hasStorage(of: queue))
    queue.keep(1..<8)
    #expect(Self.numbers(copy) == [2, 3, 4, 5, 6, 7, 8, 9])
    #expect(Self.numbers(queue) == [3, 4, 5, 6, 7, 8, 9])
    #expect(!copy.hasStorage(of: queue))
  }
}
