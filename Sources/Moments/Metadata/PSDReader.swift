/// Finds Exif, XMP and IPTC in Photoshop's own files, PSD and PSB.
///
/// Source of the layout: Adobe Photoshop File Formats Specification (2019).
struct PSDReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  /// `nil` when this is no such file.
  init?(_ reader: inout RangeReader<Source>) {
    guard let head = reader.bytes(at: 0, count: 30), head.has("8BPS"), (1...2).contains(head.bigEndian16(4)) else {
      return nil
    }
    blocks.height = head.bigEndian32(14)
    blocks.width = head.bigEndian32(18)
    // The table of colours comes first; both have their lengths in front.
    let start = 30 + head.bigEndian32(26)
    guard let size = reader.bytes(at: start, count: 4)?.bigEndian32(0) else {
      blocks.endsEarly = true
      return
    }
    blocks.readResources(&reader, in: start + 4..<start + 4 + size)
    blocks.readXMP(&reader)
    blocks.endsEarly = start + 4 + size >= reader.size
  }
}
