#!/usr/bin/env storyline
# Photos become a post, and the pictures of posts become stories.

login bob.test

# The best four photos of a moment, each with its own description; favourites come first.
let moments = cluster Examples/Photos
image $moments[0]
expect images.count == 4 and (images | first).alt == "Bairro Alto from below"
post "Lisbon, at last"
wait 1s

# Their texts play as stories, as those of anybody's post do.
story play deck @1 for 2s
expect story.count == 4 and story.picture == "Bairro Alto from below"
wait 3s
expect story.picture == "Tram 28"

# The latest pictures of a person, newest first.
let shown = media of ana.test | first
story play deck @ana.test
expect story.author == "ana.test" and story.picture == $shown.images[0].alt
