print [ # one
1, # two
# three
2 # four
, 3]
