#!/usr/bin/env storyline
# What goes wrong on a network, on purpose: a late picture, one that never comes, and chance.

# Two seconds late: the story waits and loses nothing.
story play 4 for 15s
wait 3s
story buffer 2s
expect story.position == 3s

# Planned for later, when the story itself has come to 5 s; the command does not wait.
story buffer 4s at 5s
wait 3s
expect story.state == buffering
wait 4s
expect story.position == 6s

# A picture that fails stays so until `story retry` or another story.
story fail at 10s
wait 1m
expect story.state == failed
expect story.position == 10s
story retry
wait 1s
expect story.state == playing

# By chance, from the session's seed: the same run fails at the same stories.
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
