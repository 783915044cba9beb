/// Undo and redo of editing, since libedit has none in its Emacs mode. Typing a word is one step.
struct UndoStack {
  struct Snapshot: Equatable {
    var text: [Unicode.Scalar]
    /// Index into `text`.
    var cursor: Int
  }

  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var current = Snapshot(text: [], cursor: 0)
  private var lastStep = Step.other

  private enum Step { case typing, deleting, other }

  /// Steps kept; older ones are forgotten.
  private static let limit = 500

  /// Notes what the line looks like before the next key.
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

  /// The line as it was before the last step; nil when there is none.
  mutating func undo() -> Snapshot? { UndoStack.step(&current, from: &past, to: &future, &lastStep) }
  /// The line as it was before the last undo; nil after any other change.
  mutating func redo() -> Snapshot? { UndoStack.step(&current, from: &future, to: &past, &lastStep) }

  private static func step(
    _ current: inout Snapshot, from stack: inout [Snapshot], to other: inout [Snapshot], _ lastStep: inout Step
  ) -> Snapshot? {
    guard let next = stack.popLast() else { return nil }
    other.append(current)
    (current, lastStep) = (next, .other)
    return next
  }

  /// What the change is, and whether it begins a step of its own even after one of its kind.
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
