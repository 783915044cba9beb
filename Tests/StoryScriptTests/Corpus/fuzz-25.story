beep;;keys*;;not;;;;;;;;;ped;;;;;;;;;;;ps > 0.5
prin trt c
be