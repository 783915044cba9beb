import Foundation
import JSON
import NetworkTesting
import System
import Terminal
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// A clock that is wrong for one session must not publish a planned post: that cannot be taken back.
@Suite final class PlannedPostClockTests {
  private let folder = Scratch.path()

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let create = "xrpc/com.atproto.repo.createRecord"

  /// Returns a server that accepts every record.
  private func server(date: Date? = nil) throws -> Responder {
    let answering: @Sendable (String, [UInt8]) -> (status: Int, json: String)? = { path, body in
      guard path == Self.create, let json = try? JSON(parsing: body) else { return (200, "{}") }
      let parts = ["repo", "collection", "rkey"].compactMap { json[$0]?.stringValue }
      return (200, "{\"uri\": \"at://\(parts.joined(separator: "/"))\", \"cid\": \"bafy\"}")
    }
    let format = DateFormatter()
    (format.locale, format.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return try #require(Responder(date: date.map(format.string), answering: answering))
  }

  private func logIn(on server: Responder) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let account = """
      {"did": "did:plc:abc", "handle": "bob.test", "host": "http://127.0.0.1:\(server.port)", "access": "a", "refresh": "r"}
      """
    let file = "{\"storyline accounts\": 1, \"used\": \"did:plc:abc\", \"accounts\": [\(account)]}"
    try file.write(toFile: folder + "/accounts", atomically: true, encoding: .utf8)
  }

  /// Opens a prompt whose wall clock is ahead of its steady clock by more than that of the sessions before.
  private func prompt(ahead: Timeline.Duration = .zero, isSynchronised: Bool = false) throws -> Prompt {
    var options = Session.Options()
    (options.kind, options.isPrompt) = (.real, true)
    options.clockTrust = ClockTrust(
      isSynchronised: { isSynchronised },
      moment: { SteadyMoment(boot: "one", steady: $0.microseconds - ahead.microseconds - 1_600_000_000_000_000) })
    let session = Session(options: options, output: Output(to: .memory, width: 400), catalog: Catalog.standard)
    try session.openState(folder)
    return Prompt(session: session, history: History())
  }

  /// Runs an idle prompt until a condition is true, or for some seconds.
  private func live(_ prompt: Prompt, _ seconds: Double = 30, until isOver: () -> Bool) -> String {
    var lines = prompt.session.output.drainLines()
    let end = Date(timeIntervalSinceNow: seconds)
    while !isOver(), Date() < end {
      Thread.sleep(forTimeInterval: 0.02)
      if prompt.secondsToNext.map({ $0 <= 0 }) ?? false { lines += prompt.wake().lines }
    }
    return lines.joined(separator: "\n")
  }

  private func plan(on server: Responder) throws {
    try logIn(on: server)
    let prompt = try prompt()
    _ = prompt.run("post \"Happy new year!\" at (clock.now + 500ms)")
    #expect(prompt.exitCode == 0, "\(prompt.session.output.drainLines())")
  }

  @Test func aClockThatWasSetForwardPublishesNothing() throws {
    let server = try server()
    defer { server.close() }
    try plan(on: server)
    let wrong = try prompt(ahead: .days(60))
    let said = live(wrong, 3) { server.log.contains(Self.create) }
    #expect(!server.log.contains(Self.create), "\(said)")
    #expect(
      said.contains(
        "post 1 is waiting: the system clock has been set forward by 60 d since the last session: if it is right, use "
          + "`clock confirm`"), "\(said)")
    // The next session by the same clock is no better.
    let again = try prompt(ahead: .days(60))
    _ = live(again, 1.5) { server.log.contains(Self.create) }
    #expect(!server.log.contains(Self.create))
    #expect(again.run("clock confirm") && again.exitCode == 0)
    #expect(again.session.output.drainLines().joined().contains("the system clock is confirmed"))
    _ = live(again) { server.log.contains(Self.create) }
    #expect(server.log.count { $0 == Self.create } == 1)
    #expect(try prompt(ahead: .days(60)).session.persistence?.clockShift == .zero)
  }

  private final class Bodies: @unchecked Sendable {
    private let lock = NSLock()
    private var bodies: [[UInt8]] = []
    func add(_ body: [UInt8]) { lock.withLock { bodies.append(body) } }
    var dates: [Date] {
      lock.withLock { bodies }.compactMap {
        (try? JSON(parsing: $0))?["record"]?["createdAt"]?.stringValue.flatMap { text in
          let form = ISO8601DateFormatter()
          form.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
          return form.date(from: text) ?? ISO8601DateFormatter().date(from: text)
        }
      }
    }
  }

  /// A post is dated by the server's clock if the system clock was set and the server's differs from it by minutes, and
  /// else as it was written.
  @Test(arguments: [(60.0, -60.0), (-60, 60), (60, 0), (60, -0.002)])
  func aWrongClockDatesNoPost(ahead: Double, server distance: Double) throws {
    let bodies = Bodies()
    let format = DateFormatter()
    (format.locale, format.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let server = try #require(
      Responder(date: format.string(from: Date(timeIntervalSinceNow: distance * 86_400))) { path, body in
        guard path == Self.create, let json = try? JSON(parsing: body) else { return (200, "{}") }
        bodies.add(body)
        let parts = ["repo", "collection", "rkey"].compactMap { json[$0]?.stringValue }
        return (200, "{\"uri\": \"at://\(parts.joined(separator: "/"))\", \"cid\": \"bafy\"}")
      })
    defer { server.close() }
    try logIn(on: server)
    _ = try prompt()
    let wrong = try prompt(ahead: .days(Int64(ahead)))
    _ = wrong.run("post \"an ordinary post\"")
    let said = live(wrong) { !bodies.dates.isEmpty }
    let date = try #require(bodies.dates.first, "\(said)")
    let expected = Date(timeIntervalSinceNow: abs(distance) < 1 ? 0 : distance * 86_400)
    #expect(abs(date.timeIntervalSince(expected)) < 120, "\(date) \(said)")
    #expect(bodies.dates.count == 1)
  }

  @Test func aClockThatIsRightAgainPublishes() throws {
    let server = try server()
    defer { server.close() }
    try plan(on: server)
    _ = live(try prompt(ahead: .days(60)), 1.5) { server.log.contains(Self.create) }
    #expect(!server.log.contains(Self.create))
    _ = live(try prompt()) { server.log.contains(Self.create) }
    #expect(server.log.contains(Self.create))
  }

  @Test func aTimeServerConfirmsTheClock() throws {
    let server = try server()
    defer { server.close() }
    try plan(on: server)
    _ = live(try prompt(ahead: .days(60), isSynchronised: true)) { server.log.contains(Self.create) }
    #expect(server.log.contains(Self.create))
  }

  /// After a restart nothing but the server knows the time.
  @Test func theServersClockDecides() throws {
    let server = try server(date: Date(timeIntervalSinceNow: -60 * 86_400))
    defer { server.close() }
    try plan(on: server)
    let prompt = try prompt(isSynchronised: true)
    let said = live(prompt, 3) { server.log.contains(Self.create) }
    #expect(!server.log.contains(Self.create), "\(said)")
    #expect(
      said.contains("ahead of the server's clock: set it, or publish the post now with `outbox send 1`"), "\(said)")
    #expect(prompt.session.world.posts.nextDeadline > SystemClock.now + .days(59))
    #expect(prompt.run("outbox send 1"))
    _ = live(prompt) { server.log.contains(Self.create) }
    #expect(server.log.count { $0 == Self.create } == 1)
  }

  @Test func aServerConfirmsAClockThatWasSet() throws {
    let server = try server(date: Date())
    defer { server.close() }
    try plan(on: server)
    _ = live(try prompt(ahead: .days(60))) { server.log.contains(Self.create) }
    #expect(server.log.contains(Self.create))
  }

  /// A script waits for the answer in the foreground.
  @Test func aScriptAsksTheServerAsWell() throws {
    let server = try server(date: Date(timeIntervalSinceNow: -86_400))
    defer { server.close() }
    try plan(on: server)
    let result = try Program.run(["--real", "--state", folder, "-c", "wait 2s"])
    #expect(result.output.contains("post 1 is waiting: the system clock is "), "\(result)")
    #expect(!server.log.contains(Self.create))
  }

  // MARK: The folder's clock

  /// One session: the wall clock and the steady clock, in hours.
  private struct Look: Sendable {
    let wall: Int64
    let steady: Int64
    var boot = "boot"
    var isRight = false
  }

  private static let walks: [([Look], Int64)] = [
    ([Look(wall: 0, steady: 0), Look(wall: 5, steady: 5)], 0),
    ([Look(wall: 0, steady: 0), Look(wall: 48, steady: 1)], 47),
    ([Look(wall: 0, steady: 0), Look(wall: 48, steady: 1), Look(wall: 49, steady: 2)], 47),
    ([Look(wall: 0, steady: 0), Look(wall: 48, steady: 1), Look(wall: 72, steady: 25)], 0),
    ([Look(wall: 0, steady: 0), Look(wall: 48, steady: 1), Look(wall: 2, steady: 2), Look(wall: 72, steady: 26)], 46),
    ([Look(wall: 0, steady: 0), Look(wall: 48, steady: 1, isRight: true), Look(wall: 49, steady: 2)], 0),
    ([Look(wall: 0, steady: 0), Look(wall: -3, steady: 1)], -4),
    // After a restart nothing is known.
    ([Look(wall: 0, steady: 0), Look(wall: 48, steady: 0, boot: "next")], 0),
  ]

  @Test(arguments: walks)
  private func aClockIsComparedWithTheLastSessions(looks: [Look], shift: Int64) throws {
    var reference: ClockReference?
    var found = Timeline.Duration.zero
    for look in looks {
      let now = Instant(secondsSince1970: 1_700_000_000) + .hours(look.wall)
      let moment = SteadyMoment(boot: look.boot, steady: (100 + look.steady) * 3_600_000_000)
      var next = reference.map { ClockReference([UInt8]($0.text.utf8))! } ?? ClockReference(at: now, moment)
      found = next.compare(at: now, moment, isRight: look.isRight)
      reference = next
    }
    #expect(found == .hours(shift))
  }
}
