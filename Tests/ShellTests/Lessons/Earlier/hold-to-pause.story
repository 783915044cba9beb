# Why "hold anywhere to pause" was built five times, and what the fifth got right.
# Learners start it with `learn hold-to-pause`; nothing runs by itself.

lesson "Hold to pause" for 45m {
  step "Hold it" for 4m {
    story play 4 for 15s
    say "Story 4 plays for 15 seconds; then the next story begins."
    say "A finger on the screen should stop it and lose nothing. Hold the story."
    goal story.state == pausedByHold else "The story is not held: a hold needs a finger that stays down."
    hint "`help gestures` lists what a finger can do."
    hint "`hold` alone puts the finger down and leaves it there."
    solution { hold }
    note "Have them run `view` before and after: does the bar move?"
  }

  step "Predict: where will it resume?" for 5m {
    story play 4 for 15s
    wait 3s
    hold
    wait 20s
    say "The story was held after it had played for 3 s. That was 20 s ago."
    say "Where will it resume when the finger goes up? Type a length like 7s."
    goal $last == 3s else "Holding must cost the viewer nothing."
    hint "Does the story's time pass while the finger is down? Ask `explain`."
    hint "`print story.position` shows the position of the held story."
    solution { 3s }
    note "A prediction: collect all answers first. 23s means that they count the"
    note "time on the clock; 0s means that they expect to lose something."
  }

  step "Let go" for 3m {
    story play 4 for 15s
    wait 3s
    hold
    wait 20s
    say "Now let go and see whether you were right."
    goal story.state == playing and story.number == 4 else "The finger is still down."
    hint "A command lifts the finger, too: what is the opposite of `hold`?"
    hint "`release` lets go."
    solution { release }
    note "The line says where it resumes. The story has nothing to remember: its"
    note "position moves only while it plays."
  }

  step "A resting thumb" for 5m {
    story play 4 for 15s
    hold
    say "The story is held. A thumb touches the right edge: type `tap right`."
    say "Then find the command that explains what happened, and run it."
    goal "tap" in learn.commands and "explain" in learn.commands else "Two commands: first the tap, then the question."
    hint "First `tap right`. Is it still story 4?"
    hint "`explain` says what the last command did, and why."
    solution { tap right; explain }
    note "A held story ignores taps: the state decides, not the gesture."
    note "`story machine hold` shows the same as a table."
  }

  step "The first design: a toggle" for 7m {
    set gestures toggle
    story play 4 for 15s
    wait 1s
    say "The app's authors tried other gestures first. This is one of them:"
    say "a long press pauses, and the next long press resumes. Try `hold 2s`."
    say "Then make the story play again, with this design."
    goal (learn.commands | where $it == "hold" | count) > 1 and story.state == playing else "Make the story play again, with the toggle."
    hint "After `hold 2s` the finger is up. Look: `print story.state`."
    hint "With this design only a second long press resumes: `hold 1s`."
    solution { hold 2s; hold 1s }
    note "A wrong idea, tried. Ask what a hand expects when it leaves the glass."
    note "The flaw: lifting the finger means nothing."
  }

  step "Predict: the long press" for 6m {
    set gestures longpress
    story play 4 for 15s
    wait 1s
    say "Another design: a long press reports its beginning after 350 ms, and"
    say "was meant to report its end. A viewer holds for 2 s, then lets go."
    say "Which story is on the screen 10 s later? Type its number."
    goal $last == 4 else "Try it: `learn play`, `hold 2s`, `wait 10s`, then `learn done`."
    hint "Does anything tell the story that the finger went up?"
    hint "It stays paused, so it is still the story that was held. Which one?"
    solution { 4 }
    note "A prediction. With a sound design story 4 would have resumed and ended"
    note "after 15 s of its own time; here it is stuck. Try it afterwards."
  }

  step "The fifth design" for 6m {
    set gestures hold
    story play 4 for 15s
    say "The last design is the simplest: finger down pauses, finger up resumes,"
    say "and the state of the story decides what a tap does."
    say "In one line, hold for two seconds, then let the story play to story 5."
    goal story.number == 5 and "hold" in learn.commands else "Hold the story once, then reach story 5."
    hint "`hold 2s` puts the finger down and lifts it two seconds later."
    hint "`hold 2s; wait until story.number == 5` needs no mental arithmetic."
    solution { hold 2s; wait until story.number == 5 }
    note "Ask how long that took: 17 s on the clock, since nothing was lost."
  }

  step "One state beats four gestures" for 9m {
    story play 4 for 15s
    wait 3s
    hold
    say "Finally, bring the story to exactly 5 s and hold it there."
    say "Nothing may be lost on the way; `undo` is allowed."
    goal story.state == pausedByHold and story.position == 5s else "The story must be held, exactly at 5 s."
    hint "The story is held at 3 s. How long must it play before the next hold?"
    hint "`release; wait 2s; hold` in one line: no other time passes in between."
    solution { release; wait 2s; hold }
    note "Exact behaviour can be tested: this is how the program tests itself."
    note "To discuss: which of the five designs needs the fewest words?"
  }
}
