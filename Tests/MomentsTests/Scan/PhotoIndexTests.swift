import Foundation
import Testing
import Timeline

@testable import Moments

@Suite final class PhotoIndexTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "index-\(UUID().uuidString)").path
  private let later = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1e6) + 10_000_000)

  init() throws {
    try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true)
    var picture = SyntheticJPEG(original: "2025:10:02 14:05:09")
    (picture.offset, picture.latitude, picture.longitude) = ("+01:00", (38, "N"), (9, "W"))
    try write("1.jpg", picture.bytes)
    try write("a/2.jpg", SyntheticJPEG(original: "2025:10:03 14:05:09").bytes)
    try write("a/3.jpg", SyntheticJPEG().bytes)
    try write("4.jpg", Array(picture.bytes.prefix(60)))
    try write("5.jpg", Array("no picture".utf8))
    try write("6.gif", Array("GIF89a".utf8))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: folder + "/" + name))
  }

  /// Scans with an index; the result must equal a scan without one.
  private func scan(_ index: inout PhotoIndex) throws -> Scan {
    let scan = try Scanner().scan(folder, index: &index)
    #expect(try Scanner().scan(folder) == scan)
    return scan
  }

  private func written(_ index: PhotoIndex) throws -> PhotoIndex {
    try #require(PhotoIndex(bytes: index.bytes(stamp: "test", at: later), stamp: "test"))
  }

  @Test func theIndexRoundTrips() throws {
    var index = PhotoIndex()
    _ = try scan(&index)
    var again = try written(index)
    #expect(index.count == 5 && again == index)
    _ = try scan(&again)
    #expect(again == index)
  }

  /// A file that is unchanged by all criteria is not opened: its entry in the index is valid.
  @Test func theSameFileIsNotOpened() throws {
    var index = PhotoIndex()
    _ = try scan(&index)
    var entries = index.entries
    entries[0].metadata.make = "known"
    index = PhotoIndex(entries)
    let make = try Scanner().scan(folder, index: &index).photos[0].metadata.make
    #expect(make == "known")
  }

  @Test(arguments: ["bytes", "time", "sidecar", "another", "gone", "renamed", "new"])
  func changedFilesAreReadAgain(change: String) throws {
    var index = PhotoIndex()
    _ = try scan(&index)
    let new = SyntheticJPEG(original: "2020:01:01 00:00:00").bytes
    switch change {
    case "bytes": try write("a/2.jpg", new)
    case "time":
      let time = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
      #expect(utimes(folder + "/a/3.jpg", time) == 0)
    case "sidecar": try write("a/3.jpg.xmp", Array("exif:DateTimeOriginal='2025-10-02T14:05:09'".utf8))
    case "another": rename(folder + "/a/2.jpg", folder + "/a/3.jpg")
    case "gone": unlink(folder + "/1.jpg")
    case "renamed": rename(folder + "/1.jpg", folder + "/7.jpg")
    default: try write("a/2a.jpg", new)
    }
    _ = try scan(&index)
  }

  @Test func damagedIndexesAreIgnored() throws {
    var index = PhotoIndex()
    _ = try scan(&index)
    let bytes = index.bytes(stamp: "test", at: later)
    #expect(PhotoIndex(bytes: bytes, stamp: "other") == nil)
    for place in stride(from: 0, to: bytes.count, by: 3) {
      var damaged = bytes
      damaged[place] ^= 0x41
      #expect(PhotoIndex(bytes: damaged, stamp: "test") == nil, "\(place)")
      #expect(PhotoIndex(bytes: Array(bytes.prefix(place)), stamp: "test") == nil, "\(place)")
    }
  }

  /// A file that changed just now may change again within one tick of the file system's clock.
  @Test func filesThatJustChangedAreLeftOut() throws {
    var index = PhotoIndex()
    _ = try scan(&index)
    let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
    #expect(PhotoIndex(bytes: index.bytes(stamp: "test", at: now), stamp: "test")?.count == 0)
  }
}
