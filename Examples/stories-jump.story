#!/usr/bin/env storyline
# Jumping in a deck: with the progress bar, by number, or one by one.

story play 4
tap bar 7
expect story.place == 7
jump 2
expect story.place == 2
next
previous
previous
expect story.place == 1

# Each jump starts the story from its beginning, and no other timer keeps running.
wait 14s
jump 1
wait 14s
expect story.place == 1
wait 1s
expect story.place == 2

try { jump 11 } catch problem { expect $problem.suggestion == "within the deck, stories are numbered 1 to 10" }
expect story.place == 2
