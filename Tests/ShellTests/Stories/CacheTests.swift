import Testing

@testable import Shell

@Suite struct CacheTests {
  @Test(arguments: [
    // The first one is loaded when it starts, each other one while the one before plays.
    "story play 1 for 5s; expect cache.misses == 1; expect cache.preloaded == 1; wait 12s; expect cache.hits == 2; expect cache.misses == 1",
    "story play 1 for 1s; wait 30s; expect cache.count == 10; expect cache.misses == 1; expect cache.hits == 30; expect cache.evicted == 0",
    "story play 1; jump 5; expect cache.misses == 2; jump 6; expect cache.hits == 1",
    // The rounds of the feed show the same pictures.
    "story play 1 for 1s; wait 9s; story play 1000001; expect cache.misses == 1",
    "story play @ana; swipe left; expect story.author == \"ben\"; expect cache.misses == 2",
    "set end next; story play @emil for 1s; wait 1500ms; expect story.author == \"ana\"; expect cache.misses == 1",
    "set end dismiss; story play @emil; expect cache.preloaded == 0",
    // Bounded, by count and by bytes; the last ones used stay.
    "set cache-count 3; story play 1 for 1s; wait 9s; expect cache.count == 3; expect (cache).media == [\"market-before-the-rain\", \"lighthouse-in-fog\", \"sourdough-day-three\"]; expect cache.evicted == 8",
    "set cache-bytes 4_000_000; story play 1 for 1s; wait 9s; expect cache.bytes <= 4_000_000; expect cache.evicted > 5",
    "set cache-bytes 0; story play 1 for 1s; wait 9s; expect cache.count == 0; expect cache.misses == 10",
    "story play 1 for 1s; wait 9s; set cache-count 2; expect cache.count == 2; undo; expect cache.count == 10",
    // Folders have files with sizes, files may say them.
    "story play deck Examples/Photos; expect cache.bytes > 10_000; expect cache.count == 2",
    // What could not be shown is not kept.
    "story play deck Examples/deck.json; jump 3; expect story.state == failed; expect cache.misses == 2; story retry; expect cache.misses == 2",
    "story play 4; story fail; expect (cache).media == [\"new-strings-first-chord\"]; story retry; expect cache.misses == 2; expect cache.count == 2",
    // Undo and rewind bring it back, and forks do.
    "story play 4; let before = (cache); jump 9; undo; expect (cache) == $before; redo; expect cache.misses == 2",
    "story play 4 for 5s; wait 3s; let before = (cache); wait 20s; expect cache.hits == 4; rewind 20s; expect (cache) == $before; wait 20s; expect cache.hits == 4",
    "story play 4; let before = (cache); fork; jump 9; jump 2; fork drop; expect (cache) == $before",
    "story play 4; cache clear; expect cache.count == 0; expect cache.misses == 1; undo; expect cache.count == 2",
    "expect (cache).hits == 0; expect (cache).media == []",
  ])
  func keeps(_ script: String) { ScriptRun.passes(script) }
}
