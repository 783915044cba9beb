import StoryScript
import Terminal
import Timeline

/// A recording as a document that `storyline test` runs: each line with what it shows, in a block of a prompt.
struct MarkdownRendering {
  func text(of recording: Recording, in replay: Replay, named name: String) -> String {
    var rows: [String] = []
    for item in recording.items {
      // What stands in the document is what is run: a text that would turn its order around is not itself there.
      let item = item.printable
      let moment = replay.run(item)
      if let waiting = Transcript.waiting(item) { rows.append(waiting) }
      rows += moment.before.map(Self.expected)
      // A note that says nothing is the time alone.
      if item.content == .note("") { continue }
      rows += Transcript.typing(item.content) + moment.lines.map(Self.expected)
    }
    let fence = String(repeating: "`", count: max(3, (rows.map(Self.ticks).max() ?? 0) + 1))
    let heading = sanitized(name).replacing("`", with: "'").replacing("<", with: "‹")
    return "# \(heading)\n\n\(fence)\(Transcript.info(recording.head))\n"
      + rows.map { $0 + "\n" }.joined() + fence + "\n"
  }

  /// A line as a transcript expects it: one that would be taken for a typed one is told by its end.
  private static func expected(_ line: Replay.Shown) -> String {
    let text = line.plain
    let isLikeTyped = Transcript.marks.contains { text.hasPrefix($0) }
    return isLikeTyped ? "..." + text.dropFirst() : text
  }

  /// How many backticks a line begins with.
  private static func ticks(_ line: String) -> Int { line.prefix { $0 == "`" }.count }
}

extension Recording.Item {
  fileprivate var printable: Recording.Item {
    switch content {
    case .note(let note): return .init(wait: wait, content: .note(sanitized(note)))
    case .line(var line):
      line.text = sanitized(line.text, keepingLines: true)
      line.answers = line.answers.map { $0.map { sanitized($0) } }
      return .init(wait: wait, content: .line(line))
    }
  }
}
