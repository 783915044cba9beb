#!/usr/bin/env storyline
# The feed never ends, and nothing of it is made before somebody looks. Rings say what was seen, hearts what was liked.

story play @ana for 5s
wait 6s
like
swipe down
stories of @ana

let ana = (stories of @ana)
expect $ana[0].ring == "partlySeen"
expect ($ana | where liked | count) == 1

# A cursor goes on exactly where a list ended, and only in the list that it came from.
let more = (stories of @ana after ($ana | last).cursor)
expect $more[0].story == ($ana | last).story + 4
expect error { stories after ($ana | last).cursor }

# Story 1,000,000 is as near as story 1.
let far = story show 1000000
expect $far.author == "ana"

# A day after it was posted a story leaves the feed.
let old = (stories | last).left
wait $old
expect (stories | where picture == "lighthouse-in-fog" | count) == 0
expect (stories page 1 | count) == 18
