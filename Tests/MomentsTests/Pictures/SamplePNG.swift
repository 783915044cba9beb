/// Makes PNGs of every type, uncompressed, with a different filter for each row.
struct SamplePNG {
  var width = 13
  var height = 11
  /// 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha.
  var type: UInt8
  /// The bits of a sample.
  var depth: Int
  var isInterlaced = false
  var palette: [UInt8] = []
  var transparency: [UInt8] = []

  var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type]! }

  /// Returns a deterministic sample of any value that the depth allows.
  func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    let mixed = (x &* 0x9E37_79B1) ^ (y &* 0x85EB_CA77) ^ (channel &* 0xC2B2_AE3D)
    return (mixed ^ mixed >> 13) & (1 << depth - 1)
  }

  /// - Parameter parts: the number of chunks that the stream is cut into.
  func bytes(parts: Int = 1) -> [UInt8] {
    var out: [UInt8] = [0x89] + "PNG\r\n\u{1A}\n".utf8
    let kind: [UInt8] = [UInt8(depth), type, 0, 0, isInterlaced ? 1 : 0]
    out += chunk("IHDR", number(width) + number(height) + kind)
    if !palette.isEmpty { out += chunk("PLTE", palette) }
    if !transparency.isEmpty { out += chunk("tRNS", transparency) }
    let stream: [UInt8] = [0x78, 0x01] + stored(rows) + [0, 0, 0, 0]
    let size = (stream.count + parts - 1) / parts
    for start in stride(from: 0, to: stream.count, by: size) {
      out += chunk("IDAT", Array(stream[start..<min(start + size, stream.count)]))
    }
    return out + chunk("IEND", [])
  }

  private func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
  }

  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 65_535).flatMap { start -> [UInt8] in
      let count = min(65_535, bytes.count - start)
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      return [start + count == bytes.count ? 1 : 0, low, high, ~low, ~high] + bytes[start..<start + count]
    }
  }

  private var rows: [UInt8] {
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var out: [UInt8] = []
    for (left, top, right, down) in passes where left < width && top < height {
      var above: [UInt8] = []
      for (index, y) in stride(from: top, to: height, by: down).enumerated() {
        let row = packed(Array(stride(from: left, to: width, by: right)), y)
        if above.isEmpty { above = Array(repeating: 0, count: row.count) }
        out.append(UInt8(index % 5))
        out += filtered(row, above, index % 5)
        above = row
      }
    }
    return out
  }

  private func packed(_ columns: [Int], _ y: Int) -> [UInt8] {
    var (out, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for x in columns {
      for channel in 0..<channels {
        (bits, count) = ((bits << depth | sample(x, y, channel)) & 0xFFFF_FFFF, count + depth)
        while count >= 8 {
          out.append(UInt8(truncatingIfNeeded: bits >> (count - 8)))
          count -= 8
        }
      }
    }
    if count > 0 { out.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
    return out
  }

  private func filtered(_ row: [UInt8], _ above: [UInt8], _ filter: Int) -> [UInt8] {
    let step = max(1, channels * depth / 8)
    return row.indices.map { place in
      let (left, up) = (place < step ? 0 : Int(row[place - step]), Int(above[place]))
      let corner = place < step ? 0 : Int(above[place - step])
      var guess = 0
      switch filter {
      case 1: guess = left
      case 2: guess = up
      case 3: guess = (left + up) / 2
      case 4:
        let distances = [left, up, corner].map { abs(left + up - corner - $0) }
        guess = [left, up, corner][distances.firstIndex(of: distances.min()!)!]
      default: break
      }
      return row[place] &- UInt8(guess)
    }
  }

  /// A picture of 37 × 29 pixels as Pillow and zlib write it, at its smallest: red is seven times x, green eight
  /// times y, and blue a chessboard of 9 × 9 pixels.
  static let compressed = """
    iVBORw0KGgoAAAANSUhEUgAAACUAAAAdCAIAAACi1TKUAAAASElEQVR42mNkYGBgx4n+45ZiJE8XCwMHAz3BqH2j9o3ah2Lff9yyjLilyNQ1Gn+j\
    9o3aN6D2UT9T49E1Gn+j9o3aN1q/0woAAFbDDE1TbeVYAAAAAElFTkSuQmCC
    """
}
