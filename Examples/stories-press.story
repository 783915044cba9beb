#!/usr/bin/env storyline
# A press becomes a hold at a threshold: 0 ms makes every press a hold, 350 ms is the classic long press.

story play 4
hold 10ms
expect story.number == 4

set press 350ms
hold 350ms
expect story.number == 4

# A shorter press is a tap at the finger's position (default: the middle), so the next story starts.
hold 349ms
expect story.number == 5
hold 200ms at 0.1
expect story.number == 4

expect error { set press 1m }
let outside = 2
expect error { hold 1s at $outside }
