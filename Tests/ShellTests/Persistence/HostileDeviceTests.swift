import Bluesky
import Foundation
import JSON
import StoryScript
import System
import Testing
import Timeline
import Timers

@testable import Journal
@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// A stranger writes into a shared folder: no change of this device is altered, nothing crashes, and the writer is
/// named.
@Suite final class HostileDeviceTests {
  private let root = "/tmp/storyline-stranger-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// - Parameters:
  ///   - showsNotes: `true` for output as JSON, with notes.
  ///   - start: the beginning of a practice session; `nil` for the end of the last session.
  private func open(
    _ device: String, _ kind: Session.Options.Kind = .practice, showsNotes: Bool = true,
    at start: Instant? = .practiceStart
  ) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = kind
    if kind == .practice { options.start = start }
    let output = Output(format: showsNotes ? .json : .text, to: .memory, width: 80)
    let run = ScriptRun(Session(options: options, output: output, catalog: Catalog.standard))
    try run.session.openState("\(root)/\(device)")
    return run
  }

  private var sync: String { "sync \"\(root)/shared\"" }

  /// Writes a journal with these events into the shared folder.
  private func put(_ events: [Journal.Event], as name: String = "mallory", _ kind: Journal.Kind = .practice) throws {
    let device = try #require(Journal.DeviceID(name))
    var bytes = Header(kind: kind, device: name).line
    for (number, event) in events.enumerated() {
      bytes += Journal.SavedEvent(event, origin: .init(device: device, sequence: UInt32(number) + 1)).line
    }
    try FileManager.default.createDirectory(atPath: "\(root)/shared", withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(root)/shared/\(name).journal"))
  }

  private func event(
    _ type: String, _ name: String, at instant: Instant = .practiceStart, day: Journal.LocalDay? = nil,
    _ fields: [JSON.Field]
  ) -> Journal.Event {
    Journal.Event(
      id: Journal.Event.ID(cause: type, name), type: type, instant: instant, local: day, payload: .init(fields))
  }

  private struct State: Equatable {
    let snapshot: World.Snapshot
    let timerSessions: [TimerSessionRecord]
    let posts: [String]
    let seen: [Int]

    init(_ session: Session) {
      snapshot = session.world.snapshot(
        PersistedPlace(device: "x", zone: .utc, isReal: false), settings: PersistedSettings())
      timerSessions = session.savedTimerSessions
      posts = session.world.posts.outbox.entries.map(\.post.text)
      seen = session.world.stories.interactions.seen.sorted
    }
  }

  private static let life = """
    profile name Mia; timer start reading; timer done; rate good; activity add cello icon 🎻 for 10
    story play 4; like; post "mine"; draft "to be"; mute word spoiler; activity edit shower for 15
    """

  // MARK: Every field of every type

  /// Values that are invalid in every field that has a form.
  private static let rubbish: [JSON] = [
    .null, .bool(true), .integer(.max), .integer(.min), .number(1e300), .string("\u{1B}]52;c;AAAA\u{7}"),
    .string(String(repeating: "x", count: 300_000)), .array([.null]), .array([.integer(.max)]), .object([]),
    .object([.init("newest", .integer(.max)), .init("floor", .integer(-1)), .init("at", .number(-1e300))]),
  ]

  /// Returns a payload as another device would write it.
  private static func payload(_ kind: PersistedKind) -> [JSON.Field] {
    func value(_ name: String, _ form: PersistedForm) -> JSON {
      switch form {
      case .line: .string(["icon": "🎻", "session": "mallory/9", "mark": "1-2-3"][name] ?? "juggling")
      case .text: .string("a text")
      case .word(let words): .string(words[0])
      case .whole: .integer(5)
      case .duration: .integer(60_000_000)
      case .past, .instant: .integer(Instant.practiceStart.microseconds)
      case .flag: .bool(true)
      case .lines: .array([.string("en")])
      case .list: .array([])
      case .object: .object([])
      case .orNull: .null
      }
    }
    return kind.forms.sorted { $0.key < $1.key }.map { .init($0.key, value($0.key, $0.value)) }
  }

  @Test func everyFieldHasAForm() {
    for (_, kind) in World.Persisted.kinds where kind.authority == .anyone {
      for (field, _) in kind.fields { #expect(kind.forms[field] != nil, "\(kind.name): \(field)") }
    }
  }

  @Test(arguments: [Session.Options.Kind.practice, .real])
  func anythingInAnyFieldIsLeftOut(kind: Session.Options.Kind) throws {
    let victim = try open("victim", kind)
    #expect(victim(Self.life).error == nil)
    let before = State(victim.session)
    let limit = victim.session.clock.now + .days(400)
    var events: [Journal.Event] = []
    var unsound = 0
    for (_, type) in World.Persisted.kinds {
      let whole = Self.payload(type)
      for (place, field) in whole.enumerated() {
        for (number, value) in Self.rubbish.enumerated() {
          if type.forms[field.name]!.holds(value, before: limit) { continue }
          var fields = whole
          fields[place].value = value
          events.append(event(type.name, "\(field.name)/\(number)", fields))
          if type.authority == .anyone { unsound += 1 }
        }
      }
      // Types that only the device itself may write, and events dated far ahead or far back.
      if type.authority == .device {
        events.append(event(type.name, "local", type.fields.map { .init($0.key, .string("/")) }))
      } else {
        let far: [Instant] = [.init(microseconds: .min), .init(microseconds: -(1 << 55))]
        for (number, instant) in far.enumerated() {
          events.append(event(type.name, "far/\(number)", at: instant, whole))
        }
        let day = Journal.LocalDay(daysSince1970: 2_900_000, offsetSeconds: 0)
        events.append(event(type.name, "day", day: day, whole))
        unsound += far.count + 1
      }
    }
    #expect(unsound > 300)
    try put(events, kind == .real ? .real : .practice)
    let merged = victim(sync)
    #expect(merged.error == nil)
    #expect(State(victim.session) == before)
    let words = "\(unsound) events from mallory could not be understood and do not count"
    #expect(merged.lines.count { $0.contains("events from mallory could not be") } == 1, "\(merged.lines.count)")
    #expect(merged.lines.contains { $0.contains(words) }, "\(merged.lines)")
    #expect(victim(sync).lines.allSatisfy { !$0.contains("could not be understood") }, "told once")
    #expect(victim("devices").error == nil)
    #expect(State(try open("victim", kind).session) == before)
    #expect(victim("devices forget mallory").error == nil)
    #expect(!(try open("victim", kind)("print 1").lines).contains { $0.contains("mallory") })
  }

  /// Random fields mixed with rubbish, from any device: the session never crashes and names the writer.
  @Test(arguments: 0..<12) func mixturesOfFields(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let victim = try open("victim")
    #expect(victim(Self.life).error == nil)
    let timerSessions = victim.session.savedTimerSessions
    var events: [Journal.Event] = []
    for number in 0..<300 {
      let type = World.Persisted.kinds.randomElement(using: &chance)!.kind
      var fields = Self.payload(type)
      for place in fields.indices where Int.random(in: 0..<3, using: &chance) == 0 {
        fields[place].value = Self.rubbish.randomElement(using: &chance)!
      }
      fields.removeAll { _ in Int.random(in: 0..<6, using: &chance) == 0 }
      let instant = [
        Instant.practiceStart, .distantFuture, .distantPast, .init(microseconds: .max), .practiceStart + .days(3),
      ]
      .randomElement(using: &chance)!
      events.append(event(type.name, "\(number)", at: instant, fields))
    }
    try put(events)
    let merged = victim(sync)
    #expect(merged.error == nil)
    #expect(merged.lines.contains { $0.contains("from mallory") })
    for run in [victim, try open("victim")] {
      // Well-formed events may add to the state; this device's own changes remain.
      #expect(Set(timerSessions).isSubset(of: Set(run.session.savedTimerSessions)))
      #expect(run.session.world.posts.outbox.entries.contains { $0.post.text == "mine" })
      #expect(run("devices; timer start reading; timer done; rate good").error == nil)
    }
  }

  // MARK: Far ahead

  @Test(arguments: [Session.Options.Kind.practice, .real])
  func futureEventsDoNotCountYet(kind: Session.Options.Kind) throws {
    let victim = try open("victim", kind)
    #expect(victim(Self.life).error == nil)
    let before = State(victim.session)
    let far = Instant(secondsSince1970: 253_402_200_000)
    try put(
      [
        event("profile.changed", "1", at: far, [.init("name", .string("Eve"))]),
        event("activity.removed", "2", at: far, [.init("activity", .string("cello"))]),
      ], kind == .real ? .real : .practice)
    let merged = victim(sync)
    #expect(State(victim.session) == before)
    let words =
      "2 events from mallory are dated more than a day in the future and are ignored until then: check the clocks of both "
      + "devices, and sync on mallory again; `devices forget mallory` ignores everything saved by that device"
    #expect(merged.lines.contains { $0.contains(words) }, "\(merged.lines)")
    // The clock does not seem wrong, and practice does not begin in that year.
    let next = try open("victim", kind, at: nil)
    let said = next.session.output.drainLines()
    #expect(said.contains { $0.contains(words) } && !said.contains { $0.contains("the system clock is") }, "\(said)")
    #expect(State(next.session) == before)
    // The next events of this device are not dated after those far ahead.
    #expect(next("profile name Ann; activity remove cello; devices").error == nil)
    #expect(try open("victim", kind).session.world.timers.profile.name == "Ann")
  }

  /// A day in real sessions; in practice, where the clocks of two devices are hours apart for good reasons, a year.
  @Test(arguments: [
    (Session.Options.Kind.real, Duration.hours(23), Duration.hours(25)), (.practice, .days(360), .days(370)),
  ])
  func onlyWhatIsFurtherAheadWaits(kind: Session.Options.Kind, near: Duration, far: Duration) throws {
    for (device, ahead) in [("mallory", far), ("eve", near)] {
      let victim = try open("victim", kind)
      #expect(victim("profile name Mia").error == nil)
      try put(
        [event("profile.changed", device, at: victim.session.now + ahead, [.init("name", .string(device))])],
        as: device, kind == .real ? .real : .practice)
      let merged = victim(sync)
      #expect(merged.error == nil && merged.lines.contains { $0.contains("ignored until") } == (ahead == far))
      #expect(victim.session.world.timers.profile.name == (ahead == far ? "Mia" : "eve"), "\(merged.lines)")
    }
  }

  // MARK: Posts

  @Test func aPostOfAnotherDeviceIsSeen() throws {
    let (a, b) = (try open("a", showsNotes: false), try open("b"))
    #expect(b("post \"from b\"; \(sync)").error == nil)
    let name = DeviceName.known(in: "\(root)/b")!.name
    let merged = a("post \"mine\"; \(sync)")
    let words = "\(name) queued 1 post without an account: log in, then `outbox send N` sends it with your account"
    #expect(merged.lines.joined(separator: " ").contains(words), "\(merged.lines)")
    #expect(a("expect (outbox | where text == \"from b\" | first).device == \"\(name)\"").error == nil)
    let number = a("print (outbox | where text == \"from b\" | first).post").lines.joined()
    #expect(
      a("print (outbox | where text == \"from b\" | first).reason").lines
        == ["it was written without an account: after `login`, try: outbox send \(number)"])
    #expect(a("print (outbox | where text == \"mine\" | first).device").error?.hasPrefix("there is no field") == true)
    #expect(a("outbox").lines.contains { $0.contains(name.prefix(8)) })
    #expect(!a(sync).lines.joined().contains("queued"))
  }

  /// Another device that claims to have begun to send a post of this one cannot change its text, place or key: the post
  /// is looked for where it belongs, and sent as it was written.
  @Test(arguments: ["spam", "mine"]) func aPostOfThisDeviceIsSentAsItWasWritten(claimed: String) throws {
    let victim = try open("victim", .real)
    #expect(victim("post \"mine\"").error == nil)
    let entry = try #require(victim.session.world.posts.outbox.entries.first)
    let name = try #require(victim.session.world.posts.sending.savedName(entry.identity))
    let record = try Post(claimed, created: entry.post.created).record { _ in nil }
    let elsewhere = "at://did:plc:mallory/app.bsky.feed.post/3jzfcijpj2z2a"
    let reply: JSON = [
      "root": ["uri": .string(elsewhere), "cid": "c"], "parent": ["uri": .string(elsewhere), "cid": "c"],
    ]
    guard case .object(let fields) = record else { return }
    try put(
      [
        event(
          "post.state", "1", at: victim.session.clock.now,
          [
            .init("post", .string(name)), .init("state", .string("sending")), .init("key", .string("3jzfcijpj2z2a")),
            .init("account", .string("did:plc:mallory")), .init("record", .object(fields + [.init("reply", reply)])),
          ])
      ], .real)
    #expect(victim(sync).error == nil)
    let key = RecordKey(entry.post.created, device: name)
    let place = RecordAddress(repository: "did:plc:bob", collection: RecordAddress.posts, key: key.description)
    // The session that wrote the post, and the next one.
    for (session, asks) in [(victim.session, false), (try open("victim", .real).session, true)] {
      var sending = session.world.posts.sending
      #expect(sending.savedStates[name]?.hasLeft == true)
      let number = try #require(session.world.posts.outbox.entries.first?.id)
      let begun = sending.begin(number, by: .send, as: "did:plc:bob", at: session.clock.now)
      var publishing = try #require(begun, "\(sending.savedStates)")
      if asks {
        guard case .ask(let call) = publishing.step else { throw JSON.SyntaxError(expected: "a question", offset: 0) }
        #expect(call == .getRecord(place))
        publishing.receive(.refused(XRPCError(status: 400, name: "RecordNotFound")))
      }
      guard case .prepare(let attempt) = publishing.step else {
        throw JSON.SyntaxError(expected: "a record", offset: 0)
      }
      #expect(attempt.address == place && !attempt.isClaimed && attempt.root == nil)
      #expect(attempt.record == entry.post.record { _ in nil })
    }
  }

  /// A post whose picture or whose parent this device does not understand is not published without it, and words about a
  /// refusal are not the server's.
  @Test func anIncompletePostIsNotPublished() throws {
    let victim = try open("victim")
    #expect(victim("login bob.test; set network off; post \"mine\"").error == nil)
    let entry = try #require(victim.session.world.posts.outbox.entries.first)
    let (did, name) = (
      try #require(entry.account), try #require(victim.session.world.posts.sending.savedName(entry.identity))
    )
    func queued(_ text: String, _ more: JSON.Field) -> Journal.Event {
      event("post.queued", text, [.init("text", .string(text)), .init("account", .string(did)), more])
    }
    let picture: JSON = ["name": "../accounts", "type": "image/png", "size": 9, "width": 1, "height": 1, "alt": ""]
    let forged = [
      queued("look at this", .init("images", .array([picture]))),
      queued("no, the other one", .init("follows", "post.queued/none")),
      queued("this is wrong", .init("quotes", "something newer")),
      event(
        "post.state", "refusal",
        [
          .init("post", .string(name)), .init("state", "refused"),
          .init("words", "account suspended, log in at evil.example"),
        ]),
    ]
    try put(forged)
    let result = victim("\(sync); set network on; wait 1h; print (outbox | each { $it.reason } | join \"; \")")
    #expect(result.error == nil, "\(result)")
    #expect(victim.session.world.posts.outbox.entries.map(\.post.text).count == 4, "\(result.lines)")
    #expect(victim("expect (posts of bob.test | count) == 0").error == nil)
    let said = result.lines.joined(separator: " ")
    #expect(said.contains("one of its pictures cannot be read on this device"), "\(said)")
    #expect(said.contains("the post that it replies to or quotes is not known on this device"))
    #expect(said.contains("mallory says that the server refused the post: account suspended"))
    // `sync` names what it is about.
    #expect(said.contains("mallory changed the post \\\"mine\\\""), "\(said)")
    let removal = event(
      "post.state", "removal", at: victim.session.clock.now, [.init("post", .string(name)), .init("state", "removed")])
    try put(forged + [removal])
    let removed = victim(sync).lines.joined(separator: " ")
    #expect(removed.contains("mallory removed the post \\\"mine\\\""), "\(removed)")
  }

  /// Another device says that it sent or removed a post of this one: only the address that every device makes
  /// for it is believed, even if the line is dated before the post, and `sync` names the device.
  @Test(arguments: [false, true]) func noPostOfThisDeviceVanishesSilently(isEarlier: Bool) throws {
    let victim = try open("victim", showsNotes: false)
    #expect(victim("login bob.test; set network off; post \"mine\"; post \"other\"").error == nil)
    let entries = victim.session.world.posts.outbox.entries
    let names = try entries.map { try #require(victim.session.world.posts.sending.savedName($0.identity)) }
    let did = try #require(entries[0].account)
    let keys = zip(entries, names).map { RecordKey($0.post.created, device: $1) }
    let instant = isEarlier ? Instant.practiceStart - .days(1) : victim.session.clock.now
    func state(_ number: Int, _ state: String, _ uri: String? = nil) -> Journal.Event {
      let address = uri.map { [JSON.Field("uri", .string($0)), .init("cid", .string("bafy"))] } ?? []
      return event(
        "post.state", "\(number)-\(state)-\(uri ?? "")", at: instant,
        [.init("post", .string(names[number])), .init("state", .string(state))] + address)
    }
    let forged = [
      state(0, "sent"), state(0, "sent", "at://did:plc:mallory/app.bsky.feed.post/3jzfcijpj2z2a"),
      state(0, "sent", "at://\(did)/app.bsky.feed.like/\(keys[0])"),
      state(0, "sent", "at://\(did)/app.bsky.feed.post/3jzfcijpj2z2a"),
    ]
    try put(forged)
    let refused = victim(sync)
    #expect(refused.error == nil && victim("expect outbox.count == 2").error == nil, "\(refused.lines)")
    #expect(!refused.lines.joined(separator: " ").contains("by mallory"))
    try put(
      forged + [state(0, "sent", "at://\(did)/app.bsky.feed.post/\(keys[0])"), state(1, "removed")])
    let said = victim("let done = \(sync); print ($done.published | first).device")
    #expect(said.error == nil && victim("expect outbox.count == 0").error == nil)
    let line = said.lines.joined(separator: " ")
    #expect(line.contains("1 post was removed by mallory; 1 post was sent by mallory"), "\(said.lines)")
    #expect(said.lines.last == "mallory")
  }

  @Test func reactionsNameTheirDevice() throws {
    let (a, b) = (try open("a", showsNotes: false), try open("b"))
    #expect(a("login bob.test").error == nil)
    #expect(b("login bob.test; timeline 2; set network off; like @1; \(sync)").error == nil)
    let name = DeviceName.known(in: "\(root)/b")!.name
    let line = a(sync).lines.joined(separator: " ")
    #expect(line.contains("1 reaction was changed by \(name)"), "\(line)")
    #expect(!a(sync).lines.joined().contains("reaction"))
  }

  // MARK: The timer that runs here

  /// A session that another device saved with the ID of the running timer does not end it, and the timer's own session
  /// counts in the end.
  @Test(arguments: ["victim", "mallory"]) func otherDevicesCannotEndATimer(device: String) throws {
    let first = try open("victim", .real)
    #expect(first("timer start reading 20").error == nil)
    let own = DeviceName.known(in: "\(root)/victim")!.name
    let started = first.session.world.timers.countdown.started
    let (id, ended) = ("\(own)/\(started.microseconds)", started + Duration(microseconds: 1_000))
    try put(
      [
        event(
          "timer.saved", id, at: ended, day: Journal.LocalDay(at: ended, offset: .zero),
          [
            .init("session", .string(id)), .init("activity", .string("EVIL")), .init("icon", .string("📖")),
            .init("started", .integer(started.microseconds)), .init("ended", .integer(ended.microseconds)),
            .init("allocated", .integer(60_000_000)), .init("actual", .integer(1_000)),
            .init("ending", .string("early")), .init("device", .string(device == "victim" ? own : device)),
          ])
      ], .real)
    #expect(first(sync).error == nil)
    #expect(first("expect timer.state == \"running\"").error == nil)
    let second = try open("victim", .real)
    #expect(second("expect timer.state == \"running\"; timer done; rate amazing").error == nil)
    let records = try open("victim", .real).session.ledger.timerSessions.timerSessions()
    #expect(records.map(\.activity) == ["reading"] && records[0].rating == .amazing, "\(records)")
  }

  /// `rate` without a session rates one of this device: nobody's session in the near future takes the rating.
  @Test func anotherDevicesSessionTakesNoRating() throws {
    let ended = SystemClock.now + .hours(22)
    let (started, id) = (ended - .minutes(1), "mallory/9")
    try put(
      [
        event(
          "timer.saved", id, at: ended, day: Journal.LocalDay(at: ended, offset: .zero),
          [
            .init("session", .string(id)), .init("activity", .string("homework")), .init("icon", .string("📖")),
            .init("started", .integer(started.microseconds)), .init("ended", .integer(ended.microseconds)),
            .init("allocated", .integer(60_000_000)), .init("actual", .integer(60_000_000)),
            .init("ending", .string("timeUp")), .init("device", .string("mallory")),
          ])
      ], .real)
    #expect(try open("victim", .real)("timer start reading; timer done; \(sync)").error == nil)
    let victim = try open("victim", .real)
    #expect(victim("rate amazing").error == nil)
    func rated(_ activity: String) -> Rating? {
      victim.session.ledger.timerSessions.timerSessions().first { $0.activity == activity }?.rating
    }
    #expect(rated("reading") == .amazing && rated("homework") == nil)
    // A parent's device, which has no session of its own, still rates the child's.
    #expect(victim("rate good").error == nil)
    #expect(rated("homework") == .good)
  }

  // MARK: What changed nothing

  /// A later rating of another device counts, as a parent's on a phone, and `sync` says so.
  @Test func ratingChangesNameTheirDevice() throws {
    let victim = try open("victim", showsNotes: false)
    #expect(victim("timer start reading; timer done; rate amazing; timer start shower; timer done").error == nil)
    let ids = victim.session.ledger.timerSessions.timerSessions().map(\.id)
    func rated(_ timerSession: TimerSessionID, _ rating: Rating, _ ahead: Duration) -> Journal.Event {
      event(
        "timer.rated", "\(timerSession)-\(rating)-\(ahead)", at: victim.session.clock.now + ahead,
        [.init("session", .string(timerSession.text)), .init("rating", .string(rating.rawValue))])
    }
    let first = [
      rated(ids[0], .needsWork, .zero - .hours(1)), rated(ids[0], .amazing, .minutes(1)), rated(ids[1], .good, .zero),
    ]
    try put(first)
    #expect(!victim(sync).lines.joined().contains("mallory"))
    #expect(victim("expect rewards.stars == 25").error == nil)
    try put(first + [rated(ids[0], .needsWork, .minutes(2))])
    let line = victim(sync).lines.joined(separator: " ")
    #expect(line.contains("1 rating was changed by mallory; 15 stars in all"), "\(line)")
    #expect(victim.session.ledger.timerSessions[ids[0]]?.rating == .needsWork)
  }

  /// Events that came too late, that change nothing, or that do not count until another day.
  @Test func ignoredEventsAreNotReported() throws {
    let victim = try open("victim", showsNotes: false)
    #expect(victim(Self.life).error == nil)
    #expect(victim("profile name Ann; activity edit shower for 20").error == nil)
    let before = State(victim.session)
    let (past, far) = (Instant.practiceStart - .days(1), victim.session.clock.now + .days(800))
    let child = JSON.Field("child", .string("First:" + DeviceName.known(in: "\(root)/victim")!.name))
    try put([
      event("profile.changed", "1", at: past, [child, .init("name", .string("Eve"))]),
      event("profile.changed", "2", at: far, [child, .init("name", .string("Eve"))]),
      event("activity.edited", "3", at: past, [.init("activity", .string("shower")), .init("minutes", .integer(60))]),
      event("activity.removed", "4", at: far, [.init("activity", .string("cello"))]),
      event("story.unliked", "5", at: past, [.init("story", .integer(4))]),
      event("story.unliked", "6", at: victim.session.clock.now, [.init("story", .integer(9))]),
      event("photo.unfavorited", "7", at: far, [.init("mark", .string("1-2-3")), .init("photo", .string("a.jpg"))]),
      event("word.state", "8", at: past, [.init("word", .string("spoiler")), .init("muted", .bool(true))]),
    ])
    let merged = victim(sync)
    #expect(merged.error == nil && State(victim.session) == before)
    #expect(!merged.lines.joined(separator: " ").contains(" by mallory"), "\(merged.lines)")
  }

  /// Of two edits of one device the last one counts, and edits of different fields both do.
  @Test func eachChangedThingIsReportedOnce() throws {
    let (a, b) = (try open("a", showsNotes: false), try open("b"))
    #expect(
      b("activity edit shower for 20; activity edit shower for 25; profile name Ben; profile name Bea; \(sync)").error
        == nil)
    let name = DeviceName.known(in: "\(root)/b")!.name
    let line = a(sync).lines.joined(separator: " ")
    #expect(line.contains("1 activity was changed by \(name)"), "\(line)")
  }

  // MARK: The same id

  @Test func anImportThatWasEditedOnTwoDevicesStays() throws {
    let (a, b) = (try open("a", showsNotes: false), try open("b"))
    let text = try String(contentsOf: Package.root.appendingPathComponent("Examples/sessions.csv"), encoding: .utf8)
    func write(_ name: String, _ text: String) throws -> String {
      let path = "\(root)/\(name)"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    let first = try write("one.csv", text)
    #expect(a("history import \"\(first)\"").error == nil)
    let ids = a.session.savedTimerSessions
    // The same sessions with another picture.
    let icon = String(ids[0].icon)
    let second = try write("two.csv", text.replacingOccurrences(of: icon, with: "🦊"))
    #expect(b("history import \"\(second)\"; \(sync)").error == nil)
    let own = b.session.savedTimerSessions
    let merged = a(sync)
    let name = DeviceName.known(in: "\(root)/b")!.name
    #expect(merged.lines.joined(separator: " ").contains("differ on \(name); yours were kept"), "\(merged.lines)")
    #expect(a.session.savedTimerSessions == ids)
    #expect(b(sync).error == nil)
    #expect(b.session.savedTimerSessions == own)
    #expect(try open("a").session.savedTimerSessions == ids)
  }

  // MARK: Notes about the device

  @Test func aFolderFromAnotherMachineSaysSo() throws {
    _ = try open("a", .real)("set press 350ms")
    let path = "\(root)/a/device"
    let name = DeviceName.known(in: "\(root)/a")!.name
    try FileManager.default.removeItem(atPath: path + ".2")
    try "\(name)\nanother machine\n".write(toFile: path, atomically: false, encoding: .utf8)
    let moved = try open("a", .real)
    let new = DeviceName.known(in: "\(root)/a")!.name
    #expect(new != name)
    #expect(
      moved.session.output.drainLines().joined(separator: " ").contains(
        "this state folder was copied from another machine: the device there is \(name), and the device here is now \(new)"
      )
    )
    #expect(try open("a", .real).session.output.drainLines().isEmpty, "told once")
  }

  @Test func aDamagedNameSaysSo() throws {
    _ = try open("a")("post \"one\"")
    let path = "\(root)/a/device"
    let name = DeviceName.known(in: "\(root)/a")!.name
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let corrected = try open("a")
    #expect(
      corrected.session.output.drainLines().joined(separator: " ").contains(
        "this device is still \(name)"))
    #expect(corrected("expect outbox.count == 1").error == nil)
    #expect(try open("a").session.output.drainLines().isEmpty, "told once")
  }

  @Test func aForgottenDeviceIsRemembered() throws {
    let (a, b) = (try open("a"), try open("b"))
    #expect(b("timer start shower; timer done; rate good; \(sync)").error == nil)
    #expect(a("\(sync); expect rewards.sessions == 1").error == nil)
    let name = DeviceName.known(in: "\(root)/b")!.name
    #expect(a("devices forget \(name); expect rewards.sessions == 0; expect (devices | last).forgotten").error == nil)
    #expect(a("devices forget \(name)").error?.hasPrefix("'\(name)' is already forgotten") == true)
    #expect(try open("a")("\(sync); expect rewards.sessions == 0").error == nil)
    #expect(a("devices remember \(name); expect rewards.sessions == 1").error == nil)
    #expect(a("devices remember \(name)").error?.hasPrefix("'\(name)' was not forgotten") == true)
    #expect(
      try open("a")("\(sync); expect rewards.sessions == 1; expect (devices | last).forgotten == false").error == nil)
    #expect(a("devices forget mallory").error?.hasPrefix("there is no device 'mallory' here") == true)
  }
}
