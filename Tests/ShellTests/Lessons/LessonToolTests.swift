import Foundation
import Testing

/// `storyline lesson` as an author of lessons runs it.
@Suite struct LessonToolTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-lesson-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func newLessonsAreValidAndHaveASheet() throws {
    try inFolder { folder in
      let new = try Program.run(["lesson", "new", "mine.story"], folder: folder)
      #expect(new.status == 0 && new.output.contains("storyline lesson check mine.story"))
      let again = try Program.run(["lesson", "new", "mine.story"], folder: folder)
      #expect(again.status == 2 && again.errors.contains("cannot write 'mine.story'"), "nothing is written over")
      let check = try Program.run(["lesson", "check", "mine.story"], folder: folder)
      #expect(check.status == 0 && check.output == "1 lesson is sound\n")
      let notes = try Program.run(["lesson", "notes", "mine.story"], folder: folder)
      #expect(notes.status == 0)
      #expect(notes.lines.prefix(2) == ["# A first lesson", "2 steps, 10 min."])
      #expect(
        notes.lines.contains("- Ask before they try: where will the story resume?") && notes.lines.contains("hold"))
    }
  }

  /// Lessons may come from strangers: whatever their texts contain, no sheet sends commands to a terminal or an
  /// editor.
  @Test func aSheetHasNoControlCharacters() throws {
    let evil = "\\u(1B)]52;c;UFdO\\u(7) \\u(1B)]8;;http://x\\u(1B)\\\\ \\u(9B)2J \\u(202E)x \\u(1B)[31m"
    let lesson = """
      lesson "\(evil)" for 1m {
        step "\(evil)" for 1m {
          say "\(evil)"; note "\(evil)"; goal $last == 1 else "\(evil)"; hint "\(evil)"; hint "\(evil)"
          solution { print "\(evil)" }
        }
      }

      """
    try inFolder { folder in
      try lesson.write(to: folder.appending(path: "l.story"), atomically: true, encoding: .utf8)
      let notes = try Program.run(["lesson", "notes", "l.story"], folder: folder)
      #expect(notes.status == 0 && notes.output.contains("Ask and observe:"), "\(notes)")
      let harmful = notes.output.unicodeScalars.filter {
        ($0.value < 32 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
      }
      #expect(harmful.isEmpty)
    }
  }

  @Test func theSheetOfALessonOfTheProgramIsPrintedByItsName() throws {
    let notes = try Program.run(["lesson", "notes", "hold-to-pause"])
    #expect(notes.status == 0 && notes.output.hasPrefix("# Hold to pause\n\n10 steps, 25 min.\n"), "\(notes)")
    // The fork knows the answer to a prediction.
    #expect(notes.output.contains("The answer:\n\n`3s`\n") && notes.output.contains("\nWhy:\n"), "\(notes)")
    // A note of several lines is printed as a single one.
    #expect(notes.lines.contains { $0.hasPrefix("- ") && $0.contains("23s counts the time on the clock; 0s expects") })
    #expect(try Program.run(["lesson", "notes", "hold-to-paus"]).status == 2)
  }

  @Test(arguments: [
    (["lesson"], "'lesson' expects check, new, notes or grade"), (["lesson", "chek", "x"], "did you mean 'check'?"),
    (["lesson", "check", "none.story"], "none.story"), (["lesson", "notes", "none.story"], "none.story"),
    (["lesson", "check", "--trus", "x"], "did you mean '--trust'?"),
    (["lesson", "new", "no/such/folder/x.story"], "cannot write"),
  ])
  func badInputIsClear(_ words: [String], _ message: String) throws {
    try inFolder { folder in
      let result = try Program.run(words, folder: folder)
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func sheetsOfOtherFilesExplainTheError() throws {
    try inFolder { folder in
      try "print 1\n".write(to: folder.appending(path: "x.story"), atomically: true, encoding: .utf8)
      let notes = try Program.run(["lesson", "notes", "x.story"], folder: folder)
      #expect(notes.status == 2 && notes.output.isEmpty && notes.errors.contains("this file contains no lesson"))
      let check = try Program.run(["lesson", "check", "x.story"], folder: folder)
      #expect(check.status == 1 && check.errors.contains("1 fault in 1 lesson"))
    }
  }
}
