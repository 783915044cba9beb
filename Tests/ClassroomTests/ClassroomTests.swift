import JSON
import Testing
import Timeline

@testable import Classroom

/// A class: its door, what learners report, and what the teacher sees.
struct ClassroomTests {
  private func room() -> Classroom { Classroom(code: "4711", key: "secret", lesson: "hold-to-pause") }

  private func row(_ room: Classroom, _ index: Int, at now: Duration = .zero) -> JSON? {
    guard case .array(let rows)? = room.board(at: now)["learners"], rows.indices.contains(index) else { return nil }
    return rows[index]
  }

  @Test func theCodeOpensTheDoor() throws {
    var room = room()
    #expect(throws: Classroom.Problem.wrongCode) {
      try room.join("Ada", code: "4712", token: "a", from: "1.1.1.1", at: .zero)
    }
    #expect(try room.join("Ada", code: " 4711 ", token: "a", from: "1.1.1.1", at: .zero) == "Ada")
    #expect(throws: Classroom.Problem.noName) {
      try room.join(" \u{202E}\n", code: "4711", token: "b", from: "1.1.1.1", at: .zero)
    }
    #expect(room.learners.count == 1)
  }

  /// Ten wrong codes a minute from one address, and others are not kept waiting.
  @Test func codesCannotBeGuessed() throws {
    var room = room()
    for second in 0..<10 {
      #expect(throws: Classroom.Problem.wrongCode) {
        try room.join("Eve", code: "\(second)", token: "e", from: "6.6.6.6", at: .seconds(Int64(second)))
      }
    }
    #expect(throws: Classroom.Problem.tooManyTries) {
      try room.join("Eve", code: "4711", token: "e", from: "6.6.6.6", at: .seconds(30))
    }
    #expect(try room.join("Ada", code: "4711", token: "a", from: "1.1.1.1", at: .seconds(30)) == "Ada")
    #expect(try room.join("Eve", code: "4711", token: "e", from: "6.6.6.6", at: .seconds(61)) == "Eve")
  }

  /// Names are also names of files, so equal ones get numbers.
  @Test func namesAreUnique() throws {
    var room = room()
    let names = try ["Ada", "ada", "A-d a", "../x", "Ada 2"].enumerated().map { index, name in
      try room.join(name, code: "4711", token: "\(index)", from: "1.1.1.1", at: .zero)
    }
    #expect(names == ["Ada", "ada 2", "A-d a", "../x", "Ada 2 2"])
    let files = try names.indices.map { index in
      try room.handIn([], lesson: "hold-to-pause", of: "\(index)", at: .zero)
    }
    #expect(
      files == [
        "ada-hold-to-pause.story", "ada-2-hold-to-pause.story", "a-d-a-hold-to-pause.story", "x-hold-to-pause.story",
        "ada-2-2-hold-to-pause.story",
      ])
    #expect(Set(files).count == files.count)
  }

  @Test(arguments: [
    "", "/", "..", "../../etc/passwd", "\u{0}", ".hidden", "con", "a/b", "名前", "e\u{301}\u{301}\u{301}\u{301}",
  ])
  func aFileStaysInItsFolder(_ name: String) {
    let file = Classroom.fileName(name)
    #expect(!file.isEmpty && !file.contains("/") && !file.hasPrefix(".") && file.utf8.count <= 240)
  }

  @Test func theBoardShowsWhereLearnersAre() throws {
    var room = room()
    _ = try room.join("Ada", code: "4711", token: "a", from: "1.1.1.1", at: .zero)
    let before = room.version
    try room.report(
      .init(lesson: "Hold", step: 2, count: 8, title: "Let\u{1B}[31m go", tries: 3), of: "a", at: .seconds(5))
    #expect(room.version > before)
    let row = row(room, 0, at: .seconds(65))
    #expect(row?["step"] == .integer(2))
    #expect(row?["title"] == .string("Let [31m go"))
    #expect(row?["tries"] == .integer(3))
    #expect(row?["quiet"] == .integer(60))
    let same = room.version
    try room.report(
      .init(lesson: "Hold", step: 2, count: 8, title: "Let\u{1B}[31m go", tries: 3), of: "a", at: .seconds(9))
    #expect(room.version == same)
    #expect(throws: Classroom.Problem.unknown) { try room.report(.init(), of: "nobody", at: .zero) }
  }

  @Test func predictionsAreHiddenUntilAllAreOpened() throws {
    var room = room()
    _ = try room.join("Ada", code: "4711", token: "a", from: "1.1.1.1", at: .zero)
    try room.predict("3 s", step: 1, of: "a", at: .zero)
    #expect(!room.board(at: .zero).text.contains("3 s"))
    #expect(!room.news.text.contains("3 s"))
    #expect(row(room, 0)?["hasPredicted"] == .bool(true))
    room.open(true)
    #expect(room.board(at: .zero).text.contains("3 s"))
    #expect(room.news["predictions"] == .array([.string("3 s")]))
    room.open(false)
    #expect(!room.news.text.contains("3 s"))
  }

  @Test func questionsWaitForTheTeacher() throws {
    var room = room()
    _ = try room.join("Ada", code: "4711", token: "a", from: "1.1.1.1", at: .zero)
    try room.ask("Why?", of: "a", at: .zero)
    try room.ask("How?", of: "a", at: .zero)
    room.answer(0, question: 0)
    room.answer(0, question: 9)
    room.answer(7, question: 0)
    #expect(row(room, 0)?["questions"] == .array([.string("How?")]))
    #expect(throws: Classroom.Problem.tooMuch) {
      for number in 0..<100 { try room.ask("\(number)", of: "a", at: .zero) }
    }
  }

  @Test func aClassIsNotLargerThanItsLimits() throws {
    var room = room()
    for number in 0..<Classroom.learnerLimit {
      _ = try room.join("L\(number)", code: "4711", token: "\(number)", from: "1.1.1.1", at: .zero)
    }
    #expect(throws: Classroom.Problem.full) {
      try room.join("one more", code: "4711", token: "x", from: "1.1.1.1", at: .zero)
    }
    #expect(throws: Classroom.Problem.tooMuch) {
      try room.handIn([UInt8](repeating: 0, count: Classroom.workLimit + 1), lesson: "x", of: "1", at: .zero)
    }
    try room.ask(String(repeating: "é", count: 100_000), of: "1", at: .zero)
    guard case .array(let questions)? = row(room, 1)?["questions"] else {
      Issue.record("no questions")
      return
    }
    #expect(questions[0].stringValue?.count == Classroom.textLimit)
  }
}
