#!/usr/bin/env storyline
# Where a tap goes: the left third goes back, the rest goes on.

story play 4
tap right
expect story.number == 5
tap left
expect story.number == 4
tap 0.32
expect story.number == 3
tap 0.33
expect story.number == 4

# Nothing comes before the first story of a deck: it starts again, and says so.
jump 1
wait 5s
tap left
expect story.number == 1
expect story.position == 0s
expect (contains (explain) "Nothing comes before")

# The border can be moved.
set zone 50%
jump 4
tap 0.49
expect story.number == 3
let outside = 1.5
expect error { tap $outside }
