import Testing

@testable import StoryScript

/// Errors that occur while a script runs.
@Suite struct DiagnosticRunTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      tour short { sea; nowhere for 5m }
      -- 1:19 «nowhere» there is no such place

      tour add short "sea, nowhere"
      -- 1:22 «nowhere» there is no such place

      tour add short "s\u(65)a, nowhere"
      -- 1:16 «"s\u(65)a, nowhere"» there is no such place

      expect light.state == 5
      -- 1:8 «light.state == 5» expected light.state == 5 | "off" == 5 is false: text and a number cannot be compared; convert one of them first, for example with (number $x) or (text $x)

      expect "2026-01-10" == 2026-01-10
      -- 1:8 «"2026-01-10" == 2026-01-10» expected "2026-01-10" == 2026-01-10 | "2026-01-10" == 2026-01-10 is false: text and a date cannot be compared; (date $x) converts text to a date

      expect ([{n: 1}, {n: 5}, {n: 7}] | all n < 5)
      -- 1:9 «[{n: 1}, {n: 5}, {n: 7}] | all n < 5» expected [{n: 1}, {n: 5}, {n: 7}] | all n < 5 | false for item 2: {n: 5}

      expect ([1, 2] | all ([$it, 3] | all $it < 3)) and true
      -- 1:9 «[1, 2] | all ([$it, 3] | all $it < 3)» expected [1, 2] | all ([$it, 3] | all $it < 3) | false for item 1: 1

      expect ([1, 2] | any $it > 2)
      -- 1:9 «[1, 2] | any $it > 2» expected [1, 2] | any $it > 2

      expect ([1, 9] | all $it < 5), "too large"
      -- 1:9 «[1, 9] | all $it < 5» too large | expected [1, 9] | all $it < 5

      if 5 { }
      -- 1:4 «5» 'if' expects true or false, not a number | compare it with a value, as in $count > 0

      if "a" == 1 { }
      -- 1:4 «"a" == 1» text and a number cannot be compared | convert one of them first, for example with (number $x) or (text $x)

      print 1 / 0
      -- 1:7 «1 / 0» division by zero

      print 5 mod 0
      -- 1:7 «5 mod 0» division by zero

      print 10s / 0s
      -- 1:7 «10s / 0s» division by zero

      print [1][1]
      -- 1:7 «[1][1]» there is no item [1]: the length is 1 | the first item is [0], the last is [-1]

      print [][0]
      -- 1:7 «[][0]» there is no item [0]: the list is empty | the first item is [0], the last is [-1]

      print ([] | max by age)
      -- 1:13 «max by age» 'max by' finds no item: the list is empty

      print ([{age: 1}] | max by ages)
      -- 1:28 «ages» there is no field 'ages' | did you mean 'age'?

      print ([{a: [1]}] | min by a)
      -- 1:21 «min by a» a list and a list cannot be compared | compare a part of the value, such as $it[0]

      print ([{a: 1}] | join [{a: "1"}] on a)
      -- 1:19 «join [{a: "1"}] on a» a number and text cannot be compared | convert one of them first, for example with (number $x) or (text $x)

      print ([{a: 1, b: 2}] | join [{a: 1, b: 3}] on a)
      -- 1:25 «join [{a: 1, b: 3}] on a» the records in both lists have a field 'b' | leave it out of one of them: join ($list | each { omit $it "b" }) on …

      print ([{a: 1}] | join [{b: 1}] on a c)
      -- 1:19 «join [{b: 1}] on a c» there is no field 'c' | fields: b

      print ([{a: 1}] | join [1] on a)
      -- 1:19 «join [1] on a» a number has no field 'a'

      print ([] | first)
      -- 1:13 «first» 'first' finds no item: the list is empty | 'first 1' gives an empty list instead

      print ([] | last)
      -- 1:13 «last» 'last' finds no item: the list is empty | 'last 1' gives an empty list instead

      let counts = {}
      let word = "a"
      counts[$word] += 1
      -- 3:1 «counts[$word]» there is no field 'a' to change | to add a field: counts[$word] = (get $counts $word 0) + 1

      let p = {age: 9}
      p.ago -= 1
      -- 2:1 «p.ago» there is no field 'ago' to change | did you mean 'age'?

      let p = {age: {b: 9}}
      p.x.b -= 1
      -- 2:1 «p.x.b» there is no field 'x' | fields: age

      print [1][0.5]
      -- 1:7 «[1][0.5]» '[…]' expects a whole number, not 0.5

      print [1]["a"]
      -- 1:7 «[1]["a"]» '[…]' expects a whole number, not text

      print {a: 1}.b
      -- 1:7 «{a: 1}.b» there is no field 'b' | fields: a

      print {name: 1}.nmae
      -- 1:7 «{name: 1}.nmae» there is no field 'nmae' | did you mean 'name'?

      print (5).a
      -- 1:8 «5).a» a number has no field 'a'

      print "a" + 1
      -- 1:7 «"a" + 1» '+' expects compatible values, not text and a number | put values into text with braces: "{$name}: {$count}"

      print 1s + 1
      -- 1:7 «1s + 1» '+' expects compatible values, not a duration and a number

      print not 5
      -- 1:7 «not 5» 'and', 'or' or 'not' expects true or false, not a number | compare it with a value, as in $count > 0

      print 1 and true
      -- 1:7 «1» 'and', 'or' or 'not' expects true or false, not a number | compare it with a value, as in $count > 0

      print [1] < [2]
      -- 1:7 «[1] < [2]» a list cannot be ordered

      print 1 < "a"
      -- 1:7 «1 < "a"» a number and text cannot be compared | convert one of them first, for example with (number $x) or (text $x)

      print 5 | count
      -- 1:11 «count» 'count' expects a list, not a number

      print [{a: 1}] | select b
      -- 1:18 «select b» there is no field 'b' | fields: a

      print [1] | where x == 1
      -- 1:19 «x» a number has no field 'x'

      wait 5
      -- 1:6 «5» 'wait' expects a duration such as 5s, not a number | did you mean '5s'?

      after 5 { }
      -- 1:7 «5» 'after' expects a duration such as 10s, not a number | did you mean '5s'?

      every (0s * 2) { }
      -- 1:8 «0s * 2» 'every' expects a duration longer than 0s, not 0s

      after 1s as tick { cancel tick }
      wait 2s
      cancel tick
      -- 3:1 «cancel tick» there is no block named 'tick' | name the block: every 1m as tick { … }

      let a = "x"
      expect $a == "y" or $a == "z"
      -- 2:8 «$a == "y" or $a == "z"» expected $a == "y" or $a == "z" | "x" == "z" is false

      let a = "1h45m from"
      expect starts $a "1 h"
      -- 2:8 «starts $a "1 h"» expected starts $a "1 h" | starts "1h45m from" "1 h" is false

      expect not contains [1, 2] 2
      -- 1:8 «not contains [1, 2] 2» expected not contains [1, 2] 2 | contains [1, 2] 2 is true

      let a = "abc"
      expect $a like "x*"
      -- 2:8 «$a like "x*"» expected $a like "x*" | "abc" like "x*" is false

      expect not not 2 in [1]
      -- 1:8 «not not 2 in [1]» expected not not 2 in [1] | 2 in [1] is false

      def big n { $n > 5 }
      expect (big 2)
      -- 2:9 «big 2» expected big 2 | big 2 is false

      expect contains [1] (random 2 2)
      -- 1:8 «contains [1] (random 2 2)» expected contains [1] (random 2 2)

      expect upper "a"
      -- 1:8 «upper "a"» 'expect' expects true or false, not text | compare it with a value, as in $count > 0

      let n = number "3"
      for i in $n { beep }
      -- 2:10 «$n» 'for' expects a list, not a number | to count from 1: for n in (range 1 $count)

      let d = 2026-03-05 - 2026-03-01
      print $d.days
      -- 2:7 «$d.days» a duration has no field 'days' | for the number of days: $length / 1d

      [{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7}] | where a == Porto
      -- 1:59 «Porto» there is no field 'Porto' | for text, write "Porto"; fields: a, b, c, d, e, f, g

      let limit = 3
      let t = [number "1"] | each { n: $it }
      print ($t | where n > limit)
      -- 3:23 «limit» there is no field 'limit' | for the variable, write $limit; fields: n

      expect 1 == 2
      -- 1:8 «1 == 2» expected 1 == 2 | 1 == 2 is false

      let a = 1
      expect $a == 1 and $a == 2 and $a > 5
      -- 2:20 «$a == 2» expected $a == 2 | 1 == 2 is false

      let a = 1
      expect $a == 1 and not ($a == 1)
      -- 2:20 «not ($a == 1» expected not ($a == 1)

      expect ((1) == 1) and ((2) == 3)
      -- 1:25 «2) == 3» expected (2) == 3 | 2 == 3 is false

      expect 1 == 1 and 2 == 3, "why"
      -- 1:19 «2 == 3» why | 2 == 3 is false

      expect (1 == 2)
      -- 1:9 «1 == 2» expected 1 == 2 | 1 == 2 is false

      expect error { }
      -- 1:1 «expect error { }» expected an error, but the block succeeded

      for x in 5 { }
      -- 1:10 «5» 'for' expects a list, not a number | to count from 1: for n in (range 1 $count)

      repeat -1 { }
      -- 1:8 «-1» 'repeat' expects a whole number, 0 or greater, not -1

      repeat "a" { }
      -- 1:8 «"a"» 'repeat' expects a whole number, 0 or greater, not text

      def f { f }
      f
      -- 1:9 «f» calls are nested more than 10000 levels deep | does a definition call itself endlessly?

      print (range 1 1e300)
      -- 1:8 «range 1 1e300» 'range' expects a whole number, not 1e+300

      print (repeated "a" -1)
      -- 1:8 «repeated "a" -1» 'repeated' expects a whole number, 0 or greater, not -1

      print (number "x")
      -- 1:8 «number "x"» 'number' expects a number as text, not "x"

      print (max 1 "a")
      -- 1:8 «max 1 "a"» a number and text cannot be compared | convert one of them first, for example with (number $x) or (text $x)

      let people = [{age: 3}]
      print ($people | max age)
      -- 2:18 «max age» 'max' expects one list or several values, not a list and text | for a field of each item, put a step before it: each { $it.age } | max

      print (min [])
      -- 1:8 «min []» 'min' expects a list with items, not an empty list

      print (split 1 2)
      -- 1:8 «split 1 2» 'split' expects text, not a number

      beep | sort
      -- 1:8 «sort» 'sort' expects a list, not none

      let d = 2h
      light on for $d
      -- 2:14 «$d» 'for' expects a duration from 0s to 1h, not 2h

      let t = "soon"
      nap $t
      -- 2:5 «$t» 'nap' expects a duration such as 15s, not '"soon"'

      let w = "up"
      turn $w
      -- 2:6 «$w» 'turn' expects 'left', 'right' or a number from 0 to 1, not '"up"'

      print [{a: 1}] | where b == 1
      -- 1:24 «b» there is no field 'b' | fields: a; for text, write "b"

      print [3, "a"] | sort
      -- 1:18 «sort» a number and text cannot be compared | convert one of them first, for example with (number $x) or (text $x)

      print [1, "a"] | sum
      -- 1:18 «sum» '+' expects compatible values, not a number and text | put values into text with braces: "{$name}: {$count}"

      print [1] | first "a"
      -- 1:13 «first "a"» 'first' expects a whole number, 0 or greater, not text

      print "abc"[5]
      -- 1:7 «"abc"[5]» there is no item [5]: the length is 3 | the first item is [0], the last is [-1]

      print light.state.x
      -- 1:7 «light.state.x» text has no field 'x'

      let l = light.state
      print $l.x
      -- 2:7 «$l.x» text has no field 'x'

      while 1 { }
      -- 1:7 «1» 'while' expects true or false, not a number | compare it with a value, as in $count > 0

      while none { }
      -- 1:7 «none» 'while' expects true or false, not none | compare it with a value, as in $count > 0

      repeat 1.5 { }
      -- 1:8 «1.5» 'repeat' expects a whole number, 0 or greater, not 1.5

      try { print [][0] } catch e { print $e.nothing }
      -- 1:37 «$e.nothing» there is no field 'nothing' | fields: message, suggestion, file, line, column

      def f { return }
      print (f) + 1
      -- 2:8 «f) + 1» '+' expects compatible values, not none and a number

      print 5000000000 * 1d
      -- 1:7 «5000000000 * 1d» the result of this product is out of range

      print 1e308 * 10
      -- 1:7 «1e308 * 10» the result of this product is out of range

      print (number "5s")
      -- 1:8 «number "5s"» 'number' expects a number as text, not "5s"

      print (duration "x")
      -- 1:8 «duration "x"» 'duration' expects a duration as text, not "x"

      print (random 5 1)
      -- 1:8 «random 5 1» 'random' expects FROM to be at most TO, not more

      print (sqrt -1)
      -- 1:8 «sqrt -1» 'sqrt' expects a number that is 0 or greater, not -1

      print (with 1 2 3)
      -- 1:8 «with 1 2 3» 'with' expects a record, not a number

      print (get 1 2)
      -- 1:8 «get 1 2» 'get' expects a record and a field name, or a list and a number, not a number

      print (get {a: 1} 2)
      -- 1:8 «get {a: 1} 2» 'get' expects a field name as text, not a number

      print (join 5)
      -- 1:8 «join 5» 'join' expects a list, not a number

      print (keys [1])
      -- 1:8 «keys [1]» 'keys' expects a record, not a list

      print 5 in 5
      -- 1:7 «5 in 5» 'in' expects text, a list or a record to search, not a number and a number

      print 2026-01-01 + 2026-01-02
      -- 1:7 «2026-01-01 + 2026-01-02» '+' expects compatible values, not a date and a date

      print 9999-12-31 + 10d
      -- 1:7 «9999-12-31 + 10d» the result of this sum is out of range

      expect light.count > "a"
      -- 1:8 «light.count > "a"» a number and text cannot be compared | convert one of them first, for example with (number $x) or (text $x)

      let a = {b: 1
        c: 2
      }
      print $a.d
      -- 4:7 «$a.d» there is no field 'd' | fields: b, c

      light on
      light on
      -- 2:1 «light on» the light is on already | light off

      light on
      wait until light.progress > 2
      wait until light.state == on
      -- 2:12 «light.progress > 2» this can never become true: nothing is scheduled that could change it | start something first, or wait for a while: wait 5s

      wait until light.count
      -- 1:12 «light.count» 'wait until' expects true or false, not a number | compare it with a value, as in $count > 0

      when beeped { print 1 / 0 }
      beep
      -- 1:21 «1 / 0» division by zero

      after 1s { print [][1] }
      wait 2s
      -- 1:18 «[][1]» there is no item [1]: the list is empty | the first item is [0], the last is [-1]

      def f n { return 10 / $n }
      print (f 0)
      -- 1:18 «10 / $n» division by zero

      print ([1, 0] | each { 1 / $it })
      -- 1:24 «1 / $it» division by zero

      let x = [1]
      for i in $x { print $i.y }
      -- 2:21 «$i.y» a number has no field 'y'
      """#))
  func allDiagnostics(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .running)
    #expect(found.lines == test.expected, "\(test.program)")
  }
}
