import JSON
import ShellCore
import StoryScript
import TerminalText

/// Completion in the console: the prompt's own candidates, with the variables of the call.
extension DebugAdapter {
  func completions(_ held: PausedScript, _ arguments: JSON) throws(DebugRefusal) -> JSON {
    guard let text = arguments["text"]?.stringValue else { throw DebugRefusal(message: "'text' is missing") }
    guard let column = arguments["column"]?.smallInteger else { throw DebugRefusal(message: "'column' is missing") }
    // Only one line is completed: the one with the cursor.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let number = (places.line(from: arguments["line"]) ?? 1) - 1
    guard lines.indices.contains(number) else { throw DebugRefusal(message: "'line' is not a line of the text") }
    let line = lines[number]
    let first = places.columnsStartAt1 ? 1 : 0
    let cursor = Self.bytes(of: line, before: column - first)
    var completer = Completer(session: held.run.session)
    completer.readsFiles = false
    let known = held.variables(at: arguments["frameId"]?.smallInteger).map { "$" + $0.name }
    let word = line.utf8.prefix(cursor).reversed().prefix { isNameByte($0) || $0 == UInt8(ascii: "$") }.reversed()
    let typed = String(decoding: Array(word), as: UTF8.self)
    let own = typed.hasPrefix("$") ? known.filter { $0.hasPrefix(typed) } : []
    let found =
      own.map { Completion($0, replacing: (cursor - typed.utf8.count)..<cursor) }
      + completer.completions(line, cursor)
    var seen: Set<String> = []
    let targets = found.compactMap { candidate -> JSON? in
      let new = candidate.text.withoutTrailingSpaces
      guard seen.insert(new).inserted else { return nil }
      let start = Self.units(of: line, before: candidate.replacing.lowerBound)
      let end = Self.units(of: line, before: candidate.replacing.upperBound)
      // Positions count from the beginning of the whole text.
      let before = lines[..<number].reduce(0) { $0 + $1.utf16.count + 1 }
      var fields: [JSON.Field] = [
        .init("label", .string(sanitized(new))), .init("text", .string(new)),
        .init("start", .integer(Int64(before + start + first))), .init("length", .integer(Int64(end - start))),
      ]
      if !candidate.description.isEmpty { fields.append(.init("detail", .string(sanitized(candidate.description)))) }
      return .object(fields)
    }
    return ["targets": .array(targets)]
  }

  /// Returns the number of bytes before a place in UTF-16 code units; a place in a character is at its beginning.
  private static func bytes(of line: String, before units: Int) -> Int {
    var (bytes, left) = (0, units)
    for scalar in line.unicodeScalars {
      let width = scalar.utf16.count
      guard left >= width else { break }
      (bytes, left) = (bytes + scalar.utf8.count, left - width)
    }
    return bytes
  }

  private static func units(of line: String, before bytes: Int) -> Int {
    String(decoding: line.utf8.prefix(bytes), as: UTF8.self).utf16.count
  }
}
