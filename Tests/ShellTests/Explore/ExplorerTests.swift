import StoryScript
import Terminal
import Testing

@testable import ShellCore

@Suite struct ExplorerTests {
  private static let people: Value = .list([
    .record(["name": .text("ana"), "age": .number(9), "likes": .list([.record(["what": .text("harp")])])]),
    .record(["name": .text("Ben"), "age": .number(40), "note": .text("two\nlines")]),
    .record(["name": .text("cleo"), "age": .none]),
    .record(["name": .text("dora"), "age": .number(7)]),
  ])

  private func explorer(_ value: Value = people) -> Explorer {
    Explorer(value, writer: ValueWriter(), glyphs: .unicode)
  }

  @Test func theKeysAreListed() {
    let listed = rows([.character("?")], columns: 40, height: 10)
    #expect(listed.first == "arrows, h j k l move" && listed.last == "press any key to return")
    #expect(listed.contains("/, n, N search, next, previous"))
    #expect(rows([.character("?"), .down], columns: 40) == rows([], columns: 40))
    #expect(rows([], columns: 40).last?.hasPrefix("1 of 4 · q leaves · ? keys") == true)
    var explorer = explorer()
    _ = explorer.handle(.character("?"))
    let continues = explorer.handle(.character("q"))
    #expect(!continues)
  }

  /// Returns the rows after some keys, without the empty rows; the selected row begins with `>`.
  private func rows(_ keys: [ScreenKey], _ value: Value = people, columns: Int = 60, height: Int = 8) -> [String] {
    var explorer = explorer(value)
    _ = explorer.picture(columns: columns, rows: height)
    for key in keys {
      let continues = explorer.handle(key)
      #expect(continues)
    }
    let picture = explorer.picture(columns: columns, rows: height)
    #expect(picture.count == height && picture.allSatisfy { $0.width <= columns })
    return picture.filter { !$0.isEmpty }.map { row in
      let isChosen = row.runs.first?.style == .chosen
      return (isChosen ? ">" : "") + row.plain.split(separator: " ").joined(separator: " ")
    }
  }

  @Test(
    arguments: [
      ([], [">ana 9 [1 item]", "Ben 40 two␊lines", "cleo", "dora 7"]),
      ([.down, .down], ["ana 9 [1 item]", "Ben 40 two␊lines", ">cleo", "dora 7"]),
      ([.end, .down], ["ana 9 [1 item]", "Ben 40 two␊lines", "cleo", ">dora 7"]),
      // Sorted by age, then in reverse, then unsorted; missing values come last, and the selection stays.
      ([.right, .character("s")], ["dora 7", ">ana 9 [1 item]", "Ben 40 two␊lines", "cleo"]),
      ([.right, .character("s"), .character("s")], ["cleo", "Ben 40 two␊lines", ">ana 9 [1 item]", "dora 7"]),
      (
        [.right, .character("s"), .character("s"), .character("s")],
        [">ana 9 [1 item]", "Ben 40 two␊lines", "cleo", "dora 7"]
      ),
      // A search finds text in any column, ignoring case; the next match is found after the last row too.
      (
        [.character("/"), .character("b"), .character("E"), .enter],
        ["ana 9 [1 item]", ">Ben 40 two␊lines", "cleo", "dora 7"]
      ),
      (
        [.character("/"), .character("a"), .enter, .character("n")],
        ["ana 9 [1 item]", "Ben 40 two␊lines", "cleo", ">dora 7"]
      ),
      (
        [.character("/"), .character("a"), .enter, .character("n"), .character("n")],
        [">ana 9 [1 item]", "Ben 40 two␊lines", "cleo", "dora 7"]
      ),
      (
        [.character("/"), .character("x"), .escape, .down], ["ana 9 [1 item]", ">Ben 40 two␊lines", "cleo", "dora 7"]
      ),
    ] as [([ScreenKey], [String])])
  func keysMoveSortAndFind(_ keys: [ScreenKey], _ expected: [String]) {
    #expect(rows(keys).dropFirst().dropLast() == expected[...])
  }

  /// The sort mark has room, however short the column's values are.
  @Test func theSortedTitleIsWhole() {
    let narrow: Value = .list([.record(["age": .number(9)]), .record(["age": .number(7)])])
    #expect(rows([.character("s")], narrow).first == "age ↑")
    #expect(rows([.character("s"), .character("s")], narrow).first == "age ↓")
  }

  /// A column takes at most forty cells, except that the last column takes the remaining room.
  @Test(arguments: [
    (80, String(repeating: "0123456789", count: 5)), (50, "012345678901234567890123456789012345678901…"),
  ])
  func theLastColumnGetsTheRemainingWidth(_ columns: Int, _ note: String) {
    let long: Value = .list([
      .record(["name": .text("ana"), "note": .text(String(repeating: "0123456789", count: 5))])
    ])
    #expect(rows([], long, columns: columns).dropFirst().first == ">ana \(note)")
  }

  @Test(
    arguments: [
      // A row, a list in a cell, a text of several lines, and back again.
      (
        [.enter],
        [
          "field value", ">name ana", "age 9", "likes [1 item]",
          "[0] · 1 of 3 · q leaves · ? keys · Esc goes back",
        ]
      ),
      ([.enter, .end, .enter], ["what", ">harp", "[0] likes · 1 of 1 · q leaves · ? keys · Esc goes back"]),
      ([.right, .right, .enter], ["what", ">harp", "[0].likes · 1 of 1 · q leaves · ? keys · Esc goes back"]),
      (
        [.down, .right, .right, .right, .enter],
        ["value", ">two", "lines", "[1].note · 1 of 2 · q leaves · ? keys · Esc goes back"]
      ),
      (
        [.enter, .escape],
        [
          "name age likes note", ">ana 9 [1 item]", "Ben 40 two␊lines", "cleo", "dora 7",
          "1 of 4 · q leaves · Enter opens · / searches · s sorts",
        ]
      ),
    ] as [([ScreenKey], [String])])
  func enterOpensAValue(_ keys: [ScreenKey], _ expected: [String]) {
    let shown = rows(keys)
    #expect(shown.dropLast() == expected.dropLast()[...])
    #expect(shown.last?.hasPrefix(expected.last?.dropLast(8) ?? "?") == true, "\(shown.last ?? "")")
  }

  /// The way out is shown even if other text has no room.
  @Test(arguments: [
    (80, "[1] note · 1 of 2 · q leaves · ? keys · Esc goes back · Enter opens · / searches"),
    (40, "[1] note · 1 of 2 · q leaves · ? keys"), (24, "[1]… · 1 of 2 · q leaves"), (19, "1 of 2 · q leaves"),
  ])
  func theExitKeyIsAlwaysShown(_ columns: Int, _ foot: String) {
    #expect(rows([.down, .enter, .end, .right, .enter], columns: columns).last == foot)
  }

  @Test(arguments: [
    (Value.list([]), "empty"), (.record(["a": .number(1)]), ">a 1"), (.text("one"), ">one"),
    (.list([.number(1), .text("x")]), ">1"), (.text("\u{1B}[2J"), ">␛[2J"),
  ])
  func anyValueHasRows(_ value: Value, _ row: String) { #expect(rows([], value).contains(row)) }

  @Test(arguments: [(80, 24), (40, 15), (20, 3), (3, 2), (1, 1)])
  func itFitsEveryWindow(_ columns: Int, _ height: Int) {
    for keys in [[], [.end], [.right, .right, .right], [.enter], [.character("/"), .character("a")]] as [[ScreenKey]] {
      _ = rows(keys, columns: columns, height: height)
    }
  }

  @Test(
    arguments: [[.character("q")], [.escape], [.interrupt], [.enter, .character("q")], [.enter, .escape, .escape]]
      as [[ScreenKey]])
  func exitKeys(_ keys: [ScreenKey]) {
    var explorer = explorer()
    var continues = true
    for key in keys { continues = explorer.handle(key) }
    #expect(!continues)
  }
}
