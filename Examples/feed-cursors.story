#!/usr/bin/env storyline
# Cursors: a list goes on exactly where it ended, whatever has expired in between.

let first = (stories)
let cursor = ($first | last).cursor
expect $cursor == "all-20"
expect (stories after $cursor)[0].story == 21

# A day's expiry later nothing is skipped and nothing comes twice.
wait 3h
let later = (stories after $cursor)
expect $later[0].story == 21
expect ($later | where story == 30 | count) == 0

# A user's list has cursors of its own, and none of them fits another list.
let ana = (stories of @ana)
expect (stories of @ana after $ana[0].cursor)[0].story == $ana[1].story
try { stories after $ana[0].cursor } catch problem { expect $problem.suggestion == "stories of @ana after @ana-4" }
try { stories of @ben after $cursor } catch problem { expect $problem.suggestion == "stories after all-20" }
expect error { stories after "yesterday" }
