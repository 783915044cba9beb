/// The SHA-1 hash, which the handshake of a WebSocket connection uses; it protects nothing there.
///
/// Source: RFC 3174.
enum SHA1 {
  /// Returns the 20 bytes of the hash.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )
    var padded = bytes + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let length = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
    }
    for block in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { index -> UInt32 in
        (0..<4).reduce(0) { $0 << 8 | UInt32(padded[block + 4 * index + $1]) }
      }
      for index in 16..<80 {
        words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
      }
      var (a, b, c, d, e) = state
      for index in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch index {
          case ..<20: (b & c | ~b & d, 0x5A82_7999)
          case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (rotated(a, 5) &+ mixed &+ e &+ constant &+ words[index], a, rotated(b, 30), c, d)
      }
      state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
    }
    return [state.0, state.1, state.2, state.3, state.4].flatMap { WebSocketFrame.bytes(of: $0) }
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}
