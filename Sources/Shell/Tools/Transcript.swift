import StoryScript

/// A document with examples that run: Markdown whose `story` blocks hold scripts, or inputs with the output they give.
///
///     ```story
///     › story play 4 for 15s
///      0:00.000  ▶ story 4 by @ana plays, 15 s a story
///     › hold 2s
///     ...
///     ```
///
/// A line that starts with `› ` (or `> `) is typed; `… ` goes on with it; what follows is its expected output. In the output
/// a line `...` stands for any number of lines, and `...` inside a line for any text. A block without such lines is a script
/// that must run without error. Each block has a session of its own, unless its first line says `story continue`.
struct Transcript {
  struct Step {
    var input: String
    var expected: [String]
    /// The lines of the document that hold the expected output.
    var expectedLines: Range<Int>
    /// The line on which the input starts, from 0.
    var line: Int
  }

  struct Block {
    var continues: Bool
    /// A plain script has one step and no expectation.
    var isScript: Bool
    var steps: [Step]
  }

  let lines: [String]
  let blocks: [Block]

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.lines = lines
    var blocks: [Block] = []
    var index = 0
    while index < lines.count {
      let words = lines[index].split(separator: " ")
      guard words.first == "```story" else {
        index += 1
        continue
      }
      var end = index + 1
      while end < lines.count, !lines[end].hasPrefix("```") { end += 1 }
      blocks.append(Self.block(lines, (index + 1)..<end, continues: words.contains("continue")))
      index = end + 1
    }
    self.blocks = blocks
  }

  private static func typed(_ line: String) -> String? {
    for mark in ["› ", "> "] where line.hasPrefix(mark) { return String(line.dropFirst(mark.count)) }
    return nil
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

  /// Whether the output is what the lines say, wildcards included. O(lines × expected).
  static func matches(_ output: [String], _ expected: [String]) -> Bool {
    // Row by row over the expected lines: which prefixes of the output can be matched so far.
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

  /// The document with what the inputs really wrote.
  func updated(_ outputs: [(step: Step, output: [String])]) -> String {
    var result = lines
    for (step, output) in outputs.sorted(by: { $0.step.line > $1.step.line }) {
      result.replaceSubrange(step.expectedLines, with: output)
    }
    return result.joined(separator: "\n")
  }
}
