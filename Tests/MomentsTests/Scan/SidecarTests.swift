import Foundation
import Testing

@testable import Moments

@Suite struct SidecarTests {
  @Test(arguments: [
    ("a.jpg.xmp", "a.jpg"), ("a.XMP", "a.jpg"), ("a.jpg.json", "a.jpg"), ("a.jpg.supplemental-metadata.json", "a.jpg"),
    ("a.jpg.supplemental-me.json", "a.jpg"), ("a.jpg..json", "a.jpg"), ("a.jpg(1).json", "a(1).jpg"),
    ("a.jpg.supplemental-metadata(2).json", "a(2).jpg"), ("a.jpg.json", "a-edited.jpg"),
    ("a.jpg.json", "a-bearbeitet.jpg"), ("a.jpg(1).json", "a-edited(1).jpg"), ("IMG_1.HEIC.json", "IMG_1.MOV"),
    ("IMG_1.JPG.supplemental-metadata.json", "IMG_1.MP4"), ("IMG_1.HEIC(1).json", "IMG_1(1).MP4"),
    ("123456789-123456789-123456789-123456789-123456.json", "123456789-123456789-123456789-123456789-1234567.jpg"),
    ("123456789-123456789-123456789-123456789-123.jp.json", "123456789-123456789-123456789-123456789-123.jpg"),
    (
      "123456789-123456789-123456789-123456789-123456(1).json",
      "123456789-123456789-123456789-123456789-1234567(1).jpg"
    ),
    // Google drops the photo's extension where the title has none, and cuts the suffix of long names.
    ("Peanut Butter Balls.supplemental-metadata.json", "Peanut Butter Balls.jpg"),
    ("2234089303984509579.supplemental-metadata.json", "2234089303984509579.jpg"),
    ("Mr. Smith.supplemental-meta.json", "Mr. Smith.png"), ("Balls.supplemental-metadata.json", "Balls-edited.jpg"),
    (
      "123456789-123456789-123456789-123456789-12.jpg.json", "123456789-123456789-123456789-123456789-12-edi.jpg"
    ),
  ])
  func namesTellTheOwner(sidecar: String, photo: String) {
    #expect(SidecarIndex([sidecar], prefix: "in/")[photo].map(\.path) == ["in/" + sidecar])
  }

  @Test(arguments: [
    ("metadata.json", "metadata.jpg"), ("a.txt", "a.jpg"), ("a.jpg.json", "b.jpg"), ("a.jpg.json", "a(1).jpg"),
    ("a.jpg(1).json", "a.jpg"), ("a.jpg.json", "a.png"), ("a.jpg(1).json", "a-edited.jpg"),
    ("12345678.json", "123456789.jpg"), ("a.jpg.json", "a-unedited.jpg"), ("a.json", "a.jpg"),
    ("a.jpg.json", "a-x.jpg"), ("a.jpg.json", "a-ed.jpg"), ("a.jpg.json", "a-bearb.jpg"),
    ("a.png.supplemental-metadata.json", "a.png.jpg"),
    ("123456789-123456789-123456789-123456789-12345.json", "123456789-123456789-123456789-123456789-1234567.jpg"),
  ])
  func otherNamesAreOfOthers(sidecar: String, photo: String) {
    #expect(SidecarIndex([sidecar], prefix: "")[photo].isEmpty)
  }

  /// All sidecars are kept, in their order of precedence.
  @Test func editorsGoBeforeGoogle() {
    let order = ["a.jpg.xmp", "a.xmp", "a.jpg.json"]
    for names in [order, order.reversed(), ["a.xmp", "a.jpg.json", "a.jpg.xmp"]] {
      #expect(SidecarIndex(names, prefix: "x/")["a.jpg"].map(\.path) == order.map { "x/" + $0 })
    }
    let twice = ["a.jpg.json", "a.jpg.supplemental-metadata.json"]
    #expect(SidecarIndex(twice, prefix: "")["a.jpg"].map(\.path) == twice)
    #expect(SidecarIndex(["a.xmp"], prefix: "")["a"].map(\.path) == ["a.xmp"])
  }

  /// A sidecar whose name matches no file belongs to the file whose name differs only in letter case.
  @Test func lettersOfBothSizesAreOneWhereNothingElseIsMeant() {
    func found(_ names: [String], _ photo: String) -> [String] {
      SidecarIndex(names, prefix: "")[photo].map(\.path)
    }
    #expect(found(["A.JPG", "A.jpg.xmp"], "A.JPG") == ["A.jpg.xmp"])
    #expect(found(["A.JPG", "a.xmp"], "A.JPG") == ["a.xmp"])
    #expect(found(["A.JPG", "a.JPG", "a.JPG.xmp"], "A.JPG") == [])
    #expect(found(["A.JPG", "a.png", "a.xmp"], "A.JPG") == [])
    #expect(found(["A.JPG", "A.JPG.xmp", "a.jpg.xmp"], "A.JPG") == ["A.JPG.xmp"])
  }

  private func scan(_ files: [String: Data]) throws -> [Photo] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sidecar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, data) in files { try data.write(to: folder.appending(path: path)) }
    return try Scanner().scan(folder.path).photos
  }

  private let undated = Data(SyntheticJPEG().bytes)

  /// An editor's date corrects the file's; a copy of the same date does not replace it.
  @Test(arguments: [
    // EXIF's date and offset, the sidecar's date, and the date that counts.
    ("2010:01:01 00:00:07", nil, "2019-07-14T15:30:00+02:00", "2019-07-14T15:30:00", 120, "sidecar:DateTimeOriginal"),
    ("2010:01:01 00:00:07", nil, "2010-01-01T00:00:07", "2010-01-01T00:00:07", nil, "exif:DateTimeOriginal"),
    ("2010:01:01 00:00:07", nil, "2010-01-01T00:00:07+01:00", "2010-01-01T00:00:07", 60, "exif:DateTimeOriginal"),
    // The same instant in UTC, which tells the camera's offset.
    ("2019:07:14 15:30:00", nil, "2019-07-14T13:30:00Z", "2019-07-14T15:30:00", 120, "exif:DateTimeOriginal"),
    ("2019:07:14 15:30:00", "+02:00", "2019-07-14T13:30:00Z", "2019-07-14T15:30:00", 120, "exif:DateTimeOriginal"),
    // An hour of difference with an offset that is known is a correction.
    (
      "2019:07:14 15:30:00", "+02:00", "2019-07-14T14:30:00+02:00", "2019-07-14T14:30:00", 120,
      "sidecar:DateTimeOriginal"
    ),
  ])
  func anEditorsDateCorrectsTheFile(
    original: String, offset: String?, edited: String, taken: String, minutes: Int?, source: String
  ) throws {
    var picture = SyntheticJPEG(original: original)
    picture.offset = offset
    let xmp = Data("<x:xmpmeta exif:DateTimeOriginal='\(edited)'/>".utf8)
    let photo = try #require(try scan(["a.jpg": Data(picture.bytes), "a.jpg.xmp": xmp]).first)
    #expect(photo.taken.local.description == taken)
    #expect(photo.taken.offset?.minutes == minutes)
    #expect(photo.taken.source.rawValue == source)
  }

  /// Google's favourites have no stars; an editor's stars count before them.
  @Test func favouritesOfGoogleHaveFiveStars() throws {
    func json(_ isFavorite: Bool) -> Data {
      Data(#"{"photoTakenTime":{"timestamp":"1700000000"},"favorited":\#(isFavorite)}"#.utf8)
    }
    let dated = (0..<3).map { Data(SyntheticJPEG(original: "2023:11:14 22:13:2\($0)").bytes) }
    let photos = try scan([
      "a.jpg": dated[0], "a.jpg.json": json(true), "b.jpg": dated[1], "b.jpg.json": json(false), "c.jpg": dated[2],
      "c.jpg.json": json(true), "c.jpg.xmp": Data("<x:xmpmeta xmp:Rating='2'/>".utf8),
    ])
    #expect(photos.map(\.metadata.rating) == [5, nil, 2])
  }

  @Test func xmpBesideAPhotoGivesItsDate() throws {
    let xmp = Data("<x:xmpmeta exif:DateTimeOriginal='2025-10-02T14:05:09+02:00'/>".utf8)
    for name in ["a.jpg.xmp", "a.xmp"] {
      let photo = try #require(try scan(["a.jpg": undated, name: xmp]).first)
      #expect(photo.taken.source == .xmpOriginal)
      #expect(photo.taken.offset == UTCOffset(minutes: 120, source: .xmp))
    }
  }

  /// The result for a single photo equals the result for its library.
  @Test func onePhotoHasItsSidecarToo() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sidecar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try undated.write(to: folder.appending(path: "a.jpg"))
    let xmp = "<x:xmpmeta exif:DateTimeOriginal='2025-10-02T14:05:09+02:00'/>"
    try Data(xmp.utf8).write(to: folder.appending(path: "a.xmp"))
    #expect(try Scanner().scan(folder.path + "/a.jpg").photos.first?.taken.source == .xmpOriginal)
  }

  /// Editors keep their history in a sidecar, and some write UTF-16.
  @Test func xmpBesideAPhotoMayBeLongOrWide() throws {
    let text = "<x:xmpmeta exif:DateTimeOriginal='2025-10-02T14:05:09'/>"
    let long = Data((String(repeating: "<darktable:history/>", count: 10_000) + text).utf8)
    for xmp in [long, text.data(using: .utf16LittleEndian)!, text.data(using: .utf16)!, text.data(using: .utf32)!] {
      let photo = try #require(try scan(["a.jpg": undated, "a.jpg.xmp": xmp]).first)
      #expect(photo.taken.source == .xmpOriginal)
    }
  }

  @Test func takeoutIsUTCAndThePlaceTellsTheClock() throws {
    let json = """
      {"photoTakenTime": {"timestamp": "1759410309"}, "geoData": {"latitude": 38.71, "longitude": -9.14, "altitude": 0}}
      """
    let photo = try #require(try scan(["a.jpg": undated, "a.jpg.json": Data(json.utf8)]).first)
    #expect(photo.taken.source == .takeout)
    #expect(photo.taken.local.description == "2025-10-02T14:05:09")
    #expect(photo.taken.offset == UTCOffset(minutes: 60, source: .place))
    #expect(photo.taken.instant?.microseconds == 1_759_410_309_000_000)
  }

  /// Google's map position is empty if the camera knew the position.
  @Test func takeoutKeepsTheCamerasPosition() throws {
    let json = """
      {"photoTakenTime": {"timestamp": "1759410309"}, "geoData": {"latitude": 0.0, "longitude": 0.0},
       "geoDataExif": {"latitude": 38.71, "longitude": -9.14}}
      """
    let photo = try #require(try scan(["a.jpg": undated, "a.jpg.json": Data(json.utf8)]).first)
    #expect(photo.position == Coordinate(latitude: 38.71, longitude: -9.14))
  }

  /// A modification date in a sidecar is no correction of the capture date.
  @Test func aPhotosOwnDateHasPriority() throws {
    let dated = Data(SyntheticJPEG(original: "2024:01:02 03:04:05").bytes)
    let xmp = Data(
      "xmp:CreateDate='2025-10-02T14:05:09' exif:GPSLatitude='38,42N' exif:GPSLongitude='9,8W'".utf8)
    let photo = try #require(try scan(["a.jpg": dated, "a.xmp": xmp]).first)
    #expect(photo.taken.local.year == 2024)
    #expect(photo.position != nil)
  }

  /// Each sidecar counts for its fields: Google's date and position stay if an editor's sidecar has only stars, and
  /// two editors each have their own.
  @Test func allSidecarsCount() throws {
    let json = Data(
      """
      {"photoTakenTime": {"timestamp": "1759410309"}, "geoData": {"latitude": 38.71, "longitude": -9.14}}
      """.utf8)
    let stars = Data("<x:xmpmeta xmp:Rating='4'/>".utf8)
    var photo = try #require(try scan(["a.jpg": undated, "a.jpg.json": json, "a.jpg.xmp": stars]).first)
    #expect(photo.metadata.rating == 4 && photo.taken.source == .takeout && photo.position != nil)
    #expect(photo.taken.offset == UTCOffset(minutes: 60, source: .place))

    let dated = Data("<x:xmpmeta exif:DateTimeOriginal='2025-10-02T14:05:09' exif:GPSLatitude='38,42N'/>".utf8)
    photo = try #require(try scan(["a.jpg": undated, "a.jpg.xmp": stars, "a.xmp": dated]).first)
    #expect(photo.metadata.rating == 4 && photo.taken.source == .xmpOriginal)
    #expect(photo.taken.local.description == "2025-10-02T14:05:09")
    photo = try #require(try scan(["a.jpg": undated, "a.xmp": stars, "a.jpg.xmp": dated]).first)
    #expect(photo.metadata.rating == 4 && photo.taken.source == .xmpOriginal)

    let day = Data("<x:xmpmeta photoshop:DateCreated='2025-10-02'/>".utf8)
    photo = try #require(try scan(["a.jpg": undated, "a.jpg.xmp": day, "a.jpg.json": json]).first)
    #expect(photo.taken.source == .takeout && photo.metadata.dates.map(\.source) == [.takeout, .day])
  }

  /// If two sidecars have stars, the one with the full name counts; "no stars" defers to the other sidecar, and to
  /// nothing else.
  @Test(
    arguments: [
      (nil, 2, 3, 2), (nil, 0, 3, 3), (nil, nil, 3, 3), (1, 0, nil, 0), (1, nil, 0, 0), (1, nil, nil, 1),
      (4, -1, 2, -1),
      (5, 0, 0, 0),
    ] as [(Int?, Int?, Int?, Int?)])
  func starsOfSeveral(own: Int?, full: Int?, short: Int?, expected: Int?) throws {
    func xmp(_ stars: Int?) -> Data { Data("<x:xmpmeta\(stars.map { " xmp:Rating='\($0)'" } ?? "")/>".utf8) }
    var picture = SyntheticJPEG()
    if let own { picture.after = SyntheticJPEG.xmp("<xmp:Rating>\(own)</xmp:Rating>") }
    let photo = try #require(
      try scan(["a.jpg": Data(picture.bytes), "a.jpg.xmp": xmp(full), "a.xmp": xmp(short)]).first)
    #expect(photo.metadata.rating == expected)
  }

  /// Stars count with any prefix; stars of a source picture do not count, nor text that looks like stars.
  @Test func starsOfASidecarAreThePhotos() throws {
    func rating(_ xmp: String) throws -> Int? {
      try scan(["a.jpg": undated, "a.xmp": Data(xmp.utf8)]).first?.metadata.rating
    }
    #expect(try rating(SampleSidecar.lightroom()) == nil)
    #expect(try rating(SampleSidecar.lightroom(rating: " xmp:Rating=\"3\"")) == 3)
    #expect(try rating(SampleSidecar.exiftool(rating: "<xmp:Rating>4</xmp:Rating>")) == 4)
    let other = "<rdf:Description xmlns:ns1='http://ns.adobe.com/xap/1.0/' ns1:Rating='2'/>"
    #expect(try rating(SampleSidecar.bare(other)) == 2)
  }

  /// Adobe's programs record which of the files with the same name a sidecar describes; if that file is gone, the
  /// sidecar describes the remaining one.
  @Test func aSidecarOfAnotherFileIsNot() throws {
    let xmp = Data(
      "<x photoshop:SidecarForExtension='MOV' exif:DateTimeOriginal='2019-07-14T15:30:00' xmp:Rating='5'/>".utf8)
    func scanned(_ files: [String: Data]) throws -> Photo {
      try #require(try scan(files).first { $0.path == "IMG_1.jpg" })
    }
    var photo = try scanned(["IMG_1.jpg": undated, "IMG_1.xmp": xmp, "IMG_1.mov": Data("none".utf8)])
    #expect(photo.metadata.rating == nil && photo.isDatedByFile)
    photo = try scanned(["IMG_1.jpg": undated, "IMG_1.xmp": xmp])
    #expect(photo.metadata.rating == 5 && photo.taken.source == .xmpOriginal)
    photo = try scanned(["IMG_1.jpg": undated, "IMG_1.jpg.xmp": xmp, "IMG_1.mov": Data("none".utf8)])
    #expect(photo.metadata.rating == 5, "the full name says it as well")
  }

  /// The sidecar of a raw file has the name of its JPEG, and of another camera's photo with the same number.
  @Test(
    arguments: [
      // The other files, the file's date, the attributes of IMG_1.xmp, and the date and stars of IMG_1.jpg.
      (["IMG_1.nef"], "2025:10:05 16:10:00", "2025-10-02T13:05:12", "", "2025-10-05T16:10:00", nil),
      (["IMG_1.nef"], "2025:10:05 16:10:00", "2025-10-05T16:10:00", "", "2025-10-05T16:10:00", 4),
      (["IMG_1.nef"], "2025:10:05 16:10:00", "2025-10-05T15:10:00", "JPG", "2025-10-05T15:10:00", 4),
      (["IMG_1.nef"], "2025:10:05 16:10:00", "2025-10-05T15:10:00", "NEF", "2025-10-05T16:10:00", nil),
      (["IMG_1.dng"], "2025:10:05 16:10:00", "2025-10-02T13:05:12", "", "2025-10-05T16:10:00", nil),
      (["IMG_1.png"], "2025:10:05 16:10:00", "2025-10-02T13:05:12", "", "2025-10-05T16:10:00", nil),
      (["IMG_1.mov"], "2025:10:05 16:10:00", "2025-10-02T13:05:12", "", "2025-10-02T13:05:12", 4),
      (["IMG_1.jpg.json", "IMG_1.aae"], "2025:10:05 16:10:00", "2025-10-02T13:05:12", "", "2025-10-02T13:05:12", 4),
    ] as [([String], String, String, String, String, Int?)])
  func aSidecarOfSeveralCorrectsOne(
    others: [String], original: String, edited: String, ending: String, taken: String, stars: Int?
  ) throws {
    let names = ending.isEmpty ? "" : " photoshop:SidecarForExtension='\(ending)'"
    var files = [
      "IMG_1.jpg": Data(SyntheticJPEG(original: original).bytes),
      "IMG_1.xmp": Data("<x exif:DateTimeOriginal='\(edited)' xmp:Rating='4'\(names)/>".utf8),
    ]
    for other in others { files[other] = Data("no picture".utf8) }
    let photo = try #require(try scan(files).first { $0.path == "IMG_1.jpg" })
    #expect(photo.taken.local.description == taken)
    #expect(photo.metadata.rating == stars)
  }

  /// The raw file and the JPEG of one shot stay one photo, with the date that was corrected beside the raw file.
  @Test func aRawFilesCorrectionIsThePhotos() throws {
    let own = Data(SyntheticJPEG(original: "2025:10:02 13:05:12").bytes)
    let raw = Data(SyntheticJPEG(original: "2025:10:02 13:05:12").tiff)
    let xmp = Data("<x exif:DateTimeOriginal='2025-10-02T12:05:12' xmp:Rating='4'/>".utf8)
    let photos = try scan(["IMG_1.jpg": own, "IMG_1.nef": raw, "IMG_1.xmp": xmp])
    #expect(photos.map(\.path) == ["IMG_1.jpg"] && photos[0].stack == ["IMG_1.nef"])
    #expect(photos[0].taken.local.description == "2025-10-02T12:05:12" && photos[0].taken.source == .sidecar)
    #expect(photos[0].metadata.rating == 4)
  }

  /// A date that is coarser than the file's takes nothing away from it.
  @Test(arguments: [
    ("2025-10-02T13:05", "2025-10-02T13:05:12.137", "exif:DateTimeOriginal"),
    ("2025-10-02T13:05:00", "2025-10-02T13:05:12.137", "exif:DateTimeOriginal"),
    ("2025-10-02T13:05:12", "2025-10-02T13:05:12.137", "exif:DateTimeOriginal"),
    ("2025-10-02T00:00:00", "2025-10-02T13:05:12.137", "exif:DateTimeOriginal"),
    ("2025-10-02T12:05Z", "2025-10-02T13:05:12.137", "exif:DateTimeOriginal"),
    ("2025-10-03T00:00:00", "2025-10-03T13:05:12.137", "sidecar:DateTimeOriginal"),
    ("2025-10-02T14:05", "2025-10-02T14:05:12.137", "sidecar:DateTimeOriginal"),
    ("2025-10-02T14:05:00", "2025-10-02T14:05:00", "sidecar:DateTimeOriginal"),
  ])
  func coarserDatesTakeNothing(edited: String, taken: String, source: String) throws {
    var picture = SyntheticJPEG(original: "2025:10:02 13:05:12")
    picture.subsecond = "137"
    for name in ["exif:DateTimeOriginal", "photoshop:DateCreated"] {
      let photo = try #require(
        try scan(["a.jpg": Data(picture.bytes), "a.xmp": Data("<x \(name)='\(edited)'/>".utf8)]).first)
      #expect(photo.taken.local.description == taken, "\(name)")
      #expect(photo.taken.source.rawValue == source, "\(name)")
    }
  }

  /// A change, addition or removal of one of two sidecars is noticed.
  @Test func theIndexKnowsAllOfThem() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sidecar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try undated.write(to: folder.appending(path: "a.jpg"))
    var index = PhotoIndex()
    func rating() throws -> Int? {
      let photo = try Scanner().scan(folder.path, index: &index).photos[0]
      let bytes = index.bytes(stamp: "", at: .distantFuture)
      #expect(PhotoIndex(bytes: bytes, stamp: "") == index)
      return photo.metadata.rating
    }
    #expect(try rating() == nil)
    try write("a.jpg.xmp", "<x xmp:Rating='0'/>")
    #expect(try rating() == 0)
    try write("a.xmp", "<x xmp:Rating='3'/>")
    #expect(try rating() == 3)
    try FileManager.default.removeItem(at: folder.appending(path: "a.jpg.xmp"))
    try write("a.xmp", "<x xmp:Rating='5'  />")
    #expect(try rating() == 5)
  }

  @Test func nonsenseBesideAPhotoChangesNothing() throws {
    let photo = try #require(
      try scan(["a.jpg": undated, "a.jpg.json": Data("{".utf8), "a.xmp": Data([0xFF])]).first)
    #expect(photo.isDatedByFile)
  }
}
