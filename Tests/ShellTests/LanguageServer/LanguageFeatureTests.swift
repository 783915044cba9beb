import Foundation
import JSON
import Testing

@testable import ShellCore

/// The language server's features for a script.
@Suite struct LanguageFeatureTests {
  // MARK: Diagnostics

  @Test func allProblemsAreReportedAtOnce() throws {
    let client = try EditorClient("stroy play 4\nwait 5\nlet a = \"👋\" + $nope\n")
    let problems = client.problems
    #expect(problems.allSatisfy { $0["severity"] == 1 })
    #expect(
      problems.map { $0["code"]?.stringValue ?? "" }.sorted() == ["unknown-command", "unknown-variable", "wrong-time"])
    #expect(written(problems[0]["range"]) == "0:0-0:5")
    #expect(problems[0]["message"]?.stringValue?.contains("did you mean") == true)
    let variable = try #require(problems.first { $0["code"] == "unknown-variable" })
    #expect(written(variable["range"]) == "2:17-2:22")
    // Nothing changed since.
    #expect(client.diagnostics().isEmpty)
    client.change([["text": "story play 4\n"]])
    #expect(client.diagnostics() == [EditorClient.address: []])
  }

  @Test func columnsOfDiagnosticsAreUTF16ByDefault() throws {
    let client = try EditorClient(encoding: nil, "let a = \"👋é\" + $nope\n")
    #expect(written(client.problems.first?["range"]) == "0:16-0:21")
  }

  @Test func warningsAndRelatedPlaces() throws {
    let client = try EditorClient("let unread = 1\ndef a { print 1 }\ndef a { print 2 }\na\n")
    let problems = client.problems
    let double = try #require(problems.first { $0["code"] == "duplicate-definition" })
    #expect(written(double["relatedInformation"]?.arrayValue?.first?["location"]?["range"]) == "1:4-1:5")
    client.change([["text": "let unread = 1\nprint 1\n"]])
    let warning = try #require(client.problems.first)
    #expect(warning["severity"] == 2)
    #expect(warning["tags"] == [1])
    client.change([["text": "if true {\n  print 1\n"]])
    let open = try #require(client.problems.first)
    #expect(written(open["range"]) == "0:8-0:9")
  }

  @Test func documentsAreSeparateAndCloseWithNoProblems() throws {
    let client = try EditorClient("nope 1")
    client.open("print 1", as: "untitled:other")
    let found = client.diagnostics()
    #expect(found.count == 2)
    #expect(found["untitled:other"] == [])
    let answers = client.server.receive([
      ["method": "textDocument/didClose", "params": ["textDocument": ["uri": .string(EditorClient.address)]]]
    ])
    #expect(answers.first?["params"]?["diagnostics"] == [])
    #expect(throws: EditorClient.Refusal.self) { try client.hover(0, 0) }
  }

  @Test(arguments: ["let a = 1\0", "\u{FEFF}print $nope", "\u{FEFF}", "", "\r", "\"", "}", "def", "lesson \"a\" {"])
  func invalidTextsHaveProblemsAtValidPlaces(_ text: String) throws {
    let client = try EditorClient(text)
    let problems = client.problems
    for problem in problems { #expect(problem["range"]?["start"]?["line"] == 0) }
    // The byte order mark is a character of the text.
    if text.contains("nope") { #expect(written(problems.first?["range"]) == "0:9-0:14") }
  }

  @Test func secretsAreNotRepeated() throws {
    let client = try EditorClient(
      "login bob.bsky.social abcd-efgh-ijkl-mnop nonsense\nlgin bob.bsky.social abcd-efgh-ijkl-mnop")
    let text = JSON.array(client.problems).text
    #expect(!text.contains("abcd-efgh"))
  }

  // MARK: Changes

  @Test func quickFixesReplaceTheMistake() throws {
    let client = try EditorClient("print 1\nstroy play 4\n")
    let range: JSON = ["start": ["line": 1, "character": 2], "end": ["line": 1, "character": 2]]
    let actions = try client.ask(
      "codeAction", [JSON.Field("range", range), JSON.Field("context", ["diagnostics": []])])
    let action = try #require(actions.arrayValue?.first)
    #expect(action["title"] == "Replace 'stroy' with 'story'")
    #expect(action["kind"] == "quickfix")
    try client.apply(action["edit"]?["changes"]?[EditorClient.address]?.arrayValue ?? [])
    #expect(client.text == "print 1\nstory play 4\n")
    #expect(client.problems.isEmpty)
    let none = try client.ask("codeAction", [JSON.Field("range", range), JSON.Field("context", ["diagnostics": []])])
    #expect(none == [])
  }

  /// The mistake under the cursor is the preferred one; the others of the line are offered too.
  @Test func quickFixesAreThoseOfTheLine() throws {
    let client = try EditorClient("stroy play 4; tpa right\nstroy play 4\n")
    func titles(_ column: Int64) throws -> [String] {
      let place: JSON = ["line": 0, "character": .integer(column)]
      let range: JSON = ["start": place, "end": place]
      let actions = try client.ask(
        "codeAction", [JSON.Field("range", range), JSON.Field("context", ["diagnostics": []])])
      return (actions.arrayValue ?? []).map {
        ($0["title"]?.stringValue ?? "") + ($0["isPreferred"] == true ? "!" : "")
      }
    }
    #expect(try titles(8) == ["Replace 'stroy' with 'story'", "Replace 'tpa' with 'tap'"])
    #expect(try titles(2) == ["Replace 'stroy' with 'story'!", "Replace 'tpa' with 'tap'"])
    #expect(try titles(14) == ["Replace 'stroy' with 'story'", "Replace 'tpa' with 'tap'!"])
  }

  @Test func allSureCorrectionsAreOneAction() throws {
    let client = try EditorClient("// hi\nprint 1 === 1\n")
    let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]]
    let actions = try client.ask(
      "codeAction", [JSON.Field("range", range), JSON.Field("context", ["only": ["source.fixAll"]])])
    #expect(actions.arrayValue?.count == 1)
    try client.apply(actions.arrayValue?.first?["edit"]?["changes"]?[EditorClient.address]?.arrayValue ?? [])
    #expect(client.text.hasPrefix("# hi\n"))
  }

  @Test(arguments: [
    ("if true {\nprint 1\n}\n", "if true {\n  print 1\n}\n"), ("print   1", "print 1\n"), ("print 1\n", "print 1\n"),
    ("let a = \"é👋\"\nprint   $a\nprint  2\n", "let a = \"é👋\"\nprint $a\nprint 2\n"), ("", ""),
    ("\n\n\nprint 1\n\n\n", "print 1\n"),
  ])
  func formatting(_ text: String, _ expected: String) throws {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
      let client = try EditorClient(encoding: encoding, text)
      let edits = try client.ask("formatting", [JSON.Field("options", ["tabSize": 8, "insertSpaces": false])])
      try client.apply(edits.arrayValue ?? [])
      #expect(client.text == expected)
      #expect(try client.ask("formatting") == [])
    }
  }

  @Test func scriptsWithErrorsAreNotFormatted() throws {
    let client = try EditorClient("print (1\n")
    #expect(throws: EditorClient.Refusal(code: -32803, message: "the script has errors, so it is not formatted")) {
      try client.ask("formatting")
    }
  }

  // MARK: Words

  @Test func hoverExplainsWords() throws {
    let client = try EditorClient(
      """
      # Adds numbers.
      # Both are needed.
      def add a b { $a + $b }
      let total = (add 1 2)
      let who = {name: "ana", age: 3}
      story play 4 for 15s
      print (upper "x") + "{$total}{$who.name}"
      when story.started as first { print $story }
      print story.number
      set length 5s
      stories | where author == "ana" | count
      cancel first
      """)
    #expect(try client.hover(5, 1)?.hasPrefix("```storyline\nstory play STORY") == true)
    #expect(try client.hover(5, 7)?.hasPrefix("```storyline\nstory play STORY") == true)
    #expect(try client.hover(6, 8)?.contains("(upper TEXT)") == true)
    #expect(
      try client.hover(6, 22) == "```storyline\n$total\n```\n\nany value"
        || client.hover(6, 22)?.contains("number") == true)
    #expect(try client.hover(6, 32) == "```storyline\n$who\n```\n\na record with the fields name, age")
    #expect(try client.hover(3, 13) == "```storyline\ndef add a b\n```\n\nAdds numbers.\nBoth are needed.")
    #expect(try client.hover(7, 7)?.contains("when story.started") == true)
    #expect(try client.hover(7, 38)?.contains("of the event `story.started`") == true)
    #expect(try client.hover(8, 8)?.hasPrefix("```storyline\nstory.number") == true)
    #expect(try client.hover(9, 5)?.contains("set length VALUE") == true)
    #expect(try client.hover(10, 12)?.contains("where CONDITION") == true)
    #expect(try client.hover(10, 35)?.contains("… | count") == true)
    #expect(try client.hover(2, 1)?.contains("def NAME") == true)
    #expect(try client.hover(11, 8)?.contains("cancel first") == true)
    #expect(try client.hover(0, 3) == nil)
  }

  @Test func completionIsThatOfThePrompt() throws {
    let client = try EditorClient(
      "def greet name { print $name }\nlet size = 3\nlet who = {city: 1}\nwhen story.started { print $ }\ngre\nstory pl\nprint $si\nprint $who.\nst\nstories | wh\nprint story.nu\nwhen sto"
    )
    #expect(try client.labels(4, 3) == ["greet"])
    #expect(try client.labels(5, 8).contains("play"))
    #expect(try client.labels(6, 9) == ["$size"])
    #expect(try client.labels(7, 11) == ["city"])
    #expect(try client.labels(8, 2).contains("story"))
    #expect(try client.labels(9, 12) == ["where"])
    #expect(try client.labels(10, 14) == ["story.number"])
    #expect(try client.labels(11, 8).contains("story.started"))
    #expect(try client.labels(3, 28).contains("$story"))
    let play = try #require(
      try client.ask("completion", at: 5, 8)["items"]?.arrayValue?.first { $0["label"] == "play" })
    #expect(play["documentation"]?["value"]?.stringValue?.contains("story play STORY") == true)
    #expect(written(play["textEdit"]?["range"]) == "5:6-5:8")
    #expect(play["textEdit"]?["newText"] == "play")
    // Neovim 0.7 would ignore the place of the edit.
    #expect(play["filterText"] == nil)
    let size = try #require(try client.ask("completion", at: 6, 9)["items"]?.arrayValue?.first)
    #expect(size["detail"] == "a number")
    #expect(size["kind"] == 6)
  }

  /// Only the statements around a place are read.
  @Test func completionInALongScript() throws {
    let before = (0..<200).map { "let a\($0) = {city: 1}\nif $a\($0).city > 1 { print 1 }\n" }.joined()
    let client = try EditorClient(
      before + "when story.started {\n  print $\n}\nif true {\n  print 1\n}\nel\nprint $a7.\n  sto\n" + before)
    #expect(try client.labels(401, 9).contains("$story"))
    #expect(try client.labels(407, 10) == ["city"])
    #expect(try client.labels(408, 5).contains("story"))
    let story = try client.ask("completion", at: 408, 5)["items"]?.arrayValue?.first { $0["label"] == "story" }
    #expect(written(story?["textEdit"]?["range"]) == "408:2-408:5")
  }

  @Test func signatureHelpNamesTheParameter() throws {
    let client = try EditorClient("story play 4 for ")
    let help = try client.ask("signatureHelp", at: 0, 17)
    #expect(help["signatures"]?.arrayValue?.first?["label"]?.stringValue?.hasPrefix("story play STORY") == true)
    #expect(help["activeParameter"] == 1)
    #expect(try client.ask("signatureHelp", at: 0, 0) == .null)
  }

  // MARK: Structure

  private static let lesson = """
    let top = 1
    def help { print 1 }
    when story.started { print 2 }
    lesson "First" for 5m {
      step "One" {
        say "hello"
        goal story.number == 4
        solution { story play 4 }
      }
      step "Two" {
        say "bye"
      }
    }
    help
    print $top
    """

  @Test func theOutlineHasLessonsAndSteps() throws {
    let client = try EditorClient(Self.lesson)
    let symbols = try client.ask("documentSymbol").arrayValue ?? []
    #expect(symbols.map { $0["name"]?.stringValue } == ["top", "help", "when story.started", "First"])
    #expect(symbols[3]["children"]?.arrayValue?.map { $0["name"]?.stringValue } == ["One", "Two"])
    #expect(written(symbols[3]["children"]?.arrayValue?[1]["range"]) == "9:2-11:3")
    #expect(written(symbols[1]["selectionRange"]) == "1:4-1:8")
  }

  @Test func blocksAndCommentsFold() throws {
    let client = try EditorClient("# a\n# b\n# c\nif true {\n  print [1,\n    2,\n  3]\n}\n# d\nprint 1 # e\n")
    let folds = try client.ask("foldingRange").arrayValue ?? []
    #expect(
      folds.map { "\($0["startLine"]?.integerValue ?? -1)-\($0["endLine"]?.integerValue ?? -1)" } == [
        "0-2", "3-6", "4-5",
      ])
    #expect(folds.first?["kind"] == "comment")
  }

  @Test func selectionGrowsByMeaning() throws {
    let client = try EditorClient("if true {\n  print (1 + 2)\n}\n")
    let answer = try client.ask("selectionRange", [JSON.Field("positions", [["line": 1, "character": 9]])])
    var ranges: [String] = []
    var range = answer.arrayValue?.first
    while let current = range {
      ranges.append(written(current["range"]))
      range = current["parent"]
    }
    #expect(ranges.first == "1:9-1:10")
    #expect(ranges.contains("1:9-1:14") || ranges.contains("1:8-1:15"))
    #expect(ranges.contains("1:2-1:15"))
    #expect(ranges.contains("0:8-2:1"))
    #expect(ranges.last == "0:0-3:0")
  }

  @Test func coloursAreThoseOfThePrompt() throws {
    let client = try EditorClient("let a = 5s # c\nprint \"x\ny\"\n  story play $a")
    let data = try client.ask("semanticTokens/full")["data"]?.arrayValue?.compactMap(\.integerValue) ?? []
    let tokens = stride(from: 0, to: data.count, by: 5).map { Array(data[$0..<$0 + 5]) }
    #expect(tokens.prefix(4) == [[0, 0, 3, 1, 0], [0, 4, 1, 3, 1], [0, 4, 2, 4, 0], [0, 3, 3, 8, 0]])
    #expect(tokens.suffix(3).map { $0[3] } == [0, 0, 3])
  }

  // MARK: Names

  @Test func definitionsReferencesAndHighlights() throws {
    let client = try EditorClient(
      "let n = 1\ndef f n { $n }\nif true { let n = 2; print $n }\nprint \"{f $n}{$n}\"\nn += 1\n")
    func places(_ answer: JSON) -> [String] { answer.arrayValue?.map { written($0["range"]) } ?? [] }
    #expect(try places(client.ask("definition", at: 3, 11)) == ["0:4-0:5"])
    #expect(try places(client.ask("definition", at: 2, 28)) == ["2:14-2:15"])
    #expect(try places(client.ask("definition", at: 1, 11)) == ["1:6-1:7"])
    #expect(try places(client.ask("definition", at: 3, 8)) == ["1:4-1:5"])
    #expect(try places(client.ask("references", at: 0, 4)) == ["0:4-0:5", "3:11-3:12", "3:15-3:16", "4:0-4:1"])
    let uses = try client.ask("references", at: 0, 4, [JSON.Field("context", ["includeDeclaration": false])])
    #expect(places(uses) == ["3:11-3:12", "3:15-3:16", "4:0-4:1"])
    #expect(try places(client.ask("documentHighlight", at: 1, 4)) == ["1:4-1:5", "3:8-3:9"])
    #expect(try client.ask("definition", at: 0, 1) == .null)
  }

  private static func renamed(_ text: String, _ line: Int64, _ column: Int64, _ name: String) throws -> String {
    let client = try EditorClient(text)
    let edit = try client.ask("rename", at: line, column, [JSON.Field("newName", .string(name))])
    try client.apply(edit["changes"]?[EditorClient.address]?.arrayValue ?? [])
    return client.text
  }

  @Test func renamingChangesOnlyTheSameName() throws {
    let text = "let n = 1\nif true {\n  let n = 2\n  print $n\n}\nprint \"{$n}👋{$n}\"\nn += 1\n"
    #expect(
      try Self.renamed(text, 0, 4, "count")
        == "let count = 1\nif true {\n  let n = 2\n  print $n\n}\nprint \"{$count}👋{$count}\"\ncount += 1\n")
    #expect(
      try Self.renamed(text, 3, 9, "$é")
        == "let n = 1\nif true {\n  let é = 2\n  print $é\n}\nprint \"{$n}👋{$n}\"\nn += 1\n")
    #expect(
      try Self.renamed("def f x { $x }\nprint (f 1)\n[1] | each { f $it }\nf 2", 1, 7, "twice")
        == "def twice x { $x }\nprint (twice 1)\n[1] | each { twice $it }\ntwice 2")
    #expect(
      try Self.renamed("every 1s as tick { print 1 }\nwait 3s\ncancel tick\n", 2, 8, "beat")
        == "every 1s as beat { print 1 }\nwait 3s\ncancel beat\n")
    #expect(
      try Self.renamed("for i in [1, 2] { print $i }\n[3] | each x { print $x }\n", 0, 4, "x")
        == "for x in [1, 2] { print $x }\n[3] | each x { print $x }\n")
    #expect(
      try Self.renamed("print (total 1)\ndef total a { $a + $base }\nlet base = 2\n", 2, 5, "start")
        == "print (total 1)\ndef total a { $a + $start }\nlet start = 2\n")
    // Every line can be read, so no place of the name is missed.
    #expect(try Self.renamed("let a = 1\nwait 5\nprint $a + $nope", 0, 4, "b") == "let b = 1\nwait 5\nprint $b + $nope")
  }

  @Test(
    arguments: [
      ("let a = 1\nlet b = 2\nprint $a + $b", 0, 4, "b"),
      ("let a = 1\nif true { let b = 2; print $a + $b }", 0, 4, "b"),
      ("let a = 1\nif true { let b = 2; print $a + $b }", 1, 14, "a"), ("def f { print 1 }\nf", 0, 4, "story"),
      ("def f { print 1 }\nf", 0, 4, "upper"), ("def f { print 1 }\nf", 0, 4, "if"),
      ("let a = 1\nprint $a", 0, 4, "it"),
      ("let a = 1\nprint $a", 0, 4, "1x"), ("let a = 1\nprint $a", 0, 4, "a b"), ("let a = 1\nprint $a", 0, 4, ""),
      ("when story.started { print $story }", 0, 29, "other"), ("print story.number", 0, 8, "x"),
      ("story play 4", 0, 2, "x"),
      ("let a = 1\nprint $a + $nope", 0, 4, "nope"), ("let a = 1\nprint ($a\n", 0, 4, "b"),
    ] as [(String, Int64, Int64, String)])
  func renamingThatWouldChangeTheMeaningIsRefused(_ text: String, _ line: Int64, _ column: Int64, _ name: String) throws
  {
    let client = try EditorClient(text)
    #expect(throws: EditorClient.Refusal.self) {
      try client.ask("rename", at: line, column, [JSON.Field("newName", .string(name))])
    }
  }

  @Test func includedFilesAreKnown() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lsp-\(UUID().uuidString)/ä b")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let library = folder.appending(path: "lib.story").path
    try "let base = 1\ndef greet a { print $a }\n".write(toFile: library, atomically: true, encoding: .utf8)
    let client = try EditorClient()
    let (main, other) = (FileAddress.address(of: folder.path + "/main.story"), FileAddress.address(of: library))
    #expect(main.hasSuffix("%C3%A4%20b/main.story") || main.hasSuffix("a%CC%88%20b/main.story"))
    #expect(FileAddress.path(of: main) == folder.path + "/main.story")
    client.open("include lib.story\ngreet $base\ngre", as: main)
    client.open("let base = 1\ndef greet a { print $a }\n", as: other)
    let place = try client.ask("definition", at: 1, 1, in: main).arrayValue?.first
    #expect(place?["uri"]?.stringValue == other)
    #expect(written(place?["range"]) == "1:4-1:9")
    #expect(try client.ask("definition", at: 0, 10, in: main).arrayValue?.first?["uri"]?.stringValue == other)
    #expect(try written(client.ask("definition", at: 1, 7, in: main).arrayValue?.first?["range"]) == "0:4-0:8")
    #expect(
      try client.ask("completion", at: 2, 3, in: main)["items"]?.arrayValue?.contains { $0["label"] == "greet" } == true
    )
    client.change([["text": "include lib.story\ngreet $base\n"]], in: main)
    let edit = try client.ask("rename", at: 0, 5, [JSON.Field("newName", "ground")], in: other)
    #expect(edit["changes"]?[main]?.arrayValue?.map { written($0["range"]) } == ["1:7-1:11"])
    #expect(edit["changes"]?[other]?.arrayValue?.count == 1)
    // In parentheses and in a text as well.
    let uses = "let b = (greet (greet 1))\nprint \"{greet 1}\"\nprint (1 + $ba)\n"
    client.change([["text": .string("include lib.story\n" + uses)]], in: main)
    func hover(_ line: Int64, _ column: Int64) throws -> String? {
      try client.ask("hover", at: line, column, in: main)["contents"]?["value"]?.stringValue
    }
    let expected = "```storyline\ndef greet a\n```\n\ndefined in \(library)"
    #expect(try [hover(1, 10), hover(1, 17), hover(2, 9)] == [expected, expected, expected])
    let names = try client.ask("completion", at: 3, 14, in: main)["items"]?.arrayValue?.map { $0["label"] }
    #expect(names == ["$base"])
    // The editor's text counts before the file.
    client.change([["text": "nope 1\n"]], in: other)
    let problem = try #require(client.diagnostics()[main]?.first)
    #expect(written(problem["range"]) == "0:8-0:17")
    #expect(problem["relatedInformation"]?.arrayValue?.first?["location"]?["uri"]?.stringValue == other)
  }
}
