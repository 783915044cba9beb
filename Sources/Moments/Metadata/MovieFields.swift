import Timeline

/// The creation date and length of a video, from its `moov` box.
///
/// Source of the layout: ISO/IEC 14496-12 (`mvhd`), Apple's QuickTime file format (`keys`, `ilst`, `©xyz`), 3GPP TS
/// 26.244 (`loci`) and Adobe's XMP specification part 3 (`XMP_`).
struct MovieFields {
  /// The creation date in the movie header, which is UTC by the standard; 0 means none.
  private(set) var created: LocalTime?
  /// Apple's creation date, with the camera's UTC offset.
  private(set) var taken: (local: LocalTime, offset: Int?)?
  private(set) var position: Coordinate?
  /// The range of an editor's XMP.
  private(set) var xmpExtent: Range<Int>?
  /// The playing time; `nil` if the header does not give it, as in a fragmented stream.
  private(set) var length: Duration?

  private static let boxLimit = 64
  /// The seconds from 1904-01-01, the epoch of such files, to 1970.
  private static let epoch: Int64 = 2_082_844_800
  /// 1990-01-01 in seconds since 1970, before any camera counted from 1970: a smaller number comes from a clock that
  /// was never set.
  private static let earliestSince1970 = 631_152_000

  init<Source: ByteSource>(_ reader: inout RangeReader<Source>, _ movie: Range<Int>) {
    Box.forEach(&reader, in: movie, most: Self.boxLimit) { reader, type, content in
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
    // An upper limit keeps the sum in range. Some cameras count from 1970; such a date, counted from 1904, is before
    // 1970.
    guard seconds >= Self.earliestSince1970, seconds < 1 << 36 else { return }
    let since1970 = Int64(seconds) - Self.epoch
    created = LocalTime(microseconds: (since1970 < 0 ? Int64(seconds) : since1970) * 1_000_000)
  }

  /// Returns the number of units divided by the units per second; all bits set mean an unknown length.
  private static func length(_ header: UnsafeRawBufferPointer) -> Duration? {
    let isLong = header.byte(0) == 1
    guard header.count >= (isLong ? 32 : 20) else { return nil }
    let scale = header.bigEndian32(isLong ? 20 : 12)
    let units = header.bigEndian(isLong ? 24 : 16, size: isLong ? 8 : 4)
    guard scale > 0, units > 0, units < (isLong ? Int.max : 1 << 32 - 1) else { return nil }
    return Duration(seconds: Double(units) / Double(scale))
  }

  /// Reads a `meta` box. `keys` names the entries of `ilst`, which are numbered from 1; iTunes' entries have four
  /// letters instead.
  private mutating func readMeta<Source: ByteSource>(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    var dateKey: Int?
    var placeKey: Int?
    // The ISO standard puts a version of four zero bytes before the boxes, QuickTime does not.
    var offset = extent.lowerBound
    if let start = reader.bytes(at: offset, count: 4), start.bigEndian32(0) == 0 { offset += 4 }
    Box.forEach(&reader, in: offset..<max(offset, extent.upperBound), most: Self.boxLimit) { reader, type, content in
      if type == Box.code("keys") {
        let keys = reader.prefix(at: content.lowerBound, upTo: min(content.count, 8_192))
        dateKey = Self.number(of: "com.apple.quicktime.creationdate", in: keys)
        placeKey = Self.number(of: "com.apple.quicktime.location.ISO6709", in: keys)
      } else if type == Box.code("ilst") {
        Box.forEach(&reader, in: content, most: Self.boxLimit) { reader, key, entry in
          if key == dateKey, let value = Self.value(&reader, entry) { taken = DateText.parse(value) }
          if key == placeKey || key == Self.place, position == nil, let value = Self.value(&reader, entry) {
            position = Self.position(value)
          }
        }
      }
    }
  }

  /// The type `©xyz`.
  private static let place = 0xA978_797A

  private mutating func readUserData<Source: ByteSource>(_ reader: inout RangeReader<Source>, _ extent: Range<Int>) {
    Box.forEach(&reader, in: extent, most: Self.boxLimit) { reader, type, content in
      switch type {
      case Self.place where position == nil:
        // The content is a length, a language and the text.
        let bytes = reader.prefix(at: content.lowerBound, upTo: min(content.count, 64))
        position = Self.position(bytes.slice(4, bytes.count))
      case Box.code("loci") where position == nil:
        position = Self.location(reader.prefix(at: content.lowerBound, upTo: min(content.count, 1_024)))
      case Box.code("meta"): readMeta(&reader, content)
      case Box.code("XMP_"): xmpExtent = xmpExtent ?? content
      default: break
      }
    }
  }

  /// Reads 3GPP's location: four bytes of version and flags, two of language, a name that ends with a zero (two zeros
  /// in UTF-16), a role, then longitude and latitude as 16.16 fixed-point numbers.
  private static func location(_ bytes: UnsafeRawBufferPointer) -> Coordinate? {
    let isWide = bytes.bigEndian16(6) == 0xFEFF || bytes.bigEndian16(6) == 0xFFFE
    var end = 6
    while end < bytes.count, bytes.byte(end) != 0 || isWide && bytes.byte(end + 1) != 0 { end += isWide ? 2 : 1 }
    end += isWide ? 3 : 2
    guard end + 8 <= bytes.count else { return nil }
    func degrees(_ index: Int) -> Double { Double(Int32(truncatingIfNeeded: bytes.bigEndian32(index))) / 65_536 }
    return Coordinate(latitude: degrees(end + 4), longitude: degrees(end))
  }

  private static func number(of name: StaticString, in keys: UnsafeRawBufferPointer) -> Int? {
    var offset = 8
    for number in 0..<min(keys.bigEndian32(4), boxLimit) {
      let size = keys.bigEndian32(offset)
      guard size >= 8 else { return nil }
      if size == name.utf8CodeUnitCount + 8, keys.has(name, at: offset + 8) { return number + 1 }
      offset += size
    }
    return nil
  }

  /// Returns the text of an entry: a `data` box whose first eight bytes are type and language.
  private static func value<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, _ entry: Range<Int>
  ) -> UnsafeRawBufferPointer? {
    guard let box = Box(&reader, at: entry.lowerBound, limit: entry.upperBound), box.type == Box.code("data") else {
      return nil
    }
    let bytes = reader.prefix(at: box.content.lowerBound, upTo: min(box.content.count, 256))
    return bytes.slice(8, bytes.count)
  }

  /// Parses ISO 6709 in degrees: `+27.1281+100.2508/`.
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
