import Foundation
import Testing
import Timeline

@testable import Moments

@Suite struct JPEGEncoderTests {
  private static func picture(_ width: Int, _ height: Int) -> Pixels {
    var chance = SeededGenerator(seed: 5)
    let bytes = (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in
        let noise = Int.random(in: -4...4, using: &chance)
        return [60 + 120 * x / width, 200 - 90 * y / height, 90 + 80 * (x + y) / (width + height)].map {
          UInt8(min(255, max(0, $0 + noise)))
        }
      }
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }

  /// An encoded picture is decoded again, at any size and quality.
  @Test(arguments: [(1, 1), (7, 5), (16, 16), (17, 33), (200, 120)])
  func encodedPicturesMatch(width: Int, height: Int) throws {
    let picture = Self.picture(width, height)
    var last = Int.max
    for (quality, decibels) in [(95, 36.0), (80, 33), (50, 30), (10, 24), (1, 8)] {
      let bytes = JPEGEncoder(picture).bytes(quality: quality)
      let decoded = try #require(bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .whole) })
      #expect(PixelDistance.decibels(decoded, picture) >= decibels - (width < 16 ? 3 : 0), "\(quality)")
      #expect(bytes.count <= last)
      last = bytes.count
    }
  }

  /// The largest quality that fits is found; a picture that never fits is refused.
  @Test func theQualityIsFoundBySize() throws {
    let encoder = JPEGEncoder(Self.picture(200, 120))
    for limit in [100_000, 12_000, 8_000, 5_000] {
      let bytes = try #require(encoder.bytes(atMost: limit))
      #expect(bytes.count <= limit)
      let quality = (55...92).last { encoder.bytes(quality: $0).count <= limit }
      #expect(bytes == encoder.bytes(quality: try #require(quality)))
    }
    #expect(encoder.bytes(atMost: 500) == nil)
  }

  /// A flat picture has one symbol of each kind.
  @Test func aFlatPictureIsSmall() throws {
    let flat = Pixels(width: 160, height: 90, bytes: [UInt8](repeating: 77, count: 160 * 90 * 3))
    let bytes = JPEGEncoder(flat).bytes(quality: 90)
    #expect(bytes.count < 700)
    let decoded = try #require(bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .whole) })
    #expect(decoded.bytes.allSatisfy { abs(Int($0) - 77) <= 1 })
  }
}
