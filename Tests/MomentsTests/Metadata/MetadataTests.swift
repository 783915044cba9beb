import Testing

@testable import Moments

@Suite struct MetadataTests {
  private func read(_ picture: SyntheticJPEG) -> Metadata? { Metadata.reading(MemoryBytes(picture.bytes)) }

  private func captureTime(_ change: (inout SyntheticJPEG) -> Void) -> CaptureTime? {
    var picture = SyntheticJPEG(original: "2025:10:02 14:05:09")
    change(&picture)
    return read(picture)?.taken
  }

  @Test(arguments: [true, false])
  func bothByteOrdersAreRead(bigEndian: Bool) {
    let time = captureTime {
      $0.bigEndian = bigEndian
      $0.offset = "+01:00"
      $0.subsecond = "05"
    }
    #expect(time?.local.description == "2025-10-02T14:05:09.05")
    #expect(time?.offset == UTCOffset(minutes: 60, source: .exif))
    #expect(time?.instant?.microseconds == 1_759_410_309_050_000)
  }

  @Test func theMostTrustedDateIsTheCaptureTime() {
    var picture = SyntheticJPEG(original: "2025:10:02 14:05:09")
    picture.digitized = "2025:10:03 00:00:00"
    picture.modified = "2025:10:04 00:00:00"
    #expect(read(picture)?.dates.map(\.source) == [.exifOriginal, .exifDigitized, .exifModified])
    picture.original = nil
    #expect(read(picture)?.taken?.source == .exifDigitized)
    picture.digitized = "0000:00:00 00:00:00"
    #expect(read(picture)?.taken?.source == .exifModified)
    picture.after = SyntheticJPEG.xmp("<xmp:CreateDate>2025-10-01T12:00:00+02:00</xmp:CreateDate>")
    #expect(read(picture)?.taken?.source == .xmpCreated)
  }

  /// Some raw files and editors write the capture date, its fraction and offset into the main directory.
  @Test func datesMayBeInTheMainDirectory() {
    let time = captureTime {
      $0.hasMainDates = true
      $0.modified = "2025:10:03 02:05:09"
      $0.subsecond = "25"
      $0.offset = "+02:00"
    }
    #expect(time?.source == .exifOriginal)
    #expect(time?.local.description == "2025-10-02T14:05:09.25")
    #expect(time?.offset == UTCOffset(minutes: 120, source: .exif))
  }

  /// Pointers and the orientation may have any integer type: 9 is a signed long, 13 a directory.
  @Test(arguments: [4, 9, 13])
  func pointersMayBeSigned(type: Int) {
    var picture = SyntheticJPEG(original: "2025:10:02 14:05:09")
    picture.pointerType = type
    picture.orientation = (type, 6)
    picture.latitude = (34, "S")
    picture.longitude = (70, "W")
    let metadata = read(picture)
    #expect(metadata?.taken?.source == .exifOriginal)
    #expect(metadata?.position == Coordinate(latitude: -34, longitude: -70))
    #expect(metadata?.orientation == 6)
  }

  @Test(arguments: [(3, 8, 8), (8, 3, 3), (9, -6, nil), (4, 9, nil), (7, 6, nil)])
  func theOrientationIsOneOfEight(type: Int, value: Int, expected: Int?) {
    var picture = SyntheticJPEG()
    picture.orientation = (type, value)
    #expect(read(picture)?.orientation == expected)
  }

  @Test func noOffsetIsNotUTC() {
    #expect(captureTime { _ in }?.offset == nil)
    #expect(captureTime { $0.offset = "   :  " }?.offset == nil)
    #expect(captureTime { _ in }?.instant == nil)
  }

  @Test func theModificationOffsetIsTheFallback() {
    let time = captureTime {
      $0.offsetTag = 0x9010
      $0.offset = "-03:30"
    }
    #expect(time?.offset?.minutes == -210)
  }

  @Test(arguments: [
    ("2025:10:02", (12, 5, 20), 120), ("2025:10:02", (8, 35, 0), 330), ("2025:10:03", (0, 5, 9), -600),
    ("2025:10:02", (13, 50, 9), nil), ("2025:10:01", (12, 5, 9), nil), ("2025:10:02", (24, 5, 9), nil),
  ])
  func satellitesTellTheOffset(day: String, time: (Int, Int, Int), minutes: Int?) {
    let offset = captureTime {
      $0.gpsDay = day
      $0.gpsTime = time
    }?.offset
    #expect(offset == minutes.flatMap { UTCOffset(minutes: $0, source: .gps) })
  }

  @Test func positionsHaveASignAndARange() {
    func position(_ latitude: (Int, String)?, _ longitude: (Int, String)?, denominator: Int = 1) -> Coordinate? {
      var picture = SyntheticJPEG()
      picture.latitude = latitude.map { (degrees: $0.0, letter: $0.1) }
      picture.longitude = longitude.map { (degrees: $0.0, letter: $0.1) }
      picture.denominator = denominator
      return read(picture)?.position
    }
    #expect(position((34, "S"), (70, "W")) == Coordinate(latitude: -34, longitude: -70))
    #expect(position((0, "N"), (9, "E")) == Coordinate(latitude: 0, longitude: 9))
    #expect(position((0, "N"), (0, "E")) == nil)
    #expect(position((91, "N"), (0, "E")) == nil)
    #expect(position((10, "N"), (181, "E")) == nil)
    #expect(position((10, "N"), nil) == nil)
    #expect(position((10, "?"), (10, "E")) == nil)
    #expect(position((10, "N"), (10, "E"), denominator: 0) == nil)
  }

  @Test func exifMayComeLate() {
    let date = captureTime {
      $0.before = (0..<3).flatMap { _ in SyntheticJPEG.segment(0xE2, Array(repeating: 7, count: 60_000)) }
    }
    #expect(date?.local.description == "2025-10-02T14:05:09")
  }

  @Test func nothingIsReadBehindThePicturesStart() {
    let date = captureTime {
      $0.before = [0xFF, 0xDA, 0, 2]
    }
    #expect(date == nil)
  }

  @Test(arguments: ["Exif\0\0", "EXIF\0\0", "Exif\0\u{1}", "Exif", "Exif\0\0\0\0", ""])
  func signaturesVary(signature: String) {
    #expect(captureTime { $0.signature = Array(signature.utf8) } != nil)
  }

  @Test func theFirstOfTwoBlocksGoesFirst() {
    var second = SyntheticJPEG(original: "2024:01:01 00:00:00")
    second.modified = "2023:01:01 00:00:00"
    let segment = SyntheticJPEG.segment(0xE1, second.signature + second.tiff)
    var picture = SyntheticJPEG(original: "2025:10:02 14:05:09")
    picture.after = segment
    #expect(read(picture)?.dates.map(\.local.year) == [2025, 2023])
  }

  /// Real files have up to two blocks; a file with hundreds is made to waste time.
  @Test func fourBlocksOfOneFileAreRead() {
    func dates(emptyBefore count: Int) -> Int? {
      var picture = SyntheticJPEG(original: "2025:10:02 14:05:09")
      let empty = SyntheticJPEG()
      picture.before = (0..<count).flatMap { _ in SyntheticJPEG.segment(0xE1, empty.signature + empty.tiff) }
      return read(picture)?.dates.count
    }
    #expect(dates(emptyBefore: 3) == 1)
    #expect(dates(emptyBefore: 4) == 0)
  }

  @Test func garbageBetweenSegmentsIsSkipped() {
    #expect(captureTime { $0.before = [0xFF, 0xFF, 0xFF, 1, 2, 3, 0xFF, 0] } != nil)
  }

  @Test func everyCutIsSurvivedAndLateOnesKeepTheDate() {
    let bytes = SyntheticJPEG(original: "2025:10:02 14:05:09").bytes
    for count in 0..<bytes.count {
      let metadata = Metadata.reading(MemoryBytes(Array(bytes[..<count])))
      #expect((metadata != nil) == (count >= 2))
      if count >= bytes.count - 12 { #expect(metadata?.taken != nil, "\(count)") }
      if count < bytes.count - 6, count >= 2 { #expect(metadata?.endsEarly == true, "\(count)") }
    }
  }

  @Test func everyByteMayBeWrong() {
    var picture = SyntheticJPEG(original: "2025:10:02 14:05:09")
    picture.latitude = (38, "N")
    picture.longitude = (9, "W")
    picture.after = SyntheticJPEG.xmp("exif:GPSLatitude=\"38,42.5N\"")
    let bytes = picture.bytes
    for index in bytes.indices {
      for wrong: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] = wrong
        _ = Metadata.reading(MemoryBytes(damaged))
      }
    }
  }

  @Test func xmpIsReadInBothForms() {
    for form in ["exif:DateTimeOriginal=\"%\"", "exif:DateTimeOriginal = '%'", "<exif:DateTimeOriginal>\n%</exif:Date"]
    {
      var picture = SyntheticJPEG()
      picture.after = SyntheticJPEG.xmp(form.replacing("%", with: "2025-10-02T14:05:09.5-03:00"))
      let time = read(picture)?.taken
      #expect(time?.local.description == "2025-10-02T14:05:09.5")
      #expect(time?.offset == UTCOffset(minutes: -180, source: .xmp))
      #expect(time?.source == .xmpOriginal)
    }
  }

  @Test func xmpPositionsAreTheCamerasOwn() {
    func position(_ text: String) -> Coordinate? {
      var picture = SyntheticJPEG()
      picture.after = SyntheticJPEG.xmp(text)
      return read(picture)?.position
    }
    let expected = Coordinate(latitude: -38.5, longitude: 9.25)
    #expect(position("exif:GPSLatitude=\"38,30.0S\" exif:GPSLongitude=\"9,15,0E\"") == expected)
    #expect(position("exif:GPSLatitude=\"38.5S\" exif:GPSLongitude=\"9.25E\"") == expected)
    #expect(position("exif:GPSLatitude=\"38.5\" exif:GPSLongitude=\"9.25E\"") == nil)
    let shown = "exif:GPSLatitude=\"38.5S\" exif:GPSLongitude=\"9.25E\""
    #expect(position("<Iptc4xmpExt:LocationShown>\(shown)</Iptc4xmpExt:LocationShown>") == nil)
  }

  @Test func theFrameGivesTheSize() {
    var picture = SyntheticJPEG()
    picture.after = SyntheticJPEG.segment(0xC0, [8, 0x01, 0x00, 0x02, 0x00, 3])
    #expect(read(picture)?.width == 512)
    #expect(read(picture)?.height == 256)
  }
}
