import JSON
import StoryScript
import System

/// Builds values from JSON.
struct ValueReader {
  /// The offset of the first whole number that cannot be represented exactly; each such number is read as text.
  private(set) var tooLarge: Int?
  /// The first decimal with more digits than a number keeps.
  private(set) var tooLong: (text: String, number: Double, offset: Int)?
  /// The first field whose name occurs earlier in the same record, and the offset at which its value begins.
  private(set) var twice: (name: String, offset: Int)?

  /// Reads all values up to the end; `nil` if anything else is between them.
  mutating func all(_ reader: inout JSONReader) -> [Value]? {
    var items: [Value] = []
    while true {
      if (try? reader.end()) != nil { return items }
      guard items.count & 1023 != 1023 || !Interruption.isRequested, let item = try? next(&reader) else { return nil }
      items.append(item)
    }
  }

  /// Reads the next value; of several fields with the same name the last one counts.
  mutating func next(_ reader: inout JSONReader) throws(JSON.SyntaxError) -> Value {
    reader.skipSpaces()
    switch reader.next {
    case UInt8(ascii: "{"):
      var record = Record()
      try reader.forEachField { (reader, name) throws(JSON.SyntaxError) in
        if twice == nil, record[name] != nil { twice = (name, reader.offset) }
        record[name] = try next(&reader)
        return true
      }
      return .record(record)
    case UInt8(ascii: "["):
      var items: [Value] = []
      try reader.forEachItem { (reader) throws(JSON.SyntaxError) in
        var item = try next(&reader)
        // The rows of a table usually have the same fields.
        if case .record(var record) = item, case .record(let before) = items.last {
          record.shareNames(with: before)
          item = .record(record)
        }
        items.append(item)
        // The caller checks why reading ended here.
        return items.count & 1023 != 0 || !Interruption.isRequested
      }
      return .list(items)
    default: return try single(&reader)
    }
  }

  private mutating func single(_ reader: inout JSONReader) throws(JSON.SyntaxError) -> Value {
    let start = reader
    switch try reader.value() {
    case .bool(let bool): return .bool(bool)
    case .integer(let whole): return .number(exactly: whole)
    case .string(let text): return .text(text)
    case .number(let number):
      let length = reader.offset - start.offset
      guard
        number.magnitude >= 0x1p53 || length > NumberText.roundTripDigits
          || (number.magnitude < .leastNormalMagnitude && length > 3)
      else { return .number(number) }
      var again = start
      let text = try again.numberText()
      if tooLong == nil, CSV.losesDigits(text) { tooLong = (text, number, reader.offset - text.utf8.count) }
      guard number.magnitude >= 0x1p53, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
      else { return .number(number) }
      // Beyond 2^53 there are no fractions: 9007199254740993.0 is whole.
      let parts = text.split(separator: ".")
      if parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy { $0 == UInt8(ascii: "0") } }) {
        if let whole = Int64(parts[0]) { return .number(exactly: whole) }
        // With a point, the writer had a number that is not a count.
        if parts.count > 1 { return .number(number) }
      }
      if tooLarge == nil { tooLarge = reader.offset - text.utf8.count }
      return .text(text)
    case .null, .array, .object: return .none
    }
  }
}
