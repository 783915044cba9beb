import Testing

@testable import StoryScript

@Suite struct ValueNestingTests {
  private func nested(_ depth: Int) -> Value {
    (1..<depth).reduce(Value.list([])) { value, _ in .list([value]) }
  }

  @Test func depthIsExact() throws {
    #expect(try Value.number(1).extent().height == 0)
    #expect(try Value.list([]).extent().height == 1)
    #expect(try nested(21).extent().height == 21)
    #expect(try nested(21).extent(upTo: 5).height > 5)
    let mixed = Value.list([.number(1), .record(["a": .list([.list([.number(1)])]), "b": .list([])]), nested(3)])
    #expect(try mixed.extent().height == 4)
    #expect(try mixed.extent().parts == 9)
  }

  @Test func sharedPartsAreLookedAtOnce() throws {
    let shared = (0..<200).reduce(Value.list([.list([])])) { value, _ in .list([value, value]) }
    #expect(try shared.extent().height == 202)
    #expect(try shared.extent().parts == .max)
    // Small parts are visited again each time, and their extents are still right.
    let small = Value.list([.list([.number(1)])])
    let many = Value.list(Array(repeating: .list([small, small]), count: 100))
    #expect(try many.extent().parts == 100 + 200 + 200 + 200)
    #expect(try many.extent().height == 4)
  }

  @Test func walkingIsStopped() {
    let wide = Value.list(Array(repeating: .list([.number(1)]), count: 10_000))
    let deep = Value.list(Array(repeating: .list([.list([.number(1)])]), count: 10_000))
    for value in [wide, deep] {
      var looks = 0
      #expect(throws: Failure.self) {
        try value.extent { () throws(Failure) in
          looks += 1
          throw Failure(.interrupted)
        }
      }
      #expect(looks == 1)
    }
  }

  @Test func endlessNestingIsAnError() {
    for step in [
      "x = [$x]", "x = {a: $x}", "x = (append [] $x)", "x = (with {a: 1} \"a\" $x)", "x = ([1] | each { $x })",
      "x = ([[$x]] | group by (length $it))",
    ] {
      let result = run("let x = []\nrepeat 1000000 { \(step) }")
      #expect(result.last?.contains("lists and records can be nested at most 1000 levels deep") == true, "\(step)")
    }
    #expect(run("let x = []\nlet y = []\nrepeat 1000 { x = [$x, 1] }\nprint (length $x)") == ["2"])
  }

  @Test func sharedPartsAreNeverCopied() {
    let double = "let x = [1]\nlet y = [1]\nrepeat 100 { x = [$x, $x]; y = [$y, $y] }\n"
    for step in [
      "print $x", "$x", "print \"{$x}\"", "print (text $x)", "print (join $x)", "print $x == $y", "expect $x == $y",
      "print (contains $x $y)", "print $x in $y", "print (unique $x)", "if $x == $y { }", "print ($x | group by $it)",
    ] {
      let result = run(double + step)
      #expect(result.count == 1 && result[0].contains("would be larger than 50 million parts"), "\(step) \(result)")
    }
    #expect(run(double + "light on for $x").last?.contains("'for' expects a duration such as 15s, not '[[[") == true)
  }
}
