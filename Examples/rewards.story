#!/usr/bin/env storyline
# A week of timers: ratings bring stars, days in a row multiply them, and the history lists every session.

# Twelve sessions around New Year, from another device. Importing the file again would count nothing twice.
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

# From the seventh day on stars count twice. One session a day is enough; several count as one day.
wait 1d
finish homework 15 good
finish shower 10 "needs work"
expect rewards.streak == 7
expect (stars).today == 30

# Wednesday to Saturday. There is no session on Friday, so the streak starts again.
wait 1d
finish reading 20 good
wait 1d
finish reading 20 good
wait 2d
finish iPad 30 good
expect rewards.streak == 1
expect (streak).best == 9
expect (streak).next == {multiplier: 1.5, days: 2}

# An unrated session stays in the history until it is rated.
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

# The statistics, first of this week, then of all sessions.
stats week
expect (stats week).total.sessions == 7
stats
expect (stats).total.stars == rewards.stars
stars
