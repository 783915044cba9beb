import JSON
import StoryScript
import Testing

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

/// Texts with a bracket that is not closed yet: one error at the bracket, and the mistakes inside it and after it.
@Suite struct UnclosedBracketTests {
  /// Mistakes of four kinds, on the lines 1, 3, 5 and 6 of what follows.
  private static let after = """

    print $nope
    def f x { return $x }
    f 1 2
    let a = 1
    wait $a
    stroy play 4

    """

  /// Returns the errors as `line:column code`, counted from 1.
  private func errors(_ text: String) throws -> [String] {
    let source = try Source(name: "test.story", text: text)
    return Checker(Catalog.standard).errors(in: source).filter { !$0.problem.isWarning }.map { error in
      let place = source.position(of: Int(error.range.start))
      return "\(place.line):\(place.column) \(error.problem.code)"
    }
  }

  @Test(arguments: [
    ("when story.started {\n  print $inside\n", ["1:20 unclosed", "2:9 unknown-variable"]),
    ("if true {\n  prnt 1\n", ["1:9 unclosed", "2:3 unknown-command"]),
    ("def g x {\n  let y = $x\n\n  print $z\n", ["1:9 unclosed", "4:9 unknown-variable"]),
    ("[1, 2] | each {\n  print $inside\n", ["1:15 unclosed", "2:9 unknown-variable"]),
    ("match 1 {\n  1 { print $inside }\n", ["1:9 unclosed", "2:13 unknown-variable"]),
    ("every 1s {\n", ["1:10 unclosed"]),
    // The indentation says which brace is open.
    ("def g x {\n  if $x > 1 {\n    print $inside\n}\n", ["2:13 unclosed", "3:11 unknown-variable"]),
    ("if true {\n  print $inside\nelse {\n  print 1\n}\n", ["1:9 unclosed", "2:9 unknown-variable"]),
    (
      "if true {\n  print $inside\n\nwhen story.started {\n  print $story\n}\n",
      ["1:9 unclosed", "2:9 unknown-variable"]
    ),
    ("if true {\n  print 1\n\nif false {\n  print 2\n\n", ["1:9 unclosed", "4:10 unclosed"]),
    // Groups, lists and records.
    ("print (1 + 2\n", ["1:7 unclosed"]), ("print (1 +\n", ["1:7 unclosed"]), ("f (\n", ["1:3 unclosed"]),
    ("story play (2 * (1 + 2)\n", ["1:12 unclosed"]), ("let l = [1, 2\n", ["1:9 unclosed"]),
    ("let l = [\n  1\n  $inside\n", ["1:9 unclosed", "3:3 unknown-variable"]),
    ("let l = [1, 2]\nprint $l[0\n", ["2:9 unclosed"]),
    ("let l = {n: 1\n", ["1:9 unclosed"]), ("let l = [{n: (1\n", ["1:14 unclosed"]),
    ("def g x {\n  print (1 +\n  print $inside\n}\n", ["2:9 unclosed", "3:9 unknown-variable"]),
    ("def g x {\n  let l = [1,\n  print $inside\n}\n", ["2:11 unclosed", "3:9 unknown-variable"]),
    // Another error inside the group comes first.
    ("print (1 2\n", ["1:10 expected-end-of-group"]),
    // The quote is what is missing.
    ("print \"abc\n", ["1:7 unclosed-string"]), ("print 'abc\n", ["1:7 unclosed-string"]),
  ])
  func theMistakesInsideAndAfterAreFound(_ text: String, _ expected: [String]) throws {
    let found = try errors(text + Self.after)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(Array(found.prefix(expected.count)) == expected)
    let rest = found.dropFirst(expected.count).compactMap { Int($0.prefix { $0 != ":" }) }
    #expect(rest == [1, 3, 5, 6].map { lines + $0 }, "\(found)")
  }

  @Test func aBlockInALessonIsFound() throws {
    let lesson = """
      lesson "A" for 5m {
        step "B" for 2m {
          goal story.number == 4
          solution { story plya 4
        }
        step "C" for 3m {
          goal story.state == pausedByHold
          solution { hodl }
        }
      }

      """
    #expect(try errors(lesson) == ["4:14 unclosed", "4:22 unknown-subcommand", "8:16 unknown-command"])
  }

  /// A quick fix closes the bracket where its block ends.
  @Test(arguments: [
    ("when story.started {\n  print 1 # one\n\nprint 2\n", "when story.started {\n  print 1 # one\n}\n\nprint 2\n"),
    ("def f x {\n  if $x {\n    print $x\n}\n", "def f x {\n  if $x {\n    print $x\n  }\n}\n"),
    ("if true {\nprint 1\n", "if true { }\nprint 1\n"), ("let r = {n: 1\nprint $r\n", "let r = {n: 1}\nprint $r\n"),
    ("let l = [\n  1\n\nprint $l\n", "let l = [\n  1\n]\n\nprint $l\n"),
    ("print (1 +\n  2\nprint 3\n", "print (1 +\n  2)\nprint 3\n"),
  ])
  func theBracketCanBeClosed(_ text: String, _ expected: String) throws {
    let client = try EditorClient(text)
    let range = try #require(client.problems.first { $0["code"] == "unclosed" }?["range"])
    let action = try client.ask("codeAction", [JSON.Field("range", range), JSON.Field("context", ["diagnostics": []])])
      .arrayValue?.first
    try client.apply(action?["edit"]?["changes"]?[EditorClient.address]?.arrayValue ?? [])
    #expect(client.text == expected)
  }

  /// The statements stay known, also to the outline and to completion.
  @Test func theNamesStayKnown() throws {
    let client = try EditorClient("when story.started {\n  let mine = 1\n  print $mine\n\ndef f x { return $x }\n")
    #expect(try client.ask("documentSymbol").arrayValue?.map { $0["name"] }.contains("f") == true)
    #expect(try client.hover(2, 10)?.contains("a number") == true)
  }

  /// A prompt asks for the rest of the block; nothing else is reported.
  @Test(arguments: ["if true {", "if true {\n  prnt 1", "print (1 +", "let l = [1,", "def f x {\n  if $x {\n}"])
  func thePromptWaitsForTheRest(_ text: String) throws {
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    #expect(throws: Diagnostics.self) { try session.parse(Source(name: "", text: text)) }
    do throws(Diagnostics) { _ = try session.parse(try! Source(name: "", text: text)) } catch {
      #expect(error.isIncomplete)
    }
  }
}
