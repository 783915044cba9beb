#!/usr/bin/env storyline
# Pictures go through a bounded cache. The next story's is loaded while one plays, so only jumps have to wait.

story play 1 for 5s
wait 12s
expect cache.misses == 1
expect cache.hits == 2
expect cache.preloaded == 3

# A jump goes where nothing was loaded.
jump 8
expect cache.misses == 2

# The one used longest ago goes first when there is no room: by count, or by size.
set cache-count 3
expect cache.count == 3
expect (cache).media[0] == "sourdough-day-three"
set cache-bytes 2_500_000
wait 1m
expect cache.bytes <= 2_500_000
expect cache.evicted > 10

# The feed repeats its pictures: story 1,000,003 shows the one of story 3.
set cache-bytes 32_000_000
set cache-count 24
story play 3
let misses = cache.misses
story play 1000003
expect cache.misses == $misses

cache
