import Testing

@testable import StoryScript
@testable import StorySyntax

/// A small shell vocabulary for the colouring tests.
enum ColouringVocabulary {
  static let commands = [
    Command(
      "story play",
      [
        Parameter("STORY", .either([.number(1...100, whole: true), .name(of: "a user")]), "which"),
        Parameter("DURATION", after: "for", .duration(.zero ... .days(1)), optional: true, "how long"),
      ], summary: "plays", examples: []),
    Command("story stop", summary: "ends", examples: []),
    Command("tap", [Parameter("X", .choice(["left", "right"], orNumber: 0...1), "where")], summary: "", examples: []),
    Command("tap bar", [Parameter("N", .number(1...9, whole: true), "which")], summary: "", examples: []),
    Command(
      "cluster", [Parameter("PATH", .path, "where"), .flag("smart", group: "rule", "by itself")], summary: "",
      examples: []),
    Command("post", [Parameter("TEXT", .text, "what")], summary: "", examples: []),
    Command(
      "login", [Parameter("NAME", .text, "who"), Parameter("PASSWORD", .text, secret: true, "")], summary: "",
      examples: []),
    Command("tour", summary: "", examples: []), Command("tour end", summary: "", examples: []),
    Command(
      "tour add", [Parameter("NAME", .text, "which"), Parameter("PLACES", .lines(of: "a user"), "where")], summary: "",
      examples: []),
  ]
  static let all = Vocabulary(commands: CommandTable(commands), roots: ["story", "clock"])
}

@Suite struct SyntaxColouringTests {
  func kinds(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return SyntaxColouring.spans(in: text, vocabulary: ColouringVocabulary.all).map {
      "\($0.kind)(\(String(decoding: bytes[$0.range], as: UTF8.self)))"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("story play 4 for 15s", "command(story) command(play) number(4) preposition(for) duration(15s)"),
    ("story play @ana", "command(story) command(play) text(@ana)"),
    ("tap bar 3; tap right", "command(tap) command(bar) number(3) command(tap) text(right)"),
    (
      "let g = if $x > 1 { 5 } else { 6 }",
      "keyword(let) name(g) keyword(if) variable($x) number(1) number(5) keyword(else) number(6)"
    ),
    (
      "match $x {\n1 2 { tap left }\n\"a\" { g = b }; story.state { 5 }\nelse { post c }\n}; tap right",
      "keyword(match) variable($x) number(1) number(2) command(tap) text(left) string(\"a\") name(g) text(b) "
        + "state(story.state) number(5) keyword(else) command(post) text(c) command(tap) text(right)"
    ),
    (
      "let g = match $x | each { 5 } { {a: 1} { tap left } }",
      "keyword(let) name(g) keyword(match) variable($x) keyword(each) number(5) name(a) number(1) command(tap) text(left)"
    ),
    ("let n = length $x", "keyword(let) name(n) function(length) variable($x)"),
    ("a[length $x] = 1", "name(a) function(length) variable($x) number(1)"),
    ("print $a[length $x]", "keyword(print) variable($a) function(length) variable($x)"),
    ("n += length \"a\"", "name(n) function(length) string(\"a\")"),
    ("print upper $x; print upper", "keyword(print) function(upper) variable($x) keyword(print) text(upper)"),
    ("print length == 3", "keyword(print) text(length) number(3)"),
    (
      "print [upper $x, length $y, 2\nlower $z]",
      "keyword(print) function(upper) variable($x) function(length) variable($y) number(2) function(lower) variable($z)"
    ),
    ("print {a: upper $x, b: d}", "keyword(print) name(a) function(upper) variable($x) name(b) text(d)"),
    (
      "if contains $x a { tap left } else { 5 }",
      "keyword(if) function(contains) variable($x) text(a) command(tap) text(left) keyword(else) number(5)"
    ),
    ("for k in keys $r { 5 }", "keyword(for) name(k) keyword(in) function(keys) variable($r) number(5)"),
    ("def f x { }\nlet y = f 4", "keyword(def) name(f) name(x) keyword(let) name(y) command(f) number(4)"),
    ("g[0] += 5s", "name(g) number(0) duration(5s)"), ("p.age = 10", "name(p.age) number(10)"),
    (
      "post \"\"\"\na \"b\" {$x}\n\"\"\" # c",
      "command(post) string(\"\"\"\na \"b\" ) variable($x) string(\n\"\"\") comment(# c)"
    ),
    ("post '''\na", "command(post) string('''\na)"),
    (
      "for r in $x | where a > 1 { tap left }",
      "keyword(for) name(r) keyword(in) variable($x) keyword(where) text(a) number(1) command(tap) text(left)"
    ),
    (
      "for r in $x | each { 5 } | count { tap left }",
      "keyword(for) name(r) keyword(in) variable($x) keyword(each) number(5) keyword(count) command(tap) text(left)"
    ),
    ("print {a: 1, b: $x, c: d}", "keyword(print) name(a) number(1) name(b) variable($x) name(c) text(d)"),
    ("print [1,.5]", "keyword(print) number(1) number(.5)"),
    ("print [1, -2, story.state]", "keyword(print) number(1) number(-2) state(story.state)"),
    (
      "tour short {\n🥣 sea for 5m # why\n\"big lake\" 15 min; print 1\n}; tour end",
      "command(tour) text(short) text(🥣) text(sea) preposition(for) duration(5m) comment(# why) string(\"big lake\") "
        + "number(15) duration(min) unknown(print) number(1) command(tour) command(end)"
    ),
    ("tour add \"a\" { b }", "command(tour) command(add) string(\"a\") text(b)"),
    ("tour sho", "command(tour) text(sho)"),
    ("tour sho x", "command(tour) unknown(sho) unknown(x)"),
    ("stroy play 4", "unknown(stroy) text(play) number(4)"),
    ("story plya ", "command(story) unknown(plya)"),
    ("story pl", "command(story)"),
    ("sto", ""),
    ("xyz", "unknown(xyz)"),
    ("rep", ""),
    ("story stop now ", "command(story) command(stop) unknown(now)"),
    ("cluster ~/Photos smart", "command(cluster) path(~/Photos) preposition(smart)"),
    ("cluster \"a b\"", "command(cluster) path(\"a b\")"),
    ("login bob hunter2", "command(login) text(bob) secret(hunter2)"),
    ("let x = 5m # why", "keyword(let) name(x) duration(5m) comment(# why)"),
    ("x = (upper $y.z)", "name(x) function(upper) variable($y) variable(.z)"),
    (
      "post \"a {story.number + 1} b\"",
      "command(post) string(\"a ) state(story.number) number(1) string( b\")"
    ),
    ("post 'it {is}'", "command(post) string('it {is}')"),
    ("post \"open {$x", "command(post) string(\"open ) variable($x)"),
    (
      "wait until story.state == playing and not false",
      "keyword(wait) keyword(until) state(story.state) text(playing) keyword(and) keyword(not) constant(false)"
    ),
    ("wait until idle", "keyword(wait) keyword(until) keyword(idle)"),
    (
      "for i in [1, $x] { print $i }",
      "keyword(for) name(i) keyword(in) number(1) variable($x) keyword(print) variable($i)"
    ),
    ("when story.started as s { stroy }", "keyword(when) event(story.started) keyword(as) name(s) unknown(stroy)"),
    (
      "def f a b { return $a }\nf 1",
      "keyword(def) name(f) name(a) name(b) keyword(return) variable($a) command(f) number(1)"
    ),
    (
      "if true { tap left } else { nope x }",
      "keyword(if) constant(true) command(tap) text(left) keyword(else) unknown(nope) text(x)"
    ),
    ("try { tap left } catch e { }", "keyword(try) command(tap) text(left) keyword(catch) name(e)"),
    ("expect error { tap 9 }", "keyword(expect) keyword(error) command(tap) number(9)"),
    ("let r = {a: 1, b: story.state}", "keyword(let) name(r) name(a) number(1) name(b) state(story.state)"),
    (
      "$x | where size > 3 | sort by size desc | count",
      "variable($x) keyword(where) text(size) number(3) keyword(sort) keyword(by) text(size) keyword(desc) keyword(count)"
    ),
    ("$x\n  # why\n| count", "variable($x) comment(# why) keyword(count)"),
    ("$x |\ncount; tap left", "variable($x) keyword(count) command(tap) text(left)"),
    (
      "print [$x | count, $x | sort by a desc, 5\n$y | first\n| sum, lower $z]",
      "keyword(print) variable($x) keyword(count) variable($x) keyword(sort) keyword(by) text(a) keyword(desc) number(5) "
        + "variable($y) keyword(first) keyword(sum) function(lower) variable($z)"
    ),
    (
      "print {a: $x | count, b: if $x > 1 { 5 } else if true { 6 }\nc: try { 7 } catch e { 8 }, d: $y | sum}",
      "keyword(print) name(a) variable($x) keyword(count) name(b) keyword(if) variable($x) number(1) number(5) "
        + "keyword(else) keyword(if) constant(true) number(6) name(c) keyword(try) number(7) keyword(catch) name(e) "
        + "number(8) name(d) variable($y) keyword(sum)"
    ),
    (
      "print [if $x > 1 { tap left }, match $x { 1 { 2 } else { 3 } }]",
      "keyword(print) keyword(if) variable($x) number(1) command(tap) text(left) keyword(match) variable($x) number(1) "
        + "number(2) keyword(else) number(3)"
    ),
    ("$x | each { print $it }", "variable($x) keyword(each) keyword(print) variable($it)"),
    ("$x | wehre a", "variable($x) unknown(wehre) text(a)"),
    ("print 15x ", "keyword(print) unknown(15x)"),
    ("at 2026-01-", "keyword(at) number(2026-01-)"),
    ("tap left)", "command(tap) text(left) unknown())"),
    ("#tag", "comment(#tag)"),
    ("let x = [1, -2]", "keyword(let) name(x) number(1) number(-2)"),
    ("post #tag", "command(post) text(#tag)"),
    ("", ""),
  ])
  func everyPieceIsKnown(_ text: String, _ expected: String) { #expect(kinds(text) == expected) }

  @Test func spansAreSortedAndWithinTheTextWhateverItIs() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "story", " ", "play", "\"", "'", "{", "}", "(", ")", "[", "]", "|", "\n", ";", "$x", "15s", "let", "=", "#", "\\",
      "if", "else", "def", "é", "日", ".", "each", ",", ":", "for", "tap", "-", "+",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
        .joined()
      var end = 0
      for span in SyntaxColouring.spans(in: text, vocabulary: ColouringVocabulary.all) {
        #expect(
          span.range.lowerBound >= end && !span.range.isEmpty && span.range.upperBound <= text.utf8.count, "\(text)")
        end = span.range.upperBound
      }
      for cursor in 0...text.utf8.count {
        let place = SyntaxPlace.at(cursor, in: text, vocabulary: ColouringVocabulary.all)
        #expect(place.range.upperBound == cursor, "\(text)")
      }
    }
  }

  @Test func namesThatATextBinds() {
    #expect(
      SyntaxColouring.boundNames(in: "let a = 1; for b in [1] { c = $a }", vocabulary: ColouringVocabulary.all)
        == ["a", "b", "c"])
  }
}
