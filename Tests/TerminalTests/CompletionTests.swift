import Testing

@testable import Terminal
@testable import TerminalText

@Suite struct CompletionTests {
  func offered(_ texts: [String], _ range: Range<Int>) -> [Completion] {
    texts.map { Completion($0, description: "", replacing: range) }
  }

  func line(_ text: String, _ cursor: Int? = nil) -> UndoStack.Snapshot {
    let scalars = [Grapheme](text)
    return UndoStack.Snapshot(text: scalars, cursor: cursor ?? scalars.count)
  }

  @Test func aSingleCompletionIsInserted() {
    #expect(CompletionStep(offered(["story "], 0..<2), line: line("st")) == .replace(line("story ")))
    #expect(CompletionStep(offered(["日本"], 2..<5), line: line("a 日 b", 3)) == .replace(line("a 日本 b", 4)))
    #expect(CompletionStep(offered(["x"], 0..<1), line: line("x")) == .nothing)
    #expect(CompletionStep([], line: line("x")) == .nothing)
    #expect(CompletionStep(offered(["x"], 0..<9), line: line("x")) == .nothing)
  }

  @Test func severalCompletionsInsertTheirCommonPrefix() {
    #expect(CompletionStep(offered(["hold", "holiday"], 0..<1), line: line("h")) == .replace(line("hol")))
    let listed = offered(["hold", "holiday"], 0..<3)
    #expect(CompletionStep(listed, line: line("hol")) == .list(listed))
    let fuzzy = offered(["hold", "uphold"], 0..<2)
    #expect(CompletionStep(fuzzy, line: line("ho")) == .list(fuzzy))
  }

  func rows(
    _ completions: [Completion], _ width: Int, _ height: Int, after keys: [KeyReader.Key] = [],
    glyphs: GlyphSet = .unicode
  ) -> [String] {
    var menu = CompletionMenu(completions, typed: line("x"))
    _ = menu.lines(width: width, height: height, glyphs: glyphs)
    for key in keys { _ = menu.handle(key) }
    return menu.lines(width: width, height: height, glyphs: glyphs).map(\.plain)
  }

  @Test func menusAreAlignedAndCut() {
    let described = [
      Completion("hold ", description: "presses", replacing: 0..<0),
      Completion("日本", description: "a\u{1B}[2J", replacing: 0..<0), Completion("help", replacing: 0..<0),
    ]
    #expect(rows(described, 80, 9) == ["  hold — presses", "  日本 — a␛[2J", "  help"])
    #expect(rows(described, 12, 2) == ["  hold — pr…", "  1–1 of 3"])
    #expect(rows(described, 80, 9, after: [.scalar("\t")], glyphs: .ascii)[0] == "> hold - presses")
    #expect(
      rows(described, 100, 2) == ["  hold — presses" + String(repeating: " ", count: 34) + "  日本 — a␛[2J", "  help"])
    let long = [Completion("anniversary", description: "a day", replacing: 0..<0), Completion("any", replacing: 0..<0)]
    #expect(rows(long, 22, 9) == ["  anniversary — a day", "  any"], "half of the row is a name's")
    #expect(rows(long, 14, 9) == ["  anniver… — …", "  any"], "and eight cells in any case")
    let names = (1...10).map { Completion("name\($0)", replacing: 0..<0) }
    let columns = rows(names, 30, 9)
    #expect(columns == ["  name1   name2   name3", "  name4   name5   name6", "  name7   name8   name9", "  name10"])
    #expect(rows(names, 30, 2) == ["  name1   name2   name3", "  1–3 of 10"])
    let down = [KeyReader.Key](repeating: .function(.down), count: 3)
    #expect(
      rows(names, 30, 3, after: down) == ["  name4   name5   name6", "› name7   name8   name9", "  4–9 of 10"],
      "no further than it must")
  }

  @Test(
    arguments: [
      ([.scalar("\t")], 1), ([.scalar("\t"), .scalar("\t")], 2), ([.function(.backTab)], 10), ([.function(.down)], 1),
      ([.function(.down), .function(.down)], 4), ([.function(.down), .function(.down), .function(.up)], 1),
      ([.scalar("\t"), .function(.right), .function(.right), .function(.left)], 2),
      ([.function(.backTab), .function(.right)], 10), ([.function(.backTab), .scalar("\t")], 1),
      ([.scalar("\t"), .function(.up)], nil), ([.scalar("\t"), .function(.left)], 1),
    ] as [([KeyReader.Key], Int?)])
  func keysWalkThrough(_ keys: [KeyReader.Key], _ chosen: Int?) {
    let names = (1...10).map { Completion("name\($0)", replacing: 0..<1) }
    var menu = CompletionMenu(names, typed: line("x"))
    _ = menu.lines(width: 30, height: 9)
    for key in keys { _ = menu.handle(key) }
    #expect(menu.line == line(chosen.map { "name\($0)" } ?? "x"))
    #expect(rows(names, 30, 2, after: keys)[0].contains("› name\(chosen ?? 0)") == (chosen != nil), "in sight")
  }

  @Test(
    arguments: [
      ([.function(.pageDown)], 7), ([.function(.pageDown), .function(.pageDown)], 10), ([.function(.pageUp)], nil),
      ([.scalar("\t"), .function(.pageDown), .function(.pageUp)], 1), ([.scalar("\t"), .function(.end)], 10),
      ([.function(.backTab), .function(.home)], 1),
    ] as [([KeyReader.Key], Int?)])
  func pagesAreTurned(_ keys: [KeyReader.Key], _ chosen: Int?) {
    var menu = CompletionMenu((1...10).map { Completion("name\($0)", replacing: 0..<1) }, typed: line("x"))
    // Two rows of three, and the row that says which part is visible.
    for key in keys {
      _ = menu.lines(width: 30, height: 3)
      _ = menu.handle(key)
    }
    #expect(menu.line == line(chosen.map { "name\($0)" } ?? "x"))
  }

  /// Home and End move the cursor of the line until a candidate is selected.
  @Test(arguments: [KeyFunction.home, .end]) func keysOfTheLineCloseTheMenu(_ key: KeyFunction) {
    var menu = CompletionMenu(offered(["hold", "help"], 0..<1), typed: line("h"))
    guard case .ends(line("h"), key: .function(key)) = menu.handle(.function(key)) else {
      Issue.record("the menu stays")
      return
    }
  }

  @Test func aSharedDescriptionIsShownOnce() {
    let about = "the sounds of timers at a prompt"
    let values = ["off", "bell", "player"].map { Completion($0, description: about, replacing: 0..<0) }
    #expect(rows(values, 40, 9) == ["  " + about, "  off     bell    player"])
    #expect(rows(values, 20, 9) == ["  the sounds of", "  timers at a prompt", "  off     bell", "  player"])
    #expect(rows(values, 20, 4) == ["  the sounds of tim…", "  off     bell", "  player"])
    let minutes = ["violin", "piano"].map { Completion($0, description: "5 min", replacing: 0..<0) }
    #expect(rows(minutes, 40, 9) == ["  violin — 5 min", "  piano  — 5 min"], "a value, not a sentence")
  }

  @Test func erasingNarrowsUntilNothingIsLeft() {
    var menu = CompletionMenu(offered(["hold", "help"], 0..<1), typed: line("h", 1))
    if case .narrows(let left) = menu.handle(.scalar("\u{7F}")) {
      #expect(left == line(""))
    } else {
      Issue.record("goes on")
    }
    menu = CompletionMenu(offered(["hold", "help"], 0..<0), typed: line("x", 0))
    if case .ends(let left, nil) = menu.handle(.scalar("\u{7F}")) {
      #expect(left == line("x", 0))
    } else {
      Issue.record("there is nothing before the cursor")
    }
  }
}
