#!/usr/bin/env storyline
# Next, previous, jump, pause and loop never leave two timers running: each story starts once, at its own time.

let started = 0
when story.started { started = $started + 1 }

story play @ana for 10s
wait 9s
next
previous
jump 2
pause
wait 30s
resume
hold 5s

# 44 s are over; story 2 began at 9 s and has 10 s of its own time left, less nothing.
expect clock.elapsed == 44s
expect story.position == 0s
expect $started == 4
wait 9999ms
expect story.place == 2
wait 1ms
expect story.place == 3
expect $started == 5

# A minute more: exactly six more starts.
wait 1m
expect $started == 11
