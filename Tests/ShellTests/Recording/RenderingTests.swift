import Foundation
import StoryScript
import Testing
import Timeline

@testable import Shell

/// What is made of recordings: each form twice the same, and nothing of a text commands whoever shows it.
@Suite struct RenderingTests {
  private static let evil = "post \"</script><img src=x onerror=alert(1)> ``` \\u(202E) \\u(1B)[2J #tag\""

  private static func recording(_ lines: [String], columns: Int = 80) -> Recording {
    var recording = Recording(head: .init(columns: columns))
    for line in lines { recording.items.append(.init(wait: .milliseconds(1_500), content: .line(.init(text: line)))) }
    return recording
  }

  private static let rendering = Rendering(Catalog.standard)

  /// The walk through a lesson by its solutions.
  private static func walk(_ name: String) throws -> Recording {
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let course = try Shelf.course(name, in: session)
    return recording(["learn \(name)"] + course.steps.map { course.solution(of: $0) })
  }

  private static func tour() throws -> Recording {
    let text = try String(contentsOf: Package.root.appending(path: "Examples/tour.story"), encoding: .utf8)
    return recording(
      text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") && !$0.contains("cluster") })
  }

  @Test(arguments: Shelf.all.map(\.name) + ["tour", "evil"])
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
    #expect(TestRunner(Catalog.standard).run([path], output: output) == 0, "\(output.takeLines())")
    // It is no test that passes whatever it says.
    try text.replacing(" #tag", with: " #gat").replacing("step 1 of", with: "step 8 of").replacing(
      "story", with: "stroy"
    )
    .write(toFile: path, atomically: false, encoding: .utf8)
    #expect(TestRunner(Catalog.standard).run([path], output: Output(to: .memory)) != 0)
  }

  @Test func everyLessonIsSolvedByItsRecording() throws {
    for (name, _) in Shelf.all {
      var lesson: String?
      let grader = LessonGrader(Catalog.standard)
      let result = try grader.grade(try Self.walk(name), named: name, lesson: lesson)
      #expect(result.missing.isEmpty && result.course.name == name, "\(name): \(result.missing)")
      lesson = nil
    }
  }

  /// Every control character of a text is shown, and none is sent.
  @Test func noTextCommandsAnybody() throws {
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
    // The block ends where it is meant to.
    #expect(document.split(separator: "\n").filter { $0.hasPrefix("```") }.count == 2)
  }

  @Test func aCastCountsAsItsVersionDoes() throws {
    let recording = Self.recording(["story play 4 for 15s", "wait 20s", "hold"])
    func events(_ version: Int) throws -> [(Double, String, String)] {
      let lines = Self.rendering.text(of: recording, as: .cast, named: "x", version: version).split(separator: "\n")
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
    #expect(abs(three.map(\.0).reduce(0, +) - (two.last?.0 ?? 0)) < 0.001)
    #expect(two.filter { $0.1 == "m" }.map(\.2) == ["story play 4 for 15s", "wait 20s", "hold"])
    // Story 5 comes in the middle of the wait, and not at its end.
    let next = try #require(two.first { $0.2.contains("story 5") || $0.2.contains("⏭") })
    #expect(abs(next.0 - 16.5) < 0.001, "\(next)")
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
    #expect(first.status == 0 && first.errors.contains("the last line of 'walk.story' is cut off"), "\(first)")
    let again = try render(["walk.story", "to", "walk.svg"])
    #expect(again.status == 2 && again.errors.contains("is there already") && again.errors.contains("--replace"))
    #expect(try render(["walk.story", "to", "walk.svg", "--replace"]).status == 0)
    #expect(try render(["walk.story", "to", "walk.html"]).status == 0)
    #expect(try render(["walk.story", "to", "walk"]).errors.contains("does not say what to make of it"))
    #expect(try render(["walk.story", "walk.svg"]).errors.contains("needs a recording and what to make of it"))
    #expect(try render(["--cast", "1", "walk.story", "to", "x.cast"]).errors.contains("--cast needs 2 or 3"))
    #expect(try render(["none.story", "to", "x.cast"]).errors.contains("none.story"))
    let played = try Program.run(["walk.story"], folder: folder)
    #expect(played.status == 0 && played.output.contains("▶ story 4") && played.output.contains("‖ held"))
    #expect(try Program.run(["walk.story"], folder: folder).output == played.output)
    // A tool for scripts leaves it as it was typed, and a test of it is that it can be lived again.
    try (recording.text + "wait 0s\n  wait 1h\n# stopped after 1s\n# not read: stroy\nwait 0s\njump 99\n").write(
      to: folder.appending(path: "other.story"), atomically: true, encoding: .utf8)
    #expect(try Program.run(["fmt", "other.story"], folder: folder).errors.contains("is a recording"))
    #expect(try Program.run(["check", "other.story"], folder: folder).status == 0)
    #expect(try Program.run(["test", "other.story"], folder: folder).output == "1 passed, 0 failed\n")
    let real = try Program.run(["--record", "x.story"], folder: folder)
    #expect(real.status == 2 && real.errors.contains("storyline --practice --record FILE"))
  }

  /// What is read elsewhere, or was, is said, with the exit code of a test that fails; the rest is rendered all the same.
  @Test func whatIsNotInThisFolderIsSaid() throws {
    let recording = Self.recording([
      "print 1", "let x = (open \"names.csv\")", "cluster Photos fixed 3h", "timer pause",
    ])
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try recording.text.write(to: folder.appending(path: "walk.story"), atomically: true, encoding: .utf8)
    let result = try Program.run(["render", "walk.story", "to", "walk.md"], folder: folder)
    #expect(result.status == 1, "\(result)")
    #expect(
      result.errors
        == "note: `let x = (open \"names.csv\")`, and 1 more line like it, failed here: what is read there is "
        + "not in this folder; render it where it was recorded\n")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/walk.md"))
    // Where it had failed already, and still does, nothing is otherwise.
    let failed = recording.text.replacing("names.csv\")\n", with: "names.csv\")\n# failed: it is gone\n")
      .replacing("fixed 3h\n", with: "fixed 3h\n# failed: there is no folder\n")
    try failed.write(to: folder.appending(path: "failed.story"), atomically: true, encoding: .utf8)
    let same = try Program.run(["render", "failed.story", "to", "failed.md"], folder: folder)
    #expect(same.status == 0 && same.errors == "", "\(same)")
    try "name\nada\n".write(to: folder.appending(path: "names.csv"), atomically: true, encoding: .utf8)
    try Self.recording(["let x = (open \"names.csv\")", "timer pause"]).text.write(
      to: folder.appending(path: "fine.story"), atomically: true, encoding: .utf8)
    #expect(try Program.run(["render", "fine.story", "to", "fine.md"], folder: folder).status == 0)
    let other = try Program.run(["render", "failed.story", "to", "failed.svg"], folder: folder)
    #expect(
      other.status == 1
        && other.errors
          == "note: `let x = (open \"names.csv\")` had failed when it was typed (it is gone), and did not here: "
          + "what comes after it may differ\n",
      "\(other)")
  }
}

/// Whether a text is XML.
private final class XMLCheck {
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
