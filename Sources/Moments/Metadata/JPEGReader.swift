/// Reads a JPEG's segments up to the picture itself and collects their metadata.
///
/// Source of the layout: ITU-T T.81, annex B. Only segment headers and EXIF fields are read; XMP, IPTC and CIFF are
/// read if EXIF is incomplete.
struct JPEGReader<Source: ByteSource> {
  /// The range of a segment's content.
  private typealias Extent = Range<Int>

  /// The maximum number of segments before the picture; long ICC profiles and multi-picture files have about a
  /// hundred.
  private static var segmentLimit: Int { 500 }
  /// The maximum number of garbage bytes to skip between segments.
  private static var garbageLimit: Int { 256 }

  private(set) var blocks = MetadataBlocks()

  private var resources: Extent?
  private var ciffExtent: Extent?

  /// Returns `nil` if no JPEG begins at `offset`; raw files contain one inside.
  init?(_ reader: inout RangeReader<Source>, at offset: Int = 0) {
    guard let start = reader.bytes(at: offset, count: 2), start[0] == 0xFF, start[1] == 0xD8 else { return nil }
    walk(&reader, from: offset + 2)
    let isDated = blocks.exif.original.local != nil || blocks.exif.digitized.local != nil
    if !isDated || reader.isThorough, let resources { blocks.readResources(&reader, in: resources) }
    blocks.readXMP(&reader)
    if !isDated || reader.isThorough, let ciffExtent { blocks.ciff = CIFFFields(&reader, in: ciffExtent) }
  }

  private mutating func walk(_ reader: inout RangeReader<Source>, from start: Int) {
    var (offset, garbage) = (start, 0)
    for _ in 0..<Self.segmentLimit {
      // Any number of fill bytes 0xFF may precede a marker; any other byte there is damage.
      while true {
        guard let two = reader.bytes(at: offset, count: 2) else {
          blocks.endsEarly = true
          return
        }
        if two[0] == 0xFF, two[1] != 0xFF, two[1] != 0 { break }
        offset += 1
        garbage += 1
        guard garbage <= Self.garbageLimit else { return }
      }
      guard let marker = reader.bytes(at: offset, count: 2)?[1] else { return }
      switch marker {
      case 0x01, 0xD0...0xD8:
        offset += 2
        continue
      case 0xDA, 0xD9: return
      default: break
      }
      guard let header = reader.bytes(at: offset, count: 4) else {
        blocks.endsEarly = true
        return
      }
      let length = header.bigEndian16(2)
      guard length >= 2 else { return }
      visit(marker, offset + 4..<offset + 2 + length, &reader)
      offset += 2 + length
    }
  }

  private mutating func visit(_ marker: UInt8, _ extent: Extent, _ reader: inout RangeReader<Source>) {
    switch marker {
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      guard blocks.width == nil, let frame = reader.bytes(at: extent.lowerBound, count: 5) else { return }
      blocks.height = frame.bigEndian16(1)
      blocks.width = frame.bigEndian16(3)
    case 0xE0:
      let start = reader.prefix(at: extent.lowerBound, upTo: min(extent.count, 14))
      if ciffExtent == nil, start.has("HEAPJPGM", at: 6) { ciffExtent = extent }
    case 0xE1: visitAPP1(extent, &reader)
    case 0xED:
      let start = reader.prefix(at: extent.lowerBound, upTo: min(extent.count, 14))
      if resources == nil, start.has("Photoshop 3.0\0") { resources = extent.dropFirst(14) }
    default: break
    }
  }

  /// Reads EXIF or XMP. EXIF's signature is `Exif\0\0`, but real files also have other fifth and sixth bytes, another
  /// case, or no signature at all, so the TIFF header after it decides.
  private mutating func visitAPP1(_ extent: Extent, _ reader: inout RangeReader<Source>) {
    let start = reader.prefix(at: extent.lowerBound, upTo: min(extent.count, 64))
    let named =
      start.count >= 4 && (start[0] | 0x20, start[1] | 0x20, start[2] | 0x20, start[3] | 0x20) == Self.signature
    if blocks.xmpExtent == nil, !named,
      start.has("http://ns.adobe.com/xap/1.0/\0") || start.find("<?xpacket") != nil
        || start.find("<x:xmpmeta") != nil
    {
      blocks.xmpExtent = extent
      return
    }
    for skipped in named ? [6, 5, 4, 8, 10] : [0] {
      let base = extent.lowerBound + skipped
      guard base + 8 <= extent.upperBound else { continue }
      if blocks.readExif(&reader, base: base, limit: extent.upperBound) { return }
    }
  }

  private static var signature: (UInt8, UInt8, UInt8, UInt8) {
    (UInt8(ascii: "e"), UInt8(ascii: "x"), UInt8(ascii: "i"), UInt8(ascii: "f"))
  }
}
