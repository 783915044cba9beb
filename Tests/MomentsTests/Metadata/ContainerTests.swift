import Testing

@testable import Moments

/// An Exif block in every file format that can contain one.
@Suite struct ContainerTests {
  private let tiff = SyntheticJPEG(original: "2025:10:02 14:05:09").tiff

  private func date(_ bytes: [UInt8]) -> String? { Metadata.reading(MemoryBytes(bytes))?.taken?.local.description }

  private func word(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  private func littleWord(_ number: Int) -> [UInt8] { word(number).reversed() }

  // MARK: PNG

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    word(content.count) + Array(type.utf8) + content + [0, 0, 0, 0]
  }

  private func png(_ chunks: [UInt8]) -> [UInt8] {
    [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + chunk("IHDR", word(640) + word(480) + [8, 2, 0, 0, 0])
      + chunk("IDAT", [1, 2, 3]) + chunks + chunk("IEND", [])
  }

  @Test func pngHasAChunkForIt() {
    #expect(date(png(chunk("eXIf", tiff))) == "2025-10-02T14:05:09")
    #expect(date(png(chunk("eXIf", Array("Exif\0\0".utf8) + tiff))) == "2025-10-02T14:05:09")
    let metadata = Metadata.reading(MemoryBytes(png([])))
    #expect(metadata?.width == 640 && metadata?.height == 480 && metadata?.format == .png)
    #expect(metadata?.endsEarly == false)
  }

  @Test func pngWithoutPixelsEndsEarly() {
    let start = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + chunk("IHDR", word(640) + word(480) + [8, 2, 0, 0, 0])
    let metadata = Metadata.reading(MemoryBytes(start + chunk("eXIf", tiff)))
    #expect(metadata?.endsEarly == true)
    #expect(metadata?.taken?.local.description == "2025-10-02T14:05:09")
  }

  /// Returns a raw profile in ImageMagick's sense: digits in lines.
  private func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    let lines = stride(from: 0, to: digits.count, by: 36).map { digits[$0..<min($0 + 36, digits.count)].joined() }
    return Array("\n\(name)\n     \(bytes.count)\n\(lines.joined(separator: "\n"))\n".utf8)
  }

  /// Returns a zlib stream of one uncompressed block, without its checksum.
  private func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let count = [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
    return [0x78, 0x01, 1] + count + count.map { ~$0 } + bytes
  }

  @Test func pngHadTextForIt() {
    for name in ["exif", "APP1"] {
      let key = Array("Raw profile type \(name)\0".utf8)
      for content in [tiff, Array("Exif\0\0".utf8) + tiff] {
        #expect(date(png(chunk("tEXt", key + profile(name, content)))) == "2025-10-02T14:05:09")
        #expect(date(png(chunk("zTXt", key + [0] + zlib(profile(name, content))))) == "2025-10-02T14:05:09")
      }
    }
  }

  private let packet = Array("<x:xmpmeta xmp:CreateDate='2025-10-02T14:05:09Z'/>".utf8)

  @Test func pngHoldsXMP() {
    let key = Array("XML:com.adobe.xmp\0".utf8)
    for content in [[0, 0, 0, 0] + packet, [1, 0] + Array("en\0Name\0".utf8) + zlib(packet)] {
      #expect(date(png(chunk("iTXt", key + content))) == "2025-10-02T14:05:09")
    }
    let raw = Array("Raw profile type xmp\0".utf8) + [0] + zlib(profile("xmp", packet))
    #expect(date(png(chunk("zTXt", raw))) == "2025-10-02T14:05:09")
    let signed = profile("APP1", Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
    #expect(date(png(chunk("tEXt", Array("Raw profile type APP1\0".utf8) + signed))) == "2025-10-02T14:05:09")
  }

  @Test func pngHoldsIPTC() {
    let records: [UInt8] =
      [0x1C, 2, 55, 0, 8] + Array("20251002".utf8) + [0x1C, 2, 60, 0, 11] + Array("140509+0100".utf8)
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0] + word(records.count) + records
    for content in [resource, records, Array("Photoshop 3.0\0".utf8) + resource] {
      let found = Metadata.reading(
        MemoryBytes(png(chunk("zTXt", Array("Raw profile type iptc\0\0".utf8) + zlib(profile("iptc", content))))))
      #expect(found?.taken?.source == .iptc && found?.taken?.local.description == "2025-10-02T14:05:09")
    }
  }

  /// ImageMagick's own dates are dates of the file, not of the photo.
  @Test func datesOfTheFileInTextAreNone() {
    let text = Array("date:create\02025-10-02T14:05:09+00:00".utf8)
    #expect(date(png(chunk("tEXt", text))) == nil)
  }

  /// A packet may be longer than a single read, or be encoded in UTF-16.
  @Test func xmpMayBeLongAndWide() {
    let long = Array("<x:xmpmeta>".utf8) + [UInt8](repeating: 0x20, count: 150_000) + packet
    #expect(date(png(chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + long))) == "2025-10-02T14:05:09")
    let wide: [UInt8] = [0xFF, 0xFE] + packet.flatMap { [$0, UInt8(0)] }
    #expect(date(png(chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + wide))) == "2025-10-02T14:05:09")
  }

  // MARK: WebP and TIFF

  @Test func webPHasAChunkForIt() {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      Array(type.utf8) + littleWord(content.count) + content + (content.count % 2 == 1 ? [0] : [])
    }
    let size: [UInt8] = [8, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0]
    let content = chunk("VP8X", size) + chunk("VP8 ", [1, 2, 3]) + chunk("EXIF", tiff)
    let file = Array("RIFF".utf8) + littleWord(content.count + 4) + Array("WEBP".utf8) + content
    let metadata = Metadata.reading(MemoryBytes(file))
    #expect(metadata?.taken?.local.description == "2025-10-02T14:05:09")
    #expect(metadata?.width == 640 && metadata?.height == 480)
  }

  @Test func tiffIsTheBlockItself() { #expect(date(tiff) == "2025-10-02T14:05:09") }

  /// Reads the make and the model from a directory of the smallest possible size.
  private func tiff(_ fields: [(tag: Int, count: Int, value: [UInt8])]) -> Metadata? {
    func half(_ number: Int) -> [UInt8] { Array(word(number).suffix(2)) }
    var values: [UInt8] = []
    var table = half(fields.count)
    for field in fields {
      let at = 8 + 2 + fields.count * 12 + 4 + values.count
      table += half(field.tag) + half(2) + word(field.count)
      if field.count <= 4 {
        table += (field.value + [0, 0, 0, 0]).prefix(4)
      } else {
        table += word(at)
        values += field.value
      }
    }
    return Metadata.reading(MemoryBytes(Array("MM\0*".utf8) + word(8) + table + word(0) + values))
  }

  @Test func aTextWithoutAnEndIsAsLongAsItSays() {
    let fields = tiff([(0x010F, 5, Array("Canon".utf8)), (0x0110, 6, Array("EOS R5".utf8))])
    #expect(fields?.make == "Canon" && fields?.model == "EOS R5")
  }

  @Test func aFieldWithoutValueDoesNotHideTheOneBehindIt() {
    #expect(tiff([(0x010F, 0, []), (0x010F, 5, Array("Canon".utf8))])?.make == "Canon")
  }

  // MARK: Boxes

  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    word(content.count + 8) + type.unicodeScalars.map { UInt8($0.value) } + content
  }

  /// Returns a HEIC with one Exif item behind its `meta` box; `skipped` bytes lie between the item's length field and
  /// the TIFF header, and `before` is an entry in front of the item's own entry in its table.
  private func heic(skipped: [UInt8], stated: Int? = nil, before: [UInt8] = []) -> [UInt8] {
    let item = word(stated ?? skipped.count) + skipped + tiff
    let entry = box("infe", [2, 0, 0, 0, 0, 7, 0, 0] + Array("Exif\0".utf8))
    let start = box("ftyp", Array("heic".utf8) + word(0) + Array("mif1".utf8))
    func meta(_ offset: Int) -> [UInt8] {
      let places: [UInt8] = [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 7, 0, 0, 0, 1] + word(offset) + word(item.count)
      let count: UInt8 = before.isEmpty ? 1 : 2
      return box("meta", word(0) + box("iinf", word(0) + [0, count] + before + entry) + box("iloc", places))
    }
    return start + meta(start.count + meta(0).count + 8) + box("mdat", item)
  }

  @Test func heicHasAnItemForIt() {
    #expect(date(heic(skipped: [])) == "2025-10-02T14:05:09")
    #expect(date(heic(skipped: Array("Exif\0\0".utf8))) == "2025-10-02T14:05:09")
    #expect(date(heic(skipped: Array("Exif\0\0".utf8), stated: 0)) == "2025-10-02T14:05:09")
    // An empty entry does not hide the one behind it; an invalid entry does.
    #expect(date(heic(skipped: [], before: box("infe", word(0)))) == "2025-10-02T14:05:09")
    #expect(date(heic(skipped: [], before: box("infe", [0, 0, 0]))) == nil)
  }

  /// Version 2 of the item location table has four-byte numbers.
  @Test func manyItemsHaveLongNumbers() {
    let item = word(0) + tiff
    let start = box("ftyp", Array("heic".utf8) + word(0) + Array("mif1".utf8))
    func meta(_ offset: Int) -> [UInt8] {
      let first = word(6) + [0, 0, 0, 0, 0, 1] + word(9) + word(9)
      let second = word(7) + [0, 0, 0, 0, 0, 1] + word(offset) + word(item.count)
      let places: [UInt8] = [2, 0, 0, 0, 0x44, 0] + word(2) + first + second
      let entry = box("infe", [2, 0, 0, 0, 0, 7, 0, 0] + Array("Exif\0".utf8))
      return box("meta", word(0) + box("iinf", word(0) + [0, 1] + entry) + box("iloc", places))
    }
    #expect(date(start + meta(start.count + meta(0).count + 8) + box("mdat", item)) == "2025-10-02T14:05:09")
  }

  @Test func damagedBoxesEnd() {
    let bytes = heic(skipped: [])
    for index in bytes.indices {
      for wrong: UInt8 in [0, 1, 0x7F, 0xFF] {
        var damaged = bytes
        damaged[index] = wrong
        _ = Metadata.reading(MemoryBytes(damaged))
      }
      _ = Metadata.reading(MemoryBytes(Array(bytes[..<index])))
    }
  }

  @Test func videosSayHowLongTheyAre() {
    func length(_ header: [UInt8]) -> Int64? {
      Metadata.reading(
        MemoryBytes(box("ftyp", Array("isom".utf8) + word(0)) + box("moov", box("mvhd", header))))?.length?.microseconds
    }
    func short(_ scale: Int, _ units: Int) -> [UInt8] { word(0) + word(0) + word(0) + word(scale) + word(units) }
    func long(_ scale: Int, _ units: Int) -> [UInt8] {
      let dates = [UInt8](repeating: 0, count: 16)
      return word(1 << 24) + dates + word(scale) + word(units >> 32) + word(units & 0xFFFF_FFFF)
    }
    #expect(length(short(600, 7_205)) == 12_008_333)
    #expect(length(short(1_000, 12_000)) == 12_000_000)
    #expect(length(long(90_000, 90_000 * 3_600 * 30)) == 108_000_000_000)
    // The length is unknown: zero, no time scale, all bits set, a header cut short.
    for header in [short(600, 0), short(0, 600), short(600, 0xFFFF_FFFF), Array(short(600, 600).dropLast(4))] {
      #expect(length(header) == nil)
    }
    #expect(length(long(600, .max)) == nil)
  }

  @Test func videosCountFrom1904InUTC() {
    func movie(_ seconds: Int, _ more: [UInt8] = []) -> CaptureTime? {
      let header = box("mvhd", word(0) + word(seconds) + word(seconds) + word(600) + word(0))
      return Metadata.reading(
        MemoryBytes(box("ftyp", Array("qt  ".utf8) + word(0)) + box("moov", header + more)))?.taken
    }
    let time = movie(3_842_255_109)
    #expect(time?.local.description == "2025-10-02T13:05:09")
    #expect(time?.offset == UTCOffset(minutes: 0, source: .movie))
    #expect(movie(0) == nil)
    // A camera that counts from 1970.
    #expect(movie(1_759_410_309)?.local.description == "2025-10-02T13:05:09")

    let key = Array("com.apple.quicktime.creationdate".utf8)
    let keys = box("keys", word(0) + word(1) + word(key.count + 8) + Array("mdta".utf8) + key)
    let data = box("data", word(1) + word(0) + Array("2025-10-02T14:05:09+0100".utf8))
    let list = box("ilst", word(data.count + 8) + word(1) + data)
    let apple = movie(3_842_255_109, box("meta", keys + list))
    #expect(apple?.source == .movieTaken)
    #expect(apple?.local.description == "2025-10-02T14:05:09")
    #expect(apple?.offset?.minutes == 60)
  }

  /// A clock that was never set counts seconds since it was switched on.
  @Test func aVideoClockThatWasNotSetIsNoDate() {
    for seconds in [1, 177, 86_400, 631_151_999] { #expect(movie(header(seconds))?.taken == nil) }
    #expect(movie(header(631_152_000))?.taken?.local.description == "1990-01-01T00:00:00")
  }

  private func movie(_ content: [UInt8], behind: [UInt8] = []) -> Metadata? {
    Metadata.reading(
      MemoryBytes(box("ftyp", Array("isom".utf8) + word(0)) + box("moov", content) + behind))
  }

  private func header(_ seconds: Int) -> [UInt8] {
    box("mvhd", word(0) + word(seconds) + word(seconds) + word(600) + word(0))
  }

  /// 3GPP's location box, as Pixels write it: the name may be empty, or in UTF-16.
  @Test(arguments: [[0], Array("Sintra\0".utf8), [0xFE, 0xFF, 0, 0x53, 0, 0]])
  func videosHaveAPositionAsABox(name: [UInt8]) {
    let place = name + [1] + word(-0x9_2666 & 0xFFFF_FFFF) + word(0x26_B333) + word(0) + Array("earth\0\0".utf8)
    let position = movie(box("udta", box("loci", word(0) + [0x15, 0xC7] + place)))?.position
    #expect(abs((position?.latitude ?? 0) - 38.7) < 1e-4 && abs((position?.longitude ?? 0) + 9.15) < 1e-4)
    let short = box("loci", word(0) + [0x15, 0xC7] + place.prefix(name.count + 8))
    #expect(movie(box("udta", short))?.position == nil)
    // The bytes behind it belong to another box.
    #expect(movie(box("udta", short + box("free", word(0))))?.position == nil)
  }

  @Test func videosHaveAPositionAsITunesWritesIt() {
    let data = box("data", word(1) + word(0) + Array("+38.7071-009.1366/".utf8))
    let cover = box("covr", box("data", word(13) + word(0) + Array(repeating: 7, count: 9_000)))
    let meta = box("meta", word(0) + box("hdlr", word(0) + word(0)) + box("ilst", cover + box("\u{A9}xyz", data)))
    #expect(movie(box("udta", meta))?.position == Coordinate(latitude: 38.7071, longitude: -9.1366))
  }

  @Test func videosHoldXMP() {
    let packet = Array(
      "<x:xmpmeta exif:DateTimeOriginal='2025-10-02T14:05:09' exif:GPSLatitude='38,42N' exif:GPSLongitude='9,8W'/>".utf8
    )
    let uuid = [0xBE7A_CFCB, 0x97A9_42E8, 0x9C71_9994, 0x91E3_AFAC].flatMap { word($0) }
    for found in [
      movie(header(0) + box("udta", box("XMP_", packet))), movie(header(0), behind: box("uuid", uuid + packet)),
    ] {
      #expect(found?.taken?.source == .xmpOriginal && found?.taken?.local.description == "2025-10-02T14:05:09")
      #expect(found?.position == Coordinate(latitude: 38.7, longitude: -(9 + 8.0 / 60)))
    }
    #expect(movie(header(0), behind: box("uuid", uuid.reversed() + packet))?.taken == nil)
  }

  @Test(arguments: [
    ("+27.1281+100.2508/", 27.1281, 100.2508), ("-33.87+151.21+010.5/", -33.87, 151.21), ("+38.7-009.1", nil, nil),
    ("rubbish", nil, nil), ("+95.0+010.0/", nil, nil),
  ])
  func videosHaveAPositionAsText(text: String, latitude: Double?, longitude: Double?) {
    let position = Array(text.utf8).withUnsafeBytes { MovieFields.position($0) }
    #expect(position?.latitude == latitude && position?.longitude == longitude)
  }
}
