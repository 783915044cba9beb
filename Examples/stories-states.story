#!/usr/bin/env storyline
# The eight states of a story: each one is visible, and each one can be left.

expect story.state == idle

# For the first 100 ms of its time a story is entering, then it plays.
story play 4 for 10s
expect story.state == entering
wait 1s
expect story.state == playing
expect story.progress == 10%

# A finger, `pause` and a late picture each stop the story; when one ends, the state below it returns.
pause
hold
expect story.state == pausedByHold
release
expect story.state == paused
resume
story buffer
expect story.state == buffering
story buffer  # the picture is loaded
expect story.state == playing

# A picture that cannot be shown, and a second try.
story fail
expect story.state == failed
story retry
expect story.progress == 10%

# The whole state, as a record and as a picture.
story state
view

swipe down
expect story.state == dismissed
story play @ben
story stop
expect story.state == idle
