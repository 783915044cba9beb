import Testing

@testable import Terminal
@testable import TerminalText

@Suite struct PageViewTests {
  func view() -> PageView {
    var view = PageView((1...100).map { StyledText("line \($0)", .dim) }, glyphs: .unicode)
    _ = view.picture(columns: 80, rows: 11)
    return view
  }

  @Test(
    arguments: [
      ([], 0), ([.character(" ")], 10), ([.pageDown, .pageDown, .character("b")], 10), ([.down, .enter, .up], 1),
      ([.end], 90), ([.character("G"), .character("k"), .home], 0), ([.pageUp], 0), ([.end, .pageDown], 90),
      ([.character("/"), .character("5"), .character("0"), .enter], 49),
      ([.character("/"), .character("9"), .enter, .character("n")], 18),
      ([.character("/"), .character("9"), .enter, .character("n"), .character("N")], 8),
      ([.character("/"), .character("x"), .enter], 0),
      ([.character("/"), .character("5"), .backspace, .backspace, .down], 1),
      ([.character("/"), .character("5"), .escape, .down], 1),
    ] as [([ScreenKey], Int)])
  func keysMoveThePage(_ keys: [ScreenKey], _ top: Int) {
    var view = view()
    for key in keys { _ = view.handle(key) }
    #expect(view.shown.lowerBound == top)
  }

  @Test(arguments: [[.character("q")], [.escape], [.interrupt], [.end, .character(" ")]] as [[ScreenKey]])
  func exitKeys(_ keys: [ScreenKey]) {
    var view = view()
    var continues = true
    for key in keys { continues = view.handle(key) }
    #expect(!continues)
  }

  @Test func aRowSaysWhatPartIsSeen() {
    var view = view()
    _ = view.handle(.character(" "))
    var rows = view.picture(columns: 80, rows: 11).map(\.plain)
    #expect(rows.first == "line 11" && rows.count == 11)
    #expect(rows.last == "11–20 of 100 · Space continues · q leaves · / searches · b goes back")
    for columns in [41, 42] {
      #expect(view.picture(columns: columns, rows: 11).last?.plain == "11–20 of 100 · Space continues · q leaves")
    }
    #expect(view.picture(columns: 40, rows: 11).last?.plain == "11–20 of 100 · Space continues")
    for key: ScreenKey in [.character("/"), .character("z")] { _ = view.handle(key) }
    #expect(view.picture(columns: 80, rows: 11).last?.plain == "/z")
    _ = view.handle(.enter)
    rows = view.picture(columns: 80, rows: 11).map(\.plain)
    #expect(rows.last?.hasPrefix("not found: z · 11–20 of 100") == true)
    for key: ScreenKey in [.character("/"), .character("1"), .character("5"), .enter] { _ = view.handle(key) }
    let hit = view.picture(columns: 80, rows: 11)[0]
    #expect(hit.plain == "line 15" && hit.runs.last == StyledText.Run(text: "15", style: .match))
    #expect(view.picture(columns: 10, rows: 200).count == 200)
  }

  /// What was read stays on the terminal; what a jump has passed over was not read.
  @Test(
    arguments: [
      ([], 0..<10), ([.pageDown, .pageDown], 0..<30), ([.down, .pageDown], 0..<21), ([.pageDown, .up], 0..<19),
      ([.pageDown, .pageDown, .character("b")], 0..<20), ([.end], 90..<100), ([.end, .pageUp], 80..<90),
      ([.end, .home], 0..<10), ([.end, .home, .pageDown], 0..<20),
      ([.character("/"), .character("5"), .character("0"), .enter], 49..<59),
    ] as [([ScreenKey], Range<Int>)])
  func whatWasReadIsLeft(_ keys: [ScreenKey], _ left: Range<Int>) {
    var view = view()
    for key in keys {
      _ = view.handle(key)
      _ = view.picture(columns: 80, rows: 11)
    }
    #expect(view.left == left)
  }

  /// A word that is wider than the window is shown in several rows, and its line stays whole.
  @Test func wideWordsAreBroken() {
    let page = WrappedPage(["one", "abcdefghijklmno", "", "two"], columns: 6, .plain)
    #expect(page.rows.map(\.plain) == ["one", "abcdef", "ghijkl", "mno", "", "two"])
    #expect(page.lines(0..<2) == ["one", "abcdefghijklmno"] && page.lines(2..<5) == ["abcdefghijklmno", ""])
    #expect(page.lines(5..<6) == ["two"] && page.lines(3..<3).isEmpty)
  }

  @Test func linesOfAnotherWidthGoOnWhereItWas() {
    var view = view()
    for _ in 0..<4 { _ = view.handle(.pageDown) }
    view.reflow((1...200).map { StyledText("half \($0)") })
    #expect(view.picture(columns: 40, rows: 11).first?.plain == "half 81")
    view.reflow((1...5).map { StyledText("line \($0)") })
    #expect(view.picture(columns: 80, rows: 11).first?.plain == "line 1")
  }
}
