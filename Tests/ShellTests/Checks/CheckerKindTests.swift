import Foundation
import StoryScript
import Testing

@testable import ScriptTools
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// `check` knows the kinds of values in the session's state, and reports nothing for scripts that run.
@Suite struct CheckerKindTests {
  private static func lines(_ script: String) throws -> [String] {
    Checker(Catalog.standard).errors(in: try Source(name: "test", text: script)).map { diagnostic in
      diagnostic.problem.message + (diagnostic.problem.suggestion.map { " | \($0)" } ?? "")
    }
  }

  @Test(arguments: [
    ("wait until story.progress > 50", "'story.progress' ranges from 0 to 1, so it is never 50 | as a percentage: 50%"),
    ("stories | where author == \"@ana\"", "'author' is written without '@' in scripts | did you mean \"ana\"?"),
    (
      "when story.started { if story.author == \"@ana\" { print 1 } }",
      "'story.author' is written without '@' in scripts | did you mean \"ana\"?"
    ),
    ("cluster Examples/Photos | where phtos > 4", "there is no field 'phtos' | did you mean 'photos'?"),
    ("print number \"x\"", "'number' expects a number as text, not \"x\""),
    ("print story.position > 5", "a duration and a number can never be compared | did you mean '5s'?"),
    ("print story.state == \"plying\"", "there is no state 'plying' | did you mean 'playing'?"),
    (
      "print story.author + 5",
      "'+' expects compatible values, not text and a number | put values into text with braces: \"{$name}: {$count}\""
    ),
    (
      "timer start reading\nif timer.remaining < 60 { print 1 }",
      "a duration and a number can never be compared | did you mean '60s'?"
    ),
    (
      "let name = \"ana\"\nprint \"hi $name {$name}\"",
      "'$name' is not replaced in this text | for the variable, write {$name}"
    ),
    ("print (story state).numbr", "there is no field 'numbr' | did you mean 'number'?"),
    ("let s = story state\nprint $s.numbr", "there is no field 'numbr' | did you mean 'number'?"),
    ("print (stats).totl", "there is no field 'totl' | did you mean 'total'?"),
    ("print (timer status)[\"remainin\"]", "there is no field 'remainin' | did you mean 'remaining'?"),
    (
      "let s = story.progress\nexpect $s > 50",
      "'story.progress' ranges from 0 to 1, so it is never 50 | as a percentage: 50%"
    ),
    ("match story.state { \"plying\" { } }", "there is no state 'plying' | did you mean 'playing'?"),
    ("wait 5", "'wait' expects a duration such as 5s, not a number | did you mean '5s'?"),
    (
      "timer start 20 reading",
      "'timer start' expects a number of minutes or a duration such as 20m, not 'reading' | try: timer start reading 20"
    ),
    (
      "let ages = [{age: 1}]\nprint ($ages | average age)",
      "'average' expects a list, but got 2 values | for a field of each item, put a step before it: each { $it.age } | average"
    ),
    ("routine x {\na 5m\nb 5x\n}", "step 2, 'b': '5x' is not a length | try: b 5m"),
    (
      "routine add x \"a 3h\"",
      "step 1, 'a', lasts 3 h, but a step can last only 10 s to 2 h | try: a 5m"
    ),
    ("routine edit x steps { }", "a routine has 1 to 20 steps, not 0 | try: \(RoutineWords.example)"),
    ("let r = [{a: 1}]\nprint ($r | where a>=1 | count)", "there is no field 'a>=1' | did you mean 'a >= 1'?"),
  ])
  func says(_ script: String, _ expected: String) throws { #expect(try Self.lines(script) == [expected]) }

  /// All kinds of mistakes are reported together, so fixing one kind does not reveal another.
  @Test func allKindsOfErrorsAreReportedTogether() throws {
    #expect(
      try Self.lines("wait 5\nprint $nope\nrate amazzing\ntimr\nlet r = {a: 1}\nprint $r.b").map { $0.prefix(20) } == [
        "'wait' expects a dur", "there is no variable", "'rate' expects 'amaz", "there is no command ",
        "there is no field 'b",
      ])
    // A line that cannot be read may have given the variable another kind.
    #expect(try Self.lines("let n = 1\nn = frobb x\nprint ($n + \"a\")").count == 1)
    #expect(try Self.lines("let n = 1\nprint $nope\nprint ($n + \"a\")").count == 2)
  }

  /// A comparison that can never be true, although a table shows that text, does not run.
  @Test func aMarkBeforeANameDoesNotRun() {
    ScriptRun.passes("expect (stories | where author == @ana | count) == (stories | where author == \"ana\" | count)")
    let error = ScriptRun.error("print (stories | where author == \"@ana\" | count)")
    #expect(error?.contains("written without '@'") == true, "\(error ?? "")")
  }

  /// The fields that commands declare are the fields that they return.
  @Test func recordsHaveTheReportedFields() throws {
    let commands = Catalog.standard.schema.vocabulary.commands.commands.filter { !$0.fields.isEmpty }
    #expect(commands.count >= 6)
    for command in commands where !Self.rows.contains(where: { $0.command == command.name }) {
      let fields = command.fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
      ScriptRun.passes("expect (keys (\(command.name))) == [\(fields)]")
    }
  }

  /// A line that returns records of each command that declares the fields of its rows, and the number of fields that
  /// not all records have.
  private static let rows: [(command: String, line: String, optional: Int)] = [
    ("stories", "stories", 0), ("stories by user", "stories by user", 0), ("feed", "feed", 0),
    ("feed retry", "set feed-failures 100%; try { stories } catch { }; set feed-failures 0; feed retry", 0),
    ("story show", "[(story show 4)]", 0), ("activities", "activities", 0),
    ("history", "timer start reading 20; timer done; history", 0),
    ("cluster", "cluster Examples/Photos", 0), ("photos scan", "photos scan Examples/Photos", 0),
    ("facets", "facets \"hi @ana.bsky.social #tea\"", 0), ("outbox", "post \"one\"; outbox", 3),
    ("waiting", "after 1h { }; waiting", 0), ("events", "story play 4; events", 0),
    ("timeline", "timeline", 0), ("timeline new", "timeline new", 0), ("thread", "thread (timeline | first)", 0),
    ("posts of", "posts of ana.test", 0), ("replies of", "replies of ana.test", 0),
    ("media of", "media of ana.test", 0),
    ("likes", "like @1; wait 1m; likes", 0), ("bookmarks", "bookmark @1; wait 1m; bookmarks", 0),
    ("quotes of", "quotes of (timeline 100 | sort by quotes desc | first)", 0),
    ("likers of", "likers of (timeline 100 | sort by likes desc | first)", 3),
    ("reposters of", "reposters of (timeline 100 | sort by reposts desc | first)", 3),
    ("search", "search the", 0), ("people", "people ana", 3), ("followers of", "followers of ana.test", 3),
    ("follows of", "follows of bob.test", 3), ("mutes", "mute june.test; wait 1s; mutes", 3),
    ("blocks", "block june.test; wait 1s; blocks", 3), ("profile of", "[(profile of ana.test)]", 0),
    ("feeds", "feeds", 0), ("feeds search", "feeds search pop", 0), ("feeds of", "feeds of feeds.test", 0),
    ("notifications", "post \"hello\"; wait 1h; notifications", 0),
    ("lists", "let birds = list new birds; wait 1s; lists", 0),
    ("starter packs of", "starter packs of ana.test", 0),
    ("starter pack", "[(starter pack https://bsky.app/starter-pack/ana.test/harbour)]", 0),
    ("members of", "let birds = list new birds; wait 1s; list add ana.test birds; wait 1s; members of birds", 3),
  ]

  /// The fields that commands declare for their rows are the fields that these have.
  @Test func rowsHaveTheReportedFields() throws {
    let commands = Catalog.standard.schema.vocabulary.commands.commands
    for command in commands where !command.rows.isEmpty {
      #expect(Self.rows.contains { $0.command == command.name }, "\(command.name) has no line here")
    }
    for row in Self.rows {
      let command = try #require(commands.first { $0.name == row.command })
      let declared = command.rows.isEmpty ? command.fields : command.rows
      let names = declared.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let lines = row.line.split(separator: "; ")
      let script = """
        login bob.test
        timeline
        \(lines.dropLast().joined(separator: "\n"))
        let rows = \(lines[lines.count - 1])
        let found = $rows | each { keys $it } | flatten | unique
        expect (length $rows) > 0
        for name in $found { expect $name in [\(names)] }
        expect (length $found) >= \(declared.count - row.optional)
        """
      ScriptRun.passes(script)
    }
  }

  /// The table in Grammar.md names the declared fields.
  @Test func theGrammarListsTheReportedFields() throws {
    let grammar = try String(contentsOf: Package.root.appending(path: "Grammar.md"), encoding: .utf8)
    let section = grammar.components(separatedBy: "## What commands give\n")[1].components(separatedBy: "\n## ")[0]
    let commands = Catalog.standard.schema.vocabulary.commands.commands
    var listed: Set<String> = []
    for line in section.split(separator: "\n") where line.hasPrefix("| ") && line.contains("`") {
      let cells = line.replacing("\\|", with: "/").split(separator: "|").map {
        $0.split(separator: "`").map(String.init)
      }
      let fields = cells[1].dropFirst().first?.split(separator: " ").map(String.init) ?? []
      for text in cells[0] {
        let words = text.split(separator: " ").map(String.init)
        let fitting = commands.filter { words.starts(with: $0.words) && !($0.rows.isEmpty && $0.fields.isEmpty) }
        guard let command = fitting.max(by: { $0.words.count < $1.words.count }) else { continue }
        listed.insert(command.name)
        let declared = (command.rows.isEmpty ? command.fields : command.rows).map { $0.name }
        #expect(declared.starts(with: fields), "\(command.name): \(declared)")
      }
    }
    #expect(listed.count >= 20, "\(listed.sorted())")
  }

  @Test func examplesCauseNoWarnings() throws {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    let files = try FileManager.default.contentsOfDirectory(atPath: "Examples").filter { $0.hasSuffix(".story") }
    #expect(!files.isEmpty)
    for file in files { #expect(Checker(Catalog.standard).errors(in: "Examples/\(file)").isEmpty, "\(file)") }
    for command in Catalog.standard.schema.vocabulary.commands.commands {
      for example in command.examples {
        let errors = Checker(Catalog.standard).errors(in: try Source(name: "example", text: example.script))
        let wrong = errors.filter { !$0.problem.isWarning }.map(\.problem.message)
        #expect(wrong.isEmpty, "\(command.name): \(wrong)")
      }
    }
  }
}
