/// Finds Exif and XMP in a WebP's chunks. Source of the layout: RFC 9649.
struct WebPReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  private static var chunkLimit: Int { 500 }

  /// Returns `nil` if the file is not a WebP.
  init?(_ reader: inout RangeReader<Source>) {
    guard let start = reader.bytes(at: 0, count: 12), start.has("RIFF"), start.has("WEBP", at: 8) else { return nil }
    var offset = 12
    for _ in 0..<Self.chunkLimit {
      guard let header = reader.bytes(at: offset, count: 8) else { break }
      let extent = offset + 8..<offset + 8 + header.littleEndian32(4)
      if header.has("VP8X"), let size = reader.bytes(at: extent.lowerBound + 4, count: 6) {
        // Both have 24 bits and are stored minus one.
        blocks.width = (size.littleEndian32(0) & 0xFF_FFFF) + 1
        blocks.height = (size.littleEndian16(3) | Int(size.byte(5)) << 16) + 1
      } else if header.has("VP8 "), blocks.width == nil, let size = reader.bytes(at: extent.lowerBound + 6, count: 4) {
        blocks.width = size.littleEndian16(0) & 0x3FFF
        blocks.height = size.littleEndian16(2) & 0x3FFF
      } else if header.has("VP8L"), blocks.width == nil, let size = reader.bytes(at: extent.lowerBound + 1, count: 4) {
        // Lossless: both have 14 bits and are stored minus one.
        let bits = size.littleEndian32(0)
        blocks.width = (bits & 0x3FFF) + 1
        blocks.height = (bits >> 14 & 0x3FFF) + 1
      } else if header.has("EXIF") {
        blocks.readExif(&reader, in: extent)
      } else if header.has("XMP ") {
        blocks.xmpExtent = blocks.xmpExtent ?? extent
      }
      offset = extent.upperBound + (extent.count & 1)
    }
    blocks.readXMP(&reader)
  }
}

/// The size of a GIF, and the XMP that an editor put among its first blocks.
///
/// Source of the layout: GIF89a, and XMP specification part 3 for its application extension.
struct GIFReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  init(_ reader: inout RangeReader<Source>) {
    let start = reader.prefix(at: 0, upTo: 65_536)
    blocks.width = start.littleEndian16(6)
    blocks.height = start.littleEndian16(8)
    // The packet is stored as is, and ends with a table that makes it look like the format's blocks.
    if let name = start.find("\u{B}XMP DataXMP") {
      blocks.xmpExtent = name + 12..<reader.size
      blocks.readXMP(&reader)
    }
  }
}
