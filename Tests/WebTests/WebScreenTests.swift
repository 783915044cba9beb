import JSON
import TerminalText
import Testing

@testable import storyline_web

/// What a page shows beside its lines: the whole window, the past, and copies.
struct WebScreenTests {
  /// Returns the rows of the whole window as they were last drawn; `nil` if it was left or never taken.
  private func window(_ messages: [JSON]) -> [Int: String]? {
    var rows: [Int: String]?
    for message in messages {
      guard let screen = message["screen"] else { continue }
      guard case .array(let changes)? = screen["rows"] else {
        rows = nil
        continue
      }
      rows = rows ?? [:]
      for case .array(let change) in changes { rows?[Int(change[0].integerValue ?? 0)] = text(change[1]) }
    }
    return rows
  }

  @Test func watchTakesTheWholeWindowAndItsKeys() throws {
    let page = Page()
    _ = page.call { $0.start() }
    _ = page.run("story play 4")
    // The page says its size first, and again when it has changed.
    page.keys = ["size 60 20", " ", "size 40 12", "q"]
    let messages = page.run("watch")
    #expect(page.keys.isEmpty)
    #expect(window(messages) == nil)
    let drawn = try #require(window(Array(messages.prefix { $0["screen"] != .null })))
    #expect(drawn.values.contains { $0.contains("held") })
    #expect(drawn.keys.max() == 19)
    #expect(drawn.filter { $0.key < 12 }.values.allSatisfy { $0.count <= 40 })
    // What happened is among the lines afterwards.
    #expect(rows(messages).contains { $0.contains("held") })
  }

  @Test func onlyRowsThatChangeAreSent() throws {
    let page = Page()
    _ = page.call { $0.start() }
    page.keys = ["size 40 10", "j", "q"]
    let drawings = page.run("explore [1, 2, 3]").compactMap { message -> Int? in
      guard case .array(let rows)? = message["screen"]?["rows"] else { return nil }
      return rows.count
    }
    // The window is taken, then drawn whole, then in part.
    #expect(drawings.prefix(2) == [0, 10])
    #expect(drawings.count > 2 && drawings.dropFirst(2).allSatisfy { $0 < 10 })
  }

  @Test func aBrowserThatCannotWaitHasNoWholeWindow() {
    let page = Page(canWait: false)
    _ = page.call { $0.start() }
    let messages = page.run("story play 4; watch")
    #expect(rows(messages).contains { $0.contains("`watch` needs a terminal") })
    #expect(!messages.contains { $0["screen"] != nil })
  }

  /// A page that goes away leaves nothing open.
  @Test func aWindowWithoutKeysIsLeft() {
    let page = Page()
    _ = page.call { $0.start() }
    for keys in [[], ["size 0 0"], ["size 60 20"], ["x"]] {
      page.keys = keys
      let messages = page.run("story play 4; watch")
      #expect(messages.contains { $0["screen"] != nil }, "\(keys)")
      #expect(window(messages) == nil, "\(keys)")
      #expect(state(messages)?["isOver"] == .bool(false), "\(keys)")
    }
  }

  @Test(arguments: [
    ("a", ScreenKey.character("a")), ("é", .character("é")), (" ", .character(" ")), ("ArrowLeft", .left),
    ("Alt+ArrowLeft", .earlier), ("Alt+ArrowRight", .later), ("Escape", .escape), ("Enter", .enter),
    ("Ctrl+c", .interrupt), ("F5", .other), ("\u{1B}", .other), ("\u{9B}", .other), ("", .other),
  ])
  func keysHaveTheNamesOfBrowsers(words: String, key: ScreenKey) { #expect(WebKeys.key(words) == key) }

  // MARK: The past, and copies

  @Test func theWalkShowsThePastBelowTheLine() throws {
    let page = Page()
    _ = page.call { $0.start() }
    #expect(page.call { $0.walk("Alt+ArrowLeft") } == [.object([.init("walk", .null)])])
    _ = page.run("story play 4; hold")
    let first = try #require(page.call { $0.walk("Alt+ArrowLeft") }.first?["walk"]?["rows"])
    guard case .array(let rows) = first else {
      Issue.record("no rows")
      return
    }
    #expect(rows.map(text).contains { $0.contains("hold") })
    #expect(rows.map(text).contains { $0.contains("Enter forks here") })
    // A key of the line ends the walk, and is passed on.
    #expect(page.call { $0.walk("x") }.first?["passes"] == .bool(true))
    _ = page.call { $0.walk("Alt+ArrowLeft") }
    #expect(page.call { $0.walk("Escape") }.first?["passes"] == .bool(false))
    _ = page.call { $0.walk("Alt+ArrowLeft") }
    #expect(page.call { $0.walk("Enter") }.first?["run"]?.stringValue?.hasPrefix("fork at ") == true)
  }

  @Test func aCopyIsHandedToThePage() {
    let page = Page()
    _ = page.call { $0.start() }
    #expect(page.run("copy \"a text\"").contains { $0["copy"] == .string("a text") })
  }

  /// A link may come from anyone, and must not replace what the user has copied.
  @Test func aLinkCopiesNothing() {
    let page = Page(isSealed: true)
    _ = page.call { $0.start() }
    #expect(!page.call { $0.replay("copy \"a text\"") }.contains { $0["copy"] != nil })
  }
}
