#!/usr/bin/env storyline
# Deliberate network faults: a late picture, a picture that fails, and random failures.

# A picture two seconds late: the story waits, and nothing is lost.
story play 4 for 15s
wait 3s
story buffer 2s
expect story.position == 3s

# Planned for later, when the story reaches 5 s; the command returns at once.
story buffer 4s at 5s
wait 3s
expect story.state == buffering
wait 4s
expect story.position == 6s

# A failed picture stays failed until `story retry` or another story.
story fail at 10s
wait 1m
expect story.state == failed
expect story.position == 10s
story retry
wait 1s
expect story.state == playing

# At random, from the session's seed: each run fails at the same stories.
set story-failures 25%
set story-buffering 25%
let failures = 0
when story.failed {
  failures = $failures + 1
  next
}
story play 1 for 5s
wait 10m
expect $failures > 10
expect error { story fail at 1h }
