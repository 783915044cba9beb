import Testing
import Timeline

@Suite struct SharedValueTests {
  private struct Holder: Equatable {
    @CopyOnWrite var numbers: [Int]
    init(_ numbers: [Int]) { _numbers = CopyOnWrite(wrappedValue: numbers) }
    func isShared(with other: Holder) -> Bool { $numbers.isShared(with: other.$numbers) }
  }

  @Test func aCopyIsSharedUntilOneChanges() {
    let first = Holder([1, 2])
    var second = first
    #expect(second.isShared(with: first) && second == first)
    second.numbers.append(3)
    #expect(!second.isShared(with: first) && second != first)
    #expect(first.numbers == [1, 2] && second.numbers == [1, 2, 3])
    second.numbers.removeLast()
    #expect(second == first && !second.isShared(with: first), "equal without being one")
    let hashes = (CopyOnWrite(wrappedValue: [1]).hashValue, CopyOnWrite(wrappedValue: [1]).hashValue)
    #expect(hashes.0 == hashes.1)
    #expect(CopyOnWrite(wrappedValue: [1]).hashValue != CopyOnWrite(wrappedValue: [2]).hashValue)
    #expect(CopyOnWrite<Int64>.bytes == 24)
  }
}
