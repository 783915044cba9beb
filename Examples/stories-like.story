#!/usr/bin/env storyline
# Likes. A double tap likes and never removes a like; `like` toggles it.

story play 4
doubletap
doubletap
expect story.liked
like
expect not story.liked
like
unlike
expect not story.liked
like

# The feed shows a heart, and the like belongs to this story alone.
expect (story show 4).liked
expect not (story show 14).liked
expect (stories | where liked | count) == 1

# An expired story can no longer be liked, although the open deck keeps playing.
wait 1d
jump 1
expect error { like }
jump 4
unlike
expect not (story show 4).liked
