# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns
wait 0s
story play 4 for 15s
wait 3s
hold
wait 1s
tap right
wait 1s
explain
wait 1s
undo
wait 2s
timer start reading 20
wait 5s
view
