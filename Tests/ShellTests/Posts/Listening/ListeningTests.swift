import Foundation
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Listening for what arrives, in practice sessions.
@Suite struct ListeningCommandTests {
  @Test func postsArriveOnce() {
    ScriptRun.passes(
      """
      login bob.test
      timeline 1
      let heard = []
      when timeline.arrived { heard = $heard + [$uri] }
      listen to timeline
      wait 4h
      expect ($heard | count) > 6
      expect ($heard | unique | count) == ($heard | count)
      let begin = clock.now - 3h
      let since = timeline 100 | where created > $begin and by == none | each { $it.uri }
      expect ($since | where not (contains $heard $it) | count) <= 1
      """)
  }

  @Test func theFieldsAreThoseOfThePost() {
    ScriptRun.passes(
      """
      login bob.test
      let seen = 0
      when timeline.arrived {
        let same = show $ref
        expect $same.uri == $uri and $same.text == $text and $same.author == $author
        expect $list == "timeline" and $likes >= 0 and not $liked
        seen += 1
        if $seen == 1 { like $ref }
      }
      listen to timeline
      wait 4h
      expect $seen > 3 and (likes | count) == 1
      """)
  }

  @Test func hiddenPostsGiveAReason() {
    ScriptRun.passes(
      """
      login bob.test
      let unseen = 0
      when timeline.arrived {
        if $hidden != none { unseen += 1; expect $hidden == "you muted the word \\"the\\"" }
      }
      mute word "the"
      listen to timeline
      wait 1d
      expect $unseen > 3
      """)
  }

  @Test func notificationsArrive() {
    ScriptRun.passes(
      """
      login bob.test
      let kinds = []
      when notification.arrived { kinds = $kinds + [$kind] }
      listen to notifications
      wait 1m
      expect $kinds == []
      post "hello"
      wait 1h
      expect (contains $kinds "like") and (contains $kinds "reply")
      expect ($kinds | where $it == "like" | count) == (notifications likes | first).count
      """)
  }

  @Test func feedsAndPeopleAreListenedTo() {
    ScriptRun.passes(
      """
      login bob.test
      feeds
      let lists = []
      when timeline.arrived { lists = $lists + ["{$list} {$author}"] }
      listen to ana.test
      listen to tag-swift
      listen to (profile of cleo.test)
      expect (listen | each { $it.list }) == ["ana.test", "tag-swift", "cleo.test"]
      wait 10h
      expect (contains $lists "ana.test ana.test") and (contains $lists "cleo.test cleo.test")
      expect ($lists | where contains $it "tag-swift" | count) > 0
      """)
  }

  /// Otherwise two sessions with such a handler would answer each other, and one would answer itself.
  @Test func ownPostsDoNotArrive() {
    ScriptRun.passes(
      """
      login bob.test
      let mine = 0
      when timeline.arrived { if $author == "bob.test" { mine += 1 } }
      listen to timeline
      wait 1m
      post "one"; post "two"
      wait 1h
      expect $mine == 0
      """)
  }

  @Test func undoAndOffEndIt() {
    let run = ScriptRun()
    #expect(
      run(
        """
        login bob.test
        listen to timeline
        listen to notifications every 5m
        expect listening.count == 2 and (waiting | where kind == "listen" | count) == 2
        wait 1h
        undo
        expect (listen | each { $it.list }) == ["timeline"]
        listen to timeline every 10m
        expect (listen | first).every == 10m
        undo
        expect (listen | first).every == 1m
        listen off
        expect (waiting | count) == 0
        """
      ).error == nil)
    #expect(run.session.world.posts.nextDeadline == .distantFuture)
    #expect(run("undo; expect listening.count == 1; redo; expect listening.count == 0").error == nil)
    #expect(run("listen off").error == "you are not listening to anything | try: listen to timeline")
  }

  @Test func offlineListeningIsReportedOnceAndLosesNothing() {
    let run = ScriptRun()
    run("login bob.test; let heard = []; when timeline.arrived { heard = $heard + [$uri] }; listen to timeline")
    run("wait 10m; set network off")
    let lines = run("wait 3h").lines
    #expect(
      lines.count { $0.contains("cannot check timeline: there is no network; trying again later") } == 1)
    #expect(lines.count == 1)
    #expect(run("let before = $heard | count; set network on; wait 1m").error == nil)
    #expect(run("expect ($heard | count) > $before + 3 and ($heard | unique | count) == ($heard | count)").error == nil)
  }

  @Test func removedAccountsAreNoLongerListenedTo() {
    let lines = ScriptRun()("login bob.test; listen to nobody.example.com; wait 1h; listen").lines
    #expect(
      lines.contains { $0.contains("cannot check nobody.example.com") && $0.contains("no longer listening to it") })
    #expect(lines.last == " you are not listening to anything")
  }

  @Test func theSameScriptHearsTheSame() {
    let script = "login bob.test; listen to timeline; listen to notifications; post \"a\"; wait 3h"
    #expect(ScriptRun()(script).lines == ScriptRun()(script).lines)
    #expect(ScriptRun()(script).lines.count > 10)
  }

  @Test func rewindRepeatsArrivals() {
    ScriptRun.passes(
      """
      login bob.test
      let heard = 0
      listen to timeline
      when timeline.arrived { heard += 1 }
      wait 3h
      let before = $heard
      rewind 3h
      wait 3h
      expect $heard == $before * 2
      """)
  }

  @Test(arguments: [
    ("listen to timeline", "no account is logged in | try: login bob.test"),
    (
      "login bob.test; listen to nothing",
      "'nothing' is not a known feed | try: feeds; or give the link to its page"
    ),
    ("login bob.test; listen to timeline every 10s", "'every' expects a duration from 30s to 1d, not 10s"),
    ("login bob.test; listen to {x: 1}", "this record is neither a person nor a post | try: people TEXT | first"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  /// Listening never ends by itself, unless a part of the script may end it.
  @Test func waitingForListeningIsAnError() {
    #expect(
      ScriptRun.error("login bob.test; listen to timeline; wait until idle")
        == "this can never become true: 'listen to' runs forever | try: listen off")
    ScriptRun.passes(
      "login bob.test; listen to timeline; after 10m { listen off }; wait until idle; expect clock.elapsed < 11m")
  }

  @Test func aLineOfItIsNoWiderThanTheWindow() {
    let output = Output(to: .memory, width: 40, isTerminal: true)
    let run = ScriptRun(Session(output: output, catalog: Catalog.standard))
    let lines = run("login bob.test; listen to timeline; listen to notifications; post \"a\"; wait 3h").lines
    #expect(lines.contains { $0.contains("● @") })
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  // MARK: Persistence

  private func said(_ script: String, _ folder: String) throws -> String {
    try Program.output(script, state: folder)
  }

  /// Another session continues where the previous one stopped.
  @Test func nothingArrivesTwiceAfterARestart() throws {
    let folder = Scratch.path()
    let listen = "login bob.test; when timeline.arrived { print $uri }; listen to timeline; "
    func heard(_ script: String) throws -> [String] {
      try said(listen + script, folder).split(separator: "\n").filter { $0.hasPrefix("at://") }.map { String($0) }
    }
    // Another session begins with the last event that was saved.
    let first = try heard("wait 3h; draft one")
    let second = try heard("wait 3h; draft two")
    // A post arrived during two hours in which no session listened.
    _ = try said("login bob.test; wait 2h; post \"something that is kept\"; wait 1m", folder)
    let third = try heard("wait 1m")
    #expect(first.count > 3 && second.count > 3 && !third.isEmpty)
    #expect(Set(first + second + third).count == first.count + second.count + third.count)
  }
}
