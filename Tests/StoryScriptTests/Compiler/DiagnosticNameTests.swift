import Testing

@testable import StoryScript

/// Wrong names and places, as the compiler reports them.
@Suite struct DiagnosticNameTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      print $x
      -- 1:7 «$x» there is no variable '$x' here

      let total = 1
      print $totl
      -- 2:7 «$totl» there is no variable '$totl' here | did you mean '$total'?

      totl = 2
      -- 1:1 «totl» there is no variable 'totl' to change | create it first: let totl = …

      let total = 1
      totl = 2
      -- 2:1 «totl» there is no variable 'totl' to change | did you mean 'total'?

      print (upper "a" "b")
      -- 1:8 «upper "a" "b"» 'upper' expects TEXT, but got 2 values

      print (upper)
      -- 1:8 «upper» 'upper' expects TEXT, but got no value

      print light.stat
      -- 1:7 «light.stat» 'light' has no field 'stat' | did you mean 'light.state'?

      print light.colour
      -- 1:7 «light.colour» 'light' has no field 'colour' | fields: state, progress, count

      print lights.state
      -- 1:7 «lights.state» 'lights.state' is not a value | did you mean 'light.state'?

      expect light.state == onn
      -- 1:23 «onn» there is no state 'onn' | did you mean 'on'?

      when beped { }
      -- 1:6 «beped» there is no event 'beped' | did you mean 'beeped'?

      return 1
      -- 1:1 «return 1» 'return' is allowed only inside a 'def' | `exit` ends a script; `exit 5` ends it with exit code 5

      break
      -- 1:1 «break» 'break' is allowed only inside a loop

      continue
      -- 1:1 «continue» 'continue' is allowed only inside a loop

      def f { break }
      -- 1:9 «break» 'break' is allowed only inside a loop

      cancel nothing
      -- 1:8 «nothing» there is no block named 'nothing' | name the block: every 1m as nothing { … }

      every 1s as tick { cancel tik }
      -- 1:27 «tik» there is no block named 'tik' | did you mean 'tick'?

      every 0s { }
      -- 1:7 «0s» 'every' expects a duration longer than 0s, not 0s

      while true { break; beep }
      print $x
      -- 1:21 «beep» this never runs, because 'break' comes before it
      -- 2:7 «$x» there is no variable '$x' here

      def f { return 1
      beep
      beep }
      print $x
      -- 2:1 «beep» this never runs, because 'return' comes before it
      -- 4:7 «$x» there is no variable '$x' here

      def f a { }
      f
      f 1 2
      -- 2:1 «f» 'f' expects a, but got no value
      -- 3:1 «f 1 2» 'f' expects a, but got 2 values

      def beep { }
      -- 1:5 «beep» 'beep' cannot be a name: it is a command | use another name, such as my_beep

      def if { }
      -- 1:5 «if» 'if' cannot be a name: it is a keyword

      def upper { }
      -- 1:5 «upper» 'upper' cannot be a name: it is a function | use another name, such as my_upper

      def light { }
      -- 1:5 «light» 'light' cannot be a name: it is a command | use another name, such as my_light

      let if = 1
      -- 1:5 «if» 'if' cannot be a name: it is a keyword

      for it in [1] { }
      -- 1:5 «it» 'it' cannot be a name: it is the item in a pipeline step

      def f { }
      def f { }
      -- 2:5 «f» 'f' is already defined on line 1

      if true { def f { } }
      -- 1:15 «f» a 'def' belongs at the top level of a script, not inside a block | move it out of the braces

      if true { include "x" }
      -- 1:19 «"x"» an 'include' belongs at the top level of a script, not inside a block | move it out of the braces

      include "nope.story"
      -- 1:9 «"nope.story"» cannot include this: files cannot be read here

      print $it
      -- 1:7 «$it» '$it' exists only inside a pipeline step

      wait until beep
      -- 1:12 «beep» 'beep' is not a value | to run it here, put it in parentheses: (beep …); for text, write it in quotes: "beep"

      wait until (beep) == 1
      -- 1:13 «beep» a condition can only read values, so it cannot run 'beep'

      print hello
      -- 1:7 «hello» 'hello' is not a value | for text, write it in quotes: "hello"

      expect beep
      -- 1:8 «beep» 'beep' is not a value | to run it here, put it in parentheses: (beep …); for text, write it in quotes: "beep"

      let x = 1
      print x
      -- 2:7 «x» 'x' is not a value | for the variable, write $x; for text, write it in quotes: "x"

      let n = 2
      print n*2
      -- 2:7 «n*2» 'n*2' is not a value | to calculate, put `$` before a variable and spaces around the operator: $n * 2; for text, write it in quotes: "n*2"

      let limit = 2
      print limit>=3
      -- 2:7 «limit>=3» 'limit>=3' is not a value | to calculate, put `$` before a variable and spaces around the operator: $limit >= 3; for text, write it in quotes: "limit>=3"

      let x = {n: 1}
      print x.n
      -- 2:7 «x.n» 'x.n' is not a value | for the variable's field, write $x.n; for text, write it in quotes: "x.n"

      for i in [1] { after 1s { i = 2 } }
      -- 1:27 «i» 'i' is a copy inside this block, so changing it here would have no effect outside | declare it at the top level of the script to share it

      print "{upper}"
      -- 1:9 «upper» 'upper' is not a value | to run it here, put it in parentheses: (upper …); for text, write it in quotes: "upper"

      print (max)
      -- 1:8 «max» 'max' expects VALUE…, but got no value

      def f a a { print $a }
      f 1 2
      -- 1:9 «a» 'a' appears twice

      when 5 { }
      -- 1:6 «5» there is no event '5'

      light on for $x
      -- 1:14 «$x» there is no variable '$x' here

      say $nothing.a
      -- 1:5 «$nothing» there is no variable '$nothing' here

      print light
      -- 1:7 «light» 'light' is not a value | try: light.state, light.progress, light.count; for the command's result, write (light); for text, write it in quotes: "light"

      return
      -- 1:1 «return» 'return' is allowed only inside a 'def' | `exit` ends a script; `exit 5` ends it with exit code 5

      print café
      -- 1:7 «café» 'café' is not a value | for text, write it in quotes: "café"

      print $café
      -- 1:7 «$café» there is no variable '$café' here

      print [say, yes, frob]
      -- 1:8 «say» 'say' is not a value | to run it here, put it in parentheses: (say …); for text, write it in quotes: "say"
      -- 1:13 «yes» 'yes' is not a value | did you mean 'true'?
      -- 1:18 «frob» 'frob' is not a value | for text, write it in quotes: "frob"

      é = 1
      -- 1:1 «é» there is no variable 'é' to change | create it first: let é = …

      def f a a { }
      -- 1:9 «a» 'a' appears twice

      print {a: 1, b: 2, a: 3}
      -- 1:20 «a» 'a' appears twice

      after 1s { print $e }
      -- 1:18 «$e» there is no variable '$e' here
      """#))
  func allDiagnostics(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .compiling)
    #expect(found.lines == test.expected, "\(test.program)")
  }
}
