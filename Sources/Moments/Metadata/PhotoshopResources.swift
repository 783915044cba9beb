/// Photoshop's image resources, in PSD files and in a JPEG's APP13 segment: numbered pieces, some of which are
/// metadata.
///
/// Source of the layout and the numbers: Adobe Photoshop File Formats Specification (2019).
enum PhotoshopResources {
  static let iptc = 0x0404
  static let exif = 0x0422
  static let xmp = 0x0424
  private static let limit = 500

  /// Calls `visit` with the number and the content of each resource in `extent`. Each is `8BIM`, a number, a
  /// length-prefixed name of even total length, a size, and content padded to even length.
  static func forEach<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, in extent: Range<Int>,
    _ visit: (inout RangeReader<Source>, Int, Range<Int>) -> Void
  ) {
    var offset = extent.lowerBound
    for _ in 0..<limit {
      guard let head = reader.bytes(at: offset, count: 12), head.has("8BIM") || head.has("MeSa") || head.has("AgHg")
      else { return }
      let number = head.bigEndian16(4)
      let name = (Int(head.byte(6)) + 2) & ~1
      guard let size = reader.bytes(at: offset + 6 + name, count: 4)?.bigEndian32(0) else { return }
      let start = offset + 10 + name
      guard start <= extent.upperBound else { return }
      visit(&reader, number, start..<min(start + size, extent.upperBound))
      offset = start + (size + 1) & ~1
    }
  }
}

extension MetadataBlocks {
  /// Reads the metadata in a section of resources.
  mutating func readResources<Source: ByteSource>(_ reader: inout RangeReader<Source>, in extent: Range<Int>) {
    PhotoshopResources.forEach(&reader, in: extent) { reader, number, content in
      switch number {
      case PhotoshopResources.iptc:
        iptc = iptc ?? IPTCFields(reader.prefix(at: content.lowerBound, upTo: content.count))
      case PhotoshopResources.exif: readExif(&reader, in: content)
      case PhotoshopResources.xmp: xmpExtent = xmpExtent ?? content
      default: break
      }
    }
  }
}

/// The creation date and the caption that news agencies write: IPTC-IIM datasets 2:55, 2:60 and 2:120, usually in one
/// of Photoshop's resources.
struct IPTCFields {
  /// The date and time; `nil` if either is missing.
  private(set) var created: (local: LocalTime, offset: Int?)?
  /// The midnight of the date.
  private(set) var day: LocalTime?
  /// The description of the picture (2:120).
  private(set) var caption: String?

  /// - Parameter records: The consecutive datasets.
  init(_ records: UnsafeRawBufferPointer) {
    var time: (microseconds: Int64, offset: Int?)?
    var index = 0
    // Each dataset has 0x1C, a record, a number and a 15-bit size.
    while records.byte(index) == 0x1C, index + 5 <= records.count {
      let size = records.bigEndian16(index + 3)
      guard size < 0x8000 else { break }
      let value = records.slice(index + 5, index + 5 + size)
      if records.byte(index + 1) == 2, records.byte(index + 2) == 55 { day = Self.day(value) }
      if records.byte(index + 1) == 2, records.byte(index + 2) == 120 { caption = caption ?? value.words }
      if records.byte(index + 1) == 2, records.byte(index + 2) == 60 { time = Self.time(value) }
      index += 5 + size
    }
    if let day, let time { created = (LocalTime(microseconds: day.microseconds + time.microseconds), time.offset) }
  }

  /// Parses `20181211`.
  private static func day(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
    var cursor = DateText.Cursor(bytes: bytes)
    guard let year = cursor.number(digits: 4...4), let month = cursor.number(digits: 2...2),
      let day = cursor.number(digits: 2...2)
    else { return nil }
    return LocalTime(year: year, month: month, day: day)
  }

  /// Parses `100051+0000`; the offset may be missing.
  private static func time(_ bytes: UnsafeRawBufferPointer) -> (microseconds: Int64, offset: Int?)? {
    var cursor = DateText.Cursor(bytes: bytes)
    guard let hour = cursor.number(digits: 2...2), hour < 24, let minute = cursor.number(digits: 2...2), minute < 60,
      let second = cursor.number(digits: 2...2), second <= 60
    else { return nil }
    return (Int64(hour * 3_600 + minute * 60 + second) * 1_000_000, cursor.offset())
  }
}

/// Finds Exif, XMP and IPTC in Photoshop's own files, PSD and PSB.
///
/// Source of the layout: Adobe Photoshop File Formats Specification (2019).
struct PSDReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  /// Returns `nil` if the file is not in this format.
  init?(_ reader: inout RangeReader<Source>) {
    guard let head = reader.bytes(at: 0, count: 30), head.has("8BPS"), (1...2).contains(head.bigEndian16(4)) else {
      return nil
    }
    blocks.height = head.bigEndian32(14)
    blocks.width = head.bigEndian32(18)
    // The colour table comes first; both sections are preceded by their lengths.
    let start = 30 + head.bigEndian32(26)
    guard let size = reader.bytes(at: start, count: 4)?.bigEndian32(0) else {
      blocks.endsEarly = true
      return
    }
    blocks.readResources(&reader, in: start + 4..<start + 4 + size)
    blocks.readXMP(&reader)
    blocks.endsEarly = start + 4 + size >= reader.size
  }
}
