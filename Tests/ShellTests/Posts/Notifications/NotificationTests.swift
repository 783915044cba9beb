import Testing

@testable import Shell

/// Notifications in practice sessions: read, grouped, seen, and no longer seen.
@Suite struct NotificationTests {
  @Test func whoPostsHearsOfIt() {
    ScriptRun.passes(
      """
      login bob.test
      post "hello everybody"
      wait 2h
      let all = notifications
      let likes = $all | where kind == "like" | first
      expect $likes.ref == "@1" and $likes.text == "hello everybody"
      expect $likes.count == (show @1).likes and ($likes.authors | count) == $likes.count
      let reply = $all | where kind == "reply" | first
      expect (show $reply.ref).parent == (show @1).uri and $reply.count == 1
      """)
  }

  @Test func unreadComesFirstAndSeenIsUndoable() {
    ScriptRun.passes(
      """
      login bob.test
      expect notifications.unread == none
      let before = notifications
      expect notifications.unread == ($before | sum unread)
      expect notifications.unread > 0 and ($before | first).unread > 0 and ($before | last).unread == 0
      notifications seen
      expect notifications.unread == 0
      expect (notifications | where unread > 0 | count) == 0
      wait 1s
      expect outbox.reactions == 0
      expect (notifications | where unread > 0 | count) == 0
      notifications seen
      undo
      expect notifications.unread > 0
      wait 1s
      expect ((notifications) | sum unread) == ($before | sum unread)
      redo
      wait 1s
      expect (notifications | where unread > 0 | count) == 0
      """)
  }

  @Test func laterNotificationsAreUnread() {
    ScriptRun.passes(
      """
      login bob.test
      notifications
      notifications seen
      wait 2d
      notifications
      expect notifications.unread > 0
      notifications seen
      wait 1s
      notifications
      expect notifications.unread == 0
      """)
  }

  @Test func undoneOfflineReadsAreNeverSent() {
    ScriptRun.passes(
      """
      login bob.test
      notifications
      set network off
      notifications seen
      expect outbox.reactions == 1 and notifications.unread == 0
      undo
      expect outbox.reactions == 0 and notifications.unread > 0
      redo
      set network on
      wait 10m
      expect outbox.reactions == 0
      expect (notifications | where unread > 0 | count) == 0
      """)
  }

  /// A group that continues in the next batch stays one group, complete.
  @Test func moreLetsGroupsGrow() {
    ScriptRun.passes(
      """
      login bob.test
      let first = notifications follows 5
      let next = more 5
      expect $first[0].id == $next[0].id and $first[0].count == 5 and $next[0].count == 10
      expect (notifications 3 | sum count) == 3
      """)
  }

  @Test func kindsAndFollowedPeopleAreFiltered() {
    ScriptRun.passes(
      """
      login bob.test
      repeat 6 { post "hello"; wait 1h }
      wait 1d
      let all = notifications 1000
      for name in ["replies", "mentions", "quotes", "likes", "reposts", "follows"] {
        let some = notifications $name 1000
        expect ($some | count) > 0
        expect ($all | where kind == $some[0].kind | count) == ($some | count)
      }
      let followed = follows of bob.test 100 | each { $it.handle }
      let mine = notifications 1000 of people I follow
      expect ($mine | count) > 0
      expect ($mine | where not (contains $followed $it.author) | count) == 0
      expect ($mine | where kind == "follow" | count) == 0
      """)
  }

  @Test func recordsActLikePostsAndPeople() {
    ScriptRun.passes(
      """
      login bob.test
      let mention = notifications mentions | first
      like $mention; wait 1s
      expect (show $mention).liked
      let follower = notifications follows | first
      follow $follower; wait 1s
      expect (profile of $follower.author).following
      post "thanks"; wait 2h
      follow (notifications likes | first); wait 1s
      expect (follows of bob.test 100 | count) == 10
      """)
  }

  /// A notification's text alone names a post, but does not contain the user's own reactions to it.
  @Test func knownPostsKeepTheirNumbers() {
    ScriptRun.passes(
      """
      login bob.test
      post "hello"; wait 2h
      let reply = notifications replies | first
      like $reply.ref; wait 1s
      notifications
      expect (show $reply.ref).liked
      expect (show $reply.ref).likes > 0
      """)
  }

  @Test func failedRequestsCanBeRetried() {
    let run = ScriptRun()
    run("login bob.test; set network off")
    #expect(run("notifications").error == "no response: there is no network | try: retry")
    #expect(run("expect notifications.unread == none; set network on").error == nil)
    #expect(run("expect (retry | count) > 3; expect notifications.unread > 0").error == nil)
  }

  @Test func anotherAccountHasItsOwn() {
    ScriptRun.passes(
      """
      login bob.test
      notifications; notifications seen; wait 1s
      login ana.test
      expect notifications.unread == none
      expect error { notifications seen }
      notifications
      expect notifications.unread != none
      account use bob.test
      notifications
      expect notifications.unread == 0
      """)
  }

  @Test func mistakes() {
    let run = ScriptRun()
    #expect(run("notifications").error == "no account is logged in | try: login bob.test")
    run("login bob.test")
    #expect(run("notifications seen").error == "you have not read any notifications yet | try: notifications")
    #expect(run("notifications like").error?.hasPrefix("'notifications' does not accept 'like'") == true)
    #expect(run("notifications 5 7").error == "give one number, not two | try: notifications likes 500")
    #expect(run("notifications of people I knew").error?.contains("people I follow") == true)
  }
}
