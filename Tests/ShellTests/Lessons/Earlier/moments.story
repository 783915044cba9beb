# How photos become moments: a percentile, venues, and the flaw of sparse libraries.

# The gaps between the photos of a holiday, and of a library with few photos.
let gaps = [2m, 3m, 40m, 1m, 2m, 3h, 5m, 4m, 9h, 2m]
let sparse = [3d, 20m, 1d, 2d]
# Gaps, each with the distance between the photos.
let walk = [{gap: 10m, km: 3}, {gap: 2m, km: 5}, {gap: 30m, km: 0.2}]

lesson "How photos become moments" for 45m {
  step "Look at the gaps" for 5m {
    say "A moment ends when no photo is taken for a while."
    say "`$gaps` has the gaps between eleven photos. Sort them: type"
    say "`$gaps | sort`."
    goal $last == ($gaps | sort) else "Show the whole list, in order."
    hint "A pipe sign comes before each step: |"
    hint "`$gaps | sort`"
    solution { $gaps | sort }
    note "Ask where they would cut. Most hands go up at 40 minutes or 3 hours."
  }

  step "Predict: one hour" for 6m {
    say "The simplest rule: a gap of more than an hour begins a new moment."
    say "How many moments do these eleven photos make? Type the number."
    goal $last == 3 else "Two cuts make three pieces."
    hint "Which gaps are longer than an hour?"
    hint "3 h and 9 h: two cuts."
    solution { 3 }
    note "A prediction. An answer of 2 counts the cuts."
  }

  step "Count the long gaps" for 5m {
    say "Use steps to count the gaps that are longer than an hour."
    goal $last == 2 else "Two of them are longer than an hour."
    hint "`where` keeps the gaps that meet a condition; `$it` is the gap."
    hint "`$gaps | where $it > 1h | count`"
    solution { $gaps | where $it > 1h | count }
    note "The same steps work on every list, such as `photos.clusters`."
  }

  step "Predict: nine of ten" for 8m {
    say "People take photos differently, so the rule depends on the library: at"
    say "least nine of ten gaps lie inside a moment. What is the shortest gap"
    say "that nine of these ten do not exceed? Type it like 5m."
    goal $last == 3h else "It is the ninth of the ten sorted gaps."
    hint "Only one gap may be longer."
    hint "The longest gap is 9 h. Which one comes before it?"
    solution { 3h }
    note "A prediction. It is called the 90th percentile."
  }

  step "The wrong idea: always nine of ten" for 8m {
    say "`$sparse` has the gaps of a library with five photos in a week."
    say "Of four gaps, nine of ten means all four, so only a gap of more than"
    say "3 days begins a new moment. How many moments does the week have?"
    goal $last == 1 else "Is any gap longer than 3 days?"
    hint "`$sparse | where $it > 3d | count` counts the cuts."
    hint "No cut at all: the whole week is one piece."
    solution { 1 }
    note "A wrong idea, tried: with few photos a percentile says nothing."
  }

  step "A cap" for 6m {
    say "So the threshold is never more than 48 hours. How many moments do the"
    say "photos of `$sparse` make now?"
    goal $last == 2 else "Which gaps are longer than 48 hours?"
    hint "`$sparse | where $it > 48h | count` counts the cuts."
    hint "One cut, at 3 days: two pieces."
    solution { 2 }
    note "It is never less than 30 minutes. `help cluster` says how to change it."
  }

  step "Another place" for 7m {
    say "A change of place begins a moment, too: at least 5 minutes and more"
    say "than 1 km after the previous photo. How many gaps of `$walk` qualify?"
    goal $last == 1 else "Both count: the time and the distance."
    hint "`$walk` shows them; in a step, use the fields `gap` and `km`."
    hint "`$walk | where gap >= 5m and km > 1 | count`"
    solution { $walk | where gap >= 5m and km > 1 | count }
    note "With a folder of your own photos: `cluster FOLDER smart` shows the"
    note "threshold it found, and why."
  }
}
