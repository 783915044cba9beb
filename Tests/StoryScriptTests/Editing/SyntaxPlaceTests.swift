import Testing

@testable import StoryScript
@testable import StorySyntax

@Suite struct SyntaxPlaceTests {
  /// The kinds of text that are valid at `‸`, and the part of that text that is already typed.
  @Test(arguments: [
    ("‸", "statement ''"), ("sto‸", "statement 'sto'"), ("sto‸ry", "statement 'sto'"),
    ("tap left; t‸", "statement 't'"),
    ("repeat 2 { ta‸", "statement 'ta'"), ("story ‸", "words 1 ''"), ("story pl‸", "words 1 'pl'"),
    ("tap ‸", "words 1 or X ''"), ("story play ‸", "words 2 or STORY ''"),
    ("story play 4 ‸", "argument nil DURATION ''"),
    ("story play 4 for ‸", "after DURATION ''"), ("story play 4 for 15s ‸", "argument nil ''"),
    ("cluster ~/Ph‸", "words 1 or PATH '~/Ph'"), ("cluster \"~/My Ph‸", "words 1 or PATH '\"~/My Ph'"),
    ("print $x‸", "operand '$x'"), ("let x = st‸", "value 'st'"), ("let x = (up‸", "parentheses 'up'"),
    ("x = ‸", "value ''"), ("(‸", "parentheses ''"), ("wait until story.state == pl‸", "opposite story.state 'pl'"),
    ("when ti‸", "event 'ti'"), ("$x | so‸", "stage 'so'"), ("include \"a‸", "path '\"a'"),
    ("post \"{sto‸", "parentheses 'sto'"), ("post \"{story.number} ‸", "words 1 or TEXT '\"{story.number} '"),
    ("post \"\"\"\na {sto‸", "parentheses 'sto'"), ("post \"\"\"\n sto‸", "nothing ''"),
    ("post '''\n {sto‸", "nothing ''"),
    ("tap # le‸", "nothing ''"), ("let na‸", "nothing 'na'"), ("if true { } el‸", "partner 'el'"),
    ("post \"done\"‸", "nothing ''"), ("xyz a‸", "nothing 'a'"),
    ("$m[0].ti‸", "field of $m[0] 'ti'"), ("print 1 + $r.a.‸", "field of $r.a ''"), ("[$r.‸", "field of $r ''"),
    ("tap (f $x).b‸", "field of (f $x) 'b'"), ("$x | where a‸", "operand 'a' rows $x "),
    ("let y = ($x | first 2) | sort by ‸", "operand '' rows ($x | first 2) "), ("$x | first n‸", "operand 'n'"),
    ("$x | select a b‸", "nothing 'b' rows $x "), ("$x | where a == ‸", "operand '' rows $x "),
    ("tour short { ‸", "after PLACES ''"), ("tour add \"a b\" { sea 5; la‸", "after PLACES 'la'"),
    ("tour short {\nsea for 5\n\"big l‸", "after PLACES '\"big l'"), ("tour short { sea ‸", "nothing ''"),
    ("tour short { sea }; t‸", "statement 't'"), ("tour add a ‸", "argument PLACES ''"),
    ("for i in $x | where ‸", "operand '' rows $x "), ("$x | where (a‸", "parentheses 'a'"),
  ])
  func everyPlaceIsKnown(_ marked: String, _ expected: String) {
    let cursor = marked.utf8.count - marked.drop { $0 != "‸" }.utf8.count
    let text = marked.filter { $0 != "‸" }
    let vocabulary = ColouringVocabulary.all
    let place = SyntaxPlace.at(cursor, in: text, vocabulary: vocabulary)
    func name(_ command: Int, _ index: Int?) -> String {
      index.map { vocabulary.commands.commands[command].parameters[$0].name } ?? "nil"
    }
    let words: String =
      switch place.expectation {
      case .statement: "statement"
      case .partner: "partner"
      case .value(let inParentheses): inParentheses ? "parentheses" : "value"
      case .commandWord(_, let index, let complete):
        "words \(index)"
          + (complete.map { command in
            guard
              case .argument(_, let parameter, _) = SyntaxPlace.Expectation.firstArgument(of: command, in: vocabulary)
            else { return "" }
            return " or " + name(command, parameter)
          } ?? "")
      case .argument(let command, let parameter, let announced):
        (["argument", name(command, parameter)] + announced.map { name(command, $0) }).joined(separator: " ")
      case .announcedArgument(let command, let parameter): "after " + name(command, parameter)
      case .operand: "operand"
      case .opposite(let state): "opposite \(state)"
      case .event: "event"
      case .stage: "stage"
      case .field(let range): "field of \(String(decoding: Array(text.utf8)[range], as: UTF8.self))"
      case .path: "path"
      case .nothing: "nothing"
      }
    let typed = String(decoding: Array(text.utf8)[place.range], as: UTF8.self)
    let rows = place.rows.map { " rows " + String(decoding: Array(text.utf8)[$0], as: UTF8.self) } ?? ""
    #expect("\(words) '\(typed)'\(rows)" == expected)
  }
}
