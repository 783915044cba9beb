import Testing

@testable import StoryScript

/// Functions for texts, random numbers and mathematics.
@Suite struct FunctionTests {
  @Test(arguments: [
    #"""
    def area r { return $r * $r }
    print area 3                       # => 9
    expect (area 3) == 9
    print (find "story" "or")          # => 2
    print ["é" in "abc", "é" in "cafe\u(301)", (contains "abc" "é")] # => [false, true, false]
    try { print (number "1e") } catch e { print "no" } # => no
    print [(-5s mod 3s), (5s mod -3s), (-6s mod 3s), (-5 mod 3)] # => [1s, -1s, 0s, 1]
    print [(round 1.5s), (round -1.5s), (round 1499ms), (round -1499ms)] # => [2s, -2s, 1s, -1s]
    # on a half as the digits say that people see, in a text as well
    print [(round 1.005 2), (round -1.005 2), (round 8.575 2), (round 2.5), (round -2.5)] # => [1.01, -1.01, 8.58, 3, -3]
    print [(round 1.00499 2), (round 0.4999999 0), (round 1e300 2), (round 123456.789 15)] # => [1, 0, 1e+300, 123456.789]
    print ((range 1 2000) | where (round ($it / 100 + 0.005) 2) != (number "{($it / 100 + 0.005):2}") | count) # => 0
    if 2.5 <= 2.5 { print "le" }       # => le
    if 2.5 >= 2.5 { print "ge" }       # => ge
    if 2.5 < 2.5 { print "lt" } else { print "not" } # => not
    if 2.5 > 2.5 { print "gt" } else { print "not" } # => not
    let five = 5s
    print [if $five <= 5s { 1 }, if $five >= 5s { 1 }, if $five < 5s { 1 }, if $five > 5s { 1 }] # => [1, 1, none, none]
    print (find "äöü€x" "€")           # => 3
    print (find "story" "x")           # => none
    print (find [5, "a"] "a")          # => 1
    print (find [5] "a")               # => none
    print "[{pad "ab" 4}|{pad 7 -3}|{pad "long" 2}|{pad "é" -3 "."}]" # => [ab  |  7|long|..é]
    print (lines "a\r\nb\n\nc\n")      # => ["a", "b", "", "c"]
    print (lines "")                   # => []
    let price = 2.5
    print "{$price:2} {$price:0} {2.675:2} {-0.001:2} {1e20:1} {12:3}" # => 2.50 3 2.68 0.00 100000000000000000000.0 12.000
    print "{2026-03-01T18:05} {2026-03-01T18:05:30} {2026-03-01T18:00 - 2026-03-01T17:00}" # => 2026-03-01T18:05:00 2026-03-01T18:05:30 1h
    print "{(1 / 3):4} {0.05:1} {123456789012345678:1}" # => 0.3333 0.1 123456789012345678.0
    print "IMG_5.jpg" like "IMG_*.jpg"  # => true
    print ["a.b.c" like "*.c", "abc" like "a?c", "ac" like "a?c", "" like "*", "aXbXc" like "a*b*c*", "é" like "?"] # => [true, true, false, true, true, true]
    print not ("a" like "b") and 1 == 1 # => true
    print (["a.jpg", "b.png"] | where $it like "*.jpg") # => ["a.jpg"]
    """#,
    #"""
    let rows = [{n: "a", age: 9}, {n: "b", age: none}, {n: "c", age: 7}]
    print [($rows | sum age), (min ($rows | each { $it.age })), (max none 3), ([none, 90s] | sum)] # => [16, 7, 3, 1m30s]
    print [([none] | sum), (max [none])] # => [0, none]
    print ($rows | sort by age | each { $it.n })      # => ["c", "a", "b"]
    print ($rows | sort by age desc | each { $it.n }) # => ["a", "c", "b"]
    print ([2, none, 1] | sort desc)                  # => [2, 1, none]
    print [(average [1, 2, 6]), (median [6, 1, 2]), (median [4, 1, 2, 3]), (average [1, none, 2])] # => [3, 2, 2.5, 1.5]
    print [(average [1m, 2m]), (median [1s, 9s, 2s, 3s]), ($rows | each { $it.age } | average)] # => [1m30s, 2.5s, 8]
    try { print (average []) } catch e { print $e.message } # => 'average' expects a list with items, not an empty list
    try { print (median [none]) } catch e { print $e.message } # => 'median' expects a list with items, not an empty list
    try { print (median ["a"]) } catch e { print $e.message } # => 'median' expects a list of numbers or durations, not a list with text
    try { print (average [1, 2s]) } catch e { print $e.message } # => a number and a duration cannot be compared
    try { print (average [1e308, 1e308]) } catch e { print $e.message } # => the result of 'average' is out of range
    print ([true, none, false, true] | sort)          # => [false, true, true, none]
    print ([{n: 1, done: true}, {n: 2, done: false}] | sort by done | each { $it.n }) # => [2, 1]
    print [false < true, true < true, true >= false, (max true false)] # => [true, false, true, true]
    try { print ($rows | max age) } catch e { print $e.message } # => 'max' expects one list or several values, not a list and text
    print ($rows | sort by age, n desc | first).n     # => c
    print ($rows | where age != none and age > 8 | each { $it.n }) # => ["a"]
    try { print ($rows | where age > 8) } catch e { print $e.message } # => none and a number cannot be compared
    try { print ([1, none, "a"] | sort) } catch e { print $e.message } # => a number and text cannot be compared
    try { print ([none, "a"] | sum) } catch e { print $e.message } # => 'sum' expects numbers or durations, not text
    """#,
    #"""
    let one = "\u(e9)"
    let two = "e\u(301)"
    print [(find "caf{$two} x" $one), (find "😀{$one}{$two}" $two), (find "\u(1112)\u(1161)\u(11ab)" "\u(d55c)")] # => [3, 1, 0]
    print (split "a{$two}b{$one}c" $one)               # => ["a", "b", "c"]
    print (split "a{$two}b{$one}c" $two)               # => ["a", "b", "c"]
    print (replace "{$one}-{$two}" $two "e")           # => e-e
    print (replace "😀{$two}{$two}😀" $one "long")     # => 😀longlong😀
    print (match "x{$two}y" "{a}\u(e9){b}")            # => {a: "x", b: "y"}
    print (match "{$two}y{$one}" "\u(e9){b}e\u(301)")  # => {b: "y"}
    print (match $two "\u(e9)")                        # => {}
    print [(contains "😀caf{$two}" $one), (contains "e\u(301)" "e\u(300)"), (contains "caf{$one}" $two)] # => [true, false, true]
    """#,
    #"""
    let line = "10.0.0.1 GET /a b 200"
    print (match $line "{ip} {_} {path} {status}")       # => {ip: "10.0.0.1", path: "/a", status: "b 200"}
    print (match $line '{ip} {verb} {rest}')             # => {ip: "10.0.0.1", verb: "GET", rest: "/a b 200"}
    print (match "a.jpg.jpg" "{name}.jpg")               # => {name: "a.jpg"}
    print (match "x" "y{a}")                             # => none
    print (match "x" "x")                                # => {}
    print (["ana: 9", "ben: 7"] | each { match $it "{name}: {age}" } | each { "{$it.name}{$it.age}" }) # => ["ana9", "ben7"]
    let m = match "a-b" "{x}-{y}"
    print $m.y                                           # => b
    try { print (match "x" "{a}{b}") } catch e { print $e.message } # => 'match' expects text between two names, not '{a}{b}'
    try { print (match "x" '{a') } catch e { print $e.message }     # => 'match' expects a '}' for each '{', not '{a'
    """#,
    #"""
    print [(power 2 10), (power 2 0.5), (power 10 -2), (power -3 3)] # => [1024, 1.4142135623731, 0.01, -27]
    print (power 3 39)                 # => 4052555153018976267
    print [(log 8 2), (log 1000 10), (exp 0), (sin 0), (cos 0)]  # => [3, 3, 1, 0, 1]
    print [(log 1), (log 81 3)]        # => [0, 4]
    print [(chance 100%), (chance 0%)] # => [true, false]
    let hits = ((range 1 1000) | where (chance 10%) | count)
    expect $hits > 50 and $hits < 200
    print (shuffle [1, 2, 3] | sort)   # => [1, 2, 3]
    expect (pick [1, 2]) in [1, 2]
    try { print (pick []) } catch e { print $e.message }     # => 'pick' expects a list with items, not an empty list
    try { print (chance 5) } catch e { print $e.message }    # => 'chance' expects a share from 0% to 100%, not 5
    try { print (power 10 30) } catch e { print $e.message } # => the result of 'power' is out of range
    try { print (log 0) } catch e { print $e.message }       # => 'log' expects a number above 0, not 0
    try { print (1 like "a") } catch e { print $e.message }  # => 'like' expects text on both sides, not a number and text
    """#,
  ])
  func functionResults(_ script: String) { #expect(run(script) == expectations(in: script)) }
}
