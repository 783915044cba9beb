#!/usr/bin/env storyline
# The feed never ends, and its stories are created only when you look at them.

expect (stories | count) == 20
expect (stories page 2)[0].story == 21

# The same ten stories repeat, each time with new numbers.
let near = story show 3
let far = story show 1000003
expect $far.picture == $near.picture
expect $far.story == 1000003

# Page 50,000 is as fast as page 1.
expect (stories page 50000 | last).story == 1000000
story play 1000000
expect story.place == 10

# Each user's stories have their own list.
let ana = (stories of @ana)
expect ($ana | where author != "ana" | count) == 0
expect ($ana | last).story == 66

try { stories page 1 of @ana } catch problem { expect (contains $problem.message "no pages") }
stories page 2
