import Testing

@testable import Moments

/// Formats other than JPEG, each in a generated file with the date 2025-10-02 14:05:09.
@Suite struct FormatTests {
  private let tiff = SyntheticJPEG(original: "2025:10:02 14:05:09").tiff
  private let packet = Array("<x:xmpmeta exif:DateTimeOriginal='2025-10-02T14:05:09'/>".utf8)
  private let expected = "2025-10-02T14:05:09"

  private func read(_ bytes: [UInt8]) -> Metadata? { Metadata.reading(MemoryBytes(bytes)) }
  private func date(_ bytes: [UInt8]) -> String? { read(bytes)?.taken?.local.description }
  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private func word(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  private func half(_ number: Int) -> [UInt8] { Array(word(number).suffix(2)) }
  private func littleWord(_ number: Int) -> [UInt8] { word(number).reversed() }
  private func littleHalf(_ number: Int) -> [UInt8] { half(number).reversed() }
  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    word(content.count + 8) + Array(type.utf8) + content
  }

  /// Checks that reading ends, whatever is wrong in the file.
  private func survives(_ bytes: [UInt8]) {
    for index in bytes.indices {
      for wrong: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] = wrong
        _ = read(damaged)
      }
      _ = read(Array(bytes[..<index]))
    }
  }

  // MARK: Boxes

  @Test func jpegXLHasBoxes() {
    let start = box("JXL ", [13, 10, 0x87, 10]) + box("ftyp", Array("jxl ".utf8) + word(0))
    #expect(date(start + box("Exif", word(0) + tiff)) == expected)
    #expect(date(start + box("Exif", word(6) + Array("Exif\0\0".utf8) + tiff)) == expected)
    #expect(date(start + box("xml ", packet)) == expected)
    let compressed = read(start + box("brob", Array("Exif".utf8) + [1, 2, 3]))
    #expect(compressed?.isCompressed == true && compressed?.taken == nil && compressed?.format == .jpegXL)
    #expect(read([0xFF, 0x0A, 1, 2])?.format == .jpegXL)
    survives(start + box("Exif", word(0) + tiff))
  }

  @Test func jpeg2000HasIdentifiedBoxes() {
    let start =
      box("jP  ", [13, 10, 0x87, 10]) + box("ftyp", Array("jp2 ".utf8))
      + box("jp2h", box("ihdr", word(480) + word(640) + [0, 3, 7, 7, 0, 0]))
    let metadata = read(start + box("uuid", Array("JpgTiffExif->JP2".utf8) + tiff))
    #expect(metadata?.taken?.local.description == expected && metadata?.width == 640 && metadata?.height == 480)
    let xmp = [0xBE7A_CFCB, 0x97A9_42E8, 0x9C71_9994, 0x91E3_AFAC].flatMap { word($0) }
    #expect(date(start + box("uuid", xmp + packet)) == expected)
    // GeoJP2 gives the position of the land in the picture, not of the camera.
    #expect(date(start + box("uuid", word(0xB14B_F8BD) + zeros(12) + tiff)) == nil)
    #expect(read([0xFF, 0x4F, 0xFF, 0x51])?.format == .jpeg2000)
  }

  // MARK: Editors

  private func resource(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + half(number) + [3] + Array("abc".utf8) + word(content.count) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private let records =
    [0x1C, 2, 55, 0, 8] + Array("20251002".utf8) + [0x1C, 2, 60, 0, 11] + Array("140509+0100".utf8)

  @Test(arguments: [1, 2])
  func photoshopHasResources(version: Int) {
    let head = Array("8BPS".utf8) + half(version) + zeros(6) + half(3) + word(480) + word(640) + half(8) + half(3)
    func file(_ resources: [UInt8]) -> [UInt8] {
      head + word(3) + [1, 2, 3] + word(resources.count) + resources + word(0) + word(0)
    }
    let metadata = read(file(resource(1_005, [1, 2, 3]) + resource(1_058, tiff)))
    #expect(metadata?.taken?.local.description == expected && metadata?.width == 640 && metadata?.height == 480)
    #expect(date(file(resource(1_060, packet))) == expected)
    #expect(read(file(resource(1_028, records)))?.taken?.source == .iptc)
    survives(file(resource(1_058, tiff)))
  }

  /// For a single photo all dates are read; for a library, only the dates that could be the best one.
  @Test func allDatesAreListedForASinglePhoto() {
    var file = SyntheticJPEG(original: "2025:10:02 14:05:09")
    file.after = SyntheticJPEG.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource(1_028, records))
    let (bytes, scratch) = (MemoryBytes(file.bytes), ScratchMemory())
    #expect(Metadata.reading(bytes, scratch: scratch)?.dates.map(\.source) == [.exifOriginal])
    let all = Metadata.reading(bytes, scratch: scratch, isThorough: true)
    #expect(all?.dates.map(\.source) == [.exifOriginal, .iptc])
    #expect(all?.dates.last?.offset?.minutes == 60)
  }

  @Test func aGIFHoldsXMP() {
    let start = Array("GIF89a".utf8) + littleHalf(640) + littleHalf(480) + [0, 0, 0]
    let metadata = read(start + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + [1, 0])
    #expect(metadata?.taken?.local.description == expected && metadata?.width == 640 && metadata?.height == 480)
    #expect(read(start)?.taken == nil && read(start)?.format == .gif)
  }

  @Test func aTIFFHoldsIPTC() {
    let start = Array("MM\0*".utf8) + word(8) + half(1) + half(0x83BB) + half(7) + word(records.count) + word(26)
    #expect(read(start + word(0) + records)?.taken?.source == .iptc)
  }

  /// Eight-byte offsets, in both byte orders.
  @Test(arguments: [true, false])
  func bigTIFFIsRead(isBigEndian: Bool) {
    func order(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes : bytes.reversed() }
    func long(_ number: Int) -> [UInt8] { order(zeros(4) + word(number)) }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      order(half(tag)) + order(half(type)) + long(count) + value
    }
    let head = Array((isBigEndian ? "MM\0+" : "II+\0").utf8) + order(half(8)) + order(half(0)) + long(16)
    let main = long(2) + entry(0x0112, 3, 1, order(half(6)) + zeros(6)) + entry(0x8769, 18, 1, long(72)) + long(0)
    let exif = long(1) + entry(0x9003, 2, 20, long(108)) + long(0)
    let file = head + main + exif + Array("2025:10:02 14:05:09\0".utf8)
    #expect(date(file) == expected)
    #expect(read(file)?.orientation == 6)
    survives(file)
  }

  // MARK: Raw files

  @Test func fujifilmHasAJPEGInside() {
    let start = Array("FUJIFILMCCD-RAW 0201FF".utf8)
    let jpeg = SyntheticJPEG(original: "2025:10:02 14:05:09").bytes
    let file = start + zeros(84 - start.count) + word(120) + word(jpeg.count) + zeros(28) + jpeg
    #expect(date(file) == expected && read(file)?.format == .fujiRaw)
    #expect(read(start + zeros(100)) == nil)
  }

  @Test func minoltaHasATIFFInside() {
    let blocks = Array("\0PRD".utf8) + word(4) + zeros(4) + Array("\0TTW".utf8) + word(tiff.count) + tiff
    #expect(date(Array("\0MRM".utf8) + word(blocks.count) + blocks) == expected)
  }

  @Test func panasonicHasAJPEGInside() {
    let jpeg = SyntheticJPEG(original: "2025:10:02 14:05:09").bytes
    let start = Array("IIU\0".utf8) + littleWord(8) + littleHalf(1)
    let entry = littleHalf(0x2E) + littleHalf(7) + littleWord(jpeg.count) + littleWord(26)
    #expect(date(start + entry + littleWord(0) + jpeg) == expected)
  }

  /// Canon's heaps: the values, then the table, and at the end the table's offset.
  private func heap(_ entries: [(type: Int, value: [UInt8])]) -> [UInt8] {
    var values: [UInt8] = []
    var table = littleHalf(entries.count)
    for entry in entries {
      table += littleHalf(entry.type) + littleWord(entry.value.count) + littleWord(values.count)
      values += entry.value
    }
    return values + table + littleWord(values.count)
  }

  @Test func canonHadAFormatOfItsOwn() {
    let seconds = littleWord(1_759_413_909) + zeros(8)
    let size = littleWord(640) + littleWord(480) + zeros(4) + littleWord(90)
    let camera = heap([(0x080A, Array("Canon\0Canon PowerShot G1\0".utf8))])
    let properties = heap([(0x2807, camera), (0x180E, seconds), (0x1810, size)])
    let file = Array("II".utf8) + littleWord(26) + Array("HEAPCCDR".utf8) + zeros(12) + heap([(0x300A, properties)])
    let metadata = read(file)
    #expect(metadata?.taken?.local.description == expected && metadata?.taken?.source == .ciff)
    #expect(metadata?.make == "Canon" && metadata?.model == "Canon PowerShot G1" && metadata?.format == .canonRaw)
    #expect(metadata?.width == 640 && metadata?.height == 480 && metadata?.orientation == 6)
    survives(file)
  }

  // MARK: Videos

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + littleWord(content.count) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private func list(_ type: String, _ content: [UInt8]) -> [UInt8] { chunk("LIST", Array(type.utf8) + content) }

  private func avi(_ content: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + littleWord(content.count + 4) + Array("AVI ".utf8) + content
  }

  @Test(arguments: [
    "Thu Oct 02 14:05:09 2025\n\0", "THU OCT 2 14:05:09 2025", "2025-10-02  14:05:09\0\0", "2025:10:02 14:05:09",
    "2025/10/ 2  2:05:09PM",
  ])
  func aviHasADate(text: String) {
    #expect(date(avi(list("hdrl", chunk("IDIT", Array(text.utf8))) + list("movi", [1, 2, 3]))) == expected)
  }

  @Test(arguments: ["2005/11/28/ 09:19", "Mon Nov 28 09:19:00 2005"])
  func aviDatesMayHaveNoSeconds(text: String) {
    #expect(date(avi(list("hdrl", chunk("IDIT", Array(text.utf8))))) == "2005-11-28T09:19:00")
  }

  @Test(arguments: ["", "Thu Oct 02", "2025", "Thu Oct 42 14:05:09 2025", "Thu Okt 02 14:05:09 2025", "1:2:3:4:5"])
  func otherTextsAreNoDate(text: String) {
    #expect(date(avi(list("hdrl", chunk("IDIT", Array(text.utf8))))) == nil)
  }

  @Test func aviSaysMore() {
    let header = littleWord(40_000) + zeros(12) + littleWord(75) + zeros(12) + littleWord(640) + littleWord(480)
    let nikon = littleHalf(3) + littleHalf(6) + Array("NIKON\0".utf8) + littleHalf(0x13) + littleHalf(20)
    let content =
      list("hdrl", chunk("avih", header) + chunk("IDIT", Array("Fri Oct 03 14:05:09 2025".utf8)))
      + list("ncdt", chunk("nctg", nikon + Array("2025:10:02 14:05:09\0".utf8)))
    let metadata = read(avi(content))
    #expect(metadata?.taken?.local.description == expected && metadata?.taken?.source == .riff)
    #expect(metadata?.make == "NIKON" && metadata?.length?.microseconds == 3_000_000)
    #expect(metadata?.width == 640 && metadata?.height == 480)
    #expect(read(avi(list("INFO", chunk("ICRD", Array("2025-10-02".utf8)))))?.taken?.isDayOnly == true)
    let junk = Array("OLYMDigital Camera".utf8) + zeros(0x83 - 18) + Array("Thu Oct 02 14:05:09 2025".utf8) + zeros(30)
    #expect(date(avi(chunk("JUNK", junk))) == expected)
    survives(avi(content))
    let endless = [UInt8](repeating: 0xFF, count: 40)
    #expect(read(avi(list("hdrl", chunk("avih", endless))))?.length == nil)
  }

  private func element(_ number: [UInt8], _ content: [UInt8]) -> [UInt8] {
    number + [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  private func tag(_ name: String, _ text: String) -> [UInt8] {
    element([0x67, 0xC8], element([0x45, 0xA3], Array(name.utf8)) + element([0x44, 0x87], Array(text.utf8)))
  }

  @Test func matroskaCountsFrom2001InUTC() {
    let nanoseconds = (1_759_413_909 - 978_307_200) * 1_000_000_000
    let instant = word(nanoseconds >> 32) + word(nanoseconds)
    let units = word(Int(Float(2_500).bitPattern))
    let info = element([0x15, 0x49, 0xA9, 0x66], element([0x44, 0x61], instant) + element([0x44, 0x89], units))
    let head = element([0x1A, 0x45, 0xDF, 0xA3], [0x42, 0x82, 0x84] + Array("webm".utf8))
    func file(_ content: [UInt8]) -> [UInt8] { head + element([0x18, 0x53, 0x80, 0x67], content) }
    let metadata = read(file(info))
    #expect(metadata?.taken?.local.description == expected && metadata?.taken?.source == .matroska)
    #expect(metadata?.taken?.offset?.minutes == 0 && metadata?.length?.microseconds == 2_500_000)

    // Fields that a program copied from the camera lie behind the pictures.
    let texts =
      tag("com.apple.quicktime.creationdate", "2025-10-02T14:05:09+0100") + tag("LOCATION", "+38.7071-009.1366/")
    let tags = element([0x12, 0x54, 0xC3, 0x67], element([0x73, 0x73], texts))
    let pictures = element([0x1F, 0x43, 0xB6, 0x75], zeros(9_000))
    let place = info.count + 24 + pictures.count
    let seek = element([0x53, 0xAB], [0x12, 0x54, 0xC3, 0x67]) + element([0x53, 0xAC], half(place))
    let places = element([0x11, 0x4D, 0x9B, 0x74], element([0x4D, 0xBB], seek))
    #expect(places.count == 24)
    let converted = read(file(places + info + pictures + tags))
    #expect(converted?.dates.map(\.source) == [.matroskaTag, .matroska])
    #expect(converted?.taken?.offset?.minutes == 60)
    #expect(converted?.position == Coordinate(latitude: 38.7071, longitude: -9.1366))
    // The length of a stream is unknown at its beginning.
    #expect(date(head + [0x18, 0x53, 0x80, 0x67, 0xFF] + info) == expected)
    survives(file(places + info + tags))
  }

  /// The date is in a picture's supplementary information, which may continue in the stream's next packet.
  @Test(arguments: [0, 4], [20, 170])
  func camcordersWriteIntoTheStream(lead: Int, before: Int) {
    let fields: [UInt8] = [2, 0x18, 0x42, 0x20, 0x25, 0x10, 0x19, 0x02, 0x14, 0x05, 0x09]
    let payload = zeros(before) + Array("MDPM".utf8) + fields + zeros(368 - before - 15)
    func packet(_ stream: UInt8, _ content: some Sequence<UInt8>) -> [UInt8] {
      zeros(lead) + [0x47, 0x10, stream, 0x10] + content
    }
    let file =
      packet(1, payload.prefix(184)) + packet(2, [UInt8](repeating: 9, count: 184)) + packet(1, payload.dropFirst(184))
    #expect(date(file) == expected)
    #expect(read(file)?.taken?.source == .camcorder)
  }

  @Test func otherFormatsAreRecognised() {
    for bytes in [[0, 0, 1, 0xBA], Array("FOVb".utf8), [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]] {
      #expect(read(bytes)?.dates == [])
    }
  }
}
