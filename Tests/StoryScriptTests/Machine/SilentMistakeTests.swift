import Testing

@testable import StoryScript
@testable import StorySyntax

/// Mistakes that an earlier version accepted silently.
@Suite struct SilentMistakeTests {
  @Test(arguments: [
    #"""
    # the value of `return` belongs to what is tried
    def parse t { try { return (number $t) } catch e { return none } }
    print (parse "5")      # => 5
    print (parse "x")      # => none
    def deep t { try { try { return (number $t) } catch { return 1 / 0 } } catch e { return $e.message } }
    print (deep "x")       # => division by zero
    def in_loop { for i in [1, 2] { try { return [][0] } catch { } }
      return "after" }
    print (in_loop)        # => after
    """#,
    #"""
    # words in steps are fields, in calls and with dots as well
    let people = [{name: "bo", n: 2, a: {b: 5}}, {name: "Ana", n: 1, a: {b: 6}}]
    def initial text { return (slice $text 0 1) }
    print ($people | where (length name) == 2 | count)             # => 1
    print ($people | sort by (lower name) | each { $it.name })     # => ["Ana", "bo"]
    print ($people | group by (length name) | each { $it.key })    # => [2, 3]
    print ($people | where (upper name) == "BO" | count)           # => 1
    print ($people | where (initial name) == "b" | count)          # => 1
    print ($people | where a.b == 5 | count)                       # => 1
    print ($people | sum a.b)                                      # => 11
    print ($people | where "{(upper name)}" == "BO" | count)       # => 1
    print ($people | each { (upper name) })                        # => ["BO", "ANA"]
    print ($people | where n == (light.count) + 1 | count)         # => 1
    print (upper name)                                             # => NAME
    """#,
    #"""
    # a block that begins with a field is the record itself
    let items = [{n: 1}, {n: 5}]
    print ($items | each { n: n })                         # => [{n: 1}, {n: 5}]
    print ($items | each row { a: $row.n, "b c": 2 })      # => [{a: 1, "b c": 2}, {a: 5, "b c": 2}]
    print ($items | each {
      twice: $it.n * 2

      list: [1, 2] | count
    })                                                     # => [{twice: 2, list: 2}, {twice: 10, list: 2}]
    def pair x { a: $x, b: [1, 2] }
    print (pair 3).b                                       # => [1, 2]
    print if true { a: 1 } else { a: 2 }                   # => {a: 1}
    print (try { a: [][0] } catch { a: none })             # => {a: none}
    print ([1] | each { })                                 # => [1]
    """#,
    #"""
    # what is none counts as missing for the default of `get`
    print (get {a: none} "a" 0)    # => 0
    print (get [1, none] 1 0)      # => 0
    print (get {a: false} "a" 0)   # => false
    print (get {a: none} "a")      # => none
    """#,
    #"""
    # a path of state as an argument is state, quotes make it text
    let q = []
    q = (append $q light.state)
    q = (append $q "light.state")
    print $q                       # => ["off", "light.state"]
    print (max light.count 5)      # => 5
    def twice n { return $n * 2 }
    print (twice light.count)      # => 0
    print ([1, 2, 3] | first light.count) # => []
    """#,
    #"""
    # `each` is a loop of its own, and gives what its last statement yields in any branch
    for i in [1, 2] {
      [10, 20] | each { if $it == 10 { continue }
        print "{$i}: {$it}" }
    }
    # first         # => 1: 20
    # second; its list was only gone through  # => 2: 20
    print ([1, 2, 3] | each { if $it == 2 { continue }
      $it * 10 })                                                  # => [10, 30]
    print ([1, 2, 3] | each { if $it == 2 { break }
      $it * 10 })                                                  # => [10]
    print ([1, 2] | each { if $it == 1 { 5 } else { 6 } })         # => [5, 6]
    print ([1, 2, 3] | each { if $it == 1 { 5 } else if $it == 2 { 6 } }) # => [5, 6, none]
    print (["1", "x"] | each { try { (number $it) } catch { 0 } }) # => [1, 0]
    def first_even l { $l | each { if $it mod 2 == 0 { return $it } } }
    print (first_even [1, 4, 6])                                   # => 4
    """#,
    #"""
    # one order of evaluation, left to right
    let x = 1
    def change { x = 10
      return 1 }
    print $x + (change)            # => 2
    x = 1
    print [$x, (change), $x]       # => [1, 1, 10]
    x = 1
    print $x == (change)           # => true
    x = 1
    if $x == (change) { print "same" } # => same
    let l = [1]
    def restart { l = [7, 8]
      return 2 }
    print $l[(restart) - 2]        # => 1
    l = [1]
    l = (append $l (restart))
    print $l                       # => [1, 2]
    l = [1]
    l = $l + [(restart), 3]
    print $l                       # => [1, 2, 3]
    def inner { l = [1]
      l = (append $l (restart))
      return $l }
    print (inner)                  # => [1, 2]
    def sum { x = 1
      return $x + (change) }
    print (sum)                    # => 2
    """#,
    #"""
    # one notion of equal
    print (unique [0.1 + 0.2, 0.3]) == [0.1 + 0.2, 0.3]            # => true
    print ([{n: 0.1 + 0.2}, {n: 0.3}] | group by n | count)        # => 2
    print (unique [1, "1", 1.0, none, none, true, 1s])             # => [1, "1", none, true, 1s]
    print (unique [{a: 1, b: 2}, {b: 2, a: 1}] | count)            # => 1
    print (unique [[1], ["1"], [1]] | count)                       # => 2
    print (contains "e\u(301)t" "\u(e9)")                          # => true
    print "\u(e9)" in "caf\u(65)\u(301)"                           # => true
    print (starts "e\u(301)t" "\u(e9)")                            # => true
    print (ends "cafe\u(301)" "\u(e9)")                            # => true
    print "e\u(301)" < "\u(e9)"                                    # => false
    print (contains "a\r\nb" "\n")                                 # => false
    print (contains "a\r\nb" "\r\n")                               # => true
    try { expect 1 != "1" } catch e { print $e.message }           # => a number and text cannot be compared
    try { expect 0.1 + 0.2 == 0.3 } catch e { print $e.suggestion } # => 0.30000000000000004 == 0.3 is false
    """#,
    #"""
    # a call is a call
    let words = split "a b" " "
    print $words                   # => ["a", "b"]
    print length $words            # => 2
    let r = {a: 1, b: 2}
    for k in keys $r { print $k }  # => a
    # the second                   # => b
    for w in $words { print upper $w } # => A
    # the second                   # => B
    def pair a { return [$a, $a] }
    for x in pair 1 { print $x }   # => 1
    # the second                   # => 1
    print (["x"] | each { upper $it }) # => ["X"]
    def loud t { return upper $t }
    print (loud "b")               # => B
    upper "shown"                  # => "SHOWN"
    expect contains "story" "or"
    print max -$words[0] 1         # => error 18:11 '-' expects a number or a duration, not text
    """#,
    #"""
    # what stands for itself is called for what it does
    let n = 0
    def advance { n = $n + 1
      return $n }
    advance
    advance
    print $n                       # => 2
    (advance)                      # => 3
    # after `return` nothing runs, and it is no error
    def early { return 1
      print "never" }
    print (early)                  # => 1
    """#,
    #"""
    # a line's end divides the items of a list
    let list = [
      1
      "two" # with a remark
      (1 +
        2), [4
        -5], {a: 6}

      $n_of_items
    ]
    # never here   # => error 9:3 there is no variable '$n_of_items' here
    """#,
    #"""
    let list = [
      1
      -2 +
      1
      [3
        4], {a: 6}
    ]
    print $list    # => [1, -1, [3, 4], {a: 6}]
    print [1
      + 2, 3]      # => [3, 3]
    """#,
  ])
  func scripts(_ script: String) { #expect(run(script) == expectations(in: script), "\(script)") }

  @Test func unreachableStatementsAreWarnings() throws {
    let text = "def f { return 1\nbeep }\nwhile true { break; beep; beep }\nprint (f)"
    var program = Program()
    _ = try Compiler.compile(
      try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary), into: &program,
      schema: TestHost.schema)
    #expect(
      program.warnings.map(DiagnosticCase.line) == [
        "2:1 «beep» this never runs, because 'return' comes before it",
        "3:21 «beep» this never runs, because 'break' comes before it",
      ])
    #expect(run(text) == ["1"])
  }

  /// A decimal that becomes another number is a warning, with that number.
  @Test func aRoundedNumberIsAWarning() throws {
    let rounded = [
      ("0.1234567890123456789", "0.12345678901234568"), ("-3.14159265358979323846", "-3.141592653589793"),
      ("12.345678901234567891%", "0.12345678901234568"), ("1_000.000_000_000_000_000_01", "1000"),
      ("1234567890123456789.5", "1234567890123456768"), ("1.2345678901234567891e300", "1.2345678901234568e+300"),
      ("1.2345678901234567891e-300", "1.2345678901234568e-300"), ("0.500000000000000000001", "0.5"),
      ("12345678901234567890e0", "1.2345678901234567e+19"), ("1e-400", "0"), ("-0.5e-330", "-0"), ("3e-324", "5e-324"),
    ]
    let exact = [
      "0.50000000000000000000", "0.12345678901234567", "1000000000000000000000.0", "9007199254740993",
      "1234567890123456768.0", "0.000000000000000000000000000001", "1e300", "00000000000000000000.25", "1.5e-300",
      "0e-400", "0.0", "5e-324",
      "1e-310",
      // 2^-60, and 2^80 with all of their digits.
      "0.000000000000000000867361737988403547205962240695953369140625", "1208925819614629174706176e0",
      "25.000000000000000000000%", "2.50000000000000000000000s", "2026-01-05T10:00:00.123456",
    ]
    for (text, number) in rounded {
      for script in ["print 1; let x = \(text); print $x", "let y = 1; print [\(text), $y]"] {
        let source = try Source(name: "test", text: script)
        let warnings = try Parser.parse(source, TestHost.schema.vocabulary).warnings
        let column = script.distance(from: script.startIndex, to: script.firstRange(of: text)!.lowerBound) + 1
        #expect(
          warnings.map(DiagnosticCase.line) == [
            "1:\(column) «\(text)» a number keeps 17 digits: this one becomes \(number) | write \(number), or keep all digits as text: \"…\""
          ])
        #expect(warnings.allSatisfy { $0.problem.isWarning })
      }
    }
    for text in exact {
      let source = try Source(name: "test", text: "print \(text)")
      let script = try Parser.parse(source, TestHost.schema.vocabulary)
      #expect(script.warnings.isEmpty, "\(text)")
    }
  }

  /// The digits of the longest numbers are compared, too, and a literal of megabytes takes no longer than its length.
  @Test func theLongestDecimalsAreCompared() {
    func equals(_ text: String, _ number: Double) -> Bool { LongDecimal(Array(text.utf8)[...]).equals(number) }
    let least =
      "4.940656458412465441765687928682213723650598026143247644255856825006755072702087518652998363616359923797965646954457177309266567103559397963987747960107818781263007131903114045278458171678489821036887186360569987307230500063874091535649843873124733972731696151400317153853980741262385655911710266585566867681870395603106249319452715914924553293054565444011274801297099995419319894090804165633245247571478690147267801593552386115501348035264934720193790268107107491703332226844753335720832431936092382893458368060106011506169809753078342277318329247904982524730776375927247874656084778203734469699533647017972677717585125660551199131504891101451037862738167250955837389733598993664809941164205702637090279242767544565229087538682506419718265533447265625e-324"
    #expect(equals(least, .leastNonzeroMagnitude))
    #expect(!equals(least.replacing("625e", with: "626e"), .leastNonzeroMagnitude))
    #expect(!equals(String(repeating: "1", count: 5_000_000) + "e-5000000", 0.1111111111111111))
    #expect(equals("0.000e5", 0) && !equals("1", 0) && equals("-0.25", 0.25))
    for _ in 0..<1_000 {
      let whole = Int64.random(in: 1 << 54...1 << 61)
      let number = Double(whole)
      #expect(equals(String(Int64(number)), number) && equals("\(Int64(number)).000e0", number))
      #expect(!equals(String(Int64(number) + 1), number) && !equals("\(Int64(number)).001", number))
    }
  }

  /// A field of the event hides a variable of the same name, even in an assignment.
  @Test func aChangedFieldOfAnEventIsAWarning() throws {
    let text = """
      let count = 0
      when light.off { count += 1 }
      when light.off { count = 5 }
      when light.off { let count = 1; count = 2 }
      when beeped { count += 1 }
      print $count
      """
    var program = Program()
    _ = try Compiler.compile(
      try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary), into: &program,
      schema: TestHost.schema)
    let words = "'count' is the event's field here, so the variable of that name does not change"
    #expect(
      program.warnings.map(DiagnosticCase.line) == [
        "2:18 «count» \(words) | give the variable another name",
        "3:18 «count» \(words) | give the variable another name",
      ])
    #expect(run(text) == ["0"])
  }

  /// A block that runs later or waits for the session has no item: there the path means the state.
  @Test func stateAroundTheItems() {
    #expect(run("[1] | each { print (light.count) }; for i in [1] { print light.count }") == ["0", "0"])
    #expect(run("[1] | each { after 1s { print light.count } }; wait 2s") == ["0"])
    #expect(run("[1] | each { wait until light.count == 0 }; print 1") == ["1"])
  }

  /// `continue` skips one item and `break` skips all that follow, whether the block has a value or not.
  @Test(arguments: [
    ("[3, 4] | each { continue }", "[]"), ("[1, 2, 3] | each { if $it == 1 { continue } }", "[2, 3]"),
    ("[1, 2, 3, 4] | each { if $it > 2 { break } }", "[1, 2]"),
    ("[1, 2, 3] | each x { match $x { 1 { continue } 3 { break } } }", "[2]"),
    ("[1, 2] | each { try { if $it == 1 { continue } } catch { } }", "[2]"),
    ("[1, 2] | each { for i in [1] { continue } }", "[1, 2]"),
    ("[1, 2] | each { let a = $it; repeat 2 { break } }", "[1, 2]"),
  ])
  func itemsAreLeftOut(_ pipeline: String, _ list: String) { #expect(run("print (\(pipeline))") == [list]) }

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      let a = [{n: 1}]
      print ($a | where light.count > 8)
      -- 2:19 «light.count» 'light.count' could be a field of the item or part of the session's state | for the field, write $it.light.count; for the state, write (light.count)

      print ([] | sort by (length light.name))
      -- 1:29 «light.name» 'light.name' could be a field of the item or part of the session's state | for the field, write $it.light.name

      [1] | each { upper light.name }
      -- 1:20 «light.name» 'light.name' could be a field of the item or part of the session's state | for the field, write $it.light.name

      [1] | reduce "" { $sum + "{light.name}" }
      -- 1:28 «light.name» 'light.name' could be a field of the item or part of the session's state | for the field, write $it.light.name
      """#))
  func stateInASteps(_ test: DiagnosticCase) { #expect(test.diagnose().lines == test.expected) }
}
