import StoryScript
import Timeline

/// A script as a user would type it at a prompt: line by line, each block as one entry with the comments above it.
///
///     let typed = ScriptTyping(try session.parse(source))
///     typed.recording.items.count             // the typed lines
///     typed.place(ofItem: 2)                  // the place of the third one in the script
///
/// No time passes between the lines, except the time that they take.
struct ScriptTyping {
  let recording: Recording
  /// The script's first comment, up to the end of its first sentence; `nil` if it does not begin with one.
  let title: String?
  private let places: [SourceRange]

  /// The longest title; a longer sentence is an explanation.
  private static let titleLimit = 60

  init(_ script: Script) {
    let source = script.source
    var (items, places): ([Recording.Item], [SourceRange]) = ([], [])
    var (comments, end) = (script.comments.filter { $0.isOwnLine }[...], -1)
    func add(_ lines: [String], _ place: SourceRange) {
      items.append(.init(wait: .zero, content: .line(.init(text: lines.joined(separator: "\n")))))
      places.append(place)
    }
    func commentsBefore(_ offset: Int) -> [String] {
      var lines: [String] = []
      while let comment = comments.first, Int(comment.range.start) < offset {
        comments.removeFirst()
        // Comments inside a block are part of its text.
        guard Int(comment.range.start) > end else { continue }
        let text = source.text(comment.range)
        if !text.hasPrefix("#!") { lines.append(text) }
      }
      return lines
    }
    for statement in script.statements {
      let start = Int(statement.range.start)
      // Several statements on one line are one line.
      if start < end {
        end = max(end, Self.lineEnd(of: statement, in: source))
      } else {
        if let last = places.indices.last { Self.finish(&items[last], places[last], end, source) }
        add(commentsBefore(start), statement.range)
        end = Self.lineEnd(of: statement, in: source)
      }
    }
    if let last = places.indices.last { Self.finish(&items[last], places[last], end, source) }
    let rest = commentsBefore(.max)
    if !rest.isEmpty { add(rest, SourceRange(source.bytes.count, source.bytes.count)) }
    var recording = Recording(head: .init())
    recording.items = items
    (self.recording, self.places) = (recording, places)
    title = Self.title(script)
  }

  func place(ofItem item: Int) -> SourceRange { places.indices.contains(item) ? places[item] : SourceRange(0, 0) }

  private static func lineEnd(of statement: Statement, in source: Source) -> Int {
    Int(source.lineRange(of: max(0, Int(statement.range.end) - 1)).end)
  }

  /// Adds the statements' own text, without its indentation, to the comments above them.
  private static func finish(_ item: inout Recording.Item, _ place: SourceRange, _ end: Int, _ source: Source) {
    guard case .line(var line) = item.content else { return }
    let text = source.text(SourceRange(Int(place.start), end)).replacing("\r\n", with: "\n")
    line.text += (line.text.isEmpty ? "" : "\n") + text
    item.content = .line(line)
  }

  private static func title(_ script: Script) -> String? {
    let first = script.comments.first { $0.isOwnLine && !script.source.text($0.range).hasPrefix("#!") }
    guard let first, script.statements.first.map({ $0.range.start > first.range.start }) ?? true else { return nil }
    let text = script.source.text(first.range).drop { $0 == "#" || $0 == " " }
    let sentence = text.firstRange(of: ". ").map { text[..<$0.lowerBound] } ?? text
    let title = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
    return title.isEmpty || title.count > titleLimit ? nil : String(title)
  }
}
