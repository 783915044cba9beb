import JSON
import StoryScript
import Testing

@testable import Shell

/// Help while typing: signatures, completions and their documentation, and the layout of some lines.
@Suite struct TypingHelpTests {
  // MARK: Signatures

  private func signature(_ text: String) throws -> String {
    let client = try EditorClient(text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let help = try client.ask("signatureHelp", at: Int64(lines.count - 1), Int64(lines.last?.utf8.count ?? 0))
    guard let label = help["signatures"]?.arrayValue?.first?["label"]?.stringValue else { return "" }
    return "\(label) @\(help["activeParameter"]?.integerValue ?? -1)"
  }

  @Test(arguments: [
    ("print (split ", "split TEXT SEPARATOR @0"), ("print (split \"a,b\" ", "split TEXT SEPARATOR @1"),
    ("print (split \"a,b\" \",", "split TEXT SEPARATOR @1"), ("print (split (upper \"a", "upper TEXT @0"),
    ("print (split (upper \"a\") ", "split TEXT SEPARATOR @1"), ("let a = [\"b,c\"] | each { split $it ", ""),
    ("let a = \"b,c\" | split ", "split TEXT SEPARATOR @1"), ("print (split", ""), ("print 1 # (split ", ""),
    ("def greet name times = 2 { print $name }\ngreet ", "greet name times = 2 @0"),
    ("def greet name times = 2 { print $name }\ngreet \"Ana\" ", "greet name times = 2 @1"),
    ("def greet name times = 2 { print $name }\nprint (greet (upper \"Ana\") 3", "greet name times = 2 @1"),
    ("def greet name { print $name }\ngreet \"Ana\"\n", ""),
  ])
  func callsShowTheirArguments(_ text: String, _ expected: String) throws { #expect(try signature(text) == expected) }

  @Test func theLastArgumentOfAFunctionMayRepeat() throws {
    let function = try #require(Functions.all.first { $0.parameters.hasSuffix("…") })
    let count = function.parameters.split(separator: " ").count
    #expect(
      try signature("print (\(function.name) 1 2 3 4 5 6 ") == "\(function.name) \(function.parameters) @\(count - 1)")
  }

  @Test func theCommentAboveADefinitionIsItsDocumentation() throws {
    let client = try EditorClient("# Greets somebody.\ndef greet name { print $name }\ngreet ")
    let help = try client.ask("signatureHelp", at: 2, 6)
    #expect(help["signatures"]?.arrayValue?.first?["documentation"] == "Greets somebody.")
  }

  // MARK: Completion

  @Test(arguments: [
    ("let p = {name: \"Ana\", age: 3}\nprint $p.", ["name", "age"]),
    ("let p = {who: {name: \"Ana\"}}\nprint $p.who.", ["name"]),
    ("let all = [{name: \"Ana\", age: 3}]\nprint ($all | where ", ["name", "age"]),
    ("let all = [{name: \"Ana\", age: 3}]\nprint ($all | where age > 2 | sort by n", ["name"]),
    ("set length ", ["15s"]), ("follow d", ["dora.test"]),
  ])
  func fieldsAndValuesAreThoseThatAreKnown(_ text: String, _ expected: [String]) throws {
    let client = try EditorClient(text)
    let lines = text.split(separator: "\n")
    let labels = try client.labels(Int64(lines.count - 1), Int64(lines[lines.count - 1].utf8.count))
    #expect(Array(labels.prefix(expected.count)) == expected, "\(labels)")
  }

  private func labels(_ text: String) throws -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try EditorClient(text).labels(Int64(lines.count - 1), Int64(lines.last?.utf8.count ?? 0))
  }

  private static let names = "def fine x { return $x }\nlet own = 1\n"

  @Test(arguments: [
    // Functions, definitions and variables as values.
    ("print upp", ["upper"]), ("let b = upp", ["upper"]), ("if upp", ["upper"]), ("print [1, upp", ["upper"]),
    ("print fin", ["fine", "find"]), ("print 1 + fine", ["fine"]), ("print (fine fin", ["fine", "find"]),
    ("print ow", ["$own"]), ("let b = ow", ["$own"]), ("print $o", ["$own"]), ("wait until ow", ["$own"]),
    // Words before a value.
    ("if no", ["not"]), ("let b = no", ["not"]), ("wait until no", ["not"]),
    ("print (no", ["not"]), ("print [no", ["not"]), ("if ($own > 1 and (no", ["not"]),
    ("wait un", ["until", "unique"]), ("wait until idl", ["idle"]), ("expect erro", ["error"]),
    // Words after one.
    ("if $own a", ["and"]), ("if $own > 1 o", ["or"]), ("print ($own i", ["in"]), ("let b = $own an", ["and"]),
    ("print (fine 1 a", ["and"]), ("print \"{$own a", ["and"]), ("let b = [1] | where n a", ["and"]),
    ("for c ", ["in"]), ("for c i", ["in"]), ("for c in [1] i", ["in"]), ("every 1s a", ["as", "and"]),
    ("when story.started a", ["as"]), ("lesson \"A\" f", ["for"]), ("lesson \"A\" for 5m f", []),
    // Words between blocks.
    ("if true { print 1 } el", ["else"]), ("if true { print 1 }\n\nel", ["else"]),
    ("match $own { 1 { print 1 } el", ["else"]), ("try { fail \"no\" }\ncat", ["catch"]),
    // What cannot stand there.
    ("for c a", []), ("wait until unt", []), ("wait 1s unt", []),
  ])
  func wordsOfExpressionsAreCompleted(_ line: String, _ expected: [String]) throws {
    let labels = try labels(Self.names + line)
    #expect(Array(labels.prefix(expected.count)) == expected, "\(labels)")
    if expected.isEmpty { #expect(labels == []) }
  }

  @Test func aValueBeginsWithVariablesAndDefinitions() throws {
    let labels = try labels(Self.names + "print ")
    #expect(Array(labels.prefix(3)) == ["$own", "fine", "not"])
    #expect(labels.contains("story.") && !labels.contains("upper") && !labels.contains("and"))
  }

  /// A typed space requests a completion as well, but Enter would then accept an operator instead of ending the line.
  @Test func operatorsAreNotOfferedUnasked() throws {
    let client = try EditorClient("print 1 ")
    func count(_ kind: Int64) throws -> Int? {
      try client.ask("completion", at: 0, 8, [JSON.Field("context", ["triggerKind": .integer(kind)])])["items"]?
        .arrayValue?.count
    }
    #expect(try count(1) == 5)
    #expect(try count(2) == 0)
    client.change([["text": "if "]])
    let items = try client.ask("completion", at: 0, 3, [JSON.Field("context", ["triggerKind": 2])])["items"]
    #expect(items?.arrayValue?.contains { $0["label"] == "not" } == true)
  }

  private static let scopes = """
    let top = 1
    def first alpha {
      let local = $alpha
      «1»
      if true { let inner = 2; print $inner $local; «2» }
      print $local
    }
    def second beta { for item in [1] { print $item $beta; «3» } }
    when story.started { let hidden = 1; print $hidden; «4» }
    for thing in [1] { let own = $thing; print $own; «5» }
    «6»
    def third gamma {
      let last = $gamma
      «7»
    """

  @Test(arguments: [
    (1, "alpha local top"), (2, "alpha inner local top"), (3, "beta item top"), (4, "hidden story top"),
    (5, "own thing top"), (6, "top"), (7, "gamma last top"),
  ])
  func onlyVariablesInScopeAreOffered(_ place: Int, _ expected: String) throws {
    var text = Self.scopes.replacing("«\(place)»", with: "print $¦")
    for other in 1...7 { text = text.replacing("«\(other)»", with: "") }
    let before = text.prefix { $0 != "¦" }
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let client = try EditorClient(text.replacing("¦", with: ""))
    let labels = try client.labels(Int64(lines.count - 1), Int64(lines.last?.utf8.count ?? 0))
    let names = ["alpha", "beta", "gamma", "hidden", "inner", "item", "last", "local", "own", "story", "thing", "top"]
    #expect(names.filter { labels.contains("$" + $0) }.joined(separator: " ") == expected, "\(labels)")
    #expect(!labels.contains("$first"))
  }

  @Test(arguments: [
    "lesson \"", "lesson \"a", "lesson \"A\" {\n  step \"sto", "lesson \"A\" {\n  step \"B\" {\n    say \"sto",
    "lesson \"A\" {\n  step \"B\" {\n    hint \"Then sto", "lesson \"A\" {\n  step \"B\" {\n    note 'sto",
    "lesson \"A\" {\n  step \"B\" {\n    say \"\"\"\n    Then sto", "print \"sto", "let b = \"sto", "\"sto", "# sto",
    "lesson \"A\" {\n  step \"B\" {\n    because \"fin",
  ])
  func textsAreNotCompleted(_ text: String) throws { #expect(try labels(Self.names + text) == []) }

  /// A value in quotes is completed where its words are known.
  @Test func quotedWordsAreCompleted() throws {
    #expect(try labels("if story.state == \"pau").first?.hasPrefix("\"paused") == true)
    #expect(try labels("follow \"d").first == "\"dora.test\"")
  }

  @Test func documentationIsFetchedForOneCompletion() throws {
    let client = try EditorClient(
      "# Says it.\ndef speak word { print $word }\nlet n = 5\n",
      capabilities: [
        JSON.Field("completion", ["completionItem": ["resolveSupport": ["properties": ["documentation"]]]])
      ])
    client.change([["text": "# Says it.\ndef speak word { print $word }\nlet n = 5\n\nprint $n\nspeak 1\n"]])
    let items = try client.ask("completion", at: 3, 0)["items"]?.arrayValue ?? []
    #expect(items.allSatisfy { $0["documentation"] == nil })
    func resolved(_ label: String) throws -> String? {
      let item = try #require(items.first { $0["label"]?.stringValue == label })
      return try client.request("completionItem/resolve", item)["documentation"]?["value"]?.stringValue
    }
    #expect(try resolved("speak")?.contains("Says it.") == true)
    #expect(try resolved("story")?.isEmpty == nil || resolved("wait")?.contains("wait") == true)
    #expect(try resolved("wait")?.contains("DURATION") == true)
    #expect(try client.request("completionItem/resolve", ["label": "x"]) == ["label": "x"])
  }

  // MARK: Layout

  private func format(_ text: String, _ method: String, _ fields: [JSON.Field]) throws -> String {
    let client = try EditorClient(text)
    try client.apply(try client.ask(method, fields).arrayValue ?? [])
    return client.text
  }

  private func range(_ first: Int64, _ last: Int64) -> [JSON.Field] {
    [
      JSON.Field("options", ["tabSize": 2, "insertSpaces": true]),
      JSON.Field(
        "range",
        ["start": ["line": .integer(first), "character": 0], "end": ["line": .integer(last), "character": 1]]),
    ]
  }

  @Test func aRangeChangesItsOwnLines() throws {
    let text = "print   1\nif true {\nprint   2\n}\nprint   3\n"
    #expect(try format(text, "rangeFormatting", range(2, 2)) == "print   1\nif true {\n  print 2\n}\nprint   3\n")
    #expect(try format(text, "rangeFormatting", range(0, 0)) == "print 1\nif true {\nprint   2\n}\nprint   3\n")
    #expect(try format(text, "rangeFormatting", range(0, 4)) == "print 1\nif true {\n  print 2\n}\nprint 3\n")
    #expect(throws: EditorClient.Refusal.self) { try format("print (\n", "rangeFormatting", range(0, 0)) }
  }

  @Test func aClosingBraceFormatsItsBlock() throws {
    let place: [JSON.Field] = [
      JSON.Field("ch", "}"), JSON.Field("options", ["tabSize": 2, "insertSpaces": true]),
      JSON.Field("position", ["line": 3, "character": 1]),
    ]
    #expect(
      try format("print   1\nif true {\nprint   2\n}\nprint   3\n", "onTypeFormatting", place)
        == "print   1\nif true {\n  print 2\n}\nprint   3\n")
  }
}
