#!/usr/bin/env storyline
# Activity timers for children, on an exact clock: half an hour takes milliseconds here, and a real prompt follows the
# wall clock. Run it with:  storyline Examples/timers.story

# 1. A timer counts down and encourages. The first letters of a name are enough.
timer start read
expect timer.activity == "reading" and timer.total == 20m
expect timer.message == "Let's do this!" and timer.colour == periwinkle

# Handlers react to the moments that a child hears and feels: halfway, the last minute, the end.
when timer.halfway { print "   halfway, {$remaining} to go" }
when timer.minute { print "   one minute: {length $haptic} short pulses" }
when timer.completed { print "   {$activity} took {$actual} of {$allocated}; the bell rings at {$strikes}" }

# Colours and messages change at exact instants.
wait until timer.colour == turquoise
expect clock.elapsed == 5m
wait until timer.message == "Halfway there!"
expect timer.remaining == 11m

# 2. A pause costs no time.
timer pause
wait 1h
timer resume
expect timer.remaining == 11m

# 3. Only one timer runs at a time; mistakes are refused with a reason.
try { timer start shower } catch problem { print "   {$problem.message}" }

# 4. Done before the time is up: the minutes left are saved. Then the session is rated and earns stars.
wait until timer.remaining == 3m
timer done
rate amazing
expect rewards.stars == 15

# 5. A stopped timer does not count.
timer start custom 5
wait 2m
timer stop
expect rewards.sessions == 1

# 6. Day after day: from the third day in a row stars count 1.5 times, from the seventh twice.
repeat 6 {
  wait 1d
  timer start shower
  timer done
  rate good
}
expect rewards.streak == 7
print "   {rewards.stars} stars after a streak of {rewards.streak} days"
