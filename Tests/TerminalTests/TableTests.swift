import TerminalText
import Testing

@Suite struct TableTests {
  let clusters = Table(
    columns: [
      .init("#", alignment: .right, overflow: .keep), .init("when"), .init("photos", alignment: .right), .init("place"),
    ],
    rows: [
      ["1", "Thu 3 Oct, afternoon", "42", "Lisbon"], ["2", "Fri 4 Oct, morning", "17", "京都の近く"],
      ["10", "Fri 4 Oct", "8"],
    ])

  @Test func columnsLineUpAndNoLineEndsInASpace() {
    #expect(
      clusters.lines(width: 80).map(\.plain) == [
        "  #  when                  photos  place",
        "  1  Thu 3 Oct, afternoon      42  Lisbon",
        "  2  Fri 4 Oct, morning        17  京都の近く",
        " 10  Fri 4 Oct                  8",
      ])
  }

  /// No cell is cut: first words wrap, then columns are omitted, then each row becomes a list.
  @Test func aNarrowTerminalWrapsTheWidestColumn() {
    var table = clusters
    for place in [1, 3] { table.columns[place].overflow = .wrap }
    #expect(
      table.lines(width: 36).map(\.plain) == [
        "  #  when         photos  place", "  1  Thu 3 Oct,       42  Lisbon", "     afternoon",
        "  2  Fri 4 Oct,       17  京都の近く", "     morning", " 10  Fri 4 Oct         8",
      ])
    #expect(table.lines(width: 34).map(\.plain).first == "  #  when       photos  place")
    #expect(table.lines(width: 33).map(\.plain).first == " #       1", "no word is broken for the sake of a column")
    for width in 1...60 {
      #expect(clusters.lines(width: width, glyphs: .ascii).allSatisfy { $0.width <= width })
    }
  }

  /// A column without room is omitted as a whole, the least important first; the remaining columns are not cut to
  /// keep it.
  @Test func columnsGoByTheirRank() {
    var table = clusters
    for (place, rank) in zip(table.columns.indices, [2, 0, 0, 1]) { table.columns[place].rank = rank }
    #expect(table.lines(width: 46).map(\.plain).first == "  #  when                  photos  place")
    #expect(table.lines(width: 41).map(\.plain)[1] == " Thu 3 Oct, afternoon      42  Lisbon")
    #expect(table.lines(width: 32).map(\.plain)[1] == " Thu 3 Oct, afternoon      42")
    #expect(table.lines(width: 33).map(\.plain)[1] == "  1  Thu 3 Oct, afternoon      42", "what still has room stays")
    #expect(table.lines(width: 10).allSatisfy { $0.width <= 10 })
    #expect(clusters.lines(width: .max).map(\.plain) == clusters.lines(width: 80).map(\.plain))
  }

  @Test func tooWideTablesBecomeLists() {
    let rows = [" #       1", " when    Thu 3 Oct, afternoon", " photos  42", " place   Lisbon", "", " #       2"]
    #expect(Array(clusters.lines(width: 30).map(\.plain).prefix(6)) == rows)
    #expect(clusters.lines(width: 18).map(\.plain)[2] == "         Oct,")
  }

  @Test func relatedRowsFormBlocks() {
    let table = Table(
      columns: [.init("in"), .init("idle"), .init("playing"), .init("held")],
      rows: [["tap", "no", "next", "no"], ["hold", "no", "held", "="]], leading: 1)
    #expect(
      table.lines(width: 20).map(\.plain) == [
        " in    idle  playing", " tap   no    next", " hold  no    held", " in    held", " tap   no", " hold  =",
      ])
    #expect(table.lines(width: 80).map(\.plain)[0] == " in    idle  playing  held")
  }

  @Test func wrappedCellsGoOnBelow() {
    let table = Table(
      columns: [.init(overflow: .keep), .init(overflow: .wrap)], rows: [["hold", "presses until you let go"]])
    #expect(table.lines(width: 19).map(\.plain) == [" hold  presses", "       until you", "       let go"])
  }

  @Test func columnsAreDroppedInPlace() {
    #expect(
      clusters.without(3).lines(width: 80).map(\.plain) == [
        "  #  when                  photos", "  1  Thu 3 Oct, afternoon      42", "  2  Fri 4 Oct, morning        17",
        " 10  Fri 4 Oct                  8",
      ])
  }

  @Test func nothingGivesNothing() {
    #expect(Table(columns: []).lines(width: 10).isEmpty)
    #expect(Table(columns: [.init()], rows: [[""], []]).lines(width: 10).map(\.plain) == ["", ""])
  }
}
