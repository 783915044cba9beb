import Testing

@testable import StoryScript
@testable import StorySyntax

/// Wrong statements and groups, as the parser reports them.
@Suite struct DiagnosticStructureTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      if true {
        beep
      -- 1:9 «{» '{' on line 1 is never closed | add '}'

      print (1 + 2
      beep
      -- 1:7 «(» '(' on line 1 is never closed | add ')'

      print [1, 2
      -- 1:7 «[» '[' on line 1 is never closed | add ']'

      beep
      print """
        a
      -- 2:7 «"""» '"""' on line 2 is never closed | add '"""'

      say '''
      -- 1:5 «'''» ''''' on line 1 is never closed | add '''''

      let x = """a
        b"""
      -- 1:12 «a» text in triple quotes must begin on the next line | end the line after the triple quotes, or use one quote

      let x = """"""
      -- 1:9 «""""""» text in triple quotes must begin on the next line | end the line after the triple quotes, or use one quote

      print """
        a"""
      beeep
      -- 2:4 «"""» the closing triple quotes must be on their own line | move the quotes to the next line; their indentation is removed from every line
      -- 3:1 «beeep» there is no command 'beeep' | did you mean 'beep'?

      print '''
          a
         b
          '''
      -- 3:4 «b» this line is indented less than the closing triple quotes | indent the line more, or move the closing quotes to the left

      print """
        {1 +
        {2}
        """
      -- 2:3 «{1 +» this '{' in a string is not closed on its line | close it with '}', or write '\{' for the character itself

      print [1 2]
      -- 1:10 «2» expected ',' or ']', found '2' | separate the items with commas: [1, 2]

      let r = {a: 1
      beep
      -- 1:9 «{» '{' on line 1 is never closed | add '}'

      let r = {a 1}
      -- 1:12 «1» expected ':' after the field name 'a', found '1'

      }
      -- 1:1 «}» there is no open bracket for '}' to close

      print 1)
      -- 1:8 «)» there is no open bracket for ')' to close

      print 1]
      -- 1:8 «]» there is no open bracket for ']' to close

      if true { beep ) }
      -- 1:16 «)» there is no open bracket for ')' to close

      print (uper "a")
      -- 1:8 «uper» there is no function 'uper' | did you mean 'upper'?

      let $x = 1
      -- 1:5 «$x» '$' is not allowed here: '$x' | write x without the '$'

      let x = 1
      $x = 2
      -- 2:1 «$x» '$' is not allowed here: '$x' | write x without the '$'

      else { }
      -- 1:1 «else» there is no 'if' before this 'else'

      catch { }
      -- 1:1 «catch» there is no 'try' before this 'catch'

      include (nope)
      -- 1:9 «(» expected a script's path, found '('

      include "a{1}"
      -- 1:9 «"a{1}"» expected a path without '{…}', found "a{1}"

      print 5 .a
      -- 1:9 «.a» expected the end of the statement, found '.a'

      print [1] | frist
      -- 1:13 «frist» expected a pipeline step after '|', found 'frist' | did you mean 'first'?

      print [1] | group
      -- 1:18 «» expected 'by' after 'group', found the end of the script

      wait
      -- 1:5 «» expected a duration such as 5s, or 'until …' after 'wait'

      after { }
      -- 1:7 «{» expected a duration such as 10s after 'after'

      for x [1] { }
      -- 1:7 «[» expected 'in' after 'for x', found '['

      for 5 in [1] { }
      -- 1:5 «5» '5' is not a valid name | names consist of letters, digits and '_', and do not begin with a digit

      if true
      -- 1:8 «» expected a block '{ … }' after the condition of 'if', found the end of the script | begin the block on the same line: if true { … }

      if true beep
      -- 1:9 «beep» expected a block '{ … }' after the condition of 'if', found 'beep'

      try { }
      -- 1:8 «» expected 'catch' after the block of 'try', found the end of the script | to ignore the error, write: try { … } catch { }

      print 1 2
      -- 1:9 «2» expected the end of the statement, found '2' | print expects one value: print "1 2"

      let x
      -- 1:6 «» expected '=' after 'let x', found the end of the script

      light.state = on
      -- 1:1 «light.state» state such as 'light.state' is read-only | only commands change it

      print (beep
      -- 1:7 «(» '(' on line 1 is never closed | add ')'

      let x = [1, 2
      let y = 3
      print $z
      -- 1:9 «[» '[' on line 1 is never closed | add ']'

      if true {
        print (1
      }
      print $q
      -- 2:9 «(» '(' on line 2 is never closed | add ')'

      def f a {
        return $b
      }
      stroy
      print [1
      -- 4:1 «stroy» there is no command 'stroy'
      -- 5:7 «[» '[' on line 5 is never closed | add ']'

      beep |
      -- 1:7 «» expected a pipeline step after '|', found the end of the script | steps: where, sort by, select, first, last, count, sum, any, all, group by, number, reduce, each

      if true
      {
        beep
      }
      stroy
      -- 2:1 «{» the '{' after the condition of 'if' must be on the same line | move the brace to the line above: … {
      -- 5:1 «stroy» there is no command 'stroy'

      evry 1s
      {
        beep
      }
      { }
      -- 1:1 «evry» there is no command 'evry' | did you mean 'every'?
      -- 2:1 «{» a block must begin on the same line as its statement | try: every 10s { … }

      let r = {
        a: 1
        b 2
        c: 3
      }
      stroy
      -- 3:5 «2» expected ':' after the field name 'b', found '2'
      -- 6:1 «stroy» there is no command 'stroy'

      let x = [1,
        2 3,
        4]
      stroy
      -- 2:5 «3» expected ',' or ']', found '3' | '[' on line 1 is still open
      -- 4:1 «stroy» there is no command 'stroy'

      5 = 3
      -- 1:1 «5» '5' is not a valid name | names consist of letters, digits and '_', and do not begin with a digit

      a-b = 3
      -- 1:1 «a-b» 'a-b' is not a valid name | names consist of letters, digits and '_', and do not begin with a digit

      let 5 = 3
      -- 1:5 «5» '5' is not a valid name | names consist of letters, digits and '_', and do not begin with a digit

      if { beep }
      -- 1:4 «{» expected a condition after 'if'

      every { beep }
      -- 1:7 «{» expected a duration such as 10s after 'every'

      print true || false
      -- 1:13 «|» expected a pipeline step after '|', found '|' | did you mean 'or'?

      for i in [1] {
        print $i
      stroy
      -- 1:14 «{» '{' on line 1 is never closed | add '}'
      -- 3:1 «stroy» there is no command 'stroy'

      print {: 1}
      -- 1:8 «:» expected a field name, found ':'

      when { }
      -- 1:6 «{» expected a name after 'when', found '{' | try: when story.started { … }

      when light.off as { }
      -- 1:19 «{» expected a name after 'as', found '{'

      print 1 + 2 3 4 5
      -- 1:13 «3» expected the end of the statement, found '3'

      print light.
      -- 1:12 «.» expected a name after '.', found nothing

      break 5
      -- 1:7 «5» expected the end of the statement, found '5'

      include 'a' 'b'
      -- 1:13 «'b'» expected the end of the statement, found ''b''

      cancel
      -- 1:7 «» expected a name, a number or 'all' after 'cancel' | try: cancel 1, or cancel all; `waiting` lists the blocks

      cancel a b
      -- 1:10 «b» expected the end of the statement, found 'b'

      print (1 + (2 * 3
      beep
      -- 1:12 «(» '(' on line 1 is never closed | add ')'

      print (((1)
      -- 1:8 «(» '(' on line 1 is never closed | add ')'
      """#))
  func allDiagnostics(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .reading)
    #expect(found.lines == test.expected, "\(test.program)")
  }
}
