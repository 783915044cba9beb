#!/usr/bin/env storyline
# Swiping: down ends viewing, left and right go to the next and the previous user.

story play @ana
swipe left
expect story.author == "ben"
swipe right
expect story.author == "ana"
expect story.place == 1

# After the last user a swipe has no effect.
swipe left
swipe left
expect story.author == "ben"
expect (contains (explain) "no user after")

swipe up
expect (contains (explain) "has no effect")

swipe down
expect story.state == dismissed
expect error { swipe left }
