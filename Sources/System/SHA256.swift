/// The hash SHA-256 (FIPS 180-4) of bytes that come in pieces.
///
///     var hash = SHA256()
///     for piece in pieces { hash.update(piece) }
///     let bytes = hash.digest
///
/// `SHA256.hash(bytes)` hashes an array at once; `HMAC` shows that the writer of the bytes knew a key.
public struct SHA256 {
  static let blockSize = 64
  private var state = Self.initial
  /// The bytes of a block that is not full yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  public init() {}

  /// Returns the 32 bytes of the hash of `bytes`.
  /// - Complexity: O(bytes).
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.digest
  }

  /// Appends bytes to those that are hashed.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = bytes.prefix(Self.blockSize - rest.count)
      rest.append(contentsOf: missing)
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == Self.blockSize else { return }
      rest.withUnsafeBytes { Self.mix($0, into: &state) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.blockSize * Self.blockSize
    Self.mix(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)), into: &state)
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// The 32 bytes of the hash of all bytes so far; more may follow.
  public var digest: [UInt8] {
    let zeros = (119 - rest.count) % Self.blockSize
    let length = (0..<8).map { UInt8(truncatingIfNeeded: (count << 3) >> UInt64(56 - 8 * $0)) }
    var state = state
    (rest + [0x80] + [UInt8](repeating: 0, count: zeros) + length).withUnsafeBytes { Self.mix($0, into: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  /// Adds whole blocks.
  private static func mix(_ blocks: UnsafeRawBufferPointer, into state: inout [UInt32]) {
    guard !blocks.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      constants.withUnsafeBufferPointer { constants in
        state.withUnsafeMutableBufferPointer { state in
          for start in stride(from: 0, to: blocks.count, by: blockSize) {
            for index in 0..<16 {
              words[index] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self))
            }
            mix(words, constants, into: state)
          }
        }
      }
    }
  }

  private static func mix(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    into state: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let low = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let high = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
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
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  @inline(__always)
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

/// A code of bytes that cannot be computed without the key (HMAC-SHA-256, RFC 2104).
public struct HMAC {
  private let outer: [UInt8]
  private var inner = SHA256()

  public init(key: [UInt8]) {
    var key = key.count > SHA256.blockSize ? SHA256.hash(key) : key
    key += [UInt8](repeating: 0, count: SHA256.blockSize - key.count)
    outer = key.map { $0 ^ 0x5C }
    key.map { $0 ^ 0x36 }.withUnsafeBytes { inner.update($0) }
  }

  /// Appends bytes to those that the code is of.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) { inner.update(bytes) }

  /// The 32 bytes of the code of all bytes so far; more may follow.
  public var code: [UInt8] { SHA256.hash(outer + inner.digest) }
}
