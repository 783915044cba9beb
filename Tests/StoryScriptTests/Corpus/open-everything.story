if true { print ( [ { "{ ( [
}
}
)
]
