let x = [1]
repeat 60 { x = [$x, $x] }
print $x == $x
