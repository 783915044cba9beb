/// Reads EXIF: a TIFF structure of at most three directories (main, Exif, GPS), in either byte order.
///
/// Source of the layout: TIFF 6.0, CIPA DC-008 (Exif 2.32) and, for files with eight-byte offsets, BigTIFF. Each
/// directory is read once, and a directory is never followed from within another of its kind, so there are no loops.
/// At most 512 entries of each directory are read.
struct TIFFReader<Source: ByteSource> {
  /// A directory entry; its value may be stored elsewhere.
  private struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    /// The offset of the value in the source.
    let offset: Int
  }

  private static var entryLimit: Int { 512 }
  private static var textLengthLimit: Int { 64 }
  private static var captionLengthLimit: Int { 16_384 }
  /// The upper limit for counts and offsets, which keeps their sums and products in range.
  private static var offsetLimit: Int { 1 << 50 }

  private let base: Int
  private let limit: Int
  private let bigEndian: Bool
  /// `true` if counts and offsets have eight bytes instead of four.
  private let isBig: Bool
  private let firstDirectory: Int

  /// - Parameters:
  ///   - base: The offset of the TIFF header; all offsets count from there.
  ///   - limit: The end of the block; nothing at or after it is read.
  /// - Returns: `nil` if there is no TIFF header.
  init?(_ reader: inout RangeReader<Source>, base: Int, limit: Int) {
    guard let header = reader.bytes(at: base, count: 8) else { return nil }
    // Panasonic and Olympus raw files differ only in the second half of the header.
    isBig = header.has("II+\0") || header.has("MM\0+")
    if isBig || header.has("II*\0") || header.has("IIU\0") || header.has("IIRO") || header.has("IIRS") {
      bigEndian = header.has("MM")
    } else if header.has("MM\0*") || header.has("MMOR") {
      bigEndian = true
    } else {
      return nil
    }
    self.base = base
    self.limit = min(limit, reader.size)
    if isBig {
      guard let far = reader.bytes(at: base + 8, count: 8) else { return nil }
      firstDirectory = bigEndian ? far.bigEndian(0, size: 8) : far.littleEndian64(0)
    } else {
      firstDirectory = bigEndian ? header.bigEndian32(4) : header.littleEndian32(4)
    }
  }

  /// Reads the fields. Canon's newer raw files have each directory in a separate block, whose first directory is then
  /// not the main one.
  func read(_ reader: inout RangeReader<Source>, as directory: ExifDirectory = .main) -> ExifFields {
    var fields = ExifFields()
    switch directory {
    case .main: readMain(&reader, into: &fields)
    case .exif: readExif(&reader, at: firstDirectory, into: &fields)
    case .gps: readGPS(&reader, at: firstDirectory, into: &fields)
    }
    return fields
  }

  private func readMain(_ reader: inout RangeReader<Source>, into fields: inout ExifFields) {
    var exif: Int?
    var gps: Int?
    /// Exif directory dates in the main directory, as written by raw files and editors; they count if the Exif
    /// directory has none.
    var early = ExifFields()
    for entry in entries(&reader, at: firstDirectory) {
      switch entry.tag {
      case ExifTag.width: fields.width = number(&reader, entry)
      case ExifTag.height: fields.height = number(&reader, entry)
      case ExifTag.caption:
        if reader.isThorough, entry.type == 2, let extent = extent(entry) {
          fields.caption = reader.withBytes(in: extent, atMost: Self.captionLengthLimit) { $0.words }
        }
      case ExifTag.make: fields.make = text(&reader, entry)
      case ExifTag.model: fields.model = text(&reader, entry)
      case ExifTag.orientation: fields.orientation = number(&reader, entry).flatMap { (1...8).contains($0) ? $0 : nil }
      case ExifTag.rating: fields.rating = number(&reader, entry).flatMap { (0...5).contains($0) ? $0 : nil }
      case ExifTag.dateTime: fields.modified.local = date(&reader, entry)
      case ExifTag.xmp: fields.xmpExtent = extent(entry)
      case ExifTag.iptc: fields.iptcExtent = extent(entry)
      case ExifTag.panasonicJPEG: fields.jpegExtent = extent(entry)
      case ExifTag.exifDirectory: exif = pointer(&reader, entry)
      case ExifTag.gpsDirectory: gps = pointer(&reader, entry)
      default: readStamp(&reader, entry, into: &early)
      }
    }
    if let exif { readExif(&reader, at: exif, into: &fields) }
    fields.fillStamps(from: early)
    if let gps { readGPS(&reader, at: gps, into: &fields) }
  }

  private func readExif(_ reader: inout RangeReader<Source>, at offset: Int, into fields: inout ExifFields) {
    var width: Int?
    var height: Int?
    for entry in entries(&reader, at: offset) {
      switch entry.tag {
      case ExifTag.pixelWidth: width = number(&reader, entry)
      case ExifTag.pixelHeight: height = number(&reader, entry)
      default: readStamp(&reader, entry, into: &fields)
      }
    }
    // The main directory of a raw file describes its thumbnail, so the photo's own size takes precedence.
    fields.width = width ?? fields.width
    fields.height = height ?? fields.height
  }

  /// Reads a field of EXIF's three dates, their fractions and offsets; other fields are ignored.
  private func readStamp(_ reader: inout RangeReader<Source>, _ entry: Entry, into fields: inout ExifFields) {
    switch entry.tag {
    case ExifTag.dateTimeOriginal: read(&reader, entry, into: &fields.original)
    case ExifTag.dateTimeDigitized: read(&reader, entry, into: &fields.digitized)
    case ExifTag.offsetTime: fields.modified.offset = DateText.offset(raw(&reader, entry))
    case ExifTag.offsetTimeOriginal: fields.original.offset = DateText.offset(raw(&reader, entry))
    case ExifTag.offsetTimeDigitized: fields.digitized.offset = DateText.offset(raw(&reader, entry))
    case ExifTag.subSecTime: fields.modified.subsecond = DateText.subsecond(raw(&reader, entry))
    case ExifTag.subSecTimeOriginal: fields.original.subsecond = DateText.subsecond(raw(&reader, entry))
    case ExifTag.subSecTimeDigitized: fields.digitized.subsecond = DateText.subsecond(raw(&reader, entry))
    default: break
    }
  }

  private func readGPS(_ reader: inout RangeReader<Source>, at offset: Int, into fields: inout ExifFields) {
    var north: Double?
    var east: Double?
    var latitude: Double?
    var longitude: Double?
    var day: LocalTime?
    var time: Int64?
    for entry in entries(&reader, at: offset) {
      switch entry.tag {
      case ExifTag.latitudeRef: north = sign(&reader, entry, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"))
      case ExifTag.longitudeRef: east = sign(&reader, entry, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"))
      case ExifTag.latitude: latitude = sexagesimal(&reader, entry)
      case ExifTag.longitude: longitude = sexagesimal(&reader, entry)
      case ExifTag.timeStamp:
        time = sexagesimal(&reader, entry).flatMap { (0..<24).contains($0) ? Int64(($0 * 3_600e6).rounded()) : nil }
      case ExifTag.dateStamp: day = DateText.day(raw(&reader, entry))
      default: break
      }
    }
    // Without N/S or E/W the hemisphere would be a guess.
    if let north, let east, let latitude, let longitude {
      fields.position = Coordinate(latitude: north * latitude, longitude: east * longitude)
    }
    if let day, let time { fields.gpsTime = LocalTime(microseconds: day.microseconds + time) }
  }

  /// Returns the range of the thumbnail that the camera made, a JPEG in the directory after the main one.
  func thumbnail(_ reader: inout RangeReader<Source>) -> Range<Int>? {
    let start = base + firstDirectory
    let countSize = isBig ? 8 : 2
    guard firstDirectory < Self.offsetLimit, let head = reader.bytes(at: start, count: countSize) else { return nil }
    let count = isBig ? word(head, 0) : short(head, 0)
    guard count <= Self.entryLimit,
      let next = reader.bytes(at: start + countSize + count * (isBig ? 20 : 12), count: isBig ? 8 : 4)
    else { return nil }
    var offset: Int?
    var length: Int?
    for entry in entries(&reader, at: min(word(next, 0), Self.offsetLimit)) {
      if entry.tag == ExifTag.thumbnailOffset { offset = pointer(&reader, entry) }
      if entry.tag == ExifTag.thumbnailLength { length = pointer(&reader, entry) }
    }
    guard let offset, let length, offset < limit, length < Self.offsetLimit, base + offset + length <= limit else {
      return nil
    }
    return base + offset..<base + offset + length
  }

  // MARK: Directories

  /// Returns the entries of the directory at `offset`, the first of each tag that is read; for a truncated file the
  /// entries that remain.
  private func entries(_ reader: inout RangeReader<Source>, at offset: Int) -> [Entry] {
    let (start, overflow) = base.addingReportingOverflow(offset)
    // The number of entries, then for each entry: its tag, its type, the number of values, and the values or their
    // offset.
    let (countSize, wordSize) = isBig ? (8, 8) : (2, 4)
    let entrySize = 4 + 2 * wordSize
    guard !overflow, start >= base, start <= limit - countSize, let head = reader.bytes(at: start, count: countSize)
    else { return [] }
    let count = min(isBig ? word(head, 0) : short(head, 0), Self.entryLimit, (limit - start - countSize) / entrySize)
    let table = reader.prefix(at: start + countSize, upTo: count * entrySize)
    var found: [Entry] = []
    for at in stride(from: 0, to: table.count / entrySize * entrySize, by: entrySize) {
      let tag = short(table, at)
      guard ExifTag.isRead(tag), !found.contains(where: { $0.tag == tag }) else { continue }
      let type = short(table, at + 2)
      let number = word(table, at + 4)
      guard let size = Self.size(ofType: type), number > 0, number < Self.offsetLimit else { continue }
      let place = at + 4 + wordSize
      let far = min(word(table, place), Self.offsetLimit)
      let isInside = number * size <= wordSize
      found.append(
        Entry(tag: tag, type: type, count: number, offset: isInside ? start + countSize + place : base + far))
    }
    return found
  }

  private static func size(ofType type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: return 1
    case 3, 8: return 2
    case 4, 9, 11, 13: return 4
    case 5, 10, 12, 16, 17, 18: return 8
    default: return nil
    }
  }

  // MARK: Values

  /// Returns the value's bytes, at most `textLengthLimit`.
  private func raw(_ reader: inout RangeReader<Source>, _ entry: Entry) -> UnsafeRawBufferPointer {
    guard let size = Self.size(ofType: entry.type), entry.offset < limit else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return reader.prefix(
      at: entry.offset,
      upTo: min(min(entry.count, Self.textLengthLimit) * size, Self.textLengthLimit, limit - entry.offset))
  }

  /// Returns the range of a value that is too long for `raw`.
  private func extent(_ entry: Entry) -> Range<Int>? {
    guard let size = Self.size(ofType: entry.type), entry.offset < limit else { return nil }
    return entry.offset..<min(limit, entry.offset + entry.count * size)
  }

  private func read(_ reader: inout RangeReader<Source>, _ entry: Entry, into stamp: inout ExifFields.Stamp) {
    stamp.local = date(&reader, entry)
    if stamp.local == nil { stamp.day = DateText.day(raw(&reader, entry)) }
  }

  private func date(_ reader: inout RangeReader<Source>, _ entry: Entry) -> LocalTime? {
    DateText.parse(raw(&reader, entry))?.local
  }

  private func text(_ reader: inout RangeReader<Source>, _ entry: Entry) -> String? {
    entry.type == 2 ? raw(&reader, entry).text : nil
  }

  /// Returns an integer of any size, or the first of several.
  private func number(_ reader: inout RangeReader<Source>, _ entry: Entry) -> Int? {
    let bytes = raw(&reader, entry)
    guard let size = Self.size(ofType: entry.type), bytes.count >= size else { return nil }
    switch entry.type {
    case 1: return Int(bytes[0])
    case 6: return Int(Int8(bitPattern: bytes[0]))
    case 3: return short(bytes, 0)
    case 8: return Int(Int16(truncatingIfNeeded: short(bytes, 0)))
    case 4, 13: return long(bytes, 0)
    case 9: return Int(Int32(truncatingIfNeeded: long(bytes, 0)))
    case 16, 17, 18: return bigEndian ? bytes.bigEndian(0, size: 8) : bytes.littleEndian64(0)
    default: return nil
    }
  }

  /// Returns the offset of another directory from the block's base. Real files use any integer type here, including
  /// signed ones.
  private func pointer(_ reader: inout RangeReader<Source>, _ entry: Entry) -> Int? {
    number(&reader, entry).flatMap { $0 > 0 ? $0 : nil }
  }

  private func sign(
    _ reader: inout RangeReader<Source>, _ entry: Entry, positive: UInt8, negative: UInt8
  ) -> Double? {
    let letter = raw(&reader, entry).byte(0) & 0xDF
    return letter == positive ? 1 : letter == negative ? -1 : nil
  }

  /// Returns degrees, minutes and seconds, or hours, minutes and seconds, from up to three fractions. The first must
  /// be a number; minutes and seconds of 0/0 count as missing.
  private func sexagesimal(_ reader: inout RangeReader<Source>, _ entry: Entry) -> Double? {
    if entry.type == 2 { return Self.sexagesimal(raw(&reader, entry)) }
    guard entry.type == 5 || entry.type == 10 else { return nil }
    let bytes = raw(&reader, entry)
    var value: Double?
    var unit = 1.0
    for index in 0..<min(3, bytes.count / 8) {
      let top = signed(long(bytes, index * 8), entry.type)
      let bottom = signed(long(bytes, index * 8 + 4), entry.type)
      if bottom != 0 {
        value = (value ?? 0) + Double(top) / Double(bottom) / unit
      } else if index == 0 || top != 0 {
        return nil
      }
      unit *= 60
    }
    return value
  }

  /// Parses the same as text, as some phones write it: `52,50,34.0118`, or in languages with a decimal comma
  /// `52,00000,50,00000,34,01180`.
  private static func sexagesimal(_ text: UnsafeRawBufferPointer) -> Double? {
    let parts = text.prefix { $0 != 0 }.split { $0 == UInt8(ascii: ",") || $0 == 0x20 }.map {
      String(decoding: $0, as: UTF8.self)
    }
    let isSplit = parts.count == 6
    guard isSplit || (1...3).contains(parts.count) else { return nil }
    let numbers = isSplit ? stride(from: 0, to: 6, by: 2).map { "\(parts[$0]).\(parts[$0 + 1])" } : parts
    var (value, unit) = (0.0, 1.0)
    for number in numbers {
      guard number.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }), let part = Double(number)
      else { return nil }
      value += part / unit
      unit *= 60
    }
    return value
  }

  private func signed(_ number: Int, _ type: Int) -> Int {
    type == 10 ? Int(Int32(truncatingIfNeeded: number)) : number
  }

  private func short(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    bigEndian ? bytes.bigEndian16(index) : bytes.littleEndian16(index)
  }

  /// Returns four bytes as a number, or eight in a BigTIFF.
  private func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    guard isBig else { return long(bytes, index) }
    return bigEndian ? bytes.bigEndian(index, size: 8) : bytes.littleEndian64(index)
  }

  private func long(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    bigEndian ? bytes.bigEndian32(index) : bytes.littleEndian32(index)
  }
}
