import Testing
import Timeline

@testable import StoryScript

/// Records keep the order of their fields through removals, which leave gaps in large ones.
@Suite struct RecordTests {
  /// Random changes of records that share storage, compared with pairs in an array.
  @Test(arguments: 0..<20) func changesAgreeWithPairs(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed), stream: 3)
    var records: [(record: Record, pairs: [(name: String, value: Double)])] = [(Record(), [])]
    for step in 0..<600 {
      let at = Int.random(in: 0..<records.count, using: &random)
      let name = "k\(Int.random(in: 0..<(seed % 2 == 0 ? 12 : 60), using: &random))"
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where records.count < 4: records.append(records[at])
      case 0...3:
        records[at].record[name] = nil
        records[at].pairs.removeAll { $0.name == name }
      default:
        records[at].record[name] = .number(Double(step))
        if let place = records[at].pairs.firstIndex(where: { $0.name == name }) {
          records[at].pairs[place].value = Double(step)
        } else {
          records[at].pairs.append((name, Double(step)))
        }
      }
      for (record, pairs) in records {
        #expect(record.names == pairs.map(\.name))
        #expect(record.values.map(\.number) == pairs.map(\.value))
        #expect(record.count == pairs.count)
        #expect(record[name]?.number == pairs.first { $0.name == name }?.value)
      }
    }
  }

  @Test func aGapCanBeFilledAgain() {
    var record = Record()
    for index in 0..<20 { record["k\(index)"] = .number(Double(index)) }
    let names = record.names
    let removed = ["k3", "k0", "k19"].map { ($0, record.remove($0)) }
    #expect(record.count == 17)
    for (name, field) in removed.reversed() {
      guard let field, let gap = field.gap else {
        Issue.record("\(name) left no gap")
        return
      }
      record.restore(name, field.value, at: gap)
    }
    #expect(record.names == names)
    #expect(record.values.map(\.number) == (0..<20).map { Double($0) })
    record["last"] = .number(0)
    record.removeLast()
    #expect(record.names == names)
  }

  /// The owners of storage are counted in place, and two values are one only if they share it.
  @Test func sharingIsSeen() {
    var list = Value.list([.number(1), .number(2)])
    var record = Value.record(["a": .number(1)])
    var text = Value.text(String(repeating: "x", count: 100))
    func owners() -> [Bool] { [list.isShared, record.isShared] }
    #expect(owners() == [false, false])
    var (list2, record2, text2) = (list, record, text)
    #expect(owners() == [true, true])
    func same() -> [Bool] {
      [
        Value.isSame(&list, &list2), Value.isSame(&record, &record2), Value.isSame(&text, &text2),
        Value.isSame(&list, &record),
      ]
    }
    #expect(same() == [true, true, true, false])
    list2 = .list([.number(1), .number(2)])
    record2 = .record(["a": .number(1)])
    text2 = .text(String(repeating: "x", count: 100))
    #expect(owners() == [false, false])
    #expect(same() == [false, false, false, false])
  }
}
