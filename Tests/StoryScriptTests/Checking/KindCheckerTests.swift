import Testing

@testable import StoryScript

/// Values of the wrong kind are reported before the script runs, but only where the error is certain.
@Suite struct KindCheckerTests {
  private static func lines(_ text: String) throws -> [String] {
    let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
    return KindChecker.problems(in: script, schema: TestHost.schema).map(DiagnosticCase.line)
  }

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      print 1 + "a"
      -- 1:7 «1 + "a"» '+' expects compatible values, not a number and text | put values into text with braces: "{$name}: {$count}"

      print 5s + 5
      -- 1:7 «5s + 5» '+' expects compatible values, not a duration and a number

      print 2026-01-01 + 5
      -- 1:7 «2026-01-01 + 5» '+' expects compatible values, not a date and a number

      if 5 { }
      -- 1:4 «5» 'if' expects true or false, not a number | compare it with a value, as in $count > 0

      while "x" { }
      -- 1:7 «"x"» 'while' expects true or false, not text | compare it with a value, as in $count > 0

      wait 5
      -- 1:6 «5» 'wait' expects a duration such as 5s, not a number | did you mean '5s'?

      every 5 { }
      -- 1:7 «5» 'every' expects a duration such as 10s, not a number | did you mean '5s'?

      repeat -1 { }
      -- 1:8 «-1» 'repeat' expects a whole number, 0 or greater, not -1

      for x in 5 { print $x }
      -- 1:10 «5» 'for' expects a list, not a number | to count from 1: for n in (range 1 $count)

      print (upper 5)
      -- 1:14 «5» 'upper' expects text, not a number

      print 1 / 0
      -- 1:11 «0» division by zero

      print 1 == "a"
      -- 1:7 «1 == "a"» a number and text can never be compared

      print not 5
      -- 1:11 «5» 'and', 'or' or 'not' expects true or false, not a number | compare it with a value, as in $count > 0

      print (5 | count)
      -- 1:12 «count» 'count' expects a list, not a number

      print {a: 1}.b
      -- 1:7 «{a: 1}.b» there is no field 'b' | fields: a

      print [1, 2][5]
      -- 1:7 «[1, 2][5]» there is no item [5]: the length is 2 | the first item is [0], the last is [-1]

      wait until 5
      -- 1:12 «5» 'wait until' expects true or false, not a number | compare it with a value, as in $count > 0

      expect 5
      -- 1:8 «5» 'expect' expects true or false, not a number | compare it with a value, as in $count > 0

      print light.count > 5s
      -- 1:7 «light.count > 5s» a number and a duration can never be compared

      print light.count == "x"
      -- 1:7 «light.count == "x"» a number and text can never be compared

      print light.state == "onn"
      -- 1:22 «"onn"» there is no state 'onn' | did you mean 'on'?

      print clock.now + 5
      -- 1:7 «clock.now + 5» '+' expects compatible values, not a date and a number

      let n = 5
      let t = "a{$n}"
      print $n + $t
      -- 3:7 «$n + $t» '+' expects compatible values, not a number and text | put values into text with braces: "{$name}: {$count}"

      def f { (upper "x") - 1 }
      print (f)
      -- 1:10 «upper "x") - 1» '-' expects compatible values, not text and a number

      let used = 1
      let unused = $used
      print 1
      -- 2:5 «unused» 'unused' is never read

      print ([1] | where 5 | each { $it + 1 } | sum) + "a"
      -- 1:20 «5» 'where' expects true or false, not a number | compare it with a value, as in $count > 0
      -- 1:8 «[1] | where 5 | each { $it + 1 } | sum) + "a"» '+' expects compatible values, not a number or a duration and text | put values into text with braces: "{$name}: {$count}"

      def f n { if $n > 0 { f ($n - 1) } }
      def g { 5 }
      print [1] | each { g }
      -- 1:5 «f» 'f' is never called

      let l = [1]
      print $l["a"]
      -- 2:10 «"a"» '[…]' expects a whole number, not text

      print 1
      let unused = 5
      -- 2:5 «unused» 'unused' is never read

      let total = 0
      for n in [1, 2] { let total = $total + $n }
      print $total
      -- 2:23 «total» this creates another 'total', which is never read | to change the variable outside this block, write total = …

      let total = 0
      for n in [1, 2] { if $n > 1 { let total = 5 }; let total = $n; print $total }
      print $total
      -- 2:35 «total» this creates another 'total', which is never read | to change the variable outside this block, write total = …

      def f n { let n = 5; $n }
      def g { let later = 1; $after }
      let after = 1
      let e = {count: 2}
      try { let e = 5; print $e } catch e { print (text $e) }
      print [1] | each x { let e = $x; $e } | reduce 0 { let add = $it; $sum + $add }
      print "{f 1}{g}{$e.count}"
      -- 2:13 «later» 'later' is never read

      let count = 7
      when light.off { print "{$count}" }
      when light.off { let count = 5; print $count }
      def f count { $count }
      print f $count
      -- 2:26 «$count» 'count' is the event's field here, not the variable of that name | give the variable another name

      let x = 1
      let x = 2
      print $x
      when light.changed { let x = 3; every 1s { x += 1 } }
      try { let x = 3; fail "a" } catch x { let x = $x; print 1 }
      -- 5:11 «x» this creates another 'x', which is never read | to change the variable outside this block, write x = …
      -- 5:43 «x» this creates another 'x', which is never read | to change the variable outside this block, write x = …
      """#))
  func findsWhatIsSure(_ example: DiagnosticCase) throws {
    #expect(try Self.lines(example.program).sorted() == example.expected.sorted())
  }

  /// The kinds that variables hold, definitions return and functions accept.
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      let p = {name: "a"}
      print $p.nme
      -- 2:7 «$p.nme» there is no field 'nme' | did you mean 'name'?

      let p = {name: "a"}
      print $p["nme"]
      -- 2:7 «$p["nme"]» there is no field 'nme' | did you mean 'name'?

      let p = {name: "a"}
      print $p.name + 1
      -- 2:7 «$p.name + 1» '+' expects compatible values, not text and a number | put values into text with braces: "{$name}: {$count}"

      [{u: 2}] | each { with $it total 5 }
      -- 1:28 «total» there is no field 'total' | fields: u; for text, write "total"

      let rows = [{a: 1}, {b: 2}]
      print ($rows | where a == b | sort by c, b | first 2 | sum d.x)
      -- 2:39 «c» there is no field 'c' | fields: a, b; for text, write "c"
      -- 2:60 «d.x» there is no field 'd' | fields: a, b

      let p = {name: "a"}
      if $p.age { }
      -- 2:4 «$p.age» there is no field 'age' | fields: name

      let p = {at: {x: 1}}
      print $p.at.y
      -- 2:7 «$p.at.y» there is no field 'y' | fields: x

      let p = {a: 1}
      p = {a: 2, b: 3}
      print $p.c
      -- 3:7 «$p.c» there is no field 'c' | fields: a, b

      try { beep } catch e { print $e.mesage }
      -- 1:30 «$e.mesage» there is no field 'mesage' | did you mean 'message'?

      print clock.now.yer
      -- 1:7 «clock.now.yer» there is no field 'yer' | did you mean 'year'?

      let d = 2026-01-01
      print $d.yer
      -- 2:7 «$d.yer» there is no field 'yer' | did you mean 'year'?

      def f { return 5 }
      print (f) + "x"
      -- 2:8 «f) + "x"» '+' expects compatible values, not a number and text | put values into text with braces: "{$name}: {$count}"

      def f { return 5 }
      if (f) { }
      -- 2:5 «f» 'if' expects true or false, not a number | compare it with a value, as in $count > 0

      def f x { if $x { 5 } else { match $x { 1 { return 6 } else { 7 } } } }
      if (f true) { }
      -- 2:5 «f true» 'if' expects true or false, not a number | compare it with a value, as in $count > 0

      def f { {a: 1} }
      print (f).b
      -- 2:8 «f).b» there is no field 'b' | fields: a

      print (length 5)
      -- 1:15 «5» 'length' expects text, a list or a record, not a number

      print (min 1 "a")
      -- 1:14 «"a"» a number and text cannot be compared | convert one of them first, for example with (number $x) or (text $x)

      print (max [1] 2)
      -- 1:12 «[1]» 'max' expects numbers, durations, dates, texts, or true and false, not a list

      match light.state { "onn" { } }
      -- 1:21 «"onn"» there is no state 'onn' | did you mean 'on'?

      match 5 { "a" { } }
      -- 1:11 «"a"» a number and text can never be compared

      let s = light.state
      match $s { "onn" { } }
      -- 2:12 «"onn"» there is no state 'onn' | did you mean 'on'?

      let s = light.count
      print $s > "a"
      -- 2:7 «$s > "a"» a number and text can never be compared
      """#))
  func followsValues(_ example: DiagnosticCase) throws {
    #expect(try Self.lines(example.program).sorted() == example.expected.sorted())
  }

  /// The checker follows only the first part of a very long chain.
  @Test func longChainsAreNoTrouble() throws {
    let calls = (0..<3_000).map { "def f\($0) { f\($0 + 1) }\n" }.joined() + "def f3000 { 5 }\nprint (f0) + \"a\""
    #expect(try Self.lines(calls) == [])
    let values = "def f { $v3000 }\nlet v0 = 1\n" + (0..<3_000).map { "let v\($0 + 1) = $v\($0) + 1\n" }.joined()
    #expect(try Self.lines(values + "print (f)") == [])
    #expect(try Self.lines("def f { 5 }\ndef g { f }\ndef h { g }\nif (h) { }").count == 1)
  }

  /// The fields of a caught error and of a date, in the order in which messages list them.
  @Test func fieldsAreThoseOfARun() {
    let names = ValueShape.caught.fields?.map { "\"\($0.name)\"" } ?? []
    #expect(run("try { fail \"x\" } catch e { print keys $e }") == ["[\(names.joined(separator: ", "))]"])
    for part in DateParts.names { #expect(run("print (type clock.now.\(part))") == ["number"], "\(part)") }
  }

  /// Correct programs, and programs whose errors only a run can find.
  @Test(arguments: [
    "def f a { $a + 1 }\nprint (f 5)",
    "let x = none\nx = 5\nprint $x + 1",
    "let x = 5\nx = \"a\"\nprint $x + 1",
    "try { print 1 + \"a\" } catch e { print $e }\nexpect error { wait 5 }",
    "for x in [1] { print $x + 1 }\nlet y = [1, \"b\"][0]\nprint $y + \"a\"",
    "print light.count == none and light.state == on\nif light.count != none { print light.count + 1 }",
    "let n = 0\nevery 1s { n += 1 }\nwait 3s\nprint $n",
    "when light.off { print $count + 1 }\nlet count = \"x\"\nprint $count",
    "let r = {a: 1}\nr.b = 2\nprint $r.b + 1",
    "print ([1] | reduce 0 { $sum + $it }) + 1\nprint ([{a: 1}] | sum a) + 5s",
    "let pi = 3\ndef twice x { $x * 2 }",
    "print '$5' + \"$6 {1}\"\nlet cost = 1\nprint \"{$cost} $\"",
    "let d = 2026-01-01\nprint $d.year + 1\nprint (days $d 1) - $d > 1h\nprint $d[\"day\"]",
    "print if true { 5 } else { \"a\" }\nlet v = match 5 { 5 { 1 } }\nprint $v + 1",
    "let a = $b\nlet b = 5\nprint $a",
    "def f { 5 }\ndef g { f }\nargs N = 1",
    "def f { 5 }\nwhen light.off { print $count }\nlight on",
    "def f x { $x }\nprint ([1] | f)\nprint if true { f 5 } else { 6 }",
    "def f { after 1s { f } }\nf",
    "def _later { }\nprint 1",
    "let p = {a: 1}\np.b = 2\nprint $p.b\nprint $p[\"b\"]",
    "let p = {a: 1}\np = with $p \"b\" 2\nprint $p.b",
    "let p = {a: 1}\ndef grow { p = {b: 2} }\ngrow\nprint $p.b",
    "let p = {a: 1}\ndef grow { p.b = 2 }\ngrow\nprint $p.b",
    "let p = {a: 1}\nfor p in [{b: 1}] { print $p.b }\nprint $p.a",
    "let p = {a: 1}\n[{b: 1}] | each p { print $p.b }\nprint $p.a",
    "let p = {a: 1}\ndef f p { $p.b }\nprint (f {b: 1})\nprint $p.a",
    "let p = {a: 1}\nif true { let p = {b: 1}\nprint $p.b }\nprint $p.a",
    "let p = {a: 1}\nif (contains $p \"b\") { print $p.b }\nif \"b\" in $p and $p.b { print 1 }",
    "let p = {a: 1}\nif (type $p) == \"text\" { print (upper $p) }\nprint (get $p \"b\" 0)",
    "let p = none\np = {a: 1}\nlet q = $p\nq.b = 1\nprint $q.b",
    "p = {a: 1}\nprint $p.b",
    "include \"more\"\nlet p = {a: 1}\ninclude \"other\"\nprint $p.b",
    "def f x { return $x }\nprint (f 5) + \"a\"\ndef g { if light.count > 1 { return 5 }\n\"a\" }\nprint (g) + \"a\"",
    "def f n { if $n > 0 { f ($n - 1) } else { \"a\" } }\nprint (f 3) + \"a\"",
    "def f { [1] | each { return \"a\" }\n5 }\nprint (f) + \"a\"",
    "print (min 1 2) + (max [1, 2])\nprint (length \"a\") + (length []) + (length {})",
    "match light.state { on off { beep } else { beep } }\nmatch light.count { none { } 4 { } }",
    "let s = light.count\ns = $s * 1s\nprint $s > 5s",
    "try { beep } catch e { print \"{$e.message} {$e.suggestion} {$e.file} {$e.line + $e.column}\" }",
    "let e = 1\ntry { beep } catch e { print $e.message }\nprint $e + 1",
  ])
  func isSilentElsewhere(_ script: String) throws {
    #expect(try Self.lines(script) == [])
  }
}
