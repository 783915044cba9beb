import Testing

@testable import Terminal
@testable import TerminalText

@Suite struct HistoryRecallTests {
  @Test func upAndDownGoThroughWhatHasTheTypedText() {
    let history = History()
    for entry in ["story 1", "hold", "a story 2", "story"] { history.add(entry) }
    var recall = HistoryRecall()
    func text(_ snapshot: UndoStack.Snapshot?) -> String? {
      snapshot.map { String($0.text) }
    }
    let typed = UndoStack.Snapshot("story")
    let first = recall.older(typed, in: history)
    #expect(text(first) == "a story 2", "an existing line is skipped")
    let second = recall.older(first!, in: history)
    #expect(text(second) == "story 1")
    #expect(recall.older(second!, in: history) == nil)
    #expect(recall.newer(second!, in: history) == first)
    #expect(recall.newer(first!, in: history)?.cursor == 5)
    #expect(recall.newer(typed, in: history) == nil)
  }
}
