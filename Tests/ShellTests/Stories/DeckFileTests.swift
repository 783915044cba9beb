import Foundation
import Testing

@testable import ShellCore

@Suite struct DeckFileTests {
  func error(_ json: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "deck-\(UUID().uuidString).json")
    try json.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let message = ScriptRun.error("story play deck \"\(file.path)\"") ?? "fine"
    return message.replacingOccurrences(of: "'\(file.path)'", with: "F")
  }

  @Test(arguments: [
    ("[]", "F, line 1: a deck must be a record with `stories`, not a list"),
    ("{}", "F, line 1: a deck needs a `stories` list"),
    ("{\n\"stories\": []}", "F, line 2: the deck has no stories"),
    ("{\n\"stores\": []}", "F, line 2: a deck has no field 'stores' | did you mean 'stories'?"),
    (
      "{\"stories\": [\n{\"image\": \"a\"},\n3]}",
      "F, line 3: story 2 must be a record such as {\"image\": \"a.jpg\"}, not a number"
    ),
    (
      "{\"stories\": [{\"image\": \"a\"},\n{}]}",
      "F, line 2: story 2 needs either `image` or `video` | try: {\"image\": \"a.jpg\"}"
    ),
    (
      "{\"stories\": [{\"image\": \"a\", \"video\": \"b\"}]}",
      "F, line 1: story 1 needs either `image` or `video` | try: {\"image\": \"a.jpg\"}"
    ),
    ("{\"stories\": [{\n\"image\":\n 5}]}", "F, line 3: `image` must be text, not a number"),
    (
      "{\"stories\": [{\"image\": \"a\\\"]}\",\n\n\"length\": 0}]}",
      "F, line 3: `length` must be a number of seconds from 0.1 to 86400, not 0 | try: \"length\": 5"
    ),
    ("{\"author\": \"@\", \"stories\": [{\"image\": \"a\"}]}", "F, line 1: `author` must be a name, not '@'"),
    ("{\"title\": \"\", \"stories\": [{\"image\": \"a\"}]}", "F, line 1: `title` must be text, not an empty string"),
    (
      "{\"stories\": [{\"image\": \"a\"},\n}",
      "F, line 2, column 1: this is not JSON: expected a value"
    ),
  ])
  func namesThePlaceInTheFile(_ json: String, _ message: String) throws { #expect(try error(json) == message) }

  /// The length of a video comes from its file, unless the deck sets one. Other files have no length of their own.
  @Test(arguments: [
    ("{\"stories\": [{\"video\": \"tram.mp4\"}]}", "12s"),
    ("{\"length\": 5, \"stories\": [{\"video\": \"tram.mp4\"}]}", "12s"),
    ("{\"stories\": [{\"video\": \"tram.mp4\", \"length\": 4}]}", "4s"),
    ("{\"length\": 5, \"stories\": [{\"image\": \"tram.mp4\"}]}", "5s"),
    ("{\"length\": 5, \"stories\": [{\"video\": \"none.mp4\"}]}", "5s"),
    ("{\"stories\": [{\"video\": \"deck.json\"}]}", "15s"),
  ])
  func aVideoKnowsItsOwnLength(_ json: String, _ length: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "deck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Package.root.appending(path: "Examples/Clips/tram.mp4"), to: folder.appending(path: "tram.mp4"))
    try json.write(to: folder.appending(path: "deck.json"), atomically: true, encoding: .utf8)
    let deck = folder.appending(path: "deck.json").path
    ScriptRun.passes("story play deck \"\(deck)\"; expect story.length == \(length)")
  }

  /// A typed length takes precedence.
  @Test(arguments: [
    ("Examples/Clips", "12s"), ("Examples/Clips for 4s", "4s"), ("Examples/Clips for 20s", "20s"),
  ])
  func aFolderOfClipsPlaysThemForTheirLengthOrAsAsked(_ deck: String, _ length: String) {
    ScriptRun.passes(
      "set length 5s; story play deck \(deck); expect story.length == \(length); wait \(length); expect story.position == 0s"
    )
  }

  @Test(arguments: [
    "story play deck Examples/deck.json; expect story.length == 5s; next; expect story.length == 3s; next; expect story.state == failed",
    "story play deck Examples/deck.json; jump 3; story retry; expect story.state == failed; wait 1h; expect story.place == 3",
    "story play deck Examples/deck.json for 9s; expect story.length == 9s; like; expect story.liked; next; expect not story.liked; previous; expect story.liked",
    "story play deck Examples/deck.json; like; story play 1; expect not story.liked",
    "story play deck Examples/deck.json; wait 9s; rewind 2s; expect story.place == 2; wait 1s; expect story.state == failed",
    "story play deck Examples/Photos for 2s; expect story.count == 35; wait 3s; expect story.place == 2; expect story.author == \"you\"",
    "let m = cluster Examples/Photos; story play $m[3] for 5s; expect story.count == 3; wait 6s; expect story.place == 2",
    "story play (cluster Examples/Photos)[0]; expect story.state == entering; expect error { story play {a: 1} }",
    "story play deck classic; expect story.count == 4; undo; expect story.state == idle",
    "story play 4; like; story play deck classic; swipe left; expect story.number == 1",
  ])
  func plays(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("story play deck Exmples", "there is no deck or folder 'Exmples' | try: story play deck Examples/deck.json"),
    (
      "story play deck Examples/people.csv",
      "'Examples/people.csv' is not a deck: a deck is a .json file or a folder | try: story play deck Examples/deck.json"
    ),
    (
      "story play {a: 1}",
      "this record is not a moment: it has no `files`, only a | try: story play (cluster FOLDER)[0]"
    ),
  ])
  func refusesWithAReason(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  /// Runs `body` in a folder that also has entries that do not belong there.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "deck-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/sub.jpg", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// Returns the notes of a script that must succeed.
  private func notes(_ script: String) -> [String] {
    var options = Session.Options()
    options.isPrompt = true  // where notes stand among the other lines
    let (lines, error) = ScriptRun(options, width: 200)(script)
    #expect(error == nil, "\(script)")
    return lines.filter { $0.hasPrefix("note: ") }
  }

  @Test func saysWhichPicturesAreNotThere() throws {
    #expect(
      notes("story play deck Examples/deck.json") == [
        "note: stories with missing pictures will fail: 'Photos/lost.jpg'"
      ])
    try inFolder { folder in
      let json = #"{"author": "@ana", "stories": [{"image": "sub.jpg"}, {"image": "no.jpg"}, {"image": "d.json"}]}"#
      try json.write(toFile: folder + "/d.json", atomically: true, encoding: .utf8)
      let checks =
        "expect story.author == \"ana\" and story.state == failed; jump 3; wait 1s; expect story.state == playing"
      let said = notes("story play deck '\(folder)/d.json'; \(checks)")
      #expect(said == ["note: stories with missing pictures will fail: 'sub.jpg' and 1 other"])
    }
  }

  @Test func saysHowManyFilesOfAFolderAreLeftOut() throws {
    try inFolder { folder in
      let photo = Package.root.appending(path: "Examples/Photos/2025-10-04/IMG_0026.jpg").path
      try FileManager.default.copyItem(atPath: photo, toPath: folder + "/a\u{1b}[31m.jpg")
      try Data().write(to: URL(fileURLWithPath: folder + "/empty.jpg"))
      let said = notes("story play deck '\(folder)'; expect story.count == 1")
      #expect(said.first?.hasPrefix("note: 1 file had problems and cannot be shown") == true)
      #expect(!ScriptRun()("story play deck '\(folder)'; view").lines.joined().contains("\u{1b}"))
    }
  }

  /// Reading a pipe without a writer would never end.
  @Test func onlyFilesAreDecks() throws {
    try inFolder { folder in
      let pipe = folder + "/deck.json"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(ScriptRun.error("story play deck '\(pipe)'")?.contains("is not a deck") == true)
    }
    #expect(ScriptRun.error("story play deck clasic")?.hasSuffix("did you mean 'classic'?") == true)
  }
}
