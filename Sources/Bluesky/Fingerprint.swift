extension String {
  /// A number that tells texts apart well enough for names: FNV-1a of its UTF-8. It stays the same for ever.
  var fingerprint: UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
