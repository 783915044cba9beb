# Rewards and streaks on a real calendar: why days are counted, and not hours.

# A session of reading that was good, whatever ran before.
def read_well {
  try { timer done } catch { }
  timer start reading 1
  timer done
  rate good
}

lesson "Rewards and streaks" for 45m {
  step "Earn some stars" for 5m {
    say "What is finished is rated: 15 stars for amazing, 10 for good."
    say "Start a timer of a minute, finish it early, and rate it."
    goal rewards.stars > 0 else "A timer must be done, and then rated."
    hint "Three words: `timer start reading 1`, `timer done`, `rate good`."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    note "`stars` says how many there are and how the next ones count."
  }

  step "Take it back" for 5m {
    say "It was not that good after all. Take the stars back: none must be left."
    goal rewards.stars == 0 else "There are stars left."
    hint "Each command can be taken back, the rating first."
    hint "`undo`"
    solution { undo }
    note "Nothing is rewritten: the journal keeps that it was taken back."
  }

  step "Foretell: the third day" for 7m {
    read_well
    skip 1d
    read_well
    skip 1d
    say "Good was worth 10 stars on Monday and on Tuesday. Today is Wednesday,"
    say "the third day in a row. How many stars will a good session bring?"
    goal $last == 15 else "From the third day on, stars are worth half as much again."
    hint "`streak` says how the next session counts."
    hint "Ten stars and half of ten."
    solution { 15 }
    note "A prediction: collect the answers, then let step 4 decide."
  }

  step "See for yourself" for 5m {
    say "Finish a session, rate it good, and look at what it brought."
    goal "rate" in learn.commands and rewards.streak >= 3 else "It must be rated, on the third day in a row."
    hint "The same three words as in the first step."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    note "The line says how it was worked out: 10 × 1.5."
  }

  step "The wrong idea: 24 hours" for 8m {
    read_well
    skip 25h
    say "A program once counted hours: a streak went on if the last session was"
    say "less than 24 hours ago. Now it is 25 hours, but only the next day."
    say "Finish a session and rate it: does the streak go on here?"
    goal "rate" in learn.commands and rewards.streak >= 4 else "A session of today makes it four days."
    hint "Do it as before, then `print rewards.streak`."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    note "A wrong idea tried: Tuesday at nine and Wednesday at ten are two days"
    note "in a row for every child. And the night the clocks change has 23 hours."
  }

  step "Foretell: a day missed" for 7m {
    read_well
    skip 2d
    say "Today and yesterday nobody has finished anything."
    say "How many days is the streak now? Type the number."
    goal $last == 0 else "A streak is days in a row up to yesterday or today."
    hint "Yesterday has no session. Is anything in a row with today?"
    hint "`print rewards.streak`"
    solution { 0 }
    note "A prediction. To talk about: is that kind? What would you do?"
  }

  step "Foretell: eight days" for 8m {
    say "From the third day on stars count 1.5 times, from the seventh"
    say "twice. Somebody reads well on eight days in a row, 10 stars each time"
    say "before that. How many stars are these together?"
    goal $last == 120 else "Two days count once, four 1.5 times, and two twice."
    hint "The first two days bring 20, the last two 40."
    hint "20 + 4 * 15 + 40: the line calculates, too."
    solution { 20 + 4 * 15 + 40 }
    note "Any route counts: in the head, as a calculation, or by a loop of days."
  }
}
