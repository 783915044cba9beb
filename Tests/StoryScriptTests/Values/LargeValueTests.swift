import Testing

@testable import StoryScript

/// A value that would be too large is refused before any part of it is built.
@Suite struct LargeValueTests {
  /// A text of 100,000 bytes, and a nested list that represents thousands of such texts.
  private static let start =
    "let x = (repeated \"x\" 100000)\nlet a = [$x, $x, $x, $x, $x, $x, $x, $x, $x, $x]\nlet b = [$a, $a, $a, $a, $a, $a, $a, $a, $a, $a]\nlet c = [$b, $b, $b, $b, $b, $b, $b, $b, $b, $b]\nlet d = [$c, $c, $c, $c, $c, $c, $c, $c, $c, $c]\n"

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "print (length (replace $x \"x\" $x))", "print (length (join $d))",
      "print (length (join $a (repeated (repeated \"y\" 100000) 500)))",
      "print \"{$d}\"", "print (text $d)", "print $d", "say (text {a: $d})", "print (repeated $x 100000)",
      "let y = (repeated $x 2000)\nprint ($y + $y)",
    ])
  func textsAreMeasuredFirst(_ script: String) {
    let lines = run(Self.start + script)
    #expect(lines.last?.contains("this text would be larger than 256 MiB") == true, "\(script): \(lines.last ?? "")")
  }

  @Test func memoryThatCannotBeHadIsAnErrorWithItsLine() {
    for script in [
      "(range 1 10000000)", "(repeated \"x\" 50000000)",
      "let x = 1\n(replace (repeated \"x\" 1000000) \"x\" \"0123456789\")",
      "let x = (range 1 200000)\n$x + $x",
      "let y = (repeated \"ab\" 1000000)\n(split $y \"a\")",
    ] {
      let host = TestHost()
      host.memory = 12 << 20
      let lines = run(script, host: host)
      let line = script.split(separator: "\n").count
      #expect(lines.last?.hasPrefix("error \(line):") == true, "\(script): \(lines.last?.prefix(200) ?? "")")
      #expect(lines.last?.contains("there is not enough memory") == true, "\(script)")
    }
    // The error can be caught, and the script then continues.
    let host = TestHost()
    host.memory = 12 << 20
    #expect(run("try { (range 1 10000000) } catch { say no }\nsay yes", host: host) == ["no", "yes"])
  }

  @Test func theirResultsStayTheSame() {
    let script = """
      print (replace "a-b-c" "-" "++") + (replace "aaa" "aa" "b") + (replace "x" "y" "z") + (replace "-" "-" "")
      print (split "a-b-" "-") + (split "" "-") + (split "äö" "")
      print [(join ["a", 1, none] ", "), (join []), (join ["é", "\\u(301)"])]
      print (reverse "abc") + (upper "straße") + (lower "ÄB")
      print [(length "e\\u(301)x"), (contains "äb" "b"), (contains "ab" "c"), ("b" in "abc"), (unique [1, 1, "1"])]
      print [3, 1, 2] | sort | first
      print ([] | sum) + ([1, 2] | sum)
      print (append [1] 2) + (range 2 3)
      """
    #expect(
      run(script) == [
        "a++b++cbax", "[\"a\", \"b\", \"\", \"\", \"ä\", \"ö\"]", "[\"a, 1, none\", \"\", \"é\u{301}\"]",
        "cbaSTRASSEäb",
        "[2, true, false, true, [1, \"1\"]]", "1", "3", "[1, 2, 2, 3]",
      ])
  }

  @Test func writingStopsAmongItemsAndFields() {
    let numbers = (0..<2_000).map { Value.number(Double($0)) }
    let record = Record(.init(numbers.indices.map { "f\($0)" }), numbers)
    let items = (0..<1_023).map { "\($0), " }.joined()
    let fields = (0..<1_023).map { "f\($0): \($0), " }.joined()
    #expect(ValueWriter().literal(.list(numbers), isStopped: { true }) == "[" + items)
    #expect(ValueWriter().literal(.record(record), isStopped: { true }) == "{" + fields + "f1023: ")
  }

  @Test func aSumOfTextsIsRefusedAtTheFirst() {
    #expect(run("[\"a\", \"b\"] | sum").last?.contains("numbers or durations") == true)
    #expect(run("[1s, \"b\"] | sum").last?.contains("error") == true)
  }
}
