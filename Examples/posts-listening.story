#!/usr/bin/env storyline
# Where one was in a timeline, and what arrives while one does something else.
login bob.test

# The first time the newest posts, from then on what came since: the oldest first, and a mark at the place reached.
timeline new 5
expect (timeline new | count) == 0
wait 3h
let new = timeline new 4
expect $new[0].created < $new[3].created
# What is left comes next, and nothing twice.
let rest = timeline new
expect ($rest | where uri == $new[3].uri | count) == 0
undo
expect (timeline new | each { $it.uri }) == ($rest | each { $it.uri })

# Without a network the last pages are shown, and how old they are.
wait 20m
set network off
set kept-pages always
expect (timeline 5 | count) == 5 and reading.kept < clock.now - 19m
set network on

# What is new arrives by itself: an event for each post, once.
let heard = []
when timeline.arrived {
  heard = $heard + [$uri]
  if (contains $text "#swift") { like $ref }
}
let answers = 0
when notification.arrived { if $kind == "reply" { answers += 1 } }
listen to timeline
listen to notifications every 5m
expect (waiting | where kind == "listen" | count) == 2
post "Who reads this?"
wait 4h
expect ($heard | count) > 5 and ($heard | unique | count) == ($heard | count)
expect $answers > 0 and (likes | where not (contains $it.text "#swift") | count) == 0
listen off
expect (listen | count) == 0
