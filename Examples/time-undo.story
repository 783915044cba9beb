#!/usr/bin/env storyline
# Commands can be undone and redone. The clock does not go back: stories and timers continue from now.

story play 4 for 15s
wait 3s
tap right
wait 5s
undo  # story 4 again, at the moment of the tap
expect story.number == 4
expect story.position == 3s
redo
expect story.number == 5

# Undoing a like turns back neither the story nor the timer.
timer start reading 20
wait 1s
like
wait 1m
undo
expect not story.liked
expect timer.remaining == 18m59s

# Posts leave the outbox; several commands can be undone at once. Commands that changed nothing do not count.
post "first"
hold
tap right
release
post "second"
undo 4
expect outbox.count == 0
expect error { undo 99 }
