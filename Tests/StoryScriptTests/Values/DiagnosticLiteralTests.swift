import Testing

@testable import StoryScript

/// Wrong numbers, strings and operators, as the parser reports them.
@Suite struct DiagnosticLiteralTests {
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      nap 5sec
      -- 1:5 «5sec» there is no unit 'sec' | did you mean '5s'?

      nap 15sec
      -- 1:5 «15sec» there is no unit 'sec' | did you mean '15s'?

      nap 1m1h
      -- 1:5 «1m1h» the units of a duration must go from largest to smallest, each only once | for example: 1h30m

      nap 1h30
      -- 1:5 «1h30» the last part of this duration has no unit: '1h30' | try: 1h30m

      nap 1e999
      -- 1:5 «1e999» this number is too large

      print 1e999
      -- 1:7 «1e999» this number is too large

      say "open
      -- 1:5 «"open» this string has no closing quote on its line | close it with the same quote; for a line break, write \n

      say 'open
      -- 1:5 «'open» this string has no closing quote on its line | close it with the same quote; for a line break, write \n

      print "a {1 + } b"
      -- 1:14 « » expected a value, found the end of '{…}'

      print "a {} b"
      -- 1:10 «{}» there is no value between '{' and '}' | for a value, write {$x}; for the braces themselves, \{\}

      print "a { b
      -- 1:10 «{ b» this '{' in a string is not closed on its line | close it with '}', or write '\{' for the character itself

      print "a \q b"
      -- 1:10 «\q» there is no escape '\q' | escapes: \n \t \r \e \\ \" \{ \} \u(1F600), and \xE9 for a byte of a file name

      print "\u(110000)"
      -- 1:8 «\u» there is no escape '\u' | escapes: \n \t \r \e \\ \" \{ \} \u(1F600), and \xE9 for a byte of a file name

      print 1 < 2 < 3
      -- 1:13 «<» comparisons cannot be chained | join two comparisons with 'and'

      print 1+2
      -- 1:7 «1+2» operators need spaces around them: '1+2' | try: 1 + 2

      let x = 1
      print $x+1
      -- 2:9 «+1» operators need spaces around them: '+1' | try: … + 1

      let x = 1
      print $x + 1-2
      -- 2:12 «1-2» operators need spaces around them: '1-2' | try: 1 - 2

      let x = 1
      print $x=1
      -- 2:9 «=1» operators need spaces around them: '=1' | try: … == 1

      let x=1
      -- 1:5 «x=1» operators need spaces around them: 'x=1' | with spaces: x = 1

      let x =1
      -- 1:7 «=1» operators need spaces around them: '=1' | with a space: = 1

      x=1
      -- 1:1 «x=1» operators need spaces around them: 'x=1' | with spaces: x = 1

      print -"a"
      -- 1:7 «-"a"» expected a value, found '-"a"' | put a space after the sign: - "a"

      print [1] | sort by
      -- 1:20 «» expected a value, found the end of the script

      wait until
      -- 1:11 «» expected a value, found the end of the script

      print
      -- 1:6 «» expected a value, found the end of the script

      let x =
      -- 1:8 «» expected a value, found the end of the script

      let x = 
      let y = )
      print $z
      -- 1:8 « » expected a value, found the end of the line
      -- 2:9 «)» expected a value, found ')'

      say \ b
      -- 1:5 «\» a lone '\' is allowed only at the end of a line, to continue it | for the character itself, write '\' in quotes

      print 5a
      -- 1:7 «5a» there is no unit 'a' | units: us ms s m h d w

      print 1.2.3
      -- 1:7 «1.2.3» this is not a valid number | for text, write it in quotes

      print 1,5
      -- 1:7 «1,5» a decimal number needs a decimal point, not a comma | did you mean '1.5'?

      print 2026-02-30
      -- 1:7 «2026-02-30» '2026-02-30' is not a valid date

      print 12:30
      -- 1:7 «12:30» a time of day needs a date: '12:30' | for example: 2026-11-20T12:30

      | sort
      -- 1:1 «|» expected a value, found '|' | did you mean '$last |'?

      if true {
        | sort
      }
      -- 2:3 «|» expected a value, found '|' | a line that begins with '|' continues the line before it

      print &&
      -- 1:7 «&&» expected a value, found '&&'

      print 1 && 2
      -- 1:9 «&&» there is no operator '&&' | to combine conditions, write 'and'

      print 5 % 2
      -- 1:9 «%» there is no operator '%' | for the remainder, write mod

      print true === true
      -- 1:12 «===» there is no operator '===' | to compare, write ==

      print 1 =< 2
      -- 1:9 «=<» there is no operator '=<' | to compare, write <=

      print 1 <> 2
      -- 1:9 «<>» there is no operator '<>' | to compare, write !=

      print !true
      -- 1:7 «!true» expected a value, found '!true' | write not true

      print "{uper "a"}"
      -- 1:9 «uper» there is no function 'uper' | did you mean 'upper'?

      print -light.progress
      -- 1:7 «-light.progress» expected a value, found '-light.progress' | put a space after the sign: - light.progress

      print 1 -2
      -- 1:9 «-2» operators need spaces around them: '-2' | try: … - 2

      if true { print ( }
      stroy
      -- 1:17 «(» '(' on line 1 is never closed | add ')'
      -- 2:1 «stroy» there is no command 'stroy'

      print $x==1
      -- 1:9 «==1» operators need spaces around them: '==1' | try: … == 1

      print 1 !true
      -- 1:9 «!true» operators need spaces around them: '!true'

      "open
      stroy
      'also
      -- 1:1 «"open» this string has no closing quote on its line | close it with the same quote; for a line break, write \n
      -- 2:1 «stroy» there is no command 'stroy'
      -- 3:1 «'also» this string has no closing quote on its line | close it with the same quote; for a line break, write \n

      let rows = (upper "a,b
      1,,2
      stroy")
      print $rose
      -- 1:19 «"a,b» this string has no closing quote on its line | put multi-line text between """ and """

      print "{1 +}"
      -- 1:12 «}» expected a value, found the end of '{…}'

      print "{1 2}"
      -- 1:11 «2» expected '}', found '2'

      print [1, , 2]
      -- 1:11 «,» expected a value, found ','

      print {a: }
      -- 1:11 «}» expected a value, found '}'

      print (1 + )
      -- 1:12 «)» expected a value, found ')'

      print ()
      -- 1:8 «)» expected a value, found ')'

      print not
      -- 1:10 «» expected a value, found the end of the script

      print -
      -- 1:8 «» expected a value, found the end of the script

      print 1 +
      -- 1:10 «» expected a value after '+' | a line continues inside ( ), or after a \ at its end

      if true and
      beep
      -- 1:12 «⏎» expected a value after 'and' | a line continues inside ( ), or after a \ at its end

      print 99999999999999999999d
      -- 1:7 «99999999999999999999d» a duration can be at most 1,000 years long

      print 1	+2
      -- 1:9 «+2» operators need spaces around them: '+2' | try: … + 2

      stroy
      light onn
      nap 5
      print (
      -- 1:1 «stroy» there is no command 'stroy'
      -- 2:7 «onn» there is no command 'light onn' | did you mean 'light on'?
      -- 3:5 «5» 'nap' expects a duration such as 15s, not '5' | did you mean '5s'?
      -- 4:7 «(» '(' on line 4 is never closed | add ')'

      let y = 1 # a comment
      let x=2   # another
      print "é {$z}"
      -- 2:5 «x=2» operators need spaces around them: 'x=2' | with spaces: x = 2
      """#))
  func allDiagnostics(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .reading)
    #expect(found.lines == test.expected, "\(test.program)")
  }
}
