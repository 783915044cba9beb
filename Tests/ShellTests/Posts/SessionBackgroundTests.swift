import Bluesky
import Foundation
import JSON
import NetworkTesting
import Terminal
import Testing

@testable import PostsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Posts that go out while the user types.
@Suite final class SessionBackgroundTests {
  private let folder = "/tmp/storyline-background-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a prompt whose account is on a server that knows no method. The server rejects each post, but not at
  /// once.
  private func prompt(_ responder: Responder) throws -> Prompt {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let account = """
      {"did": "did:plc:abc", "handle": "bob.test", "host": "http://127.0.0.1:\(responder.port)", "access": "a", "refresh": "r"}
      """
    let file = "{\"storyline accounts\": 1, \"used\": \"did:plc:abc\", \"accounts\": [\(account)]}"
    try file.write(toFile: folder + "/accounts", atomically: true, encoding: .utf8)
    return try anotherPrompt()
  }

  private func anotherPrompt() throws -> Prompt {
    var options = Session.Options()
    (options.kind, options.isPrompt) = (.real, true)
    let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
    try session.openState(folder)
    return Prompt(session: session, history: History())
  }

  private func woken(_ prompt: Prompt, until done: (String) -> Bool) -> [String] {
    var lines: [String] = []
    let end = Date(timeIntervalSinceNow: 30)
    while !lines.contains(where: done), Date() < end {
      Thread.sleep(forTimeInterval: min(prompt.secondsToNext ?? 0.05, 0.05))
      lines += prompt.wake().lines
    }
    return lines
  }

  @Test func thePromptWorksWhileAPostIsSent() throws {
    let responder = try #require(Responder())
    defer { responder.close() }
    let prompt = try prompt(responder)
    _ = prompt.run("let failures = 0; when post.failed { failures = $failures + 1 }")
    _ = prompt.run("post \"one\"")
    _ = prompt.run("post \"two\"")
    var lines = prompt.session.output.drainLines()
    // On a busy machine the first answer may arrive before the second post.
    #expect(lines.contains { $0.contains("post 2 is in the outbox") } && !lines.contains { $0.contains("✗ post 2") })
    lines += woken(prompt) { $0.contains("✗ post 2") }
    #expect(lines.filter { $0.contains("✗ post") }.map { $0.drop { $0 != "✗" }.prefix(8) } == ["✗ post 1", "✗ post 2"])
    // The handler has run, and no answer is pending.
    _ = prompt.run("expect $failures == 2")
    #expect(prompt.exitCode == 0)
    #expect(BackgroundRequests(prompt.session).nextAnswer == nil)
    #expect((prompt.secondsToNext ?? 1) > 0)
  }

  @Test func aWaitEndsWithTheAnswer() throws {
    let responder = try #require(Responder())
    let prompt = try prompt(responder)
    responder.close()
    _ = prompt.run("when network.offline { print \"heard\" }")
    _ = prompt.run("post \"one\"; wait until not network.online; print \"over\"")
    #expect(prompt.exitCode == 0)
    let lines = prompt.session.output.drainLines()
    #expect(lines.contains("heard") && lines.contains("over"))
  }

  /// Changes by another session, here a post of its own, do not cancel a waiting try of this session.
  @Test func waitingPostsAreRetriedAfterOtherSessionsWrites() throws {
    let responder = try #require(Responder())
    let prompt = try prompt(responder)
    responder.close()
    _ = prompt.run("post \"one\"; wait until not network.online")
    let posts = { prompt.session.world.posts }
    let (number, due) = (posts().numbers[0], posts().nextDeadline)
    #expect(posts().sending.delivery(number).attempt != nil && due != .distantFuture)
    let other = try anotherPrompt()
    _ = other.run("activity add \"Chess\" 10")
    prompt.session.pollOtherSessions()
    #expect(posts().sending.delivery(number).attempt != nil && posts().nextDeadline == due)
    _ = other.run("post \"two\" at 2099-01-01T12:00")
    prompt.session.pollOtherSessions()
    #expect(posts().outbox.count == 2)
    #expect(posts().sending.delivery(number).attempt != nil && posts().nextDeadline == due)
  }

  /// Likes are shown at once and sent while the next line is typed. A like that the server rejects is reverted then.
  @Test func thePromptWorksWhileALikeIsSent() throws {
    let responder = try #require(Responder())
    defer { responder.close() }
    let prompt = try prompt(responder)
    try read(prompt, "did:plc:ana")
    _ = prompt.run("like @1; repost @1")
    var lines = prompt.session.output.drainLines()
    #expect(lines.contains { $0.contains("♥ @1, the post by @ana.test, is liked") }, "\(lines)")
    // On a busy machine the first answer arrives while the line still runs.
    lines += woken(prompt) { $0.contains("is no longer reposted") }
    #expect(lines.filter { $0.contains("reverted: ") }.count == 2, "\(lines)")
    _ = prompt.run("print \"{outbox.reactions} {(show @1).liked}\"")
    #expect(prompt.session.output.drainLines().last == "0 false")
    #expect(BackgroundRequests(prompt.session).nextAnswer == nil)
  }

  /// A change of a reaction while its answer is pending is sent after the answer, and nothing else is sent.
  @Test func undoingASentReactionRemovesIt() throws {
    let responder = try #require(Responder(otherwise: .silent))
    defer { responder.close() }
    let prompt = try prompt(responder)
    try read(prompt, "did:plc:ana")
    _ = prompt.run("like @1")
    let request = try #require(prompt.session.resources.posts.background)
    guard case .reaction(let sending) = request.work else { throw Missing() }
    let sent = sending.pending
    _ = prompt.run("unlike @1")
    let pending = try #require(prompt.session.world.posts.pendingReactions.pendingInOrder.first)
    #expect(sent.next?.method == "com.atproto.repo.createRecord")
    #expect(pending.next?.method == "com.atproto.repo.deleteRecord" && !pending.isWanted)
    #expect(try #require(pending.next?.input?["rkey"]) == sent.next?.input?["rkey"])
    // The pending reaction survives this session, too.
    let kept = try anotherPrompt().session.world.posts.pendingReactions
    #expect(kept.pendingInOrder == [pending])
  }

  private struct Missing: Error {}

  /// Makes a post known to a prompt's session.
  private func read(_ prompt: Prompt, _ did: String) throws {
    let json = try JSON(
      parsing: Array(
        """
        {"posts": [{"uri": "at://\(did)/app.bsky.feed.post/3mbntuzogo2md", "cid": "bafy", "indexedAt": "2026-01-05T09:00:00Z",
        "author": {"did": "\(did)", "handle": "ana.test"}, "record": {"text": "x", "createdAt": "2026-01-05T09:00:00Z"}}]}
        """.utf8))
    let post = try #require(PostView(posts: json))
    prompt.session.change { $0.posts.read(as: "did:plc:abc") }
    #expect(prompt.session.change { $0.posts.refer(to: [FeedItem(post)]) } == [1])
  }

  @Test func leavingWaitsForPendingRequests() throws {
    let responder = try #require(Responder())
    defer { responder.close() }
    let prompt = try prompt(responder)
    _ = prompt.run("post \"one\"")
    _ = prompt.session.output.drainLines()
    prompt.close()
    #expect(prompt.session.output.drainLines().contains { $0.contains("✗ post 1 may or may not have been published") })
    #expect(prompt.session.resources.posts.background == nil)
  }

  /// An answer that has already arrived is handled, and the user is not told to wait for it.
  @Test func leavingDoesNotMentionFinishedRequests() throws {
    let responder = try #require(Responder())
    defer { responder.close() }
    let prompt = try prompt(responder)
    try read(prompt, "did:plc:ana")
    _ = prompt.run("like @1")
    let end = Date(timeIntervalSinceNow: 30)
    while let wait = BackgroundRequests(prompt.session).nextAnswer, wait > .zero, Date() < end {
      Thread.sleep(forTimeInterval: 0.005)
    }
    prompt.close()
    let lines = prompt.session.output.drainLines()
    #expect(lines.contains { $0.contains("reverted: ") }, "\(lines)")
    #expect(!lines.contains { $0.contains("leaves without waiting") }, "\(lines)")
    #expect(prompt.session.resources.posts.background == nil)
  }
}
