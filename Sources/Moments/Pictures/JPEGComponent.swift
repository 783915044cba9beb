/// A colour component of a JPEG: its blocks and its samples.
final class JPEGComponent {
  let id: UInt8
  let across: Int
  let down: Int
  let quantization: Int
  /// The number of blocks in a row, rounded up to whole units of the scan; `rows` is the number of rows of blocks.
  var columns = 0
  var rows = 0
  var direct = 0
  var alternating = 0
  let prediction = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  /// The number of samples of a block in each direction.
  private(set) var samplesAcross = 8
  private(set) var samplesDown = 8
  /// The blocks that are drawn.
  private var shownColumns = 0..<0
  private var shownRows = 0..<0
  private(set) var samples = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  /// The number of samples in a row.
  private(set) var stride = 0
  /// The coefficients of a progressive picture, in zigzag order; only the mean at an eighth.
  private(set) var coefficients = UnsafeMutablePointer<Int16>.allocate(capacity: 1)
  private(set) var perBlock = 64

  init(id: UInt8, across: Int, down: Int, quantization: Int) {
    (self.id, self.across, self.down, self.quantization) = (id, across, down, quantization)
    prediction.initialize(to: 0)
  }

  deinit {
    samples.deallocate()
    coefficients.deallocate()
    prediction.deallocate()
  }

  /// Chooses the number of samples of a block: coarse chroma needs no interpolation if more of its samples are kept.
  func choose(_ size: JPEGDecoder.Size, maxAcross: Int, maxDown: Int, hasMeansAlone: Bool) {
    func samples(_ most: Int, _ own: Int) -> Int {
      var samples = size.rawValue
      while samples < 8, samples * 2 * own <= size.rawValue * most { samples *= 2 }
      return samples
    }
    perBlock = hasMeansAlone ? 1 : 64
    samplesAcross = hasMeansAlone ? 1 : samples(maxAcross, across)
    samplesDown = hasMeansAlone ? 1 : samples(maxDown, down)
  }

  /// Reserves the memory for the samples of a part of the picture.
  /// - Parameter scale: The pixels of a unit in each direction.
  func allocate(_ columns: Range<Int>, _ rows: Range<Int>, scale: (Int, Int), keepsCoefficients: Bool) {
    // Interpolation needs a neighbour at each side.
    func blocks(_ range: Range<Int>, _ scale: Int, _ own: Int, _ all: Int) -> Range<Int> {
      max(0, range.lowerBound * own / scale - 1)..<min(all, (range.upperBound * own + scale - 1) / scale + 1)
    }
    shownColumns = blocks(columns, scale.0, across, self.columns)
    shownRows = blocks(rows, scale.1, down, self.rows)
    stride = shownColumns.count * samplesAcross
    let count = stride * shownRows.count * samplesDown
    samples.deallocate()
    samples = .allocate(capacity: max(1, count))
    samples.initialize(repeating: 128, count: count)
    guard keepsCoefficients else { return }
    coefficients.deallocate()
    let kept = self.columns * self.rows * perBlock
    coefficients = .allocate(capacity: max(1, kept))
    coefficients.initialize(repeating: 0, count: kept)
  }

  /// The target of the drawn blocks, as plain values.
  struct Drawing {
    fileprivate let samples: UnsafeMutablePointer<UInt8>
    fileprivate let stride: Int
    fileprivate let columns, rows: Range<Int>
    /// The number of samples of a block in each direction.
    let across, down: Int

    /// Draws a block from its coefficients in natural order, if it is in the part that is shown.
    @inline(__always)
    func draw(_ values: UnsafeMutablePointer<Int32>, _ column: Int, _ row: Int, hasDetail: Bool) {
      guard column >= columns.lowerBound, column < columns.upperBound, row >= rows.lowerBound, row < rows.upperBound
      else { return }
      let start =
        samples + (row &- rows.lowerBound) &* down &* stride + (column &- columns.lowerBound) &* across
      if hasDetail, across &* down > 1 {
        BlockTransform.invert(values, across: across, down: down, into: start, stride: stride)
      } else {
        let value = BlockTransform.flat(values[0])
        for y in 0..<down { (start + y &* stride).update(repeating: value, count: across) }
      }
    }
  }

  var drawing: Drawing {
    Drawing(
      samples: samples, stride: stride, columns: shownColumns, rows: shownRows, across: samplesAcross,
      down: samplesDown)
  }

  /// Draws the blocks of a progressive picture.
  /// - Parameter quantization: The factors in zigzag order.
  func drawCoefficients(_ quantization: [Int32]) {
    let drawing = drawing
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { values in
      values.initialize(repeating: 0)
      guard let values = values.baseAddress else { return }
      for row in shownRows {
        for column in shownColumns {
          let block = coefficients + (row * columns + column) * perBlock
          values.update(repeating: 0, count: 64)
          values[0] = Int32(block[0]) &* quantization[0]
          var hasDetail = false
          for index in 1..<max(1, perBlock) where block[index] != 0 {
            values[BlockTransform.zigzag[index]] = Int32(block[index]) &* quantization[index]
            hasDetail = true
          }
          drawing.draw(values, column, row, hasDetail: hasDetail)
        }
      }
    }
  }

  /// Returns a row of samples as 4 times their value, interpolated between two rows if the component is half as high
  /// as the picture.
  /// - Parameters:
  ///   - y: The row of the picture.
  ///   - down: The pixels of a unit.
  ///   - last: The last row of samples that belongs to the picture.
  func readRow(_ y: Int, down pixels: Int, last: Int, into line: UnsafeMutablePointer<Int16>) {
    let own = down * samplesDown
    let (near, far): (Int, Int)
    if own * 2 == pixels {
      near = min(y / 2, last)
      far = min(last, max(0, y % 2 == 0 ? near - 1 : near + 1))
    } else {
      near = min(y * own / pixels, last)
      far = near
    }
    let top = shownRows.lowerBound * samplesDown
    let high = shownRows.count * samplesDown - 1
    let (a, b) = (samples + min(high, max(0, near - top)) * stride, samples + min(high, max(0, far - top)) * stride)
    if near == far {
      for x in 0..<stride { line[x] = Int16(truncatingIfNeeded: a[x]) &<< 2 }
    } else {
      for x in 0..<stride { line[x] = Int16(truncatingIfNeeded: a[x]) &* 3 &+ Int16(truncatingIfNeeded: b[x]) }
    }
  }

  /// The first column of the samples.
  var left: Int { shownColumns.lowerBound * samplesAcross }
}

/// The colours of a JPEG's components: JFIF's luminance and chroma, red, green and blue, or Adobe's inverted ink.
enum JPEGColours {
  enum Kind {
    case grey, luminance, plain, luminanceBlack, plainBlack
  }

  /// - Parameters:
  ///   - across, down: The pixels of a unit in each direction.
  ///   - width, height: The size of the whole picture.
  static func pixels(
    _ components: [JPEGComponent], _ kind: Kind, columns: Range<Int>, rows: Range<Int>, across: Int, down: Int,
    width: Int, height: Int
  ) -> Pixels {
    let longest = components.map { $0.stride }.max() ?? 0
    let count = columns.count
    let bytes = [UInt8](unsafeUninitializedCapacity: count * rows.count * 3) { out, filled in
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: longest + 1 + count * components.count) { memory in
        memory.initialize(repeating: 0)
        guard let start = memory.baseAddress, let out = out.baseAddress else { return }
        for y in rows {
          for (index, component) in components.enumerated() {
            let own = (component.across * component.samplesAcross, component.down * component.samplesDown)
            component.readRow(y, down: down, last: (height * own.1 + down - 1) / down - 1, into: start)
            spread(
              start, component.left, own: own.0, to: across, columns,
              last: min((width * own.0 + across - 1) / across - 1, component.left + component.stride - 1),
              into: start + longest + 1 + count * index)
          }
          convert(start + longest + 1, kind, count, into: out + (y - rows.lowerBound) * count * 3)
        }
      }
      filled = count * rows.count * 3
    }
    return Pixels(width: count, height: rows.count, bytes: bytes)
  }

  /// Fills a row of pixels from a row of samples, interpolated if the component is half as wide as the picture.
  @inline(__always)
  private static func spread(
    _ line: UnsafeMutablePointer<Int16>, _ left: Int, own: Int, to pixels: Int, _ columns: Range<Int>, last: Int,
    into out: UnsafeMutablePointer<Int16>
  ) {
    let first = columns.lowerBound
    if own == pixels {
      let line = line + (first - left)
      for x in 0..<columns.count { out[x] = (line[x] &+ 2) &>> 2 }
    } else if own * 2 == pixels {
      for x in columns {
        let near = min(x / 2, last)
        let far = min(last, max(left, x % 2 == 0 ? near - 1 : near + 1))
        let sum = line[near - left] &* 3 &+ line[far - left]
        out[x - first] = (sum &+ (x % 2 == 0 ? 8 : 7)) &>> 4
      }
    } else {
      for x in columns { out[x - first] = (line[min(x * own / pixels, last) - left] &+ 2) &>> 2 }
    }
  }

  @inline(__always)
  private static func clipped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, max(0, value))) }

  @inline(__always)
  private static func convert(
    _ lines: UnsafeMutablePointer<Int16>, _ kind: Kind, _ count: Int, into out: UnsafeMutablePointer<UInt8>
  ) {
    let (first, second, third, fourth) = (lines, lines + count, lines + 2 * count, lines + 3 * count)
    switch kind {
    case .grey:
      for x in 0..<count {
        let value = UInt8(truncatingIfNeeded: first[x])
        (out[3 &* x], out[3 &* x &+ 1], out[3 &* x &+ 2]) = (value, value, value)
      }
    case .plain:
      for x in 0..<count {
        out[3 &* x] = UInt8(truncatingIfNeeded: first[x])
        out[3 &* x &+ 1] = UInt8(truncatingIfNeeded: second[x])
        out[3 &* x &+ 2] = UInt8(truncatingIfNeeded: third[x])
      }
    case .luminance, .luminanceBlack:
      for x in 0..<count {
        let (light, blue, red) = (Int32(first[x]) &<< 16 &+ 32_768, Int32(second[x]) &- 128, Int32(third[x]) &- 128)
        out[3 &* x] = clipped((light &+ 91_881 &* red) &>> 16)
        out[3 &* x &+ 1] = clipped((light &- 22_554 &* blue &- 46_802 &* red) &>> 16)
        out[3 &* x &+ 2] = clipped((light &+ 116_130 &* blue) &>> 16)
      }
      if kind == .luminanceBlack { darken(fourth, count, out) }
    case .plainBlack:
      convert(lines, .plain, count, into: out)
      darken(fourth, count, out)
    }
  }

  private static func darken(_ black: UnsafeMutablePointer<Int16>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>) {
    for x in 0..<count * 3 { out[x] = UInt8(truncatingIfNeeded: Int(out[x]) * Int(black[x / 3]) / 255) }
  }
}
