import Foundation
import Testing
import Timeline

@testable import Moments

@Suite struct TIFFDecoderTests {
  private func bytes(_ sample: SampleTIFF) throws -> [UInt8] { Array(try #require(Data(base64Encoded: sample.base64))) }

  private func decoded(_ bytes: [UInt8], atLeast width: Int = 100) -> Pixels? {
    bytes.withUnsafeBytes { bytes in
      guard let decoder = TIFFDecoder(bytes), let first = decoder.pictures.first else { return nil }
      return decoder.pixels(of: first, atLeast: width)
    }
  }

  /// All compressions and colours are those of libtiff; JPEG's transform is rounded in another way.
  @Test(arguments: SampleTIFF.all.indices)
  func aPictureIsThatOfLibtiff(index: Int) throws {
    let sample = SampleTIFF.all[index]
    let pixels = try #require(decoded(try bytes(sample)))
    #expect(pixels.width == 37 && pixels.height == 29)
    let colours = SampleJPEG.places.map { place in
      let (red, green, blue) = pixels[place.0, place.1]
      return [Int(red), Int(green), Int(blue)]
    }
    let far = zip(colours, sample.colours).flatMap { zip($0, $1).map { abs($0 - $1) } }.max()
    #expect(try #require(far) <= 3)
  }

  @Test func damageIsHarmless() throws {
    for sample in SampleTIFF.all {
      let whole = try bytes(sample)
      for end in stride(from: 0, to: whole.count, by: 7) { _ = decoded(Array(whole[..<end])) }
      var generator = SeededGenerator(seed: 3)
      for _ in 0..<300 {
        var broken = whole
        for _ in 0..<4 {
          broken[Int.random(in: 0..<broken.count, using: &generator)] = .random(in: 0 ... .max, using: &generator)
        }
        _ = decoded(broken)
        _ = PhotoRendering.pixels(of: broken, fitting: (20, 20))
      }
    }
  }

  @Test func runsAreUnpacked() {
    let packed: [UInt8] = [0xFE, 0xAA, 2, 0x80, 0, 0x2A, 0xFD, 0xAA, 0x80, 3, 1]
    packed.withUnsafeBytes { bytes in
      let all: [UInt8] = [0xAA, 0xAA, 0xAA, 0x80, 0, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA, 1]
      #expect(TIFFDecoder.packBits(bytes, atMost: 100) == all)
      #expect(TIFFDecoder.packBits(bytes, atMost: 5) == Array(all[..<5]))
    }
  }

  /// The largest JPEG in a file of another format is its picture, if it has the photo's shape.
  @Test func aRawFilesPreviewIsItsPicture() throws {
    let small = try #require(Data(base64Encoded: SampleJPEG.baseline420.base64))
    let pixels = Pixels(width: 64, height: 48, bytes: (0..<64 * 48 * 3).map { UInt8(truncatingIfNeeded: $0 / 9) })
    let large = JPEGEncoder(pixels).bytes(quality: 80)
    let bytes = [0xFF, 0xD8, 0xFF, 0xE0, 0, 1] + Array(small) + [0xFF, 0xD8, 7, 0xFF] + large + [0xFF, 0xD8, 0xFF]
    bytes.withUnsafeBytes { bytes in
      let places = EmbeddedJPEG.places(in: bytes, shape: (0, 0))
      #expect(places.map(\.width) == [64, 37] && places.map(\.height) == [48, 29])
      #expect(places.first?.start == 6 + small.count + 4)
      #expect(EmbeddedJPEG.places(in: bytes, shape: (3_700, 2_900)).map(\.width) == [64, 37])
      #expect(EmbeddedJPEG.places(in: bytes, shape: (2_900, 3_700)).map(\.width) == [64, 37])
    }
  }
}
