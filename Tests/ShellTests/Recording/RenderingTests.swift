import Foundation
import StoryScript
import Terminal
import Testing
import Timeline

@testable import LessonsWing
@testable import ScriptTools
@testable import Shell
@testable import ShellCore

/// Documents made from recordings: each format is deterministic, and a text cannot run anything when it is displayed.
@Suite struct RenderingTests {
  private static let evil = "post \"</script><img src=x onerror=alert(1)> ``` \\u(202E) \\u(1B)[2J #tag\""

  private static func recording(_ lines: [String], columns: Int = 80) -> Recording {
    var recording = Recording(head: .init(columns: columns))
    for line in lines { recording.items.append(.init(wait: .milliseconds(1_500), content: .line(.init(text: line)))) }
    return recording
  }

  private static let rendering = Rendering(Catalog.standard)

  /// Returns a recording of a lesson that is played with its solutions.
  private static func walk(_ name: String) throws -> Recording {
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let parsedLesson = try BuiltInLessons.parsedLesson(name, in: session)
    let answers = LessonSheet(Catalog.standard).answers(of: parsedLesson)
    let lines = parsedLesson.steps.enumerated().map { index, step in
      let solution = parsedLesson.solution(of: step)
      return solution.isEmpty ? answers[index].map { ValueWriter().literal($0) } ?? "" : solution
    }
    return recording(["learn \(name)"] + lines)
  }

  private static func tour() throws -> Recording {
    let text = try String(contentsOf: Package.root.appending(path: "Examples/tour.story"), encoding: .utf8)
    return recording(
      text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") && !$0.contains("cluster") })
  }

  @Test(arguments: BuiltInLessons.all.map(\.name) + ["tour", "evil"])
  func eachFormIsTwiceTheSameAndTheDocumentPasses(_ name: String) throws {
    let recording =
      switch name {
      case "tour": try Self.tour()
      case "evil": Self.recording([Self.evil, "print \"> quoted\"", "print \"› typed\"", "print \"```\"", "# typed"])
      default: try Self.walk(name)
      }
    for form in Rendering.Form.allCases {
      let one = Self.rendering.text(of: recording, as: form, named: name)
      #expect(one == Self.rendering.text(of: recording, as: form, named: name), "\(form)")
    }
    let path = "/tmp/storyline-render-\(UUID().uuidString).md"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = Self.rendering.text(of: recording, as: .md, named: name)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let output = Output(to: .memory)
    #expect(TestRunner(Catalog.standard).run([path], output: output) == 0, "\(output.drainLines())")
    // The test fails if the text is changed.
    try text.replacing(" #tag", with: " #gat").replacing("step 1 of", with: "step 8 of").replacing(
      "story", with: "stroy"
    )
    .write(toFile: path, atomically: false, encoding: .utf8)
    #expect(TestRunner(Catalog.standard).run([path], output: Output(to: .memory)) != 0)
  }

  @Test func everyLessonIsSolvedByItsRecording() throws {
    for (name, _) in BuiltInLessons.all {
      var lesson: String?
      let grader = LessonGrader(Catalog.standard)
      let result = try grader.grade(try Self.walk(name), named: name, lesson: lesson)
      #expect(result.walk.solvedCount == result.walk.titles.count && result.late == [], "\(name): \(result.walk)")
      #expect(result.parsedLesson.name == name)
      lesson = nil
    }
  }

  /// Every control character of a text is displayed, and none is sent.
  @Test func noTextControlsATerminalOrBrowser() throws {
    let recording = Self.recording([Self.evil])
    let svg = Self.rendering.text(of: recording, as: .svg, named: "<b>\u{202E}")
    #expect(!svg.contains("<img") && !svg.contains("<b>") && !svg.contains("\u{202E}") && !svg.contains("\u{1B}"))
    let parser = XMLCheck()
    #expect(parser.isWellFormed(svg))
    let cast = Self.rendering.text(of: recording, as: .cast, named: "x")
    #expect(!cast.contains("\u{202E}") && !cast.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    #expect(!cast.contains("\\u001b[2J"))
    let document = Self.rendering.text(of: recording, as: .md, named: "<script>`x`")
    #expect(!document.contains("\u{202E}") && !document.contains("\u{1B}") && !document.contains("<script>`"))
    // The code block ends where it should.
    #expect(document.split(separator: "\n").filter { $0.hasPrefix("```") }.count == 2)
  }

  @Test func aCastCountsAsItsVersionDoes() throws {
    let recording = Self.recording(["story play 4 for 15s", "wait 20s", "hold"])
    func events(_ version: Int) throws -> [(Double, String, String)] {
      var options = Rendering.Options()
      options.version = version
      let lines = Self.rendering.text(of: recording, as: .cast, named: "x", options).split(separator: "\n")
      let head = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
      #expect(head["version"] as? Int == version)
      #expect((version == 2 ? head["width"] : (head["term"] as? [String: Any])?["cols"]) as? Int == 80)
      return try lines.dropFirst().map { line in
        let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
        return (event[0] as? Double ?? -1, event[1] as? String ?? "", event[2] as? String ?? "")
      }
    }
    let (three, two) = (try events(3), try events(2))
    #expect(three.map(\.2) == two.map(\.2) && three.map(\.1) == two.map(\.1))
    #expect(two.map(\.0) == two.map(\.0).sorted() && three.allSatisfy { $0.0 >= 0 })
    let length: Double = three.map(\.0).reduce(0, +)
    #expect(abs(length - (two.last?.0 ?? 0)) < 0.001)
    #expect(two.filter { $0.1 == "m" }.map(\.2) == ["story play 4 for 15s", "wait 20s", "hold"])
    // Story 5 starts in the middle of the wait and not at its end; the time for typing is added.
    let next = try #require(two.first { $0.2.contains("story 5") || $0.2.contains("⏭") })
    let typed = ["story play 4 for 15s", "wait 20s"].flatMap { Typing.keys(of: StyledText($0)) }
    let time = typed.reduce(Duration.zero) { $0 + $1.pause }
    #expect(time > .milliseconds(28 * 45) && abs(next.0 - 16.5 - time.seconds) < 0.001, "\(next)")
  }

  @Test func theToolSaysWhatIsWrong() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = Self.recording(["story play 4", "hold"])
    try (recording.text + "wait 1s\nrele").write(
      to: folder.appending(path: "walk.story"), atomically: true, encoding: .utf8)
    func render(_ words: [String]) throws -> Program.Result {
      try Program.run(["render"] + words, folder: folder)
    }
    let first = try render(["walk.story", "to", "walk.svg"])
    #expect(first.status == 0 && first.errors.contains("the last line of 'walk.story' is incomplete"), "\(first)")
    let again = try render(["walk.story", "to", "walk.svg"])
    #expect(again.status == 2 && again.errors.contains("already exists") && again.errors.contains("--replace"))
    #expect(try render(["walk.story", "to", "walk.svg", "--replace"]).status == 0)
    #expect(try render(["walk.story", "to", "walk.html"]).status == 0)
    #expect(try render(["walk.story", "to", "walk"]).errors.contains("does not name a format"))
    #expect(
      try render(["walk.story", "walk.svg"]).errors.contains("expects a recording or a script, and an output file"))
    #expect(try render(["--cast", "1", "walk.story", "to", "x.cast"]).errors.contains("--cast expects 2 or 3"))
    #expect(try render(["none.story", "to", "x.cast"]).errors.contains("none.story"))
    let played = try Program.run(["walk.story"], folder: folder)
    #expect(played.status == 0 && played.output.contains("▶ story 4") && played.output.contains("‖ held"))
    #expect(try Program.run(["walk.story"], folder: folder).output == played.output)
    // `fmt` leaves a recording as it was typed, and `test` checks that the recording can be replayed.
    try (recording.text + "wait 0s\n  wait 1h\n# stopped after 1s\n# not read: stroy\nwait 0s\njump 99\n").write(
      to: folder.appending(path: "other.story"), atomically: true, encoding: .utf8)
    #expect(try Program.run(["fmt", "other.story"], folder: folder).errors.contains("is a recording"))
    #expect(try Program.run(["check", "other.story"], folder: folder).status == 0)
    #expect(try Program.run(["test", "other.story"], folder: folder).output == "1 passed, 0 failed\n")
    let real = try Program.run(["--record", "x.story"], folder: folder)
    #expect(real.status == 2 && real.errors.contains("try: storyline --practice --record FILE"))
  }

  /// A line that reads a file is reported if the file is missing only here, or was missing only when the line was
  /// typed. The exit code is then that of a failed test; the rest is still rendered.
  @Test func filesOutsideTheFolderAreReported() throws {
    let recording = Self.recording([
      "print 1", "let x = (open \"names.csv\")", "cluster Photos fixed 3h", "timer pause",
    ])
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try recording.text.write(to: folder.appending(path: "walk.story"), atomically: true, encoding: .utf8)
    let result = try Program.run(["render", "walk.story", "to", "walk.md", "--trust"], folder: folder)
    #expect(result.status == 1, "\(result)")
    #expect(
      result.errors
        == "note: `let x = (open \"names.csv\")`, and 1 more line like it, failed here, because "
        + "the files are not in this folder: render the recording where it was made\n")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/walk.md"))
    // If a line failed in the recording and fails here too, nothing is reported.
    let failed = recording.text.replacing("names.csv\")\n", with: "names.csv\")\n# failed: it is gone\n")
      .replacing("fixed 3h\n", with: "fixed 3h\n# failed: there is no folder\n")
    try failed.write(to: folder.appending(path: "failed.story"), atomically: true, encoding: .utf8)
    let same = try Program.run(["render", "failed.story", "to", "failed.md", "--trust"], folder: folder)
    #expect(same.status == 0 && same.errors == "", "\(same)")
    try "name\nada\n".write(to: folder.appending(path: "names.csv"), atomically: true, encoding: .utf8)
    try Self.recording(["let x = (open \"names.csv\")", "timer pause"]).text.write(
      to: folder.appending(path: "fine.story"), atomically: true, encoding: .utf8)
    #expect(try Program.run(["render", "fine.story", "to", "fine.md", "--trust"], folder: folder).status == 0)
    let other = try Program.run(["render", "failed.story", "to", "failed.svg", "--trust"], folder: folder)
    #expect(
      other.status == 1
        && other.errors
          == "note: `let x = (open \"names.csv\")` failed when it was typed (it is gone), but not here: "
          + "the lines after it may differ\n",
      "\(other)")
  }

  // MARK: Somebody else's recording

  /// Runs `body` in a folder with files that a recording could read.
  private static func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("secret.txt", "squeamish ossifrage\n"), ("secret.story", "let squeamish = \"ossifrage\"\n"),
      ("lesson.story", "squeamish ossifrage\n"), ("deck.json", "{\"stories\": [{\"image\": \"ossifrage.jpg\"}]}"),
    ] {
      try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    }
    try body(folder.path)
  }

  /// Lines that would bring a file of this machine into the page.
  private static let prying = [
    "let x = open \"secret.txt\"", "print (open \"secret.txt\")", "include \"secret.story\"",
    "learn \"./lesson.story\"",
    "story play deck \"deck.json\"", "story play deck \".\"", "cluster .", "photos show \"secret.txt\"", "review next",
    "image \"secret.txt\"", "history import \"secret.txt\"", "def f { open \"secret.txt\" }; print (f)",
    "practice\nprint (open \"secret.txt\")", "try { print (open \"secret.txt\") } catch e { print $e.message }",
  ]

  @Test(arguments: prying) func nothingOfThisMachineComesIntoAPage(_ line: String) throws {
    try Self.inFolder { folder in
      let lines = line.split(separator: "\n").map(String.init)
      try Self.recording(lines + ["print 1"]).text.write(
        toFile: folder + "/walk.story", atomically: true, encoding: .utf8)
      for form in Rendering.Form.allCases {
        let target = "o.\(form)"
        let result = try Program.run(
          ["render", "walk.story", "to", target], folder: URL(filePath: folder), environment: ["HOME": folder])
        #expect(result.status < 2, "\(result)")
        let page = try String(contentsOfFile: folder + "/" + target, encoding: .utf8)
        #expect(!page.contains("ossifrage") && !result.errors.contains("ossifrage"), "\(form): \(page)")
      }
    }
  }

  /// The error is reported at its line and says how to allow reading; the rest is rendered.
  @Test func sealedFileAccessIsReportedAtItsLine() throws {
    try Self.inFolder { folder in
      let recording = Self.recording(["print 1", "let x = open \"secret.txt\"", "cluster .", "print 2"])
      try recording.text.write(toFile: folder + "/walk.story", atomically: true, encoding: .utf8)
      let result = try Program.run(["render", "walk.story", "to", "o.md"], folder: URL(filePath: folder))
      #expect(result.status == 1)
      #expect(
        result.errors == """
          error: this line uses files (and so does 1 more line), which rendering does not allow
            ┌─ walk.story:5:1
          5 │ let x = open "secret.txt"
            │ ^^^^^^^^^^^^^^^^^^^^^^^^^ add --trust to let a recording read your files


          """)
      #expect(try String(contentsOfFile: folder + "/o.md", encoding: .utf8).contains("\n› print 2\n2\n"))
      let trusted = try Program.run(
        ["render", "--trust", "walk.story", "to", "t.md"], folder: URL(filePath: folder))
      #expect(!trusted.errors.contains("--trust"), "\(trusted)")
      // A line that failed in the recording and fails here too is not reported.
      let failed = recording.text.replacing("secret.txt\"\n", with: "secret.txt\"\n# failed: it is gone\n")
        .replacing("cluster .\n", with: "cluster .\n# failed: there are no photos\n")
      try failed.write(toFile: folder + "/failed.story", atomically: true, encoding: .utf8)
      let same = try Program.run(["render", "failed.story", "to", "f.md"], folder: URL(filePath: folder))
      #expect(same.status == 0 && same.errors == "", "\(same)")
    }
  }

  /// The output does not even reveal whether a path exists.
  @Test func aSealedRecordingSeesNoFileAtAll() throws {
    for line in ["facets \"see /etc/passwd\"", "open /etc/passwd", "explore \"/etc\""] {
      let there = Self.rendering.text(of: Self.recording([line]), as: .html, named: "x")
      let gone = Self.rendering.text(
        of: Self.recording([line.replacing("/etc", with: "/ecc")]), as: .html, named: "x")
      #expect(there.replacing("/etc", with: "/ecc") == gone, "\(line)")
    }
  }

  @Test(arguments: [
    ("let s = \"0123456789abcdef\"; while true { s = $s + $s }", "needs too much memory"),
    ("while true { print \"0123456789abcdef0123456789abcdef0123456789abcdef\" }", "prints more than 16 MiB"),
    // One step alone.
    ("print (repeated \"x\" 200000000)", "prints more than 16 MiB"),
    ("repeated \"x\\n\" 7000000", "prints more than 16 MiB"),
    ("{a: repeated \"x\" 30000000}", "prints more than 16 MiB"),
    ("fail (repeated \"x\" 100000000)", "prints more than 16 MiB"),
    ("print facets (repeated \"#x \" 10000000)", "needs too much memory"),
    ("print length (range 1 40000000)", "needs too much memory"),
    // Many pieces, each of them small.
    ("let a = []; for i in range 1 2000 { a = append $a (repeated \"x\" 4000000) }", "needs too much memory"),
    ("let l = range 1 60000; let a = []; repeat 3000 { a += [($l + [1])] }", "needs too much memory"),
    ("try { let s = \"0123456789abcdef\"; while true { s = $s + $s } } catch e { print 1 }", "needs too much memory"),
  ]) func endlessLinesAreStopped(_ line: String, _ words: String) throws {
    try Self.inFolder { folder in
      try Self.recording(["print 1", line, "print 2"]).text.write(
        toFile: folder + "/walk.story", atomically: true, encoding: .utf8)
      let result = try Program.run(["render", "walk.story", "to", "o.html"], folder: URL(filePath: folder))
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("error: this recording \(words), so nothing was rendered\n"), "\(result)")
      #expect(
        result.errors.contains("┌─ walk.story:5:1\n")
          && result.errors.contains("add --trust to render it without limits"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/o.html"))
    }
  }

  @Test func timeIsLimitedToo() throws {
    let recording = Self.recording(["print 1", "while true { }", "print 2"])
    let replay = Replay(recording.head, isSealed: true, bounds: Bounds(timeout: 300_000), catalog: Catalog.standard)
    let moments = replay.moments(of: recording)
    #expect(replay.bounds?.exceeded == .time && replay.last == 1 && moments[2].lines.isEmpty)
    #expect(replay.bounds?.words == "takes more than 300 ms of processor time")
    let source = try Source(name: "x", text: recording.text)
    #expect(source.text(Recording.place(ofItem: 1, in: source)) == "while true { }")
    #expect(source.text(Recording.place(ofItem: 2, in: source)) == "print 2")
  }

  /// The limit also holds while a line is parsed or compiled: a line of megabytes does not have to run to take long.
  @Test func timeIsLimitedWhileALineIsParsed() throws {
    var options = Session.Options()
    options.bounds = Bounds(timeout: 0)
    let limited = Session(options: options, output: Output(to: .nowhere), catalog: Catalog.standard)
    let source = try Source(name: "x", text: String(repeating: "print 1\n", count: 5_000))
    #expect(throws: Diagnostics.self) { _ = try limited.parse(source) }
    #expect(options.bounds?.exceeded == .time)
    do throws(Diagnostics) { _ = try limited.parse(source) } catch {
      #expect(error.all.map(\.problem) == [.interrupted])
    }
    // A script that could be parsed in time is not compiled for longer either.
    let free = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let script = try free.parse(source)
    do throws(Diagnostics) {
      _ = try limited.compile(script)
      Issue.record("it was compiled")
    } catch {
      #expect(error.all.map(\.problem) == [.interrupted])
    }
    #expect(try free.compile(script) >= 0)
  }

  /// A recording of one endless line is given up, whether the line can be parsed or not.
  @Test(arguments: ["print 1; ", "print ($x + ; ", "[1] | each { ", "\"{\"{", "if true { } else { } ", "x = "])
  func aHostileLineIsGivenUp(_ part: String) throws {
    let line = String(repeating: part, count: 3_000_000 / part.utf8.count)
    let recording = Self.recording(["print 1", line, "print 2"])
    let replay = Replay(recording.head, isSealed: true, bounds: Bounds(timeout: 200_000), catalog: Catalog.standard)
    let moments = replay.moments(of: recording)
    #expect(replay.bounds?.exceeded == .time && replay.last == 1 && moments[2].lines.isEmpty)
    #expect(throws: Diagnostic.self) {
      _ = try LessonGrader(Catalog.standard, trusts: false, timeout: 200_000).grade(
        recording, named: "x.story", lesson: nil)
    }
  }

  /// Somebody else may have typed the lines of a recording, or of a page made from one: `test` reads no file for them
  /// unless it is told to.
  @Test func testedRecordingsAreSealed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-sealed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try write("secret.txt", "TOP-SECRET")
    try write("page.md", "```story prompt\n› print (open \"secret.txt\")\nTOP-SECRET\n```\n")
    let sealed = try Program.run(["test", "page.md"], folder: folder)
    #expect(sealed.status == 1 && !sealed.output.contains("+ TOP-SECRET"), "\(sealed)")
    let updated = try Program.run(["test", "--update", "page.md"], folder: folder)
    let text = try String(contentsOf: folder.appending(path: "page.md"), encoding: .utf8)
    #expect(!text.contains("TOP-SECRET"), "\(updated) \(text)")
    try write("page.md", "```story prompt\n› print (open \"secret.txt\")\nTOP-SECRET\n```\n")
    let trusted = try Program.run(["test", "--trust", "page.md"], folder: folder)
    #expect(trusted.status == 0, "\(trusted)")
  }

  /// Comments and answers in a recording cannot send control characters to the reader of the document.
  @Test func aDocumentHasNoControlCharacters() throws {
    let text =
      Recording(head: .init()).text + "# \u{1B}]52;c;UFdO\u{7} \u{9B}2J \u{202E}\nwait 1s\ntimer stop\n"
      + "# answered: \u{1B}[2J\nwait 1s\nprint \"\u{1B}[31m\"\n"
    let recording = try Recording(try Source(name: "x.story", text: text))
    for form in Rendering.Form.allCases where form != .cast {
      let document = Self.rendering.text(of: recording, as: form, named: "\u{1B}]0;x\u{7}\u{202E}")
      let harmful = document.unicodeScalars.filter {
        ($0.value < 32 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
      }
      #expect(harmful.isEmpty, "\(form): \(harmful)")
    }
    let cast = Self.rendering.text(of: recording, as: .cast, named: "\u{1B}]0;x\u{7}")
    #expect(!cast.contains("\\u001b]") && !cast.contains("\\u0007"))
  }
}

/// A check whether a text is XML.
final class XMLCheck {
  func isWellFormed(_ text: String) -> Bool {
    var open: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return false }
      let tag = rest[rest.index(after: start)..<end]
      let name = tag.prefix { !$0.isWhitespace && $0 != "/" || tag.first == "/" && $0 == "/" }
      if tag.hasPrefix("/") {
        guard open.popLast() == String(tag.dropFirst()) else { return false }
      } else if !tag.hasSuffix("/") {
        open.append(String(name))
      }
      rest = rest[rest.index(after: end)...]
    }
    return open.isEmpty
  }
}
