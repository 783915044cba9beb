import Foundation
import StoryScript
import System
import Testing

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

/// `storyline check --fix`.
@Suite struct CheckFixTests {
  @Test(arguments: [
    ("stroy play 4\ntimr start reading", "story play 4\ntimer start reading", 2),
    ("print story.nubmer", "print story.number", 1), ("let apple = 1\nprint $aple", "let apple = 1\nprint $apple", 1),
    ("let light = teal; print [$light, open]", "let light = \"teal\"; print [$light, \"open\"]", 2),
    ("story play 4", "story play 4", 0), ("xyzzyxyzzy", "xyzzyxyzzy", 0),
    ("when story.strted { tap rihgt }", "when story.started { tap right }", 2),
    ("stroy play 4 fro 15s", "story play 4 for 15s", 2), ("let v = 2+3", "let v = 2 + 3", 1),
    ("story play 4 15s", "story play 4 for 15s", 1), ("pritn $m", "print $m", 1),
    ("if true { print 1 } esle { print 2 }", "if true { print 1 } else { print 2 }", 1),
    ("rate amazzing\nwait 5", "rate amazing\nwait 5", 1), ("stroy play 4\nwait 5", "story play 4\nwait 5", 1),
  ])
  func suggestionsAreApplied(_ text: String, _ corrected: String, _ count: Int) throws {
    let result = Checker(Catalog.standard).corrected(try Source(name: "test", text: text))
    #expect(result.text == corrected)
    #expect(result.changes.count == count)
  }

  /// A thousand mistakes take about ten times as long as a hundred: a check of the script for each would take a hundred
  /// times as long.
  @Test func manyMistakesAreCorrectedTogether() throws {
    func time(_ count: Int) throws -> Int64 {
      let lines = (0..<count).map { ["pritn \($0)", "stroy play 4", "timr start reading"][$0 % 3] }
      let right = (0..<count).map { ["print \($0)", "story play 4", "timer start reading"][$0 % 3] }
      let start = SystemClock.worked
      let result = Checker(Catalog.standard).corrected(
        try Source(name: "test", text: lines.joined(separator: "\n")))
      #expect(result.text == right.joined(separator: "\n"))
      #expect(result.changes.map(\.line) == Array(1...count))
      return SystemClock.worked - start
    }
    let few = try time(100)
    #expect(try time(1_000) < 40 * few)
  }

  /// A correction that gives later words a meaning is made before them.
  @Test(arguments: [
    (
      "pritn 1\npritn 2\nvar foo = 1\nlet fop = 2\nprint $foop",
      "print 1\nprint 2\nlet foo = 1\nlet fop = 2\nprint $foop"
    ),
    ("pritn 1\npritn 2\nxyzzyxyzzy\npritn 3", "print 1\nprint 2\nxyzzyxyzzy\nprint 3"),
    (
      "pritn 1\nif true { pritn 2 } esle { pritn 3 }\npritn 4", "print 1\nif true { print 2 } else { print 3 }\nprint 4"
    ),
  ])
  func correctionsMadeTogetherAreThoseMadeOneByOne(_ text: String, _ corrected: String) throws {
    #expect(Checker(Catalog.standard).corrected(try Source(name: "test", text: text)).text == corrected)
  }

  /// A state with another sign in place of its dot is no text.
  @Test(arguments: [
    "if timer,state == running { print 1 }", "wait until timer,state == completed", "print clock,now",
    "print \"{clock,elapsed} x\"", "if storystate == playing { print 1 }", "print story-number",
  ])
  func aMisspeltStateBecomesNoText(_ text: String) throws {
    let corrected = Checker(Catalog.standard).corrected(try Source(name: "test", text: text)).text
    #expect(
      !corrected.contains("\"timer") && !corrected.contains("\"clock,") && !corrected.contains("\"story"),
      "\(corrected)")
  }

  /// Replaces the notation of other languages with Storyline's own.
  @Test(arguments: [
    ("let a = true\nif $a && true { print 1 }", "let a = true\nif $a and true { print 1 }"),
    ("let a = true\nif $a || false { print 1 }", "let a = true\nif $a or false { print 1 }"),
    ("let a = true\nif !$a { print 1 }", "let a = true\nif not $a { print 1 }"),
    ("let x = 1\nx++\nprint $x", "let x = 1\nx += 1\nprint $x"),
    ("let x = 1\nrepeat 2 { x-- }\nprint $x", "let x = 1\nrepeat 2 { x -= 1 }\nprint $x"),
    ("print length(\"abc\")", "print (length \"abc\")"), ("print max(1, 2)", "print (max 1 2)"),
    ("def f n { $n + 1 }\nprint f(1)", "def f n { $n + 1 }\nprint (f 1)"), ("print 5 % 2", "print 5 mod 2"),
    ("print 2 ** 3", "print (power 2 3)"),
    ("let x = 4\nif $x % 2 == 0 { print 1 }", "let x = 4\nif $x mod 2 == 0 { print 1 }"),
    ("puts \"a\"", "print \"a\""),
    ("let x = 2\nprint 5 + $x ** 3", "let x = 2\nprint 5 + (power $x 3)"),
    ("let x = 1\nif $x = 1 { print 1 }", "let x = 1\nif $x == 1 { print 1 }"),
    ("let x = 1\nif $x === 1 { print 1 }", "let x = 1\nif $x == 1 { print 1 }"),
    ("let x = 1\nif $x <> 1 { print 1 }", "let x = 1\nif $x != 1 { print 1 }"),
    ("let x := 5\nprint $x", "let x = 5\nprint $x"), ("let $x = 5\nprint $x", "let x = 5\nprint $x"),
    ("var x = 5\nprint $x", "let x = 5\nprint $x"), ("let x = null\nprint $x", "let x = none\nprint $x"),
    ("let x = True\nprint $x", "let x = true\nprint $x"), ("// a comment\nprint 1", "# a comment\nprint 1"),
    (
      "let x = 1\nif $x == 1 { print 1 } elif $x == 2 { print 2 }",
      "let x = 1\nif $x == 1 { print 1 } else if $x == 2 { print 2 }"
    ),
    (
      "let x = 1\nif $x == 1 { print 1 } elseif $x == 2 { print 2 } else { print 3 }",
      "let x = 1\nif $x == 1 { print 1 } else if $x == 2 { print 2 } else { print 3 }"
    ),
    ("print match 5 { 1 { 2 } _ { 3 } }", "print match 5 { 1 { 2 } else { 3 } }"),
    ("print match 5 { 1 { 2 } default { 3 } }", "print match 5 { 1 { 2 } else { 3 } }"),
  ])
  func unambiguousErrorsAreFixed(_ text: String, _ corrected: String) throws {
    let checker = Checker(Catalog.standard)
    #expect(checker.corrected(try Source(name: "test", text: text)).text == corrected)
    #expect(checker.errors(in: try Source(name: "test", text: corrected)).allSatisfy(\.problem.isWarning))
  }

  /// Guesses are only suggestions for the author: the file stays as it is.
  @Test(arguments: [
    "let price = 1,000", "let price = 1,000,000", "let price = 1,5", "let total = [1,000, 2]",
    "let total = 1; let totals = 2\nprint $totl", "let abc = 1; let abd = 2\nprint $abe",
    "def greet n { $n }\ndef great n { $n }\nprint (grat 1)", "let n = if 1 > 2 { zzyzx } else { 3 }", "let b = Yes",
    "let b = no", "wait 5", "skip 20",
    "let light = red", "let b = Off", "ls",
    "error \"x\"", "let x = 5\nprint x", "print -2 ** 2", "print 2 ** 3 ** 2", "let a = 1\nlet b = $a = 2",
    "print max(1, f(2))", "def f n { $n }\nlet x = 1\nprint f(x)", "print match 5 { _ { 3 } 1 { 2 } }",
    "let flag = flase", "let flag = ture", "let flag = Flase", "let x = unll", "let x = yess", "let xs = [tru, false]",
    "let r = {on: ture}", "expect story.playing == ture", "print not ture", "let apple = 1; aple = 3; print $apple",
    "let apple = 1; apple2 = 3; print $apple", "let apple = 1; let x = aple; print [$x, $apple]",
    "let light = gree; print [$light, green]", "print stroy", "let x = pritn; print $x",
    // A calculation without its `$` and spaces is no text.
    "def double n { return n*2 }\nprint double 4", "let xs = [{n: 1}]\nfor x in $xs { print x.n }",
    "let a = 1\nlet b = a+1\nprint $b", "let limit = 2\nprint limit>=3",
    "let price = 2; let count = 3; print price*count",
    "let width = 2; print width*2", "let total = unit*5; print $total", "let ab = 1; let b = ab/2; print $b",
    "let person = {name: 1}; let s = person.name; print $s", "let x = left+right; print $x",
    "args size = 3\nlet x = size-1; print $x", "def twice n { let m = n.size; $m }\nprint twice 2",
    // The variable may be meant.
    "let goo = \"amazing\"\ntimer start reading; timer done; rate goo",
    "let amazin = \"good\"\ntimer start reading; timer done; rate amazin",
    "for rihgt in [1] { story play 4; tap rihgt }", "def f lef { story play 4; tap lef }\nf 1",
    "time", "let x = 1...3",
    // Other languages disagree about the meaning, so each change could be wrong.
    "for i in range(0, 3) { print $i }", "for i in (range(3)) { print $i }", "for i in 1..3 { print $i }",
    "let x = 4\nprint $x % 3", "print -7 % 3", "print -2 * 5 % 3", "let x = 4\nif $x % 3 == 0.5 { print 1 }",
    "print round(2.5)", "print slice(\"abcd\", 1, 2)", "print random(1, 6)", "print join([1], \",\")", "print log(100)",
    "print replace(\"aa\", \"a\", \"b\")", "let x = 1\nx := 5\nprint $x", "printf \"5\"", "puts \"#{x}\"",
    "echo \"$x\"", "puts \"{x}\"", "print match 5 { 1 { 2 } other { 3 } }",
    "if true { print 1 } otherwise { print 2 }", "cd \"x\"", "print 2^3",
  ])
  func guessesAreNotApplied(_ text: String) throws {
    let result = Checker(Catalog.standard).corrected(try Source(name: "test", text: text))
    #expect(result.text == text && result.changes.isEmpty, "\(result.text)")
  }

  /// Each kind of correction, with the reason why it has exactly one meaning. A kind that is not listed here is never
  /// corrected.
  @Test func eachKindOfCorrectionHasItsReason() throws {
    let examples: [(Fix, String, String)] = [
      (.statement, "stroy play 4", "story play 4"), (.subcommand, "timer strat reading 20", "timer start reading 20"),
      (.variable, "let apple = 1\nprint $aple", "let apple = 1\nprint $apple"),
      (.function, "print (uper \"x\")", "print (upper \"x\")"), (.state, "print story.nubmer", "print story.number"),
      (.event, "when story.strted { print 1 }", "when story.started { print 1 }"),
      (.argument, "rate amazzing", "rate amazing"),
      (.step, "[1] | wehre it == 1", "[1] | where it == 1"),
      (.partner, "if true { print 1 } esle { print 2 }", "if true { print 1 } else { print 2 }"),
      (.quotes, "let light = teal; print $light", "let light = \"teal\"; print $light"),
      (.spaces, "let v = 2+3; print $v", "let v = 2 + 3; print $v"),
    ]
    #expect(Set(examples.map { $0.0 }) == Set(Fix.allCases))
    for (fix, text, corrected) in examples {
      #expect(!fix.reason.isEmpty)
      let checker = Checker(Catalog.standard)
      let source = try Source(name: "test", text: text)
      let kinds = checker.errors(in: source).compactMap { Fix($0.problem) }
      let result = checker.corrected(source).text
      // A suggestion of this kind is taken, or left to the author, but nothing else is made of it.
      #expect(result == corrected && kinds.contains(fix) || result == text, "\(fix) \(kinds) \(result)")
    }
  }

  /// A readable script stays readable, and each change lowers the number of errors.
  @Test func nothingIsMadeWorse() throws {
    let checker = Checker(Catalog.standard)
    let lines = [
      "stroy play 4", "elseif true { }", "error \"x\"", "let x = 1,000", "print $y", "x++", "if true && { print 1 }",
      "print f(1", "let = 5", "wait 5", "match 5 { _ { } }", "print 2 ** ", "ls", "tiemr strat reading 20",
      "rate amazin",
    ]
    for first in lines {
      for second in lines {
        let source = try Source(name: "test", text: first + "\n" + second)
        let count = checker.errors(in: source).count { !$0.problem.isWarning }
        let (text, changes) = checker.corrected(source)
        let left = checker.errors(in: try Source(name: "test", text: text)).count { !$0.problem.isWarning }
        #expect(changes.isEmpty ? text == first + "\n" + second : left < count, "\(first) \(second): \(text)")
      }
    }
  }

  @Test func theFileIsFixedAndOtherErrorsAreReported() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-mending-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.story")
    try "print 1\nstroy play 4\nxyzzyxyzzy\n".write(to: file, atomically: true, encoding: .utf8)
    var result = try Program.run(["check", "--fix", file.path])
    #expect(result.status == 2 && result.output == "\(file.path):2: stroy is now story\n")
    #expect(result.errors.contains("'xyzzyxyzzy'") && result.errors.hasSuffix("1 error in 1 script\n"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "print 1\nstory play 4\nxyzzyxyzzy\n")
    try "stroy play 4\n".write(to: file, atomically: true, encoding: .utf8)
    result = try Program.run(["check", "--fix", file.path])
    #expect(result.status == 0 && result.output.hasSuffix("1 script is fine\n"))
  }
}
