import JournalTesting
import Testing
import Timeline

@testable import Journal

@Suite struct LineTests {
  /// The documented format: a change here makes files that older programs cannot read.
  @Test func linesAreAsDocumented() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    try journal.append([
      Event(
        id: id("timer.saved/kitchen/1"), type: "timer.saved", instant: .practiceStart,
        local: .init(at: .practiceStart, offset: .hours(-10)), payload: ["activity": "čtení", "stars": 15]),
      Event(id: id("x"), type: "a", instant: Instant(microseconds: -5)),
    ])
    let expected = """
      043b1a83 {"format":"storyline-journal","version":1,"kind":"real","device":"kitchen"}
      CHECKSUM {"seq":1,"at":1767603600000000,"device":"kitchen","type":"timer.saved","id":"timer.saved/kitchen/1",\
      "day":"2026-01-04","offset":-36000,"data":{"activity":"čtení","stars":15}}
      CHECKSUM {"seq":2,"at":-5,"device":"kitchen","type":"a","id":"x","data":{}}

      """
    let text = files.text("state/kitchen.journal")
    let unchecked = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      index == 0 || line.isEmpty ? String(line) : "CHECKSUM" + line.dropFirst(8)
    }
    #expect(unchecked.joined(separator: "\n") == expected)
  }

  private func fields(_ json: String) -> LineFields? {
    Array(json.utf8).withUnsafeBytes { LineFields($0) }
  }

  @Test func unknownFieldsArePassedOver() {
    let json = #"{"seq":1,"new":{"a":["}",1]},"at":2,"device":"d","more":"x\"y","type":"t","id":"i","data":{"data":1}}"#
    #expect(fields(json)?.instant == 2)
    #expect(fields(json)?.data.count == 10)
  }

  @Test(arguments: [
    #"{}"#, #"{"seq":1}"#, #"{"seq":0,"at":2,"device":"d","type":"t","id":"i","data":{}}"#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"i"}"#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"","data":{}}"#,
    #"{"seq":1,"at":9223372036854775808,"device":"d","type":"t","id":"i","data":{}}"#,
    #"{"seq":4294967296,"at":2,"device":"d","type":"t","id":"i","data":{}}"#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"a\"b","data":{}}"#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"i","data":3}"#, #"{"seq":1,"#, #"{"seq"#, #"{""#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"i","data":}"#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"a\\b","data":{}}"#,
    #"{"seq":1,"at":2,"device":"d","type":"t","id":"a b","data":{}}"#,
    #"{"seq":1,"at":2,"device":"d","type":"té","id":"i","data":{}}"#,
    "{\"seq\":1,\"at\":2,\"device\":\"d\u{7F}\",\"type\":\"t\",\"id\":\"i\",\"data\":{}}",
  ])
  func invalidEventsAreRefused(json: String) { #expect(fields(json) == nil) }

  @Test func everyChangedByteIsNoticed() {
    let line = Line.framing(Array(#"{"seq":1}"#.utf8)).dropLast()
    for index in line.indices {
      for bit in 0..<8 {
        var changed = Array(line)
        changed[index] ^= 1 << UInt8(bit)
        #expect(changed.withUnsafeBytes { Line.json(of: $0, Checksum()) == nil })
      }
    }
  }
}
