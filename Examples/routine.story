#!/usr/bin/env storyline
# A routine is a deck whose stories are timers: a school morning, from dressing to the stars.

routine morning {
  👕 dress for 5m
  🥣 breakfast for 15m
  🪥 teeth for 3m
  reading for 10m
}
set routine-break 30s
routine start morning
expect timer.activity == "dress" and routine.place == 1 and routine.count == 4

# The time is up, and after the break the next step starts by itself.
wait 5m
expect routine.state == rest and routine.breakLeft == 30s
wait 30s
expect timer.activity == "breakfast"

# A swipe: breakfast is not ready yet. Its time left stays, and it comes back at the end.
wait 1m
routine later
expect timer.activity == "teeth"

# Hold is pause: nothing is lost.
wait 1m
timer pause
wait 10m
timer resume
expect timer.remaining == 2m

# Done is next, and a mistake is undone.
timer done
undo
expect timer.activity == "teeth"
timer done
routine next
expect timer.activity == "reading"

# A step that is skipped does not count.
routine skip
expect routine.step == "breakfast" and timer.remaining == 14m
wait 1m
timer done
expect routine.state == over and routine.finished == 3

# Every finished step is a session. One rating gives all of them their stars.
expect rewards.sessions == 3 and rewards.unrated == 3
routine rate amazing
expect rewards.stars == 45
expect (history)[0].activity == "breakfast"

# Next to the steps themselves, all commands of the timer work as ever.
expect error { routine later }
expect error { routine add evening "shower, sleep" }
routine add evening "shower, reading 15"  # the same as: routine evening { shower; reading 15 }
expect error { routine evening { "wash hands" for 2m; reading } }
routine edit evening steps { "wash hands" for 2m; reading }
expect (routines)[1].length == 22m
routines
