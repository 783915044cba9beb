import Testing

@testable import StoryScript

/// Calls without parentheses: beside comparisons, `not`, `and` and `or`, and up to the words that end their place.
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
