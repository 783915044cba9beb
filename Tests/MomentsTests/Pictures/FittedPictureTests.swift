import Foundation
import Testing
import Timeline

@testable import Moments

@Suite struct FittedPictureTests {
  private static func picture(_ width: Int, _ height: Int) -> Pixels {
    var chance = SeededGenerator(seed: 9)
    return Pixels(
      width: width, height: height,
      bytes: (0..<width * height * 3).map {
        UInt8($0 / 3 % width * 200 / width + Int.random(in: 0..<40, using: &chance))
      })
  }

  /// Returns a JPEG with an orientation, a camera's name and a colour profile.
  private static func photo(_ pixels: Pixels, orientation: UInt8) -> [UInt8] {
    let words = Array("Secret Camera\0".utf8)
    var tiff = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 2]
    tiff += [0x01, 0x0F, 0, 2, 0, 0, 0, UInt8(words.count), 0, 0, 0, 38]
    tiff += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0] + words
    let exif = Array("Exif\0\0".utf8) + tiff
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + Array("a profile".utf8)
    let segments =
      [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + [0xFF, 0xE2, 0, UInt8(profile.count + 2)] + profile
    return JPEGEncoder(pixels, segments: segments).bytes(quality: 92)
  }

  /// A large photo that lies on its side fits, is upright, and says nothing about its camera.
  @Test func aPhotoIsMadeToFit() throws {
    let file = Self.photo(Self.picture(2_400, 600), orientation: 6)
    let fitted = try #require(FittedPicture(file, atMost: 200_000))
    #expect(fitted.bytes.count <= 200_000 && fitted.width * 4 == fitted.height && fitted.height <= 2_000)
    let decoded = try #require(fitted.bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .whole) })
    #expect(decoded.width == fitted.width && decoded.height == fitted.height)
    // The left edge was dark; turned to the right, it is the upper one.
    #expect(decoded[fitted.width / 2, 2].green < 60 && decoded[fitted.width / 2, fitted.height - 3].green > 160)
    let data = Data(fitted.bytes)
    #expect(data.range(of: Data("Secret".utf8)) == nil && data.range(of: Data("Exif".utf8)) == nil)
    #expect(data.range(of: Data("ICC_PROFILE\0\u{1}\u{1}a profile".utf8)) != nil)
    #expect(Metadata.reading(MemoryBytes(fitted.bytes))?.orientation == nil)
  }

  /// A picture is not enlarged, keeps its quality where it fits, and is refused where nothing helps.
  @Test func aSmallPictureStaysSmall() throws {
    let file = Self.photo(Self.picture(90, 60), orientation: 1)
    let fitted = try #require(FittedPicture(file, atMost: 1 << 20))
    #expect(fitted.width == 90 && fitted.height == 60)
    #expect(FittedPicture(file, atMost: 300) == nil)
    #expect(FittedPicture(Array("no picture".utf8), atMost: 1 << 20) == nil)
    #expect(FittedPicture.orientation(of: Self.photo(Self.picture(9, 6), orientation: 8)) == 8)
    #expect(FittedPicture.orientation(of: [1, 2, 3]) == 1)
  }
}
