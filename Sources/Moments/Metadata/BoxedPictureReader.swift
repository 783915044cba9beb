/// Finds Exif and XMP in JPEG XL and JPEG 2000, whose boxes all lie side by side.
///
/// Source of the layout: ISO/IEC 18181-2 (`Exif`, `xml `, `brob`), ISO/IEC 15444-1 (`jp2h`, `uuid`). Without boxes, both
/// can be a bare picture, which says nothing.
struct BoxedPictureReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  private static var mostBoxes: Int { 200 }

  init(_ reader: inout RangeReader<Source>) {
    Box.forEach(&reader, in: 0..<reader.size, most: Self.mostBoxes) { reader, type, content in
      switch type {
      case Box.code("Exif"):
        // How far behind the TIFF header is.
        let skipped = 4 + reader.prefix(at: content.lowerBound, upTo: 4).bigEndian32(0)
        if skipped < content.count { blocks.readExif(&reader, in: content.dropFirst(skipped)) }
      case Box.code("xml "): blocks.xmpExtent = blocks.xmpExtent ?? content
      case Box.code("brob"):
        let inner = reader.prefix(at: content.lowerBound, upTo: 4)
        if inner.has("Exif") || inner.has("xml ") { blocks.isCompressed = true }
      case Box.code("uuid"): readIdentified(&reader, content)
      case Box.code("jp2h"):
        guard let header = Box(&reader, at: content.lowerBound, limit: content.upperBound),
          header.type == Box.code("ihdr"), let size = reader.bytes(at: header.content.lowerBound, count: 8)
        else { return }
        blocks.height = size.bigEndian32(0)
        blocks.width = size.bigEndian32(4)
      default: break
      }
    }
    blocks.readXMP(&reader)
  }

  /// What a box holds whose kind is told by 16 bytes.
  private mutating func readIdentified(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    guard extent.count > 16 else { return }
    let identifier = reader.prefix(at: extent.lowerBound, upTo: 16)
    let content = extent.dropFirst(16)
    if identifier.isXMPIdentifier {
      blocks.xmpExtent = blocks.xmpExtent ?? content
    } else if identifier.has("JpgTiffExif->JP2") || identifier.bigEndian32(0) == 0x0537_CDAB {
      blocks.readExif(&reader, in: content)
    } else if identifier.bigEndian32(0) == 0x33C7_A4D2 {
      blocks.iptc = blocks.iptc ?? IPTCFields(reader.prefix(at: content.lowerBound, upTo: content.count))
    }
  }
}
