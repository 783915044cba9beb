import Testing

@testable import StoryScript
@testable import StorySyntax

/// `lesson { step { … } }`: parsed, compiled, coloured and completed.
@Suite struct LessonTests {
  private static let text = """
    lesson "Light" for 10m {
      step "Switch it on" for 6m {
        light on for 5s
        say "Say something."; goal light.state == on else "It is dark."
        goal light.progress < 50%
        hint "light on"
        solution { light on }
        note "Ask first."
      }
      step "Say" { goal $last == 17s; say 'two' }
    }
    """

  private func parse(_ text: String) throws -> Script {
    try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
  }

  @Test func lessonsAreParsed() throws {
    let script = try parse(Self.text)
    let lesson = try #require(script.lessons.first)
    #expect(lesson.title.text == "Light" && lesson.length?.literal == "10m")
    #expect(lesson.steps.map(\.title.text) == ["Switch it on", "Say"])
    let step = lesson.steps[0]
    #expect(step.length?.literal == "6m" && step.start.count == 1 && step.solution.count == 1)
    #expect(step.texts(.say).map(\.text) == ["Say something."] && step.texts(.note).map(\.text) == ["Ask first."])
    #expect(step.goals.map { $0.otherwise?.text } == ["It is dark.", nil])
    #expect(step.goals.map { script.source.text($0.range) } == ["light.state == on", "light.progress < 50%"])
    #expect(lesson.steps[1].texts(.say).map(\.text) == ["two"] && lesson.steps[1].length == nil)
  }

  /// The words that can end a key of `sort by` do not hide the `else` that ends the goal around it.
  @Test func elseEndsACallInTheKeyOfAStep() throws {
    let script = try parse(
      #"lesson "L" { step "S" { goal [{a: "b"}] | sort by lower a else "Sort it."; solution { light on } } }"#)
    #expect(script.lessons.first?.steps.first?.goals.first?.otherwise?.text == "Sort it.")
  }

  @Test func lessonsRunNothing() throws {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    var program = runtime.program
    let main = try Compiler.compile(try parse(Self.text), into: &program, schema: TestHost.schema)
    runtime.program = program
    try runtime.run(main)
    #expect(host.onSince == nil && host.output.isEmpty)
  }

  /// Outside a lesson, the lesson's words keep their usual meaning: `say` is a command of this host.
  @Test func lessonWordsAreFreeElsewhere() throws {
    let script = try parse("let step = 1\nlet goal = $step\nsay hello\nif true { say $goal }")
    #expect(script.statements.count == 4)
    let inside = try parse("lesson \"a\" { step \"b\" { if true { say hi } } }")
    #expect(inside.lessons[0].steps[0].start.count == 1)
  }

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      lesson { step "a" { goal light.state == on } }
      -- 1:8 «{» expected a title in quotes after 'lesson'

      lesson "a" { say "b" }
      -- 1:14 «say» expected 'step' after 'lesson {', found 'say'

      lesson "a" for 5 { step "b" { goal light.state == on } }
      -- 1:16 «5» expected a duration such as 55m, found '5'

      lesson "a" { step "b" for { goal light.state == on } }
      -- 1:27 «{» expected a duration such as 55m after 'for'

      lesson "a" { step "b" { say hello } }
      -- 1:29 «hello» expected a sentence in quotes after 'say'

      lesson "a" { step "b" { hint "{light.state}" } }
      -- 1:30 «"{light.state}"» expected text without '{…}', found "{light.state}"

      lesson "a" { step "b" { solution beep } }
      -- 1:34 «beep» expected a block '{ … }' after 'solution', found 'beep'

      lesson "a" { step "b" { beep
      -- 1:23 «{» '{' on line 1 is never closed | add '}'

      if true { lesson "a" { step "b" { goal light.state == on } } }
      -- 1:11 «lesson "a" { step "b" { goal light.state == on } }» a 'lesson' belongs at the top level of a script, not inside a block | move it out of the braces

      lesson "a" { step "b" { goal (light on) } }
      -- 1:31 «light on» a condition can only read values, so it cannot run 'light on'

      lesson "a" { step "b" { beeep; goal $x == 1 } }
      -- 1:25 «beeep» there is no command 'beeep' | did you mean 'beep'?

      lesson "a" { step "b" { hnt "c"; goal light.state == on } }
      -- 1:25 «hnt» there is no command 'hnt' | did you mean 'hint'?

      lesson "a" { step "b" { goal $x == 1 } }
      -- 1:30 «$x» there is no variable '$x' here
      """#))
  func lessonErrors(_ example: DiagnosticCase) { #expect(example.diagnose().lines == example.expected) }

  @Test func lessonsAreFormatted() throws {
    let rough =
      "lesson  \"a\"  for 5m {\nstep \"b\" {\nlight   on ; say \"c\"\ngoal light.state==on\nsolution {light on}\n}}"
    #expect(throws: Diagnostics.self) { try parse(rough) }
    let text = rough.replacing("==", with: " == ")
    let formatted = """
      lesson "a" for 5m {
        step "b" {
          light on
          say "c"
          goal light.state == on
          solution { light on }
        }
      }

      """
    #expect(Formatter.format(try parse(text)) == formatted)
    #expect(Formatter.format(try parse(formatted)) == formatted)
  }

  @Test func lessonsAreColoured() {
    let text = "lesson \"a\" for 5m { step \"b\" { say \"c\"; goal story.state == on else \"d\"\nsolution { say } } }"
    let bytes = Array(text.utf8)
    let kinds = SyntaxColouring.spans(in: text, vocabulary: ColouringVocabulary.all).map {
      "\($0.kind)(\(String(decoding: bytes[$0.range], as: UTF8.self)))"
    }.joined(separator: " ")
    #expect(
      kinds == "keyword(lesson) string(\"a\") keyword(for) duration(5m) keyword(step) string(\"b\") keyword(say) "
        + "string(\"c\") keyword(goal) state(story.state) text(on) keyword(else) string(\"d\") keyword(solution) "
        + "unknown(say)")
  }

  @Test(arguments: [
    ("lesson \"a\" { ", "statement(Optional(StorySyntax.LessonWord.Room.lesson))"),
    ("lesson \"a\" { step \"b\" { ", "statement(Optional(StorySyntax.LessonWord.Room.step))"),
    ("lesson \"a\" { step \"b\" { beep\n", "statement(Optional(StorySyntax.LessonWord.Room.step))"),
    ("lesson \"a\" { step \"b\" { }\n", "statement(Optional(StorySyntax.LessonWord.Room.lesson))"),
    ("lesson \"a\" { step \"b\" { if true { ", "statement(nil)"),
    ("lesson \"a\" { step \"b\" { solution { ", "statement(nil)"), ("", "statement(nil)"),
  ])
  func lessonCompletions(text: String, expected: String) {
    let place = SyntaxPlace.at(text.utf8.count, in: text, vocabulary: ColouringVocabulary.all)
    #expect("\(place.expectation)" == expected)
  }

  /// `predict` reads a value, a block and a text; `happened` an event and further conditions.
  @Test func predictionsAndEventsAreGoals() throws {
    let script = try parse(
      """
      lesson "L" {
        step "S" {
          predict light.progress after { light on } else "Count."
          because "It is so."
        }
        step "T" { goal happened light.dimmed and light.state == on else "Dim it." }
        step "U" { predict 4 * 5 }
      }
      """)
    let steps = try #require(script.lessons.first).steps
    let prediction = try #require(steps[0].goals.first)
    #expect(script.source.text(prediction.range) == "light.progress after { light on }")
    #expect(prediction.otherwise?.text == "Count." && prediction.prediction?.block?.statements.count == 1)
    #expect(steps[0].texts(.because).map(\.text) == ["It is so."])
    let happened = try #require(steps[1].goals.first)
    #expect(happened.happened?.text == "light.dimmed" && happened.otherwise?.text == "Dim it.")
    #expect(script.source.text(happened.range) == "happened light.dimmed and light.state == on")
    #expect(steps[2].goals.first?.prediction?.block == nil && steps[2].goals.first?.prediction != nil)
  }
}
