import JSON
import Timeline

/// The places of an event's fields in the JSON of its line: found in one pass, nothing copied.
///
/// No reader of JSON, but a scanner of the one form that `LineWriter` gives a line: no spaces, no escapes, `data` last.
/// A million lines go through it when a journal opens; what it does not know it leaves to `JSONReader`.
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

  /// - Returns: `nil` when a field is missing or is not what the format says.
  /// - Complexity: O(line before `data`).
  init?(_ json: UnsafeRawBufferPointer) {
    guard json.count > 2, json[0] == UInt8(ascii: "{"), json[json.count - 1] == UInt8(ascii: "}") else { return nil }
    var position = 1
    while true {
      guard let name = Self.string(json, &position), position < json.count, json[position] == UInt8(ascii: ":")
      else { return nil }
      position += 1
      let key = UnsafeRawBufferPointer(rebasing: json[name])
      // One field after the other in the order in which they are written, most often.
      if Self.matches(key, "seq") {
        guard let value = Self.integer(json, &position), let number = Self.count(value)
        else { return nil }
        sequence = number
      } else if Self.matches(key, "at") {
        guard let value = Self.integer(json, &position) else { return nil }
        instant = value
      } else if Self.matches(key, "device") {
        guard let range = Self.string(json, &position) else { return nil }
        device = range
      } else if Self.matches(key, "type") {
        guard let range = Self.string(json, &position) else { return nil }
        type = range
      } else if Self.matches(key, "id") {
        guard let range = Self.string(json, &position) else { return nil }
        id = range
      } else if Self.matches(key, "data") {
        data = position..<(json.count - 1)
        break
      } else if Self.matches(key, "day") {
        guard let range = Self.string(json, &position), range.count == 10 else { return nil }
        day = range
      } else if Self.matches(key, "offset") {
        guard let value = Self.integer(json, &position), let seconds = Int32(exactly: value) else { return nil }
        offset = seconds
      } else if Self.matches(key, "run") {
        guard let value = Self.integer(json, &position), let number = Self.count(value)
        else { return nil }
        run = number
      } else {
        // A field of a later writer, which must be well-formed to be passed over.
        var reader = JSONReader(json, at: position)
        guard (try? reader.skipValue()) != nil else { return nil }
        position = reader.offset
      }
      guard position < json.count, json[position] == UInt8(ascii: ",") else { return nil }
      position += 1
    }
    guard sequence > 0, !device.isEmpty, !type.isEmpty, (1...Journal.Event.ID.longest).contains(id.count),
      data.count >= 2, json[data.lowerBound] == UInt8(ascii: "{")
    else { return nil }
  }

  /// A number that counts from 1. Nobody has four billion events; a line that says so must not make the next number
  /// overflow.
  private static func count(_ value: Int64) -> UInt32? { (1...4_000_000_000).contains(value) ? UInt32(value) : nil }

  @inline(__always)
  private static func matches(_ key: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard key.count == count else { return false }
    for index in 0..<count where key[index] != name.utf8Start[index] { return false }
    return true
  }

  /// A string of printable ASCII without spaces and escapes: that is what names, types, ids and days are.
  @inline(__always)
  private static func string(_ json: UnsafeRawBufferPointer, _ position: inout Int) -> Range<Int>? {
    guard position < json.count, json[position] == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    position = start
    while position < json.count {
      let byte = json[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return start..<(position - 1)
      }
      if byte == UInt8(ascii: "\\") || byte < 0x21 || byte > 0x7E { return nil }
      position += 1
    }
    return nil
  }

  @inline(__always)
  private static func integer(_ json: UnsafeRawBufferPointer, _ position: inout Int) -> Int64? {
    let isNegative = position < json.count && json[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    // Counted downwards, because the lowest number has no positive twin.
    var value: Int64 = 0
    while position < json.count {
      let digit = json[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (tenfold, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow) = tenfold.subtractingReportingOverflow(Int64(digit))
      guard !tooLarge, !overflow else { return nil }
      value = next
      position += 1
    }
    guard position > start else { return nil }
    guard !isNegative else { return value }
    return value == .min ? nil : -value
  }
}

extension LineFields {
  /// The event as a value. A day that no calendar has is left out; it must not cost the event.
  func savedEvent(in json: UnsafeRawBufferPointer) -> Journal.SavedEvent {
    func text(_ range: Range<Int>) -> String {
      String(decoding: UnsafeRawBufferPointer(rebasing: json[range]), as: UTF8.self)
    }
    var local: Journal.LocalDay?
    if !day.isEmpty, let date = CivilTime(parsing: json[day]) {
      local = Journal.LocalDay(daysSince1970: Int32(date.daysSince1970), offsetSeconds: offset)
    }
    return Journal.SavedEvent(
      Journal.Event(
        id: .init(verbatim: text(id)), type: text(type), instant: Instant(microseconds: instant), local: local,
        payload: .init(verbatim: text(data))),
      origin: .init(device: .init(verbatim: text(device)), run: run, sequence: sequence))
  }
}
