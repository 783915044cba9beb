import Foundation
import StoryScript
import Testing

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

/// Checks after a change, compared with a check of the whole script.
@Suite struct DocumentCheckTests {
  private static let catalog = Catalog.standard

  private static func source(_ text: String) throws -> Source { try Source(name: "test.story", text: text) }

  /// Everything that an editor shows of a diagnostic.
  private static func shown(_ errors: [Diagnostic]) -> [String] {
    errors.map { "\($0.range.start)-\($0.range.end) \($0.problem)" }
  }

  /// Changes a text step by step and compares each result.
  private func follow(_ texts: [String]) throws -> [Int?] {
    let check = DocumentCheck(Self.catalog)
    return try texts.map { text in
      let source = try Self.source(text)
      let errors = Self.shown(check.errors(in: source))
      #expect(errors == Self.shown(Checker(Self.catalog).errors(in: source)), "\(text)")
      return check.parsedCount
    }
  }

  /// A change in the line before may belong to the same statement, so that two pieces are parsed.
  @Test func onlyTheChangedStatementsAreChecked() throws {
    let before = (0..<40).map { "let a\($0) = \($0)\nprint $a\($0)\n" }.joined()
    func changed(_ old: String, _ new: String) -> String { before.replacing(old, with: new, maxReplacements: 1) }
    #expect(try follow([before, changed("print $a20\n", "print $a200\n")]) == [80, 2])
    #expect(try follow([before, changed("print $a20\n", "print  $a20\n")]) == [80, 2])
    #expect(try follow([before, changed("print $a20\n", "# print\nprint $a20\n")]) == [80, 1])
    // The variable's use depends on its kind.
    #expect(try follow([before, changed("let a20 = 20\n", "let a20 = 1s\n")]) == [80, 3])
  }

  /// A definition's callers depend on its parameters and on the kind of its result, not on the rest of its block.
  @Test func aChangeInADefinitionAffectsItsCallersOnlyIfTheyCanTell() throws {
    let before = (0..<40).map {
      "def f\($0) x {\n  let y = $x * 2\n  return $y + \($0)\n}\nprint (f\($0) 1)\n"
    }.joined()
    func counts(_ old: String, _ new: String) throws -> [Int?] {
      try follow([before, before.replacing(old, with: new, maxReplacements: 1)])
    }
    #expect(try counts("return $y + 20\n", "return $y + 21\n") == [80, 2])
    #expect(try counts("return $y + 20\n", "print $z\n  return $y + 20\n") == [80, 2])
    // Text in place of a number, and one more parameter.
    #expect(try counts("return $y + 20\n", "return \"{$y}\"\n") == [80, 3])
    #expect(try counts("def f20 x {", "def f20 x w {") == [80, 3])
    // A condition may have no effect, also not through a definition that it calls through another one.
    let condition = "def g { return (f20 1) }\nwait until (g) > 1\n"
    let effect = before.replacing("let y = $x * 2\n  return $y + 20\n", with: "tap right\n  return $x + 20\n")
    #expect(try follow([before + condition, effect + condition]) == [82, 4])
  }

  @Test(arguments: [
    // A name that appears, disappears or means something else.
    ["let a = 1\nwait $a\n", "let a = 1s\nwait $a\n", "let b = 1s\nwait $a\n", "wait $a\n"],
    ["def f x { print $x }\nf 1\n", "def f x y { print $x $y }\nf 1\n", "def g x { print $x }\nf 1\n"],
    ["let a = 1\nlet b = $a\nlet c = $b\nwait $c\n", "let a = 1s\nlet b = $a\nlet c = $b\nwait $c\n"],
    ["every 1s as tick { tap right }\ncancel tick\n", "every 1s as tock { tap right }\ncancel tick\n"],
    ["print 1\ndef f { print 2 }\nf\ndef f { print 3 }\n", "\nprint 1\ndef f { print 2 }\nf\ndef f { print 3 }\n"],
    // Definitions that depend on each other.
    [
      "def a n { return (b $n) }\ndef b n { if $n > 1 { return (a 1) } else { return 2 } }\nwait (a 1)\nprint 1\n",
      "def a n { return (b $n) }\ndef b n { if $n > 1 { return (a 1) } else { return 2 } }\nwait (a 1)\nprint 2\n",
    ],
    // An effect in a condition, through two definitions.
    [
      "def g { return 1 }\ndef f { return (g) }\nwait until (f) > 1\nprint 1\n",
      "def g { tap right; return 1 }\ndef f { return (g) }\nwait until (f) > 1\nprint 1\n",
      "def g { tap right; return 1 }\ndef f { return (g) }\nwait until (f) > 1\nprint 22\n",
      "# one\n\ndef g { tap right; return 1 }\ndef f { return (g) }\nwait until (f) > 1\nprint 22\n",
    ],
    // Statements that join their neighbours.
    ["if true {\n  print 1\n}\n\nprint 2\n", "if true {\n  print 1\n}\n\nelse { print 2 }\n"],
    ["print [1]\n\nprint 2\n", "print [1]\n\n| count\nprint 2\n", "print [1]\n\nprint 2\n"],
    ["print 1\nprint 2\nprint 3\n", "print \"\"\"1\nprint 2\nprint 3\n", "print \"\"\"1\nprint 2\n\"\"\"\n"],
    ["print 1\nprint 2\nprint 3\n", "print 1; print 2\nprint 3\n", "print 1 print 2\nprint 3\n"],
    ["if true {\nprint 1\n}\nprint 2\n", "if true \nprint 1\n}\nprint 2\n", "if true {{\nprint 1\n}\nprint 2\n"],
    // Nothing after it runs.
    ["print 1\nprint 2\n", "fail \"no\"\nprint 2\n", "fail \"no\"\n\nprint 2\n", "print 2\n", "", "print 1\n"],
    // A line that cannot be read may set any variable.
    ["let a = 1\nwait $a\n", "let a = (1\nwait $a\n", "let a = 1s\nwait $a\n"],
    ["let a = 1\nprint 1\nwait $a\n", "let a = 1\na = = 2\nwait $a\n", "let a = 1\na = 2s\nwait $a\n"],
    // A change of a variable that nothing makes: after it, its uses are no further mistakes.
    ["when stoy.started { a = 1 }\nprint $a\n", "when story.started { a = 1 }\nprint $a\n", "print $a\n"],
    ["delete $d.n\nprint $d\n", "print 1\nprint $d\n", "delete $d.n\nprint $d\n"],
    ["include \"nothing.story\"\nprint 1\n", "print 1\n", "print $a\n"],
    ["when story.started { print $story }\nlet story = 1\n", "let story = 1\nwhen story.started { print $story }\n"],
  ])
  func stepsGiveTheSameAsTheWhole(_ texts: [String]) throws { _ = try follow(texts + texts.reversed()) }

  /// The number of seeds with 1,000 edits each; `DOCUMENT_EDITS=20` tries 20,000.
  private static let seeds = UInt64(ProcessInfo.processInfo.environment["DOCUMENT_EDITS"] ?? "") ?? 6

  /// - Parameter seed: selects the edits.
  @Test(arguments: 1...seeds) func randomEditsGiveTheSameAsTheWhole(_ seed: UInt64) throws {
    var chance = Chance(seed)
    var lines = (0..<14).map { _ in chance.pick(Self.statements) }
    let check = DocumentCheck(Self.catalog)
    var reused = 0
    for step in 0..<1_000 {
      Self.edit(&lines, &chance)
      let source = try Self.source(lines.joined(separator: "\n"))
      let errors = Self.shown(check.errors(in: source))
      let whole = Self.shown(Checker(Self.catalog).errors(in: source))
      if errors != whole {
        Issue.record("step \(step) of seed \(seed): \(errors) is not \(whole) in:\n\(lines.joined(separator: "\n"))")
        return
      }
      if let count = check.parsedCount, count < lines.count / 2 { reused += 1 }
    }
    // Otherwise the test would compare the whole with itself.
    #expect(reused > 20)
  }

  private static func edit(_ lines: inout [String], _ chance: inout Chance) {
    let place = chance.below(lines.count)
    switch chance.below(10) {
    case 0: lines.insert(chance.pick(statements), at: place)
    case 1 where lines.count > 8: lines.remove(at: place)
    case 2: lines.append(lines.remove(at: place))
    case 3: lines[place] = chance.pick(statements)
    case 4: lines[place] += chance.pick([" {", " }", "\"", ";", " | count", " (", ")", " # {", "\\"])
    case 5:
      var words = lines[place].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      words[chance.below(words.count)] = chance.pick(terms)
      lines[place] = words.joined(separator: " ")
    default:
      // A key: a character is typed or deleted.
      var characters = Array(lines[place])
      let at = chance.below(characters.count + 1)
      if chance.below(2) == 0, at < characters.count {
        characters.remove(at: at)
      } else {
        characters.insert(chance.pick(Array("ab1 \"{}()$=|;.#\nes👋")), at: at)
      }
      lines[place] = String(characters)
    }
    if lines.count > 24 { lines.removeLast() }
  }

  private static let terms = [
    "$a", "$b", "a", "b", "1", "1s", "\"x\"", "f", "g", "(f 1)", "else", "story.number", "tick",
  ]

  private static let statements = [
    "let a = 1", "let a = 1s", "let b = $a", "let b = (f 1)", "a = 2", "b = \"x\"", "print $a", "print $b",
    "wait $a", "wait 1s", "story play 4", "tap right", "f 1", "g", "print (f 1)", "def f x { return $x }",
    "def f x { tap right; return 1 }", "def g { print (f 2) }", "if $a > 1 { print 1 }", "if $a > 1 {", "}",
    "else { print $b }", "  print 1", "for c in [1, 2] { print $c }", "every 1s as tick { tap right }", "cancel tick",
    "when story.started { print $story }", "expect $a == 1", "wait until (f 1) > 1", "fail \"no\"", "let story = 1",
    "print ([{n: 1}] | where n > 1 | count)", "| count", "# comment", "",
    "try { fail \"x\" } catch a { print $a.message }",
    "let d = {n: $a}", "print $d.n", "match $a { 1 { print 1 } else { print 2 } }", "return 1", "stroy play 4",
    "def k x {", "  let e = $x", "  return $e", "  a = 3", "print (k {n: 1}).n", "let d = (k [{n: $b}])", "b = (k $a)",
    "for e in (k $d) { print $e.n }", "delete $d.n", "delete d.n", "delete b", "when story.started { a = $author }",
    "if (f \"x\") == \"@ana\" { print $e }", "args e", "x = 1", "print $x", "def k x y = 2 { return [$x, $y] }",
    "print \"{$a} and {$b}\"", "print \"\"\"", "def g { return (h 1) }", "def h x { return (g) }", "wait (h 1)",
  ]

  /// Numbers from a seed.
  private struct Chance {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return count < 1 ? 0 : Int(state >> 11) % count
    }

    mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
  }
}
