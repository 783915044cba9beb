import Testing

@testable import StoryScript

/// Parts change in place, a choice has a value, and a script fails with a message of its own.
@Suite struct PartTests {
  @Test(arguments: [
    #"""
    # fields, items and what is inside them
    let p = {name: "ana", age: 9}
    p.age = 10
    p.city = "Rome"
    print $p                       # => {name: "ana", age: 10, city: "Rome"}
    let grid = [[0, 0], [0, 0]]
    for y in [0, 1] { for x in [0, 1] { grid[$y][$x] = $y * 2 + $x } }
    print $grid                    # => [[0, 1], [2, 3]]
    grid[-1][0] = "low"
    print $grid[1]                 # => ["low", 3]
    let counts = {}
    for w in ["a", "b", "a"] { counts[$w] = (get $counts $w 0) + 1 }
    print $counts                  # => {a: 2, b: 1}
    counts.a += 5
    counts["b"] *= 10
    print $counts                  # => {a: 7, b: 10}
    let n = 10
    n += 1
    n -= 2
    n *= 3
    n /= 9
    print $n                       # => 3
    let t = "a"
    t += "b"
    print $t                       # => ab
    let deep = {list: [{x: 1}]}
    deep.list[0].x = [1]
    deep.list[0].x += [2, 3]
    deep.list[0].x[2] -= 1
    print $deep                    # => {list: [{x: [1, 2, 2]}]}
    """#,
    #"""
    # what others hold stays as it is
    let a = [[1], [2]]
    let b = $a
    let row = $a[0]
    a[0][0] = 9
    print [$a, $b, $row]           # => [[[9], [2]], [[1], [2]], [1]]
    let r = {a: {b: 1}}
    let s = $r.a
    r.a.b = 2
    print [$r, $s]                 # => [{a: {b: 2}}, {b: 1}]
    let self = [1]
    self[0] = $self
    print $self                    # => [[1]]
    def change l { l[0] = 5
      return $l }
    let mine = [1]
    print [(change $mine), $mine]  # => [[5], [1]]
    """#,
    #"""
    # from left to right, and everywhere
    let g = [1, 2]
    def grow { g[0] = $g[0] + 10
      return 5 }
    g[0] += (grow)
    print $g                       # => [6, 2]
    g[(grow) - 5] = $g[0]
    print $g                       # => [16, 2]
    let seen = {}
    every 1s { seen["{clock.now}"] = 1
      g[1] += 1 }
    wait 3s
    print [(length $seen), $g[1]]  # => [3, 5]
    if true { let inner = {a: 1}
      inner.a = 2
      print $inner }               # => {a: 2}
    """#,
    #"""
    # an error leaves all as it was
    let l = [[1], 2]
    try { l[0][5] = 1 } catch e { print $e.message }  # => there is no item [5]: the length is 1
    try { l[1][0] = 1 } catch e { print $e.message }  # => changing a part expects a list or a record, not a number
    try { l["a"] = 1 } catch e { print $e.message }   # => '[…]' expects a whole number, not text
    try { l[0] -= 1 } catch e { print $e.message }    # => '-' expects compatible values, not a list and a number
    let r = {a: {b: 1}}
    try { r.c.d = 1 } catch e { print $e.message }    # => there is no field 'c'
    try { r.c += 1 } catch e { print $e.message }     # => there is no field 'c' to change
    try { r[0] = 1 } catch e { print $e.message }     # => '[…]' expects a field name as text, not a number
    let text = "abc"
    try { text[0] = "x" } catch e { print $e.message } # => changing a part expects a list or a record, not text
    print [$l, $r, $text]          # => [[[1], 2], {a: {b: 1}}, "abc"]
    """#,
    #"""
    # a block is chosen, and its last value is the value
    def grade n { if $n > 90 { "A" } else if $n > 50 { "B" } else { "C" } }
    print [(grade 95), (grade 60), (grade 5)]   # => ["A", "B", "C"]
    let n = 3
    let g = if $n mod 2 == 0 { "even" } else { "odd" }
    print $g                       # => odd
    n = if $n == 3 { let m = $n * 2
      $m + $n } else { 0 }
    print $n                       # => 9
    print if $n == 1 { "one" }     # => none
    print [(if true { 1 } else { 2 }), 3] # => [1, 3]
    print "{if $n > 5 { "big" } else { "small" }}!" # => big!
    let kind = match "jpg" { "png" { 2 } "jpg" "jpeg" { 1 } else { 0 } }
    print $kind                    # => 1
    print match 5 { "5" { "text" } (2 + 3) { "number" } } # => number
    print match none { 1 { 1 } }   # => none
    match $n {
      9 { print "nine" }           # => nine
      else { print "other" }
    }
    print match light.state { on { 1 } off { 2 } } # => 2
    def limit { 5 }
    print match 5 { limit { "the definition's" } }  # => the definition's
    print ([{a: 1, b: 1}] | each { match $it.a { b { "the field's" } else { 0 } } })  # => ["the field's"]
    def double n { $n * 2 }
    print ([1, 2] | each { if $it == 1 { double $it } else { 0 } })  # => [2, 0]
    def last_command { count to 2 }
    print (last_command)           # => [1, 2]
    last_command                   # => [1, 2]
    def through { last_command }
    through                        # => [1, 2]
    def quiet { double 4 }
    quiet
    def seek l { for x in $l { if $x > 1 { return $x } }
      none }
    print (seek [1, 5, 7])         # => 5
    """#,
    #"""
    # an index is a place of its own
    let a = [7, 8, 9]
    print $a[length "ab"]          # => 9
    def place n { $n - 2 }
    print $a[place 2] + 1          # => 8
    a[length "x"] = 1
    a[place 1] += 5
    print $a                       # => [7, 1, 14]
    let stars = {}
    for d in [2026-03-01, 2026-03-02] { stars[format $d "EEE"] = 3 }
    stars[format 2026-03-01 "EEE"] *= 2
    print $stars                   # => {Sun: 6, Mon: 3}
    print [$a[length
      "ab"], $a[0]]                # => [14, 7]
    """#,
    #"""
    # no
    try { fail "no user {1 + 1}" } catch e { print "{$e.message} on line {$e.line}" } # => no user 2 on line 2
    try { try { print 1 / 0 } catch e { fail $e } } catch e { print $e.message }      # => division by zero
    try { fail 5 } catch e { print $e.message }       # => 'fail' expects text, not a number
    let list = []
    expect (length $list) == 0, "not empty: {$list[0]}"
    expect true, "never"
    try { expect (length $list) > 0, "the list is empty" } catch e { print [$e.message, $e.suggestion] } # => ["the list is empty", "0 > 0 is false"]
    try { expect 1 in $list, "where is it?" } catch e { print [$e.message, $e.suggestion] } # => ["where is it?", "expected 1 in $list"]
    if true { expect (max 1 2) == 2, "two" ; print "fine" }  # => fine
    fail "the end"                 # => error 11:1 the end
    """#,
    #"""
    # steps
    print ([1, 2, 3] | reduce 0 { $sum + $it })          # => 6
    print ([1, 2] | reduce [] { append $sum ($it * 10) }) # => [10, 20]
    print ([1, 2, 3] | reduce 1 { if $it == 2 { continue }
      $sum * 10 })                                       # => 100
    print ([] | reduce 5 { $sum + $it })                 # => 5
    print ([1, 5] | any $it > 4)                         # => true
    print ([{n: 1}, {n: 5}] | all n > 4)                 # => false
    print [([] | any $it), ([] | all $it)]               # => [false, true]
    print (["a", "b"] | number)                          # => [{number: 1, item: "a"}, {number: 2, item: "b"}]
    print ("42" | number) + 1                            # => 43
    let people = [{c: "B", age: 1}, {c: "A", age: 1}, {c: "A", age: 2}]
    print ($people | sort by c, age desc | each { "{c}{age}" }) # => ["A2", "A1", "B1"]
    print ($people | sort by age desc, c desc | each { "{c}{age}" }) # => ["A2", "B1", "A1"]
    print ([3, 1] | sort desc)                           # => [3, 1]
    print ([[1, 2], [3]] | each row { $row | each { $it * (length $row) } }) # => [[2, 4], [3]]
    print ([1, 2] | each n { [3, 4] | each m { $n * $m } } | flatten) # => [3, 4, 6, 8]
    print (flatten [[1], 2, [[3]]])                      # => [1, 2, [3]]
    print ([1, 2, 3] | zip ["a", "b"])                   # => [[1, "a"], [2, "b"]]
    """#,
  ])
  func gives(_ script: String) {
    #expect(run(script) == expectations(in: script))
    let source = try! Source(name: "test", text: script)
    let tree = try! Parser.parse(source, TestHost.schema.vocabulary)
    let text = Formatter.format(tree)
    let again = try! Parser.parse(try! Source(name: "test", text: text), TestHost.schema.vocabulary)
    #expect(TreeText.of(again) == TreeText.of(tree), "\(text)")
    #expect(Formatter.format(again) == text)
  }

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      $p.age = 10
      -- 1:1 «$p» '$' is not allowed here: '$p' | write p without the '$'

      $l[0] = 2
      -- 1:1 «$l» '$' is not allowed here: '$l' | write l without the '$'

      p.age = 1
      -- 1:1 «p» there is no variable 'p' to change | create it first: let p = …

      light.count = 1
      -- 1:1 «light.count» state such as 'light.count' is read-only | only commands change it

      let a = [1]
      a[0]
      -- 2:1 «a» there is no command 'a' | did you mean '$a'?

      let l = [1]
      after 1s { l[0] = 2 }
      if true { let m = [1]
      after 1s { m[0] = 2 } }
      -- 4:12 «m» 'm' is a copy inside this block, so changing it here would have no effect outside | declare it at the top level of the script to share it

      def f { g[0] = 1 }
      let g = [1]
      wait until (f) == 1
      -- 3:13 «f» a condition can only read values, but 'f' changes 'g' on line 1 | move it out of 'f' and run it before the condition

      match 5 { }
      match 5 { 1 }
      -- 2:13 «}» expected a block '{ … }' after a value of 'match', found '}'

      let n = 5
      print match $n { 1 { 2 } _ { 3 } }
      -- 2:26 «_» '_' is not a value | for all other values, write else { … }

      def f n { return (match $n { 1 { "one" } default { "many" } }) }
      -- 1:42 «default» 'default' is not a value | for all other values, write else { … }

      match "a" { "b" other { 2 } }
      -- 1:17 «other» 'other' is not a value | for all other values, write else { … }

      match light.state { on { 1 } otherwise { 2 } }
      -- 1:30 «otherwise» 'otherwise' is not a value | for all other values, write else { … }

      match light.state { onn { 1 } else { 2 } }
      -- 1:21 «onn» there is no state 'onn' | did you mean 'on'?

      print ([1] | each { match $it { 1 { 2 } _ { 3 } } })
      -- 1:41 «_» '_' is not a value | for all other values, write else { … }

      match "ana" { ana { 1 } }
      -- 1:15 «ana» 'ana' is not a value | for text, write it in quotes: "ana"; for all other values, write else { … }

      let ana = 1
      match $ana { ana { 1 } }
      -- 2:14 «ana» 'ana' is not a value | for the variable, write $ana; for text, write it in quotes: "ana"; for all other values, write else { … }

      match (light.state) { on { 1 } else { 2 } }
      match light.count { on { 1 } }
      -- 2:21 «on» 'on' is not a value | for text, write it in quotes: "on"; for all other values, write else { … }

      match 1 { else { 1 } 2 { 3 } }
      -- 1:22 «2» expected '}' after the 'else' block of 'match', found '2'

      print ([1] | reduce { 1 })
      -- 1:21 «{» expected a start value after 'reduce'

      print ([1] | reduce 0 { print $it })
      -- 1:23 «{ print $it }» expected a block whose last line is the next value of $sum after 'reduce'

      expect 1,5 == 1.5
      -- 1:8 «1,5» a decimal number needs a decimal point, not a comma | did you mean '1.5'?
      """#))
  func isSaid(_ example: DiagnosticCase) {
    #expect(example.diagnose().lines == example.expected)
  }
}
