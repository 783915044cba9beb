#!/usr/bin/env storyline
# The children, and the sounds of timers.

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

# A brother has stars and a history of his own; the timer that ended was Mia's.
child add Ben
expect rewards.stars == 0
timer start reading
timer done
rate good
expect (child)[0].stars == 15
expect (child)[1].stars == 10

# The wrong child was active.
history edit 1 child Mia
expect (child)[0].stars == 25
expect (child)[1].stars == 0
child remove Ben

profile forget
expect profile.name == none
