#!/usr/bin/env storyline
# Practice time can be skipped, turned back and tried out.

timer start reading 20
skip 10m
expect timer.remaining == 10m

# Five minutes ago, clock and world; and then the same again.
rewind 5m
expect clock.elapsed == 5m
expect timer.remaining == 15m
wait 5m
expect timer.remaining == 10m

# What if I stop here? Nothing of a fork that is dropped has happened.
fork
timer done
post "done early!"
expect outbox.count == 1
fork drop
expect timer.state == running
expect outbox.count == 0

# And if it was a good idea, keep it.
story play 4 for 15s
fork
swipe down
fork keep
expect story.state == dismissed
expect error { rewind 1h }
