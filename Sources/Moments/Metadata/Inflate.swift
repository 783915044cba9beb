/// Undoes zlib's compression, as text in PNG files has it, into memory of a limit that is set beforehand.
///
/// Source of the format: RFC 1950 (zlib) and RFC 1951 (deflate). A stream that is damaged, cut short or longer than the
/// limit gives what came before; its checksum is not looked at, since a file's end may be missing. O(input + output).
struct Inflate {
  private let input: UnsafeRawBufferPointer
  private let limit: Int
  private var index: Int
  /// Bits that were taken from the input and not used yet, the next one lowest.
  private var bits = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// The bytes that a zlib stream stands for, so many at most; `nil` when its header is no zlib's.
  static func bytes(of stream: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8]? {
    // Deflate with a window of at most 32 KiB, no dictionary, and both bytes together a multiple of 31.
    guard stream.count > 2, stream[0] & 15 == 8, stream[0] >> 4 <= 7, stream[1] & 0x20 == 0,
      stream.bigEndian16(0) % 31 == 0
    else { return nil }
    var inflate = Inflate(input: stream, limit: limit, index: 2)
    while let isLast = inflate.block(), !isLast {}
    return inflate.output
  }

  /// - Returns: whether it was the last; `nil` when nothing sensible follows.
  private mutating func block() -> Bool? {
    guard let isLast = take(1), let kind = take(2) else { return nil }
    switch kind {
    case 0: return stored() ? isLast == 1 : nil
    case 1: return compressed(Self.fixed.literals, Self.fixed.distances) ? isLast == 1 : nil
    case 2:
      guard let codes = dynamicCodes() else { return nil }
      return compressed(codes.literals, codes.distances) ? isLast == 1 : nil
    default: return nil
    }
  }

  private mutating func stored() -> Bool {
    // Whole bytes that were taken ahead go back.
    index -= bitCount / 8
    (bits, bitCount) = (0, 0)
    guard index + 4 <= input.count else { return false }
    let count = input.littleEndian16(index)
    guard count == ~input.littleEndian16(index + 2) & 0xFFFF else { return false }
    index += 4
    let end = min(index + count, input.count, index + limit - output.count)
    output.append(contentsOf: input[index..<end])
    defer { index = end }
    return end - index == count
  }

  private mutating func compressed(_ literals: Code, _ distances: Code) -> Bool {
    while let symbol = next(literals) {
      switch symbol {
      case 0..<256:
        guard output.count < limit else { return false }
        output.append(UInt8(symbol))
      case 256: return true
      case 257...285:
        let (base, extra) = Self.lengths[symbol - 257]
        guard let more = take(extra), let far = next(distances), far < 30 else { return false }
        let (start, bits) = Self.starts[far]
        guard let rest = take(bits), start + rest <= output.count else { return false }
        var from = output.count - start - rest
        for _ in 0..<min(base + more, limit - output.count) {
          output.append(output[from])
          from += 1
        }
      default: return false
      }
    }
    return false
  }

  /// The codes that a block brings along: their lengths, themselves compressed.
  private mutating func dynamicCodes() -> (literals: Code, distances: Code)? {
    guard let literalCount = take(5).map({ $0 + 257 }), let distanceCount = take(5).map({ $0 + 1 }),
      let lengthCount = take(4).map({ $0 + 4 })
    else { return nil }
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.order.prefix(lengthCount) {
      guard let length = take(3) else { return nil }
      lengths[place] = UInt8(length)
    }
    guard let code = Code(lengths) else { return nil }
    var found: [UInt8] = []
    while found.count < literalCount + distanceCount {
      guard let symbol = next(code) else { return nil }
      switch symbol {
      case 0..<16: found.append(UInt8(symbol))
      case 16:
        guard let last = found.last, let more = take(2) else { return nil }
        found.append(contentsOf: repeatElement(last, count: more + 3))
      default:
        guard let more = take(symbol == 17 ? 3 : 7) else { return nil }
        found.append(contentsOf: repeatElement(0, count: more + (symbol == 17 ? 3 : 11)))
      }
    }
    guard found.count == literalCount + distanceCount, let literals = Code(found.prefix(literalCount)),
      let distances = Code(found.suffix(distanceCount))
    else { return nil }
    return (literals, distances)
  }

  /// So many bits, 13 at most; `nil` at the end.
  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard index < input.count else { return nil }
      bits |= Int(input[index]) << bitCount
      bitCount += 8
      index += 1
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  private mutating func next(_ code: Code) -> Int? {
    var (value, first, place) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
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
  /// A Huffman code in its canonical form: how many symbols have a code of each length, and the symbols in that order.
  private struct Code {
    fileprivate private(set) var counts = [Int](repeating: 0, count: 16)
    fileprivate private(set) var symbols: [Int] = []

    /// `nil` when there are more codes than their lengths leave room for.
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
    }
  }

  private static let fixed: (literals: Code, distances: Code) = {
    let literals = [(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { Array(repeating: UInt8($0.0), count: $0.1) }
    return (Code(literals)!, Code(Array(repeating: 5, count: 30))!)
  }()

  /// In which order the lengths of the lengths' own codes stand.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The least length of each symbol from 257 on, and how many bits behind it add to it.
  private static let lengths: [(Int, Int)] =
    (0..<8).map { (3 + $0, 0) }
    + (8..<28).map { (3 + (4 + $0 % 4) << ($0 / 4 - 1), $0 / 4 - 1) } + [(258, 0)]

  /// The same for the distances.
  private static let starts: [(Int, Int)] =
    (0..<4).map { (1 + $0, 0) } + (4..<30).map { (1 + (2 + $0 % 2) << ($0 / 2 - 1), $0 / 2 - 1) }
}
