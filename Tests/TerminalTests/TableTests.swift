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
