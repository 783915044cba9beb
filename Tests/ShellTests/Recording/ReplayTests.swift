import Foundation
import StoryScript
import Terminal
import Testing
import Timeline

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// Input typed at a prompt is replayed with the same output, byte by byte, and the replay touches nothing outside.
@Suite struct ReplayTests {
  /// A practice prompt whose lines are recorded.
  private final class Typist {
    let prompt: Prompt
    private(set) var lines: [String] = []

    init() {
      var options = Session.Options()
      (options.isPrompt, options.speed) = (true, 1)
      let session = Session(
        options: options, output: Output(to: .memory, isTerminal: true), catalog: Catalog.standard)
      prompt = Prompt(session: session, history: History(), width: { 80 })
    }

    /// Types a line after the events that are due before it. The test changes only the pace, so that it does not
    /// wait.
    func type(_ text: String, answers: [String] = []) {
      var left = answers[...]
      prompt.state.ask { _, _ in left.popFirst().map { .text($0) } ?? .none }
      lines += prompt.wake().lines
      _ = prompt.run(text)
      lines += prompt.session.output.drainLines()
    }

    var recording: Recording { prompt.state.recorder?.recording ?? Recording(head: .init()) }
  }

  private func lines(of recording: Recording) -> [String] {
    Replay.moments(of: recording, Catalog.standard).flatMap { ($0.before + $0.lines).map(\.text) }
  }

  private static let walk = [
    "speed 1000", "story play 4 for 15s", "wait 20s", "tap right", "stroy play", "print 3 +", "explain", "hold",
    "timer start reading 1", "skip 2m", "rate good", "streak", "undo", "every 3s as tick { print 1 }", "wait 10s",
    "cancel tick", "fork", "swipe down", "fork drop", "post \"hi </script> \\u(202E) #tag @bob.test\"", "let x = 5",
    "x = $x + 1", "print $x", "events 5", "learn facets", "learn hint", "8", "learn play", "learn done",
    "learn skip", "practice end", "repeat 2 {\nprint 2\n}", "print clock.now", "while true { break }", "view",
  ]

  @Test func theSameBytesComeOut() throws {
    let typist = Typist()
    for line in Self.walk { typist.type(line) }
    let recording = typist.recording
    let again = lines(of: recording)
    #expect(again == lines(of: recording), "twice the same")
    // Only a line that counts the machine's work may differ.
    #expect(again == typist.lines)
    let read = try Recording(try Source(name: "walk.story", text: recording.text))
    #expect(lines(of: read) == again, "through its text as well")
  }

  /// The replay matches however a lesson goes: with a clock that runs a thousand times as fast, every step goes
  /// differently each time.
  @Test(arguments: BuiltInLessons.all.map(\.name)) func everyLessonComesOutTheSame(_ name: String) throws {
    let typist = Typist()
    let parsedLesson = try BuiltInLessons.parsedLesson(name, in: typist.prompt.session)
    typist.type("learn \(name)")
    typist.type("speed 1000")
    for step in parsedLesson.steps {
      for line in ["\"no\"", "learn hint", parsedLesson.solution(of: step), "learn skip"] { typist.type(line) }
    }
    typist.type("practice end")
    let again = lines(of: typist.recording)
    #expect(again == typist.lines)
    #expect(again.contains { $0.contains("lesson finished") })
  }

  /// Time that a step skips by itself passes again in the replay, and is not waited for in addition.
  @Test func theTimesOfAnExportAreThoseOfTheWalk() throws {
    let typist = Typist()
    for line in ["learn hold-to-pause", "hold", "skip 3s", "release"] { typist.type(line) }
    let export = try #require(typist.prompt.session.resources.lessons.run).record.text
    let recording = try Recording(try Source(name: "x.story", text: export))
    let replay = Replay(recording.head, catalog: Catalog.standard)
    for item in recording.items { _ = replay.run(item) }
    // An export omits the time after the last line on the machine's clock. A step's own waits, if they counted twice,
    // would be 20 seconds and more.
    #expect(abs((replay.prompt.session.now - typist.prompt.session.now).microseconds) < 10_000_000)
  }

  /// Time in a lesson also passes in the session beneath it, and is shown once.
  @Test(arguments: [2, 100]) func timeInPracticeIsSeenOnce(_ seconds: Int64) {
    var recording = Recording(head: .init())
    for (wait, line) in [
      (1, "story play 4"), (1, "learn hold-to-pause"), (6, "hold"), (1, "practice end"), (seconds, "print 1"),
      (3, "print 2"),
    ] {
      recording.items.append(.init(wait: .seconds(wait), content: .line(.init(text: line))))
    }
    let moments = Replay.moments(of: recording, Catalog.standard)
    let inside = moments[3].ended - moments[1].began
    #expect(moments[3].began == moments[2].ended + .seconds(1) && inside >= .seconds(7))
    #expect(moments[4].began == moments[3].ended + max(.zero, .seconds(seconds) - inside))
    #expect(moments[5].began == moments[4].ended + .seconds(3))
    let times: [Duration] = moments.flatMap { $0.before + $0.lines }.map(\.at)
    #expect(times == times.sorted())
  }

  /// A full screen that was rejected took no time, and takes none in the replay.
  @Test func aFullScreenThatWasRefusedTakesNoTime() throws {
    try inFolder { folder in
      let typist = Typist()
      for line in ["story play 4 for 15s", "record \"\(folder)/walk.story\"", "watch", "watch for 3s", "print 1"] {
        typist.type(line)
      }
      #expect(typist.lines.count { $0.contains("`watch` needs a terminal") } == 2, "\(typist.lines)")
      let last = try #require(Replay.moments(of: typist.recording, Catalog.standard).last)
      #expect(last.ended < .seconds(60))
    }
  }

  /// A line that failed is recorded with its message, but without the secrets in the line.
  @Test func failedLinesAreRecorded() throws {
    let typist = Typist()
    for line in ["jump 99", "pin remove 4711", "stroy play", "print 1"] { typist.type(line) }
    let lines: [Recording.Line] = typist.recording.items.compactMap { item in
      if case .line(let line) = item.content { line } else { nil }
    }
    #expect(lines.map(\.hasFailed) == [true, true, true, false], "\(typist.recording.text)")
    #expect(typist.recording.text.contains("\njump 99\n# failed: ") && lines[1].failure == "…")
    #expect(lines[2].failure == nil && !typist.recording.text.contains("4711"))
    let moments = Replay.moments(of: typist.recording, Catalog.standard)
    #expect(moments.allSatisfy { $0.difference == nil })
  }

  /// The replay stops such a line by counting the machine's steps, not by processor time.
  @Test func interruptedLinesStopAtTheSamePlace() throws {
    var recording = Recording(head: .init())
    for line in [
      Recording.Line(text: "let i = 0"), .init(text: "while true { i += 1 }", stopped: .zero), .init(text: "print $i"),
    ] {
      recording.items.append(.init(wait: .zero, content: .line(line)))
    }
    let once = lines(of: recording)
    #expect(once == lines(of: recording) && once.last.map { $0 != "0" } == true, "\(once)")
  }

  @Test func answersAreGivenAgainAndSecretsAreNotKept() throws {
    let typist = Typist()
    typist.type("timer start reading 20")
    typist.type("timer stop", answers: ["n"])
    typist.type("pin set 2580")
    typist.type("pin remove", answers: ["2580"])
    typist.type("pinset 7391")
    let text = typist.recording.text
    #expect(!text.contains("2580") && !text.contains("7391"), "\(text)")
    #expect(text.contains("timer stop\n# answered: n\n") && text.contains("pin set …\n"), "\(text)")
    let again = lines(of: typist.recording)
    #expect(again.contains { $0.contains("PIN set") }, "\(again)")
    #expect(again.contains { $0.contains("goes on") } == typist.lines.contains { $0.contains("goes on") })
  }

  @Test func replaysHaveNoOutsideEffects() throws {
    let path = "/tmp/storyline-replay-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var recording = Recording(head: .init())
    for line in ["save [1] to \"\(path)\"", "record \"\(path)\"", "learn export to \"\(path)\"", "copy 1"] {
      recording.items.append(.init(wait: .zero, content: .line(.init(text: line))))
    }
    _ = lines(of: recording)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// If the replay is sealed, it reads no files.
  @Test func sealedReplaysReadNoFiles() throws {
    let replay = Replay(.init(), isSealed: true, catalog: Catalog.standard)
    for line in ["open \"README.md\"", "include \"Examples/tour.story\"", "cluster Examples/Photos"] {
      let moment = replay.run(.init(wait: .zero, content: .line(.init(text: line))))
      #expect(
        moment.lines.contains { $0.text.contains("uses files, and this run may not access") }, "\(moment.lines)")
    }
  }

  // MARK: Recording

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-record-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  /// A recording contains the lines from before `record`, and is written line by line.
  @Test func linesAreRecordedImmediately() throws {
    try inFolder { folder in
      let typist = Typist()
      typist.type("story play 4")
      typist.type("record \"\(folder)/walk.story\"")
      typist.type("hold")
      let text = try String(contentsOfFile: folder + "/walk.story", encoding: .utf8)
      #expect(text == typist.recording.text && text.hasSuffix("hold\n") && text.contains("\nstory play 4\n"))
      typist.type("record \"\(folder)/other.story\"")
      #expect(typist.lines.joined().contains("already running"))
      typist.type("record end")
      typist.type("release")
      let ended = try String(contentsOfFile: folder + "/walk.story", encoding: .utf8)
      #expect(ended.hasPrefix(text) && ended.hasSuffix("# end\n") && !ended.contains("release"))
      typist.type("record end")
      #expect(typist.lines.contains { $0.contains("nothing is being recorded") })
      typist.type("record \"\(folder)/walk.story\"")
      #expect(typist.lines.joined().contains("already exists"))
      typist.type("record \"\(folder)/none/walk.story\"")
      #expect(typist.lines.joined().contains("cannot write"))
    }
  }

  @Test func aRealSessionIsRefusedAndNamesPractice() {
    var options = Session.Options()
    (options.kind, options.isPrompt) = (.real, true)
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(), width: { 80 })
    _ = prompt.run("record \"/tmp/never.story\"")
    let lines = session.output.drainLines()
    #expect(lines.first == "error: a real session cannot be recorded, because it could not be replayed")
    #expect(lines.joined().contains("try: practice"))
  }

  /// A walk resumed on another day starts elsewhere than its lines say.
  @Test func unreplayableRecordingsAreRefused() throws {
    try inFolder { folder in
      for _ in 0..<2 {
        let typist = Typist()
        LessonGuide(typist.prompt.session).saveProgress(in: folder)
        typist.type("tutorial")
        typist.type("timer start reading")
        typist.type("record \"\(folder)/walk.story\"")
        LessonGuide(typist.prompt.session).leave()
        if FileManager.default.fileExists(atPath: folder + "/walk.story") {
          try FileManager.default.removeItem(atPath: folder + "/walk.story")
        } else {
          #expect(typist.lines.joined(separator: " ").contains("continues from an earlier session"), "\(typist.lines)")
          return
        }
      }
      Issue.record("it was recorded")
    }
  }
}
