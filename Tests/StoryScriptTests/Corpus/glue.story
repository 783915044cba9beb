let x = [[1]]
print (max 1(2)[3]"a"'b' -$x[0][0])
print -(1)*2
