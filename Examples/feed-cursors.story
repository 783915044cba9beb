#!/usr/bin/env storyline
# Cursors: a list continues exactly where it ended, whatever has expired in between.

let first = (stories)
let cursor = ($first | last).cursor
expect $cursor == "all-20"
expect (stories after $cursor)[0].story == 21

# After a day of expired stories nothing is skipped or repeated.
wait 3h
let later = (stories after $cursor)
expect $later[0].story == 21
expect ($later | where story == 30 | count) == 0

# A user's list has its own cursors, which fit no other list.
let ana = (stories of @ana)
expect (stories of @ana after $ana[0].cursor)[0].story == $ana[1].story
try { stories after $ana[0].cursor } catch problem { expect $problem.suggestion == "try: stories of @ana after @ana-4" }
try { stories of @ben after $cursor } catch problem { expect $problem.suggestion == "try: stories after all-20" }
expect error { stories after "yesterday" }
