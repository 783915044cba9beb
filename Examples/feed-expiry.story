#!/usr/bin/env storyline
# Ages and expiry: a story leaves the feed 24 hours after it was posted.

expect (story show 1).age == "12 m"
expect (story show 10).age == "21 h"
expect (story show 10).left == 3h

wait 3h
expect (story show 10).left == none
expect (stories page 1 | count) == 18

# A list without a page is filled up with the stories that follow.
expect (stories | count) == 20

# A round that is opened now leaves out expired stories; an open deck does not change.
story play 4
expect story.count == 9
expect error { story play 10 }

# After a day nothing is left.
wait 1d
expect (stories | count) == 0
expect error { story play @ana }
expect error { story play 4 }
expect story.count == 9
