let r = { # atl
a: 1 # e


# two
b: 2 }