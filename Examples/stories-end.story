#!/usr/bin/env storyline
# After a deck's last story: the deck starts again, viewing ends, or the next user follows.

story play @ben for 5s
wait 10s
expect story.place == 1
expect story.author == "ben"

set end dismiss
wait 10s
expect story.state == dismissed

set end next
story play @emil for 5s
wait 5s
expect story.author == "ana"

# After the last user, viewing ends.
story play @ben for 5s
wait until story.state == dismissed
let last = (events | where kind == "story.dismissed" | last)
expect $last.cause == "time"
