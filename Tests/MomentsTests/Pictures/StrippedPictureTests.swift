import Foundation
import Testing

@testable import Moments

/// The data of a picture that is given to others.
@Suite struct StrippedPictureTests {
  private func jpeg(_ segments: [UInt8]) -> [UInt8] {
    let whole = Array(Data(base64Encoded: SampleJPEG.baseline420.base64)!)
    return Array(whole[..<2]) + segments + whole[2...] + Array("a secret behind the end".utf8)
  }

  private func exif(_ body: (inout SyntheticJPEG) -> Void) -> [UInt8] {
    var made = SyntheticJPEG(original: "2026:01:05 09:00:00")
    made.latitude = (48, "N")
    made.longitude = (11, "E")
    body(&made)
    return SyntheticJPEG.segment(0xE1, made.signature + made.tiff)
  }

  private func pixels(_ bytes: [UInt8]) -> Pixels? { bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .eighth) } }

  @Test(
    arguments: [
      (1, 37, 29, nil), (3, 37, 29, 3), (5, 29, 37, 5), (6, 29, 37, 6), (8, 29, 37, 8),
    ] as [(Int, Int, Int, Int?)])
  func strippedJPEGsKeepPixelsColoursAndOrientation(turned: Int, width: Int, height: Int, left: Int?) throws {
    let profile = SyntheticJPEG.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}colours".utf8))
    let whole = jpeg(
      exif { $0.orientation = (3, turned) } + SyntheticJPEG.xmp("<dc:description>my house</dc:description>") + profile
        + SyntheticJPEG.segment(0xFE, Array("my name".utf8)))
    let bare = try StrippedPicture(whole)
    #expect((bare.type, bare.width, bare.height) == ("image/jpeg", width, height))
    #expect(bare.description == "my house")
    #expect(pixels(bare.bytes) == pixels(whole))
    let there = try #require(Metadata.reading(MemoryBytes(bare.bytes)))
    #expect(there.orientation == left && there.position == nil && there.dates.isEmpty)
    let text = String(decoding: bare.bytes, as: UTF8.self)
    #expect(text.contains("colours"))
    for word in ["my house", "my name", "secret", "2026:"] { #expect(!text.contains(word), "\(word)") }
  }

  @Test func strippedPNGsLoseTheirTexts() throws {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let size = content.count
      return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)]
        + Array(name.utf8) + content + [1, 2, 3, 4]
    }
    let start: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
    let picture =
      chunk("IHDR", [0, 0, 0, 20, 0, 0, 0, 10, 8, 2, 0, 0, 0]) + chunk("gAMA", [0, 0, 0, 1]) + chunk("IDAT", [1, 2])
    let texts = chunk("tEXt", Array("Author\0me".utf8)) + chunk("eXIf", [1, 2, 3]) + chunk("tIME", [1])
    let bare = try StrippedPicture(start + picture + texts + chunk("IEND", []) + Array("secret".utf8))
    #expect(bare.bytes == start + picture + chunk("IEND", []))
    #expect((bare.type, bare.width, bare.height) == ("image/png", 20, 10))
  }

  @Test func strippedWebPsLoseTheirBlocksAndFlags() throws {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [UInt8(content.count), 0, 0, 0] + content + (content.count % 2 == 1 ? [0] : [])
    }
    func file(_ chunks: [UInt8]) -> [UInt8] {
      Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
    }
    let pixels = chunk("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 20, 0, 10, 0, 7])
    func header(_ flags: UInt8) -> [UInt8] { chunk("VP8X", [flags, 0, 0, 0, 19, 0, 0, 9, 0, 0]) }
    let bare = try StrippedPicture(file(header(0x2C) + pixels + chunk("EXIF", [1, 2, 3]) + chunk("XMP ", [4])))
    #expect(bare.bytes == file(header(0x20) + pixels))
    #expect((bare.type, bare.width, bare.height) == ("image/webp", 20, 10))
    // In the lossless format, the size is stored in bits.
    let lossless = chunk("VP8L", [0x2F, 19, 0x40, 2, 0])
    #expect((try StrippedPicture(file(lossless)).width, try StrippedPicture(file(lossless)).height) == (20, 10))
  }

  @Test(
    arguments: [
      ([], .format(nil)), (Array("no picture".utf8), .format(nil)), (Array("GIF89a".utf8), .format(.gif)),
      ([0, 0, 0, 24] + Array("ftypheic".utf8), .format(.heic)), ([0xFF, 0xD8, 0xFF, 0xE1, 0, 200, 1], .damaged),
      ([0xFF, 0xD8, 0xFF, 0xD9], .damaged), ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), .damaged),
      (Array("RIFF....WEBP".utf8), .damaged), (Array("RIFF....WEBPVP8L".utf8) + [255, 255, 255, 255], .damaged),
    ] as [([UInt8], StrippedPicture.Problem)])
  func otherFormatsAreRefused(bytes: [UInt8], problem: StrippedPicture.Problem) {
    #expect(throws: problem) { try StrippedPicture(bytes) }
  }
}
