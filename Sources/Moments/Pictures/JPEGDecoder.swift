/// Decodes JPEGs for the screen at full size, a half, a quarter or an eighth: baseline and progressive.
///
/// Source: ITU-T T.81. A smaller size needs fewer coefficients of each block (see `BlockTransform`), and finer chroma
/// than the picture has is interpolated. For any bytes, time and memory are proportional to the input and to the
/// limits below, and the intact part of a damaged file is shown. Arithmetic coding, lossless and twelve-bit pictures
/// are not supported.
struct JPEGDecoder {
  /// The number of samples that remain of the eight in a block, in each direction.
  enum Size: Int, CaseIterable {
    case eighth = 1
    case quarter = 2
    case half = 4
    case whole = 8

    /// Returns the length of a side at this size.
    func length(_ side: Int) -> Int { (side * rawValue + 7) / 8 }
  }

  /// The maximum number of decoded pixels, and of stored coefficients of a progressive picture.
  private static let pixelLimit = 1 << 25
  private static let coefficientLimit = 48 << 20
  private static let scanLimit = 100

  private let bytes: UnsafeRawBufferPointer
  private let size: Size
  /// The part of the picture to decode, in blocks of the luminance; `nil` for all of it.
  private let part: (columns: Range<Int>, rows: Range<Int>)?
  /// In zigzag order.
  private var quantizations = [[Int32]](repeating: [Int32](repeating: 1, count: 64), count: 4)
  private var directTables = [HuffmanTable?](repeating: nil, count: 4)
  private var alternatingTables = [HuffmanTable?](repeating: nil, count: 4)
  private var components: [JPEGComponent] = []
  private var (width, height, unitsAcross, unitsDown) = (0, 0, 0, 0)
  private var isProgressive = false
  private var restartInterval = 0
  private var adobeTransform: Int?
  private var hasPicture = false

  /// Decodes a JPEG; returns `nil` if the bytes are not a JPEG, are of an unsupported kind, or are too large at this
  /// size.
  /// - Parameter part: The columns and rows of the picture at this size; `nil` for all.
  static func pixels(
    of bytes: UnsafeRawBufferPointer, _ size: Size, part: (columns: Range<Int>, rows: Range<Int>)? = nil
  ) -> Pixels? {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var decoder = JPEGDecoder(bytes, size, part)
    guard decoder.walk(), decoder.hasPicture else { return nil }
    return decoder.picture()
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, _ size: Size, _ part: (columns: Range<Int>, rows: Range<Int>)?
  ) {
    (self.bytes, self.size, self.part) = (bytes, size, part)
  }

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
        guard scans <= Self.scanLimit, !components.isEmpty else { return hasPicture }
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
        quantizations[table][index] = Int32(value)
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
    guard components.isEmpty, content.byte(0) == 8, [1, 3, 4].contains(count), content.count >= 6 + 3 * count
    else { return false }
    (self.isProgressive, height, width) = (isProgressive, content.bigEndian16(1), content.bigEndian16(3))
    let factors = (0..<count).map { Int(content[7 + 3 * $0]) }
    guard factors.allSatisfy({ (1...4).contains($0 >> 4) && (1...4).contains($0 & 15) }), width > 0, height > 0 else {
      return false
    }
    let (across, down) = (factors.map { $0 >> 4 }.max() ?? 1, factors.map { $0 & 15 }.max() ?? 1)
    unitsAcross = (width + 8 * across - 1) / (8 * across)
    unitsDown = (height + 8 * down - 1) / (8 * down)
    let blocks = factors.reduce(0) { $0 + ($1 >> 4) * ($1 & 15) } * unitsAcross * unitsDown
    let (shownColumns, shownRows) = shown
    // Each block takes at least a bit, so a small file cannot ask for much memory.
    guard blocks <= bytes.count * 8 + 4_096, !shownColumns.isEmpty, !shownRows.isEmpty,
      shownColumns.count * shownRows.count <= Self.pixelLimit,
      !isProgressive || size == .eighth || blocks * 64 <= Self.coefficientLimit
    else { return false }
    for index in 0..<count {
      let start = 6 + 3 * index
      let component = JPEGComponent(
        id: content[start], across: factors[index] >> 4, down: factors[index] & 15,
        quantization: Int(content[start + 2] & 3))
      component.columns = unitsAcross * component.across
      component.rows = unitsDown * component.down
      component.choose(size, maxAcross: across, maxDown: down, hasMeansAlone: isProgressive && size == .eighth)
      component.allocate(
        shownColumns, shownRows, scale: (across * size.rawValue, down * size.rawValue), keepsCoefficients: isProgressive
      )
      components.append(component)
    }
    return true
  }

  /// The columns and rows to decode, at the decoder's size.
  private var shown: (columns: Range<Int>, rows: Range<Int>) {
    let (all, high) = (0..<size.length(width), 0..<size.length(height))
    guard let part else { return (all, high) }
    return (part.columns.clamped(to: all), part.rows.clamped(to: high))
  }

  // MARK: Scans

  /// Reads a scan, or skips it.
  /// - Returns: The position at which to look for the next marker.
  private mutating func readScan(_ content: UnsafeRawBufferPointer, at start: Int) -> Int {
    let count = Int(content.byte(0))
    guard (1...4).contains(count), content.count >= 4 + 2 * count else { return start }
    var chosen: [JPEGComponent] = []
    for index in 0..<count {
      guard let component = components.first(where: { $0.id == content[1 + 2 * index] }),
        !chosen.contains(where: { $0 === component })
      else { return start }
      component.direct = Int(content[2 + 2 * index] >> 4 & 3)
      component.alternating = Int(content[2 + 2 * index] & 3)
      component.prediction.pointee = 0
      chosen.append(component)
    }
    let (first, last) = (Int(content[1 + 2 * count]), Int(content[2 + 2 * count]))
    let (high, low) = (Int(content[3 + 2 * count] >> 4), Int(content[3 + 2 * count] & 15))
    guard low <= 13 else { return start }
    var bits = JPEGBits(bytes, at: start)
    if isProgressive {
      let scan = ProgressiveScan(first: first, last: last, isRefinement: high > 0, low: low)
      // At an eighth, the scans of finer detail are not needed.
      guard first == 0 || size != .eighth, first <= last, last < 64,
        first == 0 ? last == 0 || size == .eighth : count == 1
      else { return start }
      let isReady = chosen.allSatisfy { component in
        first == 0 ? high > 0 || directTables[component.direct] != nil : alternatingTables[component.alternating] != nil
      }
      guard isReady else { return start }
      hasPicture = true
      read(scan, of: chosen, &bits)
    } else {
      let isReady = chosen.allSatisfy { component in
        directTables[component.direct] != nil && alternatingTables[component.alternating] != nil
      }
      guard isReady else { return start }
      hasPicture = true
      readBaseline(chosen, &bits)
    }
    return bits.place
  }

  /// Calls `body` for each block of a scan, in the order of the file, until it returns `false`.
  /// - Parameter restart: Called after each restart marker.
  @inline(__always)
  private func forEachBlock(
    of chosen: [JPEGComponent], _ bits: inout JPEGBits, restart: () -> Void,
    body: (_ index: Int, JPEGComponent, _ column: Int, _ row: Int, inout JPEGBits) -> Bool
  ) {
    // A single component has only the visible blocks; several components come in whole units.
    let isAlone = chosen.count == 1
    var (columns, rows) = (unitsAcross, unitsDown)
    if isAlone {
      let (most, high) = (components.map { $0.across }.max() ?? 1, components.map { $0.down }.max() ?? 1)
      columns = ((width * chosen[0].across + most - 1) / most + 7) / 8
      rows = ((height * chosen[0].down + high - 1) / high + 7) / 8
    }
    var untilRestart = restartInterval
    for row in 0..<rows {
      for column in 0..<columns {
        if restartInterval > 0 {
          if untilRestart == 0 {
            guard bits.restart() else { return }
            for component in chosen { component.prediction.pointee = 0 }
            restart()
            untilRestart = restartInterval
          }
          untilRestart -= 1
        }
        for index in chosen.indices {
          let component = chosen[index]
          let (across, down) = isAlone ? (1, 1) : (component.across, component.down)
          for y in 0..<down {
            for x in 0..<across {
              guard body(index, component, column * across + x, row * down + y, &bits) else { return }
            }
          }
        }
      }
    }
  }

  private func readBaseline(_ chosen: [JPEGComponent], _ bits: inout JPEGBits) {
    let readers = chosen.compactMap { component in
      directTables[component.direct].flatMap { direct in
        alternatingTables[component.alternating].map {
          JPEGBlockReader(direct.lookup, $0.lookup, quantizations[component.quantization], component)
        }
      }
    }
    defer { for reader in readers { reader.deallocate() } }
    guard readers.count == chosen.count else { return }
    readers.withUnsafeBufferPointer { readers in
      forEachBlock(
        of: chosen, &bits, restart: {},
        body: { index, component, column, row, bits in
          switch readers[index].read(&bits) {
          case .over: return false
          case .flat: readers[index].drawing.draw(readers[index].values, column, row, hasDetail: false)
          case .detailed: readers[index].drawing.draw(readers[index].values, column, row, hasDetail: true)
          }
          return true
        })
    }
  }

  // MARK: Progressive scans

  private struct ProgressiveScan {
    let first, last: Int
    let isRefinement: Bool
    let low: Int
  }

  private func read(_ scan: ProgressiveScan, of chosen: [JPEGComponent], _ bits: inout JPEGBits) {
    // The number of blocks that have no more coefficients in this scan.
    var emptyBlocks = 0
    forEachBlock(
      of: chosen, &bits, restart: { emptyBlocks = 0 },
      body: { _, component, column, row, bits in
        let block = component.coefficients + (row * component.columns + column) * component.perBlock
        if scan.first == 0 {
          return readDirect(scan, component, block, &bits)
        }
        guard let table = alternatingTables[component.alternating] else { return false }
        let isGood =
          scan.isRefinement
          ? Self.refine(scan, table.lookup, block, &emptyBlocks, &bits)
          : Self.readDetail(scan, table.lookup, block, &emptyBlocks, &bits)
        return isGood && !bits.isOver
      })
  }

  private func readDirect(
    _ scan: ProgressiveScan, _ component: JPEGComponent, _ block: UnsafeMutablePointer<Int16>, _ bits: inout JPEGBits
  ) -> Bool {
    if scan.isRefinement {
      if bits.readBits(1) == 1 { block[0] |= 1 &<< Int16(scan.low) }
      return !bits.isOver
    }
    guard let table = directTables[component.direct] else { return false }
    bits.ensure()
    let length = table.lookup.symbol(&bits)
    guard (0...15).contains(length) else { return false }
    let prediction = component.prediction.pointee &+ bits.number(length)
    guard !bits.isOver, prediction.magnitude < 1 << 20 else { return false }
    component.prediction.pointee = prediction
    block[0] = Int16(truncatingIfNeeded: prediction << scan.low)
    return true
  }

  private static func readDetail(
    _ scan: ProgressiveScan, _ table: HuffmanTable.Lookup, _ block: UnsafeMutablePointer<Int16>,
    _ emptyBlocks: inout Int, _ bits: inout JPEGBits
  ) -> Bool {
    if emptyBlocks > 0 {
      emptyBlocks -= 1
      return true
    }
    var place = scan.first
    while place <= scan.last {
      bits.ensure()
      let symbol = table.symbol(&bits)
      guard symbol >= 0 else { return false }
      let (zeros, length) = (symbol >> 4, symbol & 15)
      if length == 0 {
        guard zeros == 15 else {
          emptyBlocks = 1 << zeros - 1 + bits.readBits(zeros)
          return true
        }
        place += 16
        continue
      }
      place += zeros
      guard place <= scan.last else { return false }
      block[place] = Int16(truncatingIfNeeded: bits.number(length) << scan.low)
      place += 1
    }
    return true
  }

  /// Reads one more bit of the coefficients that are known, and new ones of the lowest bit (G.1.2.3).
  private static func refine(
    _ scan: ProgressiveScan, _ table: HuffmanTable.Lookup, _ block: UnsafeMutablePointer<Int16>,
    _ emptyBlocks: inout Int, _ bits: inout JPEGBits
  ) -> Bool {
    let step = Int16(truncatingIfNeeded: 1 << scan.low)
    func refineOne(_ place: Int) {
      if bits.readBits(1) == 1, block[place] & step == 0 { block[place] &+= block[place] < 0 ? 0 &- step : step }
    }
    var place = scan.first
    if emptyBlocks == 0 {
      while place <= scan.last {
        bits.ensure()
        let symbol = table.symbol(&bits)
        guard symbol >= 0 else { return false }
        var (zeros, length) = (symbol >> 4, symbol & 15)
        var value: Int16 = 0
        if length == 0 {
          if zeros < 15 {
            emptyBlocks = 1 << zeros + bits.readBits(zeros)
            break
          }
        } else {
          length = 1
          value = bits.readBits(1) == 1 ? step : 0 &- step
        }
        while place <= scan.last {
          if block[place] != 0 {
            refineOne(place)
          } else {
            if zeros == 0 {
              if length > 0 { block[place] = value }
              place += 1
              break
            }
            zeros -= 1
          }
          place += 1
        }
        if bits.isOver { return false }
      }
    }
    if emptyBlocks > 0 {
      while place <= scan.last {
        if block[place] != 0 { refineOne(place) }
        place += 1
      }
      emptyBlocks -= 1
    }
    return true
  }

  // MARK: Picture

  private mutating func picture() -> Pixels {
    if isProgressive {
      for component in components { component.drawCoefficients(quantizations[component.quantization]) }
    }
    let isRGB = components.count == 3 && (adobeTransform == 0 || components.map { $0.id } == Array("RGB".utf8))
    let colours: JPEGColours.Kind =
      switch components.count {
      case 1: .grey
      case 3: isRGB ? .plain : .luminance
      default: adobeTransform == 2 ? .luminanceBlack : .plainBlack
      }
    let (columns, rows) = shown
    return JPEGColours.pixels(
      components, colours, columns: columns, rows: rows,
      across: (components.map { $0.across }.max() ?? 1) * size.rawValue,
      down: (components.map { $0.down }.max() ?? 1) * size.rawValue, width: size.length(width),
      height: size.length(height))
  }
}

/// Reads the blocks of a component in a baseline scan.
private struct JPEGBlockReader {
  enum Block {
    case over, flat, detailed
  }

  private let direct: HuffmanTable.Lookup
  private let alternating: HuffmanTable.Lookup
  let drawing: JPEGComponent.Drawing
  private let prediction: UnsafeMutablePointer<Int>
  /// The factor of each coefficient in zigzag order, and its place in `values`; unused coefficients go behind the
  /// block.
  private let factors: UnsafeMutablePointer<Int32>
  private let places: UnsafeMutablePointer<Int>
  /// The coefficients of the last block in their natural order.
  let values: UnsafeMutablePointer<Int32>

  init(
    _ direct: HuffmanTable.Lookup, _ alternating: HuffmanTable.Lookup, _ quantization: [Int32],
    _ component: JPEGComponent
  ) {
    (self.direct, self.alternating) = (direct, alternating)
    (drawing, prediction) = (component.drawing, component.prediction)
    factors = .allocate(capacity: 64)
    places = .allocate(capacity: 64)
    values = .allocate(capacity: 72)
    values.initialize(repeating: 0, count: 72)
    for index in 0..<64 {
      (factors + index).initialize(to: quantization[index])
      let natural = BlockTransform.zigzag[index]
      let isUsed = natural % 8 < drawing.across && natural / 8 < drawing.down
      (places + index).initialize(to: isUsed ? natural : 64)
    }
  }

  func deallocate() {
    factors.deallocate()
    places.deallocate()
    values.deallocate()
  }

  /// - Returns: `.over` if the scan ends here.
  @inline(__always)
  func read(_ source: inout JPEGBits) -> Block {
    // A copy can stay in registers.
    var bits = source
    defer { source = bits }
    bits.ensure()
    let length = direct.symbol(&bits)
    guard length >= 0, length <= 15 else { return .over }
    let mean = prediction.pointee &+ bits.number(length)
    guard mean.magnitude < 1 << 20 else { return .over }
    prediction.pointee = mean
    values[0] = Int32(truncatingIfNeeded: mean) &* factors[0]
    var (place, isFlat) = (1, true)
    while place < 64 {
      bits.ensure()
      let quick = alternating.number(bits)
      var value: Int
      if quick != 0 {
        bits.drop(quick & 0xFF)
        place &+= quick &>> 8 & 15
        value = quick &>> 16
      } else {
        let symbol = alternating.symbol(&bits)
        guard symbol >= 0 else { return .over }
        let length = symbol & 15
        if length == 0 {
          guard symbol == 0xF0 else { break }
          place &+= 16
          continue
        }
        place &+= symbol &>> 4
        value = bits.number(length)
      }
      guard place < 64 else { return .over }
      if isFlat {
        (values + 1).update(repeating: 0, count: 63)
        isFlat = false
      }
      values[places[place]] = Int32(truncatingIfNeeded: value) &* factors[place]
      place &+= 1
    }
    return bits.isOver ? .over : isFlat ? .flat : .detailed
  }
}
