# Rewards and streaks on a real calendar: why days count, and not hours.

# A reading session that was rated good, whatever was running before.
def read_well {
  try { timer done } catch { }
  timer start reading 1
  timer done
  rate good
}

lesson "Rewards and streaks" for 45m {
  step "Earn some stars" for 5m {
    say "You rate what you finish: 15 stars for amazing, 10 for good."
    say "Start a one-minute timer, finish it early, and rate it."
    goal rewards.stars > 0 else "Finish a timer, then rate it."
    hint "Three commands: `timer start reading 1`, `timer done`, `rate good`."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    note "`stars` shows how many you have and what the next ones are worth."
  }

  step "Take it back" for 5m {
    say "It was not that good after all. Take all the stars back."
    goal rewards.stars == 0 else "There are still stars left."
    hint "You can take back any command, the latest one first."
    hint "`undo`"
    solution { undo }
    note "Nothing is rewritten: the journal records the undo, too."
  }

  step "Predict: the third day" for 7m {
    read_well
    skip 1d
    read_well
    skip 1d
    say "Good was worth 10 stars on Monday and on Tuesday. Today is Wednesday,"
    say "the third day in a row. How many stars will a good session earn?"
    goal $last == 15 else "From the third day on, stars count 1.5 times."
    hint "`streak` says how the next session counts."
    hint "Ten stars and half of ten."
    solution { 15 }
    note "A prediction: collect the answers, then let step 4 decide."
  }

  step "See for yourself" for 5m {
    say "Finish a session, rate it good, and look at what it earned."
    goal "rate" in learn.commands and rewards.streak >= 3 else "Rate a session on the third day in a row."
    hint "The same three commands as in the first step."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    note "The line shows the calculation: 10 × 1.5."
  }

  step "The wrong idea: 24 hours" for 8m {
    read_well
    skip 25h
    say "A program once counted hours: a streak continued if the last session"
    say "was less than 24 hours ago. Now 25 hours have passed, but it is only"
    say "the next day. Finish and rate a session: does the streak continue?"
    goal "rate" in learn.commands and rewards.streak >= 4 else "A session today makes it four days."
    hint "Do it as before, then `print rewards.streak`."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    note "A wrong idea, tried: for every child, Tuesday at nine and Wednesday at"
    note "ten are two days in a row. And not every day has 24 hours."
  }

  step "Predict: a missed day" for 7m {
    read_well
    skip 2d
    say "You have finished nothing today or yesterday."
    say "How many days is the streak now? Type the number."
    goal $last == 0 else "A streak is a run of days that reaches yesterday or today."
    hint "Yesterday has no session. Does any run of days reach it?"
    hint "`print rewards.streak`"
    solution { 0 }
    note "A prediction. To discuss: is that kind? What would you do?"
  }

  step "Predict: eight days" for 8m {
    say "From the third day on stars count 1.5 times, from the seventh day on"
    say "twice. A child reads well on eight days in a row, for 10 stars each time"
    say "before the bonus. How many stars is that in total?"
    goal $last == 120 else "Two days count once, four 1.5 times, and two twice."
    hint "The first two days bring 20, the last two 40."
    hint "20 + 4 * 15 + 40: you can type the calculation."
    solution { 20 + 4 * 15 + 40 }
    note "Any way counts: in the head, as a calculation, or with a loop of days."
  }
}
