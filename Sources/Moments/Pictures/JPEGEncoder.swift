import System

/// Encodes pictures as baseline JPEGs with chroma at half the size and the best codes for each picture (ITU-T T.81).
///
///     let encoder = JPEGEncoder(pixels)
///     let bytes = encoder.bytes(quality: 85)
///     let small = encoder.bytes(atMost: 1_000_000)
public struct JPEGEncoder {
  /// The first quality to try for a maximum size, and the lowest that still looks good.
  private static let best = 92
  private static let minimum = 55

  private let width: Int
  private let height: Int
  /// The transformed blocks of each component, in zigzag order, unit by unit: four of luminance, one of each chroma.
  private let blocks: [Float]
  private let units: Int
  /// Segments to be copied into the file, such as the profile of the colours.
  private let segments: [UInt8]
  private static let perUnit = 6

  /// - Parameter segments: Whole segments to be copied into the file, such as the profile of the colours.
  /// - Complexity: O(pixels).
  public init(_ picture: Pixels, segments: [UInt8] = []) {
    precondition((1...65_535).contains(picture.width) && (1...65_535).contains(picture.height))
    (width, height, self.segments) = (picture.width, picture.height, segments)
    let (across, down) = ((width + 15) / 16, (height + 15) / 16)
    units = across * down
    let count = units * Self.perUnit * 64
    blocks = [Float](unsafeUninitializedCapacity: count) { out, filled in
      guard let out = out.baseAddress else { return }
      picture.bytes.withUnsafeBufferPointer { bytes in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 64 * Self.perUnit) { values in
          values.initialize(repeating: 0)
          guard let values = values.baseAddress, let bytes = bytes.baseAddress else { return }
          for unit in 0..<count / (64 * Self.perUnit) {
            Self.read(bytes, picture.width, picture.height, unit % across * 16, unit / across * 16, into: values)
            for block in 0..<Self.perUnit {
              BlockTransform.forward(values + block * 64, into: out + (unit * Self.perUnit + block) * 64)
            }
          }
        }
      }
      filled = count
    }
  }

  /// Returns the largest quality that fits into a number of bytes; `nil` if not even the lowest one does.
  public func bytes(atMost limit: Int) -> [UInt8]? {
    var (low, high) = (Self.minimum, Self.best)
    var found: [UInt8]?
    while low <= high {
      // The best one fits nearly always.
      let quality = found == nil && high == Self.best ? high : (low + high) / 2
      let bytes = bytes(quality: quality)
      if bytes.count <= limit {
        found = bytes
        low = quality + 1
      } else {
        high = quality - 1
      }
    }
    return found
  }

  /// Encodes the picture.
  /// - Parameter quality: 1...100, as libjpeg's.
  public func bytes(quality: Int) -> [UInt8] {
    let tables = [Self.luminance, Self.chrominance].map { Self.scaled($0, quality: quality) }
    let values = quantized(tables)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 257), count: 4)
    Self.walk(values, units) { table, symbol, _, _ in counts[table][symbol] += 1 }
    let codes = counts.map { JPEGCode(counts: $0) }
    var out: [UInt8] = [0xFF, 0xD8]
    out += [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    out += segments
    for (number, table) in tables.enumerated() {
      out += [0xFF, 0xDB, 0, 67, UInt8(number)] + table.map { UInt8($0) }
    }
    let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
    out += [0xFF, 0xC0, 0, 17, 8] + size + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    for (number, code) in codes.enumerated() {
      let length = 19 + code.symbols.count
      // The means of luminance and chroma, then the other coefficients of both.
      out += [0xFF, 0xC4, UInt8(length >> 8), UInt8(length & 0xFF), UInt8((number >> 1) << 4 | number & 1)]
      out += code.lengths.map { UInt8($0) } + code.symbols
    }
    out += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
    out.reserveCapacity(out.count + units * 64)
    var (held, count): (UInt64, Int) = (0, 0)
    func put(_ bits: Int, _ length: Int) {
      held = held << UInt64(length) | UInt64(bits)
      count += length
      while count >= 8 {
        count -= 8
        let byte = UInt8(truncatingIfNeeded: held >> UInt64(count))
        out.append(byte)
        if byte == 0xFF { out.append(0) }
      }
    }
    Self.walk(values, units) { table, symbol, bits, length in
      put(codes[table].codes[symbol], codes[table].sizes[symbol])
      if length > 0 { put(bits, length) }
    }
    if count > 0 { put(1 << (8 - count) - 1, 8 - count) }
    return out + [0xFF, 0xD9]
  }

  // MARK: Blocks

  /// Reads a unit of 16 × 16 pixels, as luminance and chroma; pixels beyond the edges repeat the last ones.
  private static func read(
    _ bytes: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ left: Int, _ top: Int,
    into out: UnsafeMutablePointer<Float>
  ) {
    (out + 256).update(repeating: 0, count: 128)
    for y in 0..<16 {
      let row = bytes + min(height - 1, top + y) * width * 3
      for x in 0..<16 {
        let pixel = row + min(width - 1, left + x) * 3
        let (red, green, blue) = (Float(pixel[0]), Float(pixel[1]), Float(pixel[2]))
        let block = y &>> 3 &* 2 &+ x &>> 3
        out[block &* 64 &+ (y & 7) &* 8 &+ x & 7] = 0.299 * red + 0.587 * green + 0.114 * blue - 128
        let chroma = y &>> 1 &* 8 &+ x &>> 1
        out[256 &+ chroma] += (-0.168_736 * red - 0.331_264 * green + 0.5 * blue) * 0.25
        out[320 &+ chroma] += (0.5 * red - 0.418_688 * green - 0.081_312 * blue) * 0.25
      }
    }
  }

  private func quantized(_ tables: [[Int]]) -> [Int16] {
    let factors = tables.map { $0.map { 1 / Float($0) } }
    return [Int16](unsafeUninitializedCapacity: blocks.count) { out, count in
      blocks.withUnsafeBufferPointer { blocks in
        for block in 0..<blocks.count / 64 {
          factors[block % Self.perUnit < 4 ? 0 : 1].withUnsafeBufferPointer { factors in
            for index in 0..<64 {
              let value = blocks[block &* 64 &+ index] * factors[index]
              out[block &* 64 &+ index] = Int16(value + (value < 0 ? -0.5 : 0.5))
            }
          }
        }
      }
      count = blocks.count
    }
  }

  /// Calls `body` for each symbol of the scan, with the bits that follow it.
  @inline(__always)
  private static func walk(
    _ values: [Int16], _ units: Int, _ body: (_ table: Int, _ symbol: Int, _ bits: Int, _ length: Int) -> Void
  ) {
    values.withUnsafeBufferPointer { values in
      var means = (0, 0, 0)
      @inline(__always) func bits(_ value: Int) -> (Int, Int) {
        let length = Int.bitWidth - abs(value).leadingZeroBitCount
        return (value < 0 ? value + 1 << length - 1 : value, length)
      }
      for block in 0..<units * perUnit {
        let start = block &* 64
        let component = max(0, block % perUnit - 3)
        let table = component == 0 ? 0 : 1
        let mean = Int(values[start])
        let before = component == 0 ? means.0 : component == 1 ? means.1 : means.2
        if component == 0 { means.0 = mean } else if component == 1 { means.1 = mean } else { means.2 = mean }
        let (own, length) = bits(mean - before)
        body(table, length, own, length)
        var zeros = 0
        for index in 1..<64 {
          let value = Int(values[start &+ index])
          if value == 0 {
            zeros &+= 1
            continue
          }
          while zeros > 15 {
            body(2 + table, 0xF0, 0, 0)
            zeros -= 16
          }
          let (own, length) = bits(value)
          body(2 + table, zeros << 4 | length, own, length)
          zeros = 0
        }
        if zeros > 0 { body(2 + table, 0, 0, 0) }
      }
    }
  }

  // MARK: Tables

  /// The example tables of annex K, row by row.
  private static let luminance = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ]
  private static let chrominance =
    [
      17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99,
      99,
      99, 99, 99,
    ] + [Int](repeating: 99, count: 32)

  /// Returns a table for a quality, in zigzag order.
  private static func scaled(_ table: [Int], quality: Int) -> [Int] {
    let quality = min(100, max(1, quality))
    let share = quality < 50 ? 5_000 / quality : 200 - 2 * quality
    return BlockTransform.zigzag.map { min(255, max(1, (table[$0] * share + 50) / 100)) }
  }
}

/// The shortest code for symbols of given frequencies, with at most 16 bits each (annex K.2).
private struct JPEGCode {
  /// The number of codes of 1...16 bits, and the symbols in the order of their codes.
  private(set) var lengths = [Int](repeating: 0, count: 16)
  private(set) var symbols: [UInt8] = []
  private(set) var codes = [Int](repeating: 0, count: 256)
  private(set) var sizes = [Int](repeating: 0, count: 256)

  init(counts: [Int]) {
    // A symbol that does not occur takes the code of ones alone, which JPEG forbids.
    var nodes: [(count: Int, symbols: [Int])] = [(1, [256])]
    for symbol in 0..<256 where counts[symbol] > 0 { nodes.append((counts[symbol], [symbol])) }
    if nodes.count == 1 { nodes.append((1, [0])) }
    var depths = [Int](repeating: 0, count: 257)
    while nodes.count > 1 {
      nodes.sort { $0.count != $1.count ? $0.count > $1.count : $0.symbols.count < $1.symbols.count }
      let (last, other) = (nodes.removeLast(), nodes.removeLast())
      for symbol in last.symbols + other.symbols { depths[symbol] += 1 }
      nodes.append((last.count + other.count, last.symbols + other.symbols))
    }
    var numbers = [Int](repeating: 0, count: 258)
    for depth in depths where depth > 0 { numbers[depth] += 1 }
    // Longer codes move up in pairs, each time below a shorter one that is divided.
    for length in stride(from: 257, to: 16, by: -1) {
      while numbers[length] > 0 {
        var shorter = length - 2
        while numbers[shorter] == 0 { shorter -= 1 }
        numbers[length] -= 2
        numbers[length - 1] += 1
        numbers[shorter + 1] += 2
        numbers[shorter] -= 1
      }
    }
    // The longest code is that of the symbol that does not occur.
    var longest = 16
    while longest > 1, numbers[longest] == 0 { longest -= 1 }
    numbers[longest] -= 1
    for length in 1...16 { lengths[length - 1] = numbers[length] }
    let sorted = (0..<256).filter { depths[$0] > 0 }.sorted {
      depths[$0] != depths[$1] ? depths[$0] < depths[$1] : $0 < $1
    }
    symbols = sorted.map { UInt8($0) }
    var (code, index) = (0, 0)
    for length in 1...16 {
      for _ in 0..<lengths[length - 1] {
        codes[sorted[index]] = code
        sizes[sorted[index]] = length
        (code, index) = (code + 1, index + 1)
      }
      code <<= 1
    }
  }
}

extension BlockTransform {
  /// The cosines of 1...7 sixteenths of half a turn, halved.
  private static let halves: [Float] = (0..<8).map { Float(cos(Double($0) * .pi / 16) / 2) }

  /// Transforms samples around 0 into coefficients, in zigzag order (A.3.3).
  static func forward(_ samples: UnsafeMutablePointer<Float>, into out: UnsafeMutablePointer<Float>) {
    halves.withUnsafeBufferPointer { c in
      @inline(__always) func line(_ x: UnsafeMutablePointer<Float>, _ step: Int) {
        let (s0, d0) = (x[0] + x[7 &* step], x[0] - x[7 &* step])
        let (s1, d1) = (x[step] + x[6 &* step], x[step] - x[6 &* step])
        let (s2, d2) = (x[2 &* step] + x[5 &* step], x[2 &* step] - x[5 &* step])
        let (s3, d3) = (x[3 &* step] + x[4 &* step], x[3 &* step] - x[4 &* step])
        let (e0, e1, e2, e3) = (s0 + s3, s1 + s2, s0 - s3, s1 - s2)
        x[0] = (e0 + e1) * c[4]
        x[4 &* step] = (e0 - e1) * c[4]
        x[2 &* step] = e2 * c[2] + e3 * c[6]
        x[6 &* step] = e2 * c[6] - e3 * c[2]
        let (o1, o3) = (d0 * c[1] + d1 * c[3], d0 * c[3] - d1 * c[7])
        let (o5, o7) = (d0 * c[5] - d1 * c[1], d0 * c[7] - d1 * c[5])
        x[step] = o1 + d2 * c[5] + d3 * c[7]
        x[3 &* step] = o3 - d2 * c[1] - d3 * c[5]
        x[5 &* step] = o5 + d2 * c[7] + d3 * c[3]
        x[7 &* step] = o7 + d2 * c[3] - d3 * c[1]
      }
      for row in 0..<8 { line(samples + row * 8, 1) }
      for column in 0..<8 { line(samples + column, 8) }
    }
    zigzag.withUnsafeBufferPointer { zigzag in for index in 0..<64 { out[index] = samples[zigzag[index]] } }
  }
}
