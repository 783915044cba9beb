/// Finds Exif and XMP in JPEG XL and JPEG 2000 files, in which all boxes are at the top level.
///
/// Source of the layout: ISO/IEC 18181-2 (`Exif`, `xml `, `brob`), ISO/IEC 15444-1 (`jp2h`, `uuid`). Both formats
/// also allow a bare picture without boxes, which has no metadata.
struct BoxedPictureReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  private static var boxLimit: Int { 200 }

  init(_ reader: inout RangeReader<Source>) {
    Box.forEach(&reader, in: 0..<reader.size, most: Self.boxLimit) { reader, type, content in
      switch type {
      case Box.code("Exif"):
        // The distance to the TIFF header.
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

  /// Reads a box whose kind is identified by 16 bytes.
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

/// Finds Exif and XMP in HEIC and AVIF pictures, and the creation date of videos: all are nested boxes.
///
/// Source of the layout: ISO/IEC 14496-12 (boxes, `iinf`, `iloc`, `mvhd`) and 23008-12 (Exif items).
struct HEIFReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  private static var boxLimit: Int { 200 }
  private static var itemLimit: Int { 4_000 }

  /// The kinds of items to find.
  private enum Kind {
    case exif
    case xmp
  }

  /// Returns `nil` if the file does not start with a box of such files.
  init?(_ reader: inout RangeReader<Source>) {
    guard let first = reader.bytes(at: 0, count: 8),
      first.has("ftyp", at: 4) || first.has("moov", at: 4) || first.has("mdat", at: 4) || first.has("wide", at: 4)
        || first.has("free", at: 4)
    else { return nil }
    var meta: Range<Int>?
    var movie: Range<Int>?
    Box.forEach(&reader, in: 0..<reader.size, most: Self.boxLimit) { reader, type, extent in
      if type == Box.code("meta") { meta = meta ?? extent }
      if type == Box.code("moov") { movie = movie ?? extent }
      if type == Box.code("uuid"), reader.prefix(at: extent.lowerBound, upTo: 16).isXMPIdentifier {
        blocks.xmpExtent = blocks.xmpExtent ?? extent.dropFirst(16)
      }
    }
    if let meta { readMeta(&reader, meta) }
    if let movie {
      let fields = MovieFields(&reader, movie)
      blocks.movie = fields
      readCanon(&reader, movie)
      blocks.xmpExtent = blocks.xmpExtent ?? fields.xmpExtent
    }
    blocks.readXMP(&reader)
  }

  /// Reads Canon's raw format of 2018 (CR3): a `uuid` box inside `moov` with Exif's directories, each a TIFF of its
  /// own.
  ///
  /// Based on Laurent Clévy's description (github.com/lclevy/canon_cr3).
  private mutating func readCanon(_ reader: inout RangeReader<Source>, _ movie: Range<Int>) {
    var canon: Range<Int>?
    Box.forEach(&reader, in: movie, most: Self.boxLimit) { _, type, extent in
      if type == Box.code("uuid"), extent.count > 16 { canon = canon ?? extent }
    }
    guard let canon, reader.prefix(at: canon.lowerBound, upTo: 16).bigEndian32(0) == 0x85C0_B687 else { return }
    let directories = canon.lowerBound + 16..<canon.upperBound
    Box.forEach(&reader, in: directories, most: Self.boxLimit) { reader, type, extent in
      let directory: ExifDirectory
      switch type {
      case Box.code("CMT1"): directory = .main
      case Box.code("CMT2"): directory = .exif
      case Box.code("CMT4"): directory = .gps
      case Box.code("THMB"):
        // The size of the thumbnail precedes it, in one of two forms.
        let start = reader.prefix(at: extent.lowerBound, upTo: 32)
        let skipped = (0..<max(0, start.count - 1)).first { start.bigEndian16($0) == 0xFFD8 }
        blocks.thumbnail = skipped.map { extent.dropFirst($0) }
        return
      default: return
      }
      _ = blocks.readExif(&reader, base: extent.lowerBound, limit: extent.upperBound, as: directory)
    }
  }

  private mutating func readMeta(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    var information: Range<Int>?
    var locations: Range<Int>?
    var data: Range<Int>?
    // Skip four bytes of version and flags.
    let boxes = min(extent.lowerBound + 4, extent.upperBound)..<extent.upperBound
    Box.forEach(&reader, in: boxes, most: Self.boxLimit) { _, type, extent in
      if type == Box.code("iinf") { information = extent }
      if type == Box.code("iloc") { locations = extent }
      if type == Box.code("idat") { data = extent }
    }
    guard let information, let locations else { return }
    let items = items(reader.prefix(at: information.lowerBound, upTo: min(information.count, 65_536)))
    guard !items.isEmpty else { return }
    let places = places(
      of: items, reader.prefix(at: locations.lowerBound, upTo: min(locations.count, 65_536)), data: data)
    for case (.exif, let place) in places { readExif(&reader, place) }
    for case (.xmp, let place) in places { blocks.xmpExtent = blocks.xmpExtent ?? place }
  }

  /// Reads the Exif item, which starts with the 32-bit distance to the TIFF header, usually 0 or 6. Not all writers
  /// follow this.
  private mutating func readExif(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    guard let start = reader.bytes(at: extent.lowerBound, count: 4) else { return }
    let stated = start.bigEndian32(0) + 4
    for skipped in [stated, 4, 10, 0, 6] where extent.lowerBound + skipped < extent.upperBound {
      if blocks.readExif(&reader, base: extent.lowerBound + skipped, limit: extent.upperBound) { return }
    }
  }

  /// Returns the numbers of the Exif and XMP items in `iinf`.
  private func items(_ box: UnsafeRawBufferPointer) -> [Int: Kind] {
    var found: [Int: Kind] = [:]
    let isLong = box.byte(0) > 0
    let count = isLong ? box.bigEndian32(4) : box.bigEndian16(4)
    var offset = isLong ? 8 : 6
    for _ in 0..<min(count, Self.itemLimit) {
      let size = box.bigEndian32(offset)
      guard size >= 12, offset + size <= box.count else { break }
      let entry = box.slice(offset, offset + size)
      offset += size
      guard entry.has("infe", at: 4), entry.byte(8) >= 2 else { continue }
      let wide = entry.byte(8) > 2
      let number = wide ? entry.bigEndian32(12) : entry.bigEndian16(12)
      let type = wide ? 18 : 16
      if entry.has("Exif", at: type) { found[number] = .exif }
      if entry.has("mime", at: type), entry.find("application/rdf+xml", from: type + 4) != nil { found[number] = .xmp }
    }
    return found
  }

  /// Returns the locations of the items given by `iloc`: in the file, or in the `idat` box. Of an item in several
  /// pieces, only the first is used.
  private func places(
    of items: [Int: Kind], _ box: UnsafeRawBufferPointer, data: Range<Int>?
  ) -> [(Kind, Range<Int>)] {
    var found: [(Kind, Range<Int>)] = []
    let version = box.byte(0)
    let offsetSize = Int(box.byte(4) >> 4)
    let lengthSize = Int(box.byte(4) & 15)
    let baseSize = Int(box.byte(5) >> 4)
    let indexSize = version > 0 ? Int(box.byte(5) & 15) : 0
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else { return [] }
    let count = version < 2 ? box.bigEndian16(6) : box.bigEndian32(6)
    var cursor = version < 2 ? 8 : 10
    for _ in 0..<min(count, Self.itemLimit) where cursor < box.count {
      let number = version < 2 ? box.bigEndian16(cursor) : box.bigEndian32(cursor)
      cursor += version < 2 ? 2 : 4
      let method = version > 0 ? box.bigEndian16(cursor) & 15 : 0
      cursor += version > 0 ? 4 : 2
      let base = box.bigEndian(cursor, size: baseSize)
      cursor += baseSize
      let pieces = box.bigEndian16(cursor)
      cursor += 2
      if let kind = items[number], pieces > 0, cursor + indexSize + offsetSize + lengthSize <= box.count {
        let start = box.bigEndian(cursor + indexSize, size: offsetSize)
        let length = box.bigEndian(cursor + indexSize + offsetSize, size: lengthSize)
        // Impossibly large offsets would overflow when added.
        let far = 1 << 56
        let origin = method == 1 ? data?.lowerBound : method == 0 ? 0 : nil
        if let origin, base < far, start < far, length < far {
          found.append((kind, origin + base + start..<origin + base + start + (length == 0 ? 65_536 : length)))
        }
      }
      cursor += pieces * (indexSize + offsetSize + lengthSize)
    }
    return found
  }
}
