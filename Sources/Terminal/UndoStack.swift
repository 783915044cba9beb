/// Undo and redo of editing, since libedit has neither in its Emacs mode. Typing a word is one step.
struct UndoStack {
  struct Snapshot: Equatable {
    var text: [Grapheme]
    /// An index into `text`.
    var cursor: Int

    init(text: [Grapheme], cursor: Int) { (self.text, self.cursor) = (text, cursor) }

    /// Creates a line with the cursor behind the first text. Characters of several scalars may begin in one text and
    /// end in the other.
    init(_ before: String, _ behind: String = "") {
      text = [Grapheme](before + behind)
      cursor = behind.isEmpty ? text.count : min(text.count, [Grapheme](before).count)
    }

    var beforeCursor: String { String(text[..<cursor]) }
    var behindCursor: String { String(text[cursor...]) }
  }

  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var current = Snapshot(text: [], cursor: 0)
  private var lastStep = Step.other

  private enum Step { case typing, deleting, other }

  /// The maximum number of steps; older ones are discarded.
  private static let limit = 500

  /// Records the line before the next key.
  mutating func observe(_ now: Snapshot) {
    if now.text == current.text {
      if now.cursor != current.cursor { lastStep = .other }
      current.cursor = now.cursor
      return
    }
    let (step, isNew) = step(to: now)
    if isNew || step == .other || step != lastStep {
      past.append(current)
      if past.count > UndoStack.limit { past.removeFirst() }
    }
    lastStep = step
    future.removeAll()
    current = now
  }

  /// Returns the line before the last step; `nil` if there is none.
  mutating func undo() -> Snapshot? { UndoStack.step(&current, from: &past, to: &future, &lastStep) }
  /// Returns the line before the last undo; `nil` after any other change.
  mutating func redo() -> Snapshot? { UndoStack.step(&current, from: &future, to: &past, &lastStep) }

  private static func step(
    _ current: inout Snapshot, from stack: inout [Snapshot], to other: inout [Snapshot], _ lastStep: inout Step
  ) -> Snapshot? {
    guard let next = stack.popLast() else { return nil }
    other.append(current)
    (current, lastStep) = (next, .other)
    return next
  }

  /// Returns the kind of the change, and whether it begins a new step even after one of its kind.
  private func step(to now: Snapshot) -> (Step, isNew: Bool) {
    let (old, new) = (current.text, now.text)
    if new.count == old.count + 1, now.cursor > 0, now.cursor == current.cursor + 1,
      new[..<(now.cursor - 1)] == old[..<current.cursor], new[now.cursor...] == old[current.cursor...]
    {
      let typed = new[now.cursor - 1]
      let startsWord = typed != " " && now.cursor >= 2 && new[now.cursor - 2] == " "
      return (.typing, startsWord || typed == "\n")
    }
    if new.count == old.count - 1, now.cursor == current.cursor - 1,
      new[..<now.cursor] == old[..<now.cursor], new[now.cursor...] == old[current.cursor...]
    {
      return (.deleting, false)
    }
    return (.other, true)
  }
}
