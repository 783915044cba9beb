/// Finds Exif and XMP among a PNG's chunks, which may also come behind the picture.
///
/// Source of the layout: PNG (third edition) with its `eXIf` chunk. The older custom of ImageMagick, hexadecimal text
/// called `Raw profile type exif`, is read when it is not compressed.
struct PNGReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  private static var mostChunks: Int { 900 }

  /// `nil` when this is no PNG.
  init?(_ reader: inout RangeReader<Source>) {
    guard let start = reader.bytes(at: 0, count: 8), start.has("PNG\r\n\u{1A}\n", at: 1) else { return nil }
    var offset = 8
    var xmpExtent: Range<Int>?
    var sawPicture = false
    for _ in 0..<Self.mostChunks {
      guard let header = reader.bytes(at: offset, count: 8), !header.has("IEND", at: 4) else { break }
      let extent = offset + 8..<offset + 8 + header.bigEndian32(0)
      if header.has("IHDR", at: 4), let size = reader.bytes(at: extent.lowerBound, count: 8) {
        blocks.width = size.bigEndian32(0)
        blocks.height = size.bigEndian32(4)
      } else if header.has("IDAT", at: 4) {
        sawPicture = true
      } else if header.has("eXIf", at: 4) {
        blocks.readExif(&reader, in: extent)
      } else if header.has("tEXt", at: 4) {
        readLegacy(&reader, extent)
      } else if header.has("iTXt", at: 4), xmpExtent == nil,
        reader.prefix(at: extent.lowerBound, upTo: 22).has("XML:com.adobe.xmp\0\0\0")
      {
        xmpExtent = extent
      }
      offset = extent.upperBound + 4
    }
    if let xmpExtent { blocks.readXMP(&reader, at: xmpExtent) }
    blocks.endsEarly = !sawPicture
  }

  /// `Raw profile type exif`, a zero, and lines: the name, the length, hexadecimal digits. `APP1` has JPEG's signature
  /// before the same.
  private mutating func readLegacy(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    let text = reader.prefix(at: extent.lowerBound, upTo: min(extent.count, 65_536))
    guard text.has("Raw profile type exif\0") || text.has("Raw profile type APP1\0") else { return }
    var index = 22
    // The line ends before the name, behind it and behind the length.
    for _ in 0..<3 {
      guard let end = text.find("\n", from: index) else { return }
      index = end + 1
    }
    let digits = text[index...].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let bytes = stride(from: 1, to: digits.count, by: 2).map { UInt8(digits[$0 - 1] << 4 | digits[$0]) }
    var inner = RangeReader(MemoryBytes(bytes), scratch: ScratchMemory())
    blocks.readExif(&inner, in: 0..<bytes.count)
  }
}
