import JSON

/// Stints as JSON: an array with one flat object for each stint, each on its own line, with the names of `StintColumn`.
public enum StintJSON {
  /// The text of `records`.
  public static func text(_ records: some Sequence<StintRecord>) -> String {
    let lines = records.map { line(StintRow($0)) }
    return lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  private static func line(_ row: StintRow) -> String {
    var json = JSONWriter(escaping: .controls)
    json.beginObject()
    for column in StintColumn.allCases {
      json.add(name: column.rawValue)
      if column.isNumber {
        // Every digit counts: the seconds are exact to the microsecond.
        json.add(verbatim: row[column])
      } else if column == .rating, row[column].isEmpty {
        json.addNull()
      } else {
        json.add(row[column])
      }
    }
    json.endObject()
    return json.text
  }

  /// Reads what `text(_:)` writes, in any layout, and also objects one a line without an array around them.
  ///
  /// An array that is never closed was cut off, and that is damage, too, as is all that stands behind a closed one.
  /// After an object that is damaged it goes on at the next line that begins with a brace. So does it after anything
  /// between objects that does not belong there.
  /// - Complexity: O(bytes), as long as damaged objects are not spread over many lines.
  public static func read(_ text: String) -> StintImport {
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
  /// Of `offset`, from 1.
  private var line = 1
  /// Whether something stands behind the array.
  private var hasMore = false
  /// What was read last of an array.
  private var last = Last.bracket

  private enum Last {
    case bracket, value, comma
    /// Damage, behind which anything may follow.
    case damage
  }

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func read() -> StintImport {
    var file = StintImport()
    passSpaces()
    // Only the whole text can be an array.
    let isArray = isAt("[")
    var isOpen = isArray
    if isArray { move(to: offset + 1) }
    while passSpaces() {
      let (start, startLine) = (offset, line)
      if isAt(",") {
        passCommas(isArray: isArray, isOpen: isOpen, &file)
        continue
      }
      if isOpen, isAt("]") {
        if last == .comma { file.damaged.append(.init(line: line, problem: .syntax(expected: "'{'"), text: "]")) }
        isOpen = false
        move(to: offset + 1)
        continue
      }
      if isArray, !isOpen {
        // One sentence for all of it; the objects in it are read on.
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
        let row = try reader.stintRow()
        move(to: reader.offset)
        file.rows.append(.init(line: startLine, record: try row.record()))
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

  /// Passes over white space; `false` at the end.
  @discardableResult private mutating func passSpaces() -> Bool {
    while isAt(" \t\r\n") { move(to: offset + 1) }
    return offset < bytes.count
  }

  /// Passes over commas, of which one may stand behind each object of an array. Any other is damage: something is missing
  /// there, or the text was cut out of an array.
  private mutating func passCommas(isArray: Bool, isOpen: Bool, _ file: inout StintImport) {
    let (start, startLine) = (offset, line)
    var count = 0
    while isAt(",") {
      count += 1
      move(to: offset + 1)
      passSpaces()
    }
    defer { if isOpen { last = .comma } }
    if last == .damage || isOpen && last == .value && count == 1 { return }
    let isBehind = isArray && !isOpen
    if isBehind, hasMore { return }
    if isBehind { hasMore = true }
    let problem = RowProblem.syntax(expected: isBehind ? "nothing more" : "'{'")
    file.damaged.append(.init(line: startLine, problem: problem, text: text(from: start)))
  }

  /// Goes to the next line that begins with a brace, or with the bracket that closes the array, white space aside.
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

  /// The text from `start` to here, without the white space at its end.
  private func text(from start: Int) -> String {
    let isSpace = { (byte: UInt8) in byte == 32 || (9...10).contains(byte) || byte == 13 }
    let end = bytes[start..<offset].lastIndex { !isSpace($0) } ?? start - 1
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}

extension JSONReader {
  /// Reads one flat object as a row.
  /// - Throws: `RowProblem.syntax` at what is not well-formed, else what is wrong with the object that was read.
  fileprivate mutating func stintRow() throws(RowProblem) -> StintRow {
    var texts: [StintColumn: String] = [:]
    var problem: RowProblem?
    do throws(JSON.SyntaxError) {
      try forEachField { (reader, name) throws(JSON.SyntaxError) in
        let (text, isNumber) = try reader.cell()
        guard let column = StintColumn(rawValue: name) else {
          problem = problem ?? .unknownColumn(name)
          return true
        }
        if texts.updateValue(text ?? "", forKey: column) != nil { problem = problem ?? .doubledColumn(column) }
        let fits = text == nil ? column == .rating : isNumber == column.isNumber
        if !fits { problem = problem ?? .wrongType(column) }
        return true
      }
    } catch {
      throw .syntax(expected: error.expected)
    }
    if let problem { throw problem }
    for column in StintColumn.allCases where texts[column] == nil { throw .missing(column) }
    return StintRow(texts)
  }

  /// A string, the text of a number, or `nil` for `null`.
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
