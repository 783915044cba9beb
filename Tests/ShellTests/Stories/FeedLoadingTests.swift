import Testing
import Timeline

@testable import ShellCore

@Suite struct FeedLoadingTests {
  @Test(arguments: [
    // A list takes half a second of the session's clock, in which everything else continues.
    "expect feed.state == idle; let a = (stories page 3); expect clock.elapsed == 500ms; expect $a[0].story == 41",
    "story play 4; let a = (stories); expect story.position == 500ms; expect feed.state == loaded",
    "story play 4; wait 14800ms; let a = (stories); expect story.number == 5; expect (story show 5).seen",
    "after 200ms { print feed.state }; expect feed.page == none; stories page 2; expect feed.page == 2",
    "let s = \"\"; after 200ms { s = feed.state }; stories; expect $s == \"loading\"; expect feed.requests == 1",
    "set feed-delay 2s; stories; expect clock.elapsed == 2s; set feed-delay 0s; stories; expect clock.elapsed == 2s",
    "let w = 0s; when feed.loaded { w = $waited }; stories; expect $w == 500ms",
    "let n = 0; when feed.loading { n = $page }; stories page 7; expect $n == 7",
    // Stories expire by the time at which the list arrives, not by the time of the request.
    "wait 2h59m59700ms; expect (stories page 1 | count) == 18",
    // Failed requests, and `feed retry`.
    "set feed-failures 100%; expect error { stories }; expect feed.state == failed; expect clock.elapsed == 500ms",
    "set feed-failures 1; try { stories page 3 } catch { }; set feed-failures 0; expect (feed retry)[0].story == 41; expect feed.requests == 2",
    "set feed-failures 1; try { stories of @ana } catch { }; set feed-failures 0; expect (feed retry)[0].cursor == \"@ana-4\"",
    "stories; expect (feed retry) == none; expect clock.elapsed == 500ms",
    // Invalid arguments are rejected before anything is requested.
    "expect error { stories of @bne }; expect error { stories after x }; expect clock.elapsed == 0s; expect feed.state == idle",
    // A list changes nothing that `undo` could revert, but `rewind` goes back before it.
    "stories; expect session.undoable == 0; story play 4; stories; undo; expect feed.requests == 2; expect story.state == idle",
    "set feed-failures 50%; undo; expect (settings | where name == \"feed-failures\" | first).value == 0",
    "wait 1s; stories; expect feed.state == loaded; rewind 200ms; expect feed.state == loading; wait 1s; expect feed.state == loaded",
    "wait 1s; fork; stories; fork drop; expect feed.state == idle; expect clock.elapsed == 1s",
    "stories; expect (contains (explain) \"takes 500 ms\")",
    "set feed-failures 1; try { stories } catch { }; expect (contains (explain) \"could not be loaded\")",
  ])
  func loads(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("feed retry", "the feed has not been requested yet, so there is nothing to retry | try: stories"),
    ("set feed-failures 1; stories page 3", "page 3 of the feed could not be loaded | try: feed retry"),
    (
      "set feed-failures 1; stories of ana after \"@ana-4\"",
      "@ana's stories after @ana-4 could not be loaded | try: feed retry"
    ),
    (
      "after 200ms { let b = (stories page 2) }; stories",
      "this request was replaced by a newer one | wait for one list to load before you request another"
    ),
  ])
  func refusesWithAReason(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  @Test func failuresComeFromTheSeed() {
    let script =
      "set feed-failures 25%; let s = \"\"; repeat 24 { try { stories; s = \"{$s}.\" } catch { s = \"{$s}x\" } }; print $s"
    func run(_ seed: UInt64) -> String? {
      var options = Session.Options()
      options.seed = seed
      return ScriptRun(options)(script).lines.last
    }
    #expect(run(1) == run(1) && run(1)?.count == 24)
    #expect(Set((0..<8).map(run)).count > 4)
  }

  @Test func aPipeShowsNoShimmer() throws {
    let run = try Program.run(["--speed", "100", "-c", "stories | count"])
    #expect(run.output == " 0:00.500  ✓ the feed: 20 stories\n20\n")
  }
}
