import Testing
import Timeline
import Timers

@Suite struct TimerSessionJSONTests {
  static let good =
    #"{"id":"kitchen/1767602400000000","day":"2026-01-05","started":"2026-01-05T09:40:00+01:00","#
    + #""ended":"2026-01-05T10:00:00+01:00","activity":"read \"aloud\"","icon":"📖","allocated_seconds":1200,"#
    + #""actual_seconds":1200,"saved_seconds":0,"ending":"timeUp","rating":null,"device":"kitchen"}"#
  static let record = sample(0, activity: "read \"aloud\"", offset: .hours(1))

  @Test func writesOneObjectALine() {
    #expect(TimerSessionJSON.text([Self.record]) == "[\n\(Self.good)\n]\n")
    #expect(TimerSessionJSON.text([Self.record, Self.record]) == "[\n\(Self.good),\n\(Self.good)\n]\n")
    #expect(TimerSessionJSON.text([]) == "[]\n")
  }

  @Test func readsBackWhatItWrites() throws {
    var chance = SeededGenerator(seed: 31)
    let records = try randomTimerSessions(1_000, &chance)
    let file = TimerSessionJSON.read(TimerSessionJSON.text(records))
    #expect(file.records == records && file.damaged == [])
    #expect(file.rows.map(\.line) == Array(2...1_001))
  }

  @Test func readsAnyLayout() {
    let spread = Self.good.split(separator: ",").joined(separator: " ,\r\n\t").split(separator: ":\"")
      .joined(separator: " : \"")
    let escaped = Self.good.split(separator: "📖").joined(separator: #"\ud83d\uDCD6"#)
    for text in [Self.good, "\u{FEFF}[\(Self.good)]", "[\(Self.good), \(Self.good)]", spread, escaped] {
      let file = TimerSessionJSON.read(text)
      #expect(file.damaged == [] && Set(file.records) == [Self.record])
    }
    #expect(TimerSessionJSON.read("\(Self.good)\n\(Self.good)").rows.map(\.line) == [1, 2])
    #expect(TimerSessionJSON.read("").rows == [] && TimerSessionJSON.read(" [ ] ").damaged == [])
  }

  static let damages: [(String, String, RowProblem)] = [
    ("{", "", .syntax(expected: "'{'")), ("{", "{{", .syntax(expected: "a name in quotes")),
    ("kitchen\"}", "kitchen\"", .syntax(expected: "a name in quotes")),
    ("kitchen\"}", "kitchen\" 5}", .syntax(expected: "',' or '}'")),
    ("kitchen\"}", "kitchen", .syntax(expected: "a closing quote")),
    ("kitchen\"}", "kit\\qchen\"}", .syntax(expected: "an escape")),
    ("kitchen\"}", "\\u12\"}", .syntax(expected: "four hex digits")),
    ("kitchen\"}", "\\uDC00\"}", .syntax(expected: "the second half of a surrogate pair")),
    ("kitchen\"}", "\\uD83D\\u0041\"}", .syntax(expected: "the second half of a surrogate pair")),
    ("\"id\":", "\"id\"", .syntax(expected: "':'")),
    ("null", "nil", .syntax(expected: "'null'")),
    ("null", "[]", .syntax(expected: "a string, a number or null")), ("null", "5", .wrongType(.rating)),
    ("\"timeUp\"", "null", .wrongType(.ending)), ("1200", "\"1200\"", .wrongType(.allocated)),
    ("1200", "1.2e3", .unreadable(.allocated, "1.2e3")), ("1200", "-1200", .unreadable(.allocated, "-1200")),
    ("\"id\"", "\"ID\"", .unknownColumn("ID")), ("\"day\"", "\"id\"", .doubledColumn(.id)),
    (",\"device\":\"kitchen\"", "", .missing(.device)),
    ("\"timeUp\"", "\"early\"", .timerSession(.endingDoesNotFit(.early))),
  ]

  @Test(arguments: damages)
  func damagedObjectsSayWhatIsWrong(part: String, other: String, problem: RowProblem) {
    let pieces = Self.good.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(pieces.count == 2)
    let bad = pieces.joined(separator: other)
    let file = TimerSessionJSON.read("[\n\(Self.good),\n\(bad),\n\(Self.good)\n]\n")
    #expect(file.rows.map(\.line) == [2, 4], "a damaged object swallows no other")
    #expect(file.damaged.map(\.problem) == [problem])
    #expect(file.damaged.first?.line == 3)
    #expect(file.damaged.first.map { $0.text == bad || $0.text == bad + "," } == true)
  }

  /// A file that was cut off at any byte is damaged: nothing is imported from it.
  @Test(arguments: [0, 1, 3]) func everyBeginningIsDamaged(_ count: Int) throws {
    var chance = SeededGenerator(seed: 33)
    let bytes = Array(TimerSessionJSON.text(try randomTimerSessions(count, &chance)).utf8)
    // Without the final line end the array is intact.
    #expect(TimerSessionJSON.read(String(decoding: bytes.dropLast(), as: UTF8.self)).damaged == [])
    for length in 1..<(bytes.count - 1) {
      let file = TimerSessionJSON.read(String(decoding: bytes[..<length], as: UTF8.self))
      #expect(!file.damaged.isEmpty, "\(length) of \(bytes.count) bytes")
    }
  }

  @Test(
    arguments: [
      ("[", 1, "']'"), ("[\n", 2, "']'"), ("[[", 1, "'{'"), ("[]]", 1, "nothing more"), ("[[]]", 1, "'{'"),
      ("[\n]\n]\n", 3, "nothing more"), ("[]\n\n x", 3, "nothing more"), ("[] []", 1, "nothing more"),
      ("]", 1, "'{'"), ("[{}", 1, nil), ("[]{}", 1, "nothing more"), ("[]\u{0}", 1, "nothing more"),
      ("[],", 1, "nothing more"), ("[]\n,", 2, "nothing more"), ("[,]", 1, "'{'"), (",", 1, "'{'"), (",[]", 1, "'{'"),
      ("[\n,,\n]", 2, "'{'"), ("[] , x", 1, "nothing more"),
      (String(repeating: "[", count: 1_000_000), 1, "'{'"), (String(repeating: "[\n", count: 1_000), 2, "'{'"),
    ] as [(String, Int, String?)])
  func bracketsThatDoNotFit(_ text: String, _ line: Int, _ expected: String?) {
    let file = TimerSessionJSON.read(text)
    #expect(file.rows.isEmpty && file.damaged.first?.line == line)
    if let expected { #expect(file.damaged.first?.problem == .syntax(expected: expected)) }
    #expect(file.damaged.count < 5)
  }

  /// An array has one comma between two objects: with none, or one too many, something is missing.
  @Test(arguments: [
    ("[\n$,\n]", 3), ("[\n,$\n]", 2), ("[\n$,,\n$\n]", 2), ("[\n$\n$\n]", 3), ("[\n$\n],", 3), ("$,\n$", 1), ("$,", 1),
    ("[$],\n[$]", 1),
  ])
  func commasThatDoNotFit(_ form: String, _ line: Int) {
    let file = TimerSessionJSON.read(form.replacing("$", with: Self.good))
    #expect(file.damaged.first?.line == line, "\(file.damaged)")
    #expect(file.rows.count == form.count { $0 == "$" }, "what can be read is read")
  }

  /// If the rest is imported anyway, all readable records are included.
  @Test func readablePartsOfADamagedFile() {
    let cut = TimerSessionJSON.read("[\n\(Self.good),\n\(Self.good.dropLast(9))")
    #expect(cut.records == [Self.record] && !cut.damaged.isEmpty)
    let open = TimerSessionJSON.read("[\n\(Self.good)\n")
    #expect(open.records == [Self.record] && open.damaged.map(\.line) == [3])
    let two = TimerSessionJSON.read("[\n\(Self.good)\n]\n[\n\(Self.good)\n]\n")
    #expect(two.records == [Self.record, Self.record] && two.damaged.map(\.line) == [4])
  }

  @Test func noTextMakesItFailOrHang() throws {
    var chance = SeededGenerator(seed: 32)
    let bytes = Array(TimerSessionJSON.text(try randomTimerSessions(4, &chance)).utf8)
    for _ in 0..<2_000 {
      var text = bytes
      for _ in 0..<(1 + chance.next() % 5) {
        let place = Int(chance.next() % UInt64(text.count))
        switch chance.next() % 3 {
        case 0: text[place] = UInt8(chance.next() % 128)
        case 1: text.remove(at: place)
        default: text.insert(Array("{}[]\",:\\\n".utf8)[Int(chance.next() % 9)], at: place)
        }
      }
      let file = TimerSessionJSON.read(String(decoding: text, as: UTF8.self))
      guard file.rows.count <= 4 else {
        Issue.record("\(file.rows.count)")
        return
      }
    }
    let deep = TimerSessionJSON.read(String(repeating: "{\n", count: 20_000))
    #expect(deep.rows == [] && deep.damaged.count == 20_000)
  }
}
