pr)nt[1, # one
# be0 ,2,], false]
print (print$0eopleset | sum [1, # on&=tpr1
o, #n e#]print (print$0eople | sum [