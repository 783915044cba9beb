# How photos become moments: a percentile, venues, and the flaw of sparse libraries.

# The gaps between the photos of a holiday, and of a library with few photos.
let gaps = [2m, 3m, 40m, 1m, 2m, 3h, 5m, 4m, 9h, 2m]
let sparse = [3d, 20m, 1d, 2d]
# Gaps with the way between the photos.
let walk = [{gap: 10m, km: 3}, {gap: 2m, km: 5}, {gap: 30m, km: 0.2}]

lesson "How photos become moments" for 45m {
  step "Look at the gaps" for 5m {
    say "A moment ends where nothing is photographed for a while."
    say "`$gaps` has the gaps between eleven photos. Sort them: type"
    say "`$gaps | sort`."
    goal $last == ($gaps | sort) else "The whole list is asked for, in order."
    hint "A step follows a sign like a pipe: |"
    hint "`$gaps | sort`"
    solution { $gaps | sort }
    note "Ask where they would cut. Most hands go up at 40 minutes or 3 hours."
  }

  step "Foretell: one hour" for 6m {
    say "The simplest rule: a gap of more than an hour begins a new moment."
    say "How many moments are these eleven photos? Type the number."
    goal $last == 3 else "Two cuts make three pieces."
    hint "Which gaps are longer than an hour?"
    hint "3 h and 9 h: two cuts."
    solution { 3 }
    note "A prediction. Whoever says 2 has counted the cuts."
  }

  step "Let it be counted" for 5m {
    say "Count the gaps that are longer than an hour, with steps."
    goal $last == 2 else "Two of them are longer than an hour."
    hint "`where` keeps those for which something holds; `$it` is the gap."
    hint "`$gaps | where $it > 1h | count`"
    solution { $gaps | where $it > 1h | count }
    note "The same steps work on every list, also on `photos.clusters`."
  }

  step "Foretell: nine of ten" for 8m {
    say "People photograph differently, so the rule looks at the library: at"
    say "least nine of ten gaps lie inside a moment. Which is the shortest gap"
    say "that nine of these ten do not exceed? Type it like 5m."
    goal $last == 3h else "Sorted, it is the ninth of ten."
    hint "Only one gap may be longer than it."
    hint "The longest is 9 h; which one comes before that?"
    solution { 3h }
    note "A prediction. It is called the 90th percentile."
  }

  step "The wrong idea: always nine of ten" for 8m {
    say "`$sparse` has the gaps of a library with five photos in a week."
    say "Nine of ten of four gaps are all four, so only more than 3 days would"
    say "begin a new moment. How many moments does that make of the week?"
    goal $last == 1 else "Is any gap longer than 3 days?"
    hint "`$sparse | where $it > 3d | count` counts the cuts."
    hint "No cut at all: the whole week is one piece."
    solution { 1 }
    note "A wrong idea tried: with few photos a percentile says nothing."
  }

  step "A cap" for 6m {
    say "So the threshold is never more than 48 hours. How many moments are"
    say "the photos of `$sparse` now?"
    goal $last == 2 else "Which gaps are longer than 48 hours?"
    hint "`$sparse | where $it > 48h | count` counts the cuts."
    hint "One cut, at 3 days: two pieces."
    solution { 2 }
    note "And never less than 30 minutes. `help cluster` says how to change it."
  }

  step "Another place" for 7m {
    say "Going elsewhere begins a moment, too: where at least 5 minutes have"
    say "passed and the way is longer than 1 km. How many gaps of `$walk` do?"
    goal $last == 1 else "Both must hold: the time and the way."
    hint "`$walk` shows them; in a step, `gap` and `km` are its fields."
    hint "`$walk | where gap >= 5m and km > 1 | count`"
    solution { $walk | where gap >= 5m and km > 1 | count }
    note "With a folder of photos of your own: `cluster FOLDER smart` says the"
    note "threshold it found, and why."
  }
}
