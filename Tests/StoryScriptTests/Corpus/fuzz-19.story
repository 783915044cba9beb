e 4)  print ([3]
continue|ever   # => 8
def double x({ return $x *
 2t
|  }firs
def t)