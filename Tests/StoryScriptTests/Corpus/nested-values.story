let x = []
repeat 3000 { x = [{a: $x}] }
print $x
