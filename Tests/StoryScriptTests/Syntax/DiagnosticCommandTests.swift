import Testing

@testable import StoryScript
@testable import StorySyntax

/// Wrong commands and arguments, as the parser reports them.
@Suite struct DiagnosticCommandTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      stroy on
      -- 1:1 «stroy» there is no command 'stroy'

      beep beep
      -- 1:6 «beep» 'beep' does not accept 'beep' | try: beep

      light
      -- 1:1 «light» 'light' is not a complete command | commands: light off, light on

      light onn
      -- 1:7 «onn» there is no command 'light onn' | did you mean 'light on'?

      say
      -- 1:1 «say» 'say' expects text | try: say TEXT

      say a b
      -- 1:7 «b» 'say' expects one word or text in quotes, so 'b' is one word too many | try: say "a b"

      tour "my own" {
        sea for 5m # a comment
        print 1
        x = 3
        light on
      }
      beep 1
      -- 3:3 «print» these braces hold the places of 'tour add', but 'print' begins a statement | move the statement behind the '}', or put the name in quotes: "print"
      -- 4:3 «x» these braces hold the places of 'tour add', but 'x' begins a statement | move the statement behind the '}', or put the name in quotes: "x"
      -- 5:3 «light» these braces hold the places of 'tour add', but 'light' begins a statement | move the statement behind the '}', or put the name in quotes: "light"
      -- 7:6 «1» 'beep' does not accept '1' | try: beep

      tour short { sea $n; "sea {1}" }
      -- 1:18 «$n» the places in these braces are plain text, so '$n' is not allowed here | with values, use a text in quotes, as in: tour add short "sea, lake"
      -- 1:22 «"sea {1}"» the places in these braces are plain text, so '"sea {1}"' is not allowed here | with values, use a text in quotes, as in: tour add short "sea, lake"

      tour { sea }
      -- 1:6 «{» 'tour add' expects its name before the '{' | try: tour add NAME { … }

      tour short
      {
        sea
      }
      beep 1
      -- 2:1 «{» the '{' after the name must be on the same line | move the brace to the line above: … {
      -- 5:6 «1» 'beep' does not accept '1' | try: beep

      tour "short"
      -- 1:1 «tour» 'tour add' expects text in quotes, or lines in '{ … }' | try: tour add short "sea, lake"

      tour my own { sea }
      -- 1:6 «my own» a name of several words needs quotes | try: tour add "my own" { … }

      tour short
      -- 1:6 «short» there is no command 'tour short' | commands: tour add, tour end

      nap 5
      -- 1:5 «5» 'nap' expects a duration such as 15s, not '5' | did you mean '5s'?

      nap 2h
      -- 1:5 «2h» 'nap' expects a duration from 0s to 1h, not 2h

      nap soon
      -- 1:5 «soon» 'nap' expects a duration such as 15s, not 'soon'

      nap -1s
      -- 1:5 «-1s» 'nap' expects a duration from 0s to 1h, not -1s

      count to 2.5
      -- 1:10 «2.5» 'count to' expects a whole number from 1 to 10, not '2.5'

      count to 11
      -- 1:10 «11» 'count to' expects a whole number from 1 to 10, not '11'

      turn lefft
      -- 1:6 «lefft» 'turn' expects 'left', 'right' or a number from 0 to 1, not 'lefft' | did you mean 'left'?

      turn 2
      -- 1:6 «2» 'turn' expects 'left', 'right' or a number from 0 to 1, not '2'

      light on for
      -- 1:13 «» expected a duration such as 15s after 'for'

      light on fro 5s
      -- 1:10 «fro» 'light on' does not accept 'fro' | did you mean 'for'?

      light on for 5s for 6s
      -- 1:17 «for» 'light on' accepts 'LENGTH' only once

      light on dim bright
      -- 1:14 «bright» 'light on' accepts either 'dim' or 'bright', not both

      light on dim dim
      -- 1:14 «dim» 'light on' accepts 'dim' only once

      light on 5s
      -- 1:10 «5s» 'light on' does not accept '5s' | did you mean 'for 5s'?

      say #
      -- 1:1 «say» 'say' expects text | try: say TEXT

      light on for 5
      -- 1:14 «5» 'for' expects a duration such as 15s, not '5' | did you mean '5s'?

      say [1]
      -- 1:5 «[1]» 'say' expects text, not a list

      nap [1]
      -- 1:5 «[1]» 'nap' expects a duration such as 15s, not a list

      nap "5s"
      -- 1:5 «"5s"» 'nap' expects a duration such as 15s, not text

      if 1 > 3 { frob } else { frub }
      -- 1:12 «frob» there is no command 'frob'
      -- 1:26 «frub» there is no command 'frub'

      let x = if 1 > 3 { frob } else { saay }
      -- 1:20 «frob» there is no command 'frob' | did you mean "frob"?
      -- 1:34 «saay» there is no command 'saay' | did you mean 'say' or "saay"?

      def f a { match $a { 1 { frob }; 2 { frob 3 }; else { for x in [1] { frub } } } }
      f 1
      -- 1:26 «frob» there is no command 'frob' | did you mean "frob"?
      -- 1:38 «frob» there is no command 'frob'
      -- 1:70 «frub» there is no command 'frub'

      print ([1] | each { if $it > 3 { frob } else { frub } })
      -- 1:34 «frob» there is no command 'frob' | did you mean '$it.frob' or "frob"?
      -- 1:48 «frub» there is no command 'frub' | did you mean '$it.frub' or "frub"?

      each { }
      -- 1:1 «each» there is no command 'each' | 'each' is a step: $list | each [NAME] { … }

      where 1
      -- 1:1 «where» there is no command 'where' | 'where' is a step: $list | where CONDITION

      light on for 5s
      light on for (2h)
      -- 2:15 «2h» 'for' expects a duration from 0s to 1h, not 2h
      """#))
  func allDiagnostics(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .reading)
    #expect(found.lines == test.expected, "\(test.program)")
  }
}
