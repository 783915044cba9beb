import Testing

@testable import Moments

@Suite struct InflateTests {
  private func inflated(_ stream: [UInt8], atMost limit: Int = 100_000) -> String? {
    stream.withUnsafeBytes { Inflate.bytes(of: $0, atMost: limit) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).map { UInt8(digits.dropFirst($0).prefix(2), radix: 16)! }
  }

  /// The output of Python's zlib at its best compression.
  private static let dynamic = bytes(
    """
    78da6dd34b0a02410c45d1add4021c5492fae26a1cb43488b6a8e0f61dd613eef8693a3995e4f4dc8fcf918e6bcaa7f4b9dc\
    b6477a1ff7edbb6fafed9c6cc506b1afb8401c2b9e101729de20af2bf70a795b79d0ffbb7447df1f2b6fd4fe5cf9a0e92dcb\
    0019f9d4cfb186105aa12e2c9489e630859c24614a8996d6141b6b08a70fec4340c37196a94f861b25a6054d5d4c4bc11aba\
    9683fa7031ad4eb3b898d64e1e2ea60d4d5d4c1bd710d3ce7d8869e759744dd123c474a26988e9c47709ddd38c8f1bbaa819\
    372474530dd72caa9e0cba46d39fe0c287c05ae0d5c4f8bb3c9c4868ade2fdfe00de6eb684\

    """)
  private static let text = (0..<40).map { "\($0) photo of \($0 * $0), taken somewhere; " }.joined()

  @Test func allThreeKindsOfBlocksAreRead() {
    #expect(inflated(Self.dynamic) == Self.text)
    #expect(inflated(Self.bytes("78014bcbac484d5148432293f353528b016793089f")) == "fixed fixed fixed codes")
    #expect(inflated(Self.bytes("7801010c00f3ff73746f7265642062797465731fcf04d9")) == "stored bytes")
  }

  @Test func theLimitHolds() {
    for limit in [0, 1, 100, 1_000] {
      #expect(inflated(Self.dynamic, atMost: limit) == String(Self.text.prefix(limit)))
    }
  }

  /// Output read in pieces of any size is the same.
  @Test(arguments: [1, 7, 300, 5_000])
  func piecesAreTheWhole(size: Int) throws {
    var found: [UInt8] = []
    try Self.dynamic.withUnsafeBytes { stream in
      var inflate = try #require(Inflate(stream))
      while true {
        let piece = inflate.next(size)
        found += piece
        if piece.count < size { break }
      }
    }
    #expect(String(decoding: found, as: UTF8.self) == Self.text)
  }

  /// A match reaches 32 KiB back, also into bytes that were handed over long before.
  @Test func aMatchReachesFarBack() throws {
    let first = (0..<32_768).map { UInt8(truncatingIfNeeded: ($0 &* 0x9E37_79B1) >> 7) }
    var stream: [UInt8] = [0x78, 0x01, 0, 0x00, 0x80, 0xFF, 0x7F] + first
    // After the stored blocks, with fixed codes: 400 matches of length 258 (code 285) at a distance of 32,768 (code
    // 29, and thirteen one bits).
    var (bits, count) = (0b011, 3)
    func put(_ value: Int, _ length: Int) {
      bits |= value << count
      count += length
      while count >= 8 {
        stream.append(UInt8(bits & 255))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    func putCode(_ code: Int, _ length: Int) { for bit in (0..<length).reversed() { put(code >> bit & 1, 1) } }
    for _ in 0..<400 {
      putCode(0b1100_0101, 8)
      putCode(29, 5)
      put(8_191, 13)
    }
    putCode(0, 7)
    put(0, 7)
    try stream.withUnsafeBytes { stream in
      var inflate = try #require(Inflate(stream))
      var place = 0
      while true {
        let piece = Array(inflate.next(1_000))
        #expect(piece.indices.allSatisfy { piece[$0] == first[(place + $0) % 32_768] })
        place += piece.count
        if piece.count < 1_000 { break }
      }
      #expect(place == 32_768 + 400 * 258)
    }
  }

  @Test func damagedStreamsKeepTheirBeginning() {
    for count in Self.dynamic.indices {
      let found = inflated(Array(Self.dynamic.prefix(count)))
      #expect(found.map { Self.text.hasPrefix($0) } ?? (count < 3), "\(count)")
    }
    for index in Self.dynamic.indices {
      for wrong: UInt8 in [0, 1, 0x55, 0xFF] {
        var damaged = Self.dynamic
        damaged[index] = wrong
        #expect((inflated(damaged, atMost: 5_000)?.utf8.count ?? 0) <= 15_000)
      }
    }
  }

  @Test(arguments: ["", "78", "789d0300", "88980300", "78bb0300", "0000"])
  func otherBytesAreNoStream(digits: String) { #expect(inflated(Self.bytes(digits)) == nil) }
}
