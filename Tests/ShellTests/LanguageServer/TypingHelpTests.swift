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
