# A small program of `when`, `after` and `wait until`.

# The counter of the learner's program.
let seen = 0

lesson "A small program" for 22m {
  step "Later, once" for 2m {
    story play 4 for 5m
    say "A block can run later. Have the program tap to the next story in"
    say 'two seconds, by itself: `after 2s { … }`, with a tap in the braces.'
    goal story.number == 5 and "tap" in learn.commands and "after" in learn.words else "No tap of an `after` has led to story 5 yet."
    hint "A tap on the right goes forward: put `tap right` in the braces."
    hint '`after 2s { tap right }`, then wait for it.'
    solution { after 2s { tap right }; wait 2s }
    because "`after` schedules its block and returns at once; the block runs once."
    note "While they wait: `waiting` lists what is scheduled."
  }

  step "Predict: two blocks" for 3m {
    story play 4 for 15s
    say "Story 4 is playing."
    say 'Suppose you run `after 2s { tap right }; after 1s { tap right }`.'
    say "Which story is playing three seconds later? Type its number."
    predict story.number after {
      after 2s { tap right }
      after 1s { tap right }
      wait 3s
    } else "Both blocks run, each once."
    hint "The order does not matter: each block taps once."
    hint "From 4, two taps to the right."
    because "Each block is scheduled by itself; none replaces another."
    note "An answer of 5 assumes that one block replaces the other."
  }

  step "Whenever" for 4m {
    cancel all
    seen = 0
    story play 4 for 5m
    say "A handler runs each time something happens. Count the stories that"
    say 'start: `when story.started { seen = $seen + 1 }`. Then tap twice.'
    goal $seen == 2 and "when" in learn.words else "Your handler must count exactly two stories."
    hint "First the handler, then two taps."
    hint '`when story.started { seen = $seen + 1 }; tap right; tap right`'
    solution { when story.started { seen = $seen + 1 }; tap right; tap right; wait 1ms }
    because "The handler runs at each start, whatever started the story."
    note "`events` shows what a handler can hear; `help story.started` its fields."
  }

  step "Predict: what comes first?" for 3m {
    cancel all
    seen = 0
    story play 4 for 15s
    say 'First: `when story.started { seen = $story }`, which stores the number'
    say 'of each story that starts. Then: `wait until story.number == 6`.'
    say "What is in `seen` as soon as the wait is over? Type the number."
    predict $seen after {
      when story.started { seen = $story }
      wait until story.number == 6
    } else "Handlers run before a waiting line continues."
    hint "At one instant: first events, then handlers, then waiting lines."
    hint "The handler has already seen the start of story 6."
    because "At one instant events come first, then handlers, then waiting lines."
    note "An answer of 5 lets the line continue before its handlers."
  }

  step "Predict: waiting for a fixed time" for 3m {
    cancel all
    story play 4 for 15s
    wait 3s
    hold
    after 20s { release }
    say "Story 4 is held at 3 s and will be released in 20 s. A program waits"
    say "12 s, because 15 - 3 = 12. Which story is on the screen then?"
    predict story.number after { wait 12s } else "Is the finger up after 12 s?"
    hint "After 12 s the story is still held."
    hint "A held story does not move: type the number of the story that is held."
    because "A length of time guesses what happens meanwhile."
    note "A wrong idea, tried."
  }

  step "Wait for the event" for 2m {
    cancel all
    story play 4 for 15s
    wait 3s
    hold
    say "Story 4 is held at 3 s. Have a block release it in 20 s, and in the"
    say "same line wait for the real goal: until story 5 is on."
    goal happened story.released and story.number == 5 and "after" in learn.words and "until" in learn.words else "Story 5 must be on, after a release and a `wait until`."
    hint '`after 20s { release }`, and then wait for a condition.'
    hint '`after 20s { release }; wait until story.number == 5`'
    solution { after 20s { release }; wait until story.number == 5 }
    because "A condition knows: it is right however long the finger stays down."
    note "Have them try a length other than 20 s: the second half never changes."
  }

  step "Every minute" for 2m {
    cancel all
    seen = 0
    say "Let a block add 1 to `seen` each minute, and let 5 minutes pass."
    goal $seen == 5 and clock.step >= 5m and "every" in learn.words else "The block must run exactly five times, once a minute."
    hint '`every 1m { … }` runs the block; `skip` lets the time pass.'
    hint '`every 1m { seen = $seen + 1 }; skip 5m`'
    solution { every 1m { seen = $seen + 1 }; skip 5m }
    because "`every` repeats until `cancel`: a real program gives the block a name."
    note "Ask what `skip 1h` would do to `seen`."
  }

  step "Together" for 3m {
    cancel all
    seen = 0
    story play 4 for 5m
    say "Write a program of three lines: when a story is held, set `seen` to 1;"
    say "after 4 s hold the story; and in the last line wait until it is held."
    goal $seen == 1 and story.state == pausedByHold and "when" in learn.words and "after" in learn.words and "until" in learn.words else "Use all three: a handler, an `after` block and a `wait until`."
    hint "The event is `story.held`; `after 4s` delays the other block."
    hint '`when story.held { seen = 1 }`, `after 4s { hold }`, then'
    hint "`wait until story.state == pausedByHold`."
    solution { when story.held { seen = 1 }; after 4s { hold }; wait until story.state == pausedByHold; wait 1ms }
    because "Three parts that know nothing of each other work on one clock."
    note "Have them save it: `learn export to \"mine.story\"`."
  }
}
