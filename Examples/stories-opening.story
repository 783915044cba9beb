#!/usr/bin/env storyline
# Opening stories by number or by user; an open deck does not change.

# A story's number opens the round of ten that contains it, and starts with that story.
let opened = story play 14
expect $opened.count == 10
expect $opened.place == 4

# For the first 100 ms of its time, a story is entering.
expect story.state == entering
wait 100ms
expect story.state == playing

# A user's name opens that user's stories that have not expired.
story play @ana
expect story.author == "ana"
expect story.count == 3

# An open deck is frozen: a day later all of its stories have left the feed, and it still plays.
wait 1d
expect (stories of @ana | count) == 0
expect story.state != dismissed
expect story.count == 3

story stop
expect story.state == idle
