import Foundation
import Testing
import Timeline

@testable import Moments

@Suite struct WebPDecoderTests {
  private func bytes(_ sample: SampleWebP) throws -> [UInt8] { Array(try #require(Data(base64Encoded: sample.base64))) }

  private func decoded(_ bytes: [UInt8], atLeast width: Int = 100) -> Pixels? {
    bytes.withUnsafeBytes { WebPDecoder.pixels(of: $0, atLeast: width) }
  }

  private func colours(_ pixels: Pixels) -> [[Int]] {
    SampleJPEG.places.map { place in
      let (red, green, blue) = pixels[place.0, place.1]
      return [Int(red), Int(green), Int(blue)]
    }
  }

  /// Lossy and lossless pictures, with and without transparency, are those of libwebp, bit by bit.
  @Test(arguments: SampleWebP.all.indices)
  func aPictureIsThatOfLibwebp(index: Int) throws {
    let sample = SampleWebP.all[index]
    let pixels = try #require(decoded(try bytes(sample)))
    #expect(pixels.width == 37 && pixels.height == 29)
    let far = zip(colours(pixels), sample.colours).flatMap { zip($0, $1).map { abs($0 - $1) } }.max()
    #expect(try #require(far) <= 1)
    let small = try #require(decoded(try bytes(sample), atLeast: 4))
    #expect(small.width == 19 && small.height == 15)
  }

  /// Damage costs pixels at most; nothing crashes.
  @Test func damageIsHarmless() throws {
    for sample in SampleWebP.all {
      let whole = try bytes(sample)
      for end in stride(from: 0, to: whole.count, by: 5) {
        let part = decoded(Array(whole[..<end]))
        #expect(part == nil || part?.width == 37)
      }
      var generator = SeededGenerator(seed: 7)
      for _ in 0..<300 {
        var broken = whole
        for _ in 0..<3 {
          broken[Int.random(in: 12..<broken.count, using: &generator)] = .random(in: 0 ... .max, using: &generator)
        }
        _ = decoded(broken)
      }
    }
  }

  /// A few bytes that claim to be a large picture are refused before any memory is reserved.
  @Test func aSmallFileIsNoLargePicture() {
    let lossless: [UInt8] = Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8L".utf8) + [10, 0, 0, 0, 0x2F]
    #expect(decoded(lossless + [0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0]) == nil)
    let lossy: [UInt8] = Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [14, 0, 0, 0, 0x10, 0, 0]
    #expect(decoded(lossy + [0x9D, 1, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F, 0, 0, 0, 0]) == nil)
    #expect(!WebPDecoder.canHold(16_383, 16_383, in: 6_000) && WebPDecoder.canHold(4_000, 1_500, in: 6_000))
    #expect(!WebPDecoder.canHold(0, 3_000, in: 6_000) && !WebPDecoder.canHold(8_000, 8_000, in: 1 << 20))
  }
}
