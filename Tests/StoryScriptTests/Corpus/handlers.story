when beeped { beep; wait 1us }
every 1us as e { cancel e }
at 1s { light on for 1us }
beep
wait until idle
