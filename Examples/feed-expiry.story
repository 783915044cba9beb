#!/usr/bin/env storyline
# Ages, and the end of a story: 24 hours after it was posted it leaves the feed.

expect (story show 1).age == "12 m"
expect (story show 10).age == "21 h"
expect (story show 10).left == 3h

wait 3h
expect (story show 10).left == none
expect (stories page 1 | count) == 18

# A list without a page fills up with what follows.
expect (stories | count) == 20

# After a day nothing is left: users have no stories, but a round of the feed still opens by its number.
wait 1d
expect (stories | count) == 0
expect error { story play @ana }
story play 4
expect story.author == "ana"
