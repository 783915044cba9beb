import Bluesky
import Testing
import Timeline

@testable import PostsWing
@testable import SessionState

@Suite struct PostPartTests {
  private let start = Instant.practiceStart
  private let account = "did:web:bob.test"

  /// Posts that were due together: a limit that the server reports for the first post holds for all of them.
  @Test func rateLimitsApplyToAllDuePostsOfAnAccount() throws {
    var part = PostPart(at: start, isReal: true)
    let posts = try (1...3).map { try Post("\($0)", created: start) }
    for post in posts { _ = part.add([post], for: account, at: start) }
    var due: [Int] = []
    part.advance(to: start) { if case .due(let number) = $0 { due.append(number) } }
    #expect(due == [1, 2, 3] && part.nextDeadline == .distantFuture)
    let publishing = part.sending.begin(1, by: .due, as: account, at: start)
    let limit = start + .minutes(5)
    _ = part.end(1, try #require(publishing), .later("slow down", until: limit), at: start)
    for number in [2, 3] {
      #expect(part.sending.begin(number, by: .due, as: account, at: start + .seconds(1)) == nil)
      #expect(part.sending.delivery(number).due == limit)
    }
    #expect(part.nextDeadline == limit)
    part.advance(to: limit) { _ in }
    #expect(part.sending.begin(2, by: .due, as: account, at: limit) != nil)
    // Sending a post explicitly tries in spite of the limit.
    #expect(part.sending.begin(3, by: .send, as: account, at: start + .seconds(2)) != nil)
  }

  /// The archive's file lies outside the world: `undo` names this step and goes on to the one before.
  @Test func fetchesAreNamedByUndo() {
    var part = PostPart(at: start, isReal: true)
    let before = part
    #expect(part.reversal(of: (before, part)) == nil && part.aspects(changedSince: before) == 0)
    part.noteFetch()
    #expect(part.reversal(of: (before, part))?.contains("copy") == true)
    #expect(part.aspects(changedSince: before) != 0)
  }

  /// The message about posts that were not fetched names the command that reads them.
  @Test(arguments: [
    (Listening.Subject.timeline, "timeline", "timeline 300"), (.notifications, "notifications", "notifications 300"),
    (.author("did:web:ana.test"), "ana.test", "replies of ana.test 300"),
    (
      .feed(RecordAddress(repository: "did:web:x.test", collection: "app.bsky.feed.generator", key: "hot")), "hot",
      "timeline at://did:web:x.test/app.bsky.feed.generator/hot 300"
    ),
  ])
  func readByListsUnfetchedPosts(subject: Listening.Subject, name: String, command: String) {
    let subscription = Listening.Subscription(subject, name, by: account, every: .minutes(1), from: nil, at: start)
    let said = ListeningTrouble(subscription, .lost(over: 100)).sentence
    #expect(said.contains("only the newest 100 were fetched") && said.hasSuffix("; try: \(command)"))
    // The command is valid.
    #expect(ScriptRun.error("try { \(command) } catch { }") == nil)
  }

  private func part(_ texts: String..., planned: Instant? = nil) throws -> PostPart {
    var part = PostPart(at: start, isReal: true)
    for text in texts {
      _ = part.add([try Post(text, created: start)], for: account, planned: planned, at: start)
    }
    return part
  }

  /// A limit stays in force after the post that met it is removed.
  @Test func aLimitOutlivesThePostThatHasMetIt() throws {
    var part = try part("1")
    let publishing = part.sending.begin(1, by: .due, as: account, at: start)
    let limit = start + .minutes(5)
    _ = part.end(1, try #require(publishing), .later("slow down", until: limit), at: start)
    _ = part.sending.remove(1)
    _ = part.add([try Post("2", created: start)], for: account, at: start)
    #expect(part.sending.delivery(2).due == limit && part.sending.delivery(2).words == "slow down")
    _ = part.add([try Post("3", created: start)], for: "did:web:ana.test", at: start)
    #expect(part.sending.delivery(3).due == start)
  }

  /// While a post may be published, its removal does not claim that it is not.
  @Test func removingAnUnconfirmedPostWarns() throws {
    var part = try part("1", "2")
    let publishing = part.sending.begin(1, by: .due, as: account, at: start)
    var sending = try #require(publishing)
    let step = sending.step
    let kept: Publishing.Attempt? = if case .prepare(let attempt) = step { attempt } else { nil }
    let attempt = try #require(kept)
    part.sending.keep(1, attempt)
    sending.kept()
    _ = part.end(1, sending, .unsure("no answer", until: nil), at: start)
    #expect(part.sending.remove(1)?.place == attempt.address)
    #expect(part.sending.remove(2)?.place == nil)
  }

  /// A post for one account does not go out while another account publishes, unless the post has a planned time.
  @Test func postsOfOtherAccountsWaitForThem() throws {
    var part = try part("1")
    _ = part.add([try Post("2", created: start)], for: account, planned: start + .hours(1), at: start)
    part.publish(as: "did:web:ana.test")
    #expect(part.sending.delivery(1).due == nil && part.sending.delivery(2).due == start + .hours(1))
    let publishing = part.sending.begin(1, by: .send, as: account, at: start)
    _ = part.end(1, try #require(publishing), .offline("no network"), at: start)
    part.park(1, exceptOf: "did:web:ana.test")
    #expect(part.sending.delivery(1).due == nil)
    part.publish(as: account)
    part.resume(account, at: start)
    #expect(part.sending.delivery(1).due == start)
  }

  @Test func rateLimitsApplyInPractice() {
    let script = """
      login bob.test
      set send-delay 1m
      post "bob's"
      login ana.test
      wait 5m
      expect outbox.count == 1
      expect (outbox | first).reason == "another account is active now"
      account use bob.test
      wait 5m
      expect outbox.count == 0
      """
    #expect(ScriptRun.error(script) == nil)
  }
}
