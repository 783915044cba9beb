/// An encoder of pixels as a PNG file, for programs and protocols that accept no raw pixels.
///
/// The data is not compressed: the file goes only to a terminal, or holds a small picture. Source of the layout: PNG
/// (third edition), RFC 1950 and RFC 1951.
public enum PNGWriter {
  /// - Parameter pixels: red, green and blue, row by row from the top: `width * height * 3`.
  /// - Complexity: O(pixels).
  public static func bytes(width: Int, height: Int, pixels: [UInt8]) -> [UInt8] {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 3)
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + height)
    for start in stride(from: 0, to: pixels.count, by: width * 3) {
      // Each row begins with its filter type: none.
      rows.append(0)
      rows += pixels[start..<start + width * 3]
    }
    // Eight bits each of red, green and blue, not interlaced.
    let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  /// Returns a zlib stream of uncompressed blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    out.reserveCapacity(bytes.count + bytes.count / blockLengthLimit * 5 + 16)
    for start in stride(from: 0, to: bytes.count, by: blockLengthLimit) {
      let end = min(bytes.count, start + blockLengthLimit)
      let (low, high) = (UInt8((end - start) & 0xFF), UInt8((end - start) >> 8))
      out += [end == bytes.count ? 1 : 0, low, high, ~low, ~high]
      out += bytes[start..<end]
    }
    var (sum, sums) = (1, 0)
    for byte in bytes {
      sum += Int(byte)
      if sum >= 65_521 { sum -= 65_521 }
      sums += sum
      if sums >= 65_521 { sums -= 65_521 }
    }
    return out + bigEndian(sums << 16 | sum)
  }

  private static let blockLengthLimit = 65_535

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(content.count) + named + bigEndian(Int(checksum(named)))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  /// The CRC of each byte (annex D).
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}
