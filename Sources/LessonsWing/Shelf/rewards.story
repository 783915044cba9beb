# Rewards and streaks on a real calendar: why days count, and not hours.

# The stars before a question.
let before = 0

# A reading session that was rated good, whatever was running before.
def read_well {
  try { timer done } catch { }
  timer start reading 1
  timer done
  rate good
}

lesson "Rewards and streaks" for 20m {
  step "Earn some stars" for 3m {
    say "You rate what you finish: 15 stars for amazing, 10 for good."
    say "Start a one-minute timer, finish it early, and rate it."
    goal rewards.stars > 0 else "Finish a timer, then rate it."
    hint "Three commands: `timer start reading 1`, `timer done`, `rate good`."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    because "A session counts once it is finished and rated, and only once."
    note "`stars` shows how many you have and what the next ones are worth."
  }

  step "Take it back" for 2m {
    say "It was not that good after all. Take all the stars back."
    goal rewards.stars == 0 else "There are still stars left."
    hint "You can take back any command, the latest one first."
    hint "`undo`"
    solution { undo }
    because "Nothing is rewritten: the journal records the undo, too."
    note "`redo` would give the stars back."
  }

  step "Predict: the third day" for 3m {
    read_well
    skip 1d
    read_well
    skip 1d
    say "Good was worth 10 stars on Monday and on Tuesday. Today is Wednesday,"
    say "the third day in a row. How many stars will a good session earn?"
    predict rewards.stars - $before after {
      before = rewards.stars
      read_well
    } else "From the third day on, stars count 1.5 times."
    hint "`streak` says how the next session counts."
    hint "Ten stars and half of ten."
    because "From the third day in a row on, stars count 1.5 times."
    note "Collect the answers, then let step 4 decide."
  }

  step "See for yourself" for 2m {
    say "Finish a session, rate it good, and look at what it earned."
    goal (learn.happened | where event == "timer.rated" and rating == "good" and streak >= 3 | count) > 0 else "Rate a session of today, the third day in a row, as good."
    hint "The same three commands as in the first step."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    because "The line shows the calculation: 10 × 1.5."
    note "Ask what changes on the seventh day."
  }

  step "The wrong idea: 24 hours" for 4m {
    read_well
    skip 25h
    say "A program once counted hours: a streak continued if the last session"
    say "was less than 24 hours ago. Now 25 hours have passed, but it is only"
    say "the next day. Finish and rate a session: does the streak continue?"
    goal (learn.happened | where event == "timer.rated" and streak >= 4 | count) > 0 else "A session today makes it four days."
    hint "Do it as before, then `print rewards.streak`."
    hint "`timer start reading 1; timer done; rate good`"
    solution { timer start reading 1; timer done; rate good }
    because "Tuesday at nine and Wednesday at ten are two days in a row."
    note "A wrong idea, tried. And not every day has 24 hours."
  }

  step "Predict: a missed day" for 3m {
    read_well
    skip 2d
    say "You have finished nothing today or yesterday."
    say "How many days is the streak now? Type the number."
    predict rewards.streak else "A streak is a run of days that reaches yesterday or today."
    hint "Yesterday has no session. Does any run of days reach it?"
    hint "`print rewards.streak`"
    because "A run of days that does not reach yesterday is over."
    note "To discuss: is that kind? What would you do?"
  }

  step "Predict: eight days" for 3m {
    skip 3d
    say "From the third day on stars count 1.5 times, from the seventh day on"
    say "twice. A child reads well on eight days in a row, for 10 stars each time"
    say "before the bonus. How many stars is that in total?"
    predict rewards.stars - $before after {
      before = rewards.stars
      repeat 8 { read_well; skip 1d }
    } else "Two days count once, four 1.5 times, and two twice."
    hint "The first two days bring 20, the last two 40."
    hint "20 + 4 * 15 + 40: you can type the calculation."
    because "Two days at 10, four at 15, two at 20: that makes 120."
    note "Any way counts: in the head, as a calculation, or with a loop of days."
  }
}
