# The timers in nine steps: the lesson that `tutorial` begins.

lesson "The timers in nine steps" for 15m {
  step "Start a timer" for 1m {
    say "A timer says how long something lasts, so that nobody else has to."
    say "Start one for reading."
    goal timer.state == running else "No timer runs yet."
    hint "`timer start` and what it is for."
    hint "`timer start reading`"
    solution { timer start reading }
  }

  step "The clock badge" for 3m {
    say "What is left stands at the right of the prompt, and `timer status`"
    say "draws it. The ring's colours say it too: periwinkle above 75 %,"
    say "turquoise above 50, orange above 25, coral down to 10, then magenta."
    say "How long an activity takes is changed by name, whether it runs or not:"
    say "let reading take 25 minutes from now on."
    goal "activity edit" in learn.commands else "An activity is edited, not the timer that runs."
    hint "`help activity edit` shows how an activity is changed."
    hint "`activity edit reading for 25`"
    solution { activity edit reading for 25 }
    note "The timer that runs already keeps its 20 minutes."
  }

  step "A timer for anything" for 2m {
    say "Whatever comes up: `custom` takes 1 to 60 minutes, 5 unless you say."
    say "One timer runs at a time, and reading still does: `timer done` ends it"
    say "so that it counts, `timer stop` would throw it away. Then start a"
    say "custom timer for a minute."
    goal timer.state == running and timer.activity == "custom" else "No custom timer runs yet."
    hint "First `timer done`, then `timer start` with `custom` and the minutes."
    hint "`timer done; timer start custom 1`"
    solution { timer done; timer start custom 1 }
  }

  step "Stars" for 2m {
    say "What you finish brings stars once it is rated: 15 for amazing, 10 for"
    say "good, 5 for needs work. Finish the timer, or wait until it is over,"
    say "and rate it."
    goal "rate" in learn.commands else "Nothing was rated in this step yet."
    hint "`timer done` finishes it, `rate` rates it."
    hint "`timer done; rate amazing`"
    solution { timer done; rate amazing }
  }

  step "The streak" for 1m {
    say "Days in a row make stars worth more: half as much again from the third"
    say "day, twice as much from the seventh. Look how long yours is."
    goal "streak" in learn.commands else "One word shows it."
    hint "The word is what days in a row are called."
    hint "`streak`"
    solution { streak }
  }

  step "Done" for 2m {
    say "Finished before the time is up? Say so: the minutes that are left are"
    say "yours. Start a timer for the shower, and be done early."
    goal timer.state == completed and timer.activity == "shower" else "The shower is not done."
    hint "Whoever waits until it is over by itself is done, too."
    hint "`timer start shower; timer done`"
    solution { timer start shower; timer done }
  }

  step "The history" for 1m {
    say "Everything that was finished is kept. Look at what there is."
    goal "history" in learn.commands else "One word lists it."
    hint "The word stands at the top of this step."
    hint "`history`"
    solution { history }
  }

  step "Settings" for 1m {
    say "Sounds are as you like them: the bell, a tick each second, or none."
    say "`settings` lists the rest. Look there, or let it tick."
    goal "settings" in learn.commands or "set" in learn.commands else "Look at the settings, or set one."
    hint "`settings` lists what can be set."
    hint "`set tick on`"
    solution { set tick on }
  }

  step "The PIN" for 2m {
    say "With a PIN only grown-ups give stars. Set four digits; left out, they"
    say "are asked for and not shown. This one is forgotten with the lesson."
    goal pin.set else "No PIN is set."
    hint "`pin set` asks for it."
    hint "`pin set 2580`"
    solution { pin set 2580 }
  }
}
