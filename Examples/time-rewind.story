#!/usr/bin/env storyline
# Practice time can be skipped, sped up and turned back.

timer start reading 20
skip 10m
expect timer.remaining == 10m

# The clock and the world of five minutes ago; then the same again.
rewind 5m
expect clock.elapsed == 5m
expect timer.remaining == 15m
wait 5m
expect timer.remaining == 10m

# Everything happens the same way again, likes and lists too.
story play 4 for 15s
wait 16s
like
rewind 10s
expect not (story show 5).seen
wait 10s
expect story.number == 5

# People watch at speed 1; a script may watch a thousand times as fast.
speed 1000
wait 2s
speed instant
expect timer.state == running

try { rewind 1h } catch problem { expect (contains $problem.suggestion "try: rewind") }
