import Foundation
import Testing

@testable import PostsWing
@testable import SessionState
@testable import ShellCore

/// The numbers that name posts and drafts, in all shells of a state folder.
@Suite final class FolderNumbersTests {
  private let folder = Scratch.path()
  private let shared = Scratch.path()
  private let other = Scratch.path()

  deinit { for path in [folder, shared, other] { try? FileManager.default.removeItem(atPath: path) } }

  private func run(_ script: String, _ state: String? = nil) throws -> String {
    try Program.output(script, state: state ?? folder).trimmingCharacters(in: .newlines)
  }

  private func fails(_ script: String) throws -> String {
    let result = try Program.run(["--quiet", "--state", folder, "-c", script])
    #expect(result.status == 1)
    return result.errors
  }

  private static let drafts = "print (drafts | each { \"{$it.draft} {$it.text}\" })"
  private static let posts = "print (outbox | each { \"{$it.post} {$it.text}\" })"

  /// A number from a list keeps its meaning for each of the commands that follow.
  @Test func aNumberMeansTheSameInEveryShell() throws {
    _ = try run("draft \"d1\"; draft \"d2\"; draft \"d3\"")
    _ = try run("draft remove 1")
    #expect(try run(Self.drafts) == "[\"2 d2\", \"3 d3\"]")
    _ = try run("draft remove 2")
    #expect(try run(Self.drafts) == "[\"3 d3\"]")
    #expect(try fails("draft remove 1").contains("there is no draft 1"))
    _ = try run("draft edit 3 \"d3, anew\"; draft \"d4\"")
    #expect(try run(Self.drafts) == "[\"3 d3, anew\", \"4 d4\"]")
    _ = try run("draft post 3; draft remove 4; draft \"d5\"")
    #expect(try run(Self.drafts) == "[\"5 d5\"]", "no number is given twice")

    #expect(try run(Self.posts) == "[\"1 d3, anew\"]")
    _ = try run("post \"p2\"; post \"p3\"")
    _ = try run("outbox remove 1")
    _ = try run("outbox remove 2")
    #expect(try run(Self.posts) == "[\"3 p3\"]")
    #expect(try fails("outbox remove 1").contains("there is no post 1 in the outbox"))
    #expect(try run("post \"p4\"; " + Self.posts) == "[\"3 p3\", \"4 p4\"]")
    #expect(try run("outbox remove 4; undo; " + Self.posts) == "[\"3 p3\", \"4 p4\"]")
    #expect(try run(Self.posts) == "[\"3 p3\", \"4 p4\"]")
  }

  /// Sessions that are open at the same time share one sequence of numbers, whichever session writes.
  @Test func openSessionsAgree() throws {
    func open() throws -> ScriptRun {
      let run = ScriptRun()
      try run.session.openState(folder)
      return run
    }
    func texts(_ run: ScriptRun) -> [String] {
      run.session.pollOtherSessions()
      return run.session.world.posts.drafts.entries.map { "\($0.id) \($0.text)" }
        + run.session.world.posts.outbox.entries.map { "\($0.id) \($0.post.text)" }
    }
    let (one, two) = (try open(), try open())
    one("draft \"a\"; post \"p\"")
    // This session has not looked since.
    two("draft \"b\"; post \"q\"")
    one("draft \"c\"; draft remove 1; post \"r\"; outbox remove 1")
    let rows = ["2 b", "3 c", "2 q", "3 r"]
    #expect(texts(one) == rows)
    #expect(texts(two) == rows)
    #expect(texts(try open()) == rows)
  }

  /// Posts and drafts from another device take no number away: they get the next ones.
  @Test func syncedPostsGetTheNextNumbers() throws {
    _ = try run("draft \"a1\"; draft \"a2\"; post \"ap1\"; sync \"\(shared)\"")
    _ = try run("draft \"b1\"; post \"bp1\"; post \"bp2\"; sync \"\(shared)\"", other)
    _ = try run("sync \"\(shared)\"")
    for _ in 0..<2 {
      #expect(try run(Self.drafts) == "[\"1 a1\", \"2 a2\", \"3 b1\"]")
      #expect(try run(Self.posts) == "[\"1 ap1\", \"2 bp1\", \"3 bp2\"]")
      #expect(try run(Self.drafts, other) == "[\"1 b1\", \"2 a1\", \"3 a2\"]")
      #expect(try run(Self.posts, other) == "[\"1 bp1\", \"2 bp2\", \"3 ap1\"]")
      _ = try run("sync \"\(shared)\"")
      _ = try run("sync \"\(shared)\"", other)
    }
  }

  /// After the clock is set back, new entries still come after the existing ones.
  @Test func aClockThatWentBackChangesNoNumber() throws {
    func at(_ day: String, _ script: String) throws -> String {
      let result = try Program.run(["--quiet", "--now", "2026-07-\(day)T09:00", "--state", folder, "-c", script])
      #expect(result.status == 0, "\(result.errors)")
      return result.output.trimmingCharacters(in: .newlines)
    }
    _ = try at("09", "post \"first\"; draft \"one\"")
    #expect(try at("01", "post \"second\"; draft \"two\"; " + Self.posts) == "[\"1 first\", \"2 second\"]")
    #expect(try at("02", Self.posts) == "[\"1 first\", \"2 second\"]")
    #expect(try at("02", Self.drafts) == "[\"1 one\", \"2 two\"]")
    _ = try at("01", "outbox remove 2; draft remove 2")
    #expect(try at("01", Self.posts) == "[\"1 first\"]")
  }

  /// A folder of an older version, or one whose file is damaged, is numbered in the order in which its entries were
  /// written.
  @Test(arguments: [nil, "", "{", "{\"version\":1,\"posts\":{\"last\":-3,\"of\":{}}}"])
  func anOldFolderReadsWell(content: String?) throws {
    _ = try run("draft \"a\"; draft \"b\"; post \"p\"; post \"q\"; draft remove 1")
    let file = folder + "/numbers"
    if let content {
      try content.write(toFile: file, atomically: true, encoding: .utf8)
    } else {
      try FileManager.default.removeItem(atPath: file)
    }
    #expect(try run(Self.drafts) == "[\"1 b\"]")
    #expect(try run(Self.posts) == "[\"1 p\", \"2 q\"]")
    #expect(try run("draft \"c\"; " + Self.drafts) == "[\"1 b\", \"2 c\"]")
  }

  /// New numbers are never silent: "remove 3" would mean another draft.
  @Test(arguments: [nil, "", "\0\0", "{", "precious\n", "{\"version\":1,\"posts\":{\"last\":9,\"of\":{}}}"])
  func aNoteTellsNewNumbers(content: String?) throws {
    _ = try run("repeat 5 { draft \"d\" }; draft remove 1; draft remove 2; post \"p\"")
    let file = folder + "/numbers"
    try FileManager.default.removeItem(atPath: file)
    if let content { try Data(content.utf8).write(to: URL(fileURLWithPath: file)) }
    let things = content?.contains("posts") == true ? "the drafts" : "the posts in the outbox and the drafts"
    let list = content?.contains("posts") == true ? "`drafts`" : "`outbox` and `drafts`"
    let loss =
      "note: the file '\(file)' was missing or damaged, so \(things) may have new numbers: look at \(list) "
      + "before you use a number\n"
    let isLost = content?.contains { $0 != "\0" } ?? false
    let resources =
      "note: '\(file)' is damaged, or is not a Storyline file: its content is now in '\(file).damaged'\n"
    #expect(
      try Program.run(["--state", folder, "-c", "draft \"e\""]).errors.replacing("\n  ", with: " ")
        == (isLost ? resources : "") + loss)
    if isLost { #expect(try String(contentsOfFile: file + ".damaged", encoding: .utf8) == content) }
    #expect(try Program.run(["--state", folder, "-c", "draft \"f\""]).errors == "")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).count { $0.contains("damaged") } == (isLost ? 1 : 0))
  }

  /// A folder that gets its first drafts by `sync` has lost no numbers.
  @Test func aNewFolderHasLostNothing() throws {
    _ = try run("draft \"a\"; post \"p\"; sync \"\(shared)\"")
    for _ in 0..<2 {
      #expect(try Program.run(["--state", other, "-c", "sync \"\(shared)\"; drafts"]).errors == "")
    }
  }

  /// `@1` stays the first post that the script wrote, whatever else is in the folder.
  @Test func aScriptNamesItsOwnPosts() throws {
    _ = try run("post \"old\"; post \"older\"; outbox remove 1; outbox remove 2")
    let script = "post \"one\"; reply @1 \"two\"; print (outbox | each { $it.post })"
    #expect(try run(script) == "[3, 4]")
  }

  /// If two devices edit the same draft independently, both texts are kept, and both devices continue from there.
  @Test func noTextIsLostWhereTwoDevicesEditOneDraft() throws {
    func sync(_ states: String...) throws { for state in states { _ = try run("sync \"\(shared)\"", state) } }
    func texts(_ state: String) throws -> String { try run("print (drafts | each { $it.text } | sort)", state) }
    _ = try run("draft \"hello\"")
    try sync(folder, other)
    _ = try run("draft edit 1 \"hello from here\"")
    _ = try run("draft edit 1 \"hello from there\"", other)
    try sync(folder, other, folder)
    for state in [folder, other] { #expect(try texts(state) == "[\"hello from here\", \"hello from there\"]") }
    // A device that has both texts may remove one.
    _ = try run("draft remove 2")
    try sync(folder, other, folder)
    #expect(try texts(folder) == (try texts(other)))
    #expect(try run("print drafts.count") == "1")
    // A device does not remove a text that it has not seen.
    _ = try run("draft edit 1 \"anew\"")
    _ = try run("draft remove 1", other)
    try sync(folder, other, folder)
    for state in [folder, other] { #expect(try texts(state) == "[\"anew\"]") }
  }

  @Test func manyShellsAtOnceGiveNoNumberTwice() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for shell in 0..<6 {
        group.addTask { [folder] in _ = try Program.output("repeat 5 { draft \"d\(shell)\" }", state: folder) }
      }
      try await group.waitForAll()
    }
    #expect(try run("print (drafts | each { $it.draft } | unique | count)") == "30")
  }

  /// Another device may send any number of drafts: those that have numbers keep them, and the file stays readable.
  @Test func manyDraftsOfAnotherDeviceChangeNoNumber() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func numbers() -> (FolderNumbers, () -> [String]) {
      let numbers = FolderNumbers()
      var notes: [String] = []
      numbers.open(folder) { notes.append($0) }
      return (numbers, { notes })
    }
    let own = ["own two", "own three"]
    let (first, _) = numbers()
    #expect(first.numbers(of: own, .drafts) == ["own two": 1, "own three": 2])
    let many = (0..<130_000).map { "draft of another device \($0)" }
    let (second, notes) = numbers()
    let all = second.numbers(of: many + own, .drafts)
    #expect(all["own two"] == 1 && all["own three"] == 2 && all.count == 100_000)
    let (third, later) = numbers()
    let again = third.numbers(of: many + own, .drafts)
    #expect(again == all && notes().isEmpty && later().isEmpty, "\(notes()), \(later())")
  }
}
