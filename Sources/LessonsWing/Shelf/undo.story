# Undo, rewind and fork: three ways back, and what each of them leaves alone.

lesson "Undo, rewind, fork" for 18m {
  step "A slip of the thumb" for 3m {
    story play 4 for 5m
    wait 3s
    say "Story 4 is playing. Tap right by mistake, and take the tap back."
    goal "tap" in learn.commands and "undo" in learn.commands and story.number == 4 else "Story 4 must play again, after a tap and an `undo`."
    hint "First `tap right`. Which word takes a command back?"
    hint "`tap right; undo`"
    solution { tap right; undo }
    because "`undo` takes back what a command changed, and nothing else."
    note "`undo 2` takes two commands back; `redo` runs them again."
  }

  step "Predict: undo after a while" for 3m {
    story play 4 for 15s
    wait 3s
    say "Story 4 has played for 3 s. Suppose you tap right, watch the next story"
    say "for 5 s, and then undo the tap. At which position does story 4 resume?"
    say "Type a length like 7s."
    predict story.position after { tap right; wait 5s; undo } else "Did story 4 play while another story was on?"
    hint "`undo` brings story 4 back as it was at the tap."
    hint "It had played for three seconds at the tap."
    because "The story is as it was at the tap, but the clock has moved on."
    note "An answer of 8s expects that time went on for story 4 as well."
  }

  step "Turn the clock back" for 3m {
    story play 4 for 5m
    wait 10s
    say "Now the same with the clock: wait 2 s, tap right, and wait another 5 s."
    say "Then go back in time far enough that the tap never happened."
    goal "tap" in learn.commands and "rewind" in learn.commands and story.number == 4 else "The tap must be undone by time: `rewind` goes back."
    hint "`rewind` expects how far to go back: more than 5 s."
    hint "`wait 2s; tap right; wait 5s; rewind 6s`"
    solution { wait 2s; tap right; wait 5s; rewind 6s }
    because "After a rewind, nothing of that time has happened, for anything."
    note "Only practice has this: nobody can turn a real clock back."
  }

  step "Predict: ten forward, four back" for 3m {
    story play 4 for 15s
    say "Story 4 has just begun. Suppose it plays for 10 s, and you `rewind 4s`."
    say "At which position is it? Type a length like 7s."
    predict story.position after { wait 10s; rewind 4s } else "Story and clock go back together."
    hint "Ten seconds forward, and then four back."
    hint "10 - 4, with the unit."
    because "A rewind restores the clock and the world of that instant."
    note "Compare with the second step: `undo` leaves the clock alone."
  }

  step "What if?" for 3m {
    story play 4 for 5m
    say "A fork is for questions: what would happen if? Begin a fork, tap right"
    say "in it, and drop the fork, so that story 4 plays as before."
    goal "fork" in learn.commands and "tap" in learn.commands and "fork drop" in learn.commands and story.number == 4 else "Three commands: a fork, a tap in it, and the end of the fork."
    hint "`help fork` shows how a trial ends."
    hint "`fork; tap right; fork drop`"
    solution { fork; tap right; fork drop }
    because "A dropped fork leaves no trace: neither in the world nor on the clock."
    note "`learn play` and `learn done` are a fork, too."
  }

  step "Predict: a fork that is kept" for 3m {
    story play 4 for 15s
    say "Suppose you fork, tap right twice, and then `fork keep`."
    say "Which story is on the screen? Type its number."
    predict story.number after { fork; tap right; tap right; fork keep } else "A kept fork replaces what was before it."
    hint "`fork keep` ends the trial and keeps its result."
    hint "From 4, two taps to the right."
    because "Undo is for a slip, rewind for time, and a fork for a question."
    note "To discuss: which of the three would you want in a real app?"
  }
}
