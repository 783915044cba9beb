import JSON
import Timeline

/// The places of an event's fields in the JSON of its line: found in one pass, without copying.
///
/// This is not a JSON reader but a scanner for the one form that `LineWriter` writes: no spaces, no escapes, `data`
/// last. A million lines go through it when a journal opens; any other form is left to `JSONReader`.
struct LineFields {
  var sequence: UInt32 = 0
  var instant: Int64 = 0
  var run: UInt32 = 1
  var device = 0..<0
  var type = 0..<0
  var id = 0..<0
  var day = 0..<0
  var offset: Int32 = 0
  var data = 0..<0

  /// - Returns: `nil` if a field is missing or does not follow the format.
  /// - Complexity: O(line before `data`).
  init?(_ json: UnsafeRawBufferPointer) {
    guard json.count > 2, json[0] == UInt8(ascii: "{"), json[json.count - 1] == UInt8(ascii: "}") else { return nil }
    var position = 1
    while true {
      let start = position
      let (key, length) = Self.knownName(json, at: position) ?? (0, 0)
      position += length
      // Usually the fields come in the order in which they are written.
      if key == Self.word("seq") {
        guard let value = Self.integer(json, &position), let number = Self.count(value)
        else { return nil }
        sequence = number
      } else if key == Self.word("at") {
        guard let value = Self.integer(json, &position) else { return nil }
        instant = value
      } else if key == Self.word("device") {
        guard let range = Self.string(json, &position) else { return nil }
        device = range
      } else if key == Self.word("type") {
        guard let range = Self.string(json, &position) else { return nil }
        type = range
      } else if key == Self.word("id") {
        guard let range = Self.string(json, &position) else { return nil }
        id = range
      } else if key == Self.word("data") {
        data = position..<(json.count - 1)
        break
      } else if key == Self.word("day") {
        guard let range = Self.string(json, &position), range.count == 10 else { return nil }
        day = range
      } else if key == Self.word("offset") {
        guard let value = Self.integer(json, &position), let seconds = Int32(exactly: value) else { return nil }
        offset = seconds
      } else if key == Self.word("run") {
        guard let value = Self.integer(json, &position), let number = Self.count(value)
        else { return nil }
        run = number
      } else {
        // A field of a later writer, which must be well-formed to be skipped.
        position = start
        guard Self.string(json, &position) != nil, position < json.count, json[position] == UInt8(ascii: ":")
        else { return nil }
        position += 1
        var reader = JSONReader(json, at: position)
        guard (try? reader.skipValue()) != nil else { return nil }
        position = reader.offset
      }
      guard position < json.count, json[position] == UInt8(ascii: ",") else { return nil }
      position += 1
    }
    guard sequence > 0, !device.isEmpty, !type.isEmpty, (1...Journal.Event.ID.lengthLimit).contains(id.count),
      data.count >= 2, json[data.lowerBound] == UInt8(ascii: "{")
    else { return nil }
  }

  /// Returns a number that counts from 1. No device has four billion events; a line that claims so must not overflow
  /// the next number.
  private static func count(_ value: Int64) -> UInt32? { (1...4_000_000_000).contains(value) ? UInt32(value) : nil }

  /// Returns the name of a field as one number, for fast comparison.
  @inline(__always)
  private static func word(_ name: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for index in (0..<name.utf8CodeUnitCount).reversed() { word = word << 8 | UInt64(name.utf8Start[index]) }
    return word
  }

  /// Returns a name of two to six bytes between quotes, followed by a colon (the form of all field names), and its
  /// length; `nil` for anything else, or less than nine bytes before the end: the last field, `data`, is at least as
  /// long.
  @inline(__always)
  private static func knownName(_ json: UnsafeRawBufferPointer, at position: Int) -> (key: UInt64, length: Int)? {
    guard position + 9 <= json.count, json[position] == UInt8(ascii: "\"") else { return nil }
    let word = UInt64(littleEndian: json.loadUnaligned(fromByteOffset: position + 1, as: UInt64.self))
    let quotes = word ^ 0x2222_2222_2222_2222
    let found = (quotes &- 0x0101_0101_0101_0101) & ~quotes & 0x8080_8080_8080_8080
    let count = found.trailingZeroBitCount / 8
    guard (2...6).contains(count), json[position + count + 2] == UInt8(ascii: ":") else { return nil }
    return (word & (1 << UInt64(8 * count) &- 1), count + 3)
  }

  /// Returns a string of printable ASCII without spaces and escapes, the form of names, types, ids and days.
  @inline(__always)
  private static func string(_ json: UnsafeRawBufferPointer, _ position: inout Int) -> Range<Int>? {
    guard position < json.count, json[position] == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    position = start
    while true {
      position += plainBytes(json, from: position)
      guard position < json.count else { return nil }
      let byte = json[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return start..<(position - 1)
      }
      if byte == UInt8(ascii: "\\") || byte < 0x21 || byte > 0x7E { return nil }
      position += 1
    }
  }

  /// Returns the number of bytes from `position` on that certainly belong to the string, checked eight at a time:
  /// none of them ends the string, escapes or is not printable ASCII. The last seven bytes of the line or fewer are
  /// left to the caller.
  @inline(__always)
  private static func plainBytes(_ json: UnsafeRawBufferPointer, from position: Int) -> Int {
    let (ones, highest) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    var offset = position
    while offset + 8 <= json.count {
      let word = UInt64(littleEndian: json.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // Sets the highest bit of each byte that is below `bound`. A borrow may also set it in bytes above such a byte,
      // never below: the lowest set bit is right.
      func below(_ bound: UInt64, _ bytes: UInt64) -> UInt64 { (bytes &- ones &* bound) & ~bytes & highest }
      let ends = below(1, word ^ ones &* 0x22) | below(1, word ^ ones &* 0x5C)
      // Below 0x21 or above 0x7E: in the latter case by a carry into the highest bit, or by that bit itself.
      let strange = below(0x21, word) | ((word &+ ones) | word) & highest
      let found = ends | strange
      guard found == 0 else { return offset - position + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    return offset - position
  }

  @inline(__always)
  private static func integer(_ json: UnsafeRawBufferPointer, _ position: inout Int) -> Int64? {
    let isNegative = position < json.count && json[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var value: UInt64 = 0
    while position < json.count {
      let digit = json[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // Nineteen digits at most, and checked for overflow: no Int64 has more.
      guard position - start < 19 else { return nil }
      value = value &* 10 &+ UInt64(digit)
      position += 1
    }
    guard position > start, value <= (isNegative ? Int64.min : Int64.max).magnitude else { return nil }
    return Int64(truncatingIfNeeded: isNegative ? 0 &- value : value)
  }
}

extension LineFields {
  /// Returns the event as a value. An invalid day is left out; it must not cost the event.
  func savedEvent(in json: UnsafeRawBufferPointer) -> Journal.SavedEvent {
    func text(_ range: Range<Int>) -> String {
      String(decoding: UnsafeRawBufferPointer(rebasing: json[range]), as: UTF8.self)
    }
    var local: Journal.LocalDay?
    if !day.isEmpty, let date = CivilTime(parsing: UnsafeRawBufferPointer(rebasing: json[day])) {
      local = Journal.LocalDay(daysSince1970: Int32(date.daysSince1970), offsetSeconds: offset)
    }
    return Journal.SavedEvent(
      Journal.Event(
        id: .init(verbatim: text(id)), type: text(type), instant: Instant(microseconds: instant), local: local,
        payload: .init(verbatim: text(data))),
      origin: .init(device: .init(verbatim: text(device)), run: run, sequence: sequence))
  }
}

extension String {
  /// Calls `body` with the text's UTF-8, without copying or retaining a text that is already UTF-8.
  @inline(__always)
  func withBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) { return result }
    // Only for strings bridged from Foundation on Darwin.
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
