import Foundation
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// Every kind of event is declared once and has exactly the fields that it declares.
@Suite struct EventTests {
  private static let rows = Catalog.standard.schema.events

  @Test func eachNameIsDeclaredOnce() {
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
    for kind in Self.rows {
      let names = kind.fields.map(\.name)
      #expect(Set(names).count == names.count, "\(kind.name)")
      // Every line of JSON begins with these two fields.
      #expect(!names.contains("at") && !names.contains("event"), "\(kind.name)")
    }
  }

  /// Returns the names of an object's members in their order, except `at` and `event`.
  private static func fields(_ line: String) throws -> (event: String, names: [String]) {
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    // Names in nested objects come later or are not among the members.
    let names = object.keys.filter { $0 != "at" && $0 != "event" }
      .compactMap { name in line.firstRange(of: "\"\(name)\":").map { (name, $0.lowerBound) } }
    return (try #require(object["event"] as? String), names.sorted { $0.1 < $1.1 }.map(\.0))
  }

  /// Compares the events of all scripts in Examples and all examples of `help` with the declared kinds, and lists the
  /// kinds that never occur.
  @Test func reportedFieldsAreTheDeclaredOnes() throws {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    let files = try FileManager.default.contentsOfDirectory(atPath: "Examples").filter { $0.hasSuffix(".story") }
    var scripts = try files.map { try String(contentsOfFile: "Examples/\($0)", encoding: .utf8) }
    scripts += Catalog.standard.schema.vocabulary.commands.commands.flatMap { $0.examples.map(\.script) }
    scripts += [
      "story play @ana; story fault fail at 2s; wait 3s; story retry; pause; story buffer 1s; wait 2s; resume",
      "set loop off; set at-end dismiss; story play 4 for 1s; wait 100s",
      "timer start shower; wait 30m; rate later; rate good; rate later",
      "set ending stuck; story play @ben for 1s; wait 3s; set clock ticking; set animation restart",
      "set clock ticking; set animation restart; story play 4; wait 3003ms; hold 1s", "stories; feed retry",
      "image 'Examples/Photos/2025-10-02/IMG_0001.jpg' alt \"a street\"; image remove 1",
      "login bob.test; listen to nobody.example.com; wait 1m",
      "pin set 1234; repeat 6 { try { pin remove 9999 } catch { } }",
    ]
    var told: [String: [String]] = [:]
    let kinds = Dictionary(uniqueKeysWithValues: Self.rows.map { ($0.name, $0.fields.map(\.name)) })
    // Ten days produce a hundred thousand times as many events as a minute.
    var runs = scripts.lazy.filter { !$0.contains("wait 10d") }.map { script in
      ScriptRun(Session(output: Output(format: .json, to: .memory), catalog: Catalog.standard))(script).lines
    }.makeIterator()
    var lesson: [String]? = walkedLesson()
    while let lines = runs.next() ?? lesson.take() {
      for line in lines where line.hasPrefix("{") {
        let (event, names) = try Self.fields(line)
        guard let declared = kinds[event] else { continue }
        #expect(names == declared, "\(line)")
        told[event] = names
      }
    }
    let untold = Self.rows.map(\.name).filter { told[$0] == nil }
    // These need a prompt that saves its state, a server that rejects a request, or a shared folder.
    // These occur only at a prompt, or with other devices and servers.
    #expect(
      untold == [
        "routine.due", "pin.offered", "reaction.failed", "sync.done", "device.forgotten", "device.remembered",
      ])
  }

  /// Returns the events of a lesson that is played at a prompt.
  private func walkedLesson() -> [String] {
    var options = Session.Options()
    options.isPrompt = true
    let session = Session(options: options, output: Output(format: .json, to: .memory), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(path: nil))
    for line in ["learn hold-to-pause", "hold"] + Array(repeating: "learn skip", count: 9) { _ = prompt.run(line) }
    return session.output.drainLines()
  }

  /// Fields with similar values, which only their place distinguishes.
  @Test(arguments: [
    ("story play 4; wait 3s; hold 2s", "story.released", "held 2 s, position 3 s"),
    ("story play 4; wait 3s; pause; wait 5s; resume", "story.resumed", "paused 5 s, position 3 s"),
    ("story play 4; wait 3s; story buffer 2s; wait 3s", "story.buffered", "waited 2 s, position 3 s"),
    (
      "timer start reading 20; wait 1m; timer pause; wait 2m; timer resume", "timer.resumed",
      "activity reading, paused 2 min, remaining 19 min"
    ),
    (
      "timer start reading 20; wait 5m; timer done", "timer.completed",
      "activity reading, allocated 20 min, actual 5 min, saved 15 min"
    ),
    (
      "timer start reading 20; timer pause; timer pause", "timer.ignored",
      "input pause, reason the timer is already paused"
    ),
    ("story play 4; resume", "story.ignored", "input resume, reason the story is not paused"),
    ("post \"hé\"", "post.queued", "post 1, text hé, graphemes 2, bytes 3"),
    ("activity add violin for 15; activity edit violin name viola", "activity.edited", "activity viola, was violin"),
    ("wait 5s; rewind 2s", "session.rewound", ""),
  ])
  func likeFieldsKeepTheirNames(_ script: String, _ event: String, _ told: String) throws {
    let run = ScriptRun()
    #expect(run(script).error == nil, "\(script)")
    let found = LogRecords(run.session).latest(last: 100).compactMap(\.record).last { $0["kind"]?.text == event }
    let words = try #require(found?["what"]?.text)
    #expect(words.hasPrefix(told), "\(words)")
  }
}
