#!/usr/bin/env storyline
# What a story can be doing: eight states, each in plain sight, and none that cannot be left.

expect story.state == idle

# The first 100 ms of a story's own time it enters, then it plays.
story play 4 for 10s
expect story.state == entering
wait 1s
expect story.state == playing
expect story.progress == 10%

# A finger, `pause` and a late picture stop it, each in its own way; what lies below comes back.
pause
hold
expect story.state == pausedByHold
release
expect story.state == paused
resume
story buffer
expect story.state == buffering
story buffer  # the picture is there
expect story.state == playing

# A picture that cannot be shown, and a second try.
story fail
expect story.state == failed
story retry
expect story.progress == 10%

# All of it as a record, and as a picture.
story state
view

swipe down
expect story.state == dismissed
story play @ben
story stop
expect story.state == idle
