/// Decodes lossy WebP pictures: a key frame of VP8 (RFC 6386), with its loop filter.
struct VP8Decoder {
  /// A plane of samples with a margin above and at the left, from which the first blocks are predicted.
  private final class Plane {
    let stride: Int
    let width, height: Int
    private let memory: UnsafeMutablePointer<UInt8>
    /// The first sample of the picture.
    let samples: UnsafeMutablePointer<UInt8>

    init(_ width: Int, _ height: Int) {
      (self.width, self.height, stride) = (width, height, width + 16)
      memory = .allocate(capacity: stride * (height + 1))
      memory.initialize(repeating: 0, count: stride * (height + 1))
      samples = memory + stride + 8
      memory.update(repeating: 127, count: stride)
      for y in 0..<height { samples[y * stride - 1] = 129 }
    }

    deinit { memory.deallocate() }
  }

  private struct Segment {
    var quantizer = 0
    var level = 0
    /// The factors of the mean and of the other coefficients: of luminance, of the means of luminance, of chroma.
    var factors: [(Int, Int)] = []
  }

  /// The filter of a block of 16 × 16.
  private struct Filter {
    var limit = 0
    var inner = 0
    var threshold = 0
    var hasInner = false
  }

  private static let zigzag = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]
  private static let bands = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]

  private let width, height: Int
  private let across, down: Int
  private var head: VP8Bits
  private var parts: [VP8Bits] = []
  private var segments = [Segment](repeating: Segment(), count: 4)
  private var hasSegments = false
  private var hasSegmentMap = false
  private var segmentChances = [255, 255, 255]
  private var isSimple = false
  private var sharpness = 0
  private var frameChange = 0
  private var blockChange = 0
  private var hasFilter = false
  private var chances = WebPTables.coefficients.map { Int($0) }
  private var skipChance: Int?
  private let light, blue, red: Plane
  private var filters: [Filter]
  /// The modes of the small blocks above and at the left.
  private var modesAbove: [Int]
  private var modesLeft = [0, 0, 0, 0]
  /// `true` for each block above and at the left that has coefficients: four of luminance, two each of chroma, and the
  /// means.
  private var filledAbove: [Int]
  private var filledLeft = [Int](repeating: 0, count: 9)
  private var coefficients = [Int](repeating: 0, count: 25 * 16)

  /// Returns `nil` if the bytes are not a key frame.
  static func pixels(of bytes: UnsafeRawBufferPointer) -> Pixels? {
    guard var decoder = VP8Decoder(bytes) else { return nil }
    decoder.decode()
    return decoder.picture()
  }

  private init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 10, bytes[0] & 1 == 0, bytes[3] == 0x9D, bytes[4] == 1, bytes[5] == 0x2A else { return nil }
    let length = (bytes.littleEndian32(0) & 0xFF_FFFF) >> 5
    (width, height) = (bytes.littleEndian16(6) & 0x3FFF, bytes.littleEndian16(8) & 0x3FFF)
    guard WebPDecoder.canHold(width, height, in: bytes.count), length <= bytes.count - 10 else { return nil }
    (across, down) = ((width + 15) / 16, (height + 15) / 16)
    head = VP8Bits(bytes.slice(10, 10 + length))
    light = Plane(across * 16, down * 16)
    blue = Plane(across * 8, down * 8)
    red = Plane(across * 8, down * 8)
    filters = Array(repeating: Filter(), count: across * down)
    modesAbove = Array(repeating: 0, count: across * 4)
    filledAbove = Array(repeating: 0, count: across * 9)
    guard readHeader(bytes.slice(10 + length, bytes.count)) else { return nil }
  }

  // MARK: Header

  private mutating func readHeader(_ rest: UnsafeRawBufferPointer) -> Bool {
    _ = head.bits(2)
    hasSegments = head.flag()
    var isAbsolute = true
    if hasSegments {
      hasSegmentMap = head.flag()
      if head.flag() {
        isAbsolute = head.flag()
        for index in 0..<4 { segments[index].quantizer = head.flag() ? head.signed(7) : 0 }
        for index in 0..<4 { segments[index].level = head.flag() ? head.signed(6) : 0 }
      }
      if hasSegmentMap { for index in 0..<3 { segmentChances[index] = head.flag() ? head.bits(8) : 255 } }
    }
    isSimple = head.flag()
    let level = head.bits(6)
    sharpness = head.bits(3)
    if head.flag(), head.flag() {
      for index in 0..<8 {
        let change = head.flag() ? head.signed(6) : 0
        if index == 0 { frameChange = change }
        if index == 4 { blockChange = change }
      }
    }
    let count = 1 << head.bits(2)
    hasFilter = level > 0
    readFactors(isAbsolute: isAbsolute, level: level)
    _ = head.flag()
    for index in chances.indices where head.bit(Int(WebPTables.updates[index])) { chances[index] = head.bits(8) }
    if head.flag() { skipChance = head.bits(8) }
    return cut(rest, into: count)
  }

  private mutating func readFactors(isAbsolute: Bool, level: Int) {
    let base = head.bits(7)
    let changes = (0..<5).map { _ in head.flag() ? head.signed(4) : 0 }
    func mean(_ index: Int, most: Int = 127) -> Int { Int(WebPTables.means[min(most, max(0, index))]) }
    func detail(_ index: Int) -> Int { WebPTables.details[min(127, max(0, index))] }
    for index in 0..<4 {
      var quantizer = base
      if hasSegments {
        quantizer = segments[index].quantizer + (isAbsolute ? 0 : base)
        segments[index].level += isAbsolute ? 0 : level
      } else {
        segments[index].level = level
      }
      segments[index].factors = [
        (mean(quantizer + changes[0]), detail(quantizer)),
        (mean(quantizer + changes[1]) * 2, max(8, detail(quantizer + changes[2]) * 155 / 100)),
        (mean(quantizer + changes[3], most: 117), detail(quantizer + changes[4])),
      ]
    }
  }

  /// Divides the coefficients into their parts.
  private mutating func cut(_ rest: UnsafeRawBufferPointer, into count: Int) -> Bool {
    var place = 3 * (count - 1)
    guard place <= rest.count else { return false }
    for index in 0..<count {
      let end =
        index + 1 < count ? place + rest.littleEndian32(3 * index) & 0xFF_FFFF : rest.count
      parts.append(VP8Bits(rest.slice(place, end)))
      place = min(end, rest.count)
    }
    return true
  }

  // MARK: Blocks

  private mutating func decode() {
    for row in 0..<down {
      modesLeft = [0, 0, 0, 0]
      filledLeft = [Int](repeating: 0, count: 9)
      var bits = parts[row & (parts.count - 1)]
      for column in 0..<across {
        decode(column, row, &bits)
        // The upper part of a damaged picture is shown.
        if head.isOver && bits.isOver { return }
      }
      parts[row & (parts.count - 1)] = bits
    }
    if hasFilter { filterAll() }
  }

  private mutating func decode(_ column: Int, _ row: Int, _ bits: inout VP8Bits) {
    var segment = 0
    if hasSegmentMap {
      segment =
        head.bit(segmentChances[0])
        ? head.bit(segmentChances[2]) ? 3 : 2 : head.bit(segmentChances[1]) ? 1 : 0
    }
    let isSkipped = skipChance.map { head.bit($0) } ?? false
    let isWhole = head.bit(145)
    var modes = [Int](repeating: 0, count: 16)
    if isWhole {
      let mode = head.bit(156) ? head.bit(128) ? 1 : 3 : head.bit(163) ? 2 : 0
      modes[0] = mode
      for index in 0..<4 { (modesAbove[column * 4 + index], modesLeft[index]) = (mode, mode) }
    } else {
      for y in 0..<4 {
        for x in 0..<4 {
          let mode = readMode(modesAbove[column * 4 + x], modesLeft[y])
          (modes[y * 4 + x], modesAbove[column * 4 + x], modesLeft[y]) = (mode, mode, mode)
        }
      }
    }
    let chroma = !head.bit(142) ? 0 : !head.bit(114) ? 2 : head.bit(183) ? 1 : 3
    var isFilled = false
    for index in coefficients.indices { coefficients[index] = 0 }
    if isSkipped {
      for index in 0..<(isWhole ? 9 : 8) { (filledAbove[column * 9 + index], filledLeft[index]) = (0, 0) }
    } else {
      isFilled = readCoefficients(column, segments[segment].factors, isWhole: isWhole, &bits)
    }
    predict(column, row, modes, isWhole: isWhole, chroma)
    filters[row * across + column] = filter(segment, isWhole: isWhole, isFilled: isFilled)
  }

  private mutating func readMode(_ above: Int, _ left: Int) -> Int {
    let start = (above * 10 + left) * 9
    func chance(_ index: Int) -> Int { Int(WebPTables.modes[start + index]) }
    if !head.bit(chance(0)) { return 0 }
    if !head.bit(chance(1)) { return 1 }
    if !head.bit(chance(2)) { return 2 }
    if !head.bit(chance(3)) { return !head.bit(chance(4)) ? 3 : !head.bit(chance(5)) ? 4 : 5 }
    if !head.bit(chance(6)) { return 6 }
    if !head.bit(chance(7)) { return 7 }
    return !head.bit(chance(8)) ? 8 : 9
  }

  /// - Returns: `true` if there is a coefficient.
  private mutating func readCoefficients(
    _ column: Int, _ factors: [(Int, Int)], isWhole: Bool, _ bits: inout VP8Bits
  ) -> Bool {
    var isFilled = false
    if isWhole {
      let count = read(24, kind: 1, context: filledAbove[column * 9 + 8] + filledLeft[8], 0, factors[1], &bits)
      (filledAbove[column * 9 + 8], filledLeft[8]) = (count > 0 ? 1 : 0, count > 0 ? 1 : 0)
      spreadMeans()
    }
    let first = isWhole ? 1 : 0
    for block in 0..<24 {
      // The contexts of the planes follow one another.
      let (x, y): (Int, Int)
      if block < 16 {
        (x, y) = (block & 3, block >> 2)
      } else {
        let base = block < 20 ? 4 : 6
        (x, y) = (base + block & 1, base + block >> 1 & 1)
      }
      let (above, left) = (filledAbove[column * 9 + x], filledLeft[y])
      let count =
        block < 16
        ? read(block, kind: isWhole ? 0 : 3, context: above + left, first, factors[0], &bits)
        : read(block, kind: 2, context: above + left, 0, factors[2], &bits)
      let flag = count > (block < 16 ? first : 0) ? 1 : 0
      (filledAbove[column * 9 + x], filledLeft[y]) = (flag, flag)
      if count > 1 || coefficients[block * 16] != 0 { isFilled = true }
    }
    return isFilled
  }

  /// Reads the coefficients of a block (13).
  /// - Returns: The index after the last one.
  private mutating func read(
    _ block: Int, kind: Int, context: Int, _ first: Int, _ factors: (Int, Int), _ bits: inout VP8Bits
  ) -> Int {
    var (index, context) = (first, context)
    chances.withUnsafeBufferPointer { chances in
      coefficients.withUnsafeMutableBufferPointer { out in
        func start() -> Int { ((kind * 8 + Self.bands[index]) * 3 + context) * 11 }
        var place = start()
        while index < 16 {
          guard bits.bit(chances[place]) else { return }
          while !bits.bit(chances[place + 1]) {
            (index, context) = (index + 1, 0)
            if index == 16 { return }
            place = start()
          }
          var value = 1
          if bits.bit(chances[place + 2]) {
            value = Self.large(chances, place, &bits)
            context = 2
          } else {
            context = 1
          }
          if bits.bit(128) { value = -value }
          out[block * 16 + Self.zigzag[index]] = value * (index > 0 ? factors.1 : factors.0)
          index += 1
          place = start()
        }
      }
    }
    return index
  }

  private static let bonus = [
    [173, 148, 140], [176, 155, 140, 135], [180, 157, 141, 134, 130],
    [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
  ]

  private static func large(_ chances: UnsafeBufferPointer<Int>, _ place: Int, _ bits: inout VP8Bits) -> Int {
    func one(_ chance: Int) -> Int { bits.bit(chance) ? 1 : 0 }
    if !bits.bit(chances[place + 3]) { return !bits.bit(chances[place + 4]) ? 2 : 3 + one(chances[place + 5]) }
    if !bits.bit(chances[place + 6]) {
      if !bits.bit(chances[place + 7]) { return 5 + one(159) }
      let high = one(165)
      return 7 + 2 * high + one(145)
    }
    let high = one(chances[place + 8])
    let kind = 2 * high + one(chances[place + 9 + high])
    return bonus[kind].reduce(0) { 2 * $0 + one($1) } + 3 + 8 << kind
  }

  /// Transforms the means of the sixteen blocks of luminance (14.3).
  private mutating func spreadMeans() {
    let own = Array(coefficients[384..<400])
    var half = own
    for index in 0..<4 {
      let (a, b) = (own[index] + own[12 + index], own[4 + index] + own[8 + index])
      let (c, d) = (own[4 + index] - own[8 + index], own[index] - own[12 + index])
      (half[index], half[4 + index], half[8 + index], half[12 + index]) = (a + b, d + c, a - b, d - c)
    }
    for index in 0..<4 {
      let row = index * 4
      let (a, b) = (half[row] + 3 + half[row + 3], half[row + 1] + half[row + 2])
      let (c, d) = (half[row + 1] - half[row + 2], half[row] + 3 - half[row + 3])
      for (column, value) in [a + b, d + c, a - b, d - c].enumerated() {
        coefficients[(row + column) * 16] = value >> 3
      }
    }
  }

  // MARK: Prediction

  private func predict(_ column: Int, _ row: Int, _ modes: [Int], isWhole: Bool, _ chroma: Int) {
    let start = light.samples + row * 16 * light.stride + column * 16
    if isWhole {
      Self.predict(start, light.stride, 16, modes[0], hasLeft: column > 0, hasAbove: row > 0)
      for block in 0..<16 { add(block, to: start + (block >> 2 * 4) * light.stride + block & 3 * 4, light.stride) }
    } else {
      let above = start - light.stride
      // The samples above at the right, which lower blocks use as well.
      var right = [above[16], above[17], above[18], above[19]]
      if row == 0 {
        right = [127, 127, 127, 127]
      } else if column == across - 1 {
        right = [above[15], above[15], above[15], above[15]]
      }
      for block in 0..<16 {
        let own = start + (block >> 2 * 4) * light.stride + block & 3 * 4
        Self.predictSmall(own, light.stride, modes[block], right: block & 3 == 3 ? right : nil)
        add(block, to: own, light.stride)
      }
    }
    for (plane, first) in [(blue, 16), (red, 20)] {
      let start = plane.samples + row * 8 * plane.stride + column * 8
      Self.predict(start, plane.stride, 8, chroma, hasLeft: column > 0, hasAbove: row > 0)
      for block in 0..<4 {
        add(first + block, to: start + (block >> 1 * 4) * plane.stride + block & 1 * 4, plane.stride)
      }
    }
  }

  @inline(__always)
  private static func clipped(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(255, max(0, value))) }

  private static func predict(
    _ out: UnsafeMutablePointer<UInt8>, _ stride: Int, _ size: Int, _ mode: Int, hasLeft: Bool, hasAbove: Bool
  ) {
    let above = out - stride
    switch mode {
    case 0:
      var (sum, count) = (0, 0)
      if hasAbove { for x in 0..<size { sum += Int(above[x]) } }
      if hasLeft { for y in 0..<size { sum += Int(out[y * stride - 1]) } }
      count = (hasAbove ? size : 0) + (hasLeft ? size : 0)
      let value = count == 0 ? 128 : UInt8((sum + count / 2) / count)
      for y in 0..<size { (out + y * stride).update(repeating: value, count: size) }
    case 2: for y in 0..<size { (out + y * stride).update(from: above, count: size) }
    case 3: for y in 0..<size { (out + y * stride).update(repeating: out[y * stride - 1], count: size) }
    default:
      let corner = Int(above[-1])
      for y in 0..<size {
        let change = Int(out[y * stride - 1]) - corner
        for x in 0..<size { out[y * stride + x] = clipped(Int(above[x]) + change) }
      }
    }
  }

  /// Predicts a block of 4 × 4 (12.3).
  private static func predictSmall(
    _ out: UnsafeMutablePointer<UInt8>, _ stride: Int, _ mode: Int, right: [UInt8]?
  ) {
    // The edge, from the lower left to the upper right; the corner is at 4.
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 14) { e in
      for index in 0..<4 {
        e[3 - index] = Int(out[index * stride - 1])
        e[5 + index] = Int(out[index - stride])
        e[9 + index] = Int(right?[index] ?? out[4 + index - stride])
      }
      e[4] = Int(out[-1 - stride])
      e[13] = e[12]
      func mean(_ a: Int, _ b: Int) -> Int { (e[a] + e[b] + 1) >> 1 }
      func mean3(_ middle: Int) -> Int { (e[middle - 1] + 2 * e[middle] + e[middle + 1] + 2) >> 2 }
      func fill(_ body: (_ x: Int, _ y: Int) -> Int) {
        for y in 0..<4 { for x in 0..<4 { out[y * stride + x] = clipped(body(x, y)) } }
      }
      switch mode {
      case 0:
        let value = (e[0] + e[1] + e[2] + e[3] + e[5] + e[6] + e[7] + e[8] + 4) >> 3
        fill { _, _ in value }
      case 1: fill { x, y in e[5 + x] + e[3 - y] - e[4] }
      case 2: fill { x, _ in mean3(5 + x) }
      case 3: fill { _, y in y == 3 ? (e[1] + 3 * e[0] + 2) >> 2 : mean3(3 - y) }
      case 4: fill { x, y in mean3(4 + x - y) }
      case 5:
        fill { x, y in
          let place = 2 * x - y
          switch place {
          case 0, 2, 4, 6: return mean(4 + place / 2, 5 + place / 2)
          case -1, 1, 3, 5: return mean3(4 + (place + 1) / 2)
          case -2: return mean3(3)
          default: return mean3(2)
          }
        }
      case 6: fill { x, y in mean3(6 + x + y) }
      case 7:
        fill { x, y in
          if x == 3, y >= 2 { return mean3(y == 2 ? 10 : 11) }
          let place = 5 + x + y / 2
          return y % 2 == 0 ? mean(place, place + 1) : mean3(place + 1)
        }
      case 8:
        fill { x, y in
          let place = 2 * y - x
          switch place {
          case 0, 2, 4, 6: return mean(3 - place / 2, 4 - place / 2)
          case -1, 1, 3, 5: return mean3(4 - (place + 1) / 2)
          case -2: return mean3(5)
          default: return mean3(6)
          }
        }
      default:
        fill { x, y in
          let place = x + 2 * y
          if place > 5 { return e[0] }
          if place == 5 { return (e[1] + 3 * e[0] + 2) >> 2 }
          return place % 2 == 0 ? mean(3 - place / 2, 2 - place / 2) : mean3(2 - place / 2)
        }
      }
    }
  }

  /// Adds the transformed coefficients of a block (14.4).
  private func add(_ block: Int, to out: UnsafeMutablePointer<UInt8>, _ stride: Int) {
    coefficients.withUnsafeBufferPointer { all in
      let own = UnsafeBufferPointer(rebasing: all[block * 16..<block * 16 + 16])
      guard own.contains(where: { $0 != 0 }) else { return }
      func first(_ value: Int) -> Int { value + (value * 20_091) >> 16 }
      func second(_ value: Int) -> Int { (value * 35_468) >> 16 }
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 16) { half in
        for index in 0..<4 {
          let (a, b) = (own[index] + own[8 + index], own[index] - own[8 + index])
          let c = second(own[4 + index]) - first(own[12 + index])
          let d = first(own[4 + index]) + second(own[12 + index])
          (half[index], half[4 + index], half[8 + index], half[12 + index]) = (a + d, b + c, b - c, a - d)
        }
        for y in 0..<4 {
          let row = y * 4
          let (a, b) = (half[row] + 4 + half[row + 2], half[row] + 4 - half[row + 2])
          let c = second(half[row + 1]) - first(half[row + 3])
          let d = first(half[row + 1]) + second(half[row + 3])
          let line = out + y * stride
          line[0] = Self.clipped(Int(line[0]) + (a + d) >> 3)
          line[1] = Self.clipped(Int(line[1]) + (b + c) >> 3)
          line[2] = Self.clipped(Int(line[2]) + (b - c) >> 3)
          line[3] = Self.clipped(Int(line[3]) + (a - d) >> 3)
        }
      }
    }
  }

  // MARK: Loop filter

  private func filter(_ segment: Int, isWhole: Bool, isFilled: Bool) -> Filter {
    let level = min(63, max(0, segments[segment].level + frameChange + (isWhole ? 0 : blockChange)))
    var inner = level
    if sharpness > 0 { inner = min(inner >> (sharpness > 4 ? 2 : 1), 9 - sharpness) }
    inner = max(1, inner)
    return Filter(
      limit: level == 0 ? 0 : 2 * level + inner, inner: inner, threshold: level >= 40 ? 2 : level >= 15 ? 1 : 0,
      hasInner: !isWhole || isFilled)
  }

  private func filterAll() {
    for row in 0..<down {
      for column in 0..<across {
        let own = filters[row * across + column]
        guard own.limit > 0 else { continue }
        let planes = isSimple ? [(light, 16)] : [(light, 16), (blue, 8), (red, 8)]
        for (plane, size) in planes {
          let start = plane.samples + row * size * plane.stride + column * size
          if column > 0 { edge(start, along: plane.stride, across: 1, size, own, isOuter: true) }
          if own.hasInner {
            for x in stride(from: 4, to: size, by: 4) {
              edge(start + x, along: plane.stride, across: 1, size, own, isOuter: false)
            }
          }
          if row > 0 { edge(start, along: 1, across: plane.stride, size, own, isOuter: true) }
          if own.hasInner {
            for y in stride(from: 4, to: size, by: 4) {
              edge(start + y * plane.stride, along: 1, across: plane.stride, size, own, isOuter: false)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func edge(
    _ start: UnsafeMutablePointer<UInt8>, along: Int, across step: Int, _ size: Int, _ filter: Filter, isOuter: Bool
  ) {
    let most = 2 * (filter.limit + (isOuter ? 4 : 0)) + 1
    for index in 0..<size {
      let p = start + index * along
      let (p1, p0, q0, q1) = (Int(p[-2 * step]), Int(p[-step]), Int(p[0]), Int(p[step]))
      guard 4 * abs(p0 - q0) + abs(p1 - q1) <= most else { continue }
      func narrow(_ value: Int, _ least: Int = -128, _ most: Int = 127) -> Int { min(most, max(least, value)) }
      if isSimple {
        let a = 3 * (q0 - p0) + narrow(p1 - q1)
        p[-step] = Self.clipped(p0 + narrow((a + 3) >> 3, -16, 15))
        p[0] = Self.clipped(q0 - narrow((a + 4) >> 3, -16, 15))
        continue
      }
      let (p3, p2, q2, q3) = (Int(p[-4 * step]), Int(p[-3 * step]), Int(p[2 * step]), Int(p[3 * step]))
      guard abs(p3 - p2) <= filter.inner, abs(p2 - p1) <= filter.inner, abs(p1 - p0) <= filter.inner,
        abs(q3 - q2) <= filter.inner, abs(q2 - q1) <= filter.inner, abs(q1 - q0) <= filter.inner
      else { continue }
      if abs(p1 - p0) > filter.threshold || abs(q1 - q0) > filter.threshold {
        let a = 3 * (q0 - p0) + narrow(p1 - q1)
        p[-step] = Self.clipped(p0 + narrow((a + 3) >> 3, -16, 15))
        p[0] = Self.clipped(q0 - narrow((a + 4) >> 3, -16, 15))
      } else if isOuter {
        let a = narrow(3 * (q0 - p0) + narrow(p1 - q1))
        let (a1, a2, a3) = ((27 * a + 63) >> 7, (18 * a + 63) >> 7, (9 * a + 63) >> 7)
        p[-3 * step] = Self.clipped(p2 + a3)
        p[-2 * step] = Self.clipped(p1 + a2)
        p[-step] = Self.clipped(p0 + a1)
        p[0] = Self.clipped(q0 - a1)
        p[step] = Self.clipped(q1 - a2)
        p[2 * step] = Self.clipped(q2 - a3)
      } else {
        let a = 3 * (q0 - p0)
        let (a1, a2) = (narrow((a + 4) >> 3, -16, 15), narrow((a + 3) >> 3, -16, 15))
        let a3 = (a1 + 1) >> 1
        p[-2 * step] = Self.clipped(p1 + a3)
        p[-step] = Self.clipped(p0 + a2)
        p[0] = Self.clipped(q0 - a1)
        p[step] = Self.clipped(q1 - a3)
      }
    }
  }

  // MARK: Colours

  private func picture() -> Pixels {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { out, count in
      for y in 0..<height {
        let near = y / 2
        let far = min(halfHeight - 1, max(0, y % 2 == 0 ? near - 1 : near + 1))
        let line = light.samples + y * light.stride
        for x in 0..<width {
          let close = x / 2
          let other = min(halfWidth - 1, max(0, x % 2 == 0 ? close - 1 : close + 1))
          func chroma(_ plane: Plane) -> Int {
            let (a, b) = (plane.samples + near * plane.stride, plane.samples + far * plane.stride)
            return (9 * Int(a[close]) + 3 * Int(a[other]) + 3 * Int(b[close]) + Int(b[other]) + 8) >> 4
          }
          let (bright, u, v) = ((Int(line[x]) * 19_077) >> 8, chroma(blue), chroma(red))
          out[count] = Self.clipped((bright + (v * 26_149) >> 8 - 14_234) >> 6)
          out[count + 1] = Self.clipped((bright - (u * 6_419) >> 8 - (v * 13_320) >> 8 + 8_708) >> 6)
          out[count + 2] = Self.clipped((bright + (u * 33_050) >> 8 - 17_685) >> 6)
          count += 3
        }
      }
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }
}

/// The arithmetic decoder of VP8 (RFC 6386, chapter 7).
struct VP8Bits {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var value: UInt64 = 0
  /// The number of bits of `value` beyond the eight that are compared.
  private var count = -8
  private var range: UInt64 = 255
  private var invented = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// `true` if bits beyond the end were used.
  var isOver: Bool { invented > 16 }

  /// Returns a decision.
  /// - Parameter chance: The chance of `false`, of 256.
  @inline(__always)
  mutating func bit(_ chance: Int) -> Bool {
    while count < 0 {
      value <<= 8
      if place < bytes.count {
        value |= UInt64(bytes[place])
        place += 1
      } else {
        invented += 1
      }
      count += 8
    }
    let split = 1 + ((range - 1) * UInt64(chance)) >> 8
    let limit = split << UInt64(count)
    let isSet = value >= limit
    if isSet {
      value -= limit
      range -= split
    } else {
      range = split
    }
    let shift = range.leadingZeroBitCount - 56
    range <<= UInt64(shift)
    count -= shift
    return isSet
  }

  mutating func flag() -> Bool { bit(128) }
  mutating func bits(_ count: Int) -> Int { (0..<count).reduce(0) { value, _ in value << 1 | (flag() ? 1 : 0) } }
  mutating func signed(_ count: Int) -> Int {
    let value = bits(count)
    return flag() ? -value : value
  }
}
