import StoryScript
import TerminalText
import Timeline

/// A document with examples that run: Markdown whose `story` blocks hold scripts, or inputs with the output they
/// give.
///
///     ```story
///     › story play 4 for 15s
///      0:00.000  ▶ story 4 by @ana plays, 15 s a story
///     › hold 2s
///     ...
///     ```
///
/// A line that starts with `› ` (or `> `) is typed; a line with `… ` continues it; the lines that follow are its
/// expected output. In the output a line `...` matches any number of lines, and `...` inside a line any text. A block
/// without typed lines is a script that must run without error. Each block has its own session, unless its first line
/// says `story continue`. A block `story ignore` does not run.
///
/// A block `story prompt` belongs to a prompt: each line is typed there, and a comment is one of the recording's own,
/// such as `› # 2.5s later`. After a colon it has the setup of its session, as in a recording.
package struct Transcript {
  package struct Step {
    package var input: String
    package var expected: [String]
    /// The lines of the document with the expected output.
    var expectedLines: Range<Int>
    /// The line on which the input starts, from 0.
    package var line: Int
  }

  package struct Block {
    package var continues: Bool
    /// The setup of a prompt's session; `nil` for a script's.
    package var head: Recording.Header?
    /// `true` for a plain script, which has one step and no expectation.
    package var isScript: Bool
    package var steps: [Step]
  }

  /// A block that does not run.
  package struct Skipped {
    /// The line of the opening fence, from 0.
    package var line: Int
    /// The fault in its first line; `nil` for a block that only shows something.
    package var fault: String?
  }

  package let blocks: [Block]
  package let skipped: [Skipped]
  private let document: MarkdownFences

  package init(_ text: String) {
    document = MarkdownFences(text)
    var (blocks, skipped): ([Block], [Skipped]) = ([], [])
    for fence in document.fences {
      let words = fence.info.split { $0 == " " || $0 == "\t" }.map(String.init)
      guard words.first == "story" else { continue }
      if words.contains(Self.ignore) {
        skipped.append(Skipped(line: fence.line))
        continue
      }
      let head = Self.head(fence.info)
      if head == nil, let word = words.dropFirst().first, !Self.roles.contains(word),
        let meant = closest(to: word, among: Self.roles)
      {
        let fault = "'\(word)' cannot follow 'story' here: did you mean \(meant)?"
        skipped.append(Skipped(line: fence.line, fault: fault))
        continue
      }
      var block = Self.block(document.texts, fence.content, continues: words.contains(Self.continues))
      block.head = head
      blocks.append(block)
    }
    (self.blocks, self.skipped) = (blocks, skipped)
  }

  private static let (ignore, continues) = ("ignore", "continue")
  /// The words that may follow `story`.
  private static let roles = [ignore, continues, prompt]

  private static func typed(_ line: String) -> String? {
    for mark in typing where line.hasPrefix(mark) { return String(line.dropFirst(mark.count)) }
    return nil
  }

  private static let typing = ["› ", "> "]
  private static let more = "… "
  /// The beginnings of lines in a block that are not output.
  static let marks = typing + [more]

  // MARK: Prompts

  private static let prompt = "prompt"

  /// Returns the first line of a prompt's block, after the fence.
  static func info(_ head: Recording.Header) -> String { "story \(prompt): \(head.setup)" }

  private static func head(_ info: String) -> Recording.Header? {
    let words = info.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1] == prompt || words[1] == prompt + ":" else { return nil }
    return words.count > 2 ? Recording.Header(words[2]) : Recording.Header()
  }

  private static let (later, stopped, answered, unanswered) = (" later", "stopped after ", "answered: ", "not answered")

  /// Returns the row for the time before an item; `nil` if there is none.
  static func waiting(_ item: Recording.Item) -> String? {
    item.wait > .zero ? "\(typing[0])# \(item.wait.literal)\(later)" : nil
  }

  /// Returns the rows of an item itself.
  static func typing(_ content: Recording.Content) -> [String] {
    switch content {
    case .note(let note): return ["\(typing[0])# \(note)"]
    case .line(let line):
      var rows = line.answers.map { "\(typing[0])# " + ($0.map { answered + $0 } ?? unanswered) }
      if let length = line.stopped { rows.append("\(typing[0])# \(stopped)\(length.literal):") }
      let text = line.text.split(separator: "\n", omittingEmptySubsequences: false)
      // A typed comment is not one of the recording's own.
      rows.append(typing[0] + (line.text.hasPrefix("#") ? " " : "") + text[0])
      return rows + text.dropFirst().map { more + $0 }
    }
  }

  /// Reads the rows that `waiting` and `typing` have written.
  package struct PromptReader {
    private var pending = Recording.Line(text: "")
    package init() {}

    /// - Returns: the next item to replay; `nil` for a row that describes the item after it.
    package mutating func item(_ input: String) -> Recording.Item? {
      guard input.hasPrefix("# ") else {
        defer { pending = Recording.Line(text: "") }
        pending.text = input
        return .init(wait: .zero, content: .line(pending))
      }
      let note = input.dropFirst(2)
      if note.hasSuffix(later), let wait = Duration(literal: note.dropLast(later.count)), wait >= .zero {
        return .init(wait: wait, content: .note(""))
      }
      if note.hasPrefix(answered) {
        pending.answers.append(String(note.dropFirst(answered.count)))
      } else if note == unanswered {
        pending.answers.append(nil)
      } else if note.hasPrefix(stopped), let length = Duration(literal: note.dropFirst(stopped.count).dropLast()) {
        pending.stopped = length
      } else {
        return .init(wait: .zero, content: .note(String(note)))
      }
      return nil
    }
  }

  private static func block(_ lines: [String], _ range: Range<Int>, continues: Bool) -> Block {
    guard range.contains(where: { typed(lines[$0]) != nil }) else {
      let script = lines[range].joined(separator: "\n")
      let step = Step(
        input: script, expected: [], expectedLines: range.upperBound..<range.upperBound, line: range.lowerBound)
      return Block(continues: continues, isScript: true, steps: [step])
    }
    var steps: [Step] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard var input = typed(lines[index]) else {
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < range.upperBound, lines[index].hasPrefix("… ") {
        input += "\n" + lines[index].dropFirst(2)
        index += 1
      }
      let first = index
      while index < range.upperBound, typed(lines[index]) == nil { index += 1 }
      steps.append(Step(input: input, expected: Array(lines[first..<index]), expectedLines: first..<index, line: start))
    }
    return Block(continues: continues, isScript: false, steps: steps)
  }

  /// Returns whether the output matches the expected lines, including wildcards. O(lines × expected).
  package static func matches(_ output: [String], _ expected: [String]) -> Bool {
    // For each expected line: the prefixes of the output that match so far.
    var reachable = Array(repeating: false, count: output.count + 1)
    reachable[0] = true
    for line in expected {
      var next = Array(repeating: false, count: output.count + 1)
      if line == "..." {
        var any = false
        for place in 0...output.count {
          any = any || reachable[place]
          next[place] = any
        }
      } else {
        for place in 0..<output.count where reachable[place] { next[place + 1] = lineMatches(output[place], line) }
      }
      reachable = next
    }
    return reachable[output.count]
  }

  private static func lineMatches(_ line: String, _ pattern: String) -> Bool {
    guard pattern.contains("...") else { return line == pattern }
    let text = Array(line.utf8)
    let pieces = Functions.split(pattern, by: "...").map { Array($0.utf8) }
    guard let first = pieces.first, let last = pieces.last, text.starts(with: first),
      text.count >= first.count + last.count, text.suffix(last.count).elementsEqual(last)
    else { return false }
    var place = first.count
    let end = text.count - last.count
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = text[place..<end].firstRange(of: piece) else { return false }
      place = found.upperBound
    }
    return place <= end
  }

  /// Returns an output line as a document expects it. A line that would be an input, or end the block, is matched by its
  /// end.
  static func expected(_ line: String) -> String {
    let text = line.drop { $0 == " " }
    let isFence = ["```", "~~~"].contains { text.hasPrefix($0) }
    return isFence || marks.contains { line.hasPrefix($0) } ? "..." + line.dropFirst() : line
  }

  /// Returns the document with the actual output of the inputs. Its line ends, and the signs of lists and quotes before
  /// a line, stay as they are.
  package func updated(_ outputs: [(step: Step, output: [String])]) -> String {
    var lines = Array(zip(document.lines, document.ends))
    for (step, output) in outputs.sorted(by: { $0.step.line > $1.step.line }) {
      let prefix = document.prefixes[step.line] ?? ""
      var end = document.ends[step.line]
      if end.isEmpty {
        end = document.ends.first { !$0.isEmpty } ?? "\n"
        lines[step.line].1 = end
      }
      let new = output.map(Self.expected).map { ($0.isEmpty ? prefix.withoutTrailingSpaces : prefix + $0, end) }
      lines.replaceSubrange(step.expectedLines, with: new)
    }
    return lines.map { $0 + $1 }.joined()
  }
}
