#!/usr/bin/env storyline
# Settings change how stories play; `undo` restores a setting like anything else.

set length 5s
set end dismiss
story play @ben
wait until story.state == dismissed
expect clock.elapsed == 10s

# The classic long press: a shorter press is a tap.
set press 350ms
story play 4
hold 200ms
expect story.number == 5
hold 400ms
expect story.number == 5

# A wider zone for going back.
set zone 50%
tap 0.4
expect story.number == 4

undo 2
tap 0.4
expect story.number == 6
expect error { set zone 2 }
settings
