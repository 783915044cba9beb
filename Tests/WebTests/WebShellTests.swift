import JSON
import System
import Testing

@testable import storyline_web

/// The calls of a page, and the messages that answer them.
struct WebShellTests {
  @Test func aStartGreetsAndShowsThePrompt() throws {
    let messages = Page().call { $0.start() }
    #expect(rows(messages).first?.contains("story play 4") == true)
    #expect(state(messages)?["prompt"].map(text) == "› ")
    #expect(state(messages)?["isOver"] == .bool(false))
  }

  @Test func aLineShowsItsRowsAndWhenTheNextThingHappens() throws {
    let page = Page()
    _ = page.call { $0.start() }
    let messages = page.run("story play 4")
    #expect(rows(messages).count == 1)
    #expect(rows(messages).first?.hasSuffix("▶ story 4 by @ana plays, 15 s a story") == true)
    let next = try #require(state(messages)?["next"])
    guard case .number(let seconds) = next else {
      Issue.record("not a number: \(next.text)")
      return
    }
    // The state beside the prompt changes before the story does.
    #expect(seconds > 0 && seconds <= 15)
    #expect(state(messages)?["code"] == .integer(0))
  }

  @Test func aMistakeHasACodeAndItsRows() {
    let page = Page()
    _ = page.call { $0.start() }
    let messages = page.run("stroy play 4")
    #expect(rows(messages).contains { $0.contains("stroy") })
    #expect(state(messages)?["code"] == .integer(2))
  }

  @Test func theStageHasWhatIsVisible() throws {
    let page = Page()
    _ = page.call { $0.start() }
    #expect(page.call { $0.paint() }.first?["stage"]?["parts"] == .object([]))
    _ = page.run("story play 4; hold")
    let stage = try #require(page.call { $0.paint() }.first?["stage"])
    let story = try #require(stage["parts"]?["story"])
    #expect(story["number"] == .integer(4))
    #expect(story["r"] == .integer(0))
    #expect(stage["rate"] == .number(1))
    // Nothing has changed.
    #expect(page.call { $0.paint() }.first?["stage"]?["parts"] == .object([]))
    _ = page.run("release; swipe down")
    #expect(page.call { $0.paint() }.first?["stage"]?["parts"]?["story"] == .null)
  }

  @Test func aLineIsColouredAndSuggested() throws {
    let page = Page()
    _ = page.call { $0.start() }
    let look = try #require(page.call { $0.look("story play 4", cursor: 12, isResting: false) }.first?["look"])
    #expect(look["colours"].map(text) == "story play 4")
    #expect(look["isComplete"] == .bool(true))
    let open = try #require(page.call { $0.look("if true {", cursor: 9, isResting: false) }.first?["look"])
    #expect(open["isComplete"] == .bool(false))
    #expect(open["indentation"] == .integer(2))
  }

  /// A page counts in UTF-16, the program in UTF-8.
  @Test func placesAreThoseOfThePage() throws {
    let page = Page()
    _ = page.call { $0.start() }
    let line = "print \"é👍\"; sto"
    let message = page.call { $0.complete(line, cursor: line.utf16.count) }.first?["completions"]
    guard case .array(let completions)? = message else {
      Issue.record("no completions")
      return
    }
    let story = try #require(completions.first { $0["text"]?.stringValue?.hasPrefix("story") == true })
    #expect(story["range"] == .array([.integer(Int64(line.utf16.count - 3)), .integer(Int64(line.utf16.count))]))
    let rest = page.call { $0.look("print \"é👍\"; stry 4", cursor: 19, isResting: true) }.first?["look"]
    #expect(rest?["problems"] == .array([.array([.integer(13), .integer(17)])]))
  }

  @Test func aQuestionIsAskedAndAnswered() {
    let page = Page()
    _ = page.call { $0.start() }
    page.answers = ["Ana"]
    let messages = page.run("let name = ask \"Your name?\"; print $name")
    #expect(messages.contains { $0["ask"].map(text) == "Your name? " })
    #expect(rows(messages).contains("Ana"))
  }

  @Test func theEndOfTheSessionIsSaid() {
    let page = Page()
    _ = page.call { $0.start() }
    #expect(state(page.run("exit"))?["isOver"] == .bool(true))
    #expect(page.run("print 1").isEmpty)
  }

  @Test func aNarrowPageGetsNarrowRows() {
    let page = Page(columns: 40)
    _ = page.call { $0.start() }
    let messages = page.run("help")
    #expect(rows(messages).allSatisfy { $0.unicodeScalars.count <= 40 })
    #expect(!rows(messages).isEmpty)
  }
}

/// The files that a page keeps, in a folder of the test.
struct WebRowTests {
  @Test func placesInsideACharacterMoveToItsStart() {
    #expect(WebRow.place(3, in: "aé👍b") == 2)
    #expect(WebRow.place(99, in: "aé") == 2)
    #expect(WebRow.byte(2, in: "aé👍b") == 3)
    #expect(WebRow.byte(4, in: "aé👍b") == 7)
    #expect(WebRow.byte(-1, in: "aé") == 0)
  }
}
