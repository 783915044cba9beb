#!/usr/bin/env storyline
# Definitions for other scripts, which take them with:  include Examples/helpers.story

# The difference between the largest and the smallest number of a list.
def spread numbers { return (max $numbers) - (min $numbers) }

# How many times each text of a list is in it, as a record.
def tally texts {
  let result = {}
  for word in $texts { result = with $result $word ((get $result $word 0) + 1) }
  return $result
}
