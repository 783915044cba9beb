/// The hash that identifies a page's own style and script, and a network's pictures (FIPS 180-4).
enum SHA256 {
  /// - Returns: 32 bytes.
  /// - Complexity: O(bytes).
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - 8 * $0)) }
    var state = initial
    for start in stride(from: 0, to: message.count, by: 64) { mix(message[start..<start + 64], into: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<place + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let low = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let high = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = h &+ high &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let second = low &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }

  /// The first 32 fractional bits of the square roots of the first primes.
  private static let initial: [UInt32] = primes.prefix(8).map { prime in
    root(of: prime, power: 2)
  }
  /// The first 32 fractional bits of the cube roots of the first primes.
  private static let constants: [UInt32] = primes.map { prime in root(of: prime, power: 3) }

  /// Returns the first 32 fractional bits of a root, in integers, since every bit counts.
  private static func root(of number: Int, power: Int) -> UInt32 {
    // Searches the root times 2^32 bit by bit: it is below 2^36 for all these primes.
    var root: UInt64 = 0
    for bit in (0..<37).reversed() {
      let wider = root | 1 << UInt64(bit)
      if isAtMost(wider, power, UInt64(number)) { root = wider }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  /// Returns whether `root`, a root times 2^32, is at most that of `number`.
  private static func isAtMost(_ root: UInt64, _ power: Int, _ number: UInt64) -> Bool {
    let square = root.multipliedFullWidth(by: root)
    if power == 2 { return square.high < number || square.high == number && square.low == 0 }
    // The cube has 96 fractional bits.
    let low = square.low.multipliedFullWidth(by: root)
    let (middle, carries) = (square.high &* root).addingReportingOverflow(low.high)
    let whole = middle >> 32
    return !carries && (whole < number || whole == number && middle & 0xFFFF_FFFF == 0 && low.low == 0)
  }
}
