#!/usr/bin/env storyline
# The activities of a family: four presets, a custom timer for anything, and their own.

activities

# Presets last 5 to 120 minutes, in steps of 5.
activity edit reading for 25
expect error { activity edit reading for 17 }
expect error { activity edit reading for 4 }
expect error { activity edit reading name "books" }

# Your own activities have an icon and any length up to two hours. Names of two words need quotes.
activity add violin icon 🎻 for 17
activity add "tidy up" icon 🧹
activity edit tidy for 8

# They start like any other activity; the first letters of the name are enough.
timer start vio
expect timer.total == 17m
wait 17m
rate good

# A new name; past sessions keep the old name in the history.
activity edit violin name cello
timer start cello
timer done

# `undo` restores a removed activity.
activity remove cello
expect error { timer start cello }
undo
expect (activities | where kind == "own" | count) == 2

# An icon is one visible character, and a name can contain only visible characters.
for wrong in ["", "ab", "\u(200B)", "\e"] {
  try { activity add chess icon $wrong } catch problem { print "   refused: {$problem.suggestion}" }
}
activities
