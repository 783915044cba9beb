#!/usr/bin/env storyline
# What one has written and liked, on one's own disk: searched without a network, and written out for other programs.

login bob.test
post "Tram 28 climbs the hill at six"
let evening = timeline 60 | where likes > 30 | first
like $evening
wait 1s

let first = archive
expect $first.posts == 1 and $first.likes == 1

# The next time only what is new comes.
post "The hill again, without a tram"
wait 1s
expect (archive).new == 1

# No network is needed to find it: words in any order, or a "phrase".
set network off
expect (archive search hill | count) == 2
expect (archive search "tram hill" | count) == 2 and (archive search "\"the hill at\"" | count) == 1

# What others have written is found among what was liked, also by who wrote it.
let found = archive search $evening.author liked | first
expect $found.uri == $evening.uri

# What is taken back is gone the next time.
set network on
unlike $found
wait 1s
expect (archive).gone == 1 and archive.likes == 0
