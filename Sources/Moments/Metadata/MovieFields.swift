import Timeline

/// When a video was made, and how long it is, from its `moov` box.
///
/// Source of the layout: ISO/IEC 14496-12 (`mvhd`) and Apple's QuickTime file format (`keys`, `ilst`, `©xyz`).
struct MovieFields {
  /// The movie header's creation date, which is UTC by the standard. 0 means none.
  private(set) var created: LocalTime?
  /// Apple's creation date, with the camera's offset.
  private(set) var taken: (local: LocalTime, offset: Int?)?
  private(set) var position: Coordinate?
  /// How long it plays; `nil` where the header does not say, as in a stream that was cut into pieces.
  private(set) var length: Duration?

  private static let mostBoxes = 64
  /// 1904-01-01, from which such files count, in seconds before 1970.
  private static let epoch: Int64 = 2_082_844_800

  init<Source: ByteSource>(_ reader: inout RangeReader<Source>, _ movie: Range<Int>) {
    Box.forEach(&reader, in: movie, most: Self.mostBoxes) { reader, type, content in
      switch type {
      case Box.code("mvhd"): readHeader(&reader, content)
      case Box.code("meta"): readMeta(&reader, content)
      case Box.code("udta"): readUserData(&reader, content)
      default: break
      }
    }
  }

  private mutating func readHeader<Source: ByteSource>(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    guard let bytes = reader.bytes(at: extent.lowerBound, count: min(extent.count, 32)), bytes.count >= 12 else {
      return
    }
    length = Self.length(bytes)
    let seconds = bytes.bigEndian(4, size: bytes.byte(0) == 1 ? 8 : 4)
    // Some cameras count from 1970; a date before photography was invented gives them away. A sane upper end keeps the
    // sum in range.
    guard seconds > 0, seconds < 1 << 36 else { return }
    let since1970 = Int64(seconds) - Self.epoch
    created = LocalTime(microseconds: (since1970 < 0 ? Int64(seconds) : since1970) * 1_000_000)
  }

  /// So many units, of which so many are a second; all bits set mean that nobody knows.
  private static func length(_ header: UnsafeRawBufferPointer) -> Duration? {
    let isLong = header.byte(0) == 1
    guard header.count >= (isLong ? 32 : 20) else { return nil }
    let scale = header.bigEndian32(isLong ? 20 : 12)
    let units = header.bigEndian(isLong ? 24 : 16, size: isLong ? 8 : 4)
    guard scale > 0, units > 0, units < (isLong ? Int.max : 1 << 32 - 1) else { return nil }
    return Duration(seconds: Double(units) / Double(scale))
  }

  /// `keys` names the entries of `ilst`, which are numbered from 1.
  private mutating func readMeta<Source: ByteSource>(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    var dateKey: Int?
    var placeKey: Int?
    // The ISO standard has a version of four zeros before the boxes, QuickTime does not.
    var offset = extent.lowerBound
    if let start = reader.bytes(at: offset, count: 4), start.bigEndian32(0) == 0 { offset += 4 }
    Box.forEach(&reader, in: offset..<max(offset, extent.upperBound), most: Self.mostBoxes) { reader, type, content in
      let bytes = reader.prefix(at: content.lowerBound, upTo: min(content.count, 8_192))
      if type == Box.code("keys") {
        dateKey = Self.number(of: "com.apple.quicktime.creationdate", in: bytes)
        placeKey = Self.number(of: "com.apple.quicktime.location.ISO6709", in: bytes)
      } else if type == Box.code("ilst") {
        if let value = dateKey.flatMap({ Self.value($0, in: bytes) }) { taken = DateText.parse(value) }
        if let value = placeKey.flatMap({ Self.value($0, in: bytes) }) { position = Self.position(value) }
      }
    }
  }

  private mutating func readUserData<Source: ByteSource>(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    Box.forEach(&reader, in: extent, most: Self.mostBoxes) { reader, type, content in
      // `©xyz`: a length, a language and the text.
      guard type == 0xA978_797A, position == nil else { return }
      let bytes = reader.prefix(at: content.lowerBound, upTo: min(content.count, 64))
      position = Self.position(bytes.slice(4, bytes.count))
    }
  }

  private static func number(of name: StaticString, in keys: UnsafeRawBufferPointer) -> Int? {
    var offset = 8
    for number in 0..<min(keys.bigEndian32(4), mostBoxes) {
      let size = keys.bigEndian32(offset)
      guard size >= 8 else { return nil }
      if size == name.utf8CodeUnitCount + 8, keys.has(name, at: offset + 8) { return number + 1 }
      offset += size
    }
    return nil
  }

  /// The text of one entry: a box with its number for letters, a `data` box inside, eight bytes of type.
  private static func value(_ number: Int, in list: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var offset = 0
    for _ in 0..<mostBoxes {
      let size = list.bigEndian32(offset)
      guard size >= 24 else { return nil }
      if list.bigEndian32(offset + 4) == number, list.has("data", at: offset + 12) {
        return list.slice(offset + 24, offset + size)
      }
      offset += size
    }
    return nil
  }

  /// ISO 6709 in degrees: `+27.1281+100.2508/`.
  static func position(_ bytes: UnsafeRawBufferPointer) -> Coordinate? {
    var numbers: [Double] = []
    var start = 0
    for index in 0..<min(bytes.count, 64) {
      let byte = bytes[index]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let isPart = isSign || byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isSign && index > start || !isPart {
        numbers.append(Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? .nan)
        start = index
      }
      if !isPart { break }
    }
    guard numbers.count >= 2 else { return nil }
    return Coordinate(latitude: numbers[0], longitude: numbers[1])
  }
}
