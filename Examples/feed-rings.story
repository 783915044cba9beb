#!/usr/bin/env storyline
# Rings show how many of a user's stories you have seen: none, some or all.

expect (story show 4).ring == "unseen"
story play @ana for 5s
expect (story show 4).ring == "partlySeen"
wait 10s
expect (story show 4).ring == "seen"

# Each round of the feed has its own rings, and so has each user.
expect (story show 14).ring == "unseen"
expect (story show 5).ring == "unseen"

# Grouped by user: whose stories have I seen?
swipe down
let users = (stories page 1 | where seen | group by author)
expect ($users | select key)[0].key == "ana"
expect $users[0].count == 3
stories of @ana
