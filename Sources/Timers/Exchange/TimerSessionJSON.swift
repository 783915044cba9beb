import JSON

/// Sessions as JSON: an array with one flat object for each session, each on its own line, with the names of
/// `TimerSessionColumn`.
public enum TimerSessionJSON {
  /// Returns the JSON text of `records`.
  /// - Parameter child: Returns the name of a session's child; `nil` for a file without a field for children.
  public static func text(
    _ records: some Sequence<TimerSessionRecord>, child: ((ChildID?) -> String)? = nil
  ) -> String {
    let columns = child == nil ? TimerSessionColumn.required : TimerSessionColumn.allCases
    let lines = records.map { line(TimerSessionRow($0, child: child?($0.child) ?? ""), columns) }
    return lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  private static func line(_ row: TimerSessionRow, _ columns: [TimerSessionColumn]) -> String {
    var json = JSONWriter(escaping: .controls)
    json.beginObject()
    for column in columns {
      json.add(name: column.rawValue)
      if column.isNumber {
        // Every digit counts: the seconds are exact to the microsecond.
        json.add(verbatim: row[column])
      } else if column.mayBeEmpty, row[column].isEmpty {
        json.addNull()
      } else {
        json.add(row[column])
      }
    }
    json.endObject()
    return json.text
  }

  /// Reads text from `text(_:)`, in any layout, and also objects on separate lines without an array around them.
  ///
  /// An array that is never closed was cut off and counts as damage, as does any text after a closed array. After a
  /// damaged object, and after misplaced text between objects, reading continues at the next line that begins with a
  /// brace.
  /// - Complexity: O(bytes), as long as damaged objects do not span many lines.
  public static func read(_ text: String) -> TimerSessionImport {
    var text = text
    return text.withUTF8 { bytes in
      var scanner = ObjectScanner(bytes: UnsafeRawBufferPointer(bytes))
      return scanner.read()
    }
  }
}

/// A scanner for flat objects, which finds the next one after a damaged one; `JSONReader` reads them.
private struct ObjectScanner {
  let bytes: UnsafeRawBufferPointer
  private var offset: Int
  /// The line of `offset`, from 1.
  private var line = 1
  /// `true` if there is text after the array.
  private var hasMore = false
  /// The last element read from the array.
  private var last = Last.bracket

  private enum Last {
    case bracket, value, comma
    /// Damage, after which anything may follow.
    case damage
  }

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func read() -> TimerSessionImport {
    var file = TimerSessionImport()
    skipSpaces()
    // The text is an array only if it begins as one.
    let isArray = isAt("[")
    var isOpen = isArray
    if isArray { move(to: offset + 1) }
    while skipSpaces() {
      let (start, startLine) = (offset, line)
      if isAt(",") {
        skipCommas(isArray: isArray, isOpen: isOpen, &file)
        continue
      }
      if isOpen, isAt("]") {
        if last == .comma { file.damaged.append(.init(line: line, problem: .syntax(expected: "'{'"), text: "]")) }
        isOpen = false
        move(to: offset + 1)
        continue
      }
      if isArray, !isOpen {
        // Report everything after the array only once, but read the objects in it.
        isOpen = isAt("[")
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let rest = String(decoding: bytes[start..<end], as: UTF8.self)
        if !hasMore { file.damaged.append(.init(line: line, problem: .syntax(expected: "nothing more"), text: rest)) }
        hasMore = true
        if isOpen {
          move(to: offset + 1)
          last = .bracket
          continue
        }
      }
      if isOpen, last == .value {
        file.damaged.append(.init(line: line, problem: .syntax(expected: "',' or ']'"), text: ""))
      }
      last = .value
      var reader = JSONReader(bytes, at: start)
      do throws(RowProblem) {
        let row = try reader.timerSessionRow()
        move(to: reader.offset)
        file.rows.append(.init(line: startLine, record: try row.record(), child: row.child))
        if row.hasChild { file.namesChildren = true }
      } catch {
        last = .damage
        if case .syntax = error { findLineWithBrace() } else { move(to: reader.offset) }
        file.damaged.append(.init(line: startLine, problem: error, text: text(from: start)))
      }
    }
    if isOpen {
      file.isCutOff = true
      file.damaged.append(.init(line: line, problem: .syntax(expected: "']'"), text: ""))
    }
    return file
  }

  private func isAt(_ text: StaticString) -> Bool {
    guard offset < bytes.count else { return false }
    return UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).contains(bytes[offset])
  }

  /// Skips white space; returns `false` at the end of the text.
  @discardableResult private mutating func skipSpaces() -> Bool {
    while isAt(" \t\r\n") { move(to: offset + 1) }
    return offset < bytes.count
  }

  /// Skips commas, one of which may follow each object of an array. Any other comma is damage: an object is missing
  /// there, or the text was cut out of an array.
  private mutating func skipCommas(isArray: Bool, isOpen: Bool, _ file: inout TimerSessionImport) {
    let (start, startLine) = (offset, line)
    var count = 0
    while isAt(",") {
      count += 1
      move(to: offset + 1)
      skipSpaces()
    }
    defer { if isOpen { last = .comma } }
    if last == .damage || isOpen && last == .value && count == 1 { return }
    let isBehind = isArray && !isOpen
    if isBehind, hasMore { return }
    if isBehind { hasMore = true }
    let problem = RowProblem.syntax(expected: isBehind ? "nothing more" : "'{'")
    file.damaged.append(.init(line: startLine, problem: problem, text: text(from: start)))
  }

  /// Moves to the next line that begins with a brace, or with the bracket that closes the array, ignoring leading
  /// white space.
  private mutating func findLineWithBrace() {
    repeat {
      while offset < bytes.count, !isAt("\n") { offset += 1 }
      while isAt(" \t\r\n") { move(to: offset + 1) }
    } while offset < bytes.count && !isAt("{]")
  }

  private mutating func move(to end: Int) {
    line += bytes[offset..<end].count { $0 == UInt8(ascii: "\n") }
    offset = end
  }

  /// Returns the text from `start` to the current offset, without trailing white space.
  private func text(from start: Int) -> String {
    let isSpace = { (byte: UInt8) in byte == 32 || (9...10).contains(byte) || byte == 13 }
    let end = bytes[start..<offset].lastIndex { !isSpace($0) } ?? start - 1
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}

extension JSONReader {
  /// Reads one flat object as a row.
  /// - Throws: `RowProblem.syntax` if the text is malformed, otherwise the problem of the object that was read.
  fileprivate mutating func timerSessionRow() throws(RowProblem) -> TimerSessionRow {
    var texts: [TimerSessionColumn: String] = [:]
    var problem: RowProblem?
    do throws(JSON.SyntaxError) {
      try forEachField { (reader, name) throws(JSON.SyntaxError) in
        let (text, isNumber) = try reader.cell()
        guard let column = TimerSessionColumn(rawValue: name) else {
          problem = problem ?? .unknownColumn(name)
          return true
        }
        if texts.updateValue(text ?? "", forKey: column) != nil { problem = problem ?? .doubledColumn(column) }
        let fits = text == nil ? column.mayBeEmpty : isNumber == column.isNumber
        if !fits { problem = problem ?? .wrongType(column) }
        return true
      }
    } catch {
      throw .syntax(expected: error.expected)
    }
    if let problem { throw problem }
    for column in TimerSessionColumn.allCases where !column.isOptional && texts[column] == nil {
      throw .missing(column)
    }
    return TimerSessionRow(texts)
  }

  /// Reads a string, the text of a number, or `nil` for `null`.
  private mutating func cell() throws(JSON.SyntaxError) -> (text: String?, isNumber: Bool) {
    skipSpaces()
    switch next {
    case UInt8(ascii: "\""): return (try string(), false)
    case .some(UInt8(ascii: "-")), .some(48...57): return (try numberText(), true)
    case UInt8(ascii: "n"):
      try skipValue()
      return (nil, false)
    default: throw error("a string, a number or null")
    }
  }
}
