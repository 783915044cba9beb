import Testing

@testable import Terminal

@Suite struct UndoStackTests {
  func snapshot(_ text: String, _ cursor: Int? = nil) -> UndoStack.Snapshot {
    UndoStack.Snapshot(text: [Grapheme](text), cursor: cursor ?? [Grapheme](text).count)
  }

  @Test func aWordIsOneStep() {
    var stack = UndoStack()
    let text = "one two 3"
    for count in 1...text.count { stack.observe(snapshot(String(text.prefix(count)))) }
    #expect(stack.undo() == snapshot("one two "))
    #expect(stack.undo() == snapshot("one "))
    #expect(stack.undo() == snapshot(""))
    #expect(stack.undo() == nil)
    #expect(stack.redo() == snapshot("one "))
    stack.observe(snapshot("one x"))
    #expect(stack.redo() == nil, "a change ends what could be redone")
  }

  @Test func movingEndsAStep() {
    var stack = UndoStack()
    stack.observe(snapshot("a"))
    stack.observe(snapshot("ab"))
    stack.observe(snapshot("ab", 0))
    stack.observe(snapshot("xab", 1))
    #expect(stack.undo() == snapshot("ab", 0))
    #expect(stack.undo() == snapshot(""))
  }

  @Test func theOldestStepsAreDropped() {
    var stack = UndoStack()
    for number in 0..<2000 { stack.observe(snapshot("\(number) pasted")) }
    var steps = 0
    while stack.undo() != nil { steps += 1 }
    #expect(steps == 500)
  }

  @Test func oneDeletionIsOneUndoStep() {
    var stack = UndoStack()
    stack.observe(snapshot("hold on now"))
    stack.observe(snapshot("hold on now", 7))
    for cursor in [6, 5, 4] { stack.observe(snapshot("hold on now".prefix(cursor) + " now", cursor)) }
    #expect(stack.undo() == snapshot("hold on now", 7))
  }
}
