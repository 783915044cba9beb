#!/usr/bin/env storyline
# Definitions for other scripts, which take them with:  include Examples/helpers.story

# The average of a list of numbers.
def average numbers { return (sum $numbers) / (length $numbers) }

# How many times each text of a list is in it, as a record.
def tally texts {
  let result = {}
  for word in $texts { result = with $result $word ((get $result $word 0) + 1) }
  return $result
}
