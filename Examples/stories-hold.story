#!/usr/bin/env storyline
# A finger on the screen holds the story. Nothing is lost, no matter how long it rests.

story play 4 for 15s
wait 3s

# A press of a known length: the story resumes exactly where it stopped.
hold 2s
expect story.position == 3s
expect clock.elapsed == 5s

# A press without a length lasts until `release`.
hold
expect story.state == pausedByHold
wait 1h
expect story.position == 3s
release
wait 12s
expect story.number == 5

# `pause` is different: lifting the finger does not end it, `resume` does.
pause
hold 1s
expect story.state == paused
resume
expect story.position == 0s

expect error { swipe down; hold }
