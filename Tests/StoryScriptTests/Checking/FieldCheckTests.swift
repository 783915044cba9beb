import Testing

@testable import StoryScript

/// Fields that cannot exist are reported; fields that may exist never are.
@Suite struct FieldCheckTests {
  private static let schema = Schema(
    commands: [
      Command(
        "rooms", summary: "a list", examples: [],
        givesRows: ["number", "name", .handle("owner"), .tag("tags"), ResultField("sign", mark: .either)]),
      Command("room", summary: "a record", examples: [], gives: ["number", "name", .handle("owner")]),
      Command("load", [Parameter("FILE", .text, "which")], summary: "anything", examples: []),
    ],
    states: [
      StateField("light", "state", .choice(["on", "off"]), "whether it shines"),
      StateField("light", "owner", .text, "whose it is", mark: .handle),
    ],
    events: [EventKind("moved", "a person moved") { [.init("owner", "who", mark: .handle)] }])

  private static func lines(_ text: String) throws -> [String] {
    let script = try Parser.parse(try Source(name: "test", text: text), schema.vocabulary)
    return KindChecker.problems(in: script, schema: schema).map(DiagnosticCase.line)
  }

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      [{a: 1}] | each { $it.b }
      -- 1:19 «$it.b» there is no field 'b' | fields: a

      let xs = [{a: 1}]; print $xs[0].b
      -- 1:26 «$xs[0].b» there is no field 'b' | fields: a

      for p in [{name: 1}] { print $p.nam }
      -- 1:30 «$p.nam» there is no field 'nam' | did you mean 'name'?

      def f r { return $r.b }; print f {a: 1}
      -- 1:18 «$r.b» there is no field 'b' | fields: a

      rooms | sort by nmae
      -- 1:17 «nmae» there is no field 'nmae' | did you mean 'name'?

      rooms | select numbr name | each { $it.owner }
      -- 1:16 «numbr» there is no field 'numbr' | did you mean 'number'?
      -- 1:36 «$it.owner» there is no field 'owner' | fields: numbr, name

      print (room).nam
      -- 1:8 «room).nam» there is no field 'nam' | did you mean 'name'?

      load "x" | select a b | each { $it.c }
      -- 1:32 «$it.c» there is no field 'c' | fields: a, b

      rooms | group by owner | each g { print $g.size; print $g.key; $g.items[0].nam }
      -- 1:41 «$g.size» there is no field 'size' | fields: key, count, items
      -- 1:64 «$g.items[0].nam» there is no field 'nam' | did you mean 'name'?

      print (rooms | number | first).nmber
      -- 1:8 «rooms | number | first).nmber» there is no field 'nmber' | did you mean 'number'?

      print (rooms | max by number).nam
      -- 1:8 «rooms | max by number).nam» there is no field 'nam' | did you mean 'name'?

      [{a: 1}] | join [{a: 1, b: 2}] on a | each { $it.c }
      -- 1:46 «$it.c» there is no field 'c' | fields: a, b

      [{a: 1}] | join [{a: 1, b: 2}] on aa
      -- 1:35 «aa» there is no field 'aa' | did you mean 'a'?

      rooms | each r { {first: $r.name} } | each { $it.name }
      -- 1:46 «$it.name» there is no field 'name' | fields: first

      let xs = []; xs += [{a: 1}]; xs = append $xs {b: 2}; for x in $xs { print $x.c }
      -- 1:75 «$x.c» there is no field 'c' | fields: a, b

      let r = if light.state == on { {a: 1} } else { {b: 2} }; print $r.c
      -- 1:64 «$r.c» there is no field 'c' | fields: a, b

      let r = match 1 { 1 { {a: 1} } else { {b: 2} } }; print $r.c
      -- 1:57 «$r.c» there is no field 'c' | fields: a, b

      let r = {a: 1}; r.new = {x: 1}; r.new.y = 2; print $r.nex; print $r.new.z
      -- 1:52 «$r.nex» there is no field 'nex' | did you mean 'new'?
      -- 1:66 «$r.new.z» there is no field 'z' | fields: x, y

      print (omit (with {a: 1} "bee" 2) "a").a
      -- 1:8 «omit (with {a: 1} "bee" 2) "a").a» there is no field 'a' | fields: bee

      print (get {a: {b: 1}} "a" {b: 2}).c
      -- 1:8 «get {a: {b: 1}} "a" {b: 2}).c» there is no field 'c' | fields: b

      print (reverse (slice ([{a: 1}] + [{b: 1}]) 0 1))[0].c
      -- 1:8 «reverse (slice ([{a: 1}] + [{b: 1}]) 0 1))[0].c» there is no field 'c' | fields: a, b

      def all { rooms | where number > 1 }; print (all | first).nam
      -- 1:46 «all | first).nam» there is no field 'nam' | did you mean 'name'?

      [[{a: 1}]] | each row { $row | each { print $it.b } }
      -- 1:45 «$it.b» there is no field 'b' | fields: a

      [{at: {x: 1}}] | where at.y > 1
      -- 1:24 «at.y» there is no field 'y' | fields: x

      print ["a", "b"] | each { $it.name }
      -- 1:27 «$it.name» text has no field 'name'
      """#))
  func findsWhatCannotBe(_ example: DiagnosticCase) throws {
    let found = try Self.lines(example.program).sorted()
    #expect(found == example.expected.sorted(), "\(found)")
  }

  /// Only the name of the field is replaced.
  @Test(arguments: [
    ("let r = {name: 1}\nprint $r.nam + 1", "let r = {name: 1}\nprint $r.name + 1"),
    ("print (room).nam", "print (room).name"), ("print (room)[\"nam\"]", "print (room)[\"name\"]"),
    ("rooms | sort by nmae desc", "rooms | sort by name desc"), ("rooms | select nmae", "rooms | select name"),
    ("rooms | where owner == \"@ana\"", "rooms | where owner == \"ana\""),
    ("rooms | where \"owner\" == \"ana\"", "rooms | where owner == \"ana\""),
  ])
  func suggestionsFit(_ script: String, _ corrected: String) throws {
    let parsed = try Parser.parse(try Source(name: "test", text: script), Self.schema.vocabulary)
    #expect(KindChecker.problems(in: parsed, schema: Self.schema).map { $0.corrected } == [corrected])
  }

  /// Fields that may exist.
  @Test(arguments: [
    "load \"x\" | where a > 1 | sort by b | each { $it.c }",
    "let r = {a: 1}\nr.b = 2\nprint $r.b",
    "let r = {a: 1}\nlet k = \"b\"\nr[$k] = 2\nprint $r.b",
    "let r = {a: 1}\ndef grow { r[\"b\"] = 2 }\ngrow\nprint $r.b",
    "let xs = [{a: 1}]\nxs[0].b = 2\nprint $xs[0].b\nfor x in $xs { print $x.b }",
    "let xs = [{a: 1}]\nfor x in $xs { x.b = 2; print $x.b }",
    "for x in [{a: 1}] { print $x.a }\nfor x in [{b: 1}] { print $x.b }",
    "let x = {c: 1}\nfor x in [{a: 1}] { print $x.a }\nprint $x.c",
    "def f r { print $r.b }\nf {a: 1}\nf {b: 1}",
    "def f r { if \"b\" in $r { print $r.b } }\nf {a: 1}",
    "def f r { if type $r == \"record\" { print $r.a } else { print $r } }\nf {a: 1}\nf 5",
    "def f r = none { if $r != none { print $r.a } }\nf",
    "def f r { print $r.b }\nload \"x\" | f\nf {a: 1}",
    "def f r { print $r.b }",
    "def walk n { if $n.next != none { walk $n.next } }\nwalk {next: {next: none}}",
    "[{a: 1}] | where (contains $it \"b\") | each { $it.b }",
    "[{a: 1}, {b: 2}] | each { get $it \"b\" 0 }",
    "[] | each { $it.b }\nlet none_yet = []\nprint ($none_yet | where a > 1)",
    "let xs = []\ndef add x { xs += [$x] }\nadd {a: 1}\nadd (load \"x\")\nfor x in $xs { print $x.b }",
    "rooms | each { if light.state == on { print $it.name } }",
    "rooms | where owner == @ana", "rooms | where name == \"owner\"", "rooms | where \"shed\" == name",
    "print (\"owner\" == \"ana\")", "load \"x\" | where \"owner\" == \"ana\"",
    "let owner = \"x\"\nrooms | where name == $owner | each room { print $room.number }",
    "let r = (reduce_all)\ndef reduce_all { [1] | reduce {a: 1} { with $sum \"b\" $it } }\nprint $r.b",
    "let r = {a: 1} | with \"b\" 2\nprint $r.b",
    "try { print {a: 1}.b } catch e { print $e.message }",
    "let e = {a: 1}\ntry { load \"x\" } catch e { print $e.message }\nprint $e.a",
    "let p = {a: 1}\nfor i in [1] { let p = load \"x\"; print $p.b }\nprint $p.a",
    "print (rooms | unique by owner | first 2 | last).name",
    "print (max [{a: 1}.a, 2])\nprint (zip [{a: 1}] [2])[0][0].a",
    "let rows = load \"x\"\nrows += [{a: 1}]\nprint $rows[0].b",
    "for pair in {a: {b: 1}} { print $pair.key }",
    "let m = {}\nfor w in [\"a\"] { m[$w] = (get $m $w 0) + 1 }\nprint $m.a",
    "let t = {name: \"x\", children: []}\nt.children += [{name: \"y\", age: 1}]\nprint $t.children[0].age",
    "let x = none\nfor r in [{a: 1}] { x = $r }\nif $x != none { print $x.a }",
    "print (rooms | each { print $it.name })[0].owner",
    "let it_all = rooms | each r { [1] | each { $r.name } }",
    "print date \"05.01.2026\" \"dd.MM.yyyy\"",
  ])
  func isSilentElsewhere(_ script: String) throws { #expect(try Self.lines(script) == []) }

  /// Names that people read with a mark, and that values have without it.
  @Test(
    arguments: DiagnosticCase.all(
      #"""
      rooms | where owner == "@ana"
      -- 1:24 «"@ana"» 'owner' is written without '@' in scripts | did you mean "ana"?

      rooms | where "owner" == "ana"
      -- 1:15 «"owner"» "owner" in quotes is the text itself, not the field 'owner' | did you mean 'owner'?

      [{age: 4}] | any 3 < "age" and age > 1
      -- 1:22 «"age"» "age" in quotes is the text itself, not the field 'age' | did you mean 'age'?

      rooms | where "@ana" != $it.owner or owner in ["ben", "@cleo"]
      -- 1:15 «"@ana"» 'owner' is written without '@' in scripts | did you mean "ana"?
      -- 1:55 «"@cleo"» 'owner' is written without '@' in scripts | did you mean "cleo"?

      rooms | where owner like "@a*"
      -- 1:26 «"@a*"» 'owner' is written without '@' in scripts | did you mean "a*"?

      rooms | where "#tea" in tags
      -- 1:15 «"#tea"» 'tags' is written without '#' in scripts | did you mean "tea"?

      rooms | where sign == "#tea" or sign == "@ana"
      -- 1:23 «"#tea"» 'sign' is written without '#' in scripts | did you mean "tea"?
      -- 1:41 «"@ana"» 'sign' is written without '@' in scripts | did you mean "ana"?

      print light.owner == "@ana"
      -- 1:22 «"@ana"» 'light.owner' is written without '@' in scripts | did you mean "ana"?

      when moved { if $owner == "@ana" { print 1 } }
      -- 1:27 «"@ana"» '$owner' is written without '@' in scripts | did you mean "ana"?

      let o = (room).owner; match $o { "@ana" { print 1 } }
      -- 1:34 «"@ana"» '$o' is written without '@' in scripts | did you mean "ana"?

      print (rooms | each { $it.owner })[0] == "@ana"
      -- 1:42 «"@ana"» the name is written without '@' in scripts | did you mean "ana"?

      rooms | where name == "@ana" or owner == "@" or "#tea" in (load "x")

      load "x" | where owner == "@ana"
      """#))
  func marksAreNotPartOfNames(_ example: DiagnosticCase) throws {
    let found = try Self.lines(example.program).sorted()
    #expect(found == example.expected.sorted(), "\(found)")
  }
}
