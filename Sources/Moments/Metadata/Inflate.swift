/// A decompressor for zlib data, as in PNG files: all at once, up to a given output limit, or incrementally.
///
/// Source of the format: RFC 1950 (zlib) and RFC 1951 (deflate). A stream that is damaged, truncated or longer than
/// the limit yields the bytes before that point. The checksum is not verified, since the end of a file may be
/// missing. O(input + output).
struct Inflate {
  private enum Block {
    case none
    case stored(left: Int)
    case compressed(literals: Code, distances: Code)
    /// The stream has ended or is damaged.
    case over
  }

  private let input: UnsafeRawBufferPointer
  private var index = 2
  /// Bits read from the input but not used yet, the next one lowest.
  private var bits = 0
  private var bitCount = 0
  private var block = Block.none
  private var isLast = false
  /// The output, as far back as later data may refer to.
  private var output: [UInt8] = []
  /// The number of bytes in `output` that have been returned.
  private var given = 0
  /// The maximum distance of a reference.
  private static let window = 32_768

  /// Returns `nil` if the stream does not have a zlib header.
  init?(_ stream: UnsafeRawBufferPointer) {
    // Deflate with a window of at most 32 KiB, no dictionary, and a two-byte header that is a multiple of 31.
    guard stream.count > 2, stream[0] & 15 == 8, stream[0] >> 4 <= 7, stream[1] & 0x20 == 0,
      stream.bigEndian16(0) % 31 == 0
    else { return nil }
    input = stream
  }

  /// Returns the decompressed bytes, up to `limit`; `nil` if the stream does not have a zlib header.
  static func bytes(of stream: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8]? {
    guard var inflate = Inflate(stream) else { return nil }
    inflate.run(upTo: limit)
    // The last copy may exceed the limit.
    if inflate.output.count > limit { inflate.output.removeLast(inflate.output.count - limit) }
    return inflate.output
  }

  /// Returns the next `count` bytes, or fewer at the end.
  mutating func next(_ count: Int) -> ArraySlice<UInt8> {
    if given > 3 * Self.window {
      output.removeFirst(given - Self.window)
      given = Self.window
    }
    run(upTo: given + count)
    defer { given = min(given + count, output.count) }
    return output[given..<min(given + count, output.count)]
  }

  /// Decompresses until the output has `count` bytes or slightly more, or the stream ends.
  private mutating func run(upTo count: Int) {
    while output.count < count {
      switch block {
      case .none: begin()
      case .stored(let left): copy(left, upTo: count)
      case .compressed(let literals, let distances): expand(literals, distances, upTo: count)
      case .over: return
      }
    }
  }

  private mutating func begin() {
    block = .over
    guard !isLast, let last = readBits(1), let kind = readBits(2) else { return }
    isLast = last == 1
    switch kind {
    case 0:
      // Return the whole bytes that were read ahead.
      index -= bitCount / 8
      (bits, bitCount) = (0, 0)
      guard index + 4 <= input.count else { return }
      let count = input.littleEndian16(index)
      guard count == ~input.littleEndian16(index + 2) & 0xFFFF else { return }
      index += 4
      block = .stored(left: count)
    case 1: block = .compressed(literals: Self.fixed.literals, distances: Self.fixed.distances)
    case 2:
      guard let codes = dynamicCodes() else { return }
      block = .compressed(literals: codes.literals, distances: codes.distances)
    default: return
    }
  }

  private mutating func copy(_ left: Int, upTo count: Int) {
    let end = min(index + left, input.count, index + count - output.count)
    output.append(contentsOf: input[index..<end])
    let rest = left - (end - index)
    block = rest == 0 ? .none : end == input.count ? .over : .stored(left: rest)
    index = end
  }

  /// Continues in a compressed block, to its end or up to `count` bytes.
  private mutating func expand(_ literals: Code, _ distances: Code, upTo count: Int) {
    while output.count < count {
      guard let symbol = next(literals) else {
        block = .over
        return
      }
      switch symbol {
      case 0..<256: output.append(UInt8(symbol))
      case 256:
        block = .none
        return
      case 257...285:
        let (base, extra) = Self.lengths[symbol - 257]
        guard let more = readBits(extra), let far = next(distances), far < 30 else {
          block = .over
          return
        }
        let (start, bits) = Self.starts[far]
        guard let rest = readBits(bits), start + rest <= output.count else {
          block = .over
          return
        }
        var from = output.count - start - rest
        for _ in 0..<base + more {
          output.append(output[from])
          from += 1
        }
      default:
        block = .over
        return
      }
    }
  }

  /// Reads the codes of a dynamic block: their lengths, which are themselves compressed.
  private mutating func dynamicCodes() -> (literals: Code, distances: Code)? {
    guard let literalCount = readBits(5).map({ $0 + 257 }), let distanceCount = readBits(5).map({ $0 + 1 }),
      let lengthCount = readBits(4).map({ $0 + 4 })
    else { return nil }
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.order.prefix(lengthCount) {
      guard let length = readBits(3) else { return nil }
      lengths[place] = UInt8(length)
    }
    guard let code = Code(lengths) else { return nil }
    var found: [UInt8] = []
    while found.count < literalCount + distanceCount {
      guard let symbol = next(code) else { return nil }
      switch symbol {
      case 0..<16: found.append(UInt8(symbol))
      case 16:
        guard let last = found.last, let more = readBits(2) else { return nil }
        found.append(contentsOf: repeatElement(last, count: more + 3))
      default:
        guard let more = readBits(symbol == 17 ? 3 : 7) else { return nil }
        found.append(contentsOf: repeatElement(0, count: more + (symbol == 17 ? 3 : 11)))
      }
    }
    guard found.count == literalCount + distanceCount, let literals = Code(found.prefix(literalCount)),
      let distances = Code(found.suffix(distanceCount))
    else { return nil }
    return (literals, distances)
  }

  private mutating func fill() {
    while bitCount <= 48, index < input.count {
      bits |= Int(input[index]) << bitCount
      bitCount += 8
      index += 1
    }
  }

  /// Returns the next `count` bits, at most 13; `nil` at the end.
  private mutating func readBits(_ count: Int) -> Int? {
    if bitCount < count {
      fill()
      guard bitCount >= count else { return nil }
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  private mutating func next(_ code: Code) -> Int? {
    if bitCount < 15 { fill() }
    let entry = Int(code.short[bits & (1 << Code.shortLength - 1)])
    guard entry > 0 else { return nextLong(code) }
    guard entry & 15 <= bitCount else { return nil }
    bits >>= entry & 15
    bitCount -= entry & 15
    return entry >> 4
  }

  /// Decodes a symbol bit by bit.
  private mutating func nextLong(_ code: Code) -> Int? {
    var (value, first, place) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = readBits(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - count < first { return code.symbols[place + value - first] }
      place += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }
}

extension Inflate {
  /// A canonical Huffman code: the number of symbols for each code length, and the symbols in that order.
  private struct Code {
    fileprivate private(set) var counts = [Int](repeating: 0, count: 16)
    fileprivate private(set) var symbols: [Int] = []
    fileprivate static let shortLength = 8
    /// A lookup table for the next eight bits: the symbol whose code they begin with, and the code's length in the
    /// lowest four bits; 0 for a longer code.
    fileprivate private(set) var short = [UInt16](repeating: 0, count: 1 << shortLength)

    /// Returns `nil` if there are more codes than their lengths allow.
    init?(_ lengths: some Collection<UInt8>) {
      for length in lengths { counts[Int(length)] += 1 }
      counts[0] = 0
      var room = 1
      for length in 1...15 {
        room = room << 1 - counts[length]
        guard room >= 0 else { return nil }
      }
      var places = [Int](repeating: 0, count: 16)
      for length in 1..<15 { places[length + 1] = places[length] + counts[length] }
      symbols = [Int](repeating: 0, count: counts.reduce(0, +))
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[places[Int(length)]] = symbol
        places[Int(length)] += 1
      }
      fillShort()
    }

    private mutating func fillShort() {
      var (code, place) = (0, 0)
      for length in 1...Self.shortLength {
        code <<= 1
        for _ in 0..<counts[length] {
          // The first bit of a code is the lowest bit of the input.
          var turned = 0
          for bit in 0..<length where code >> bit & 1 == 1 { turned |= 1 << (length - 1 - bit) }
          for next in stride(from: turned, to: 1 << Self.shortLength, by: 1 << length) {
            short[next] = UInt16(symbols[place] << 4 | length)
          }
          code += 1
          place += 1
        }
      }
    }
  }

  private static let fixed: (literals: Code, distances: Code) = {
    let literals = [(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { Array(repeating: UInt8($0.0), count: $0.1) }
    return (Code(literals)!, Code(Array(repeating: 5, count: 30))!)
  }()

  /// The order in which the code lengths of the length codes are stored.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The base length of each symbol from 257, and the number of extra bits that add to it.
  private static let lengths: [(Int, Int)] =
    (0..<8).map { (3 + $0, 0) }
    + (8..<28).map { (3 + (4 + $0 % 4) << ($0 / 4 - 1), $0 / 4 - 1) } + [(258, 0)]

  /// The base distance of each symbol, and the number of extra bits that add to it.
  private static let starts: [(Int, Int)] =
    (0..<4).map { (1 + $0, 0) } + (4..<30).map { (1 + (2 + $0 % 2) << ($0 / 2 - 1), $0 / 2 - 1) }
}
