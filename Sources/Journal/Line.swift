import Timeline

/// The text of one event: `checksum SPACE json LF`.
enum Line {
  /// Appends the JSON of an event, in the one order of fields that this program writes.
  static func write(_ event: Journal.Event, _ origin: Journal.Origin, to buffer: inout LineBuffer) {
    buffer.append("{\"seq\":" as StaticString)
    buffer.append(decimal: Int64(origin.sequence))
    buffer.append(",\"at\":" as StaticString)
    buffer.append(decimal: event.instant.microseconds)
    buffer.append(",\"device\":\"" as StaticString)
    buffer.append(origin.device.name)
    if origin.run != 1 {
      buffer.append("\",\"run\":" as StaticString)
      buffer.append(decimal: Int64(origin.run))
      buffer.append(",\"type\":\"" as StaticString)
    } else {
      buffer.append("\",\"type\":\"" as StaticString)
    }
    buffer.append(event.type)
    buffer.append("\",\"id\":\"" as StaticString)
    buffer.append(event.id.text)
    buffer.append(UInt8(ascii: "\""))
    if let local = event.local {
      let day = local.day
      buffer.append(",\"day\":\"" as StaticString)
      buffer.append(decimal: Int64(day.year), digits: 4)
      buffer.append(UInt8(ascii: "-"))
      buffer.append(decimal: Int64(day.month), digits: 2)
      buffer.append(UInt8(ascii: "-"))
      buffer.append(decimal: Int64(day.day), digits: 2)
      buffer.append("\",\"offset\":" as StaticString)
      buffer.append(decimal: Int64(local.offsetSeconds))
    }
    buffer.append(",\"data\":" as StaticString)
    buffer.append(event.payload.text)
    buffer.append(UInt8(ascii: "}"))
  }

  /// A whole line with this JSON.
  static func framing(_ json: [UInt8]) -> [UInt8] {
    var buffer = LineBuffer(capacity: json.count + 16)
    buffer.appendLine(Checksum()) { line in json.withUnsafeBytes { line.append($0) } }
    return Array(buffer.bytes)
  }

  /// The JSON of a line without its line feed, when the checksum holds.
  @inline(__always)
  static func json(of line: UnsafeRawBufferPointer, _ checksum: Checksum) -> UnsafeRawBufferPointer? {
    guard line.count > Format.prefixLength, line[8] == UInt8(ascii: " ") else { return nil }
    var expected: UInt32 = 0
    for index in 0..<8 {
      // Lower case only: one content, one text.
      let byte = line[index]
      switch byte {
      case 48...57: expected = expected << 4 | UInt32(byte - 48)
      case 97...102: expected = expected << 4 | UInt32(byte - 87)
      default: return nil
      }
    }
    let json = UnsafeRawBufferPointer(rebasing: line[Format.prefixLength...])
    return checksum(json) == expected ? json : nil
  }
}
