import Foundation
import StoryScript
import System
import Terminal
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// The grey suggestion in an empty prompt after a mistake: a line that runs as it is and does nothing unrequested.
@Suite struct SuggestedLineTests {
  /// Returns a prompt in which the lines were typed.
  private func prompt(_ lines: [String], kind: Session.Options.Kind = .real) -> Prompt {
    var options = Session.Options()
    options.kind = kind
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    let prompt = Prompt(session: session, history: History(path: nil))
    for line in lines { _ = prompt.run(line) }
    return prompt
  }

  @Test(
    arguments: [
      (["explore"], nil), (["login"], nil), (["set"], nil), (["suggestions"], nil), (["profile forget"], nil),
      (["post"], nil), (["set duration 10"], "set length 10"), (["timer start"], "timer start reading 20"),
      (["post hello world"], "post \"hello world\""), (["explore settings"], "explore (settings)"),
      (["let x = 5", "x"], "$x"), (["let t = 5", "t"], "$t"), (["let name = 1", "name"], "$name"),
      (["let x = 5", "explore x"], "explore $x"), (["explore Examples"], "explore (cluster Examples)"),
      (["let v = 1+1"], "let v = 1 + 1"), (["cluster Exampels/Photos smart"], "cluster Examples/Photos smart"),
      (["timer start reading", "timer strat reading"], nil), (["abbreviate ll = stories"], "abbreviate ll \"stories\""),
      (["explore README.md"], "explore (open README.md)"), (["cluster Examples/Phots"], "cluster Examples/Photos"),
      (["cluster \"Examples/Phots/\""], "cluster Examples/Photos"),
      (["let people = open Examples/peopel.csv"], "let people = open Examples/people.csv"),
    ] as [([String], String?)])
  func onlyTheCorrectionIsSuggestedAfterAnError(_ lines: [String], _ suggested: String?) {
    #expect(prompt(lines).hint("") == suggested)
  }

  @Test func aVariableIsOfferedBesideACommandThatTakesWhatFollows() {
    let prompt = prompt(["let name = 1"])
    _ = prompt.session.output.drainLines()
    _ = prompt.run("name Mia")
    let lines = prompt.session.output.drainLines()
    #expect(lines.last?.hasSuffix("did you mean '$name' or 'profile name'?") == true, "\(lines)")
  }

  /// A corrected name with a space is in quotes and replaces the quoted name.
  @Test func aPathStaysOneWord() throws {
    let folder = Scratch.folder()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "my photos"), withIntermediateDirectories: true)
    let path = folder.path
    #expect(PathSuggestion.question(about: "\(path)/my phots/") == "did you mean \"\(path)/my photos\"?")
    let hint = prompt(["cluster \"\(path)/my phots\""]).hint("")
    #expect(hint == "cluster \"\(path)/my photos\"")
  }

  /// The domains do not know each other: each command with this word is tried in the current state.
  @Test(
    arguments: [
      ([], "pause", nil), (["timer start reading"], "pause", "timer pause"),
      (["timer start reading", "timer pause"], "resume", "timer resume"), (["timer start reading"], "next", nil),
      (["cluster Examples/Photos", "review"], "next", "review next"),
      (["cluster Examples/Photos", "review"], "like", "review favorite"),
      (["timer start reading", "story play 4"], "pause", nil),
    ] as [([String], String, String?)], [Session.Options.Kind.real, .practice])
  func aRefusedWordLeadsToTheCommandThatHasIt(
    _ given: ([String], String, String?), _ kind: Session.Options.Kind
  ) {
    let prompt = prompt(given.0, kind: kind)
    let before = prompt.session.world
    _ = prompt.session.output.drainLines()
    _ = prompt.run(given.1)
    let lines = prompt.session.output.drainLines()
    #expect(prompt.hint("") == given.2)
    guard let meant = given.2 else { return }
    #expect(lines.last?.hasSuffix("^ did you mean '\(meant)'?") == true, "\(lines)")
    // In a real session time passes, and stories advance meanwhile.
    if kind == .practice { #expect(prompt.session.world.aspects(changedSince: before).isEmpty, "it was only tried") }
    _ = prompt.run("explain")
    #expect(prompt.session.output.drainLines().joined(separator: " ").contains(meant))
    _ = prompt.run(meant)
    #expect(prompt.exitCode == 0)
  }

  @Test func aScriptIsNotLedElsewhere() {
    #expect(
      ScriptRun()("timer start reading; pause").error
        == "nothing is playing, so `pause` has no effect | try: story play 4")
  }

  @Test func unlikingIsReported() {
    let note = "note: the story was already liked, so `like` removed the like; try: like"
    let prompt = prompt(["story play 4", "like"], kind: .practice)
    #expect(!prompt.session.output.drainLines().contains(note))
    _ = prompt.run("like")
    #expect(prompt.session.output.drainLines().contains(note))
    _ = prompt.run("like")
    #expect(!prompt.session.output.drainLines().contains(note) && prompt.session.world.stories.isStoryLiked)
    #expect(!ScriptRun()("story play 4; like; like").lines.contains { $0.contains("removed the like") })
  }

  @Test func aBlockWithAWrongFirstLineIsWrongOnce() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("evry 1s {")
    terminal.enter("print 1")
    terminal.enter("}")
    terminal.expect("one error") { screen in
      screen.lines.contains("error: there is no command 'evry'") && screen.lines.contains("1 │ evry 1s {")
    }
    terminal.enter("print 2")
    terminal.expect("and no other") { screen in
      screen.lines.filter { $0.hasPrefix("error") }.count == 1 && screen.lines.contains("2")
    }
  }
}
