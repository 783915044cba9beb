import Foundation
import Testing

@testable import Moments

@Suite struct ThumbnailTests {
  /// Returns a JPEG whose Exif has a second directory with the thumbnail.
  private func photo(thumbnail: [UInt8], length: Int? = nil, offset: UInt8 = 44) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    var tiff = Array("MM\0*".utf8) + number(8) + [0, 0] + number(14)
    tiff += [0, 2, 0x02, 0x01, 0, 4] + number(1) + number(Int(offset))
    tiff += [0x02, 0x02, 0, 4] + number(1) + number(length ?? thumbnail.count) + number(0)
    tiff += thumbnail
    let segment = Array("Exif\0\0".utf8) + tiff
    let size = segment.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 255)] + segment + [0xFF, 0xD9]
  }

  private var sample: [UInt8] { Array(Data(base64Encoded: SampleJPEG.baseline444restart.base64)!) }

  @Test func theCamerasPreviewIsFound() throws {
    let source = MemoryBytes(photo(thumbnail: sample))
    #expect(Thumbnail.bytes(of: source) == sample)
    let pixels = try #require(PhotoRendering.embedded(in: source, Metadata()))
    #expect(pixels.width == 37 && pixels.height == 29)
  }

  @Test func previewsOutsideTheFileAreRejected() {
    let bytes = photo(thumbnail: sample, length: 60_000)
    #expect(Thumbnail.bytes(of: MemoryBytes(bytes)) == nil)
    #expect(Thumbnail.bytes(of: MemoryBytes(photo(thumbnail: sample, length: 3))) == nil)
    #expect(Thumbnail.bytes(of: MemoryBytes(photo(thumbnail: [UInt8](repeating: 7, count: 40)))) == nil)
    #expect(Thumbnail.bytes(of: MemoryBytes(photo(thumbnail: sample, offset: 255))) == nil)
  }

  /// A program that crops or turns a photo may leave its thumbnail: it is another picture.
  @Test func aThumbnailOfAnotherShapeIsNotShown() throws {
    let source = MemoryBytes(photo(thumbnail: sample))
    var metadata = try #require(Metadata.reading(source))
    (metadata.width, metadata.height) = (3_700, 2_900)
    #expect(PhotoRendering.embedded(in: source, metadata) != nil)
    for (width, height) in [(2_900, 3_700), (3_700, 2_300), (3_000, 3_000)] {
      (metadata.width, metadata.height) = (width, height)
      #expect(PhotoRendering.embedded(in: source, metadata) == nil)
    }
  }
}
