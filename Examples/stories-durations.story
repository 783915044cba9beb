#!/usr/bin/env storyline
# How long a story plays, on an exact clock: 15 s unless somebody says otherwise.

story play 1
expect story.length == 15s
wait 15s
expect story.number == 2

# `for` says it for one viewing, `set length` for all that follow.
story play 1 for 2500ms
wait 2500ms
expect story.number == 2
set length 5s
story play 1
expect story.length == 5s

# A picture may have a length of its own, and a video has one; `for` still wins.
story play deck "Examples/deck-video.json"
expect story.length == 3s
next
expect story.length == 12s
story play deck "Examples/deck-video.json" for 4s
expect story.length == 4s
next
expect story.length == 4s

# The progress bar: past stories are full, future ones empty.
wait 3s
expect story.segments == [1, 0.75, 0]

# Nothing drifts: after ten days of stories of 7 s the border is where arithmetic says.
story play 1 for 7s
wait 10d
expect story.position == 10d - 7s * (floor (10d / 7s))

let nothing = 0s
expect error { story play 4 for $nothing }
