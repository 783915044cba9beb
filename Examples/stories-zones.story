#!/usr/bin/env storyline
# A tap on the left third goes back, a tap on the rest goes forward.

story play 4
tap right
expect story.number == 5
tap left
expect story.number == 4
tap 0.32
expect story.number == 3
tap 0.33
expect story.number == 4

# No story comes before the first one of a deck: it starts again and says so.
jump 1
wait 5s
tap left
expect story.number == 1
expect story.position == 0s
expect (contains (explain) "No story comes before")

# The border can be moved.
set zone 50%
jump 4
tap 0.49
expect story.number == 3
let outside = 1.5
expect error { tap $outside }
