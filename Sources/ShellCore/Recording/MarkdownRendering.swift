import StoryScript
import TerminalText
import Timeline

/// Renders a recording as a document that `storyline test` runs: each line with its output, in a block with prompts.
struct MarkdownRendering {
  func text(of recording: Recording, in replay: Replay, named name: String) -> String {
    var rows: [String] = []
    for item in replay.items(of: recording) {
      // The text in the document also runs, so a text with bidirectional controls is replaced in both.
      let item = item.printable
      let moment = replay.run(item)
      if let waiting = Transcript.waiting(item) { rows.append(waiting) }
      rows += moment.before.map(Self.expected)
      // An empty note stands for time alone.
      if item.content == .note("") { continue }
      rows += Transcript.typing(item.content) + moment.lines.map(Self.expected)
    }
    let fence = String(repeating: "`", count: max(3, (rows.map(Self.ticks).max() ?? 0) + 1))
    let heading = sanitized(name).replacing("`", with: "'").replacing("<", with: "‹")
    return "# \(heading)\n\n\(fence)\(Transcript.info(recording.head))\n"
      + rows.map { $0 + "\n" }.joined() + fence + "\n"
  }

  /// Returns a line as a transcript expects it; a line that looks like a typed one is matched by its end.
  private static func expected(_ line: Replay.Shown) -> String {
    let text = line.plain
    let isLikeTyped = Transcript.marks.contains { text.hasPrefix($0) }
    return isLikeTyped ? "..." + text.dropFirst() : text
  }

  /// Returns the number of backticks at the beginning of a line.
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
