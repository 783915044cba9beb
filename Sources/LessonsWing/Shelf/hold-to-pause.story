# Why "hold anywhere to pause" was built five times, and what the fifth got right.
# Learners start it with `learn hold-to-pause`; nothing runs by itself.

lesson "Hold to pause" for 25m {
  step "Hold it" for 2m {
    story play 4 for 15s
    say "Story 4 plays for 15 seconds; then the next story begins."
    say "A finger on the screen should stop it and lose nothing. Hold the story."
    goal story.state == pausedByHold else "The story is not held: a hold needs a finger that stays down."
    hint "`help gestures` lists what a finger can do."
    hint "`hold` alone puts the finger down and leaves it there."
    solution { hold }
    because "A held story stands still for as long as the finger is down."
    note "Ask what `pause` does: it needs no finger, and `resume` ends it."
  }

  step "Predict: where will it resume?" for 3m {
    story play 4 for 15s
    wait 3s
    hold
    wait 20s
    say "A new situation: story 4 has played for 3 s of its 15 s, and has then"
    say "been held for 20 s. At which position will it resume when the finger"
    say "goes up? Predict it before you look: type a length like 7s."
    predict story.position after { release } else "Holding must cost the viewer nothing."
    hint "Does the story's time pass while the finger is down?"
    hint "`story.position` shows the position of the held story."
    because "The position moves only while the story plays, so nothing is lost."
    note "Collect all answers first. An answer of 23s counts the time on the"
    note "clock; 0s expects to lose something."
  }

  step "A resting thumb" for 2m {
    story play 4 for 15s
    wait 3s
    hold
    say "The story is held. A thumb touches the right edge: type `tap right`."
    say "Then find the command that explains what happened, and run it."
    goal happened story.ignored and "explain" in learn.commands else "First comes the tap, and then the command that explains it."
    hint "First `tap right`. Is it still story 4?"
    hint "`explain` says what the last command did, and why."
    solution { tap right; explain }
    because "The state decides what a tap does: a held story ignores it."
    note "`story machine hold` shows the same as a table."
  }

  step "The first design: a tap or a press" for 3m {
    set gestures exclusive
    story play 4 for 5m
    wait 1s
    say "The app's authors tried four other designs first. The first one knew"
    say "two gestures: a tap advances, a press of 350 ms pauses. In some steps,"
    say "as in this one, a story lasts 5 min, so that you have time to look."
    say "Hold story 4 for two seconds, `hold 2s`, and watch what happens when"
    say "the finger lifts."
    goal happened story.paused and story.number > 4 and "hold" in learn.commands else "Hold it for longer than 350 ms, and let go."
    hint "`hold 2s` puts the finger down and lifts it two seconds later."
    hint "Type `hold 2s`, then read the lines from top to bottom."
    solution { hold 2s }
    because "The end of every press was also a tap, so letting go skipped the story."
    note "Ask which line is the fault: the pause is right, the tap is not."
  }

  step "Predict: the second design" for 3m {
    set gestures longpress
    story play 4 for 15s
    wait 1s
    say "The second design has no such tap. A viewer holds story 4 for 2 s and"
    say "lets go. Which story is on the screen 30 s later? Type its number."
    predict story.number after { hold 2s; wait 30s } else "Does anything tell the story that the finger went up?"
    hint "A story takes 15 s. What if this one never resumes?"
    hint "Try it: `learn play`, `hold 2s`, `skip 30s`, then `learn done`."
    because "The design reported the press, but never its end: the story is stuck."
    note "With a sound design, story 4 would have ended after 15 s of its own"
    note "time. Whoever answers 5 or 6 expects that."
  }

  step "Rescue the stuck story" for 2m {
    set gestures longpress
    story play 4 for 5m
    wait 1s
    say "See it: hold story 4 for two seconds. Then make it play again, with"
    say "any command that you find."
    goal happened story.paused and "hold" in learn.commands and story.state == playing else "It must be stuck first, and then play again."
    hint "First `hold 2s`. No gesture helps now; look at `help gestures`."
    hint "`hold 2s; resume`"
    solution { hold 2s; resume }
    because "`resume` (p in `watch`) exists only here. The app had no such button:"
    because "a viewer could only leave the story."
    note "Two facts, finger and pause, were stored apart and disagreed."
  }

  step "The third design: press, then tap" for 3m {
    set gestures sequence
    story play 4 for 5m
    wait 1s
    say "The third design pauses only if a tap follows the press. Pause story 4:"
    say "hold it for two seconds, then tap. At which instant does it pause?"
    goal happened story.paused and "hold" in learn.commands and "tap" in learn.commands else "It is not paused: a tap must follow the press."
    hint "After `hold 2s` the design waits for a tap."
    hint "`hold 2s; tap right`"
    solution { hold 2s; tap right }
    because "Only the tap pauses: the story keeps playing under the finger."
    note "Compare the instant of the press with that of the pause."
  }

  step "The fourth design: a toggle" for 3m {
    set gestures toggle
    story play 4 for 5m
    wait 1s
    say "In the fourth design a press pauses, and the next press resumes."
    say "Hold story 4 for two seconds. Then make it play again with the finger"
    say "alone: a viewer has no `resume`."
    goal happened story.resumed and story.state == playing else "It does not play again: with a toggle, only a press resumes."
    goal (learn.commands | where $it == "hold" | count) > 1 and (
      learn.commands |
      where $it in ["hold", "resume"] |
      last
    ) == "hold" else "It plays, but not because of a press: let the finger do it."
    hint "After `hold 2s` the finger is up. Look: `print story.state`."
    hint "`hold 2s`, and then a second long press: `hold 1s`."
    solution { hold 2s; hold 1s }
    because "Lifting the finger meant nothing: whoever let go saw a frozen story."
    note "Ask what a hand expects when it leaves the glass."
  }

  step "The fifth design" for 2m {
    set gestures hold
    story play 4 for 15s
    wait 3s
    hold
    say "The last design is the simplest: finger down holds, finger up resumes."
    say "Story 4 is held at 3 s. Let go, and wait until story 5 is on."
    goal happened story.released and story.number == 5 else "Lift the finger, then wait until story 5 is on."
    hint "`release` lifts the finger; then time must pass."
    hint "`release; wait until story.number == 5` needs no mental arithmetic."
    solution { release; wait until story.number == 5 }
    because "Story 4 still had 12 of its 15 s to play: the hold has cost nothing."
    note "`gestures machine` compares all five designs."
  }

  step "One state beats four gestures" for 2m {
    story play 4 for 15s
    wait 3s
    hold
    say "Finally, bring the story from 3 s to exactly 5 s and hold it there."
    say "Nothing may be lost on the way; `undo` is allowed."
    goal story.state == pausedByHold and story.position == 5s else "The story must be held, exactly at 5 s."
    hint "The story is held at 3 s. How long must it play before the next hold?"
    hint "`release; wait 2s; hold` in one line: no other time passes in between."
    solution { release; wait 2s; hold }
    because "Held or not is one state of the story, so it can be tested exactly."
    note "To discuss: which of the five designs needs the fewest words?"
  }
}
