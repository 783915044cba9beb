# The timers in nine steps: the lesson that `tutorial` starts.

lesson "The timers in nine steps" for 15m {
  step "Start a timer" for 1m {
    say "A timer says how long something lasts, so that nobody else has to."
    say "Start one for reading."
    goal (learn.happened | where event == "timer.started" and activity == "reading" | count) > 0 else "No reading timer has been started yet."
    hint "`timer start`, then the activity."
    hint "`timer start reading`"
    solution { timer start reading }
    because "Each activity has a usual length, so its name is enough."
  }

  step "The clock badge" for 3m {
    say "The badge at the right of the prompt shows the time left; `timer status`"
    say "draws it as a ring. The colour changes as time passes: periwinkle above"
    say "75%, turquoise above 50%, orange above 25%, coral above 10%, then"
    say "magenta. Each activity has its usual length, which you can change with"
    say "`activity edit`. Change the length of reading to 25 minutes."
    goal (learn.happened | where event == "activity.edited" and activity == "reading" and minutes == 25 | count) > 0 else "The activity reading does not last 25 minutes yet."
    hint "`help activity edit` shows how to change an activity."
    hint "`activity edit reading for 25`"
    solution { activity edit reading for 25 }
    because "The timer that runs keeps its length; the next one has 25 minutes."
    note "The timer that is already running keeps its 20 minutes."
  }

  step "A timer for anything" for 2m {
    try { timer start reading } catch { }
    say "The activity `custom` is for anything else: 1 to 60 minutes (default 5)."
    say "Only one timer runs at a time, so finish reading first: `timer done`"
    say "saves it, `timer stop` would discard it. Then start a custom timer for"
    say "10 minutes."
    goal (
      learn.happened |
      where event == "timer.started" and not ($it.activity in ["iPad", "reading", "shower", "homework"]) |
      count
    ) > 0 else "No custom timer has been started yet."
    goal (
      learn.happened |
      where event in ["timer.started", "timer.extended"] and not (
        $it.activity in ["iPad", "reading", "shower", "homework"]
      ) and total == 10m |
      count
    ) > 0 else "The custom timer must last 10 minutes."
    hint "First `timer done`, then `timer start` with `custom` and the minutes."
    hint "`timer done; timer start custom 10`"
    solution { timer done; timer start custom 10 }
    because "Only one timer runs, so nobody has to ask which one is meant."
  }

  step "Stars" for 2m {
    try { timer start custom 10 } catch { }
    say "A finished timer earns stars when you rate it: 15 for amazing, 10 for"
    say "good, 5 for needs work. Finish the timer, or wait until it is over,"
    say "and rate it."
    goal happened timer.completed else "Finish the timer first, and then rate it."
    goal happened timer.completed and (
      learn.happened |
      where event == "timer.rated" and activity == ((learn.happened) | where event == "timer.completed" | last).activity |
      count
    ) > 0 else "The finished timer is not rated yet."
    hint "`timer done` finishes it, `rate` rates it."
    hint "`timer done; rate amazing`"
    solution { timer done; rate amazing }
    because "A rated session earns stars once; `undo` takes them back."
  }

  step "The streak" for 1m {
    say "Days in a row make stars worth more: from the third day on they count"
    say "1.5 times, from the seventh day on twice. See how long yours is."
    goal "streak" in learn.commands or "stars" in learn.commands or "stats" in learn.commands else "One command shows it."
    hint "The command is the word for days in a row."
    hint "`streak`"
    solution { streak }
    because "Days count, not hours: one session a day keeps a streak."
  }

  step "Done" for 2m {
    say "Finished before the time is up? Say so: the minutes that are left are"
    say "yours. Start a timer for the shower, and finish early."
    goal (learn.happened | where event == "timer.completed" and activity == "shower" | count) > 0 else "The shower timer is not done."
    hint "Waiting until it ends by itself counts, too."
    hint "`timer start shower; timer done`"
    solution { timer start shower; timer done }
    because "A timer that ends early is finished, too, and can be rated."
  }

  step "The history" for 1m {
    say "Each timer that you finish is listed in the history, with its stars."
    say "Show the history."
    goal "history" in learn.commands else "One command lists it."
    hint "The command is in the title of this step."
    hint "`history`"
    solution { history }
    because "The history is the record from which stars and streaks follow."
  }

  step "Settings" for 1m {
    say "Choose your sounds: the bell, a tick each second, or none."
    say "`settings` lists the rest. Look there, or turn the tick on."
    goal "settings" in learn.commands or "set" in learn.commands else "Look at the settings, or set one."
    hint "`settings` lists what can be set."
    hint "`set tick on`"
    solution { set tick on }
    because "Settings are saved, so the next session has them, too."
  }

  step "The PIN" for 2m {
    say "With a PIN, only grown-ups can give stars. Set one with `pin set`, which"
    say "asks for four digits twice. This PIN lasts only for the lesson; in your"
    say "own session nothing changes."
    goal happened pin.set else "No PIN is set."
    hint "try: pin set"
    hint "You may also type the digits after it: `pin set 2580`."
    solution { pin set 2580 }
    because "With a PIN, `rate` and settings ask for it first."
  }
}
