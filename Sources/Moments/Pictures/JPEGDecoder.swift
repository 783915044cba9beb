import System

/// Decodes JPEGs for the screen: baseline at full size or at an eighth, progressive at an eighth.
///
/// Source: ITU-T T.81. An eighth needs no transform: it is the mean of each block of 8 × 8, its DC coefficient. For
/// any bytes, time and memory are proportional to the input and to `mostSamples`, and the intact part of a damaged
/// file is shown. Arithmetic coding, lossless and twelve-bit pictures are not supported.
struct JPEGDecoder {
  enum Size {
    case whole
    /// Each pixel represents 8 × 8 pixels.
    case eighth
  }

  private struct Component {
    let id: UInt8
    let across: Int
    let down: Int
    let quantization: Int
    /// The number of blocks in a row, rounded up to whole units of the scan; `rows` is the number of rows of blocks.
    var columns = 0
    var rows = 0
    var coefficients: [Int32] = []
    var samples: [UInt8] = []
    var direct = 0
    var alternating = 0
    var prediction = 0
  }

  /// The maximum number of samples stored for one component.
  private static let mostSamples = 4 << 20
  private static let mostScans = 100

  private let bytes: UnsafeRawBufferPointer
  private let size: Size
  private var quantizations = [[Int]](repeating: [Int](repeating: 1, count: 64), count: 4)
  private var directTables = [HuffmanTable?](repeating: nil, count: 4)
  private var alternatingTables = [HuffmanTable?](repeating: nil, count: 4)
  private var components: [Component] = []
  private var (width, height, unitsAcross, unitsDown) = (0, 0, 0, 0)
  private var isProgressive = false
  private var restartInterval = 0
  private var adobeTransform: Int?
  private var hasPicture = false

  /// Decodes a JPEG; returns `nil` if the bytes are not a JPEG or are of an unsupported kind.
  static func pixels(of bytes: UnsafeRawBufferPointer, _ size: Size) -> Pixels? {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var decoder = JPEGDecoder(bytes, size)
    guard decoder.walk(), decoder.hasPicture else { return nil }
    return decoder.picture()
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ size: Size) { (self.bytes, self.size) = (bytes, size) }

  // MARK: Segments

  /// - Returns: `false` if there is nothing to show.
  private mutating func walk() -> Bool {
    var (place, scans) = (2, 0)
    while place + 4 <= bytes.count {
      guard bytes[place] == 0xFF, bytes[place + 1] != 0xFF, bytes[place + 1] != 0 else {
        place += 1
        continue
      }
      let marker = bytes[place + 1]
      if marker == 0xD9 { return true }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        place += 2
        continue
      }
      let length = bytes.bigEndian16(place + 2)
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return hasPicture }
      let content = bytes.slice(place + 4, end)
      place = end
      switch marker {
      case 0xDB: readQuantization(content)
      case 0xC4: readTables(content)
      case 0xC0, 0xC1, 0xC2: guard readFrame(content, isProgressive: marker == 0xC2) else { return false }
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return false
      case 0xDD: restartInterval = content.bigEndian16(0)
      case 0xEE where content.has("Adobe"): adobeTransform = Int(content.byte(11))
      case 0xDA:
        scans += 1
        guard scans <= Self.mostScans, !components.isEmpty else { return hasPicture }
        place = readScan(content, at: end)
      default: break
      }
    }
    return hasPicture
  }

  private mutating func readQuantization(_ content: UnsafeRawBufferPointer) {
    var place = 0
    while place < content.count {
      let (isLong, table) = (content[place] >> 4 != 0, Int(content[place] & 3))
      let length = isLong ? 128 : 64
      guard place + 1 + length <= content.count else { return }
      for index in 0..<64 {
        let value = isLong ? content.bigEndian16(place + 1 + index * 2) : Int(content[place + 1 + index])
        quantizations[table][BlockTransform.zigzag[index]] = value
      }
      place += 1 + length
    }
  }

  private mutating func readTables(_ content: UnsafeRawBufferPointer) {
    var place = 0
    while place + 17 <= content.count {
      let (isAlternating, table) = (content[place] >> 4 & 1 == 1, Int(content[place] & 3))
      let counts = (1...16).map { Int(content[place + $0]) }
      let total = counts.reduce(0, +)
      guard place + 17 + total <= content.count else { return }
      let made = HuffmanTable(counts: counts, symbols: Array(content[(place + 17)..<(place + 17 + total)]))
      if isAlternating { alternatingTables[table] = made } else { directTables[table] = made }
      place += 17 + total
    }
  }

  private mutating func readFrame(_ content: UnsafeRawBufferPointer, isProgressive: Bool) -> Bool {
    let count = Int(content.byte(5))
    guard components.isEmpty, content.byte(0) == 8, [1, 3, 4].contains(count), content.count >= 6 + 3 * count,
      size == .eighth || !isProgressive
    else { return false }
    (self.isProgressive, height, width) = (isProgressive, content.bigEndian16(1), content.bigEndian16(3))
    for index in 0..<count {
      let start = 6 + 3 * index
      let component = Component(
        id: content[start], across: Int(content[start + 1] >> 4), down: Int(content[start + 1] & 15),
        quantization: Int(content[start + 2] & 3))
      guard (1...4).contains(component.across), (1...4).contains(component.down) else { return false }
      components.append(component)
    }
    let (across, down) = (components.map(\.across).max() ?? 1, components.map(\.down).max() ?? 1)
    guard width > 0, height > 0 else { return false }
    unitsAcross = (width + 8 * across - 1) / (8 * across)
    unitsDown = (height + 8 * down - 1) / (8 * down)
    for index in components.indices {
      components[index].columns = unitsAcross * components[index].across
      components[index].rows = unitsDown * components[index].down
      let blocks = components[index].columns * components[index].rows
      guard blocks * (size == .whole ? 64 : 1) <= Self.mostSamples else { return false }
      if size == .whole {
        components[index].samples = [UInt8](repeating: 128, count: blocks * 64)
      } else {
        components[index].coefficients = [Int32](repeating: 0, count: blocks)
      }
    }
    return true
  }

  // MARK: Scans

  /// Reads a scan, or skips it.
  /// - Returns: The position at which to look for the next marker.
  private mutating func readScan(_ content: UnsafeRawBufferPointer, at start: Int) -> Int {
    let count = Int(content.byte(0))
    guard (1...4).contains(count), content.count >= 4 + 2 * count else { return start }
    var chosen: [Int] = []
    for index in 0..<count {
      guard let component = components.firstIndex(where: { $0.id == content[1 + 2 * index] }),
        !chosen.contains(component)
      else { return start }
      components[component].direct = Int(content[2 + 2 * index] >> 4 & 3)
      components[component].alternating = Int(content[2 + 2 * index] & 3)
      components[component].prediction = 0
      chosen.append(component)
    }
    let first = Int(content[1 + 2 * count])
    let (high, low) = (Int(content[3 + 2 * count] >> 4), Int(content[3 + 2 * count] & 15))
    // The finer-detail scans of a progressive picture are not needed.
    guard !isProgressive || first == 0, low <= 13 else { return start }
    let isReady = chosen.allSatisfy { index in
      (isProgressive && high > 0 || directTables[components[index].direct] != nil)
        && (isProgressive || alternatingTables[components[index].alternating] != nil)
    }
    guard isReady else { return start }
    hasPicture = true
    var bits = JPEGBits(bytes, at: start)
    readUnits(of: chosen, isRefinement: isProgressive && high > 0, low: isProgressive ? low : 0, &bits)
    return bits.place
  }

  private mutating func readUnits(of chosen: [Int], isRefinement: Bool, low: Int, _ bits: inout JPEGBits) {
    // A single component has only the visible blocks; several components come in whole units.
    let alone = chosen.count == 1 ? chosen[0] : nil
    let (columns, rows) =
      alone.map { index in
        let (most, high) = (components.map(\.across).max() ?? 1, components.map(\.down).max() ?? 1)
        let component = components[index]
        return (
          ((width * component.across + most - 1) / most + 7) / 8, ((height * component.down + high - 1) / high + 7) / 8
        )
      } ?? (unitsAcross, unitsDown)
    var untilRestart = restartInterval
    for row in 0..<rows {
      for column in 0..<columns {
        if restartInterval > 0 {
          if untilRestart == 0 {
            guard bits.restart() else { return }
            for index in chosen { components[index].prediction = 0 }
            untilRestart = restartInterval
          }
          untilRestart -= 1
        }
        for index in chosen {
          let (across, down) = alone == nil ? (components[index].across, components[index].down) : (1, 1)
          for y in 0..<down {
            for x in 0..<across {
              let block = (row * down + y) * components[index].columns + column * across + x
              guard readBlock(block, of: index, isRefinement: isRefinement, low: low, &bits) else { return }
            }
          }
        }
      }
    }
  }

  /// - Returns: `false` if the scan ends here.
  private mutating func readBlock(
    _ block: Int, of index: Int, isRefinement: Bool, low: Int, _ bits: inout JPEGBits
  ) -> Bool {
    if isRefinement {
      if bits.readBits(1) == 1 { components[index].coefficients[block] |= 1 << Int32(low) }
      return !bits.isOver
    }
    guard let table = directTables[components[index].direct] else { return false }
    let length = table.symbol(&bits)
    guard (0...16).contains(length) else { return false }
    let prediction = components[index].prediction &+ bits.number(length)
    guard !bits.isOver, prediction.magnitude < 1 << 20 else { return false }
    components[index].prediction = prediction
    if size == .eighth { components[index].coefficients[block] = Int32(truncatingIfNeeded: prediction << low) }
    return isProgressive || readDetail(block, of: index, direct: prediction, &bits)
  }

  /// Reads the other coefficients of a baseline block.
  private mutating func readDetail(_ block: Int, of index: Int, direct: Int, _ bits: inout JPEGBits) -> Bool {
    guard let table = alternatingTables[components[index].alternating] else { return false }
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { values in
      let quantization = quantizations[components[index].quantization]
      values.initialize(repeating: 0)
      values[0] = Float(direct * quantization[0])
      var place = 1
      while place < 64 {
        let symbol = table.symbol(&bits)
        guard symbol >= 0 else { return false }
        let (zeros, length) = (symbol >> 4, symbol & 15)
        if length == 0 {
          guard zeros == 15 else { break }
          place += 16
          continue
        }
        place += zeros
        guard place < 64 else { return false }
        let value = bits.number(length)
        if size == .whole {
          let natural = BlockTransform.zigzag[place]
          values[natural] = Float(value * quantization[natural])
        }
        place += 1
      }
      guard !bits.isOver else { return false }
      if size == .whole {
        let columns = components[index].columns
        let start = (block / columns * 8 * columns + block % columns) * 8
        components[index].samples.withUnsafeMutableBufferPointer {
          BlockTransform.invert(values, into: $0, at: start, stride: columns * 8)
        }
      }
      return true
    }
  }

  // MARK: Colours

  private mutating func picture() -> Pixels {
    let scale = size == .whole ? 1 : 8
    let (outWidth, outHeight) = ((width + scale - 1) / scale, (height + scale - 1) / scale)
    if size == .eighth {
      for index in components.indices {
        let step = Float(quantizations[components[index].quantization][0]) / 8
        components[index].samples = components[index].coefficients.map {
          UInt8(min(255, max(0, Float($0) * step + 128.5)))
        }
      }
    }
    let (across, down) = (components.map(\.across).max() ?? 1, components.map(\.down).max() ?? 1)
    let stride = components.map { $0.columns * (size == .whole ? 8 : 1) }
    let isRGB = components.count == 3 && (adobeTransform == 0 || components.map(\.id) == Array("RGB".utf8))
    var bytes = [UInt8](repeating: 0, count: outWidth * outHeight * 3)
    var samples = [Int](repeating: 0, count: 4)
    for y in 0..<outHeight {
      for x in 0..<outWidth {
        for (index, component) in components.enumerated() {
          let place = y * component.down / down * stride[index] + x * component.across / across
          samples[index] = Int(component.samples[place])
        }
        let colour = colour(samples, isRGB: isRGB)
        let start = (y * outWidth + x) * 3
        bytes[start] = Self.clipped(colour.0)
        bytes[start + 1] = Self.clipped(colour.1)
        bytes[start + 2] = Self.clipped(colour.2)
      }
    }
    return Pixels(width: outWidth, height: outHeight, bytes: bytes)
  }

  /// Converts JFIF's colours, or for four components Adobe's, which are inverted.
  private func colour(_ samples: [Int], isRGB: Bool) -> (Int, Int, Int) {
    if components.count == 1 { return (samples[0], samples[0], samples[0]) }
    var colour = (samples[0], samples[1], samples[2])
    if !isRGB, components.count == 3 || adobeTransform == 2 {
      let (light, blue, red) = (samples[0], samples[1] - 128, samples[2] - 128)
      colour = (
        light + (91_881 * red + 32_768) >> 16, light - (22_554 * blue + 46_802 * red + 32_768) >> 16,
        light + (116_130 * blue + 32_768) >> 16
      )
    }
    guard components.count == 4 else { return colour }
    let black = samples[3]
    return (colour.0 * black / 255, colour.1 * black / 255, colour.2 * black / 255)
  }

  private static func clipped(_ value: Int) -> UInt8 { UInt8(min(255, max(0, value))) }
}

/// The bits of a JPEG's scan up to the next marker, followed by zeros.
struct JPEGBits {
  private let bytes: UnsafeRawBufferPointer
  /// The position of the next byte; at the end of the scan that of the marker.
  private(set) var place: Int
  private var held: UInt64 = 0
  private var count = 0
  /// The number of zero bits added after the end so far.
  private var invented = 0

  init(_ bytes: UnsafeRawBufferPointer, at place: Int) { (self.bytes, self.place) = (bytes, place) }

  /// `true` if bits beyond the end were used.
  var isOver: Bool { invented > count }

  /// Returns the next 16 bits, the first one highest.
  @inline(__always)
  mutating func peek16() -> Int {
    if count < 16 { fill() }
    return Int(truncatingIfNeeded: held >> UInt64(count - 16)) & 0xFFFF
  }

  @inline(__always)
  mutating func drop(_ bits: Int) { count -= bits }

  /// Returns the next bits as a number, 0...16 of them.
  @inline(__always)
  mutating func readBits(_ bits: Int) -> Int {
    if bits == 0 { return 0 }
    let value = peek16() >> (16 - bits)
    count -= bits
    return value
  }

  /// Returns a number of this many bits, with JPEG's encoding of negative numbers (figure F.12).
  @inline(__always)
  mutating func number(_ bits: Int) -> Int {
    let value = readBits(bits)
    return bits > 0 && value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value
  }

  private mutating func fill() {
    while count <= 48 {
      var byte: UInt8 = 0
      if place < bytes.count, bytes[place] != 0xFF {
        byte = bytes[place]
        place += 1
      } else if place + 1 < bytes.count, bytes[place + 1] == 0 {
        byte = 0xFF
        place += 2
      } else {
        invented += 8
      }
      held = held << 8 | UInt64(byte)
      count += 8
    }
  }

  /// Moves to after the next restart marker and drops the rest of the current byte.
  /// - Returns: `false` if another marker, or nothing, follows.
  mutating func restart() -> Bool {
    (held, count, invented) = (0, 0, 0)
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF {
        guard (0xD0...0xD7).contains(bytes[place + 1]) else { return false }
        place += 2
        return true
      }
      place += 1
    }
    return false
  }
}

/// A Huffman table of a JPEG, as in its DHT segment (ITU-T T.81, annex C).
struct HuffmanTable {
  private static let fastBits = 9
  /// A lookup table for the next nine bits: the length of the code that they begin with, and its symbol; 0 for a
  /// longer code.
  private var fast = [UInt16](repeating: 0, count: 1 << fastBits)
  /// The upper limit of the codes of each length, extended to 16 bits; `offsets` gives the position of their symbols.
  private var limits = [Int](repeating: -1, count: 18)
  private var offsets = [Int](repeating: 0, count: 18)
  private let symbols: [UInt8]

  /// - Parameters:
  ///   - counts: The numbers of codes of 1 to 16 bits.
  ///   - symbols: The symbols of all codes, the shortest codes first.
  /// - Returns: `nil` for counts that are impossible in a code.
  init?(counts: [Int], symbols: [UInt8]) {
    guard counts.count == 16, counts.reduce(0, +) == symbols.count, symbols.count <= 256 else { return nil }
    self.symbols = symbols
    var (code, index) = (0, 0)
    for length in 1...16 {
      offsets[length] = index - code
      for _ in 0..<counts[length - 1] {
        guard code < 1 << length else { return nil }
        if length <= Self.fastBits {
          let first = code << (Self.fastBits - length)
          for place in first..<first + 1 << (Self.fastBits - length) {
            fast[place] = UInt16(length) << 8 | UInt16(symbols[index])
          }
        }
        code += 1
        index += 1
      }
      limits[length] = counts[length - 1] > 0 ? code << (16 - length) : -1
      code <<= 1
    }
  }

  /// Returns the next symbol; -1 if no code matches.
  @inline(__always)
  func symbol(_ bits: inout JPEGBits) -> Int {
    let next = bits.peek16()
    let entry = fast[next >> (16 - Self.fastBits)]
    if entry != 0 {
      bits.drop(Int(entry >> 8))
      return Int(entry & 0xFF)
    }
    for length in Self.fastBits + 1...16 where next < limits[length] {
      bits.drop(length)
      let place = offsets[length] + next >> (16 - length)
      return symbols.indices.contains(place) ? Int(symbols[place]) : -1
    }
    return -1
  }
}

/// The inverse cosine transform of 8 × 8 coefficients (ITU-T T.81, A.3.3).
enum BlockTransform {
  /// The natural index of each coefficient in zigzag order.
  static let zigzag: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
  ]

  /// The cosine with its factor, for each sample and frequency.
  private static let cosines: [Float] = (0..<64).map { index in
    let (sample, frequency) = (index / 8, index % 8)
    let factor = frequency == 0 ? 0.5.squareRoot() / 2 : 0.5
    return Float(factor * cos(Double(2 * sample + 1) * Double(frequency) * .pi / 16))
  }

  /// Transforms coefficients, in their natural order, into samples of 0...255.
  /// - Parameters:
  ///   - start: The index of the block's first sample.
  ///   - stride: The distance between rows of samples.
  static func invert(
    _ values: UnsafeMutableBufferPointer<Float>, into samples: UnsafeMutableBufferPointer<UInt8>, at start: Int,
    stride: Int
  ) {
    cosines.withUnsafeBufferPointer { cosines in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { half in
        for row in 0..<8 {
          for sample in 0..<8 {
            var sum: Float = 0
            for frequency in 0..<8 { sum += cosines[sample * 8 + frequency] * values[row * 8 + frequency] }
            half[row * 8 + sample] = sum
          }
        }
        for column in 0..<8 {
          for sample in 0..<8 {
            var sum: Float = 128.5
            for frequency in 0..<8 { sum += cosines[sample * 8 + frequency] * half[frequency * 8 + column] }
            samples[start + sample * stride + column] = UInt8(min(255, max(0, sum)))
          }
        }
      }
    }
  }
}
