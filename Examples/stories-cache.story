#!/usr/bin/env storyline
# Pictures go through a bounded cache. A deck's opening picture is loaded before the deck opens, and the next story's
# picture while one plays, so only jumps have to wait.

story play 1 for 5s
wait 12s
expect cache.misses == 0
expect cache.hits == 3
expect cache.preloaded == 4
expect story.position == 2s

# After a jump the picture is not loaded yet, so the story waits: 1 s for 10 MB.
jump 8
expect cache.misses == 1
expect story.state == buffering
wait 167ms
expect story.state == entering

# A cached picture costs no time.
previous
expect story.state == buffering
next
expect story.state == entering

# If there is no room, by count or by size, the picture used longest ago is removed first.
set cache-count 3
expect cache.count == 3
expect (cache).media[0] == "last-train-home"
set cache-bytes 2_500_000
wait 1m
expect cache.bytes <= 2_500_000
expect cache.evicted > 10

# The feed repeats its pictures: story 1,000,003 shows the same picture as story 3.
set cache-bytes 32_000_000
set cache-count 24
story play 3
let misses = cache.misses
story play 1000003
expect cache.misses == $misses

cache
