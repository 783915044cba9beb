import Testing

@testable import Shell

@Suite struct ViewCommandTests {
  @Test func inAPipeItIsWords() throws {
    let run = try Program.run([
      "-c", "story play 4; wait 3s; like; view; timer start reading 20; wait 439s; hold; view; timer status",
    ])
    #expect(run.status == 0)
    let lines = run.lines
    #expect(lines.contains("story 4 by @ana, 2 h old, 4 of 10, playing at 3.0 s of 15 s, liked: harbour-at-dawn"))
    #expect(lines.suffix(3).first?.hasPrefix("story 3 by @emil, 1 h old, 3 of 10, held at ") == true)
    #expect(lines.suffix(2) == Array(repeating: "reading, 12:41 of 20 min, 63% left: You're doing great!", count: 2))
  }

  @Test func viewWithoutAStory() {
    #expect(ScriptRun()("view").lines == ["nothing is playing"])
    #expect(ScriptRun()("timer status").lines == ["no timer is running"])
    #expect(ScriptRun()("timer start reading 20; timer done; timer status").lines.last == "reading is done")
    #expect(
      ScriptRun()("timer start reading 20; timer pause; view").lines.last?.hasSuffix("100% left: paused for 0:00")
        == true)
  }

  @Test func theValueIsARecord() {
    ScriptRun.passes(
      """
      story play 4 for 10s; timer start reading 20; wait 5s
      let v = view
      expect $v.story.progress == 50% and $v.story.author == "ana"
      expect $v.timer.remaining == 19m55s and $v.timer.activity == "reading"
      """)
  }

  @Test func watchNeedsATerminal() throws {
    #expect(
      ScriptRun.error("story play 4; watch")
        == "`watch` needs a terminal | try: view, or story state, which show the same information as text")
    let json = try Program.run(["--json", "-c", "watch for 10s"])
    #expect(json.status == 1)
    #expect(json.output.contains("`watch` draws on a terminal, but the output is JSON"))
    #expect(ScriptRun.error("watch 10s") != nil, "the length comes after `for`")
  }
}
