/// Finds the camera's date in the streams of camcorders (AVCHD: MTS, M2TS).
///
/// Sources of the layout: ISO/IEC 13818-1 for packets, and Phil Harvey's description of the makers' data in a
/// picture's supplementary information (exiftool.org/TagNames/H264.html). The date is the camera's local time.
struct TransportStreamReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  init(_ reader: inout RangeReader<Source>) {
    let start = reader.prefix(at: 0, upTo: 65_536)
    let lead = start.byte(0) == 0x47 ? 0 : 4
    var streams: [Int: [UInt8]] = [:]
    for packet in stride(from: lead, to: start.count - 187, by: 188 + lead) {
      let bytes = start.slice(packet, packet + 188)
      guard bytes.byte(0) == 0x47, bytes.byte(3) & 0x10 != 0 else { continue }
      let skipped = 4 + (bytes.byte(3) & 0x20 == 0 ? 0 : Int(bytes.byte(4)) + 1)
      streams[bytes.bigEndian16(1) & 0x1FFF, default: []] += bytes.slice(skipped, 188)
    }
    for (_, stream) in streams.sorted(by: { $0.key < $1.key }) {
      if let taken = stream.withUnsafeBytes({ Self.captureTime(in: $0) }) {
        blocks.dates = [CaptureTime(local: taken, source: .camcorder)]
        return
      }
    }
  }

  /// Parses `MDPM`, the number of fields, and each field as a number and four bytes: 0x18 has zone, century, year and
  /// month; 0x19 has day, hour, minute and second, in decimal digits.
  private static func captureTime(in stream: UnsafeRawBufferPointer) -> LocalTime? {
    guard let name = stream.find("MDPM") else { return nil }
    // A 3 after two zeros keeps them from looking like the start of a picture.
    var bytes: [UInt8] = []
    for byte in stream.slice(name + 4, name + 260) where byte != 3 || bytes.suffix(2) != [0, 0] { bytes.append(byte) }
    var fields: [UInt8: ArraySlice<UInt8>] = [:]
    for index in 0..<Int(bytes.first ?? 0) where 6 + index * 5 <= bytes.count {
      fields[bytes[1 + index * 5]] = bytes[2 + index * 5..<6 + index * 5]
    }
    guard let first = fields[0x18]?.dropFirst(), let second = fields[0x19] else { return nil }
    let digits = (first + second).map { $0 >> 4 < 10 && $0 & 15 < 10 ? Int($0 >> 4) * 10 + Int($0 & 15) : -1 }
    guard digits.allSatisfy({ $0 >= 0 }) else { return nil }
    return LocalTime(
      year: digits[0] * 100 + digits[1], month: digits[2], day: digits[3], hour: digits[4], minute: digits[5],
      second: digits[6])
  }
}
