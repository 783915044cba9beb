import Foundation
import JSON
import NetworkTesting
import StoryScript
import System
import Terminal
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// A post that one session writes, or that `sync` brings, is sent on time by exactly one of the open sessions.
@Suite final class OneSenderTests {
  private let folder = Scratch.path()
  private let other = Scratch.path()
  private let shared = Scratch.path()

  deinit { for path in [folder, other, shared] { try? FileManager.default.removeItem(atPath: path) } }

  private static let create = "xrpc/com.atproto.repo.createRecord"

  /// The keys of the records that were sent.
  private final class Created: @unchecked Sendable {
    private let lock = Lock()
    private var all: [String] = []
    func add(_ key: String) { lock.holding { all.append(key) } }
    var keys: [String] { lock.holding { all } }
  }
  private let created = Created()

  /// Returns a server that accepts every record, or rejects each one.
  private func server(refuses words: String? = nil) throws -> Responder {
    let created = created
    let answering: @Sendable (String, [UInt8]) -> (status: Int, json: String)? = { path, body in
      guard path == Self.create, let json = try? JSON(parsing: body) else { return nil }
      if let words { return (400, "{\"error\": \"InvalidRequest\", \"message\": \"\(words)\"}") }
      created.add(json["rkey"]?.stringValue ?? "")
      let parts = ["repo", "collection", "rkey"].compactMap { json[$0]?.stringValue }
      return (200, "{\"uri\": \"at://\(parts.joined(separator: "/"))\", \"cid\": \"bafy\"}")
    }
    let server = Responder(answering: answering)
    return try #require(server)
  }

  private func logIn(_ folder: String, on server: Responder) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let account = """
      {"did": "did:plc:abc", "handle": "bob.test", "host": "http://127.0.0.1:\(server.port)", "access": "a", "refresh": "r"}
      """
    let file = "{\"storyline accounts\": 1, \"used\": \"did:plc:abc\", \"accounts\": [\(account)]}"
    try file.write(toFile: folder + "/accounts", atomically: true, encoding: .utf8)
  }

  private func prompt(_ folder: String) throws -> Prompt {
    var options = Session.Options()
    (options.kind, options.isPrompt) = (.real, true)
    let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
    try session.openState(folder)
    return Prompt(session: session, history: History())
  }

  private func script(_ text: String, _ folder: String) throws -> Program.Result {
    try Program.run(["--quiet", "--real", "--state", folder, "-c", text])
  }

  /// Runs idle prompts until a condition is true.
  private func live(_ prompts: [Prompt], until isOver: () -> Bool) -> [String] {
    var lines: [String] = []
    let end = Date(timeIntervalSinceNow: 30)
    while !isOver(), Date() < end {
      Thread.sleep(forTimeInterval: 0.02)
      for prompt in prompts where prompt.secondsToNext.map({ $0 <= 0 }) ?? false { lines += prompt.wake().lines }
    }
    return lines
  }

  private func isEmpty(_ prompts: [Prompt]) -> Bool { prompts.allSatisfy { $0.session.world.posts.outbox.count == 0 } }

  @Test(arguments: [1, 3]) func anOpenPromptSendsOthersScheduledPosts(count: Int) throws {
    let server = try server()
    defer { server.close() }
    try logIn(folder, on: server)
    var prompts = try (0..<count).map { _ in try prompt(folder) }
    let result = try script("post \"x\" at (clock.now + 3s)", folder)
    #expect(
      result.status == 0 && result.errors.hasPrefix("note: post 1 is waiting in the outbox, for "), "\(result.errors)")
    // The prompts have looked, so they know the post and its time.
    let learnt = { prompts.allSatisfy { $0.session.world.posts.sending.delivery(1).due != nil } }
    var lines = live(prompts) { learnt() || !created.keys.isEmpty }
    lines += live(prompts) { isEmpty(prompts) }
    #expect(isEmpty(prompts) && created.keys.count == 1, "\(created.keys)")
    #expect(lines.filter { $0.contains("post 1 published") }.count == 1, "\(lines)")
    // The remaining prompts take over.
    prompts.removeFirst().close()
    if prompts.isEmpty { return }
    _ = try script("post \"y\" at (clock.now + 2s)", folder)
    #expect(
      live(prompts) { created.keys.count == 2 && self.isEmpty(prompts) }.count {
        $0.contains("post 2 published")
      } == 1)
    #expect(created.keys.count == 2)
  }

  /// Posts that came by `sync` are sent too, at a prompt and while a script sleeps.
  @Test func syncedPostsAreSent() throws {
    let server = try server()
    defer { server.close() }
    for folder in [folder, other] { try logIn(folder, on: server) }
    _ = try script("post \"from elsewhere\" at (clock.now + 2s); sync \"\(shared)\"", other)
    let here = try script("sync \"\(shared)\"; wait 3s; expect outbox.count == 0", folder)
    #expect(here.status == 0 && created.keys.count == 1, "\(here)")
    let prompt = try prompt(folder)
    _ = try script("post \"once more\" at (clock.now + 1s); sync \"\(shared)\"", other)
    _ = prompt.run("sync \"\(shared)\"")
    _ = live([prompt]) { isEmpty([prompt]) && Set(created.keys).count == 2 }
    // The device that wrote the first post has not heard that it was published; its record is the same one.
    #expect(isEmpty([prompt]) && Set(created.keys).count == 2, "\(created.keys)")
  }

  /// The pictures of a post are attached only by the device that queued it, even if this one has pictures of that name.
  @Test func picturesAreSentByTheirDevice() throws {
    let server = try server()
    defer { server.close() }
    for folder in [folder, other] { try logIn(folder, on: server) }
    let picture =
      Package.root.path + "/Examples/Photos/2025-10-02/"
      + (try #require(
        try FileManager.default.contentsOfDirectory(atPath: Package.root.path + "/Examples/Photos/2025-10-02")
          .sorted().first { $0.hasSuffix(".jpg") }))
    let queued = try script(
      "image \"\(picture)\" alt \"a tram\"; post \"look\" at (clock.now + 1s); sync \"\(shared)\"", other)
    #expect(queued.status == 0, "\(queued.errors)")
    try FileManager.default.copyItem(atPath: other + "/pictures", toPath: folder + "/pictures")
    let here = try script("sync \"\(shared)\"; wait 3s; expect outbox.count == 1; print (outbox | first)", folder)
    #expect(here.status == 0 && created.keys.isEmpty, "\(here)")
    #expect(here.output.contains("its pictures are not on this device"), "\(here.output)")
    #expect(!server.log.contains { $0.contains("uploadBlob") })
  }

  @Test func aSleepingScriptSendsWhatAnotherShellWrites() throws {
    let server = try server()
    defer { server.close() }
    try logIn(folder, on: server)
    let folder = folder
    let isOver = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Program.Result?
    Thread.detachNewThread {
      result = try? Program.run(["--real", "--state", folder, "-c", "wait 8s"])
      isOver.signal()
    }
    Thread.sleep(forTimeInterval: 0.5)
    _ = try script("post \"x\" at (clock.now + 3s)", folder)
    let end = Date(timeIntervalSinceNow: 15)
    while created.keys.isEmpty, Date() < end { Thread.sleep(forTimeInterval: 0.05) }
    #expect(created.keys.count == 1)
    isOver.wait()
    #expect(result?.output.contains("post 1 published") == true)
  }

  @Test func waitingListsOutgoingPosts() throws {
    let server = try server()
    defer { server.close() }
    try logIn(folder, on: server)
    let result = try script(
      "post \"see you\" at (clock.now + 1h); print (waiting | each { \"{$it.kind} {$it.what}\" })", folder)
    #expect(result.output.hasSuffix("[\"post post 1: see you\"]\n"), "\(result)")
  }

  // MARK: Scripts

  /// The exit code and a sentence report the refusal to the user who runs the script.
  @Test(arguments: [
    "post \"x\"", "post \"x\" at (clock.now + 1s); wait 3s", "try { outbox send 1 } catch { }; post \"x\"; print 1",
    "post \"x\" at (clock.now + 1s); wait 3s; exit 0",
  ])
  func aRefusedPostIsAnError(text: String) throws {
    let server = try server(refuses: "not this one")
    defer { server.close() }
    try logIn(folder, on: server)
    let result = try script(text, folder)
    #expect(result.status == 1 && result.errors.contains("error: post 1 was refused: not this one"), "\(result)")
    let again = try script("outbox send 1", folder)
    #expect(again.status == 1 && again.errors.contains("error: post 1 was refused: not this one"), "\(again)")
  }

  /// A script that expects the refusal continues.
  @Test func aRefusalCanBeCaught() throws {
    let server = try server(refuses: "no")
    defer { server.close() }
    try logIn(folder, on: server)
    let result = try script("expect error { post \"x\" }; expect (outbox | first).state == \"refused\"", folder)
    #expect(result.status == 0 && result.errors == "", "\(result)")
  }

  @Test func waitingPostsAreReportedAtTheEnd() throws {
    let server = try server()
    try logIn(folder, on: server)
    server.close()
    let one = try script("post \"x\"", folder)
    #expect(
      one.status == 0
        && one.errors == """
          note: post 1 is waiting in the outbox: the connection failed; it will be sent when a prompt is open, or by the next session

          """,
      "\(one)")
    let two = try script("post \"y\"; post \"z\"", folder)
    #expect(
      two.errors.hasPrefix("note: ") && two.errors.contains(" posts are waiting in the outbox: the connection failed;"),
      "\(two)")
    // A user who does something else is not told again.
    #expect(try script("drafts", folder).errors == "")
  }
}
