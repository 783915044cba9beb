import Foundation
import Testing

@testable import Moments

@Suite struct SidecarTests {
  @Test(arguments: [
    ("a.jpg.xmp", "a.jpg"), ("a.XMP", "a"), ("a.jpg.json", "a.jpg"), ("a.jpg.supplemental-metadata.json", "a.jpg"),
    ("a.jpg.supplemental-me.json", "a.jpg"), ("a.jpg(1).json", "a(1).jpg"),
    ("a.jpg.supplemental-metadata(2).json", "a(2).jpg"), ("metadata.json", nil), ("a.txt", nil),
  ])
  func namesTellTheOwner(name: String, owner: String?) { #expect(Sidecar.owner(of: name)?.name == owner) }

  private func scan(_ files: [String: Data]) throws -> [Photo] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sidecar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, data) in files { try data.write(to: folder.appending(path: path)) }
    return try Scanner().scan(folder.path).photos
  }

  private let undated = Data(SyntheticJPEG().bytes)

  @Test func xmpBesideAPhotoGivesItsDate() throws {
    let xmp = Data("<x:xmpmeta exif:DateTimeOriginal='2025-10-02T14:05:09+02:00'/>".utf8)
    for name in ["a.jpg.xmp", "a.xmp"] {
      let photo = try #require(try scan(["a.jpg": undated, name: xmp]).first)
      #expect(photo.taken.source == .xmpOriginal)
      #expect(photo.taken.offset == UTCOffset(minutes: 120, source: .xmp))
    }
  }

  /// Editors keep their history in it, and some write UTF-16.
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

  @Test func aPhotosOwnDateGoesFirst() throws {
    let dated = Data(SyntheticJPEG(original: "2024:01:02 03:04:05").bytes)
    let xmp = Data(
      "exif:DateTimeOriginal='2025-10-02T14:05:09' exif:GPSLatitude='38,42N' exif:GPSLongitude='9,8W'".utf8)
    let photo = try #require(try scan(["a.jpg": dated, "a.xmp": xmp]).first)
    #expect(photo.taken.local.year == 2024)
    #expect(photo.position != nil)
  }

  @Test func nonsenseBesideAPhotoChangesNothing() throws {
    let photo = try #require(
      try scan(["a.jpg": undated, "a.jpg.json": Data("{".utf8), "a.xmp": Data([0xFF])]).first)
    #expect(photo.isDatedByFile)
  }
}
