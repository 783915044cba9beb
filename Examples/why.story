#!/usr/bin/env storyline
# Every event has a reason: what happened, when, and what caused it.

story play 4 for 15s
wait 3s
hold
wait 1s
tap right  # nothing happens
explain
expect (contains (explain) "resting thumb")

# The log names the cause of each event; time is one, too.
release
wait 15s
explain
events 4
let last = (events | last)
expect $last.kind == "story.started"
expect $last.cause == "time"

# A table says what every input does in every state, and the player runs on it.
let row = (story machine | where input == "tap" | first)
expect $row.playing == "another story, or the end"
expect $row.pausedByHold == "ignored: held"
expect $row.idle == "refused: nothing is playing"
