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

# A round that is opened now leaves out what has expired; what is open stays as it is.
story play 4
expect story.count == 9
expect error { story play 10 }

# After a day nothing is left.
wait 1d
expect (stories | count) == 0
expect error { story play @ana }
expect error { story play 4 }
expect story.count == 9
