import Foundation
import StoryScript
import Terminal
import Testing
import Timeline

@testable import Shell
@testable import ShellCore

/// Scripts as pages and pictures, and parts of recordings.
@Suite struct ScriptRenderingTests {
  private static func typing(_ text: String) throws -> ScriptTyping {
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    return ScriptTyping(try session.parse(try Source(name: "walk.story", text: text)))
  }

  private static func lines(_ recording: Recording) -> [String] {
    recording.items.compactMap { if case .line(let line) = $0.content { line.text } else { nil } }
  }

  /// Each line of a script is typed in turn, a block as one, with the comments above it.
  @Test(arguments: [
    ("story play 4\nhold 2s\n", ["story play 4", "hold 2s"]),
    ("#!/usr/bin/env storyline\n# A walk.\n\nhold; release  # both\n", ["# A walk.\nhold; release  # both"]),
    (
      "# One\n# and two\n  repeat 2 {\n    # inside\n    print 1\n  }\nprint 2",
      ["# One\n# and two\nrepeat 2 {\n    # inside\n    print 1\n  }", "print 2"]
    ),
    (
      "if true {\n  print 1\n} else {\n  print 2\n}; print 3\n",
      ["if true {\n  print 1\n} else {\n  print 2\n}; print 3"]
    ),
    ("print 1\r\n# the end\r\n", ["print 1", "# the end"]), ("", []), ("# only a comment", ["# only a comment"]),
  ])
  func scriptsAreTypedLineByLine(_ text: String, _ lines: [String]) throws {
    #expect(Self.lines(try Self.typing(text).recording) == lines)
  }

  @Test(arguments: [
    ("# A tour of Storyline. Everything else follows.\nhold", String?("A tour of Storyline")),
    ("# Stories\n", "Stories"),
    ("hold\n# Stories\n", nil), ("# \(String(repeating: "long ", count: 20))\nhold", nil), ("hold", nil),
    ("#!/usr/bin/env storyline\n# A walk.\nhold", "A walk"),
  ])
  func theFirstCommentIsTheTitle(_ text: String, _ title: String?) throws {
    #expect(try Self.typing(text).title == title)
  }

  private static func inFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8) }
    try body(folder)
  }

  /// A page shows the same output as a run of the script.
  @Test func aScriptsPageShowsItsOutput() throws {
    try Self.inFolder([
      "walk.story": "# A walk. And more.\nstory play 4 for 15s\nwait 3s\nhold 2s\nprint story.position\n"
    ]) {
      let result = try Program.run(["render", "walk.story", "to", "walk.md"], folder: $0)
      #expect(result.status == 0 && result.errors == "", "\(result)")
      let text = try String(contentsOf: $0.appending(path: "walk.md"), encoding: .utf8)
      #expect(
        text.hasPrefix("# A walk\n") && text.contains("‖ held at 3.0 s\n")
          && text.contains("› print story.position\n3s\n"), "\(text)")
      #expect(try Program.run(["test", "walk.md"], folder: $0).status == 0)
    }
  }

  /// A script ends with its first error, and so does its page. Without `--trust` it reads no files.
  @Test func aScriptsPageEndsWithItsFirstError() throws {
    let script = "print 1\nrepeat 2 {\n  jump 99\n}\nprint 2\n"
    try Self.inFolder(["walk.story": script, "pry.story": "print 1\nprint (open \"walk.story\")\n"]) {
      let result = try Program.run(["render", "walk.story", "to", "walk.md"], folder: $0)
      #expect(
        result.status == 1 && result.errors.contains("walk.story:2:1") && result.errors.contains("this line failed"),
        "\(result)")
      let text = try String(contentsOf: $0.appending(path: "walk.md"), encoding: .utf8)
      #expect(text.contains("› print 1\n1\n") && text.contains("jump 99") && !text.contains("print 2"), "\(text)")
      let sealed = try Program.run(["render", "pry.story", "to", "pry.md"], folder: $0)
      #expect(sealed.status == 1 && sealed.errors.contains("pry.story:2:1") && sealed.errors.contains("add --trust"))
      #expect(try Program.run(["render", "--trust", "pry.story", "to", "t.md"], folder: $0).status == 0)
    }
  }

  @Test func aScriptWithSyntaxErrorsIsNotRendered() throws {
    try Self.inFolder(["walk.story": "prnit 1\nhold 2x\n"]) {
      let result = try Program.run(["render", "walk.story", "to", "walk.html"], folder: $0)
      #expect(result.status == 2 && result.errors.contains("walk.story:1:1") && result.errors.contains("walk.story:2:"))
      #expect(!FileManager.default.fileExists(atPath: $0.path + "/walk.html"))
    }
  }

  @Test(arguments: [
    (["--frame", "walk.story", "to", "o.html"], "--frame is only for pictures"),
    (["--animate", "walk.story", "to", "o.cast"], "--animate is only for pictures"),
    (["--cast", "2", "walk.story", "to", "o.svg"], "--cast is only for films"),
    (["--from", "2", "walk.story", "to", "o.md"], "--from does not work with .md"),
    (["--from", "soon", "walk.story", "to", "o.svg"], "--from expects a step, a line or a time, not 'soon'"),
    (["--to", "0", "walk.story", "to", "o.svg"], "--to expects a step, a line or a time, not '0'"),
    (["walk.story", "to", "o.svg", "--to"], "--to expects a step, a line or a time"),
    (["--from", "9", "walk.story", "to", "o.svg"], "the recording has 2 lines and is 0 s long"),
    (["--from", "2", "--to", "1", "walk.story", "to", "o.svg"], "this part of the recording is empty"),
  ])
  func wrongOptionsAreRefused(_ words: [String], _ message: String) throws {
    try Self.inFolder(["walk.story": "print 1\nprint 2\n"]) {
      let result = try Program.run(["render"] + words, folder: $0)
      #expect(result.status == 2 && result.errors.contains(message), "\(result)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: $0.path) == ["walk.story"])
    }
  }

  // MARK: Parts

  private static func recording(_ lines: [String]) -> Recording {
    var recording = Recording(head: .init())
    for line in lines { recording.items.append(.init(wait: .seconds(2), content: .line(.init(text: line)))) }
    return recording
  }

  private static func part(_ recording: Recording, from: String?, to: String?) throws -> [String] {
    func replay() -> Replay {
      Replay(recording.head, pageModels: Catalog.standard.wings.compactMap(\.pageModel), catalog: Catalog.standard)
    }
    let extent = RecordingExtent(from: from.flatMap(RecordingPlace.init), to: to.flatMap(RecordingPlace.init))
    let items = try extent.items(of: recording, in: replay())
    return lines(replay().skip(to: items, of: recording))
  }

  /// Lines are typed after 2, 4, 11 and 13 s.
  @Test(arguments: [
    (String?.none, String?.none, ["hold", "wait 5s", "release", "print 1"]),
    ("2", "3", ["wait 5s", "release"]), ("4", nil, ["print 1"]),
    (nil, "1", ["hold"]), ("4s", "11s", ["wait 5s", "release"]), ("4.1s", nil, ["release", "print 1"]),
    (nil, "10.9s", ["hold", "wait 5s"]), ("2", "12s", ["wait 5s", "release"]),
  ])
  func partsBeginAndEndWhereAsked(_ from: String?, _ to: String?, _ lines: [String]) throws {
    let recording = Self.recording(["hold", "wait 5s", "release", "print 1"])
    #expect(try Self.part(recording, from: from, to: to) == lines)
  }

  /// In the recording of a lesson, numbers are those of its steps.
  @Test(arguments: [
    (String?("1"), String?("1"), ["print 1", "hold"]), ("2", "2", ["3s"]),
    ("2", "3", ["3s", "print 2", "tap right; explain"]),
    (nil, "1", ["learn hold-to-pause", "print 1", "hold"]),
    ("3", nil, ["print 2", "tap right; explain", "practice end"]),
  ])
  func partsOfALessonAreItsSteps(_ from: String?, _ to: String?, _ lines: [String]) throws {
    let typed = ["learn hold-to-pause", "print 1", "hold", "3s", "print 2", "tap right; explain", "practice end"]
    let recording = Self.recording(typed)
    #expect(try Self.part(recording, from: from, to: to).filter { typed.contains($0) } == lines)
  }

  /// A part begins with what the lines before it have made, at its own time 0.
  @Test func aPartBeginsWithWhatPrecededIt() throws {
    let recording = Self.recording(["story play 4 for 15s", "timer start reading 20", "hold", "release"])
    let replay = Replay(recording.head, catalog: Catalog.standard)
    let part = replay.skip(to: 2..<4, of: recording)
    #expect(part.head.start == recording.head.start + .seconds(4))
    let moments = replay.moments(of: part)
    #expect(moments[0].began == .seconds(2) && moments[0].lines.map(\.plain) == [" 0:06.000  ‖ held at 4.0 s"])
    #expect(moments[1].began == .seconds(4))
  }

  // MARK: Films and pictures

  @Test func typingWritesTheLineAndTakesAtMostFourSeconds() {
    var line = StyledText("hold ", .command)
    line.append("2s # 👩‍👩‍👧 é", .duration)
    let keys = Typing.keys(of: line)
    #expect(keys.reduce(into: StyledText()) { $0.append($1.text) } == line)
    #expect(
      keys.count == line.plain.count
        && keys.allSatisfy { $0.pause >= .milliseconds(45) && $0.pause <= .milliseconds(126) })
    let long = Typing.keys(of: StyledText(String(repeating: "word ", count: 500)))
    #expect(long.count == 2_500 && long.reduce(Duration.zero) { $0 + $1.pause } <= .seconds(4))
  }

  /// All rows of an animated picture are in it, each with its time; without animation they are what one sees.
  @Test func animatedPicturesEndWithAllRows() throws {
    let recording = Self.recording(["print 1", "print \"two\"", "repeat 40 { print 3 }"])
    func picture(_ options: Rendering.Options) -> String {
      Rendering(Catalog.standard).text(of: recording, as: .svg, named: "A & B", options)
    }
    var options = Rendering.Options()
    let still = picture(options)
    options.animates = true
    let film = picture(options)
    options.hasFrame = true
    let framed = picture(options)
    func rows(_ text: String) -> [Substring] { text.split(separator: "\n").filter { $0.hasPrefix("<text x=") } }
    #expect(rows(still) == rows(film) && rows(film) == rows(framed) && rows(still).count > 40)
    for text in [still, film, framed] { #expect(XMLCheck().isWellFormed(text)) }
    // Times never decrease, and typed rows are shown key by key.
    let delays = film.matches(of: /animation: show 1ms (\d+)ms/).compactMap { Int($0.1) }
    #expect(delays.count == 45 && delays == delays.sorted(), "\(delays.count)")
    #expect(film.contains("steps(7, end)") && film.contains("prefers-reduced-motion"))
    // Of 45 rows 24 are seen at once.
    #expect(film.contains(".rows { transform: translateY(-378px)") && film.contains("height=\"456\""))
    #expect(!still.contains("animation") && framed.contains(">A &amp; B</text>") && !film.contains(">A &amp; B</text>"))
  }
}
