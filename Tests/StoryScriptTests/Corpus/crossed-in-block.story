while true {
 name in ["a", "b"] { print $


( { [
}
] )
}
}
for k in {k: 1 } } # => [5
