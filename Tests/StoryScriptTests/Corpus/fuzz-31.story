#io̢ghused dble x {  }
def fib n { if* 0 }
def fib n napf $nnd?