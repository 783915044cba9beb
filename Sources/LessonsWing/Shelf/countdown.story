# A countdown that survives quitting: why a timer must compare clocks, not count.

# The counter of the wrong idea.
let ticks = 0

lesson "A countdown that survives quitting" for 18m {
  step "Start one" for 2m {
    say "A timer tells children when something is over."
    say "Start a 20-minute timer for reading."
    goal (learn.happened | where event == "timer.started" and activity == "reading" | count) > 0 else "No reading timer has been started yet."
    goal (
      learn.happened |
      where event in ["timer.started", "timer.extended"] and activity == "reading" and total == 20m |
      count
    ) > 0 else "The reading timer must last 20 minutes."
    hint "`help timers` lists what timers can do."
    hint "`timer start reading 20` starts twenty minutes of reading."
    solution { timer start reading 20 }
    because "The ring at the right of the prompt shows the share that is left."
    note "`timer status` draws the ring."
  }

  step "Predict: the share that is left" for 3m {
    try { timer stop } catch { }
    timer start reading 20
    say "The timer is running, and 20 minutes are left."
    say "Suppose 5 minutes pass. What share is left? Type it like 40%."
    predict timer.remaining / timer.total after {
      wait 5m
    } else "5 of 20 minutes are gone; the question is what is left."
    hint "5 of 20 minutes is a quarter."
    hint "What is left when a quarter is gone? Type it with the % sign."
    because "Exactly at three quarters the ring changes from calm to energetic."
    note "An answer of 25% is the share that is gone."
  }

  step "Let time pass" for 2m {
    try { timer stop } catch { }
    timer start reading 20
    say "This is practice, so the clock is yours. Let 5 minutes pass at once."
    goal clock.step >= 5m and timer.state != idle and timer.remaining <= 15m else "More than 15 minutes are left."
    hint "`help practice` lists two commands for the clock."
    hint "`skip 5m` skips five minutes; `speed 60` makes each second a minute."
    solution { skip 5m }
    because "The timer has no clock of its own: it looks at the session's clock."
    note "Either command counts, and so does waiting five minutes."
  }

  step "Predict: a timer that counts" for 3m {
    try { timer stop } catch { }
    timer start reading 20
    ticks = 0
    every 1s as counter { ticks = $ticks + 1 }
    wait 10s
    cancel counter
    wait 5m
    say "The app's first timer counted: every second it subtracted one."
    say "Here a counter of your own counted for 10 s; then the app was closed"
    say "for 5 minutes. How many seconds does the counter think have passed?"
    predict $ticks else "A program that is not running does not count."
    hint "It was cancelled after ten seconds, as if the program had ended."
    hint "`print $ticks` shows its count."
    because "The counter says 10 s, the clock 310 s: five minutes are missing."
    note "A wrong idea, tried."
  }

  step "Predict: a timer that compares" for 3m {
    try { timer stop } catch { }
    timer start reading 20
    wait 10s
    wait 5m
    say "This program's timer does not count: it knows when it began, and looks"
    say "at the clock. 10 s have passed, then 5 minutes while it was closed."
    say "How much of the 20 minutes is left? Type it like 12m5s or 12:05."
    predict timer.remaining else "Subtract all the time that has passed from 20 minutes."
    hint "Five minutes and ten seconds have passed, open or closed."
    hint "20m minus 5m10s: fourteen minutes and some seconds."
    because "End minus now is right whether or not the program was running."
    note "`print timer.remaining` shows it, to the microsecond."
  }

  step "Pause it" for 3m {
    try { timer stop } catch { }
    timer start reading 20
    say "Someone rings the doorbell. Pause the timer and let 3 minutes pass,"
    say "so that no minute of reading is lost."
    goal timer.pausedFor >= 3m or (learn.happened | where event == "timer.resumed" and paused >= 3m | count) > 0 else "The timer must be paused while 3 minutes pass."
    hint "First `timer pause`: a paused timer loses no time."
    hint "`timer pause; skip 3m`"
    solution { timer pause; skip 3m }
    because "A paused timer stores what was left, so it needs no clock meanwhile."
    note "`skip 3m` before the pause loses three minutes, and does not count."
  }

  step "To the end" for 2m {
    try { timer stop } catch { }
    timer start reading 20
    say "Now let it end. In a real session it also ends while no prompt is open,"
    say "because nobody has to be there to compare two clocks."
    goal happened timer.completed else "The timer has not ended."
    hint "Let twenty minutes pass, or finish early and say so."
    hint "`skip 20m` or `timer done`"
    solution { skip 20m }
    because "A countdown survives quitting if it stores an instant, not a count."
    note "Quit in the middle of a step and come back with `learn countdown`: the"
    note "time in between has passed."
  }
}
