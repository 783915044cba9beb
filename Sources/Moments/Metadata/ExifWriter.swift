import Timeline

/// Writes the EXIF segment of a JPEG: camera, capture time and position.
///
///     let segment = ExifWriter(camera: "Storyline", taken: "2025:06:13 10:02:00", offset: "+01:00").segment
public struct ExifWriter {
  private let camera, taken, offset: String
  private let position: Coordinate?

  /// - Parameters:
  ///   - taken: The capture time in EXIF's form, `2025:06:13 10:02:00`.
  ///   - offset: Its offset from UTC, `+01:00`.
  public init(camera: String, taken: String, offset: String, position: Coordinate? = nil) {
    (self.camera, self.taken, self.offset, self.position) = (camera, taken, offset, position)
  }

  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: Int
    let bytes: [UInt8]
  }

  /// The whole segment, from its marker on.
  public var segment: [UInt8] {
    let body = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xE1] + Self.short(UInt16(body.count + 2)) + body
  }

  private var tiff: [UInt8] {
    let details = [Self.text(0x9003, taken), Self.text(0x9011, offset)]
    let gps = position.map(Self.gps) ?? []
    // The pointers are needed for the size, and the size for the pointers.
    func first(_ exif: Int, _ place: Int) -> [Entry] {
      [Self.text(0x0110, camera), Self.long(0x8769, exif)] + (gps.isEmpty ? [] : [Self.long(0x8825, place)])
    }
    let head = 8
    let exif = head + Self.size(first(0, 0))
    let place = exif + Self.size(details)
    return Array("MM".utf8) + Self.short(42) + Self.word(head) + Self.directory(first(exif, place), at: head)
      + Self.directory(details, at: exif) + (gps.isEmpty ? [] : Self.directory(gps, at: place))
  }

  private static func gps(_ position: Coordinate) -> [Entry] {
    [
      text(0x0001, position.latitude < 0 ? "S" : "N"), degrees(0x0002, position.latitude),
      text(0x0003, position.longitude < 0 ? "W" : "E"), degrees(0x0004, position.longitude),
    ]
  }

  private static func text(_ tag: UInt16, _ text: String) -> Entry {
    let bytes = Array(text.utf8) + [0]
    return Entry(tag: tag, type: 2, count: bytes.count, bytes: bytes)
  }

  private static func long(_ tag: UInt16, _ value: Int) -> Entry {
    Entry(tag: tag, type: 4, count: 1, bytes: word(value))
  }

  /// Returns degrees, minutes and hundredths of seconds as fractions.
  private static func degrees(_ tag: UInt16, _ value: Double) -> Entry {
    let hundredths = Int((abs(value) * 360_000).rounded())
    let parts = [(hundredths / 360_000, 1), (hundredths / 6_000 % 60, 1), (hundredths % 6_000, 100)]
    return Entry(tag: tag, type: 5, count: 3, bytes: parts.flatMap { word($0.0) + word($0.1) })
  }

  /// Returns the size of a directory with its values.
  private static func size(_ entries: [Entry]) -> Int {
    2 + entries.count * 12 + 4
      + entries.reduce(0) { $0 + ($1.bytes.count > 4 ? $1.bytes.count + $1.bytes.count % 2 : 0) }
  }

  private static func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
    var bytes = short(UInt16(entries.count))
    var values: [UInt8] = []
    let beyond = start + 2 + entries.count * 12 + 4
    for entry in entries {
      bytes += short(entry.tag) + short(entry.type) + word(entry.count)
      if entry.bytes.count <= 4 {
        bytes += entry.bytes + Array(repeating: 0, count: 4 - entry.bytes.count)
      } else {
        bytes += word(beyond + values.count)
        values += entry.bytes
        if values.count % 2 == 1 { values.append(0) }
      }
    }
    return bytes + word(0) + values
  }

  private static func short(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
