import JSON
import Testing

@testable import ShellCore

/// Messages that no editor should send: the server answers each request and never crashes.
@Suite struct HostileEditorTests {
  private static let methods = [
    "codeAction", "formatting", "hover", "completion", "signatureHelp", "documentSymbol", "definition", "references",
    "documentHighlight", "prepareRename", "rename", "foldingRange", "semanticTokens/full", "selectionRange", "codeLens",
    "inlayHint", "rangeFormatting", "onTypeFormatting",
  ].map { "textDocument/" + $0 }

  @Test func randomParametersAreAnswered() throws {
    var random = SplitMix(seed: 7)
    let client = try EditorClient("let a = 1\nprint $a\n")
    let values: [JSON] = [
      nil, true, -1, 0, 1, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808, 1.5, 1e300, "", "a", [], [:], [1],
      ["line": 1, "character": 2], ["line": -5, "character": 9_223_372_036_854_775_807], .string(EditorClient.address),
      ["uri": .string(EditorClient.address)], ["uri": 4],
      ["start": ["line": 0, "character": 0], "end": ["line": 1, "character": 99]],
    ]
    let names = ["textDocument", "position", "range", "positions", "context", "newName", "contentChanges", "options"]
    func value(_ depth: Int) -> JSON {
      let value = values[Int(random.next() % UInt64(values.count))]
      guard depth > 0, random.next() % 3 == 0 else { return value }
      return random.next() % 2 == 0 ? [value, self.value(&random, values)] : .array([value])
    }
    for _ in 0..<4_000 {
      var fields = names.filter { _ in random.next() % 2 == 0 }.map { JSON.Field($0, value(1)) }
      if random.next() % 4 != 0 {
        fields.insert(JSON.Field("textDocument", ["uri": .string(EditorClient.address), "version": 1]), at: 0)
      }
      let method = Self.methods[Int(random.next() % UInt64(Self.methods.count))]
      let answers = client.server.receive([["id": 1, "method": .string(method), "params": .object(fields)]])
      #expect(answers.count == 1)
      client.notify("textDocument/didChange", .object(fields))
      client.notify("textDocument/didSave", .object(fields))
      if random.next() % 50 == 0 { client.open("let a = 1\nprint $a\n") }
    }
    client.open("let a = 1\nprint $a\n")
    #expect(try client.hover(1, 7)?.contains("a number") == true)
  }

  private func value(_ random: inout SplitMix, _ values: [JSON]) -> JSON {
    values[Int(random.next() % UInt64(values.count))]
  }

  /// Every request at random places of broken scripts.
  @Test func brokenScriptsAreAnsweredEverywhere() throws {
    var random = SplitMix(seed: 9)
    let script = """
      # c
      def f a b = 2 { if $a > 1 { return $b } else { "x{$a}y{upper "q"}" } }
      let r = {a: 1, b: [1, 2, {c: "👋"}]}
      every 5s as tick { print story.number; cancel tick }
      when story.started { print "{$story}" }
      for i in [1, 2] | where $it > 1 | sort by $it desc { try { fail "x" } catch e { print $e.message } }
      lesson "L" { step "S" for 1m { say "a"; goal story.number == 4 else "no"; hint "h"; solution { story play 4 } } }
      match $r.a { 1 2 { print 1 } else { print 2 } }
      print \"""
        long é
        \"""
      include "nothing.story"
      """
    let bytes = Array(script.utf8)
    for _ in 0..<300 {
      var broken = bytes
      for _ in 0..<Int(random.next() % 4) {
        let start = Int(random.next() % UInt64(broken.count + 1))
        broken.removeSubrange(start..<min(broken.count, start + Int(random.next() % 20)))
      }
      if random.next() % 4 == 0 { broken += Array("\"{$(['".utf8.shuffled(using: &random)) }
      let client = try EditorClient(encoding: "utf-16", String(decoding: broken, as: UTF8.self))
      _ = client.problems
      for method in Self.methods {
        let place: JSON = [
          "line": .integer(Int64(random.next() % 13)), "character": .integer(Int64(random.next() % 60)),
        ]
        let answers = client.server.receive([
          [
            "id": 1, "method": .string(method),
            "params": [
              "textDocument": ["uri": .string(EditorClient.address)], "position": place, "newName": "zz",
              "positions": [place],
              "range": ["start": place, "end": place], "context": ["only": ["source", "quickfix"]],
            ],
          ]
        ])
        #expect(answers.count == 1)
      }
    }
  }

  /// A source lacks the first mark; a second one is part of its text.
  @Test func byteOrderMarksMoveNoPlace() throws {
    for marks in ["\u{FEFF}", "\u{FEFF}\u{FEFF}", "print 1\n\u{FEFF}"] {
      let client = try EditorClient("\(marks)login bob.bsky.social abcd-efgh-ijkl-mnop x ( {\n\(marks)lgin $a")
      #expect(!JSON.array(client.problems).text.contains("efgh"))
      for column in [0, 1, 4, 40, 100] as [Int64] {
        for method in ["hover", "completion", "signatureHelp"] { _ = try client.ask(method, at: 0, column) }
      }
      _ = try client.ask("semanticTokens/full")
    }
  }

  @Test func deepAndLongTextsEnd() throws {
    for text in [
      String(repeating: "(", count: 20_000), String(repeating: "{\n", count: 20_000),
      String(repeating: "\"{", count: 20_000),
      String(repeating: "if true {", count: 300), String(repeating: "x", count: 1 << 20),
      String(repeating: "\r", count: 50_000),
      "print " + String(repeating: "1 + ", count: 5_000) + "1",
    ] {
      let client = try EditorClient(text)
      _ = client.problems
      for method in ["hover", "completion", "definition", "signatureHelp"] { _ = try? client.ask(method, at: 0, 500) }
      for method in ["foldingRange", "semanticTokens/full", "documentSymbol", "formatting"] {
        _ = try? client.ask(method)
      }
      _ = try? client.ask("selectionRange", [JSON.Field("positions", [["line": 0, "character": 100]])])
    }
  }
}
