import JSON
import Testing

@testable import Shell

/// The kinds and clock times that an editor shows inside the lines.
@Suite struct InlayHintTests {
  /// Returns each hint as `line:column label`.
  private func hints(_ text: String, _ range: (Int64, Int64) = (0, 1_000)) throws -> [String] {
    let client = try EditorClient(text)
    let range: JSON = [
      "start": ["line": .integer(range.0), "character": 0], "end": ["line": .integer(range.1), "character": 0],
    ]
    return try client.ask("inlayHint", [JSON.Field("range", range)]).arrayValue?.map { hint in
      let place = hint["position"]
      return
        "\(place?["line"]?.integerValue ?? -1):\(place?["character"]?.integerValue ?? -1) \(hint["label"]?.stringValue ?? "")"
    } ?? []
  }

  @Test func variablesHaveTheirKinds() throws {
    #expect(
      try hints("let a = 1\nlet b = \"é\"\nlet c = {x: 1}\nlet d = 5s\n") == [
        "0:5 : number", "1:5 : text", "2:5 : record", "3:5 : duration",
      ])
    // Nothing is known of a parameter, and of what an included file may change.
    #expect(try hints("def f x { print $x }\nf 1\n") == [])
    #expect(try hints("let a = 1\nlet a = \"b\"\nprint $a\n") == ["0:5 : number or text"])
    #expect(try hints("let a = 1\nlet b = 2\n", (1, 2)) == ["1:5 : number"])
  }

  @Test func waitsAndHoldsShowTheClock() throws {
    #expect(
      try hints("story play 4 for 15s\nwait 1.5s\nhold 2s\nwait 13.5s\nwait 1h\n") == [
        "0:20 at 0:00", "1:9 at 0:01.500", "2:7 at 0:03.500", "3:10 at 0:17", "4:7 at 1:00:17",
      ])
    #expect(
      try hints("let pause = 2s\nwait $pause\nwait $pause + 1s\n").filter { $0.contains(" at ") } == [
        "1:11 at 0:02", "2:16 at 0:05",
      ])
    // These take no time.
    #expect(
      try hints(
        "when story.started { wait 5s }\ndef f { wait 9s }\nafter 2s { print 1 }\nhold\nif true { print 1 }\nwait 3s\n")
        == ["5:7 at 0:03"])
  }

  @Test(arguments: [
    "repeat 2 { wait 1s }", "wait until story.number == 5", "if story.number == 4 { wait 1s }", "f", "stories",
    "try { wait 1s } catch { print 1 }", "for i in [1, 2] { wait 1s }", "expect error { hold 2s }", "let n = (f)",
    "wait (seconds 3)", "[1] | each { wait 1s }", "while story.number == 4 { wait 1s }", "speed 10", "rewind 1s",
    "print (if true { wait 1s })", "include \"no-such.story\"",
  ])
  func unknownTimesHaveNoHint(_ line: String) throws {
    let text = "def f { wait 1s }\nwait 2s\n\(line)\nwait 3s\n"
    #expect(try hints(text).filter { $0.contains(" at ") } == ["1:7 at 0:02"], "\(line)")
  }

  @Test func aHandlerThatTravelsMakesAllTimesUnknown() throws {
    #expect(try hints("after 1s { rewind 1s }\nwait 3s\n") == [])
    #expect(try hints("let p = 1s\nafter 1s { p = 2s }\nwait $p\n").filter { $0.contains(" at ") } == [])
  }

  /// The hint is the clock of a run.
  @Test func theClockIsThatOfARun() throws {
    let script = "story play 4 for 15s\nwait 1.5s\nhold 2s\nlet a = 4s\nwait $a\nprint clock.elapsed\n"
    #expect(try hints(script).last { $0.contains(" at ") } == "4:7 at 0:07.500")
    #expect(try Program.run(["--quiet", "-c", script]).output == "7.5s\n")
  }
}
