import JSON
import ShellCore
import StoryScript
import System

/// Sources and positions in the client's numbering.
struct DebugPlaces {
  /// `true` if the client's first line, or its first column, is 1.
  var linesStartAt1 = true
  var columnsStartAt1 = true
  private var paths: [String: String] = [:]

  /// Returns the absolute path of a source, without links.
  mutating func path(of source: String) -> String {
    if let path = paths[source] { return path }
    let path = (try? FilePath.resolved(FilePath.expanded(source))) ?? source
    paths[source] = path
    return path
  }

  mutating func json(_ source: String) -> JSON {
    let name = source.split(separator: "/").last.map(String.init) ?? source
    return ["name": .string(name), "path": .string(path(of: source))]
  }

  func line(_ line: Int) -> JSON { .integer(Int64(linesStartAt1 ? line : line - 1)) }

  /// Returns the line that a client names, counted from 1.
  func line(from json: JSON?) -> Int? { json?.smallInteger.map { linesStartAt1 ? $0 : $0 + 1 } }

  /// Returns the fields `line`, `column`, `endLine` and `endColumn`; columns count UTF-16 code units.
  func fields(_ range: SourceRange, in source: Source) -> [JSON.Field] {
    let (start, end) = (Int(range.start), lastByte(of: range, in: source))
    return [
      .init("line", line(source.position(of: start).line)), .init("column", column(start, source)),
      .init("endLine", line(source.position(of: end).line)), .init("endColumn", column(end, source)),
    ]
  }

  /// Returns the end of the first line of a range: a block is shown by its head.
  private func lastByte(of range: SourceRange, in source: Source) -> Int {
    min(Int(range.end), max(Int(range.start), Int(source.lineRange(of: Int(range.start)).end)))
  }

  private func column(_ offset: Int, _ source: Source) -> JSON {
    let start = Int(source.lineRange(of: offset).start)
    let text = source.text(SourceRange(start, max(start, offset)))
    return .integer(Int64(text.utf16.count + (columnsStartAt1 ? 1 : 0)))
  }
}
