import Testing

@testable import Shell

@Suite struct SettingTests {
  @Test(arguments: [
    "set length 5s; story play 4; wait 6s; expect story.number == 5",
    "story play 4; set length 1s; wait 2s; expect story.number == 4",
    "set press 350ms; story play 4; hold 200ms; expect story.number == 5",
    "set press 350ms; story play 4; hold 350ms; expect story.number == 4",
    "set press 0s; story play 4; hold 1ms; expect story.number == 4",
    "set zone 50%; story play 4; tap 0.49; expect story.number == 3; tap 0.5; expect story.number == 4",
    "set end dismiss; story play @emil for 1s; wait 2s; expect story.state == dismissed",
    "set end next; story play @emil for 1s; wait 1500ms; expect story.author == \"ana\"",
    "set end next; set end loop; story play @emil for 1s; wait 1500ms; expect story.author == \"emil\"",
    "set length 5s; undo; expect (settings | where name == \"length\" | first).value == 15s; redo; expect (settings | where name == \"length\" | first).value == 5s",
    "story play 4; wait 3s; set zone 1; wait 3s; undo; expect story.position == 6s",
    "let n = 0; when setting.changed { n = $value }; set zone 0.5; expect $n == 0.5",
    "expect (settings | where name == \"length\" | count) == 1; expect session.undoable == 0",
    "set paging off; undo; expect (settings | where name == \"paging\" | first).value == \"on\"",
    "set sound off; expect (settings | where name == \"sound\" | first).value == \"off\"; undo; expect (settings | where name == \"sound\" | first).value == \"bell\"",
    "set tick on; let n = 0; when timer.tick { n = $n + 1 }; timer start reading 1; wait 1m; expect $n == 59",
    // A setting does not belong to the timer: undoing it reverts nothing else.
    "timer start reading 20; set tick on; wait 5m; undo; expect timer.remaining == 15m; wait 15m; expect rewards.sessions == 1",
    "set tick on; timer start reading 2; wait 1m; timer pause; undo; wait 30s; expect timer.remaining == 30s",
    "set tick on; timer start reading; wait 5s; rewind 3s; let n = 0; when timer.tick { n = $n + 1 }; wait 2s; expect $n == 2",
  ])
  func changesHowStoriesPlay(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("set length 50ms", "'length' must be a duration from 100ms to 1d, not 50ms | try: set length 15s"),
    ("set length 5", "'length' must be a duration from 100ms to 1d, not 5 | did you mean '5s'?"),
    ("set press 1m", "'press' must be a duration from 0s to 10s, not 1m | try: set press 350ms"),
    ("set zone 1.5", "'zone' must be a share from 0 to 1, not 1.5 | try: set zone 33%"),
    ("set end lop", "'end' must be loop, dismiss, next or endless, not \"lop\" | did you mean 'loop'?"),
    ("set end 3", "'end' must be loop, dismiss, next or endless, not 3 | try: set end loop"),
    ("set feed-delay 2h", "'feed-delay' must be a duration from 0s to 1h, not 2h | try: set feed-delay 500ms"),
    ("set feed-failures 150%", "'feed-failures' must be a share from 0 to 1, not 1.5 | try: set feed-failures 25%"),
    ("set story-failures -1", "'story-failures' must be a share from 0 to 1, not -1 | try: set story-failures 25%"),
    ("set story-buffering 2", "'story-buffering' must be a share from 0 to 1, not 2 | try: set story-buffering 10%"),
    ("set cache-count 0", "'cache-count' must be a whole number from 1 to 100, not 0 | try: set cache-count 24"),
    (
      "set cache-bytes 1.5",
      "'cache-bytes' must be a whole number from 0 to 1000000000000, not 1.5 | try: set cache-bytes 32_000_000"
    ),
    ("set sound loud", "'sound' must be off, bell or player, not \"loud\" | try: set sound bell"),
    ("set sound bel", "'sound' must be off, bell or player, not \"bel\" | did you mean 'bell'?"),
    ("set tick 5", "'tick' must be on or off, not 5 | try: set tick off"),
    ("set lenght 5s", "'set' does not accept 'lenght'"),
  ])
  func refusesWithTheRange(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }
}
