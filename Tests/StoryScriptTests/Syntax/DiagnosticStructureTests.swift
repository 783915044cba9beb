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
      -- 2:1 «beep» ')' should stand here, not 'beep' | '(' on line 1 is still open

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
      -- 1:12 «a» a text in three quotes begins on the next line | end the line after the quotes, or use one quote

      let x = """"""
      -- 1:9 «""""""» a text in three quotes begins on the next line | end the line after the quotes, or use one quote

      print """
        a"""
      beeep
      -- 2:4 «"""» the three quotes at the end of a text stand on a line of their own | move them to the next line; its indentation goes from each line of the text
      -- 3:1 «beeep» there is no command 'beeep' | did you mean 'beep'?

      print '''
          a
         b
          '''
      -- 3:4 «b» this line is indented less than the three quotes at the end of its text | indent it as they are, or move them to the left

      print """
        {1 +
        {2}
        """
      -- 2:3 «{1 +» this '{' in a string is never closed on its line | close it with '}', or write '\{' for the character itself

      print [1 2]
      -- 1:10 «2» ',' or ']' should stand here, not '2'

      let r = {a: 1
      beep
      -- 1:9 «{» '{' on line 1 is never closed | add '}'

      let r = {a 1}
      -- 1:12 «1» ':' should follow the field name 'a', not '1'

      }
      -- 1:1 «}» there is nothing open that '}' could close

      print 1)
      -- 1:8 «)» there is nothing open that ')' could close

      print 1]
      -- 1:8 «]» there is nothing open that ']' could close

      if true { beep ) }
      -- 1:16 «)» there is nothing open that ')' could close

      print (uper "a")
      -- 1:8 «uper» there is no function 'uper' | did you mean 'upper'?

      let $x = 1
      -- 1:5 «$x» names are bound without '$': '$x' | write x without the '$'

      let x = 1
      $x = 2
      -- 2:1 «$x» names are bound without '$': '$x' | write x without the '$'

      else { }
      -- 1:1 «else» there is no 'if' before this 'else'

      catch { }
      -- 1:1 «catch» there is no 'try' before this 'catch'

      include (nope)
      -- 1:9 «(» a script's path should stand here, not '('

      include "a{1}"
      -- 1:9 «"a{1}"» a path without '{…}' should stand here, not "a{1}"

      print 5 .a
      -- 1:9 «.a» the statement should end here, but '.a' follows

      print [1] | frist
      -- 1:13 «frist» a pipeline step should follow '|', not 'frist' | did you mean 'first'?

      print [1] | group
      -- 1:18 «» 'by' should follow 'group', not the end of the script

      wait
      -- 1:5 «» 'wait' needs a duration such as 5s, or 'until …' after it

      after { }
      -- 1:7 «{» 'after' needs a duration such as 10s after it

      for x [1] { }
      -- 1:7 «[» 'in' should follow 'for x', not '['

      for 5 in [1] { }
      -- 1:5 «5» '5' cannot be a name | names are made of letters, digits and '_', and do not begin with a digit

      if true
      -- 1:8 «» a block '{ … }' should follow the condition of 'if', not the end of the script | on the same line: if true { … }

      if true beep
      -- 1:9 «beep» a block '{ … }' should follow the condition of 'if', not 'beep'

      try { }
      -- 1:8 «» 'catch' should follow the block of 'try', not the end of the script

      print 1 2
      -- 1:9 «2» the statement should end here, but '2' follows | print writes one value: print "1 2"

      let x
      -- 1:6 «» '=' should follow 'let x', not the end of the script

      light.state = on
      -- 1:1 «light.state» state such as 'light.state' can only be read | commands change it

      print (beep
      -- 1:7 «(» '(' on line 1 is never closed | add ')'

      let x = [1, 2
      let y = 3
      print $z
      -- 2:1 «let» ',' or ']' should stand here, not 'let' | '[' on line 1 is still open

      if true {
        print (1
      }
      print $q
      -- 3:1 «}» ')' should stand here, not '}' | '(' on line 2 is still open

      def f a {
        return $b
      }
      stroy
      print [1
      -- 4:1 «stroy» there is no command 'stroy'
      -- 5:7 «[» '[' on line 5 is never closed | add ']'

      beep |
      -- 1:7 «» a pipeline step should follow '|', not the end of the script | steps are where, sort by, select, first, last, count, sum, any, all, group by, number, reduce, each

      if true
      {
        beep
      }
      stroy
      -- 2:1 «{» the '{' of the condition of 'if' belongs on the same line | move it up: … {
      -- 5:1 «stroy» there is no command 'stroy'

      evry 1s
      {
        beep
      }
      { }
      -- 1:1 «evry» there is no command 'evry' | did you mean 'every'?
      -- 2:1 «{» a block stands behind what runs it, on the same line | such as every 10s { … }

      let r = {
        a: 1
        b 2
        c: 3
      }
      stroy
      -- 3:5 «2» ':' should follow the field name 'b', not '2'
      -- 6:1 «stroy» there is no command 'stroy'

      let x = [1,
        2 3,
        4]
      stroy
      -- 2:5 «3» ',' or ']' should stand here, not '3' | '[' on line 1 is still open
      -- 4:1 «stroy» there is no command 'stroy'

      5 = 3
      -- 1:1 «5» '5' cannot be a name | names are made of letters, digits and '_', and do not begin with a digit

      a-b = 3
      -- 1:1 «a-b» 'a-b' cannot be a name | names are made of letters, digits and '_', and do not begin with a digit

      let 5 = 3
      -- 1:5 «5» '5' cannot be a name | names are made of letters, digits and '_', and do not begin with a digit

      if { beep }
      -- 1:4 «{» 'if' needs a condition after it

      every { beep }
      -- 1:7 «{» 'every' needs a duration such as 10s after it

      print true || false
      -- 1:13 «|» a pipeline step should follow '|', not '|' | did you mean 'or'?

      for i in [1] {
        print $i
      stroy
      -- 1:14 «{» '{' on line 1 is never closed | add '}'
      -- 3:1 «stroy» there is no command 'stroy'

      print {: 1}
      -- 1:8 «:» a field name should stand here, not ':'

      when { }
      -- 1:6 «{» a name should follow 'when', not '{'

      when light.off as { }
      -- 1:19 «{» a name should follow 'as', not '{'

      print 1 + 2 3 4 5
      -- 1:13 «3» the statement should end here, but '3' follows

      print light.
      -- 1:12 «.» a name should follow '.', not nothing

      break 5
      -- 1:7 «5» the statement should end here, but '5' follows

      include 'a' 'b'
      -- 1:13 «'b'» the statement should end here, but ''b'' follows

      cancel
      -- 1:7 «» 'cancel' needs a name, a number or 'all' after it | such as cancel 1, or cancel all; waiting lists what there is

      cancel a b
      -- 1:10 «b» the statement should end here, but 'b' follows

      print (1 + (2 * 3
      beep
      -- 2:1 «beep» ')' should stand here, not 'beep' | '(' on line 1 is still open

      print (((1)
      -- 1:8 «(» '(' on line 1 is never closed | add ')'
      """#))
  func everythingThatIsSaid(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .reading)
    #expect(found.lines == test.expected, "\(test.program)")
  }
}
