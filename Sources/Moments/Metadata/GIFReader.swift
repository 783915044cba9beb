/// The size of a GIF, and XMP where an editor put it among the first blocks.
///
/// Source of the layout: GIF89a, and XMP specification part 3 for its application extension.
struct GIFReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  init(_ reader: inout RangeReader<Source>) {
    let start = reader.prefix(at: 0, upTo: 65_536)
    blocks.width = start.littleEndian16(6)
    blocks.height = start.littleEndian16(8)
    // The packet stands there as it is, and ends with a table that makes it look like the format's blocks.
    if let name = start.find("\u{B}XMP DataXMP") {
      blocks.xmpExtent = name + 12..<reader.size
      blocks.readXMP(&reader)
    }
  }
}
