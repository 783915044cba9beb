import Foundation
import Testing

@testable import Moments

@Suite struct PNGDecoderTests {
  private func decoded(_ bytes: [UInt8], atLeast width: Int = 1_000) -> Pixels? {
    bytes.withUnsafeBytes { PNGDecoder.pixels(of: $0, atLeast: width) }
  }

  private static let kinds: [(UInt8, Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
    (6, 16),
  ]
  private static let palette: [UInt8] = (0..<256).flatMap { [UInt8($0), UInt8(255 - $0), UInt8($0 ^ 0x55)] }

  private func colour(_ sample: SamplePNG, _ x: Int, _ y: Int) -> [UInt8] {
    func byte(_ channel: Int) -> Double {
      let value = sample.sample(x, y, channel)
      return sample.depth == 16 ? Double(value >> 8) : Double(value * 255 / (1 << sample.depth - 1))
    }
    func onWhite(_ value: Double, _ alpha: Double) -> UInt8 {
      UInt8(((value * alpha + 255 * (255 - alpha)) / 255).rounded())
    }
    switch sample.type {
    case 3: return Array(Self.palette[(sample.sample(x, y, 0) * 3)...].prefix(3))
    case 0, 4: return Array(repeating: onWhite(byte(0), sample.type == 4 ? byte(1) : 255), count: 3)
    default: return (0..<3).map { onWhite(byte($0), sample.type == 6 ? byte(3) : 255) }
    }
  }

  /// Every colour type and depth, in both orders of rows, with all filters.
  @Test(arguments: kinds, [false, true])
  func everyKindIsDecoded(kind: (type: UInt8, depth: Int), isInterlaced: Bool) throws {
    for (width, height) in [(13, 11), (1, 1), (3, 20), (40, 2)] {
      var sample = SamplePNG(type: kind.type, depth: kind.depth, isInterlaced: isInterlaced)
      (sample.width, sample.height) = (width, height)
      if kind.type == 3 { sample.palette = Self.palette }
      let pixels = try #require(decoded(sample.bytes(parts: 3)))
      var expected: [UInt8] = []
      for y in 0..<height { for x in 0..<width { expected += colour(sample, x, y) } }
      #expect(pixels.width == width && pixels.height == height && pixels.bytes == expected)
    }
  }

  /// A transparent colour becomes white; all its bits are compared.
  @Test func transparencyBecomesWhite() throws {
    var grey = SamplePNG(type: 0, depth: 16)
    let value = grey.sample(2, 3, 0)
    grey.transparency = [UInt8(value >> 8), UInt8(value & 255)]
    #expect(try #require(decoded(grey.bytes()))[2, 3] == (255, 255, 255))
    grey.transparency[1] ^= 1
    #expect(try #require(decoded(grey.bytes()))[2, 3].red == UInt8(value >> 8))
    var colour = SamplePNG(type: 2, depth: 8)
    colour.transparency = (0..<3).flatMap { [0, UInt8(colour.sample(4, 5, $0))] }
    #expect(try #require(decoded(colour.bytes()))[4, 5] == (255, 255, 255))
    var palette = SamplePNG(type: 3, depth: 1)
    (palette.palette, palette.transparency) = ([10, 20, 30, 40, 50, 60], [255, 51])
    let pixels = try #require(decoded(palette.bytes()))
    for y in 0..<11 {
      for x in 0..<13 {
        #expect(pixels[x, y] == (palette.sample(x, y, 0) == 0 ? (10, 20, 30) : (212, 214, 216)))
      }
    }
  }

  @Test func anIndexBeyondThePaletteIsBlack() throws {
    var sample = SamplePNG(type: 3, depth: 8)
    sample.palette = [1, 2, 3]
    #expect(try #require(decoded(sample.bytes())).bytes.allSatisfy { $0 <= 3 })
  }

  @Test func otherProgramsPNGsAreDecoded() throws {
    let pixels = try #require(decoded(Array(Data(base64Encoded: SamplePNG.compressed)!)))
    #expect(pixels.width == 37 && pixels.height == 29)
    for y in 0..<29 {
      for x in 0..<37 {
        #expect(pixels[x, y] == (UInt8(x * 7 % 256), UInt8(y * 8), (x / 9 + y / 9) % 2 == 1 ? 255 : 0))
      }
    }
  }

  /// Each pixel is the mean of the pixels that it replaces, fewer of them at the edges, whatever the order of rows.
  @Test(arguments: [false, true])
  func aLargeOneIsMadeSmaller(isInterlaced: Bool) throws {
    var sample = SamplePNG(type: 0, depth: 8, isInterlaced: isInterlaced)
    (sample.width, sample.height) = (125, 62)
    let pixels = try #require(decoded(sample.bytes(), atLeast: 10))
    #expect(pixels.width == 42 && pixels.height == 21)
    for (x, y) in [(0, 0), (20, 10), (41, 20), (41, 3)] {
      let columns = x * 3..<min(x * 3 + 3, 125)
      let rows = y * 3..<min(y * 3 + 3, 62)
      var sum = 0
      for y in rows { for x in columns { sum += sample.sample(x, y, 0) } }
      let count = columns.count * rows.count
      #expect(Int(pixels[x, y].red) == (sum + count / 2) / count)
    }
  }

  /// For a truncated file, the existing rows are shown, and the others are white.
  @Test(arguments: [false, true])
  func truncatedGIFsShowTheirFirstRows(isInterlaced: Bool) throws {
    let bytes = SamplePNG(type: 2, depth: 8, isInterlaced: isInterlaced).bytes(parts: 4)
    let whole = try #require(decoded(bytes))
    var (shown, before) = (0, 0)
    for count in bytes.indices {
      guard let part = decoded(Array(bytes.prefix(count))) else { continue }
      #expect(part.width == 13 && part.height == 11)
      let right = zip(part.bytes, whole.bytes).count { $0 == $1 }
      let white = zip(part.bytes, whole.bytes).count { $0 != $1 && $0 == 255 }
      #expect(right + white == part.bytes.count && right >= before)
      (shown, before) = (shown + 1, right)
    }
    #expect(shown > 100 && before == whole.bytes.count)
  }

  @Test func damagedGIFsDoNotCrash() {
    let bytes = SamplePNG(type: 6, depth: 16, isInterlaced: true).bytes(parts: 2)
    for sample in [bytes, Array(Data(base64Encoded: SamplePNG.compressed)!)] {
      for index in sample.indices {
        for wrong: UInt8 in [0, 1, 0x7F, 0xFF] {
          var damaged = sample
          damaged[index] = wrong
          if let pixels = decoded(damaged, atLeast: 4) {
            #expect(pixels.bytes.count == pixels.width * pixels.height * 3)
          }
        }
      }
    }
  }

  /// A large size in a header costs nothing, and a picture too large for any screen is not decoded.
  @Test func aBombIsNone() throws {
    func promising(_ width: Int, _ height: Int) -> [UInt8] {
      var bytes = SamplePNG(type: 0, depth: 8).bytes()
      for place in 0..<4 {
        bytes[16 + place] = UInt8(truncatingIfNeeded: width >> (24 - 8 * place))
        bytes[20 + place] = UInt8(truncatingIfNeeded: height >> (24 - 8 * place))
      }
      return bytes
    }
    for (width, height) in [(0, 1), (1, 0), (65_536, 1), (1, 65_536), (8_193, 4_096), (1 << 31, 1 << 31)] {
      #expect(decoded(promising(width, height)) == nil)
    }
    // The file contains not even one row.
    #expect(decoded(promising(8_192, 4_096), atLeast: 120) == nil)
    let narrow = try #require(decoded(promising(1, 65_535), atLeast: 120))
    #expect(narrow.width == 1 && narrow.height == 65_535)
    // At most four million pixels are returned, for any requested size.
    let large = try #require(decoded(promising(100, 65_535), atLeast: 5_000))
    #expect(large.width == 50 && large.height == 32_768)
  }

  @Test func nonPNGsAreRejected() {
    let bytes = SamplePNG(type: 2, depth: 8).bytes()
    #expect(decoded([]) == nil && decoded(Array(bytes.prefix(33))) == nil)
    // A depth that the colour type does not have, an unknown colour type, and unknown methods.
    for (place, wrong) in [(24, 4), (25, 5), (26, 1), (27, 1), (28, 2), (1, 0), (12, 0)] as [(Int, UInt8)] {
      var other = bytes
      other[place] = wrong
      #expect(decoded(other) == nil)
    }
  }

  @Test func aScreenshotIsShown() throws {
    let pixels = try #require(PhotoRendering.pixels(of: SamplePNG(type: 2, depth: 8).bytes(), fitting: (13, 11)))
    #expect(pixels.width == 13 && pixels.height == 11)
  }
}
