import Foundation
import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// Commands that users try in their first hour, and the answers they get.
@Suite struct FirstHourTests {
  @Test(arguments: [
    ("why", "there is no command 'why' | did you mean 'explain'?"),
    ("play 4", "there is no command 'play' | did you mean 'story play'?"),
    ("network off", "there is no command 'network' | did you mean 'set network'?"),
    ("good", "there is no command 'good' | did you mean 'rate good'?"),
    ("how do I quit?", "there is no command 'how' | did you mean 'quit'?"),
    ("How do I start a timer", "there is no command 'How' | did you mean 'timer start'?"),
    ("what can I do", "there is no command 'what' | `help` lists the commands"),
    ("how are you", "there is no command 'how' | `help` lists the commands"),
    ("hello there", "there is no command 'hello' | `help` lists the commands"),
    ("show me my photos", "'show' does not accept 'my' | try: help photos"),
    ("where are my photos", "there is no command 'where' | try: help photos"),
    ("show photos", "'photos' is not a post | try: help photos"),
    ("show stories", "'stories' is not a post | try: stories"),
    ("can I play a story", "there is no command 'can' | did you mean 'story play'?"),
    ("please stop", "there is no command 'please' | did you mean 'story stop' or 'timer stop'?"),
    ("stop the timer", "there is no command 'stop' | did you mean 'timer stop'?"),
    ("write a post", "there is no command 'write' | did you mean 'post'?"),
    ("tell me a joke", "there is no command 'tell' | `help` lists the commands"),
    ("new timer", "there is no command 'new timer' | did you mean 'timer start'?"),
    ("exit now", "'exit' expects a whole number from 0 to 255, not 'now' | try: exit"),
    ("undo that", "'undo' expects a whole number from 1 to 100000, not 'that' | try: undo"),
    ("next photo", "'next' does not accept 'photo' | try: review next"),
    ("let list = [1]; list | count", "there is no command 'list' | did you mean '$list'?"),
    ("wait an hour", "expected the end of the statement, found 'hour' | try: wait 1h"),
    ("skip a minute", "'skip' expects a duration such as 15s, not 'a' | try: skip 1m"),
    ("set duration 10", "'set' does not accept 'duration' | did you mean 'length'?"),
    ("set lenght 10", "'set' does not accept 'lenght' | did you mean 'length'?"),
    ("set nothing", "'set' does not accept 'nothing' | try: help set"),
    ("set length 10", "'length' must be a duration from 100ms to 1d, not 10 | did you mean '10s'?"),
    ("set press 350", "'press' must be a duration from 0s to 10s, not 350 | did you mean '350ms'?"),
    ("timer start", "'timer start' expects the name of an activity | try: timer start reading 20"),
    ("skip", "'skip' expects a duration such as 15s | try: skip 20m"),
    ("undo x", "'undo' expects a whole number from 1 to 100000, not 'x'"),
    ("timer start reading 200", "'timer start' expects a duration from 1m to 2h, not 200m"),
    (
      "history export x.csv",
      "'history export' expects 'today', 'week', 'month' or 'year', not 'x.csv' | did you mean 'to x.csv'?"
    ),
    ("settings | where name = \"zone\"", "'=' assigns a value; it does not compare | to compare, write =="),
    ("let a = 1; print $a => 2", "there is no operator '=>' | put the block in braces: … { … }; to compare, write >="),
    (
      "settings | where name == zone",
      "there is no field 'zone' | fields: name, value, can be, kept; for text, write \"zone\""
    ),
    ("let r = {a: 1}; print $r.zone", "there is no field 'zone' | fields: a"),
    ("print \"{$story.position}\"", "there is no variable '$story' here | write story.position without the '$'"),
    (
      "print \"{$story}\"",
      "there is no variable '$story' here | write story.state, story.number or story.place without the '$'"
    ),
    ("cluster nowhere", "there is no folder or photo 'nowhere' | try: cluster Examples/Photos"),
    ("cluster Examples/Photoz", "there is no folder or photo 'Examples/Photoz' | did you mean 'Examples/Photos'?"),
    (
      "open Examples/peopel.csv",
      "cannot read 'Examples/peopel.csv': No such file or directory | did you mean 'Examples/people.csv'?"
    ),
    (
      "review favourite",
      "'review' expects a whole number from 1 to 1000000000, not 'favourite' | did you mean 'review favorite'?"
    ),
    (
      "when story.hold { }",
      "there is no event 'story.hold' | did you mean 'story.held'?"
    ),
    (
      "reply @1 hello there",
      "'reply' expects one word or text in quotes, so 'there' is one word too many | try: reply @1 \"hello there\""
    ),
  ])
  func leadsOn(_ script: String, _ error: String) throws {
    let session = Session(output: Output(to: .memory), catalog: Catalog.standard)
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    var problem: Problem?
    do {
      try session.runtime.run(try session.load(try Source(name: "test", text: script)))
    } catch let errors as Diagnostics {
      problem = errors.all.first?.problem
    } catch let error as Diagnostic {
      problem = error.problem
    }
    let found = try #require(problem)
    #expect(found.message + (found.suggestion.map { " | \($0)" } ?? "") == error)
  }

  /// A suggested example exists.
  @Test func scriptsGetNoExamples() throws {
    let home = try TemporaryHome()
    let result = try Program.run(["-c", "cluster Examples/Photos"], folder: home.url)
    #expect(result.status == 1 && !result.errors.contains("^ cluster"), "\(result.errors)")
    #expect(result.errors.contains("^^^"))
  }

  @Test func settingsAreListedAndCompleted() {
    #expect(
      ScriptRun()("set gestures").lines.joined().hasPrefix(
        " gestures is hold: "))
    let session = Session(output: Output(to: .memory), catalog: Catalog.standard)
    func values(_ line: String) -> [String] {
      Completer(session: session).completions(line, line.utf8.count).map(\.text)
    }
    #expect(values("set sound ").contains("off ") && values("set sound o") == ["off "])
    #expect(values("set gestures l") == ["longpress "] && values("story play 4; set end d") == ["dismiss "])
  }

  @Test func unsavedSettingsAreReported() throws {
    let result = try Program.run(["-c", "history import Examples/sessions.csv"])
    #expect(result.errors == "note: this session saves nothing: to save imported sessions, use `storyline --real`\n")
  }

  @Test func ratingLaterTwiceSaysThatItWaits() {
    let lines = ScriptRun()("rate later; timer start reading; timer done; rate later; rate later").lines
    #expect(lines[0].hasSuffix("rate later ignored: there is no session to rate"))
    #expect(lines.last?.hasSuffix("rate later ignored: the unrated sessions are already waiting") == true, "\(lines)")
  }

  @Test func speedSaysWhatItDid() {
    var options = Session.Options()
    options.isPrompt = true
    let runner = PromptRunner(
      session: Session(options: options, output: Output(to: .memory), catalog: Catalog.standard))
    for (speed, words) in [
      ("10", "time passes 10 times as fast as normal"),
      ("0.25", "time passes 0.25 times as fast as normal"), ("1", "time passes at normal speed"),
      ("0", "the clock is stopped: `speed 1` restarts it"),
      ("instant", "the clock is stopped; it jumps ahead when something waits"),
    ] {
      runner.run("speed \(speed)")
      #expect(runner.session.output.drainLines() == ["note: \(words)"])
    }
  }
}
