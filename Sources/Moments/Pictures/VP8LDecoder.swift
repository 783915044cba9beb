/// Decodes lossless WebP pictures (RFC 9649, chapter 3).
struct VP8LDecoder {
  private enum Transform {
    case prediction(bits: Int, data: [UInt32])
    case colour(bits: Int, data: [UInt32])
    case green
    /// - width: The width of the picture with the colours.
    case palette(bits: Int, colours: [UInt32], width: Int)
  }

  private var bits: VP8LBits
  private let width: Int
  private let height: Int

  /// Decodes a picture with its header, and blends it with white.
  static func pixels(of bytes: UnsafeRawBufferPointer) -> Pixels? {
    guard bytes.count > 5, bytes[0] == 0x2F else { return nil }
    let head = bytes.littleEndian32(1)
    let (width, height) = (head & 0x3FFF + 1, head >> 14 & 0x3FFF + 1)
    guard head >> 29 == 0, let values = values(of: bytes.slice(5, bytes.count), width: width, height: height) else {
      return nil
    }
    let hasAlpha = head >> 28 & 1 == 1
    let pixels = [UInt8](unsafeUninitializedCapacity: values.count * 3) { out, count in
      for (index, value) in values.enumerated() {
        let alpha = hasAlpha ? Int(value >> 24) : 255
        for channel in 0..<3 {
          let own = Int(value >> UInt32(16 - 8 * channel) & 0xFF)
          out[index * 3 + channel] = UInt8(alpha == 255 ? own : (own * alpha + 255 * (255 - alpha) + 127) / 255)
        }
      }
      count = values.count * 3
    }
    return Pixels(width: width, height: height, bytes: pixels)
  }

  /// Decodes the alpha, red, green and blue of each pixel; `nil` if the stream is damaged.
  static func values(of bytes: UnsafeRawBufferPointer, width: Int, height: Int) -> [UInt32]? {
    guard WebPDecoder.canHold(width, height, in: bytes.count) else { return nil }
    var decoder = VP8LDecoder(bits: VP8LBits(bytes), width: width, height: height)
    return decoder.decoded()
  }

  private init(bits: VP8LBits, width: Int, height: Int) {
    (self.bits, self.width, self.height) = (bits, width, height)
  }

  private mutating func decoded() -> [UInt32]? {
    var (transforms, seen, width): ([Transform], Set<Int>, Int) = ([], [], width)
    while bits.read(1) == 1 {
      let kind = bits.read(2)
      guard seen.insert(kind).inserted, !bits.isOver else { return nil }
      switch kind {
      case 0, 1:
        let size = bits.read(3) + 2
        let data = stream(Self.parts(width, size), Self.parts(height, size), isMain: false)
        guard let data else { return nil }
        transforms.append(kind == 0 ? .prediction(bits: size, data: data) : .colour(bits: size, data: data))
      case 2: transforms.append(.green)
      default:
        let count = bits.read(8) + 1
        guard var colours = stream(count, 1, isMain: false) else { return nil }
        for index in colours.indices.dropFirst() { colours[index] = Self.sum(colours[index], colours[index - 1]) }
        let size = count > 16 ? 0 : count > 4 ? 1 : count > 2 ? 2 : 3
        transforms.append(.palette(bits: size, colours: colours, width: width))
        width = Self.parts(width, size)
      }
    }
    guard var values = stream(width, height, isMain: true) else { return nil }
    for transform in transforms.reversed() {
      switch transform {
      case .prediction(let size, let data): Self.unpredict(&values, width, height, size, data)
      case .colour(let size, let data): Self.recolour(&values, width, height, size, data)
      case .green:
        for index in values.indices {
          let green = values[index] >> 8 & 0xFF
          values[index] = Self.sum(values[index], green << 16 | green)
        }
      case .palette(let size, let colours, let wide):
        values = Self.unpacked(values, width, height, size, colours, wide)
        width = wide
      }
    }
    return values
  }

  private static func parts(_ length: Int, _ bits: Int) -> Int { (length + 1 << bits - 1) >> bits }

  // MARK: Codes

  /// The codes of a part of the picture: green and lengths, red, blue, alpha, distances.
  private typealias Group = [VP8LCode]

  /// Decodes a picture without its transformations.
  private mutating func stream(_ width: Int, _ height: Int, isMain: Bool) -> [UInt32]? {
    var cacheBits = 0
    if bits.read(1) == 1 {
      cacheBits = bits.read(4)
      guard (1...11).contains(cacheBits) else { return nil }
    }
    var (partBits, parts, count): (Int, [Int], Int) = (0, [], 1)
    if isMain, bits.read(1) == 1 {
      partBits = bits.read(3) + 2
      guard let numbers = stream(Self.parts(width, partBits), Self.parts(height, partBits), isMain: false) else {
        return nil
      }
      parts = numbers.map { Int($0 >> 8 & 0xFFFF) }
      count = (parts.max() ?? 0) + 1
    }
    var groups: [Group] = []
    for _ in 0..<count {
      var group: Group = []
      for size in [256 + 24 + (cacheBits > 0 ? 1 << cacheBits : 0), 256, 256, 256, 40] {
        guard !bits.isOver, let code = readCode(size) else { return nil }
        group.append(code)
      }
      groups.append(group)
    }
    return values(width, height, cacheBits, groups, parts, partBits)
  }

  private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  private mutating func readCode(_ size: Int) -> VP8LCode? {
    var lengths = [UInt8](repeating: 0, count: size)
    if bits.read(1) == 1 {
      let hasTwo = bits.read(1) == 1
      let first = bits.read(bits.read(1) == 1 ? 8 : 1)
      guard first < size else { return nil }
      lengths[first] = 1
      if hasTwo {
        let second = bits.read(8)
        guard second < size else { return nil }
        lengths[second] = 1
      }
      return VP8LCode(lengths)
    }
    var own = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(bits.read(4) + 4) { own[place] = UInt8(bits.read(3)) }
    guard let code = VP8LCode(own) else { return nil }
    var left = size
    if bits.read(1) == 1 {
      left = 2 + bits.read(2 + 2 * bits.read(3))
      guard left <= size else { return nil }
    }
    var (place, last): (Int, UInt8) = (0, 8)
    while place < size, left > 0, !bits.isOver {
      left -= 1
      let symbol = code.next(&bits)
      switch symbol {
      case 0..<16:
        lengths[place] = UInt8(symbol)
        if symbol > 0 { last = UInt8(symbol) }
        place += 1
      default:
        let (count, length): (Int, UInt8) =
          symbol == 16 ? (3 + bits.read(2), last) : symbol == 17 ? (3 + bits.read(3), 0) : (11 + bits.read(7), 0)
        guard place + count <= size else { return nil }
        for index in place..<place + count { lengths[index] = length }
        place += count
      }
    }
    return VP8LCode(lengths)
  }

  private mutating func values(
    _ width: Int, _ height: Int, _ cacheBits: Int, _ groups: [Group], _ parts: [Int], _ partBits: Int
  ) -> [UInt32]? {
    let total = width * height
    var values = [UInt32](repeating: 0, count: total)
    var cache = [UInt32](repeating: 0, count: cacheBits > 0 ? 1 << cacheBits : 0)
    let across = Self.parts(width, partBits)
    var bits = bits
    defer { self.bits = bits }
    var (place, number, group, cached) = (0, 0, groups[0], 0)
    while place < total {
      if !parts.isEmpty {
        let (y, x) = place.quotientAndRemainder(dividingBy: width)
        let own = parts[(y >> partBits) * across + x >> partBits]
        if own != number { (number, group) = (own, groups[own]) }
      }
      let symbol = group[0].next(&bits)
      guard !bits.isOver else { return nil }
      if symbol < 256 {
        let red = group[1].next(&bits)
        let blue = group[2].next(&bits)
        let alpha = group[3].next(&bits)
        values[place] = UInt32(alpha << 24 | red << 16 | symbol << 8 | blue)
        place += 1
      } else if symbol < 280 {
        let length = Self.number(symbol - 256, &bits)
        let far = Self.distance(Self.number(group[4].next(&bits), &bits), width)
        guard far <= place, length <= total - place else { return nil }
        for _ in 0..<length {
          values[place] = values[place - far]
          place += 1
        }
      } else {
        // All pixels up to here are in the cache.
        while cached < place {
          cache[Int((0x1E35_A7BD &* values[cached]) >> UInt32(32 - cacheBits))] = values[cached]
          cached += 1
        }
        guard symbol - 280 < cache.count else { return nil }
        values[place] = cache[symbol - 280]
        place += 1
      }
    }
    return values
  }

  private static func number(_ symbol: Int, _ bits: inout VP8LBits) -> Int {
    if symbol < 4 { return symbol + 1 }
    let extra = (symbol - 2) >> 1
    return (2 + symbol & 1) << extra + bits.read(extra) + 1
  }

  /// Returns the distance in pixels; short ones stand for pixels nearby.
  private static func distance(_ code: Int, _ width: Int) -> Int {
    if code > 120 { return code - 120 }
    let near = Int(WebPTables.neighbours[code - 1])
    return max(1, near >> 4 * width + 8 - near & 15)
  }

  // MARK: Transformations

  @inline(__always)
  private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    (a & 0xFF00_FF00 &+ b & 0xFF00_FF00) & 0xFF00_FF00 | (a & 0x00FF_00FF &+ b & 0x00FF_00FF) & 0x00FF_00FF
  }

  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32) -> UInt32 { ((a ^ b) & 0xFEFE_FEFE) >> 1 &+ a & b }

  @inline(__always)
  private static func byte(_ value: UInt32, _ index: Int) -> Int { Int(value >> UInt32(8 * index) & 0xFF) }

  private static func unpredict(_ values: inout [UInt32], _ width: Int, _ height: Int, _ size: Int, _ data: [UInt32]) {
    let across = parts(width, size)
    values[0] = sum(values[0], 0xFF00_0000)
    for x in stride(from: 1, to: width, by: 1) { values[x] = sum(values[x], values[x - 1]) }
    for y in stride(from: 1, to: height, by: 1) {
      let row = y * width
      values[row] = sum(values[row], values[row - width])
      for x in stride(from: 1, to: width, by: 1) {
        let place = row + x
        let mode = data[y >> size * across + x >> size] >> 8 & 15
        let (left, above) = (values[place - 1], values[place - width])
        let (corner, right) = (values[place - width - 1], values[place - width + 1])
        let guess: UInt32 =
          switch mode {
          case 1: left
          case 2: above
          case 3: right
          case 4: corner
          case 5: mean(mean(left, right), above)
          case 6: mean(left, corner)
          case 7: mean(left, above)
          case 8: mean(corner, above)
          case 9: mean(above, right)
          case 10: mean(mean(left, corner), mean(above, right))
          case 11: nearer(left, above, corner)
          case 12: combined(left, above, corner) { $0 + $1 - $2 }
          case 13: combined(mean(left, above), corner, 0) { $0 + ($0 - $1) / 2 - $2 }
          default: 0xFF00_0000
          }
        values[place] = sum(values[place], guess)
      }
    }
  }

  private static func nearer(_ left: UInt32, _ above: UInt32, _ corner: UInt32) -> UInt32 {
    var (toLeft, toAbove) = (0, 0)
    for index in 0..<4 {
      toLeft += abs(byte(above, index) - byte(corner, index))
      toAbove += abs(byte(left, index) - byte(corner, index))
    }
    return toLeft < toAbove ? left : above
  }

  @inline(__always)
  private static func combined(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ body: (Int, Int, Int) -> Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      value |= UInt32(min(255, max(0, body(byte(a, index), byte(b, index), byte(c, index))))) << UInt32(8 * index)
    }
    return value
  }

  private static func recolour(_ values: inout [UInt32], _ width: Int, _ height: Int, _ size: Int, _ data: [UInt32]) {
    let across = parts(width, size)
    func signed(_ value: UInt32) -> Int { Int(Int8(truncatingIfNeeded: value)) }
    for y in 0..<height {
      for x in 0..<width {
        let (own, value) = (data[y >> size * across + x >> size], values[y * width + x])
        let green = signed(value >> 8)
        let red = byte(value, 2) + (signed(own) * green) >> 5
        let shownRed = signed(UInt32(truncatingIfNeeded: red))
        let blue = byte(value, 0) + (signed(own >> 8) * green) >> 5 + (signed(own >> 16) * shownRed) >> 5
        values[y * width + x] = value & 0xFF00_FF00 | UInt32(red & 0xFF) << 16 | UInt32(blue & 0xFF)
      }
    }
  }

  private static func unpacked(
    _ values: [UInt32], _ width: Int, _ height: Int, _ size: Int, _ colours: [UInt32], _ wide: Int
  ) -> [UInt32] {
    var out = [UInt32](repeating: 0, count: wide * height)
    let (perValue, bits) = (1 << size, 8 >> size)
    for y in 0..<height {
      for x in 0..<wide {
        let index = byte(values[y * width + x / perValue], 1) >> (x % perValue * bits) & (1 << bits - 1)
        if index < colours.count { out[y * wide + x] = colours[index] }
      }
    }
    return out
  }
}

/// Bits of a lossless WebP, the lowest of each byte first.
struct VP8LBits {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var held: UInt64 = 0
  private var count = 0
  private var invented = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// `true` if bits beyond the end were used.
  var isOver: Bool { invented > count }

  @inline(__always)
  private mutating func fill() {
    while count <= 48 {
      if place < bytes.count {
        held |= UInt64(bytes[place]) << UInt64(count)
        place += 1
      } else {
        invented += 8
      }
      count += 8
    }
  }

  /// Returns the next bits as a number, at most 24 of them.
  @inline(__always)
  mutating func read(_ bits: Int) -> Int {
    if count < 32 { fill() }
    let value = Int(truncatingIfNeeded: held & (1 << UInt64(bits) - 1))
    drop(bits)
    return value
  }

  /// Returns the next 15 bits or more, the first one lowest.
  @inline(__always)
  mutating func peek() -> Int {
    if count < 32 { fill() }
    return Int(truncatingIfNeeded: held & 0x7FFF)
  }

  @inline(__always)
  mutating func drop(_ bits: Int) {
    held >>= UInt64(bits)
    count -= bits
  }
}

/// A prefix code of a lossless WebP (RFC 9649, 3.7.2.1).
struct VP8LCode {
  private static let fastBits = 9
  /// For the next bits, the length of the code that they begin with, and its symbol; 0 for longer codes.
  private var fast: [UInt16] = []
  /// The symbols by length and then by number, and the number of symbols of each length.
  private var symbols: [UInt16] = []
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbol that takes no bits, if it is the only one.
  private var only = -1

  /// - Returns: `nil` for lengths that are impossible in a code.
  init?(_ lengths: [UInt8]) {
    for length in lengths where length > 0 {
      guard length < 16 else { return nil }
      counts[Int(length)] += 1
    }
    let total = counts.reduce(0, +)
    guard total > 0 else { return nil }
    if total == 1 {
      only = lengths.firstIndex { $0 > 0 } ?? 0
      return
    }
    guard (1..<16).reduce(0, { $0 + counts[$1] << (15 - $1) }) == 1 << 15 else { return nil }
    var starts = [Int](repeating: 0, count: 17)
    for length in 1..<16 { starts[length + 1] = starts[length] + counts[length] }
    symbols = [UInt16](repeating: 0, count: total)
    var next = starts
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[next[Int(length)]] = UInt16(symbol)
      next[Int(length)] += 1
    }
    fast = [UInt16](repeating: 0, count: 1 << Self.fastBits)
    var code = 0
    for length in 1...Self.fastBits {
      for index in 0..<counts[length] {
        // Codes begin with their highest bit.
        var reversed = 0
        for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
        for place in stride(from: reversed, to: 1 << Self.fastBits, by: 1 << length) {
          fast[place] = UInt16(length) << 12 | symbols[starts[length] + index]
        }
        code += 1
      }
      code <<= 1
    }
  }

  @inline(__always)
  func next(_ bits: inout VP8LBits) -> Int {
    if only >= 0 { return only }
    let ahead = bits.peek()
    let entry = Int(fast[ahead & (1 << Self.fastBits - 1)])
    if entry > 0 {
      bits.drop(entry >> 12)
      return entry & 0xFFF
    }
    var (value, first, place) = (0, 0, 0)
    for length in 1..<16 {
      value |= ahead >> (length - 1) & 1
      let count = counts[length]
      if value - first < count {
        bits.drop(length)
        return Int(symbols[place + value - first])
      }
      place += count
      first = (first + count) << 1
      value <<= 1
    }
    bits.drop(15)
    return 0
  }
}
