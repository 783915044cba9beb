import Stories
import Testing
import Timeline

@testable import Shell

@Suite struct CacheTests {
  @Test(arguments: [
    // The first picture is loaded before the deck opens, each other one while the one before it plays.
    "story play 1 for 5s; expect cache.misses == 0; expect cache.preloaded == 2; wait 12s; expect cache.hits == 3; expect cache.misses == 0",
    "story play 1 for 1s; wait 30s; expect cache.count == 10; expect cache.misses == 0; expect cache.hits == 31; expect cache.evicted == 0",
    "story play 1; jump 5; expect cache.misses == 1; jump 6; expect cache.hits == 2",
    // The rounds of the feed repeat the same pictures.
    "story play 1 for 1s; wait 9s; story play 1000001; expect cache.preloaded == 10; expect cache.misses == 0",
    "story play @ana; swipe left; expect story.author == \"ben\"; expect cache.misses == 1",
    "set end next; story play @emil for 1s; wait 1500ms; expect story.author == \"ana\"; expect cache.misses == 0",
    "set end dismiss; story play @emil; expect cache.preloaded == 1",
    // The cache is limited by count and by bytes, and keeps the most recently used pictures.
    "set cache-count 3; story play 1 for 1s; wait 9s; expect cache.count == 3; expect (cache).media == [\"market-before-the-rain\", \"lighthouse-in-fog\", \"sourdough-day-three\"]; expect cache.evicted == 8",
    "set cache-bytes 4_000_000; story play 1 for 1s; wait 9s; expect cache.bytes <= 4_000_000; expect cache.evicted > 5",
    "set cache-bytes 0; story play 1 for 1s; wait 11s; expect cache.count == 0; expect cache.misses == 10",
    "story play 1 for 1s; wait 9s; set cache-count 2; expect cache.count == 2; undo; expect cache.count == 10",
    // Files in folders have sizes; a deck file may specify them.
    "story play deck Examples/Photos; expect cache.bytes > 10_000; expect cache.count == 2",
    // A picture that could not be displayed is not cached.
    "story play deck Examples/deck.json; jump 3; expect story.state == failed; expect cache.misses == 1; story retry; expect cache.misses == 1",
    "story play 4; story fail; expect (cache).media == [\"new-strings-first-chord\"]; story retry; expect cache.misses == 1; expect cache.count == 2",
    // `undo`, `rewind` and forks restore the cache.
    "story play 4; let before = (cache); jump 9; undo; expect (cache) == $before; redo; expect cache.misses == 1",
    "story play 4 for 5s; wait 3s; let before = (cache); wait 20s; expect cache.hits == 5; rewind 20s; expect (cache) == $before; wait 20s; expect cache.hits == 5",
    "story play 4; let before = (cache); fork; jump 9; jump 2; fork drop; expect (cache) == $before",
    "story play 4; cache clear; expect cache.count == 0; expect cache.preloaded == 2; undo; expect cache.count == 2",
    "expect (cache).hits == 0; expect (cache).media == []",
  ])
  func keeps(_ script: String) { ScriptRun.passes(script) }

  /// With the default settings, a miss takes a second per 10 MB and a hit takes no time. The first pictures of a deck
  /// are already loaded.
  @Test(arguments: [
    // Story 5 has 1.12 MB.
    ("story play 1; jump 5", "buffering", "112ms"),
    ("story play 1; next", "entering", "0s"),
    ("story play 1; wait 20s; jump 1", "entering", "0s"),
    ("story play @ana; swipe left", "buffering", "112ms"),
    ("story play 1; cache clear; jump 1", "buffering", "231ms"),
    ("set cache-bytes 0; story play 4", "buffering", "149ms"),
    // Without space in the cache, each story has to be loaded, and each load is reported.
    ("set cache-bytes 0; story play 4 for 1s; wait 1149ms", "buffering", "112ms"),
    ("story play 1; story fail; story retry", "buffering", "231ms"),
    ("set story-buffering 0; story play 1; jump 5", "entering", "0s"),
    ("story play 1; hold; story fail; story retry", "pausedByHold", "0s"),
  ])
  func aMissTakesTimeAndAHitNone(_ script: String, _ state: String, _ wait: String) {
    ScriptRun.passes(
      """
      \(script)
      expect story.state == \(state)
      let since = clock.elapsed
      if \(wait) > 0s {
        let position = story.position
        wait until story.state != buffering
        expect story.position == $position
      }
      expect clock.elapsed - $since == \(wait)
      """)
  }

  /// A large video starts before it is fully loaded.
  @Test func aLongVideoTakesTwoSeconds() {
    #expect(MediaCache.Medium(key: 1, name: "long", bytes: 4_000_000_000).loadingTime == .seconds(2))
    #expect(MediaCache.Medium(key: 1, name: "unknown", bytes: 0).loadingTime == .zero)
  }
}
