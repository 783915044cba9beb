#!/usr/bin/env storyline
# A week of timers: ratings bring stars, days in a row multiply them, and the history keeps everything.

# What another device has kept: twelve sessions around New Year. Importing the file again would count nothing twice.
history import Examples/sessions.csv
expect rewards.sessions == 12
expect (history import Examples/sessions.csv).known == 12

# Today is Monday. Five days in a row ended yesterday; a session today makes it six.
streak
expect (streak).yesterday == 5
expect not (streak).today
expect (stars).multiplier == 1.5

def finish what minutes rating {
  timer start $what $minutes
  wait until timer.state == completed
  rate $rating
}
finish reading 20 amazing
expect rewards.streak == 6
expect (stars).today == 22

# From the seventh day on stars count twice. One a day is enough; several of a day count as one day.
wait 1d
finish homework 15 good
finish shower 10 "needs work"
expect rewards.streak == 7
expect (stars).today == 30

# Wednesday to Saturday. On Friday nobody has the time, and the streak begins anew.
wait 1d
finish reading 20 good
wait 1d
finish reading 20 good
wait 2d
finish iPad 30 good
expect rewards.streak == 1
expect (streak).best == 9
expect (streak).next == {multiplier: 1.5, days: 2}

# A session that nobody has rated yet waits in the history.
timer start reading 20
wait 12m
timer done
history of reading
expect (history unrated)[0].saved == 8m
rate amazing

# The history is a list like any other.
expect (history all | count) == 19
let early = history all of reading
print "{$early | count} sessions of reading, {$early | sum saved} saved"
expect (history since 2026-01-09 | sum stars) == 25

# And this is how the whole of it looks, first this week alone.
stats week
expect (stats week).total.sessions == 7
stats
expect (stats).total.stars == rewards.stars
stars
