extension Sequence<UInt8> {
  /// A number that tells bytes apart well enough for names: FNV-1a. It stays the same for ever.
  var fingerprint: UInt64 { reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
}

extension String {
  /// That of its UTF-8.
  var fingerprint: UInt64 { utf8.fingerprint }
}
