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
      -- 1:5 «1m1h» the units of a duration go from large to small, each once | such as 1h30m

      nap 1h30
      -- 1:5 «1h30» the last part of this duration has no unit: '1h30' | such as 1h30m

      nap 1e999
      -- 1:5 «1e999» this number is too large

      print 1e999
      -- 1:7 «1e999» this number is too large

      say "open
      -- 1:5 «"open» this string is never closed on its line | close it with the same quote; a line break inside is written \n

      say 'open
      -- 1:5 «'open» this string is never closed on its line | close it with the same quote; a line break inside is written \n

      print "a {1 + } b"
      -- 1:14 « » a value should stand here, not the end of '{…}'

      print "a {} b"
      -- 1:10 «{}» there is no value between '{' and '}'

      print "a { b
      -- 1:10 «{ b» this '{' in a string is never closed on its line | close it with '}', or write '\{' for the character itself

      print "a \q b"
      -- 1:10 «\q» there is no escape '\q' | escapes are \n \t \r \e \\ \" \{ \}, \u(1F600) and \xE9 for a byte of a file's name

      print "\u(110000)"
      -- 1:8 «\u» there is no escape '\u' | escapes are \n \t \r \e \\ \" \{ \}, \u(1F600) and \xE9 for a byte of a file's name

      print 1 < 2 < 3
      -- 1:13 «<» comparisons do not chain | join two with 'and'

      print 1+2
      -- 1:7 «1+2» operators need white space around them: '1+2' | such as: 1 + 2

      let x = 1
      print $x+1
      -- 2:9 «+1» operators need white space around them: '+1' | such as: … + 1

      let x = 1
      print $x + 1-2
      -- 2:12 «1-2» operators need white space around them: '1-2' | such as: 1 - 2

      let x = 1
      print $x=1
      -- 2:9 «=1» operators need white space around them: '=1' | such as: … == 1

      let x=1
      -- 1:5 «x=1» operators need white space around them: 'x=1' | write x = 1

      let x =1
      -- 1:7 «=1» operators need white space around them: '=1' | write = 1

      x=1
      -- 1:1 «x=1» operators need white space around them: 'x=1' | write x = 1

      print -"a"
      -- 1:7 «-"a"» a value should stand here, not '-"a"' | write a space behind the sign: - "a"

      print [1] | sort by
      -- 1:20 «» a value should stand here, not the end of the script

      wait until
      -- 1:11 «» a value should stand here, not the end of the script

      print
      -- 1:6 «» a value should stand here, not the end of the script

      let x =
      -- 1:8 «» a value should stand here, not the end of the script

      let x = 
      let y = )
      print $z
      -- 1:8 « » a value should stand here, not the end of the line
      -- 2:9 «)» a value should stand here, not ')'

      say \ b
      -- 1:5 «\» a lone '\' only stands at a line's end, to continue it | for the character itself, write '\' in quotes

      print 5a
      -- 1:7 «5a» there is no unit 'a' | units are us ms s m h d w

      print 1.2.3
      -- 1:7 «1.2.3» this starts like a number but is none | for text, write it in quotes

      print 1,5
      -- 1:7 «1,5» decimals stand behind a point | did you mean '1.5'?

      print 2026-02-30
      -- 1:7 «2026-02-30» there is no date '2026-02-30'

      print 12:30
      -- 1:7 «12:30» a time of day needs its date: '12:30' | such as 2026-11-20T12:30

      | sort
      -- 1:1 «|» a value should stand here, not '|' | did you mean '$last |'?

      if true {
        | sort
      }
      -- 2:3 «|» a value should stand here, not '|' | a line that begins with '|' goes on with the line before

      print &&
      -- 1:7 «&&» a value should stand here, not '&&'

      print 1 && 2
      -- 1:9 «&&» there is no operator '&&' | write and

      print 5 % 2
      -- 1:9 «%» there is no operator '%' | the remainder is written mod

      print true === true
      -- 1:12 «===» there is no operator '===' | to compare, write ==

      print 1 =< 2
      -- 1:9 «=<» there is no operator '=<' | write <=

      print 1 <> 2
      -- 1:9 «<>» there is no operator '<>' | write !=

      print !true
      -- 1:7 «!true» a value should stand here, not '!true' | write not true

      print "{uper "a"}"
      -- 1:9 «uper» there is no function 'uper' | did you mean 'upper'?

      print -light.progress
      -- 1:7 «-light.progress» a value should stand here, not '-light.progress' | write a space behind the sign: - light.progress

      print 1 -2
      -- 1:9 «-2» operators need white space around them: '-2' | such as: … - 2

      if true { print ( }
      stroy
      -- 1:19 «}» a value should stand here, not '}'
      -- 2:1 «stroy» there is no command 'stroy'

      print $x==1
      -- 1:9 «==1» operators need white space around them: '==1' | such as: … == 1

      print 1 !true
      -- 1:9 «!true» operators need white space around them: '!true'

      "open
      stroy
      'also
      -- 1:1 «"open» this string is never closed on its line | close it with the same quote; a line break inside is written \n
      -- 2:1 «stroy» there is no command 'stroy'
      -- 3:1 «'also» this string is never closed on its line | close it with the same quote; a line break inside is written \n

      let rows = (upper "a,b
      1,,2
      stroy")
      print $rose
      -- 1:19 «"a,b» this string is never closed on its line | a text of several lines stands between """ and """

      print "{1 +}"
      -- 1:12 «}» a value should stand here, not the end of '{…}'

      print "{1 2}"
      -- 1:11 «2» '}' should stand here, not '2'

      print [1, , 2]
      -- 1:11 «,» a value should stand here, not ','

      print {a: }
      -- 1:11 «}» a value should stand here, not '}'

      print (1 + )
      -- 1:12 «)» a value should stand here, not ')'

      print ()
      -- 1:8 «)» a value should stand here, not ')'

      print not
      -- 1:10 «» a value should stand here, not the end of the script

      print -
      -- 1:8 «» a value should stand here, not the end of the script

      print 1 +
      -- 1:10 «» '+' needs a value after it | a line goes on inside ( ), or with a \ at its end

      if true and
      beep
      -- 1:12 «⏎» 'and' needs a value after it | a line goes on inside ( ), or with a \ at its end

      print 99999999999999999999d
      -- 1:7 «99999999999999999999d» a duration may be 1,000 years at most

      print 1	+2
      -- 1:9 «+2» operators need white space around them: '+2' | such as: … + 2

      stroy
      light onn
      nap 5
      print (
      -- 1:1 «stroy» there is no command 'stroy'
      -- 2:7 «onn» there is no command 'light onn' | did you mean 'light on'?
      -- 3:5 «5» 'nap' needs a duration such as 15s, not '5' | did you mean '5s'?
      -- 4:8 «» a value should stand here, not the end of the script

      let y = 1 # a comment
      let x=2   # another
      print "é {$z}"
      -- 2:5 «x=2» operators need white space around them: 'x=2' | write x = 2
      """#))
  func everythingThatIsSaid(_ test: DiagnosticCase) {
    let found = test.diagnose()
    #expect(found.phase == .reading)
    #expect(found.lines == test.expected, "\(test.program)")
  }
}
