let x = 5
print $x # note
print $x 
