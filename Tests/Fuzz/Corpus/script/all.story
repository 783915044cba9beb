let x = [1, 2, 3] | where it > 1 | map it * 2
when light.off { say "off {$x}" } # c
light on for 5s dim
repeat 2 { wait 3s; count to 3 }
if light.progress > 50% and not (x == none) { turn left } else { turn 0.5 }
