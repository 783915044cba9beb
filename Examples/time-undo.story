#!/usr/bin/env storyline
# What a command changed can be taken back, and done again. The clock stays: what comes back goes on from now.

story play 4 for 15s
wait 3s
tap right
wait 5s
undo  # story 4 again, where it was when the tap came
expect story.number == 4
expect story.position == 3s
redo
expect story.number == 5

# A like is taken back without turning back the story or the timer.
timer start reading 20
wait 1s
like
wait 1m
undo
expect not story.liked
expect timer.remaining == 18m59s

# Posts leave the outbox; several commands go at once. Commands that changed nothing do not count.
post "first"
hold
tap right
release
post "second"
undo 4
expect outbox.count == 0
expect error { undo 99 }
