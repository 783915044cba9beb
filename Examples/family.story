#!/usr/bin/env storyline
# Whose timers these are, what is heard of them, and the walk that shows them in nine steps.

# A first prompt asks for the child's name once; a script says it.
profile name Mia
timer start shower
wait until timer.state == completed
rate amazing

# Sounds are for people at a prompt, here they are events. Each can be switched off; ticks are off unless wanted.
set sound-halfway off
set tick on
let ticks = 0
when timer.tick { ticks = $ticks + 1 }
timer start custom 1
wait 10s
expect $ticks == 10
set tick off
timer stop

# The tutorial goes on when its step is done; what belongs to another step changes nothing.
when tutorial.step { print "   step {$number}: {$command}" }
tutorial start
activity edit reading for 25
expect tutorial.step == startTimer
timer start reading
activity edit reading for 20
timer stop
timer start custom 1
expect tutorial.step == stars

# It can be left and taken up again, and steps can be skipped.
tutorial leave
expect tutorial.state == left
tutorial resume
repeat 2 { tutorial skip }
timer done
tutorial

profile forget
expect profile.name == none
