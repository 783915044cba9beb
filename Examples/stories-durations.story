#!/usr/bin/env storyline
# The length of a story, on an exact clock (default 15 s).

story play 1
expect story.length == 15s
wait 15s
expect story.number == 2

# `for` sets the length once, `set length` from then on.
story play 1 for 2500ms
wait 2500ms
expect story.number == 2
set length 5s
story play 1
expect story.length == 5s

# A picture can have its own length, and a video always has one; `for` overrides both.
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

# Nothing drifts: after ten days of stories of 7 s the next story starts exactly on time.
story play 1 for 7s
wait 10d
expect story.position == 10d - 7s * (floor (10d / 7s))

let nothing = 0s
expect error { story play 4 for $nothing }
