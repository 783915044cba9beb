import Testing
import Timeline

@testable import StoryScript

/// A filter that compares a field with a number has a fast path. Its result must equal that of the same filter with a
/// variable, which takes the general path, whatever the items are.
@Suite struct FilterTests {
  /// A text as tables show it finds nothing; where it would have found something without its mark, a note says so.
  @Test(arguments: [
    ("where author == $w", true), ("where $w == author", true), ("where $it.author == $w and n > 0", true),
    ("where n > 5 and author == $w", true), ("where author == $plain", false), ("where author != $w", false),
    ("where author == $other", false), ("where n == 1", false), ("where author == @ana", false),
    ("where author in $both", true), ("where $w in names", true), ("where n == 1 and author in $both", true),
    ("any author == $w", true), ("any author in $both", true), ("any $w in names", true), ("all $w in names", true),
    ("all author in $both", true), ("any author == $plain", false), ("all n > 5 or author == $w", false),
    ("any n == 1 and author == $w", true), ("where author in [$w]", false), ("any author != $w", false),
    ("all author == $other", false), ("where author in $others", false), ("where author in $empty", false),
  ])
  func aMarkInAVariableIsNoted(_ step: String, _ isNoted: Bool) {
    for tail in ["print ($l | \(step))", "def f { print ($l | \(step)) }; f"] {
      let host = TestHost()
      _ = run(
        """
        let l = [{author: "ana", n: 1, names: ["eva", "ana"]}, {author: "ben", n: 2, names: []}]
        let w = "@ana"; let plain = "ana"; let other = "@cleo"
        let both = [5, "@eva", "@ana"]; let others = ["@cleo", "@"]; let empty = []
        \(tail)
        """, host: host)
      let field = step.contains("names") ? "names" : "author"
      #expect(
        host.notes == (isNoted ? ["'\(field)' is written without '@' in scripts; did you mean \"ana\"?"] : []),
        "\(step)")
    }
  }

  /// Returns the output without error positions, which depend on the length of the compared operand.
  private func printed(_ text: String) -> [String] {
    run(text).map { $0.replacing(#/error \d+:\d+/#, with: "error") }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func fastFiltersMatchGeneralConditions(seed: UInt64) {
    var chance = SeededGenerator(seed: seed, stream: 14)
    var odd = Int.random(in: 0...3, using: &chance) == 0
    let items = (0..<Int.random(in: 0...30, using: &chance)).map { _ -> String in
      let number = Int.random(in: -2...2, using: &chance)
      if odd, Int.random(in: 0...9, using: &chance) == 0 {
        odd = false
        return ["{v: \"a\"}", "{w: 1}", "3", "none", "{v: 2s}", "{v: none}", "[1]"].randomElement(using: &chance)!
      }
      return ["{v: \(number)}", "{w: 1, v: \(number)}", "{v: \(number).5}"].randomElement(using: &chance)!
    }
    let sign = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &chance)!
    let list = "let a = [\(items.joined(separator: ", "))]\nlet k = 1\n"
    for end in ["", " | count", " | where v < 2"] {
      #expect(
        printed(list + "print ($a | where v \(sign) 1\(end))")
          == printed(list + "print ($a | where v \(sign) $k\(end))"),
        "\(list)\(sign)\(end)")
    }
  }

  /// Scripts with few constants, and scripts that are only parsed: a register is never mistaken for a constant with
  /// the same number.
  @Test(arguments: ["==", "!=", "<", "<=", ">", ">="])
  func comparedFieldsMayBeAnywhere(sign: String) {
    for constants in 0...3 {
      let more = (0..<constants).map { "let c\($0) = \($0 + 10)\n" }.joined()
      for (left, right) in [("a", "$x"), ("$it.a", "$x"), ("a", "(length $l)"), ("$x", "a"), ("a", "b"), ("a", "1")] {
        let script = "let l = [{a: 1, b: 1}]\nlet x = 1\n\(more)print ($l | where a \(sign) \(right) | count)"
        let held = ["==", "<=", ">="].contains(sign)
        #expect(printed(script.replacing("where a", with: "where \(left)")) == [held ? "1" : "0"], "\(script)")
        let inside = "def f l x { return ($l | where \(left) \(sign) \(right) | count) }"
        #expect(printed("\(inside)\nprint (f [{a: 1, b: 1}] 1)") == [held ? "1" : "0"], "\(inside)")
        #expect(printed("\(inside)\nprint 0") == ["0"], "\(inside)")
      }
    }
  }

  /// A list longer than one batch of the filter.
  @Test func longListsAreFiltered() {
    let list = "let a = (range 1 20000) | each { {v: $it mod 7} }\n"
    #expect(printed(list + "print ($a | where v == 3 | count)") == ["2857"])
    #expect(printed(list + "print ($a | where v >= 0 | count)") == ["20000"])
    #expect(printed(list + "let b = $a | where v > 2\nprint (length $a)\nprint (length $b)") == ["20000", "11428"])
  }
}
