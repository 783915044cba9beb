#!/usr/bin/env storyline
# Places are gone to and come back from: five tabs, and on each what one went to from there.

login bob.test
let first = go timeline | first
go post $first
go profile $first
expect navigation.tab == timeline

# Another tab is as it was left, and `go back` leads through both.
go notifications
let mention = notifications mentions | first
go post $mention
go timeline
expect navigation.place != "go timeline"
go back
go back
expect navigation.place == "go timeline"
go back
expect navigation.tab == notifications
go forward
expect navigation.tab == timeline

# Where one is, and the way: each place prints as the command that leads there.
let places = go
expect ($places | where here | first).command == navigation.place
go feeds
go feed hot
go likes
go profile
while navigation.back { go back }
expect navigation.place == "go timeline" and navigation.forward
