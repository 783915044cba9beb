pr'						-													fib	gretwj
2]