# A small program of `when`, `after` and `wait until`.

# The counter of the learner's program.
let seen = 0

lesson "A small program" for 50m {
  step "Later, once" for 5m {
    story play 4 for 15s
    say "A block can run later. Have the program tap to the next story in"
    say 'two seconds, by itself: `after 2s { … }`, with a tap in the braces.'
    goal story.number == 5 and "tap" in learn.commands else "No tap has led to story 5 yet."
    hint "A tap on the right goes forward: put `tap right` in the braces."
    hint '`after 2s { tap right }`, then wait for it.'
    solution { after 2s { tap right }; wait 2s }
    note "While they wait: `waiting` lists what is scheduled."
  }

  step "Predict: two blocks" for 6m {
    story play 4 for 15s
    say 'Suppose you run `after 2s { tap right }; after 1s { tap right }`.'
    say "Which story is playing three seconds later? Type its number."
    goal $last == 6 else "Both blocks run, each once."
    hint "The order does not matter: each block taps once."
    hint "From 4, two taps to the right."
    solution { 6 }
    note "A prediction. An answer of 5 assumes that one block replaces the other."
  }

  step "Whenever" for 7m {
    seen = 0
    story play 4 for 15s
    say "A handler runs each time something happens. Count the stories that"
    say 'start: `when story.started { seen = $seen + 1 }`. Then tap twice.'
    goal $seen == 2 else "Your handler must count exactly two stories."
    hint "First the handler, then two taps."
    hint '`when story.started { seen = $seen + 1 }; tap right; tap right`'
    solution { when story.started { seen = $seen + 1 }; tap right; tap right; wait 1ms }
    note "`events` shows what a handler can hear; `help story.started` its fields."
  }

  step "Predict: what comes first?" for 7m {
    cancel all
    seen = 0
    story play 4 for 15s
    when story.started { seen = $story }
    wait until story.number == 6
    say "A handler has stored the number of each story that started, and the"
    say "line waited until story 6. What is in `seen`? Type the number."
    goal $last == 6 else "Handlers run before a waiting line continues."
    hint "At one instant: first events, then handlers, then waiting lines."
    hint "The handler has already seen the start of story 6."
    solution { 6 }
    note "A prediction about order. `print $seen` proves it."
  }

  step "The wrong idea: waiting for a fixed time" for 9m {
    cancel all
    story play 4 for 15s
    wait 3s
    hold
    after 20s { release }
    say "The story is held at 3 s and will be released in 20 s. A program"
    say "that waits 12 s, because 15 - 3 = 12, is too early: try `wait 12s`,"
    say "then look at `story.number`. Then wait for the real goal: story 5."
    goal story.number == 5 else "Story 4 is still on the screen."
    hint "Wait for the event itself, not for a length of time."
    hint "`wait until story.number == 5`"
    solution { wait 12s; wait until story.number == 5 }
    note "A wrong idea, tried: a time guesses, a condition knows."
  }

  step "Every minute" for 7m {
    cancel all
    seen = 0
    say "Let a block add 1 to `seen` each minute, and let 5 minutes pass."
    goal $seen == 5 else "The block must run exactly five times."
    hint '`every 1m { … }` runs the block; `skip` lets the time pass.'
    hint '`every 1m { seen = $seen + 1 }; skip 5m`'
    solution { every 1m { seen = $seen + 1 }; skip 5m }
    note "A real program must stop it: give the block a name, and cancel that."
  }

  step "Together" for 9m {
    cancel all
    seen = 0
    story play 4 for 15s
    say "Write a program of three lines: when a story is held, set `seen` to 1;"
    say "after 4 s hold the story; and in the last line wait until it is held."
    goal $seen == 1 and story.state == pausedByHold else "The story must be held, and your handler must have noticed."
    hint "The event is `story.held`; `after 4s` delays the other block."
    hint '`when story.held { seen = 1 }`, `after 4s { hold }`, then wait.'
    solution { when story.held { seen = 1 }; after 4s { hold }; wait until story.state == pausedByHold; wait 1ms }
    note "Have them save it: `learn export to \"mine.story\"`."
  }
}
