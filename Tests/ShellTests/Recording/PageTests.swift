import Foundation
import JSON
import StoryScript
import System
import Terminal
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import StoriesWing

/// The page of a recording: it is small, shows exactly what happened, and executes nothing from a text.
@Suite struct PageTests {
  private static func recording(_ lines: [(wait: Duration, text: String)]) -> Recording {
    var recording = Recording(head: .init())
    recording.items = lines.map { .init(wait: $0.wait, content: .line(.init(text: $0.text))) }
    return recording
  }

  private static func page(_ lines: [(wait: Duration, text: String)], named name: String = "walk") -> String {
    Rendering(Catalog.standard, trusts: true).text(of: recording(lines), as: .html, named: name)
  }

  /// A page of a signed recording says who typed it, and when; any other page names nobody.
  @Test func theLearnerIsNamed() throws {
    var recording = Self.recording([(.zero, "learn facets"), (.seconds(1), "print 1")])
    let rendering = Rendering(Catalog.standard)
    let plain = rendering.text(of: recording, as: .html, named: "ada")
    #expect(plain.contains("<title>Facets") == plain.contains("<h1>Facets") && !plain.contains("class=\"author\""))
    for note in ["learner: Ada <b>", "exported: 2026-11-27"] {
      recording.items.append(.init(wait: .zero, content: .note(note)))
    }
    let page = rendering.text(of: recording, as: .html, named: "ada")
    #expect(page.contains("<p class=\"author\">Ada &lt;b&gt;, 2026-11-27</p>"))
    #expect(page.contains(": Ada &lt;b&gt;</title>") && !page.contains("<b>"))
  }

  /// Returns the text between the first occurrence of `start` and the next `end`.
  private static func part(_ page: String, from start: String, to end: String) throws -> String {
    let begin = try #require(page.range(of: start)).upperBound
    return String(page[begin..<(try #require(page.range(of: end, range: begin..<page.endIndex)).lowerBound)])
  }

  /// The data as the page's script reads them.
  private struct Data {
    let json: JSON
    /// The fields of each page model from an instant of the page on.
    private(set) var states: [(at: Int64, parts: [String: [String: JSON]], since: [String: Int64])] = [(-1, [:], [:])]

    init(_ page: String) throws {
      json = try JSON(parsing: PageTests.part(page, from: "id=\"data\">", to: "</script>"))
      let changes = try #require(json["states"]?.arrayValue)
      var at: Int64 = 0
      for index in stride(from: 0, to: changes.count, by: 2) {
        at += try #require(changes[index].integerValue)
        var (parts, since) = (states[states.count - 1].parts, states[states.count - 1].since)
        guard case .object(let fields) = changes[index + 1] else { continue }
        for field in fields {
          guard case .object(let changed) = field.value else {
            parts[field.name] = nil
            continue
          }
          for change in changed { parts[field.name, default: [:]][change.name] = change.value }
          if changed.contains(where: { $0.name == "p" }) { since[field.name] = at }
        }
        states.append((at, parts, since))
      }
    }

    /// Converts a time of the page to a time of the recording.
    func own(_ page: Int64) -> Double {
      let ratioChanges = (json["clock"]?.arrayValue ?? []).compactMap(\.integerValue)
      for index in stride(from: 0, to: ratioChanges.count - 3, by: 2) where page <= ratioChanges[index + 2] {
        let share = Double(page - ratioChanges[index]) / Double(ratioChanges[index + 2] - ratioChanges[index])
        return Double(ratioChanges[index + 1]) + share * Double(ratioChanges[index + 3] - ratioChanges[index + 1])
      }
      return Double(ratioChanges.last ?? 0)
    }

    /// Returns the fields of a page model at an instant, with its running values advanced to that instant.
    func shown(_ name: String, at page: Int64) -> [String: JSON]? {
      guard let state = states.last(where: { $0.at <= page }), var part = state.parts[name] else { return nil }
      if let value = part["p"]?.integerValue, let rate = part["r"]?.integerValue, let since = state.since[name] {
        part["p"] = .number((Double(value) + Double(rate) * (own(page) - own(since))).rounded())
      }
      return part
    }

    /// The instants at which the lines were typed.
    var lines: [Int64] {
      (json["lines"]?.arrayValue ?? []).compactMap { $0.integerValue ?? $0.arrayValue?.first?.integerValue }
    }
    /// Returns the instants at which the rows of a line appeared.
    func rows(_ line: Int) -> [Int64] {
      let times = json["lines"]?.arrayValue?[line].arrayValue?.compactMap(\.integerValue) ?? []
      return times.indices.dropFirst().map { times[...$0].reduce(0, +) }
    }
  }

  // MARK: What it shows

  private static let walk: [(wait: Duration, text: String)] = [
    (.seconds(1), "story play 4 for 15s"), (.milliseconds(3_250), "hold 2s"), (.seconds(4), "tap right"),
    (.seconds(2), "timer start reading 20"), (.seconds(3), "timer pause"), (.milliseconds(1_500), "timer resume"),
    (.seconds(1), "wait 12s"), (.seconds(2), "swipe down"), (.zero, "undo"),
    (.seconds(1), "post \"hi #tag @ana.test\""),
    (.seconds(40), "wait 3m"), (.seconds(2), "rewind 2s"), (.seconds(2), "print 1"),
  ]

  /// At each instant of the recording, the page shows the values that a session reports when it replays the
  /// recording.
  @Test func pagesShowTheRecordedStates() throws {
    let data = try Data(Self.page(Self.walk))
    let recording = Self.recording(Self.walk)
    var clock = PageClock()
    let replay = Replay(recording.head, catalog: Catalog.standard)
    var (compared, line) = (0, 0)
    func compare(_ page: Int64) {
      let session = replay.prompt.session
      let (viewer, countdown) = (session.world.stories.viewer, session.world.timers.countdown)
      let story = data.shown("story", at: page)
      #expect((story == nil) == (viewer.player.story == nil), "line \(line) at \(page)")
      if let story, let playing = viewer.player.story {
        #expect(story["number"]?.integerValue == Int64(playing.id), "line \(line) at \(page)")
        let offset = Double(viewer.offset(at: session.now).microseconds) / 1_000
        #expect(abs((story["p"]?.numberValue ?? -1) - offset) < 20, "line \(line) at \(page): \(story), \(offset)")
        #expect(story["state"]?.stringValue == StoryViewWords.state(of: viewer))
        compared += 1
      }
      let timer = data.shown("timer", at: page)
      #expect((timer == nil) == (countdown.state == .idle))
      if let timer {
        let left = Double(countdown.remaining(at: session.now).microseconds) / 1_000
        #expect(abs((timer["p"]?.numberValue ?? -1) - left) < 20, "line \(line) at \(page): \(timer), \(left)")
        compared += 1
      }
    }
    var elapsed = Duration.zero
    for item in recording.items {
      // The wait comes first, then the line, so that both ends of the wait are checked.
      let waited = replay.run(.init(wait: item.wait, content: .note("")))
      elapsed = waited.ended
      clock.pass(to: elapsed, isLine: true)
      compare(Int64(clock.length) - 1)
      #expect(data.lines[line] == Int64(clock.length))
      clock.pass(to: replay.run(.init(wait: .zero, content: item.content)).ended, isLine: false)
      compare(Int64(clock.length))
      line += 1
    }
    #expect(compared > 30)
    // A wait of three minutes takes 20 s, and its events are spread over that time.
    let long = try #require(Self.walk.firstIndex { $0.text == "wait 3m" })
    #expect(data.lines[long + 1] - data.lines[long] == 22_000)
    #expect(Set(data.rows(long)).count > 2 && data.rows(long).allSatisfy { $0 >= data.lines[long] })
  }

  @Test func mapPostsAndStepsAreThere() throws {
    let page = Self.page([
      (.seconds(1), "cluster Examples/Photos smart"), (.seconds(1), "login bob.test"),
      (.seconds(1), "post \"hi #tag https://example.com/a\""), (.seconds(2), "map zoom 1"),
      (.seconds(1), "learn facets"),
      (.seconds(1), "learn skip"),
    ])
    let data = try Data(page)
    let things = try #require(data.json["things"]?.arrayValue)
    func resolved(_ part: [String: JSON]?, _ field: String) -> [JSON] {
      (part?[field]?.arrayValue ?? []).compactMap { $0.integerValue.map { things[Int($0)] } }
    }
    let (whole, near) = (data.shown("map", at: data.lines[2]), data.shown("map", at: data.lines[4] - 1))
    #expect(resolved(whole, "pins").count >= 3 && resolved(near, "pins") != resolved(whole, "pins"))
    #expect((resolved(whole, "towns").first?.arrayValue?.count ?? 0) > 20)
    let post = try #require(resolved(data.shown("posts", at: data.lines[2] + 1), "list").first?.arrayValue)
    #expect(
      post[1].stringValue == "waiting" && post[2].arrayValue?[1] == .array([.string("tag"), .string("#tag")]),
      "\(post)")
    let sent = try #require(resolved(data.shown("posts", at: data.lines[3] - 1), "list").first?.arrayValue)
    #expect(sent[1].stringValue == "published" && sent[2].arrayValue?.count == post[2].arrayValue?.count)
    #expect(data.shown("lesson", at: data.lines[4] - 1) == nil)
    #expect(data.shown("lesson", at: data.lines[4])?["step"]?.integerValue == 0)
    #expect(data.shown("lesson", at: data.lines[5])?["step"]?.integerValue == 1)
  }

  // MARK: The file

  /// The page loads and runs only its own style and script, which are identified by their hashes.
  @Test func thePagesPolicyAllowsNothingElse() throws {
    let page = Self.page(Self.walk)
    let policy = try Self.part(page, from: "Content-Security-Policy\" content=\"", to: "\">")
    func named(_ text: String) -> String {
      "'sha256-\(Foundation.Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'"
    }
    #expect(
      policy == "default-src 'none'; style-src \(named(try Self.part(page, from: "<style>", to: "</style>"))); "
        + "script-src \(named(try Self.part(page, from: "<script>", to: "</script>"))); base-uri 'none'; "
        + "form-action 'none'")
    #expect(!page.contains(" style=\"") && !page.contains(" src=") && !page.contains("http-equiv=\"refresh\""))
    // Without scripts the player stays hidden, and the whole input and output is there.
    #expect(page.contains("<section id=\"player\" aria-label=\"Player\" hidden>"))
    let list = try Self.part(page, from: "<ol id=\"lines\"", to: "</ol>")
    #expect(
      list.components(separatedBy: "<code>").count - 1 == Self.walk.count
        && list.contains("<span class=\"held\">held</span> at"))
    #expect(list.contains("<span class=\"command\">play</span> <span class=\"number\">4</span>"))
  }

  private static let photo = "Examples/Photos/2025-10-02/IMG_0001.jpg"
  private static let withPictures: [(wait: Duration, text: String)] = [
    (.seconds(1), "routine add m \"dress 5m, teeth 3m\""), (.seconds(1), "routine picture m dress to \(photo)"),
    (.seconds(1), "routine start m"), (.seconds(9), "timer pause"), (.seconds(1), "timer resume"),
    (.seconds(1), "timer done"), (.seconds(1), "routine end"), (.seconds(1), "story share \(photo)"),
    (.seconds(1), "story play @me"), (.seconds(2), "hold 1s"), (.seconds(1), "story play 4"), (.seconds(1), "pause"),
  ]

  /// The pictures of a routine's step and of a shared story are in the page: small, once, and without metadata.
  @Test func pagesContainPictures() throws {
    _ = ScriptRun()
    let page = Self.page(Self.withPictures)
    let data = try Data(page)
    let things = try #require(data.json["things"]?.arrayValue).compactMap(\.stringValue)
    let pictures = things.filter { $0.hasPrefix("data:image/jpeg;base64,") }
    #expect(pictures.count == 1, "one file, whose picture is shown many times")
    let decoded = Foundation.Data(base64Encoded: String(pictures[0].dropFirst(23)))
    let bytes = try #require(decoded)
    #expect(bytes.prefix(2) == Foundation.Data([0xFF, 0xD8]) && bytes.count < 60_000)
    #expect(
      bytes.range(of: Foundation.Data("Exif".utf8)) == nil && bytes.range(of: Foundation.Data("http".utf8)) == nil)
    #expect(page.contains("default-src 'none'; img-src data:; style-src"))
    func images(_ part: String) -> [Int] {
      data.states.compactMap { $0.parts[part]?["image"]?.arrayValue?.count }
    }
    #expect(images("timer").contains(1) && images("timer").last == 0, "the second step has none")
    #expect(images("story").contains(1) && images("story").last == 0, "a story of the feed is painted by the script")
  }

  /// Another author's recording shows no file of the reader.
  @Test func anUntrustedPageContainsNoFile() {
    _ = ScriptRun()
    let page = Rendering(Catalog.standard).text(of: Self.recording(Self.withPictures), as: .html, named: "walk")
    #expect(!page.contains("data:image") && !page.contains("img-src"))
  }

  @Test func noTextCommandsIt() throws {
    let evil = "post \"</script><img src=x onerror=alert(1)> <!-- \\u(202E) \\u(1B)[2J #tag\""
    let page = Self.page(
      [(.seconds(1), "login bob.test"), (.seconds(1), evil), (.seconds(2), "print $last"), (.zero, "# </script>")],
      named: "</title><script>\u{202E}")
    #expect(try Data(page).shown("posts", at: 5_000) != nil, "it was posted")
    #expect(page.components(separatedBy: "</script>").count == 3 && page.components(separatedBy: "<script").count == 3)
    #expect(!page.contains("<img") && !page.contains("</title><") && page.components(separatedBy: "<!--").count == 1)
    #expect(!page.contains("\u{202E}"))
    #expect(!page.unicodeScalars.contains { ($0.value < 32 && $0 != "\n") || (127..<160).contains($0.value) })
  }

  /// Text has a contrast of at least 4.5:1 on both backgrounds, dark and light; lines and rings have 3:1 on the page.
  @Test func pageColoursAreReadable() throws {
    func luminance(_ colour: Substring) -> Double {
      let digits = colour.count == 4 ? colour.dropFirst().flatMap { [$0, $0] } : Array(colour.dropFirst())
      let shares = stride(from: 0, to: 6, by: 2).map { index -> Double in
        let share = Double(Int(String(digits[index...index + 1]), radix: 16) ?? 0) / 255
        return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]
    }
    var compared = 0
    for block in PageStyle.text.components(separatedBy: ":root {").dropFirst() {
      let colours = block.prefix { $0 != "}" }.matches(of: /--(\w+): (#[0-9a-f]+)/).map { ($0.1, luminance($0.2)) }
      let grounds = colours.filter { ["ground", "raised"].contains($0.0) }
      for (name, colour) in colours where !["ground", "raised"].contains(name) {
        let isRead = ["text", "dim", "accent", "tag", "mention", "duration", "string", "error"].contains(name)
        for (ground, other) in grounds {
          let contrast = (max(colour, other) + 0.05) / (min(colour, other) + 0.05)
          #expect(contrast >= (isRead ? 4.5 : 3), "\(name) on \(ground): \(contrast)")
          compared += 1
        }
      }
    }
    #expect(compared > 60)
  }

  @Test func pagesAreSmall() throws {
    let text = try String(contentsOf: Package.root.appending(path: "Examples/tour.story"), encoding: .utf8)
    let tour = text.split(separator: "\n\n").flatMap { block in
      block.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }
    #expect(tour.count > 30)
    #expect(Self.page(tour.map { (.milliseconds(1_500), $0) }).utf8.count <= 80_000)
    // Ten minutes of a user who types a line every two seconds.
    let lines = [
      "story play 4", "hold", "release", "tap right", "post \"hi #tag number\"", "print clock.now", "events 3",
    ]
    let busy = (0..<300).map { (wait: Duration.seconds(2), text: lines[$0 % lines.count]) }
    #expect(Self.page(busy).utf8.count <= 300_000)
    // Changes that pass too fast to be seen are not saved.
    let long = Self.page([(.zero, "story play 1 for 2s"), (.zero, "set end loop"), (.seconds(1), "wait 8h")])
    #expect(long.utf8.count <= 300_000 && long.contains("lines left out"), "\(long.utf8.count)")
  }
}

@Suite struct PageClockTests {
  @Test func pageTimesMatchTheRecordingWherePossible() {
    var clock = PageClock()
    clock.pass(to: .seconds(2), isLine: true)
    clock.pass(to: .seconds(5), isLine: false)
    #expect(
      !clock.isShortened && clock.length == 5_000 && clock.json == .array([0, 0, 5_000, 5_000].map { .integer($0) }))
    #expect(clock.page(.seconds(4)) == 4_000)
  }

  @Test func longWaitsAreShortenedAndLinesKeepTheirTimes() {
    var clock = PageClock()
    clock.pass(to: .seconds(100), isLine: false)
    #expect(clock.length == 20_000 && clock.page(.seconds(50)) == 10_000 && clock.isShortened)
    // An instant outside the latest piece is moved to its nearest end.
    #expect(clock.page(.seconds(-1)) == 0 && clock.page(.seconds(200)) == 20_000)
    clock.pass(to: .seconds(100), isLine: true)
    #expect(clock.length == 20_400 && clock.page(.seconds(100)) == 20_400)
    clock.pass(to: .seconds(110), isLine: false)
    #expect(clock.length == 30_400)
    #expect(
      clock.json == .array([0, 0, 20_000, 100_000, 20_400, 100_000, 30_400, 110_000].map { .integer($0) }), "\(clock)")
  }
}
