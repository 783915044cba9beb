import StoryScript
import Timeline

/// Values as JSON, straight into bytes.
///
/// Durations are seconds, dates RFC 3339 texts in the session's zone, `none` is null. Numbers are written so that
/// reading them gives the same `Double`.
struct JSONWriter {
  var bytes: [UInt8] = []
  var date: (Instant) -> String

  mutating func add(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func add(_ value: Value) {
    switch value {
    case .none: add("null")
    case .bool(let bool): if bool { add("true") } else { add("false") }
    case .number(let number): add(number)
    case .duration(let duration): add(duration.seconds)
    case .date(let instant): add(text: date(instant))
    case .text(let text): add(text: text)
    case .list(let items):
      add("[")
      for (index, item) in items.enumerated() {
        if index > 0 { add(",") }
        add(item)
      }
      add("]")
    case .record(let record):
      add("{")
      for index in 0..<record.count {
        if index > 0 { add(",") }
        add(text: record.names[index])
        add(":")
        add(record.values[index])
      }
      add("}")
    }
  }

  mutating func add(_ number: Double) {
    guard number.isFinite else { return add("null") }
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
      bytes.append(contentsOf: String(whole).utf8)
    } else {
      bytes.append(contentsOf: "\(number)".utf8)
    }
  }

  mutating func add(text: String) {
    bytes.append(UInt8(ascii: "\""))
    var previous: UInt8 = 0
    for byte in text.utf8 {
      defer { previous = byte }
      switch byte {
      case UInt8(ascii: "\""): add("\\\"")
      case UInt8(ascii: "\\"): add("\\\\")
      case 0x0A: add("\\n")
      case 0x09: add("\\t")
      case 0x0D: add("\\r")
      case 0..<0x20, 0x7F:
        add("\\u00")
        for half in [byte >> 4, byte & 15] { bytes.append(half < 10 ? 48 + half : 87 + half) }
      case 0x80...0x9F where previous == 0xC2:
        // A C1 control character: a terminal that shows this line must not obey it.
        bytes.removeLast()
        add("\\u00")
        for half in [byte >> 4, byte & 15] { bytes.append(half < 10 ? 48 + half : 87 + half) }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// `"name":` with a comma before it.
  mutating func field(_ name: StaticString) {
    add(",\"")
    add(name)
    add("\":")
  }
}
