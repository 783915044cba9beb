# The timers in nine steps: the lesson that `tutorial` starts.

lesson "The timers in nine steps" for 15m {
  step "Start a timer" for 1m {
    say "A timer says how long something lasts, so that nobody else has to."
    say "Start one for reading."
    goal timer.state == running else "No timer is running yet."
    hint "`timer start`, then the activity."
    hint "`timer start reading`"
    solution { timer start reading }
  }

  step "The clock badge" for 3m {
    say "The time left is shown at the right of the prompt, and `timer status`"
    say "draws it as a ring. Its colour shows it, too: periwinkle above 75 %,"
    say "turquoise above 50, orange above 25, coral down to 10, then magenta."
    say "You can change an activity's length at any time, by its name:"
    say "let reading take 25 minutes from now on."
    goal "activity edit" in learn.commands else "Edit the activity, not the running timer."
    hint "`help activity edit` shows how to change an activity."
    hint "`activity edit reading for 25`"
    solution { activity edit reading for 25 }
    note "The timer that is already running keeps its 20 minutes."
  }

  step "A timer for anything" for 2m {
    say "For anything else there is `custom`, for 1 to 60 minutes (default 5)."
    say "Only one timer runs at a time, and reading is running: `timer done`"
    say "ends it so that it counts, `timer stop` would discard it. Then start a"
    say "custom timer for a minute."
    goal timer.state == running and timer.activity == "custom" else "No custom timer is running yet."
    hint "First `timer done`, then `timer start` with `custom` and the minutes."
    hint "`timer done; timer start custom 1`"
    solution { timer done; timer start custom 1 }
  }

  step "Stars" for 2m {
    say "A finished timer earns stars when you rate it: 15 for amazing, 10 for"
    say "good, 5 for needs work. Finish the timer, or wait until it is over,"
    say "and rate it."
    goal "rate" in learn.commands else "Nothing has been rated in this step yet."
    hint "`timer done` finishes it, `rate` rates it."
    hint "`timer done; rate amazing`"
    solution { timer done; rate amazing }
  }

  step "The streak" for 1m {
    say "Days in a row make stars worth more: from the third day on they count"
    say "1.5 times, from the seventh day on twice. See how long yours is."
    goal "streak" in learn.commands else "One command shows it."
    hint "The command is the word for days in a row."
    hint "`streak`"
    solution { streak }
  }

  step "Done" for 2m {
    say "Finished before the time is up? Say so: the minutes that are left are"
    say "yours. Start a timer for the shower, and finish early."
    goal timer.state == completed and timer.activity == "shower" else "The shower timer is not done."
    hint "Waiting until it ends by itself counts, too."
    hint "`timer start shower; timer done`"
    solution { timer start shower; timer done }
  }

  step "The history" for 1m {
    say "Everything you finish is saved. Look at the list."
    goal "history" in learn.commands else "One command lists it."
    hint "The command is in the title of this step."
    hint "`history`"
    solution { history }
  }

  step "Settings" for 1m {
    say "Choose your sounds: the bell, a tick each second, or none."
    say "`settings` lists the rest. Look there, or turn the tick on."
    goal "settings" in learn.commands or "set" in learn.commands else "Look at the settings, or set one."
    hint "`settings` lists what can be set."
    hint "`set tick on`"
    solution { set tick on }
  }

  step "The PIN" for 2m {
    say "With a PIN only grown-ups can give stars. Set one: type four digits, or"
    say "leave them out to be asked. This PIN lasts only for the lesson."
    goal pin.set else "No PIN is set."
    hint "`pin set` asks for it."
    hint "`pin set 2580`"
    solution { pin set 2580 }
  }
}
