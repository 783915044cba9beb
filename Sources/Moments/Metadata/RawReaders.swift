/// Raw files of cameras: a TIFF, a JPEG inside, or Canon's own format.
extension MetadataBlocks {
  /// Reads a file that is one TIFF; returns `nil` if it is not a TIFF.
  init?<Source: ByteSource>(tiff reader: inout RangeReader<Source>) {
    self.init()
    guard readExif(&reader, base: 0, limit: reader.size) else { return nil }
    // In Panasonic's older files only the embedded JPEG has the date.
    if exif.original.local == nil, let place = exif.jpegExtent?.lowerBound,
      let inside = JPEGReader(&reader, at: place)?.blocks
    {
      exif.fill(from: inside.exif)
    }
    if exif.original.local == nil || reader.isThorough, let extent = exif.iptcExtent {
      iptc = IPTCFields(reader.prefix(at: extent.lowerBound, upTo: extent.count))
    }
    readXMP(&reader)
  }

  /// Reads Fujifilm's RAF. The offset of its JPEG is at 84, after names of 16, 4, 8 and 32 bytes and a list of
  /// versions.
  ///
  /// Based on Phil Harvey's description (exiftool.org/TagNames/FujiFilm.html#RAF). Returns `nil` if there is no JPEG.
  init?<Source: ByteSource>(fuji reader: inout RangeReader<Source>) {
    guard let place = reader.bytes(at: 84, count: 4)?.bigEndian32(0),
      let inside = JPEGReader(&reader, at: place)?.blocks
    else { return nil }
    self = inside
  }

  /// Reads Minolta's MRW: blocks of four letters and a size, of which `TTW` is a TIFF.
  ///
  /// Based on Phil Harvey's description (exiftool.org/TagNames/MinoltaRaw.html).
  init<Source: ByteSource>(minolta reader: inout RangeReader<Source>) {
    self.init()
    var offset = 8
    for _ in 0..<16 {
      guard let head = reader.bytes(at: offset, count: 8), head.byte(0) == 0 else { return }
      let end = offset + 8 + head.bigEndian32(4)
      if head.has("TTW", at: 1) {
        _ = readExif(&reader, base: offset + 8, limit: end)
        return
      }
      offset = end
    }
  }

  /// Reads Canon's CRW; returns `nil` if the file is not a CRW.
  init?<Source: ByteSource>(canon reader: inout RangeReader<Source>) {
    self.init()
    guard let fields = CIFFFields(&reader, in: 0..<reader.size) else { return nil }
    ciff = fields
  }
}

/// The fields of Canon's Camera Image File Format: raw files of 1998–2004 (CRW), and the APP0 segment that its first
/// digital cameras wrote before EXIF.
///
/// Layout based on Phil Harvey's description (exiftool.org/canon_raw.html): each block ends with the offset of its
/// table of 10-byte entries; entries whose type has the bits 0x2800 are nested blocks.
struct CIFFFields {
  private(set) var taken: LocalTime?
  private(set) var make: String?
  private(set) var model: String?
  private(set) var width: Int?
  private(set) var height: Int?
  private(set) var orientation: Int?

  private static let deepest = 4
  private static let entryLimit = 256
  /// The remaining number of blocks: overlapping blocks could be read for ever.
  private var blocksLeft = 32

  /// - Parameter extent: The range of a file or of an APP0 segment's content, starting with the byte order.
  init?<Source: ByteSource>(_ reader: inout RangeReader<Source>, in extent: Range<Int>) {
    guard let head = reader.bytes(at: extent.lowerBound, count: 14), head.has("II"),
      head.has("HEAPJPGM", at: 6) || head.has("HEAPCCDR", at: 6)
    else { return nil }
    let start = extent.lowerBound + head.littleEndian32(2)
    read(&reader, start..<max(start, min(extent.upperBound, reader.size)), depth: 0)
  }

  private mutating func read<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, _ heap: Range<Int>, depth: Int
  ) {
    guard depth < Self.deepest, blocksLeft > 0, heap.count >= 6,
      let end = reader.bytes(at: heap.upperBound - 4, count: 4)
    else { return }
    blocksLeft -= 1
    let table = heap.lowerBound + end.littleEndian32(0)
    guard table < heap.upperBound, let count = reader.bytes(at: table, count: 2)?.littleEndian16(0) else { return }
    for index in 0..<min(count, Self.entryLimit) {
      guard let entry = reader.bytes(at: table + 2 + index * 10, count: 10) else { return }
      let type = entry.littleEndian16(0)
      // The bits 0x4000 mean that the value is inside the entry, which is too small for the values read here.
      guard type & 0xC000 == 0 else { continue }
      let start = heap.lowerBound + entry.littleEndian32(6)
      let value = start..<min(start + entry.littleEndian32(2), max(start, heap.upperBound))
      switch type & 0x3FFF {
      case let kind where kind & 0x3800 == 0x2800 || kind & 0x3800 == 0x3000:
        if value.count < heap.count { read(&reader, value, depth: depth + 1) }
      case let kind: readField(kind, reader.prefix(at: start, upTo: min(value.count, 128)))
      }
    }
  }

  private mutating func readField(_ kind: Int, _ value: UnsafeRawBufferPointer) {
    switch kind {
    case 0x080A:
      make = make ?? value.text
      if let end = value.firstIndex(of: 0) { model = model ?? value.slice(end + 1, value.count).text }
    case 0x180E where value.count >= 4 && taken == nil:
      // Seconds since 1970 on the camera's clock; the adjacent time zone is not reliable.
      let seconds = value.littleEndian32(0)
      if seconds > 0 { taken = LocalTime(microseconds: Int64(seconds) * 1_000_000) }
    case 0x1810 where value.count >= 16:
      width = value.littleEndian32(0)
      height = value.littleEndian32(4)
      orientation = [0: 1, 90: 6, 180: 3, 270: 8][value.littleEndian32(12)]
    default: break
    }
  }
}
