#!/usr/bin/env storyline
# The activities of a family: four presets, a timer for anything, and their own.

activities

# Presets last 5 to 120 minutes, in steps of 5.
activity edit reading for 25
expect error { activity edit reading for 17 }
expect error { activity edit reading for 4 }
expect error { activity edit reading name "books" }

# Your own have a picture and any length up to two hours. Names of two words need quotes.
activity add violin icon 🎻 for 17
activity add "tidy up" icon 🧹
activity edit tidy for 8

# They are started like any other, by the beginning of their name.
timer start vio
expect timer.total == 17m
wait 17m
rate good

# Another name; what was done under the old one stays in the history.
activity edit violin name cello
timer start cello
timer done

# `undo` brings back what was removed.
activity remove cello
expect error { timer start cello }
undo
expect (activities | where kind == "own" | count) == 2

# An icon is one character that can be seen, and a name can be printed.
for wrong in ["", "ab", "\u(200B)", "\e"] {
  try { activity add chess icon $wrong } catch problem { print "   refused: {$problem.suggestion}" }
}
activities
