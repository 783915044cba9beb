extension Sequence<UInt8> {
  /// A number that tells bytes apart well enough for names, and is no secret: FNV-1a of 64 bits (Fowler, Noll and Vo). It
  /// stays the same for ever. O(n).
  /// - Parameter start: the fingerprint of the bytes before these.
  @inlinable
  public func fingerprint(after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension String {
  /// That of its UTF-8.
  public var fingerprint: UInt64 { utf8.fingerprint() }
}
