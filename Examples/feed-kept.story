#!/usr/bin/env storyline
# Your likes and seen stories are saved. Run it twice:  storyline --state FOLDER Examples/feed-kept.story

if (story show 4).seen {
  print "story 4 was seen in an earlier session"
  expect (story show 4).liked
  expect not (story show 5).liked
} else {
  print "story 4 is new"
}

story play 4 for 5s
wait 6s
expect (story show 5).seen
like
unlike
previous
if not story.liked { like }

# A like that was removed is not saved.
next
like
undo
expect not story.liked
