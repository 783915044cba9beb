when light.off as h { wait 1s; light on for 1s }
light on for 1s
wait 20s
cancel h
