# Why "hold anywhere to pause" was built five times, and what the fifth got right.
# A learner walks through it with `learn hold-to-pause`; nothing runs by itself.

lesson "Hold to pause" for 45m {
  step "Hold it" for 4m {
    story play 4 for 15s
    say "Story 4 plays for 15 seconds, then the next one begins."
    say "A finger on the screen should stop it, and lose nothing. Hold the story."
    goal story.state == pausedByHold else "It is not held: it still plays, or is over."
    hint "`help gestures` lists what a finger can do."
    hint "`hold` alone puts the finger down and leaves it there."
    solution { hold }
    note "Let them look at `view` before and after: does the bar stand still?"
  }

  step "Foretell: where does it go on?" for 5m {
    story play 4 for 15s
    wait 3s
    hold
    wait 20s
    say "The story was held when 3 seconds of it had passed; that was 20 s ago."
    say "Where will it be when the finger goes up? Type a length such as 7s."
    goal $last == 3s else "Whatever the finger does must cost the viewer nothing."
    hint "Is time under the finger time of the story? Ask `explain`."
    hint "`print story.position` shows where it stands while it is held."
    solution { 3s }
    note "A prediction: collect all answers first. Whoever says 23s counts"
    note "a clock, whoever says 0s expects to lose something."
  }

  step "Let go" for 3m {
    story play 4 for 15s
    wait 3s
    hold
    wait 20s
    say "Now let go and see whether you were right."
    goal story.state == playing and story.number == 4 else "The finger is still there."
    hint "The finger goes up by a word, too: what is the opposite of `hold`?"
    hint "`release` lets go."
    solution { release }
    note "The line says where it goes on. Nobody asked the story to remember:"
    note "its position does not move unless it plays."
  }

  step "A resting thumb" for 5m {
    story play 4 for 15s
    hold
    say "The story is held. A thumb touches the right edge: type `tap right`."
    say "Then find the word that says why that did what it did, and run it."
    goal "tap" in learn.commands and "explain" in learn.commands else "Two words: the touch, then the question."
    hint "First `tap right`. Is it still story 4?"
    hint "`explain` says why the last thing did what it did."
    solution { tap right; explain }
    note "While held, taps do nothing: the state decides, not the gesture."
    note "`story machine hold` shows the same as a table."
  }

  step "The first design: a toggle" for 7m {
    set gestures toggle
    story play 4 for 15s
    wait 1s
    say "The app's authors tried other gestures first. This is one of them:"
    say "a long press pauses, the next long press goes on. Try `hold 2s`."
    say "Then make it play again, with this design."
    goal "hold" in learn.commands and story.state == playing else "Play it again, with the toggle."
    hint "After `hold 2s` the finger is up. Look: `print story.state`."
    hint "With this design only a second long press goes on: `hold 1s`."
    solution { hold 2s; hold 1s }
    note "A wrong idea tried. Ask what the hand expects when it leaves the glass."
    note "The fault is that the finger's going up means nothing."
  }

  step "Foretell: the long press" for 6m {
    set gestures longpress
    story play 4 for 15s
    wait 1s
    say "Another design: a long press of 350 ms says when it is pressed,"
    say "and was meant to say when it is not. Somebody holds for 2 s and lets go."
    say "After 10 s more, which story plays, or stands? Type its number."
    goal $last == 4 else "Try it: `learn play`, `hold 2s`, `wait 10s`, then `learn done`."
    hint "Does anybody tell the story that the finger went up?"
    hint "It stays paused, so it is still the one that was held. Which one was it?"
    solution { 4 }
    note "A prediction. With a sound design story 4 would have gone on and ended"
    note "only at 15 s of its own; here it is stuck. Try it afterwards."
  }

  step "The fifth design" for 6m {
    set gestures hold
    story play 4 for 15s
    say "The last design is the plainest: finger down pauses, finger up goes on,"
    say "and the state of the story says what a tap may do."
    say "Hold for two seconds in one line, and let it go on to story 5."
    goal story.number == 5 and "hold" in learn.commands else "It must be held once, and be at story 5."
    hint "`hold 2s` puts the finger down and takes it away two seconds later."
    hint "`hold 2s; wait until story.number == 5` needs no clock in the head."
    solution { hold 2s; wait until story.number == 5 }
    note "Ask how long that took on the clock: 17 s, since nothing was lost."
  }

  step "One state beats four gestures" for 9m {
    story play 4 for 15s
    wait 3s
    hold
    say "Last of all: bring the story to where it is held and exactly 5 s of it"
    say "have passed. Nothing may be lost on the way, and `undo` is allowed."
    goal story.state == pausedByHold and story.position == 5s else "Held, and exactly at 5 s."
    hint "It is held at 3 s. What has to pass before it is held again?"
    hint "`release; wait 2s; hold`: in one line, so that no clock runs in between."
    solution { release; wait 2s; hold }
    note "What is exact can be tested: this is how the program tests itself."
    note "To talk about: which of the five designs needs the fewest words?"
  }
}
