#!/usr/bin/env storyline
# Lists of the feed load as over a network: each takes half a second of the session's clock, and some can fail.

story play 4
let third = (stories page 3)
expect $third[0].story == 41
expect clock.elapsed == 500ms
expect story.position == 500ms
expect feed.state == loaded

# Handlers react to each list.
let longest = 0s
when feed.loaded { longest = (max $longest $waited) }
when feed.failed { print "   page {$page} did not come" }

# One in four fails, as in the apps; the seed decides which.
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

# Retry until the list is loaded.
set feed-failures 100%
try { stories page 5 } catch problem { expect $problem.suggestion == "try: feed retry" }
set feed-failures 0
expect (feed retry)[0].story == 81

# Without a delay, lists load at once.
set feed-delay 0s
let before = clock.elapsed
stories
expect clock.elapsed == $before
expect $longest == 500ms
feed machine
