import Foundation
import Testing

@testable import SessionState
@testable import ShellCore

/// Likes and other reactions: shown at once, counted once, reverted by `undo`, and sent when there is a network.
@Suite struct ActingTests {
  @Test func likesAreShownImmediatelyAndCountedOnce() {
    ScriptRun.passes(
      """
      login bob.test
      let before = timeline 5 | first
      like @1
      expect (show @1).liked and (show @1).likes == $before.likes + 1
      like @1
      expect (show @1).likes == $before.likes + 1
      wait 1s
      expect (timeline 5 | first).likes == $before.likes + 1
      expect (likes | count) == 1 and (likers of @1 | where handle == "bob.test" | count) == 1
      unlike @1
      expect (show @1).likes == $before.likes
      wait 1s
      expect (timeline 5 | first).likes == $before.likes and (likes | count) == 0
      """)
  }

  /// Also after the post was read again, and again after `redo`.
  @Test(arguments: ["", "timeline 5", "timeline 5; wait 1h; timeline 20"])
  func undoRemovesTheReactionOnTheServer(between: String) {
    ScriptRun.passes(
      """
      login bob.test
      timeline 3
      like @2
      wait 1s
      \(between)
      expect (likes | count) == 1
      undo
      expect not (show @2).liked
      wait 1s
      expect (likes | count) == 0
      redo
      expect (show @2).liked
      wait 1s
      expect (likes | count) == 1
      """)
  }

  /// Offline, the waiting reaction is reported once. When the network returns, it is sent at once, not at the next
  /// try.
  @Test func withoutANetworkItWaits() throws {
    let run = ScriptRun()
    let result = run(
      """
      login bob.test
      timeline 3
      set network off
      like @1; like @2
      wait 20s
      expect outbox.reactions == 2
      set network on
      wait 1s
      expect outbox.reactions == 0 and (likes | count) == 2
      """)
    #expect(result.error == nil)
    let lines = result.lines.filter { $0.contains("network") }.map { String($0.drop { !"·⚠✓".contains($0) }) }
    #expect(
      lines == [
        "· network is off", "⚠ no network: unsent posts and reactions wait in the outbox", "· network is on",
        "✓ the network is back",
      ])
  }

  /// Reactions before a command that is undone stay, although the practice network goes back to a time before they
  /// arrived.
  @Test func undoOfSomethingElseLosesNothing() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 3; like @1; bookmark @2; follow june.test; post "x"
      wait 1s
      expect (likes | count) == 1
      undo
      expect (show @1).liked
      wait 1s
      expect outbox.reactions == 0
      expect (likes | count) == 1 and (bookmarks | count) == 1 and (profile of june.test).following
      unlike @1
      wait 1s
      expect (likes | count) == 0
      """)
  }

  @Test func withoutANetworkItWaitsAndPairsAreNeverSent() {
    let run = ScriptRun()
    #expect(
      run(
        """
        login bob.test
        timeline 5
        set network off
        like @1; like @2; unlike @2; repost @3; bookmark @4
        expect (show @1).liked and not (show @2).liked
        expect outbox.reactions == 3
        """
      ).error == nil)
    let count = run.session.world.posts.network.count
    #expect(run("set network on; wait 10m; expect outbox.reactions == 0").error == nil)
    #expect(run.session.world.posts.network.count == count + 2)
    #expect(run("expect (likes | count) == 1; expect (bookmarks | count) == 1").error == nil)
  }

  @Test func faultsChangeNothingInTheEnd() {
    for seed in 0..<8 as Range<UInt64> {
      var options = Session.Options()
      options.seed = seed
      let run = ScriptRun(options)
      let error = run(
        """
        login bob.test
        timeline 6
        set network-failures 60%
        like @1; like @2; wait 3s; unlike @1; like @3; wait 2s; unlike @3; like @3
        wait 3h
        set network-failures 0
        expect outbox.reactions == 0
        expect (likes 50 | each { $it.ref } | sort) == ["@2", "@3"]
        """
      ).error
      #expect(error == nil, "\(seed)")
    }
  }

  @Test func people() {
    ScriptRun.passes(
      """
      login bob.test
      expect not (profile of june.test).following
      follow june.test; wait 1s
      expect (profile of june.test).following
      expect (timeline 200 | where author == "june.test" and by == none | count) > 0
      undo; wait 1s
      expect not (profile of june.test).following
      let post = timeline 5 | first
      mute $post; wait 1s
      expect (timeline 100 | where author == $post.author and by == none | count) == 0
      unmute $post; wait 1s
      expect (timeline 100 | where author == $post.author | count) > 0
      """)
  }

  @Test func mutedPeopleAreHidden() {
    let run = ScriptRun()
    run("login bob.test; let posts = timeline 5; mute ($posts | first)")
    #expect(run("$posts | first 1").lines.contains { $0.contains("because you muted the author") })
    run("unmute ($posts | first)")
    #expect(!run("$posts | first 1").lines.contains { $0.contains("muted") })
  }

  @Test func aPipelineActsAndGivesPostsOn() {
    let run = ScriptRun()
    let lines = run(
      "login bob.test; print (timeline 10 | where likes > 5 | each { like $it } | count); wait 1s; print (likes | count)"
    ).lines
    #expect(lines.suffix(2).first == lines.last && lines.last.flatMap { Int($0) } ?? 0 > 1)
    #expect(
      run("let liked = timeline 10 | first 2 | each { like $it }; expect ($liked | where liked | count) == 2").error
        == nil)
  }

  @Test func theStoryIsLikedAsBefore() {
    ScriptRun.passes(
      "login bob.test; timeline 1; story play 4; like; expect story.liked; like @1; expect story.liked; unlike; expect not story.liked; expect (show @1).liked"
    )
  }

  @Test(arguments: [
    ("like @1", "no account is logged in | try: login bob.test"),
    ("login bob.test; like @1", "there is no post @1 | give the post's address (at://…) or the link to its page"),
    ("login bob.test; follow bob.test", "that is your own account"),
    ("login bob.test; follow nobody", "'nobody' is not a handle | try: people nobody"),
    ("login bob.test; follow a.example", "no account has the handle a.example | try: people a"),
    ("login bob.test; follow nobody.test", "no account has the handle nobody.test | try: people nobody"),
    ("login bob.test; mute did:web:gone.test", "the account did:web:gone.test does not exist or was deleted"),
    ("login bob.test; timeline 1; set network off; follow june.test", "no response: there is no network"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  /// Without a network, the author of a post that was read is known.
  @Test func anAuthorIsFollowedOffline() {
    ScriptRun.passes(
      """
      login bob.test
      let post = timeline 5 | where by == none | first
      set network off
      unfollow $post; wait 1s
      expect outbox.reactions == 1
      set network on; wait 10m
      expect outbox.reactions == 0 and not (profile of $post).following
      """)
  }

  /// The likes of one account do not belong to another account.
  @Test func eachAccountHasItsOwn() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 3; like @1; wait 1s
      login eve.test
      expect not (show @1).liked
      expect error { more }
      like @1
      expect (show @1).liked and outbox.reactions == 1
      wait 1s
      expect (likers of @1 | where handle == "bob.test" or handle == "eve.test" | count) == 2
      unlike @1; wait 1s
      expect not (show @1).liked and (likes | count) == 0
      account use bob.test
      expect (show @1).liked and (likes | count) == 1
      unlike @1; wait 1s
      expect (likes | count) == 0
      """)
  }

  /// An account that one user has muted stays visible to another user.
  @Test func mutesBelongToOneAccount() {
    let run = ScriptRun()
    run("login bob.test; let posts = timeline 5; mute ($posts | first); wait 1s")
    #expect(run("$posts | first 1").lines.contains { $0.contains("muted") })
    run("login eve.test")
    #expect(!run("$posts | first 1").lines.contains { $0.contains("muted") })
    // Without a network, a post that was read is still known.
    #expect(run("set network off; expect not (show @1).liked; like @1; expect (show @1).liked").error == nil)
  }

  @Test func unsentReactionsAreSaved() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "acting-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func session() throws -> ScriptRun {
      let run = ScriptRun()
      try run.session.openState(folder)
      return run
    }
    let first = try session()
    #expect(first("login bob.test; timeline 2; set network off; like @1; like @2; unlike @2").error == nil)
    first.session.saveUnsaved()
    let second = try session()
    #expect(second("expect outbox.reactions == 1").error == nil)
    #expect(second("login bob.test; wait 1s; expect outbox.reactions == 0").error == nil)
    second.session.saveUnsaved()
    #expect(try session()("expect outbox.reactions == 0").error == nil)
  }
}
