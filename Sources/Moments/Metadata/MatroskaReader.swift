import Timeline

/// Finds the date, length and position of Matroska and WebM videos.
///
/// Source of the layout: RFC 8794 (EBML) and RFC 9559 (Matroska). The file's own index locates data after the
/// pictures, so the pictures are not read.
struct MatroskaReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  private static var elementLimit: Int { 200 }
  /// The seconds from 1970 to 2001-01-01.
  private static var epoch: Int64 { 978_307_200 }
  private var unit = 1_000_000
  private var units: Double?
  private var information: Int?
  private var tags: Int?

  /// An element: its number, including the marker bit, and its content.
  private struct Element {
    let number: Int
    let content: Range<Int>
  }

  /// Returns `nil` if the file is not in this format.
  init?(_ reader: inout RangeReader<Source>) {
    guard let head = Self.element(&reader, at: 0, limit: reader.size), head.number == 0x1A45_DFA3,
      let segment = Self.element(&reader, at: head.content.upperBound, limit: reader.size),
      segment.number == 0x1853_8067
    else { return nil }
    var seen: Set<Int> = []
    Self.forEach(&reader, in: segment.content) { reader, element in
      seen.insert(element.number)
      read(&reader, element, segment.content)
      // Stop where the pictures begin.
      return element.number != 0x1F43_B675
    }
    for (number, place) in [(0x1549_A966, information), (0x1254_C367, tags)] {
      guard !seen.contains(number), let place,
        let element = Self.element(&reader, at: segment.content.lowerBound + place, limit: segment.content.upperBound),
        element.number == number
      else { continue }
      read(&reader, element, segment.content)
    }
    guard let nanoseconds = units.map({ $0 * Double(unit) }), nanoseconds > 0, nanoseconds < 1e18 else { return }
    blocks.length = Duration(seconds: nanoseconds / 1e9)
  }

  private mutating func read(_ reader: inout RangeReader<Source>, _ element: Element, _ segment: Range<Int>) {
    switch element.number {
    case 0x114D_9B74: Self.forEach(&reader, in: element.content) { readPlace(&$0, $1) }
    case 0x1549_A966: Self.forEach(&reader, in: element.content) { readInformation(&$0, $1) }
    case 0x1254_C367:
      Self.forEach(&reader, in: element.content) { reader, tag in
        Self.forEach(&reader, in: tag.content) { readTag(&$0, $1) }
        return true
      }
    default: break
    }
  }

  /// Reads the position of another part of the file.
  private mutating func readPlace(_ reader: inout RangeReader<Source>, _ seek: Element) -> Bool {
    var (number, place) = (0, 0)
    Self.forEach(&reader, in: seek.content) { reader, element in
      if element.number == 0x53AB { number = Self.number(&reader, element) }
      if element.number == 0x53AC { place = Self.number(&reader, element) }
      return true
    }
    guard place >= 0, place < 1 << 56 else { return true }
    if number == 0x1549_A966 { information = place }
    if number == 0x1254_C367 { tags = place }
    return true
  }

  private mutating func readInformation(_ reader: inout RangeReader<Source>, _ element: Element) -> Bool {
    switch element.number {
    case 0x2A_D7B1: unit = Self.number(&reader, element)
    case 0x4489:
      let bits = UInt64(truncatingIfNeeded: Self.number(&reader, element))
      units = element.content.count == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    case 0x4461 where element.content.count == 8:
      // Nanoseconds since 2001, in UTC.
      let since2001 = Int64(Self.number(&reader, element)) / 1_000
      blocks.dates.append(
        CaptureTime(
          local: LocalTime(microseconds: since2001 + Self.epoch * 1_000_000), source: .matroska,
          offset: UTCOffset(minutes: 0, source: .movie)))
    default: break
    }
    return true
  }

  /// Reads a name and a text, which programs copied from the video that they converted.
  private mutating func readTag(_ reader: inout RangeReader<Source>, _ tag: Element) -> Bool {
    guard tag.number == 0x67C8 else { return true }
    var name = ""
    Self.forEach(&reader, in: tag.content) { reader, element in
      let bytes = reader.prefix(at: element.content.lowerBound, upTo: min(element.content.count, 128))
      if element.number == 0x45A3 { name = String(decoding: bytes, as: UTF8.self).uppercased() }
      guard element.number == 0x4487 else { return true }
      switch name {
      case "COM.APPLE.QUICKTIME.CREATIONDATE", "DATE_RECORDED":
        guard let (local, offset) = DateText.parse(bytes), !blocks.dates.contains(where: { $0.source == .matroskaTag })
        else { return true }
        let zone = offset.flatMap { UTCOffset(minutes: $0, source: .movie) }
        blocks.dates.append(CaptureTime(local: local, source: .matroskaTag, offset: zone))
      case "COM.APPLE.QUICKTIME.LOCATION.ISO6709", "LOCATION":
        blocks.position = blocks.position ?? MovieFields.position(bytes)
      default: break
      }
      return true
    }
    return true
  }

  // MARK: Elements

  /// Calls `visit` with each element in `extent` until it returns `false`.
  private static func forEach(
    _ reader: inout RangeReader<Source>, in extent: Range<Int>,
    _ visit: (inout RangeReader<Source>, Element) -> Bool
  ) {
    var offset = extent.lowerBound
    for _ in 0..<elementLimit {
      guard let element = element(&reader, at: offset, limit: extent.upperBound), visit(&reader, element) else {
        return
      }
      offset = element.content.upperBound
    }
  }

  private static func element(_ reader: inout RangeReader<Source>, at offset: Int, limit: Int) -> Element? {
    let head = reader.prefix(at: offset, upTo: min(12, limit - offset))
    let numberSize = head.byte(0).leadingZeroBitCount + 1
    let sizeSize = head.byte(numberSize).leadingZeroBitCount + 1
    guard numberSize <= 4, sizeSize <= 8, numberSize + sizeSize <= head.count else { return nil }
    // The marker bit, which gives the number of bytes, is not part of the size.
    var size = Int(head.byte(numberSize)) & (0x80 >> (sizeSize - 1) - 1)
    for index in 1..<sizeSize { size = size << 8 | Int(head.byte(numberSize + index)) }
    let start = offset + numberSize + sizeSize
    // All bits set mean an unknown size.
    let end = size == 1 << (7 * sizeSize) - 1 || size > limit - start ? limit : start + size
    let number = (0..<numberSize).reduce(0) { $0 << 8 | Int(head.byte($1)) }
    return Element(number: number, content: start..<end)
  }

  /// Reads an integer of up to eight bytes.
  private static func number(_ reader: inout RangeReader<Source>, _ element: Element) -> Int {
    let bytes = reader.prefix(at: element.content.lowerBound, upTo: min(element.content.count, 8))
    return Int(truncatingIfNeeded: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
