#!/usr/bin/env storyline
# What others did is a list like any other: a line for each post that was liked, and answers that can be answered.

login bob.test
post "A question about swifts: where do they sleep?"
wait 3h

# Likes and reposts are grouped by their post; replies, mentions and quotes stand alone.
let liked = notifications likes | first
expect $liked.ref == "@1" and $liked.count > 1
let reply = notifications replies | first
reply $reply "Thank you!"
like $reply

# A group keeps its id while it grows.
wait 3h
expect (notifications likes | where ref == "@1" | first).id == $liked.id

# What is unread comes first, until somebody has seen it.
let unread = notifications | where unread > 0
expect ($unread | count) > 0 and notifications.unread > 0
notifications seen
expect notifications.unread == 0
undo
expect notifications.unread > 0
redo

# Of one kind, of those whom one follows, or whatever a pipeline makes of them.
notifications mentions of people I follow
notifications follows | each { $it.authors } | first
let busiest = notifications likes 500 | sort by count desc | first
expect $busiest.count >= $liked.count
