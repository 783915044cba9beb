#!/usr/bin/env storyline
# What if? A fork tries something out; after `fork drop` none of it has happened.

timer start reading 20
wait 10m
fork
timer done
post "done early!"
expect outbox.count == 1
fork drop
expect timer.state == running
expect outbox.count == 0
expect clock.elapsed == 10m

# And if it was a good idea, keep it.
story play 4 for 15s
fork
swipe down
fork keep
expect story.state == dismissed

# Forks can be nested.
fork
story play @ana
fork
next
fork drop
expect story.place == 1
fork drop
expect story.state == dismissed
expect error { fork drop }
