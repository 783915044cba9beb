import Testing
import Timeline
import Timers

@Suite struct TimerSessionCSVTests {
  static let header =
    "id,day,started,ended,activity,icon,allocated_seconds,actual_seconds,saved_seconds,ending,rating,device"
  static let good =
    "kitchen/1767602400000000,2026-01-05,2026-01-05T09:40:00+01:00,2026-01-05T10:00:00+01:00,"
    + "\"read, \"\"aloud\"\"\",📖,1200,1200,0,timeUp,good,kitchen"

  @Test func writesWhatTheStandardSays() {
    let record = sample(0, .good, activity: "read, \"aloud\"", offset: .hours(1))
    #expect(TimerSessionCSV.text([record]) == Self.header + "\r\n" + Self.good + "\r\n")
    #expect(TimerSessionCSV.text([]) == Self.header + "\r\n")
  }

  @Test func readsBackWhatItWrites() throws {
    var chance = SeededGenerator(seed: 21)
    let records = try randomTimerSessions(1_000, &chance)
    let file = try TimerSessionCSV.read(TimerSessionCSV.text(records))
    #expect(file.records == records && file.damaged == [])
    #expect(file.rows.map(\.line) == Array(2...1_001))
  }

  @Test func readsWhatSpreadsheetsMakeOfIt() throws {
    let columns = Self.header.split(separator: ",")
    let fields = [
      "kitchen", "", "early", "0.5", "1199.5", "1200", "📖", "reading", "2026-01-05T09:00:00Z",
      "2026-01-05T08:00:00Z", "2026-01-05", "k/1",
    ]
    let text =
      "\u{FEFF}" + columns.reversed().joined(separator: ",") + "\n\n\"" + fields.joined(separator: "\",\"") + "\""
    let file = try TimerSessionCSV.read(text)
    #expect(file.damaged == [])
    #expect(file.rows.map(\.line) == [3])
    #expect(file.records.first?.saved == .milliseconds(500) && file.records.first?.rating == nil)
    #expect(try TimerSessionCSV.read(text.split(separator: "\n").joined(separator: "\r")).records == file.records)
  }

  static let damages: [(String, String, RowProblem)] = [
    ("kitchen/1767602400000000", "a b", .unreadable(.id, "a b")),
    ("2026-01-05,2", "2026-02-30,2", .unreadable(.day, "2026-02-30")),
    (
      "2026-01-05,2", "2026-01-06,2",
      .timerSession(.dayDoesNotFit(monday.adding(1), expected: monday))
    ),
    ("T10:00:00+01:00", "T10:00:00", .unreadable(.ended, "2026-01-05T10:00:00")),
    ("T10:00:00+01:00", "T09:00:00+01:00", .timerSession(.endsBeforeStart)),
    ("📖", "📖📖", .unreadable(.icon, "📖📖")), ("📖", "", .empty(.icon)),
    (",1200,1200,0", ",1200,1200,1", .savedDoesNotFit(.seconds(1), expected: .zero)),
    (",1200,1200,0", ",1200,x,0", .unreadable(.actual, "x")),
    (
      ",1200,1200,0", ",0,0,0",
      .timerSession(.allocatedOutOfRange(.zero, allowed: Countdown.lengths))
    ),
    ("timeUp", "early", .timerSession(.endingDoesNotFit(.early))), ("timeUp", "late", .unreadable(.ending, "late")),
    ("good", "great", .unreadable(.rating, "great")), (",kitchen", "", .fieldCount(11, expected: 12)),
    (",kitchen", ",kitchen,", .fieldCount(13, expected: 12)), (",kitchen", ",\"kitchen", .quoteNotClosed),
    (",kitchen", ",\"kitchen\" ", .strayQuote), (",kitchen", ",kit\"chen", .strayQuote),
    (",kitchen", ",", .empty(.device)),
  ]

  @Test(arguments: damages)
  func damagedRowsSayWhatIsWrong(part: String, other: String, problem: RowProblem) throws {
    let pieces = Self.good.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(pieces.count == 2)
    let bad = pieces.joined(separator: other)
    let file = try TimerSessionCSV.read([Self.header, Self.good, bad, Self.good, ""].joined(separator: "\r\n"))
    #expect(file.rows.map(\.line) == [2, 4], "a damaged row swallows no other")
    #expect(file.damaged.map(\.problem) == [problem])
    #expect(file.damaged.first?.line == 3 && file.damaged.first?.text == bad)
  }

  /// A text that ends within its last line is damaged there; a text that lacks only the final line end is intact.
  @Test func everyCutIsDamageOrWhole() throws {
    let text = [Self.header, Self.good, Self.good].joined(separator: "\r\n")
    #expect(try TimerSessionCSV.read(text).damaged == [] && TimerSessionCSV.read(text).rows.count == 2)
    #expect(try TimerSessionCSV.read(text + "\r").damaged == [])
    for cut in 1..<Self.good.utf8.count {
      let bytes = text.utf8.dropLast(cut)
      guard let beginning = String(bytes) else { continue }
      let file = try TimerSessionCSV.read(beginning)
      #expect(file.rows.map(\.line) == [2] && file.damaged.map(\.line) == [3], "\(cut): \(beginning.suffix(20))")
    }
  }

  /// Names from other programs may be as long as the name of a device or an activity can be, and no longer.
  @Test func namesFromElsewhereHaveALongestLength() throws {
    let (device, activity) = (String(repeating: "d", count: 64), String(repeating: "a", count: 30))
    func rows(_ part: String, _ other: String) throws -> TimerSessionImport {
      try TimerSessionCSV.read([Self.header, Self.good.replacing(part, with: other), ""].joined(separator: "\r\n"))
    }
    #expect(try rows("good,kitchen", "good,\(device)").rows.count == 1)
    #expect(
      try rows("good,kitchen", "good,\(device)d").damaged.map(\.problem) == [.timerSession(.badDevice(device + "d"))])
    let quoted = "\"read, \"\"aloud\"\"\""
    #expect(try rows(quoted, activity).rows.count == 1)
    #expect(try rows(quoted, activity + "a").damaged.map(\.problem) == [.timerSession(.badActivity(activity + "a"))])
  }

  @Test func withoutItsHeaderNothingIsRead() throws {
    #expect(throws: TimerSessionCSV.BadHeader(missing: [.id], unknown: ["Id", "day"])) {
      try TimerSessionCSV.read("Id,day," + Self.header.dropFirst(3))
    }
    #expect(throws: TimerSessionCSV.BadHeader.self) { try TimerSessionCSV.read(Self.good) }
    #expect(try TimerSessionCSV.read("").rows == [])
    #expect(try TimerSessionCSV.read("\r\n" + Self.header).rows == [])
  }

  @Test func everyLineIsARowOrDamaged() throws {
    var chance = SeededGenerator(seed: 22)
    let lines = TimerSessionCSV.text(try randomTimerSessions(20, &chance)).split(separator: "\r\n").map {
      Array($0.utf8)
    }
    for _ in 0..<3_000 {
      var line = lines[1 + Int(chance.next() % 20)]
      for _ in 0..<(1 + chance.next() % 4) {
        let place = Int(chance.next() % UInt64(line.count))
        line[place] = [UInt8(ascii: "\""), UInt8(ascii: ","), 0xC3, 0, UInt8(ascii: "9")][Int(chance.next() % 5)]
      }
      let file = try TimerSessionCSV.read(Self.header + "\n" + String(decoding: line, as: UTF8.self) + "\n" + Self.good)
      guard file.rows.count + file.damaged.count == 2, file.rows.last?.line == 3 else {
        Issue.record("\(String(decoding: line, as: UTF8.self))")
        return
      }
    }
  }
}
