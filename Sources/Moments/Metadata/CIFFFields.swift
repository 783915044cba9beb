/// What Canon's Camera Image File Format says: raw files of 1998–2004 (CRW), and the APP0 segment that its first digital
/// cameras wrote before EXIF.
///
/// Layout by Phil Harvey's description (exiftool.org/canon_raw.html): each block ends with the offset of its table of
/// 10-byte entries; entries whose type has the bits 0x2800 are blocks inside.
struct CIFFFields {
  private(set) var taken: LocalTime?
  private(set) var make: String?
  private(set) var model: String?
  private(set) var width: Int?
  private(set) var height: Int?
  private(set) var orientation: Int?

  private static let deepest = 4
  private static let mostEntries = 256
  /// Blocks that lie in each other's way could be gone through for ever.
  private var blocksLeft = 32

  /// - Parameter extent: a file or an APP0 segment's content, starting with the byte order.
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
    for index in 0..<min(count, Self.mostEntries) {
      guard let entry = reader.bytes(at: table + 2 + index * 10, count: 10) else { return }
      let type = entry.littleEndian16(0)
      // Bits 0x4000 say that the value is inside the entry, where nothing fits that is looked for.
      guard type & 0xC000 == 0 else { continue }
      let start = heap.lowerBound + entry.littleEndian32(6)
      let value = start..<min(start + entry.littleEndian32(2), max(start, heap.upperBound))
      switch type & 0x3FFF {
      case let kind where kind & 0x3800 == 0x2800 || kind & 0x3800 == 0x3000:
        if value.count < heap.count { read(&reader, value, depth: depth + 1) }
      case let kind: take(kind, reader.prefix(at: start, upTo: min(value.count, 128)))
      }
    }
  }

  private mutating func take(_ kind: Int, _ value: UnsafeRawBufferPointer) {
    switch kind {
    case 0x080A:
      make = make ?? value.text
      if let end = value.firstIndex(of: 0) { model = model ?? value.slice(end + 1, value.count).text }
    case 0x180E where value.count >= 4 && taken == nil:
      // Seconds since 1970 on the camera's clock; the zone beside them is not reliable.
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
