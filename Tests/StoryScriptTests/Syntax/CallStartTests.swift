import Testing

@testable import StoryScript
@testable import StorySyntax

/// Calls without parentheses: beside comparisons, `not`, `and` and `or`, and up to the words that end the expression.
@Suite struct CallStartTests {
  @Test func callsAreOperands() {
    let lines = run(
      #"""
      let xs = [3, 1, 2]
      let name = "Ana"
      def half n { return $n / 2 }
      print length $xs == 3 and 3 == length $xs and contains $name "n"
      print not contains $name "z" and $name != upper $name or false
      let ok = half 4 == 2 and half 6 == 3
      print $ok
      print [upper $name in ["ANA"], lower $name like "a*"]
      print {a: length $name > 2, b: not starts $name "A"}
      print (length $xs == 3 and starts $name "A")
      print "{length $name == 3}{upper $name}"
      if half 4 == half 4 { print "a block" }
      while length $xs > 1 { xs = slice $xs 1 }
      print $xs
      """#)
    #expect(
      lines == [
        "true", "true", "true", "[true, true]", "{a: true, b: false}", "true", "trueANA", "a block", "[2]",
      ])
  }

  /// Steps that need only a list and a value can be called like functions, unless a command or definition has the
  /// same name.
  @Test func stepsAreCalled() {
    let lines = run(
      #"""
      let ages = [3, 1, 2]
      print (sum $ages)
      print sum $ages * 2 + 1
      let least = first (sort $ages)
      print $least
      print "{first (sort $ages) 2} {last $ages}{sum $ages}"
      let rows = [{sum: 1, first: 2, last: ["a"]}, {sum: 4, first: 0, last: []}]
      print ($rows | where sum > 2 and first < 1 | sum sum + first)
      print ($rows | sort by sum desc, first | select last first)
      for row in $rows | sort by first { print sum [$row.sum, 1] }
      print ($rows | each { {least: first (sort [2, 1]), sum: sum [$it.sum, $it.first]} })
      """#)
    #expect(
      lines == [
        "6", "13", "1", "[1, 2] 26", "4", "[{last: [], first: 0}, {last: [\"a\"], first: 2}]", "5", "2",
        "[{least: 1, sum: 3}, {least: 1, sum: 4}]",
      ])
    #expect(
      run("def sum list { return \"own\" }\nprint (sum [1])\nprint ([1] | sum)").suffix(2) == ["own", "1"])
    #expect(run("print (sum [1s, none, 2s])\nprint (sum [])\nprint (last [] 2)") == ["3s", "0", "[]"])
  }

  /// A definition without parameters is a value by its name alone, except in a step, where a word is a field.
  @Test func definitionsWithoutParametersAreValues() {
    let lines = run(
      #"""
      def roll { 4 }
      def bonus n = 2 { $n }
      def twice n { 2 * $n }
      def more { roll + 1 }
      roll * 2
      print more
      print roll + roll * bonus
      print [roll, -1, roll - bonus] | sum
      print {a: roll, b: [bonus]}
      let n = roll
      n += roll
      print "{roll + 1} {$n}"
      if roll > 3 and not (bonus == 3) { print twice (roll + 1) }
      print max roll bonus
      repeat roll - 3 { print roll == 4 }
      print ([{roll: 1}, {roll: 9}] | where roll > 5)
      print ([1] | each { (roll) + (roll) })
      """#)
    #expect(lines == ["8", "5", "12", "5", "{a: 4, b: [2]}", "5 8", "10", "4", "true", "[{roll: 9}]", "[8]"])
    #expect(
      run("def roll { 4 }\nprint ([1] | each { roll + roll })") == [
        "error 2:26 'roll' expects single values, so '+' is not allowed here | "
          + "in a step, put the call in parentheses: (roll) + …"
      ])
  }

  /// After a function of one value, the rest of the line may be another call.
  @Test func callsFollowFunctionsOfOneValue() {
    let lines = run(
      #"""
      let poem = "  one\ntwo "
      def shout t { $t + "!" }
      print length lines $poem
      print upper trim shout $poem
      print sum unique [1, 1, 2] * 2 + length lines $poem
      print [length lines $poem, sum flatten [[1], [2]]]
      print ([{n: " a"}] | where length trim n == 1 | sum length trim n)
      let r = {b: 1, a: 2}
      for k in sort keys $r { print $k }
      """#)
    #expect(lines == ["2", "ONE\nTWO !", "8", "[2, 3]", "1", "a", "b"])
  }

  @Test func wordsOfThePlaceEndThem() {
    let lines = run(
      #"""
      let people = [{name: "bo", length: 3}, {name: "Alexa", length: 2}, {name: "Cy", length: 2}]
      print ($people | where length name > 2 and starts name "A" | count)
      print ($people | sort by length name desc, lower name | each { $it.name })
      print ($people | sort by length desc, lower name desc | each { $it.name })
      print ($people | group by length name | each { $it.key })
      print ($people | sum length name)
      for p in $people | where lower name == name { print $p.name }
      after duration "5s" as later { print "later" }
      wait duration "6s"
      """#)
    #expect(
      lines == [
        "1", #"["Alexa", "bo", "Cy"]"#, #"["bo", "Cy", "Alexa"]"#, "[2, 5]", "9", "bo", "later",
      ])
  }
}
