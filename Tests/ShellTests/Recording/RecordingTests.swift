import StoryScript
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// The format of recordings: each written recording can be read again, and a fault is reported at its place.
@Suite struct RecordingTests {
  private func read(_ text: String) throws -> Recording {
    try Recording(try Source(name: "walk.story", text: text))
  }

  private static let head = "# Recording 1: seed 7, zone Europe/Lisbon, from 2026-07-05T09:00:00.5, 40 columns\n"

  @Test func recordingsRoundTrip() throws {
    var recording = Recording(head: .init(seed: 7, zone: try #require(Zone("Europe/Lisbon")), columns: 40))
    recording.head.start = try #require(CivilTime(parsing: "2026-07-05T09:00:00.5".utf8)).instant()
    recording.items = [
      .init(wait: .milliseconds(2_500), content: .line(.init(text: "story play 4 for 15s"))),
      .init(wait: .zero, content: .line(.init(text: "wait 3s", stopped: .seconds(1)))),
      .init(wait: .zero, content: .line(.init(text: "# done: no step"))),
      .init(wait: .zero, content: .line(.init(text: "  release"))),
      .init(wait: .seconds(1), content: .line(.init(text: "repeat 2 {\nwait 1s\n\n  # twice\n}"))),
      .init(wait: .zero, content: .note("done: Hold it")),
      .init(wait: .zero, content: .line(.init(text: "stroy play 4\nwait 1s", isRead: false))),
      .init(wait: .zero, content: .line(.init(text: "timer stop", answers: ["y", nil, "…"]))),
      .init(wait: .zero, content: .line(.init(text: "  jump 99", failure: "there is no story 99"))),
      .init(wait: .zero, content: .line(.init(text: "open \"x\"", answers: ["y"], failure: "no"))),
      .init(wait: .seconds(4), content: .note("end")),
    ]
    #expect(recording.text.hasPrefix(Self.head))
    #expect(try read(recording.text) == recording)
    // The text is a valid script, whatever was typed.
    let source = try Source(name: "walk.story", text: recording.text)
    #expect(throws: Never.self) { try Parser.parse(source, Catalog.standard.schema.vocabulary) }
  }

  @Test(arguments: [
    ("print 1\n", "1: this is not a recording | try: record FILE, at a practice prompt"),
    ("", "1: this is not a recording | try: record FILE, at a practice prompt"),
    (
      "# Recording 2: whatever\n",
      "1: this recording has version 2, but this program reads only up to version 1 | it was written by a newer version of storyline"
    ),
    (
      "# Recording 1: seed 0, zone Atlantis, from 2026-01-05T09:00:00, 80 columns\n",
      "1: the recording's time zone 'Atlantis' is not available on this machine | install the tzdata package (for old names such as US/Pacific, also tzdata-legacy)"
    ),
    (
      "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00\n",
      "1: the first line of this recording is damaged | try: "
        + "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns"
    ),
    (
      "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns\r\nwait 0s\r\nhold\r\n",
      "1: the lines of this recording end in CR LF: another program has changed it | try: tr -d '\\r' <FILE >NEW.story"
    ),
    (head + "wait 1s\nhold\nwait soon\ntap right\n", "4: 'wait soon' is not a valid wait | try: wait 2.5s"),
    (head + "hold\n", "2: this line has no wait before it | add `wait 0s` before it"),
    (
      head + "wait 0s\nhold\n# stopped after dinner\n", "4: 'dinner' is not a duration | try: # stopped after 3s"
    ),
  ])
  func recordingErrorsNameTheirLine(_ text: String, _ expected: String) throws {
    do {
      _ = try read(text)
      Issue.record("it was read")
    } catch let error as Diagnostic {
      let line = try #require(error.source).position(of: Int(error.range.start)).line
      #expect("\(line): \(error.problem.message) | \(error.problem.suggestion ?? "")" == expected)
    }
  }

  /// A cut in the middle of a character loses only that line.
  @Test func aCutInsideACharacterLosesTheLastLine() throws {
    let whole = Array((Self.head + "wait 1s\nhold\nwait 1s\nprint \"é\"\n").utf8)
    let cut = try #require(whole.firstIndex(of: 0xC3))
    let torn = try Recording(try Source(name: "walk.story", bytes: RecordingTitle.whole(Array(whole[...cut]))))
    #expect(torn.isTorn && torn.items.count == 1)
    #expect(RecordingTitle.whole(whole) == whole)
  }

  /// A program that was killed left half a line.
  @Test func aTruncatedRecordingLosesItsLastLine() throws {
    let whole = Self.head + "wait 1s\nhold\nwait 2s\nrelease\n"
    let count = try read(whole).items
    for length in Self.head.utf8.count...whole.utf8.count {
      let torn = try read(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
      #expect(torn.items.count <= count.count && torn.items[...] == count.prefix(torn.items.count))
      #expect(torn.isTorn == (whole.utf8.prefix(length).last != UInt8(ascii: "\n")))
    }
  }
}
