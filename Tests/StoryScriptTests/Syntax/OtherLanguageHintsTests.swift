import Testing

@testable import StoryScript
@testable import StorySyntax

/// Guesses of people who know other languages: each message leads to a line that works.
@Suite struct OtherLanguageHintsTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      print 2 ** 3
      -- 1:9 «**» there is no operator '**' here | for a power: (power 2 10)

      let x = 1
      while 0 < floor $x - 1 { beep }
      -- 2:20 «-» 'floor' expects single values, so '-' is not allowed here | for the result of the call: (floor …) - …; for a value: floor (… - …)

      print upper "a" + "b"
      -- 1:17 «+» 'upper' expects single values, so '+' is not allowed here | for the result of the call: (upper …) + …; for a value: upper (… + …)

      let x = length == 3
      -- 1:9 «length» 'length' is not a value | to run it here, put it in parentheses: (length …); for text, write it in quotes: "length"

      def twice n { 2 * $n }
      print twice 2 + 1
      -- 2:15 «+» 'twice' expects single values, so '+' is not allowed here | for the result of the call: (twice …) + …; for a value: twice (… + …)

      let x = "abc"
      if $x contains "a" { }
      -- 2:7 «contains» 'contains' is a function: it comes before its values | try: (contains $x "a")

      if "abc" starts "a" { }
      -- 1:10 «starts» 'starts' is a function: it comes before its values | try: (starts "abc" "a")

      if "a bc" starts "a" { }
      -- 1:11 «starts» 'starts' is a function: it comes before its values | try: (starts … "a")

      print ([{name: "abc"}] | where name contains "a")
      -- 1:37 «contains» 'contains' is a function: it comes before its values | try: (contains name "a")

      print ([{text: "abc"}] | where text contains "a")
      -- 1:32 «text contains "a"» 'contains' is a function: it comes before its values | try: (contains $it.text …)

      let x = [1]
      let y = [z for z in $x]
      -- 2:12 «for» expected ',' or ']', found 'for' | for a list of the results: $list | each { … }

      if [1] | count { print 1 }
      -- 1:8 «|» expected a block '{ … }' after the condition of 'if', found '|' | put the pipeline in parentheses: (… | …)

      [{at: 2}] | each { at }
      -- 1:23 «}» expected a value, found '}' | for the field of that name, write $it.at

      [{print: 2}] | each row { print; 5 }
      -- 1:32 «;» expected a value, found ';' | for the field of that name, write $row.print

      for [a, b] in [[1, 2]] { print $a }
      -- 1:5 «[» expected a name after 'for', found '[' | use one name; its parts are $pair[0] and $pair[1]: for pair in …

      [{n: 2}] | each row { let a = 1; n }
      -- 1:34 «n» there is no command 'n' | did you mean '$row.n'?

      [{n: 2}] | each { n 5 }
      -- 1:19 «n» there is no command 'n'

      let x: number = 5
      -- 1:5 «x:» the kind of a variable is not declared | try: let x = 5

      let xs = [1, 2]; print $xs[0:1]
      -- 1:28 «0:1» an index is one position, not '0:1' | try: (slice $xs 0 1)

      print 2026-1-5
      -- 1:7 «2026-1-5» the month and the day of a date have two digits each: '2026-1-5' | try: 2026-01-05

      [1] | each $it + 1
      -- 1:12 «$it» 'each' needs a block | try: each { $it + 1 }

      [1] | each { |x| $x }
      -- 1:14 «|» the name of the item comes before the block | try: each x { $x }

      let x = 1; x =+ 1
      -- 1:12 «x» there is no operator '=+' here | try: x += 1

      let xs = []; xs.append(3)
      -- 1:14 «xs.append» '.append' is not a field: a function comes before its values, a step after '|' | try: (append $xs 3)

      let xs = []; xs.push(3)
      -- 1:14 «xs.push» '.push' is not a field: a function comes before its values, a step after '|' | to append, write xs += [3]

      match 5 { 5 => print 1 }
      -- 1:24 «}» '=>' does not belong to a case | put the block in braces: 5 { … }

      try { print 1 }
      -- 1:16 «» expected 'catch' after the block of 'try', found the end of the script | to ignore the error, write: try { … } catch { }

      print "{{x}}"
      -- 1:11 «}» '{{' begins a record in a text | for one value, write {$x}; for a brace, write \{

      let n = 3; for i in range 0 $n - 1 { }
      -- 1:32 «-» 'range' expects single values, so '-' is not allowed here | for the result of the call: (range …) - …; for a value: range (… - …)

      let n = 3; print "%s" % $n
      -- 1:23 «%» there is no operator '%' | put values into text: "{$name}: {$count}"

      print "a" * 3
      -- 1:7 «"a" * 3» '*' expects compatible values, not text and a number | to repeat text: (repeated $text 3)

      let x = [1]; x.where
      -- 1:14 «x.where» there is no command 'x.where' | did you mean '$x | where …'?

      let x = {a: 1}; x.a
      -- 1:17 «x.a» there is no command 'x.a' | did you mean '$x.a'?

      let r = {a: 1}; delete r.a
      -- 1:24 «r.a» a variable is read with '$' | try: delete $r.a

      def show a b = 1 { print $a + $b }; show 3 - 1
      -- 1:44 «-» 'show' expects single values, so '-' is not allowed here | for the result of the call: (show …) - …; for a value: show (… - …)

      expect say 20 == 1
      -- 1:12 «20» expected the end of the statement, found '20' | put the command in parentheses: (say …)

      expect [3, 1] | count == 2
      -- 1:23 «==» expected the end of the statement, found '==' | in a longer expression, put the pipeline in parentheses: (… | …) == …

      let n = [1, 2] | sum + 1
      -- 1:22 «+» expected a value, found '+' | in a longer expression, put the pipeline in parentheses: (… | …) + …

      let n = [1, 2] | where > 1
      -- 1:24 «>» expected a value, found '>' | try: let n = [1, 2] | where $it > 1

      let n = floor 7 mod 2
      -- 1:17 «mod» 'floor' expects single values, so 'mod' is not allowed here | for the result of the call: (floor …) mod …; for a value: floor (… mod …)

      print 7 // 2
      -- 1:9 «//» there is no operator '//' here | a comment begins with #; to divide and round down: (floor ($a / $b))

      if 1 == 1: print 1
      -- 1:9 «1:» unexpected '1:' | put the block in braces: … { … }

      match 3 { 1..5 { beep } else { beep } }
      -- 1:11 «1..5» unexpected '1..5' | separate the values of a case with spaces: 1 2 3 4 5 { … }

      match 3 {
        1 { beep }
        10..99 { beep }
      }
      -- 3:3 «10..99» unexpected '10..99' | a case is a list of values; for a range, try: if $x >= 10 and $x <= 99 { … }

      for i in 1..5 { }
      -- 1:10 «1..5» unexpected '1..5' | for the numbers from 1 to 5: (range 1 5)

      1..3
      -- 1:1 «1..3» unexpected '1..3' | for the numbers from 1 to 3: (range 1 3)

      for i in range(0, 3) { print $i }
      -- 1:15 «(» values follow 'range', separated by spaces | a range includes its last number: (range 0 2) ends with 2, (range 0 3) with 3

      for i in range(3) { print $i }
      -- 1:15 «(» values follow 'range', separated by spaces | for the numbers from 0 to 2: (range 0 2)

      for i in 0..<10 { print $i }
      -- 1:10 «0..<10» unexpected '0..<10' | for the numbers from 0 to 9: (range 0 9)

      print -2 .. 9
      -- 1:10 «..» there is no operator '..' here | for the numbers from -2 to 9: (range -2 9)

      print (2...x)
      -- 1:8 «2...x» unexpected '2...x' | for the numbers from 1 to 5: (range 1 5)

      print ([1] | where { $it > 1 })
      -- 1:20 «{» expected a value, found '{' | leave out the braces: where $it > 1, or where age > 1 for a field

      print ([1] | map { $it })
      -- 1:14 «map» expected a pipeline step after '|', found 'map' | did you mean 'each'?

      print ([1] | filter $it > 1)
      -- 1:14 «filter» expected a pipeline step after '|', found 'filter' | did you mean 'where'?

      let r = {a: 1}
      print $r.b ?? 5
      -- 2:12 «??» there is no operator '??' here | for a default value: (get $record "name" "nobody")

      throw "x"
      -- 1:1 «throw» there is no command 'throw' | did you mean 'fail'?

      print "a", "b"
      -- 1:10 «,» there is no operator ',' here | print expects one value: print "a b"

      print (max 1, 2)
      -- 1:12 «1,» unexpected '1,' | separate the values of a call with spaces: (max 1 2)

      let a = 1
      print (max $a, 2)
      -- 2:14 «,» there is no operator ',' here | separate the values of a call with spaces: (max 1 2)

      var x = 5
      -- 1:1 «var» there is no command 'var' | did you mean 'let'?

      import "x"
      -- 1:1 «import» there is no command 'import' | did you mean 'include'?

      let n = 5
      n++
      -- 2:1 «n++» unexpected 'n++' | try: n += 1

      let n = 5
      n+=1
      -- 2:1 «n+=1» unexpected 'n+=1' | try: n += 1

      [{a: 1, b: 2}] | select a, b
      -- 1:25 «a,» 'a,' is not a valid name | separate names with spaces: a …

      def f a, b { print 1 }
      -- 1:7 «a,» 'a,' is not a valid name | separate names with spaces: a …

      for k, v in [1] { print 1 }
      -- 1:5 «k,» 'k,' is not a valid name | use one name for the item: for k in …

      let k, v = 1
      -- 1:5 «k,» 'k,' is not a valid name | use one line for each name: let a = …

      def f(a, b) { }
      -- 1:6 «(» expected a block '{ … }' after 'def f', found '(' | write parameters without parentheses: def f a b { … }

      try { } catch (e) { }
      -- 1:15 «(» expected a name after 'catch', found '(' | write the name without parentheses: catch e { … }

      print null
      -- 1:7 «null» 'null' is not a value | did you mean 'none'?

      let l = [1]
      print $l.length
      -- 2:7 «$l.length» a list has no field 'length' | a function comes before its value: (length …)

      print (group [1])
      -- 1:14 «[» expected ')', found '[' | 'group' is a step: $list | group by FIELD

      print sum [1] [2]
      -- 1:7 «sum [1] [2]» the function 'sum' accepts only a list; for more values, use the step | try: ([1] | sum [2])

      print 5 > first
      -- 1:11 «first» 'first' is not a value | to run it here, put it in parentheses: (first …); for text, write it in quotes: "first"

      print len [1]
      -- 1:11 «[» expected the end of the statement, found '[' | did you mean 'length'?

      print (round 5 -2)
      -- 1:8 «round 5 -2» 'round' expects a whole number from 0 to 15, not -2

      expect (upper "a") == "b"
      -- 1:9 «upper "a") == "b"» expected (upper "a") == "b" | "A" == "b" is false

      if true { } elif false { }
      -- 1:13 «elif» expected the end of the statement, found 'elif' | try: else if … { … }

      if true then { }
      -- 1:9 «then» expected a block '{ … }' after the condition of 'if', found 'then' | put the block in braces: … { … }

      let x = 5 > 3 ? 1 : 2
      -- 1:15 «?» there is no operator '?' here | use if as a value: let x = if $a > 1 { 2 } else { 3 }

      let s = "a" . "b"
      -- 1:13 «.» there is no operator '.' here | join text with +, or put values into text: "{$a} {$b}"

      try { } except { }
      -- 1:9 «except» expected 'catch' after the block of 'try', found 'except' | try: catch e { … }

      let x == 5
      -- 1:7 «==» expected '=' after 'let x', found '==' | to assign a value, write =

      [1] | each { it * 2 }
      -- 1:14 «it» there is no command 'it' | did you mean '$it'?

      wait 1h 30
      -- 1:9 «30» expected the end of the statement, found '30' | try: wait 1h 30m

      every 10s beep
      -- 1:11 «beep» expected a block '{ … }' after the time of 'every', found 'beep' | try: every 10s { beep }

      light on for for 5s
      -- 1:14 «for» 'for' expects a duration such as 15s, not 'for' | try: light on for 5s

      switch 5 { }
      -- 1:1 «switch» there is no command 'switch' | did you mean 'match'?
      """#))
  func wordsOfOtherLanguagesGetHints(_ example: DiagnosticCase) {
    #expect(example.diagnose().lines == example.expected)
  }

  /// A foreign line at the end of a script, the advice it receives, and the suggested line, which must run in its
  /// place.
  @Test(arguments: [
    ("if true || false { beep }", "try: ", "if true or false { beep }"),
    ("print 2**3", "for a power: ", "(power 2 3)"), ("print 2^3", "for a power: ", "(power 2 3)"),
    (" -- note", "a comment begins with # and a space: ", "# note"),
    ("// note", "a comment begins with # and a space: ", "# note"),
    ("/* a note */", "a comment begins with # and a space: ", "# a note"),
    ("x := 5", "try: ", "let x = 5"), ("let x := 5", "try: ", "let x = 5"), ("int x = 5", "try: ", "let x = 5"),
    ("x: 5", "try: ", "let x = 5"), ("let x: 5", "try: ", "let x = 5"),
    ("def f: return 1", "put the block in braces: ", "def f { return 1 }"),
    ("while true: break", "put the block in braces: ", "while true { break }"),
    ("if light.state == on: beep", "put the block in braces: ", "if light.state == on { beep }"),
    ("for i in 1 to 3 { beep }", "try: ", "for i in (range 1 3) { beep }"),
    ("if true and then true { beep }", "leave out 'then': ", "if true and true { beep }"),
    ("print \"a\" \"b\"", "print expects one value: ", "print \"a b\""),
    ("let a = 1\nprint \"n\" $a", "print expects one value: ", "print \"n {$a}\""),
    ("let a = 1\nprint $a, 2", "print expects one value: ", "print \"{$a} 2\""),
    ("print light.state, 5s", "print expects one value: ", "print \"{light.state} 5s\""),
    ("let l = [1]\nprint (sort $l desc)", "try: ", "($l | sort desc)"),
    ("[{a: 1, b: 2}] | sort by a desc b", "separate the keys with commas: ", "[{a: 1, b: 2}] | sort by a desc, b"),
    ("let x = [1]\nprint length(x)", "try: ", "(length $x)"), ("let n = min(1, 2)", "try: ", "(min 1 2)"),
    ("print \"a\".upper()", "try: ", "(upper \"a\")"),
    ("let x = \"a,b\"\nprint $x.split(\",\")", "try: ", "(split $x \",\")"),
    ("let x = \"a\"\nif $x.startsWith(\"a\") { beep }", "try: ", "(starts $x \"a\")"),
    ("let l = [1]\n$l.push(2)", "to append, write ", "l += [2]"),
    ("let l = [1]\nprint $l.size()", "try: ", "(length $l)"), ("let l = [1]\nprint $l.head()", "try: ", "($l | first)"),
    ("let n = 1\nexpect $n == 1 \"n\"", "put a comma before the reason: ", "expect $n == 1, \"n\""),
    ("print (hour clock.now)", "for the hour: ", "clock.now.hour"),
    ("let d = 2026-01-01\nprint (year $d)", "for the year: ", "$d.year"),
    ("let price = 2\nprint \"{$price:x}\"", "write the number of decimals after the colon: ", "\"{$price:2}\""),
    ("let price = 2\nprint \"{$price:.1f}\"", "write the number of decimals after the colon: ", "\"{$price:1}\""),
    ("let x = 1\n++x", "try: ", "x += 1"), ("let x = 1\nx++", "try: ", "x += 1"),
    ("let l = [2, 1]\nprint first sort $l", "try: ", "first (sort $l)"),
    ("def f n { 5 }\nprint f(1)", "try: ", "(f 1)"),
    ("let x = 1\nx = 5 if $x == 1", "put the condition first: ", "if $x == 1 { x = 5 }"),
  ])
  func hintsLeadToValidCode(_ typed: String, _ words: String, _ line: String) {
    let lines = DiagnosticCase(typed).diagnose().lines
    #expect(lines.count == 1 && lines[0].hasSuffix(" | " + words + line), "\(lines)")
    let setup = typed.split(separator: "\n").dropLast().joined(separator: "\n")
    let script = setup + "\n" + (line.hasPrefix("first") ? "print \(line)" : line)
    #expect(!run(script).contains { $0.hasPrefix("error") }, "\(run(script))")
  }

  /// Advice that leaves a choice to the user.
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      let x = [true || false]
      -- 1:16 «|» expected a pipeline step after '|', found '|' | did you mean 'or'?

      print 1 => 2
      -- 1:9 «=>» there is no operator '=>' | put the block in braces: … { … }; to compare, write >=

      fn f x { }
      -- 1:1 «fn» there is no command 'fn' | did you mean 'def'?

      puts "a"
      -- 1:1 «puts» there is no command 'puts' | did you mean 'print'?

      echo "a"
      -- 1:1 «echo» there is no command 'echo' | did you mean 'print'?

      do { print 1 }
      -- 1:1 «do» there is no command 'do' | put the block after a statement: repeat 1 { … }

      unless true { }
      -- 1:1 «unless» there is no command 'unless' | try: if not … { … }

      at "12:30" { }
      -- 1:4 «"12:30"» 'at' expects a duration such as 10s, not text | for example: 2026-11-20T12:30

      after "5s" { }
      -- 1:7 «"5s"» 'after' expects a duration such as 10s, not text | try: 5s, without quotes

      return 5
      -- 1:1 «return 5» 'return' is allowed only inside a 'def' | `exit` ends a script; `exit 5` ends it with exit code 5

      while true:
      -- 1:12 «» expected a block '{ … }' after the condition of 'while', found the end of the script | put the block in braces: while true { … }

      let l = [1]
      $l.filter(1)
      -- 2:10 «(» '.filter' is not a field: a function comes before its values, a step after '|' | try: ($l | where CONDITION)

      print 1 + if true { 1 } else { 2 }
      -- 1:14 «true» expected the end of the statement, found 'true' | put 'if' in parentheses: (if … { … } else { … })

      print 1 + try { 1 } catch { 2 }
      -- 1:15 «{» expected the end of the statement, found '{' | put 'try' in parentheses: (try { … } catch { … })

      print ([{a: 1}] | sort by a asc)
      -- 1:29 «asc» expected ')', found 'asc' | leave out 'asc': the smallest comes first by default

      print ([1] | reduce 0 { $acc + $it })
      -- 1:25 «$acc» there is no variable '$acc' here | did you mean '$sum'?

      print ([1] | each { $item * 2 })
      -- 1:21 «$item» there is no variable '$item' here | did you mean '$it'?

      for k in keys {a: 1} { print $k }
      -- 1:15 «{» the '{' after 'keys' begins the block here, so 'keys' gets no value | put the record in parentheses: (keys ({a: 1}))

      every 1s { a: 1 }
      -- 1:12 «a:» there is no command 'a:' | try: let a = 1

      test "a" { print 1 }
      -- 1:1 «test» there is no command 'test' | a test is a script with expect lines: `storyline test FILE.story` runs it

      let r = {s: [{v: 1}] | sort by v, n}
      -- 1:35 «n» a comma separates fields here, not the keys of 'sort by' | put the pipeline in parentheses: (… | sort by …, n)

      if 1 == 1 and { print "x" }
      -- 1:15 «{» expected a value, found '{' | a value is missing before the block

      print ([{a: 1}] | sort by a reverse)
      -- 1:29 «reverse» expected ')', found 'reverse' | for the reverse order: print ([{a: 1}] | sort by a desc

      let s = [{a: 1}] | sort a
      -- 1:25 «a» expected the end of the statement, found 'a' | try: let s = [{a: 1}] | sort by a

      let s = [{a: 1}] | sort-by a
      -- 1:20 «sort-by» expected a pipeline step after '|', found 'sort-by' | did you mean 'sort by'?

      cd Examples
      -- 1:1 «cd» there is no command 'cd' | system programs do not run here

      print "a" .. "b"
      -- 1:11 «..» there is no operator '..' here | join text with +, or put values into text: "{$a} {$b}"
      """#))
  func phrasesOfOtherLanguagesGetHints(_ example: DiagnosticCase) {
    #expect(example.diagnose().lines == example.expected)
  }

  /// Braces after `reduce` are a record if a block follows them.
  @Test func aRecordBeginsAReduction() {
    #expect(run("print ([\"a\", \"b\"] | reduce {} { with $sum $it 1 })") == ["{a: 1, b: 1}"])
    #expect(run("print ([1, 2] | reduce {n: 0} { {n: $sum.n + $it} })") == ["{n: 3}"])
    #expect(run("print ([1] | reduce { $sum })")[0].contains("expected a start value after 'reduce'"))
    #expect(run("for k in (keys ({a: 1})) { print $k }\nfor k in keys ({a: 1}) { print $k }") == ["a", "a"])
    #expect(run("for k in {a: 1} | keys { print $k }") == ["a"])
    #expect(run("print [(if true { 1 } else { 2 })]") == ["[1]"])
  }
}
