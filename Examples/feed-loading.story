#!/usr/bin/env storyline
# Lists of the feed load, as over a network: half a second of the session's clock, and some fail if you want that.

story play 4
let third = (stories page 3)
expect $third[0].story == 41
expect clock.elapsed == 500ms
expect story.position == 500ms
expect feed.state == loaded

# Handlers hear of it.
let longest = 0s
when feed.loaded { longest = (max $longest $waited) }
when feed.failed { print "   page {$page} did not come" }

# One in four fails, as in the apps; which ones, the seed says.
set feed-failures 25%
let failed = 0
for number in (range 1 20) {
  try {
    stories page $number
  } catch {
    failed = $failed + 1
    expect feed.state == failed
  }
}
expect $failed > 0

# Asking again, until it is there.
set feed-failures 100%
try { stories page 5 } catch problem { expect $problem.suggestion == "feed retry" }
set feed-failures 0
expect (feed retry)[0].story == 81

# Whoever has no time sets the delay to nothing.
set feed-delay 0s
let before = clock.elapsed
stories
expect clock.elapsed == $before
expect $longest == 500ms
feed machine
