import Testing

@testable import Terminal

@Suite struct GraphicsInquiryTests {
  private func made(_ environment: [String: String] = ["TERM": "xterm-256color"]) -> GraphicsInquiry? {
    GraphicsInquiry { environment[$0] }
  }

  @Test func onlyATerminalThatDoesNotShowItIsAsked() {
    #expect(made()?.question == TerminalReply.question)
    #expect(made(["TERM": "tmux-256color"])?.question == TerminalReply.shortQuestion)
    #expect(made(["TERM": "xterm-256color", "TMUX": "/tmp/x"])?.question == TerminalReply.shortQuestion)
    #expect(made(["TERM": "linux"]) == nil && made([:]) == nil && made(["TERM": "vt100"]) == nil)
  }

  private static let answers: [([TerminalReply], Graphics?)] = [
    ([.attributes([62])], nil),
    ([.kitty(isGood: true)], nil),
    ([.kitty(isGood: true), .attributes([62, 4])], .kitty(CellSize(width: 7, height: 14))),
    (
      [.kitty(isGood: false), .cell(width: 9, height: 18), .attributes([62, 4])], .sixel(CellSize(width: 9, height: 18))
    ),
    ([.attributes([62, 4])], .sixel(CellSize(width: 7, height: 14))),
    ([.cell(width: 9, height: 18), .attributes([62])], nil),
    (
      [.name("iTerm2 3.5.4"), .cell(width: 9, height: 18), .attributes([62, 4])], .file(CellSize(width: 9, height: 18))
    ),
    ([.kitty(isGood: true), .name("WezTerm 20240203"), .attributes([62, 4])], .kitty(CellSize(width: 7, height: 14))),
    ([.name("XTerm(390)"), .attributes([62])], nil),
  ]

  /// The inquiry is complete only after the last reply.
  @Test(arguments: answers)
  func terminalRepliesDecideGraphics(replies: [TerminalReply], graphics: Graphics?) throws {
    var inquiry = try #require(made())
    for reply in replies { inquiry.receive(reply) }
    #expect(inquiry.graphics(cell: (7, 14)) == graphics)
    #expect(inquiry.isAnswered == (replies.last != .kitty(isGood: true)))
  }

  /// The environment's name for the terminal proves nothing: it may belong to another terminal around this one.
  @Test func itsNameAloneShowsNothing() throws {
    var inquiry = try #require(
      GraphicsInquiry {
        ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "LC_TERMINAL": "iTerm2", "KITTY_WINDOW_ID": "1"][$0]
      })
    inquiry.receive(.attributes([62]))
    #expect(inquiry.graphics(cell: nil) == nil)
  }

  @Test func sixelsNeedTheSizeOfACell() throws {
    var inquiry = try #require(made())
    inquiry.receive(.attributes([4]))
    #expect(inquiry.graphics(cell: nil) == nil)
  }
}
