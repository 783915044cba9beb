#!/usr/bin/env storyline
# Likes. Two taps like and never take a like back; `like` goes back and forth.

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

# The feed shows a heart, and the like belongs to this very story.
expect (story show 4).liked
expect not (story show 14).liked
expect (stories | where liked | count) == 1

# What has left the feed cannot be liked any more, although the open deck plays on.
wait 1d
jump 1
expect error { like }
jump 4
unlike
expect not (story show 4).liked
