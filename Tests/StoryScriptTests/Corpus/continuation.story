say \
  far
let x = {a: 1
 \
b: \
2}
print $x.b
