#!/usr/bin/env storyline
# Your own decks: a file, a folder, a moment of your photos, and the classic four.

story play deck "Examples/deck.json"
expect story.count == 4
expect story.author == "ana"

# Its third picture is missing: that story fails, and you skip it.
wait 8s
expect story.state == failed
next
expect story.author == "ben"

# A moment of a photo library plays like any deck.
let moments = cluster Examples/Photos smart
story play $moments[0] for 5s
expect story.count == $moments[0].photos
wait 12s
expect story.place == 3

story play deck Examples/Photos for 2s
expect story.count == photos.count
story play deck classic
expect story.count == 4
expect error { story play deck Examples/people.csv }
