import Terminal
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

  @Test func aNarrowTerminalClipsTheWidestColumn() {
    let lines = clusters.lines(width: 40).map(\.plain)
    #expect(lines[1] == "  1  Thu 3 Oct, aft…      42  Lisbon")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
    for width in 1...60 {
      #expect(clusters.lines(width: width, glyphs: .ascii).allSatisfy { $0.width <= width })
    }
  }

  /// What has no room goes as a whole, the least important first; what is left is not cut for its sake.
  @Test func columnsGoByTheirRank() {
    var table = clusters
    for (place, rank) in zip(table.columns.indices, [2, 0, 0, 1]) { table.columns[place].rank = rank }
    #expect(table.lines(width: 31).map(\.plain).first == "  #  when      photos  place")
    #expect(table.lines(width: 28).map(\.plain)[1] == " Thu 3 O…      42  Lisbon")
    #expect(table.lines(width: 24).map(\.plain)[1] == " Thu 3 Oct, aft…      42")
    #expect(table.lines(width: 10).allSatisfy { $0.width <= 10 })
    #expect(clusters.lines(width: .max).map(\.plain) == clusters.lines(width: 80).map(\.plain))
  }

  @Test func wrappedCellsGoOnBelow() {
    let table = Table(
      columns: [.init(overflow: .keep), .init(overflow: .wrap)], rows: [["hold", "presses until you let go"]])
    #expect(table.lines(width: 19).map(\.plain) == [" hold  presses", "       until you", "       let go"])
  }

  @Test func nothingGivesNothing() {
    #expect(Table(columns: []).lines(width: 10).isEmpty)
    #expect(Table(columns: [.init()], rows: [[""], []]).lines(width: 10).map(\.plain) == ["", ""])
  }
}
