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

# 44 s have passed; story 2 started at 9 s and still has all of its 10 s left.
expect clock.elapsed == 44s
expect story.position == 0s
expect $started == 4
wait 9999ms
expect story.place == 2
wait 1ms
expect story.place == 3
expect $started == 5

# In one more minute there are exactly six more starts.
wait 1m
expect $started == 11
