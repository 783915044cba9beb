/// The date in Canon's Camera Image File Format, which its first digital cameras wrote into an APP0 segment before EXIF.
///
/// Layout by Phil Harvey's description (exiftool.org/canon_raw.html): each block ends with the offset of its table of
/// 10-byte entries; entries whose type has the bits 0x2800 are blocks inside.
struct CIFFFields {
  private(set) var taken: LocalTime?

  private static let deepest = 4
  private static let mostEntries = 256

  /// - Parameter block: an APP0 segment's content, starting with the byte order.
  init(_ block: UnsafeRawBufferPointer) {
    guard block.has("II"), block.has("HEAPJPGM", at: 6) else { return }
    read(block.slice(block.littleEndian32(2), block.count), depth: 0)
  }

  private mutating func read(_ heap: UnsafeRawBufferPointer, depth: Int) {
    guard depth < Self.deepest, heap.count >= 6 else { return }
    let table = heap.littleEndian32(heap.count - 4)
    let count = min(heap.littleEndian16(table), Self.mostEntries)
    for index in 0..<count where taken == nil {
      let entry = table + 2 + index * 10
      guard entry + 10 <= heap.count else { return }
      let type = heap.littleEndian16(entry)
      // Bits 0x4000 say that the value is inside the entry, where no block and no date fits.
      guard type & 0xC000 == 0 else { continue }
      let size = heap.littleEndian32(entry + 2)
      let start = heap.littleEndian32(entry + 6)
      let value = heap.slice(start, start + size)
      switch type & 0x3FFF {
      case 0x180E where value.count >= 4:
        // Seconds since 1970 on the camera's clock; the zone beside them is not reliable.
        let seconds = value.littleEndian32(0)
        if seconds > 0 { taken = LocalTime(microseconds: Int64(seconds) * 1_000_000) }
      case let kind where kind & 0x3800 == 0x2800 || kind & 0x3800 == 0x3000:
        if value.count < heap.count { read(value, depth: depth + 1) }
      default: break
      }
    }
  }
}
