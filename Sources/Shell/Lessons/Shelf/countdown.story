# A countdown that survives quitting: why a timer must not count, but compare.

# What the wrong idea counts with.
let ticks = 0

lesson "A countdown that survives quitting" for 40m {
  step "Start one" for 4m {
    say "Children know when something is over if somebody else counts."
    say "Start a timer of 20 minutes for reading."
    goal timer.state == running else "No timer runs yet."
    hint "`help timers` lists what timers can do."
    hint "`timer start reading 20` begins twenty minutes of reading."
    solution { timer start reading 20 }
    note "The ring at the right of the prompt empties; `timer status` draws it."
  }

  step "Foretell: half of it" for 6m {
    try { timer done } catch { }
    timer start reading 20
    say "The timer runs, and 20 minutes are left."
    say "Suppose 5 minutes pass. What share is left, in percent? Type it: 40%."
    goal $last == 75% else "5 of 20 minutes are gone; the question is what is left."
    hint "5 of 20 minutes is a quarter."
    hint "What is left of the whole when a quarter has gone? Type it with its %."
    solution { 75% }
    note "A prediction: exactly here the ring turns from calm to energetic."
  }

  step "Let time pass" for 5m {
    try { timer done } catch { }
    timer start reading 20
    say "This is practice, so the clock is yours. Let 5 minutes pass at once."
    goal timer.remaining <= 15m and timer.state == running else "More than 15 minutes are left."
    hint "`help practice` knows two words about the clock."
    hint "`skip 5m` lets five minutes pass; `speed 60` makes each second a minute."
    solution { skip 5m }
    note "Both words count, and so does waiting five minutes."
  }

  step "The wrong idea: counting" for 8m {
    try { timer done } catch { }
    timer start reading 20
    ticks = 0
    every 1s as counter { ticks = $ticks + 1 }
    wait 10s
    cancel counter
    wait 5m
    say "The app's first timer counted: each second it took one away."
    say "Here a counter of your own did so for 10 s, then the app was quit"
    say "for 5 minutes. How many seconds does the counter think have passed?"
    goal $last == 10 else "Who is not there does not count."
    hint "It was taken back after ten seconds, as a program that has ended is."
    hint "`print $ticks` asks it."
    solution { $ticks }
    note "A wrong idea tried. The counter says 10 s, the wall says 310 s:"
    note "a child would read five minutes too long."
  }

  step "Foretell: comparing" for 6m {
    try { timer done } catch { }
    timer start reading 20
    wait 10s
    wait 5m
    say "The timer of this program keeps no count: it knows when it began and"
    say "looks at the clock. 10 s, then 5 minutes away. What is left of 20?"
    say "Type it like 12m5s."
    goal $last == 14m50s else "20 minutes less all that has passed."
    hint "Five minutes and ten seconds have passed, whoever was there to see."
    hint "20m less 5m10s: fourteen minutes and some seconds."
    solution { 14m50s }
    note "A prediction. Then `print timer.remaining` shows it, to the microsecond."
  }

  step "Pause it" for 5m {
    try { timer done } catch { }
    timer start reading 20
    say "Somebody rings at the door. Let the timer wait, and 3 minutes pass,"
    say "so that no minute of reading is lost."
    goal timer.state == paused and clock.elapsed >= 3m else "It must be paused, with the time passing."
    hint "First `timer pause`: a paused timer stands, whatever the clock does."
    hint "`timer pause; skip 3m`."
    solution { timer pause; skip 3m }
    note "How can it be exact? It keeps how much was left when it paused."
  }

  step "To its end" for 6m {
    try { timer done } catch { }
    timer start reading 20
    say "Now let it end. In a real session it ends also while no prompt is open,"
    say "because nobody has to be there to compare two clocks."
    goal timer.state == completed else "It has not ended."
    hint "Twenty minutes have to pass; or you finish early and say so."
    hint "`skip 20m`, or `timer done`."
    solution { skip 20m }
    note "Quit and come back with `learn countdown`: the lesson itself goes on,"
    note "and the time in between has passed."
  }
}
