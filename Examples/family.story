#!/usr/bin/env storyline
# The child's name, and the sounds of timers.

# The first prompt asks for the child's name once; a script sets it.
profile name Mia
timer start shower
wait until timer.state == completed
rate amazing

# A prompt plays sounds; a script gets them as events. Each can be turned off; ticks are off by default.
set sound-halfway off
set tick on
let ticks = 0
when timer.tick { ticks = $ticks + 1 }
timer start custom 1
wait 10s
expect $ticks == 10
set tick off
timer stop

profile forget
expect profile.name == none
