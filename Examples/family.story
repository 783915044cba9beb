#!/usr/bin/env storyline
# Whose timers these are, and what is heard of them.

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

profile forget
expect profile.name == none
