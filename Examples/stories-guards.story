#!/usr/bin/env storyline
# While a finger rests on the story, taps, jumps and swipes have no effect: a resting thumb cannot skip.

story play 4
hold
let ignored = 0
when story.ignored { ignored = $ignored + 1 }
tap right
tap bar 9
jump 9
next
swipe left
swipe down
expect $ignored == 6
expect story.number == 4

# `explain` gives the reason.
tap right
expect (contains (explain) "The story has been held since")
release
tap right
expect story.number == 5
expect (contains (explain) "goes forward")
