import Testing

@testable import StoryScript
@testable import StorySyntax

/// Returns the formatted text of a script of the toy world.
func formatted(_ text: String) throws -> String {
  Formatter.format(try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary))
}

@Suite struct FormatterTests {
  /// Formats a script and checks what must hold for every script: the tree is unchanged, and formatting again changes
  /// nothing.
  private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
    let result = Formatter.format(script)
    #expect(result == expected, sourceLocation: sourceLocation)
    let again = try Parser.parse(try Source(name: "test", text: result), TestHost.schema.vocabulary)
    #expect(TreeText.of(again) == TreeText.of(script), sourceLocation: sourceLocation)
    #expect(Formatter.format(again) == result, sourceLocation: sourceLocation)
  }

  @Test func spacesAndStatements() throws {
    try check("", "")
    try check("\n\n \n", "")
    try check("beep", "beep\n")
    try check("  let x   =  5;print $x ; beep;", "let x = 5\nprint $x\nbeep\n")
    try check("beep\n\n\n\nbeep\n\n", "beep\n\nbeep\n")
    try check("print (  1+\t2 )".replacing("1+\t2", with: "1  +\t2"), "print (1 + 2)\n")
    try check("let x =[1]", "let x = [1]\n")
    try check("let f = {a :1 ,b:2,}", "let f = {a: 1, b: 2}\n")
    try check("let f = {,, a: 1,, b: 2}", "let f = {a: 1, b: 2}\n")
    try check("let f = $x | each { a : 1 }", "let f = $x | each {a: 1}\n")
    try check("def f x { a: $x, b: 1 }", "def f x {a: $x, b: 1}\n")
    try check("def f x {\n a: $x,\n b: 1\n}", "def f x {\n  a: $x,\n  b: 1\n}\n")
    try check("print [1 ,2,3 , ]", "print [1, 2, 3]\n")
    try check("let x = [[1]]\nprint $x[0][ 0 ]", "let x = [[1]]\nprint $x[0][0]\n")
    try check("light on\u{A0}for 5s", "light on for 5s\n")
    try check("beep\r\nbeep\r\n", "beep\nbeep\n")
  }

  @Test func literalsStayAsTheyAreWritten() throws {
    let text = #"""
      print [1_000, 90s, 50%, 'raw {x}', "a\tb {1  +  2}", 1h30m, -0.50, 2026-11-20T10:30, true, none]
      print {at: 2026-11-20T10:30, link: https://a.example/x, 'b c': +5}

      """#
    try check(text, text)
  }

  @Test func textsOfSeveralLines() throws {
    let text = "if true {\n  let t = \"\"\"\n    a {1  +  2}\n      \\\"b\n\n    \"\"\" | trim # c\n}\n"
    try check(text, text.replacing(" # c", with: "  # c"))
    try check(
      "if true {\nsay '''\n  a  \r\n\t\r\n  '''; beep }", "if true {\n  say '''\n    a  \n\n    '''\n  beep\n}\n")
    try check("print [\"\"\"\n\"\"\" , 1]", "print [\"\"\"\n  \"\"\", 1]\n")
  }

  @Test func choices() throws {
    try check("let g = if true{1}else{2}", "let g = if true { 1 } else { 2 }\n")
    try check("let g = if true{\n1}else{2}", "let g = if true {\n  1\n} else {\n  2\n}\n")
    try check(
      "let g = match 1{1{2}\n3 4{5;6}else{7}}", "let g = match 1 {\n  1 { 2 }\n  3 4 { 5; 6 }\n  else { 7 }\n}\n")
    try check(
      "print [if true{1}else{2},try{3}catch{4}]", "print [if true { 1 } else { 2 }, try { 3 } catch { 4 }]\n")
    try check(
      "print {\na:if true{\n1}else{2}\nb:match 1{1{2}}}",
      "print {\n  a: if true {\n    1\n  } else {\n    2\n  }\n  b: match 1 { 1 { 2 } }\n}\n")
    try check("match 1{1{beep};else{beep}}", "match 1 { 1 { beep } else { beep } }\n")
    try check(
      "for x in [1]|where $it>0{beep}".replacing("$it>0", with: "$it > 0"), "for x in [1] | where $it > 0 { beep }\n")
    try check(
      "if true {\nlet g = if false { 1 } else {\n2\n}\n}",
      "if true {\n  let g = if false {\n    1\n  } else {\n    2\n  }\n}\n")
  }

  @Test func signsAndNeighbours() throws {
    try check("let x = 1\nprint -$x\nprint -(1 + 2)\nprint - 3", "let x = 1\nprint -$x\nprint -(1 + 2)\nprint - 3\n")
    try check("print (max 1(2)[3]\"a\"'b')", "print (max 1 (2)[3] \"a\" 'b')\n")
    try check("let x = 1\nprint (max -$x 2)", "let x = 1\nprint (max -$x 2)\n")
  }

  @Test func blocks() throws {
    try check("if true{beep}", "if true { beep }\n")
    try check("if true { }", "if true { }\n")
    try check("if true {\n}", "if true { }\n")
    try check("if true { beep ; beep }", "if true { beep; beep }\n")
    try check("if true {\nbeep;beep\n}", "if true {\n  beep\n  beep\n}\n")
    try check("if true { beep\n}", "if true {\n  beep\n}\n")
    try check("if true {\n\n\nbeep\n\n}", "if true {\n  beep\n}\n")
    try check("if true { beep }\nelse { beep }", "if true { beep } else { beep }\n")
    try check(
      "if true { beep } else if false {\nbeep } else { }",
      "if true {\n  beep\n} else if false {\n  beep\n} else { }\n")
    try check("try { beep }\n\n\ncatch e { beep }", "try { beep } catch e { beep }\n")
    try check("expect error{beep}", "expect error { beep }\n")
    try check(
      "when beeped{\nfor i in [1,2]{\nwhile false{\nbeep\n}\n}\n}",
      "when beeped {\n  for i in [1, 2] {\n    while false {\n      beep\n    }\n  }\n}\n")
  }

  /// Lines in braces are laid out like the statements of a block.
  @Test func linesOfAnArgument() throws {
    try check("tour  short {sea for 5m ;lake;}", "tour short { sea for 5m; lake }\n")
    try check("tour add \"a b\" { }", "tour add \"a b\" { }\n")
    try check(
      "if true {\ntour short {\n   🥣  sea   for 5m # why\n\n\n# note\n  \"big  lake\" 15 min;x 1, y 2\n\n}\n}",
      """
      if true {
        tour short {
          🥣 sea for 5m  # why

          # note
          "big  lake" 15 min
          x 1, y 2
        }
      }

      """)
    try check("let t = tour short { sea \\\n for 5m\nlake }", "let t = tour short {\n  sea \\\n    for 5m\n  lake\n}\n")
  }

  @Test func comments() throws {
    try check("#!/usr/bin/env storyline\n#note\nbeep   # end", "#!/usr/bin/env storyline\n#note\nbeep  # end\n")
    try check("beep;#note\nbeep", "beep  # note\nbeep\n")
    try check("if true { # why\nbeep\n# last\n}", "if true {  # why\n  beep\n  # last\n}\n")
    try check("if true { #why\nbeep }", "if true {  # why\n  beep\n}\n")
    try check("if true { beep } # why\nelse { beep }", "if true { beep }  # why\nelse { beep }\n")
    try check("if true {\nbeep\n}\n# why\n\nelse { beep }", "if true {\n  beep\n}\n# why\n\nelse {\n  beep\n}\n")
    try check("print [1, # one\n# two\n2 # end\n]", "print [1,  # one\n  # two\n  2  # end\n]\n")
    try check(
      "let r = { # all\na: 1 # one\n\n\n# two\nb: 2 }", "let r = {  # all\n  a: 1  # one\n\n  # two\n  b: 2\n}\n")
    try check("print [1 # one\n, 2]", "print [1  # one\n  , 2]\n")
    try check("print [1, # one\n]", "print [1,  # one\n]\n")
    try check("[3, 1] | # sorted\n# here\nsort", "[3, 1] |  # sorted\n  # here\n  sort\n")
    try check("beep\n  # last\n", "beep\n# last\n")
    try check("if true { #\u{596}\n}", "if true {  # \u{596}\n}\n")
    try check("# only   ", "# only\n")
  }

  @Test func commentsInOneColumnStayInOne() throws {
    try check("beep      # a\nlight on  # b\n", "beep      # a\nlight on  # b\n")
    try check("let x =  1    # a\nprint $x      # b\n", "let x = 1  # a\nprint $x   # b\n")
    try check("beep # a\nlight on     # b\n", "beep  # a\nlight on  # b\n")
  }

  @Test func severalLines() throws {
    try check("print (1 +\n2)", "print (1 +\n  2)\n")
    try check("print [\n1,\n\n\n2,\n]", "print [\n  1,\n\n  2,\n]\n")
    try check("say \\\n     far", "say \\\n  far\n")
    try check("let r = {a: 1\n \\\nb: \\\n2}", "let r = {a: 1\n  b: \\\n  2}\n")
    try check("say \\  \n     far", "say \\\n  far\n")
    try check("let r = {\na: 1\nb: [\n1\n]\n}", "let r = {\n  a: 1\n  b: [\n    1\n  ]\n}\n")
    try check("[3] |\nsort |\neach {\nprint $it\n}", "[3] |\n  sort |\n  each {\n    print $it\n  }\n")
    try check("print ([3]\n| sort\n| first)", "print ([3]\n  | sort\n  | first)\n")
    try check("[3]\n| sort\n\n  # why\n |first", "[3]\n  | sort\n\n  # why\n  | first\n")
    try check("if true {\n[3]\\\n| sort\n}", "if true {\n  [3]\n    | sort\n}\n")
    try check("print [[3]\n|sort, 2\n[3] |\ncount]", "print [[3]\n  | sort, 2,\n  [3] |\n  count]\n")
    try check("print {a: [3]\n|sort, b: 2}", "print {a: [3]\n  | sort, b: 2}\n")
    try check("if true and \\\ntrue {\nbeep\n}", "if true and \\\n  true {\n  beep\n}\n")
    try check("print [\n[1,\n2],\n[\n3\n]\n]", "print [\n  [1,\n    2],\n  [\n    3\n  ]\n]\n")
    try check("print [1\n,2]", "print [1,\n  2]\n")
  }

  @Test func longLinesAreWrapped() throws {
    let items = (1...40).map { "\"item\($0)\"" }
    try check(
      "print [\(items.joined(separator: ", "))]",
      "print [\n  " + items.joined(separator: ",\n  ") + "\n]\n")
    let fields = (1...20).map { "field\($0): \($0)" }
    try check(
      "let r = {\(fields.joined(separator: ", "))}",
      "let r = {\n  " + fields.joined(separator: ",\n  ") + "\n}\n")
    let commands = (1...20).map { "say word\($0)" }
    try check(
      "if true { \(commands.joined(separator: "; ")) } else { beep }",
      "if true {\n  " + commands.joined(separator: "\n  ") + "\n} else {\n  beep\n}\n")
    let steps = (1...8).map { "where name != \"name\($0)\"" }
    try check(
      "let x = [{name: \"a\"}] | \(steps.joined(separator: " | "))",
      "let x = [{name: \"a\"}] |\n  " + steps.joined(separator: " |\n  ") + "\n")
    try check(
      "let x = [{name: \"a\"}]\n| \(steps.joined(separator: " | "))",
      "let x = [{name: \"a\"}]\n  | " + steps.joined(separator: "\n  | ") + "\n")
    try check(
      "print [[{name: \"a\"}] | \(steps.joined(separator: " | ")), 2]",
      "print [\n  [{name: \"a\"}] | \(steps.joined(separator: " | ")),\n  2\n]\n")
    let long = String(repeating: "x", count: 130)
    try check("print \"\(long)\"", "print \"\(long)\"\n")
    try check("print (upper \"\(long)\")", "print (\n  upper \"\(long)\"\n)\n")
    try check("let r = {'#a': 1, #b: \"\(long)\"}", "let r = {'#a': 1, #b: \"\(long)\"}\n")
  }

  /// A line of 120 columns is not too long; a line of 121 is.
  @Test func theLimitIsExact() throws {
    let ones = Array(repeating: "1", count: 37)
    let list = "print [\((ones + ["2"]).joined(separator: ", "))]"
    #expect(list.count == 120)
    try check(list, list + "\n")
    try check(
      list.replacing("2]", with: "20]"), "print [\n  " + ones.map { $0 + ",\n  " }.joined() + "20\n]\n")
    let word = String(repeating: "x", count: 104)
    let block = "if true { say \(word) }"
    #expect(block.count == 120)
    try check(block, block + "\n")
    try check("if true { say \(word)y }", "if true {\n  say \(word)y\n}\n")
  }

  @Test func scriptsOfTheOtherTests() throws {
    for text in [
      "after 10s { say \"after\" }\nevery 10s as tick { say \"every\" }\ncancel tick\nwait until light.state == on\n",
      "def f a b { return $a + $b }\nprint (f 1 2)\n", "include \"other.story\"\n",
      "print \"{upper \"x\"} {{a: 1}.a}\"\n",
    ] { try check(text, text) }
  }
}
