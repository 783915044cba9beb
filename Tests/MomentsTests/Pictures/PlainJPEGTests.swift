import Foundation
import Testing

@testable import Moments

@Suite struct PlainJPEGTests {
  private func bytes(_ sample: SampleJPEG) -> [UInt8] { Array(Data(base64Encoded: sample.base64)!) }

  private func decoded(_ bytes: [UInt8]) -> Pixels? { bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .eighth) } }

  @Test func thePictureStaysAndNothingElse() throws {
    for sample in [SampleJPEG.baseline420, .baseline444restart, .progressive, .gray, .cmyk] {
      let whole = bytes(sample)
      let note: [UInt8] = [0xFF, 0xE1, 0, 10] + Array("Exif\0\0ab".utf8) + [0xFF, 0xFE, 0, 4, 0x68, 0x69]
      let plain = try #require(PlainJPEG.bytes(of: Array(whole[..<2]) + note + whole[2...]))
      #expect(plain.count <= whole.count)
      #expect(!plain.indices.contains { plain[$0...].starts(with: Array("Exif".utf8)) })
      #expect(!plain.indices.contains { plain[$0...].starts(with: Array("JFIF".utf8)) })
      #expect(decoded(plain) == decoded(whole))
      // Bytes behind the picture are removed, too.
      #expect(PlainJPEG.bytes(of: whole + Array("secret".utf8)) == PlainJPEG.bytes(of: whole))
    }
  }

  /// A segment may be the last one in a file without its end.
  @Test func thePictureNeedsNoEnd() {
    let whole = bytes(.gray)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 0x68, 0x69]
    #expect(PlainJPEG.bytes(of: whole.dropLast(2) + comment) == PlainJPEG.bytes(of: whole))
    #expect(PlainJPEG.bytes(of: whole.dropLast(2) + comment.dropLast()) == nil)
  }

  @Test func damagedFilesAreIgnored() {
    #expect(PlainJPEG.bytes(of: [1, 2, 3]) == nil)
    #expect(PlainJPEG.bytes(of: []) == nil)
    #expect(PlainJPEG.bytes(of: [0xFF, 0xD8, 0xFF, 0xE1, 0, 200, 1]) == nil)
    #expect(PlainJPEG.bytes(of: [0xFF, 0xD8, 0xFF, 0xE1, 0, 1, 1]) == nil)
  }
}
