import Testing

@testable import StoryScript

/// What people guess who know other languages: each message leads to the line that works.
@Suite struct ForeignTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      print 2 ** 3
      -- 1:9 «**» there is no operator '**' here | a power is (power 2 10)

      let x = [1]
      let n = 1 + length $x
      -- 2:20 «$x» 'length' is a function: here its call needs parentheses | (length …)

      let x = [1]
      while 0 < length $x - 1 { beep }
      -- 2:21 «-» 'length' takes single values, so '-' cannot stand here | of the result of the call: (length …) - …; of a value: length (… - …)

      let n = 2.5
      expect $n != 1 + floor $n
      -- 2:24 «$n» 'floor' is a function: here its call needs parentheses | (floor …)

      let x = length == 3
      -- 1:9 «length» 'length' is not a value | to run it here, put it in parentheses: (length …)

      def twice n { 2 * $n }
      print 1 + twice 2
      -- 2:17 «2» 'twice' is a definition: here its call needs parentheses | (twice …)

      let x = [1, 1 + length "ab"]
      -- 1:24 «"ab"» 'length' is a function: here its call needs parentheses | (length …)

      let x = "abc"
      if $x contains "a" { }
      -- 2:7 «contains» 'contains' is a function: it stands in front of its values | (contains $x …)

      if "abc" starts "a" { }
      -- 1:10 «starts» 'starts' is a function: it stands in front of its values | (starts "abc" …)

      if "a bc" starts "a" { }
      -- 1:11 «starts» 'starts' is a function: it stands in front of its values | (starts … …)

      print ([{name: "abc"}] | where name contains "a")
      -- 1:37 «contains» 'contains' is a function: it stands in front of its values | (contains name …)

      print ([{text: "abc"}] | where text contains "a")
      -- 1:32 «text contains "a"» 'contains' is a function: it stands in front of its values | (contains $it.text …)

      let x = [1]
      let y = [z for z in $x]
      -- 2:12 «for» ',' or ']' should stand here, not 'for' | a list of what each gives: $list | each { … }

      if [1] | count { print 1 }
      -- 1:8 «|» a block '{ … }' should follow the condition of 'if', not '|' | a pipeline stands in parentheses here: (… | …)

      [{price: 2}] | each { price }
      -- 1:23 «price» there is no command 'price' | did you mean '$it.price'?

      [{n: 2}] | each row { n * 2 }
      -- 1:23 «n» there is no command 'n' | did you mean '$row.n'?

      def show a b = 1 { print $a + $b }; show 3 - 1
      -- 1:44 «-» 'show' takes single values, so '-' cannot stand here | of the result of the call: (show …) - …; of a value: show (… - …)

      let r = {a: [1] | count, b: 2}
      -- 1:17 «|» ',' or '}' should stand here, not '|' | a pipeline stands in parentheses here: (… | …)

      let l = [[1, 2] | sum, 3]
      -- 1:17 «|» ',' or ']' should stand here, not '|' | a pipeline stands in parentheses here: (… | …)

      for x in say 20 | where $it > 1 { }
      -- 1:14 «20» a block '{ … }' should follow the list of 'for', not '20' | a command stands in parentheses here: (say …)

      expect [3, 1] | count == 2
      -- 1:23 «==» the statement should end here, but '==' follows | a pipeline inside of something longer stands in parentheses: (… | …) == …

      let n = [1, 2] | sum + 1
      -- 1:22 «+» a value should stand here, not '+' | a pipeline inside of something longer stands in parentheses: (… | …) + …

      let n = floor 7 mod 2
      -- 1:17 «mod» 'floor' takes single values, so 'mod' cannot stand here | of the result of the call: (floor …) mod …; of a value: floor (… mod …)

      print 7 // 2
      -- 1:9 «//» there is no operator '//' here | a comment begins with #; a division that rounds down is (floor ($a / $b))

      if 1 == 1: print 1
      -- 1:9 «1:» '1:' cannot stand here | a block stands in braces: … { … }

      for i in 1..5 { }
      -- 1:10 «1..5» '1..5' cannot stand here | the numbers from 1 to 5 are (range 1 5)

      print ([1] | where { $it > 1 })
      -- 1:20 «{» a value should stand here, not '{' | no braces: where $it > 1, or where age > 1 for a field

      print ([1] | map { $it })
      -- 1:14 «map» a pipeline step should follow '|', not 'map' | did you mean 'each'?

      print ([1] | filter $it > 1)
      -- 1:14 «filter» a pipeline step should follow '|', not 'filter' | did you mean 'where'?

      let r = {a: 1}
      print $r.b ?? 5
      -- 2:12 «??» there is no operator '??' here | a value for what is missing: (get $record "name" "nobody")

      throw "x"
      -- 1:1 «throw» there is no command 'throw' | did you mean 'fail'?

      print "a", "b"
      -- 1:10 «,» there is no operator ',' here | print writes one value, such as "{$a} {$b}"

      print (max 1, 2)
      -- 1:12 «1,» '1,' cannot stand here | values of a call stand side by side: (max 1 2)

      let a = 1
      print (max $a, 2)
      -- 2:14 «,» there is no operator ',' here | values of a call stand side by side: (max 1 2)

      var x = 5
      -- 1:1 «var» there is no command 'var' | did you mean 'let'?

      import "x"
      -- 1:1 «import» there is no command 'import' | did you mean 'include'?

      let n = 5
      n++
      -- 2:1 «n++» 'n++' cannot stand here | write n += 1

      let n = 5
      n+=1
      -- 2:1 «n+=1» 'n+=1' cannot stand here | write n += 1

      [{a: 1, b: 2}] | select a, b
      -- 1:25 «a,» 'a,' cannot be a name | names stand apart by spaces alone: a …

      def f a, b { print 1 }
      -- 1:7 «a,» 'a,' cannot be a name | names stand apart by spaces alone: a …

      for k, v in [1] { print 1 }
      -- 1:5 «k,» 'k,' cannot be a name | one name stands for an item: for k in …

      let k, v = 1
      -- 1:5 «k,» 'k,' cannot be a name | each name has a line of its own: let a = …

      def f(a, b) { }
      -- 1:6 «(» a block '{ … }' should follow 'def f', not '(' | parameters stand bare: def f a b { … }

      try { } catch (e) { }
      -- 1:15 «(» a name should follow 'catch', not '(' | the name stands bare: catch e { … }

      print null
      -- 1:7 «null» 'null' is not a value | did you mean none?

      let l = [1]
      print $l.length
      -- 2:7 «$l.length» '.length' needs a record, not a list | a function stands in front: (length …)

      print (sum [1])
      -- 1:12 «[» ')' should stand here, not '[' | 'sum' is a step: $list | sum [FIELD]

      print len [1]
      -- 1:11 «[» the statement should end here, but '[' follows | did you mean 'length'?

      print (round 5 -2)
      -- 1:8 «round 5 -2» 'round' needs a whole number from 0 to 15, not -2

      expect (upper "a") == "b"
      -- 1:9 «upper "a") == "b"» expected (upper "a") == "b" | "A" == "b" is false

      if true { } elif false { }
      -- 1:13 «elif» the statement should end here, but 'elif' follows | write else if … { … }

      if true then { }
      -- 1:9 «then» a block '{ … }' should follow the condition of 'if', not 'then' | a block stands in braces: … { … }

      let x = 5 > 3 ? 1 : 2
      -- 1:15 «?» there is no operator '?' here | if … { … } else { … } is a value: let x = if $a > 1 { 2 } else { 3 }

      let s = "a" . "b"
      -- 1:13 «.» there is no operator '.' here | texts are joined with +, or stand in one another: "{$a} {$b}"

      try { } except { }
      -- 1:9 «except» 'catch' should follow the block of 'try', not 'except' | write catch e { … }

      let x == 5
      -- 1:7 «==» '=' should follow 'let x', not '==' | a variable gets its value with one =

      [1] | each { it * 2 }
      -- 1:14 «it» there is no command 'it' | did you mean '$it'?

      wait 1h 30
      -- 1:9 «30» the statement should end here, but '30' follows | wait 1h 30m

      every 10s beep
      -- 1:11 «beep» a block '{ … }' should follow the time of 'every', not 'beep' | every 10s { beep }

      light on for for 5s
      -- 1:14 «for» 'for' needs a duration such as 15s, not 'for' | light on for 5s

      switch 5 { }
      -- 1:1 «switch» there is no command 'switch' | did you mean 'match'?
      """#))
  func isLedOn(_ example: DiagnosticCase) { #expect(example.diagnose().lines == example.expected) }
}
