import Timeline

/// Finds the date of an AVI video. Cameras wrote AVI until about 2012 and stored the date in various places.
///
/// Sources of the layout: Microsoft's AVI RIFF file reference, and for the cameras' additions Phil Harvey's
/// description (exiftool.org/TagNames/RIFF.html, Nikon.html). All dates are in the camera's local time.
struct AVIReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  /// The maximum number of chunks to read, including those in lists; `fieldLimit` is that of fields in a maker's
  /// block.
  private var chunksLeft = 300
  private static var fieldLimit: Int { 64 }
  /// The dates in order of trust: the maker's own block, the header, the file's description, the maker's padding.
  private var dates: [LocalTime?] = [nil, nil, nil, nil]
  private var day: LocalTime?

  /// Returns `nil` if the file is not an AVI.
  init?(_ reader: inout RangeReader<Source>) {
    guard let start = reader.bytes(at: 0, count: 12), start.has("RIFF"), start.has("AVI ", at: 8) else { return nil }
    walk(&reader, 12..<max(12, min(reader.size, start.littleEndian32(4) + 8)), depth: 0)
    if let taken = dates.lazy.compactMap({ $0 }).first {
      blocks.dates = [CaptureTime(local: taken, source: .riff)]
    } else if let day {
      blocks.day = day
    }
    blocks.readXMP(&reader)
  }

  private mutating func walk(_ reader: inout RangeReader<Source>, _ extent: Range<Int>, depth: Int) {
    var offset = extent.lowerBound
    while chunksLeft > 0, offset + 8 <= extent.upperBound {
      chunksLeft -= 1
      guard let head = reader.bytes(at: offset, count: 8) else { return }
      let end = min(offset + 8 + head.littleEndian32(4), extent.upperBound)
      let content = offset + 8..<max(offset + 8, end)
      if head.has("LIST") {
        let kind = reader.prefix(at: content.lowerBound, upTo: 4)
        if depth < 2, kind.has("hdrl") || kind.has("INFO") || kind.has("ncdt") || kind.has("exif") {
          walk(&reader, min(content.lowerBound + 4, end)..<end, depth: depth + 1)
        }
      } else {
        let name = head.bigEndian32(0)
        visit(&reader, name, content)
      }
      offset = content.upperBound + content.count & 1
    }
  }

  private mutating func visit(_ reader: inout RangeReader<Source>, _ name: Int, _ content: Range<Int>) {
    func bytes(_ limit: Int) -> UnsafeRawBufferPointer {
      reader.prefix(at: content.lowerBound, upTo: min(content.count, limit))
    }
    switch name {
    case Box.code("avih"):
      let header = bytes(40)
      blocks.width = header.littleEndian32(32)
      blocks.height = header.littleEndian32(36)
      // Microseconds per frame and number of frames; a length of a hundred years or more is invalid.
      let length = Double(header.littleEndian32(0)) * Double(header.littleEndian32(16))
      if length > 0, length < 3e15 { blocks.length = Duration(microseconds: Int64(length)) }
    case Box.code("IDIT"): dates[1] = dates[1] ?? Self.date(bytes(64))
    case Box.code("ICRD"):
      let text = bytes(64)
      dates[2] = dates[2] ?? Self.date(text)
      day = day ?? DateText.day(text)
    case Box.code("nctg"): readNikon(bytes(4_096))
    case Box.code("ecor"): blocks.exif.make = blocks.exif.make ?? bytes(64).text
    case Box.code("emdl"): blocks.exif.model = blocks.exif.model ?? bytes(64).text
    case Box.code("JUNK"):
      let block = bytes(0xB5)
      guard block.has("OLYMDigital Camera") || block.has("PENTDigital Camera") else { return }
      blocks.exif.make = blocks.exif.make ?? block.slice(0x12, 0x2A).text
      blocks.exif.model = blocks.exif.model ?? block.slice(0x2C, 0x44).text
      dates[3] = dates[3] ?? Self.date(block.slice(0x83, 0x9B))
    case Box.code("_PMX"): blocks.xmpExtent = blocks.xmpExtent ?? content
    default: break
    }
  }

  /// Reads a block of fields, each with a number, a size and a value: maker, model, date of capture.
  private mutating func readNikon(_ block: UnsafeRawBufferPointer) {
    var index = 0
    for _ in 0..<Self.fieldLimit where index + 4 <= block.count {
      let size = block.littleEndian16(index + 2)
      let value = block.slice(index + 4, index + 4 + size)
      switch block.littleEndian16(index) {
      case 0x03: blocks.exif.make = blocks.exif.make ?? value.text
      case 0x04: blocks.exif.model = blocks.exif.model ?? value.text
      case 0x13: dates[0] = Self.date(value)
      case 0x14: dates[0] = dates[0] ?? Self.date(value)
      default: break
      }
      index += 4 + size
    }
  }

  /// Parses `Mon Mar 10 15:04:43 2003` as written by C, `2002-12-16  15:35:01`, `2001/ 1/27  1:42PM` or `2005/11/28/
  /// 09:19`.
  static func date(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
    let text = String(decoding: bytes.prefix { $0 != 0 && $0 != 0x0A }, as: UTF8.self)
    let words = text.split(separator: " ")
    if words.count >= 5, let month = months.firstIndex(of: words[1].lowercased()), let day = Int(words[2]),
      let year = Int(words[4])
    {
      let time = words[3].split(separator: ":").map { Int($0) ?? -1 }
      guard time.count == 3 else { return nil }
      return LocalTime(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
    }
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count >= 5, text.first?.isNumber ?? false, numbers[0] > 999 else { return nil }
    let isAfternoon = text.uppercased().contains("P") && numbers[3] < 12
    return LocalTime(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3] + (isAfternoon ? 12 : 0),
      minute: numbers[4], second: numbers.count > 5 ? numbers[5] : 0)
  }

  private static var months: [String] {
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  }
}
