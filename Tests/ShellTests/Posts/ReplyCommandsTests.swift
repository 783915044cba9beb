import Testing

@testable import SessionState
@testable import ShellCore

/// Posts about other posts, in the network of practice.
@Suite struct ReplyCommandsTests {
  @Test func repliesReferenceParentAndRoot() throws {
    let run = ScriptRun()
    #expect(
      run(
        """
        login bob.test
        let addresses = []
        when post.sent { addresses = $addresses + [$uri] }
        post "one"; wait 1s; reply @1 "two"; wait 1s; reply @2 "three"; wait 1s; quote @2 ""; wait 1s
        expect ($addresses | count) == 4
        """
      ).error == nil)
    let records = try (1...4).map { number -> (String, String?, String?, String?) in
      let target = try #require(run.session.world.posts.target(number))
      guard case .there(let address) = target else { throw Missing() }
      let record = try #require(run.session.world.posts.network.record(at: address))
      func text(_ path: String...) -> String? {
        path.reduce(record) { $0?[$1] }?["cid"]?.stringValue.map { String($0.suffix(1)) }
      }
      return (
        record["text"]?.stringValue ?? "", text("reply", "parent"), text("reply", "root"), text("embed", "record")
      )
    }
    let said = records.map { "\($0.0) \($0.1 ?? "-") \($0.2 ?? "-") \($0.3 ?? "-")" }
    #expect(said == ["one - - -", "two 1 1 -", "three 2 1 -", " - - 2"])
  }

  private struct Missing: Error {}

  /// A post is named by its number in the session, not by its address, and the time of sending is given.
  @Test func referencedPostsAreShownByNumber() {
    let run = ScriptRun()
    _ = run("login bob.test; timeline 3")
    #expect(run("reply @2 \"so\"").lines.last == "   replies to @2")
    #expect(run("quote @1 \"so\"").lines.last == "   quotes @1")
    #expect(run("post \"x\" at 2026-02-01T12:00").lines.last == "   scheduled for 2026-02-01T12:00:00")
    _ = run("let post = (show @2); like $post")
    #expect(run("undo").lines.last?.hasSuffix("undone: like @2") == true)
  }

  @Test(arguments: [
    ("reply @1 \"x\"", "there is no post @1 | give the post's address (at://…) or the link to its page"),
    ("post \"a\"; post \"b\"; quote @3 \"x\"", "there is no post @3 | this session has @1 and @2"),
    ("reply @ \"x\"", "there is no post @ | give the post's address (at://…) or the link to its page"),
    (
      "reply @9999999999999999999999 \"x\"",
      "there is no post @9999999999999999999999 | give the post's address (at://…) or the link to its page"
    ),
    (
      "reply x \"y\"",
      "'x' is not a post | give the post's number (such as @1), its key from `post.sent`, its address (at://…), or the link to its page"
    ),
    (
      "reply at://bob.test/app.bsky.feed.like/3mbo36fa7z2ue \"y\"",
      "'at://bob.test/app.bsky.feed.like/3mbo36fa7z2ue' is not a post | give the post's number (such as @1), its key from `post.sent`, its address (at://…), or the link to its page"
    ),
    ("post \"a\"; reply @1 \"\"", "a post needs some text"),
    (
      "login bob.test; set network off; post \"a\"; delete @1",
      "post @1 has not been published yet | try: outbox remove 1"
    ),
    (
      "login bob.test; set send-delay 1h; post \"a\"; reply @1 \"b\"; outbox send 2",
      "post 2 continues post 1, which has not been sent yet | try: outbox send 1"
    ),
    (
      "login bob.test; set send-delay 1h; post \"a\"; quote @1 \"b\"; outbox remove 1; outbox send 2",
      "post 2 quotes a post that was removed | try: outbox remove 2"
    ),
  ])
  func invalidAttachments(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test(arguments: [
    "at://did:web:ana.test/app.bsky.feed.post/3mbo36fa7z2ue", "https://bsky.app/profile/ana.test/post/3mbo36fa7z2ue",
  ])
  func missingTargetsAreReportedAndNothingIsSent(post: String) {
    for (command, word) in [("reply", "replies to"), ("quote", "quotes")] {
      let run = ScriptRun()
      let lines = run("login bob.test; \(command) \(post) \"x\"; wait 1s").lines
      #expect(
        lines.last
          == " 0:00.600  ✗ post 1 cannot be sent: the post it \(word) was deleted or never existed; `outbox remove 1` removes it"
      )
      #expect(run.session.world.posts.network.count == 0)
    }
  }

  @Test func aPageAndAnAddressAndAKeyMeanTheSame() {
    ScriptRun.passes(
      """
      login bob.test
      let sent = ""
      when post.sent { sent = $key }
      post "one"; wait 1s
      let first = $sent
      reply $first "by key"
      reply "at://did:web:bob.test/app.bsky.feed.post/{$first}" "by address"
      reply "https://bsky.app/profile/bob.test/post/{$first}" "by page"
      wait 1s
      expect outbox.count == 0
      """)
  }

  @Test func repliesFollowTheirWaitingParent() {
    let run = ScriptRun()
    let error = run(
      """
      login bob.test
      set network off
      post "one"; reply @1 "two"; quote @2 "three"
      set network on
      wait 1m
      expect outbox.count == 0
      """
    ).error
    #expect(error == nil)
    #expect(run.session.world.posts.network.count == 3)
  }

  @Test func thePostThatIsDeletedByItsNumberIsGone() {
    let run = ScriptRun()
    #expect(run("login bob.test; post \"oops\"; wait 1s; delete @1").error == nil)
    #expect(run.session.world.posts.network.count == 0)
  }
}
