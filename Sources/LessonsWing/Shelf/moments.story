# How photos become moments: a percentile, venues, and the flaw of sparse libraries.

# The gaps between the photos of a holiday, and of a library with few photos.
let gaps = [2m, 3m, 40m, 1m, 2m, 3h, 5m, 4m, 9h, 2m]
let sparse = [3d, 20m, 1d, 2d]
# Gaps, each with the distance between the photos.
let walk = [{gap: 10m, km: 3}, {gap: 2m, km: 5}, {gap: 30m, km: 0.2}]

lesson "From photos to moments" for 24m {
  step "Thirty photos" for 2m {
    say "The program carries thirty small photos of three days in Portugal."
    say "Divide them into moments: type `photos example`."
    goal happened photos.clustered else "`photos example` divides them."
    hint "Two words: `photos` and `example`."
    hint "`photos example`"
    solution { photos example }
    because "Each line is a moment: photos that belong together."
    note "Ask what the lines have in common before anybody explains."
  }

  step "Look at one" for 1m {
    photos example
    say "`review` shows the photos one by one. It begins with the moment that is"
    say "most worth a look: moment 4, which has the most photos. See its first."
    goal happened photo.reviewed else "`review` shows it."
    hint "One word."
    hint "`review`"
    solution { review }
    because "A photo that you have seen is reviewed; `review next` goes on."
    note "`watch` shows them in full screen: the arrows go on, f is a favourite."
  }

  step "Look at the gaps" for 2m {
    say "A moment ends when no photo is taken for a while."
    say "`$gaps` has the gaps between eleven photos. The sign | passes them on"
    say "to a pipeline step, such as `sort`. Sort them: type `$gaps | sort`."
    goal $last == ($gaps | sort) else "Show the whole list, in order."
    hint "The sign | comes before each pipeline step."
    hint "`$gaps | sort`"
    solution { $gaps | sort }
    because "Sorted, the long gaps stand out: moments are what lies between them."
    note "Ask where they would cut. Most hands go up at 40 minutes or 3 hours."
  }

  step "Predict: one hour" for 3m {
    say "The simplest rule: a gap of more than an hour begins a new moment."
    say "How many moments do these eleven photos make? Type the number."
    predict ($gaps | where $it > 1h | count) + 1 else "Each cut makes one more piece."
    hint "Which gaps are longer than an hour?"
    hint "3 h and 9 h: two cuts."
    because "Two long gaps are two cuts, and two cuts make three pieces."
    note "An answer of 2 counts the cuts."
  }

  step "Count the long gaps" for 2m {
    say "Now let pipeline steps count the gaps that are longer than an hour:"
    say "`where` keeps the items that meet a condition, `$it` is the item, and"
    say "`count` counts what is left."
    goal $last == ($gaps | where $it > 1h | count) and "where" in learn.words and "count" in learn.words else "Use `$gaps |`, then `where` for the gaps over 1h, and `count`."
    hint "The condition is `$it > 1h`; it comes after `where`."
    hint "`$gaps | where $it > 1h | count`"
    solution { $gaps | where $it > 1h | count }
    because "The same pipeline steps work on every list, also `photos.clusters`."
    note "Ask for the gaps themselves: leave `count` out."
  }

  step "Predict: nine of ten" for 3m {
    say "People take photos differently, so the rule asks the library itself:"
    say "nine of ten gaps lie inside a moment, and only longer ones begin a new"
    say "one. Which is the ninth of the ten sorted gaps? Type it like 5m."
    predict ($gaps | sort)[8] else "Sort the gaps, and count up to the ninth."
    hint "`$gaps | sort` shows them in order."
    hint "The longest gap is 9 h. Which one comes before it?"
    because "It is the 90th percentile: the library itself says what a long gap is."
    note "Ask what changes if the longest gap is a year."
  }

  step "Predict: always nine of ten" for 3m {
    say "`$sparse` has the gaps of a library with five photos in a week."
    say "Of four gaps, nine of ten means all four, so only a gap of more than"
    say "3 days begins a new moment. How many moments does the week have?"
    predict ($sparse | where $it > 3d | count) + 1 else "Is any gap longer than 3 days?"
    hint "`$sparse | where $it > 3d | count` counts the cuts."
    hint "No cut at all: the whole week is one piece."
    because "With few photos a percentile says nothing: the week is one piece."
    note "A wrong idea, tried."
  }

  step "Predict: a cap" for 2m {
    say "So the threshold has a cap of 48 hours: any longer gap begins a new"
    say "moment. A gap of exactly 48 hours, which is 2d, does not. How many"
    say "moments do the photos of `$sparse` make now?"
    predict ($sparse | where $it > 48h | count) + 1 else "Which gaps are longer than 48 hours?"
    hint "`$sparse | where $it > 48h | count` counts the cuts."
    hint "One cut, at 3 days: two pieces."
    because "One gap is longer than the cap, so one cut makes two pieces."
    note "It is never less than 30 minutes. `help cluster` says how to change it."
  }

  step "Another place" for 3m {
    say "A change of place begins a moment, too: at least 5 minutes and more"
    say "than 1 km after the previous photo. How many gaps of `$walk` qualify?"
    goal $last == ($walk | where gap >= 5m and km > 1 | count) and "where" in learn.words else "Let `where` test both, the time and the distance, and `count` the rest."
    hint "`$walk` shows the gaps; `where` can use their fields, `gap` and `km`."
    hint "`$walk | where gap >= 5m and km > 1 | count`"
    solution { $walk | where gap >= 5m and km > 1 | count }
    because "A moment ends with a long gap, or with another place."
    note "With a folder of your own photos: `cluster FOLDER smart` shows the"
    note "threshold it found, and why."
  }

  step "Predict: the thirty photos" for 3m {
    say "Back to the thirty photos. They are from three days in a row, and only"
    say "the nights have gaps of more than 8 hours. How many moments do they"
    say "make if only such a gap begins a new one? Type the number."
    predict (photos example fixed 8h | count) else "How many nights lie between the photos?"
    hint "No gap within a day is longer than 8 hours."
    hint "Two nights: two cuts."
    because "A fixed rule of 8 hours sees days; the library's own gaps see moments."
    note "Then compare: `photos example` alone, and `map`."
  }
}
