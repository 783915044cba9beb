# A small program of `when`, `after` and `wait until`.

# What the learner's program counts.
let seen = 0

lesson "A small program" for 50m {
  step "Later, once" for 5m {
    story play 4 for 15s
    say "A block can run later. Let the story be tapped to the next one in"
    say 'two seconds, by itself: `after 2s { … }`, with a tap in the braces.'
    goal story.number == 5 and "tap" in learn.commands else "Nothing has tapped it yet."
    hint "A tap at the right goes on: `tap right` stands in the braces."
    hint '`after 2s { tap right }`, then wait for it.'
    solution { after 2s { tap right }; wait 2s }
    note "While they wait: `waiting` lists what will happen."
  }

  step "Foretell: two blocks" for 6m {
    story play 4 for 15s
    say 'Somebody runs this: `after 2s { tap right }; after 1s { tap right }`.'
    say "Which story plays three seconds later? Type its number."
    goal $last == 6 else "Both blocks run, each once."
    hint "In which order they run does not matter: each taps once."
    hint "From 4, two taps to the right."
    solution { 6 }
    note "A prediction. Whoever says 5 thinks the second replaces the first."
  }

  step "Whenever" for 7m {
    seen = 0
    story play 4 for 15s
    say "A handler runs each time something happens. Count the stories that"
    say 'start: `when story.started { seen = $seen + 1 }`. Then go on twice.'
    goal $seen == 2 else "The variable counts what your handler has seen."
    hint "First the handler, then two taps."
    hint '`when story.started { seen = $seen + 1 }; tap right; tap right`'
    solution { when story.started { seen = $seen + 1 }; tap right; tap right; wait 1ms }
    note "`events` shows what can be listened to; `help story.started` the fields."
  }

  step "Foretell: who is first?" for 7m {
    cancel all
    seen = 0
    story play 4 for 15s
    when story.started { seen = $story }
    wait until story.number == 6
    say "A handler has kept the number of each story that started, and the"
    say "line waited until story 6. What is in the variable? Type the number."
    goal $last == 6 else "Handlers run before whoever waits goes on."
    hint "At one instant: first events, then handlers, then who waits."
    hint "The handler has already seen the start of story 6."
    solution { 6 }
    note "A prediction about order. `print $seen` proves it."
  }

  step "The wrong idea: waiting a time" for 9m {
    cancel all
    story play 4 for 15s
    wait 3s
    hold
    after 20s { release }
    say "The story is held at 3 s; somebody lets go of it in 20 s. A program"
    say "that waits 12 s, because 15 - 3 = 12, comes too early: try `wait 12s`,"
    say "then look at `story.number`. Then wait for what is meant: story 5."
    goal story.number == 5 else "It is still story 4."
    hint "Wait for the thing itself, not for a time."
    hint "`wait until story.number == 5`"
    solution { wait 12s; wait until story.number == 5 }
    note "A wrong idea tried: a time guesses, a condition knows."
  }

  step "Every minute" for 7m {
    cancel all
    seen = 0
    say "Let a block add 1 to `seen` each minute, and let 5 minutes pass."
    goal $seen == 5 else "It must have run five times, no more and no fewer."
    hint '`every 1m { … }`, and `skip` for the time.'
    hint '`every 1m { seen = $seen + 1 }; skip 5m`'
    solution { every 1m { seen = $seen + 1 }; skip 5m }
    note "In a program somebody has to end it: give it a name, and cancel that."
  }

  step "Together" for 9m {
    cancel all
    seen = 0
    story play 4 for 15s
    say "A program of three lines: when a story is held, `seen` becomes 1;"
    say "in 4 s the story is held; and the last line waits until that."
    goal $seen == 1 and story.state == pausedByHold else "It must be held, and seen to be."
    hint "The event is called `story.held`; the block later is `after 4s`."
    hint '`when story.held { seen = 1 }`, `after 4s { hold }`, then wait.'
    solution { when story.held { seen = 1 }; after 4s { hold }; wait until story.state == pausedByHold; wait 1ms }
    note "Let them save it: `learn export to \"mine.story\"`."
  }
}
