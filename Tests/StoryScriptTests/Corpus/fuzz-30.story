# de
print     # => 9
def forever  add n { total dd  }
forever            eve  # => erroTTt peT