/// A reproducible random generator: the same seed and stream give the same numbers on every machine and in every
/// release.
///
///     var dice = SeededGenerator(seed: 7, stream: 1)
///     let roll = 1 + Int(dice.unit() * 6)  // 1...6, the same in every run
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
/// 2014): 2^64 numbers before it repeats, a few cycles each. Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: the value of `--seed` (default 0).
  ///   - stream: a separate number for each use of randomness, so that one use never shifts the numbers of another.
  public init(seed: UInt64, stream: UInt64 = 0) {
    state = seed
    guard stream != 0 else { return }
    state = next() ^ (stream &* 0xD1B5_4A32_D192_ED03)
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number in 0..<1 with 53 random bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

extension Sequence<UInt8> {
  /// Returns a hash that distinguishes names well enough, but is not secure: FNV-1a of 64 bits (Fowler, Noll and Vo).
  /// It never changes. O(n).
  /// - Parameter start: the fingerprint of the preceding bytes.
  @inlinable
  public func fingerprint(after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension String {
  /// The fingerprint of the UTF-8 bytes.
  public var fingerprint: UInt64 { utf8.fingerprint() }
}
