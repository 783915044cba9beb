/// Photoshop's image resources, in PSD files and in a JPEG's APP13 segment: numbered pieces, of which some are metadata.
///
/// Source of the layout and the numbers: Adobe Photoshop File Formats Specification (2019).
enum PhotoshopResources {
  static let iptc = 0x0404
  static let exif = 0x0422
  static let xmp = 0x0424
  private static let most = 500

  /// Calls `visit` with the number and the content of each resource in `extent`. Each is `8BIM`, a number, a name of even
  /// length with its count, a size, and content of even length.
  static func forEach<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, in extent: Range<Int>,
    _ visit: (inout RangeReader<Source>, Int, Range<Int>) -> Void
  ) {
    var offset = extent.lowerBound
    for _ in 0..<most {
      guard let head = reader.bytes(at: offset, count: 12), head.has("8BIM") || head.has("MeSa") || head.has("AgHg")
      else { return }
      let number = head.bigEndian16(4)
      let name = (Int(head.byte(6)) + 2) & ~1
      guard let size = reader.bytes(at: offset + 6 + name, count: 4)?.bigEndian32(0) else { return }
      let start = offset + 10 + name
      guard start <= extent.upperBound else { return }
      visit(&reader, number, start..<min(start + size, extent.upperBound))
      offset = start + (size + 1) & ~1
    }
  }
}

extension MetadataBlocks {
  /// Reads what a section of resources has of metadata.
  mutating func readResources<Source: ByteSource>(_ reader: inout RangeReader<Source>, in extent: Range<Int>) {
    PhotoshopResources.forEach(&reader, in: extent) { reader, number, content in
      switch number {
      case PhotoshopResources.iptc:
        iptc = iptc ?? IPTCFields(reader.prefix(at: content.lowerBound, upTo: content.count))
      case PhotoshopResources.exif: readExif(&reader, in: content)
      case PhotoshopResources.xmp: xmpExtent = xmpExtent ?? content
      default: break
      }
    }
  }
}
