#!/usr/bin/env storyline
# Opening stories: by number, by user, and what stays as it was while a deck is open.

# A number opens the round of ten that holds it, and begins there.
let opened = story play 14
expect $opened.count == 10
expect $opened.place == 4

# The first 100 ms of a story's own time it is entering.
expect story.state == entering
wait 100ms
expect story.state == playing

# A user opens what that user has shared and what has not expired.
story play @ana
expect story.author == "ana"
expect story.count == 3

# An open deck is frozen: a day later all of it has left the feed, and it still plays.
wait 1d
expect (stories of @ana | count) == 0
expect story.state != dismissed
expect story.count == 3

story stop
expect story.state == idle
