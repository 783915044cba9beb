import Testing
import Timeline
import Timers

@testable import TimersWing

@Suite struct PINRecordTests {
  static let hash = "$y$j9T$75GCtoNg/r/KIcxDsAzU11$hH5H1y8NFs1nZwxWt3aMJBeXybpl.gDcpzuzjArYvY6"

  static func lines(_ rest: String...) -> String { (["storyline pin 1"] + rest + ["end", ""]).joined(separator: "\n") }

  @Test func everyRecordIsReadAsItWasWritten() throws {
    var record = PINRecord()
    #expect(record.text == Self.lines("setup notOffered", "wrong 0"))
    #expect(try PINRecord(parsing: record.text) == record)
    for input in [PINSetUp.Input.offer, .decline] {
      _ = record.setUp.handle(input)
      #expect(try PINRecord(parsing: record.text) == record)
    }
    record.set(hash: Self.hash)
    #expect(record.text == Self.lines("setup set", "hash \(Self.hash)", "wrong 0"))
    _ = try record.policy.tried(matches: false, at: Instant(microseconds: -7))
    #expect(record.text == Self.lines("setup set", "hash \(Self.hash)", "wrong 1", "last -7"))
    #expect(try PINRecord(parsing: record.text) == record)
    record.remove()
    #expect(record.text == Self.lines("setup offered", "wrong 0"))
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("rubbish", "its first line is not the header of a PIN file"),
    ("storyline pin 2\nend\n", "it is from another version of Storyline"),
    ("storyline pin 1\nsetup set\nhash \(hash)\nwrong 0\n", "its end is missing"),
    ("storyline pin 1\nsetup set\nhash \(hash)\nwrong 0\nend", "its end is missing"),
    (lines("wrong 0"), "its `setup` line is missing or damaged"),
    (lines("setup open", "wrong 0"), "its `setup` line is missing or damaged"),
    (lines("setup set", "wrong 0"), "its hash is missing or damaged"),
    (lines("setup set", "hash 1234", "wrong 0"), "its hash is missing or damaged"),
    (lines("setup declined", "hash \(hash)", "wrong 0"), "its hash is missing or damaged"),
    (lines("setup set", "hash \(hash)"), "its `wrong` line is missing or damaged"),
    (lines("setup set", "hash \(hash)", "wrong -1"), "its `wrong` line is missing or damaged"),
    (lines("setup set", "hash \(hash)", "wrong 4"), "its `last` line is missing or damaged"),
    (lines("setup set", "hash \(hash)", "wrong 4", "last soon"), "its `last` line is missing or damaged"),
    (lines("setup set", "hash \(hash)", "wrong 0", "last 5"), "its `last` line is missing or damaged"),
    (lines("setup set", "setup set", "hash \(hash)", "wrong 0"), "one of its lines is damaged"),
    (lines("setup set", "hash \(hash)", "wrong 0", "more 1"), "one of its lines is damaged"),
    (lines("setup declined", "", "wrong 0"), "one of its lines is damaged"),
    (lines("setup declined", "wrong 9", "last -0"), "one of its lines is damaged"),
    (lines("setup declined", "wrong +9", "last 5"), "one of its lines is damaged"),
    (lines("wrong 0", "setup declined"), "one of its lines is damaged"),
  ])
  func damageIsNamed(_ text: String, _ reason: String) {
    #expect(throws: PINRecord.Damage(reason: reason)) { try PINRecord(parsing: text) }
  }

  @Test func noTruncatedFileIsRead() throws {
    let text = Self.lines("setup set", "hash \(Self.hash)", "wrong 4", "last 1767603600000000")
    _ = try PINRecord(parsing: text)
    for count in 0..<text.count {
      #expect(throws: PINRecord.Damage.self) { try PINRecord(parsing: String(text.prefix(count))) }
    }
  }
}
