print "a {"b {1} c
print 'x
