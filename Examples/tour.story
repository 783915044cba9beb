#!/usr/bin/env storyline
# A tour of Storyline in one script. Everything happens on one virtual clock, so half an hour takes milliseconds
# and every run writes the same lines. Run it with:  storyline Examples/tour.story

# 1. Stories. Story 4 opens, and each story plays for 15 seconds.
story play 4 for 15s
expect story.author == "ana"
wait 3s

# A press holds the story. Letting go resumes at the exact instant: two seconds passed, none was lost.
hold 2s
expect story.position == 3s

# Gestures do what thumbs do. While held they do nothing, so that a resting thumb cannot skip.
hold
tap right
release
expect story.number == 4
doubletap
expect story.liked

# Time passes until something is true: here until the next story begins, at second 15 of story time.
wait until story.number == 5
expect clock.elapsed == 17s

# 2. A timer, on the same clock. A handler runs each time its event happens; its fields are variables.
when timer.halfway {
  print "   Half of the {$activity} is done, {$remaining} to go."
}
timer start reading 20
wait 30s
swipe down
expect story.state == dismissed

# The timer runs by itself, is paused for a minute, and reports its state.
wait 5m
timer pause
wait 1m
timer resume
wait until timer.state == completed
expect clock.elapsed == 21m17s

# 3. Photos. A folder is divided into moments: by its own gaps, and by place.
let moments = cluster Examples/Photos smart
for moment in $moments {
  print "   {$moment.title}: {$moment.photos} photos"
}
let busy = ($moments | where photos > 4 | count)
expect $busy == 2

# 4. A post. Its mentions are found and shown; it waits in the outbox.
post "20 min of #reading, then {$busy} busy moments from #Portugal, at storyline.example.com @bob"
expect outbox.count == 1

# 5. Mistakes are refused with a reason, and a script may expect them.
expect error { hold 2s }
try { timer start jogging } catch problem { print "   {$problem.message}: {$problem.suggestion}" }
print "The tour took {clock.elapsed} on its own clock."
