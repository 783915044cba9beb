import System

/// Decodes JPEGs for the screen: baseline whole or at an eighth of the size, progressive at an eighth.
///
/// Source: ITU-T T.81. An eighth needs no transform: it is the mean of each block of 8 × 8, its DC coefficient. Whatever
/// the bytes are, it takes time and memory in proportion to them and to `mostSamples`, and what a damaged file still has
/// is shown. Arithmetic coding, lossless and twelve-bit pictures are not read.
struct JPEGDecoder {
  enum Size {
    case whole
    /// Each pixel stands for 8 × 8.
    case eighth
  }

  private struct Component {
    let id: UInt8
    let across: Int
    let down: Int
    let quantization: Int
    /// Blocks in a row, and rows of them, up to whole units of the scan.
    var columns = 0
    var rows = 0
    var coefficients: [Int32] = []
    var samples: [UInt8] = []
    var direct = 0
    var alternating = 0
    var prediction = 0
  }

  /// The most samples of one component that are kept.
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

  /// The picture in these bytes; `nil` for what is none, or of another kind.
  static func pixels(of bytes: UnsafeRawBufferPointer, _ size: Size) -> Pixels? {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var decoder = JPEGDecoder(bytes, size)
    guard decoder.walk(), decoder.hasPicture else { return nil }
    return decoder.picture()
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ size: Size) { (self.bytes, self.size) = (bytes, size) }

  // MARK: Segments

  /// - Returns: false when there is nothing to show.
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

  /// Reads a scan, or passes it by.
  /// - Returns: where the next marker may be.
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
    // Of a progressive picture the scans of finer detail are not needed.
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
    // One component alone has only the blocks that show something; several come in whole units.
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

  /// - Returns: false when the scan ends here.
  private mutating func readBlock(
    _ block: Int, of index: Int, isRefinement: Bool, low: Int, _ bits: inout JPEGBits
  ) -> Bool {
    if isRefinement {
      if bits.take(1) == 1 { components[index].coefficients[block] |= 1 << Int32(low) }
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

  /// The other coefficients of a baseline block.
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

  /// JFIF's colours; of four components Adobe's, which stand inverted.
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
