import Foundation
import Testing
import Timeline

@testable import Moments

/// Photos of one size with the same beginning: scans on white paper, an uncompressed burst, copies.
@Suite final class LookalikesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alike-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a file of 60,000 bytes, white except for the bytes at some offsets.
  private func file(_ start: [UInt8], _ changes: [Int: UInt8] = [:]) -> [UInt8] {
    var bytes = start + [UInt8](repeating: 0xFF, count: 60_000 - start.count)
    for (place, byte) in changes { bytes[place] = byte }
    return bytes
  }

  private static let bitmap = Array("BM".utf8) + [UInt8](repeating: 0, count: 52)
  private static let dated = SyntheticJPEG(original: "2025:10:02 14:05:09").bytes

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: folder + "/" + name))
  }

  private func scan(_ index: inout PhotoIndex, _ review: Review = Review()) throws -> [Photo] {
    var scanner = Scanner()
    scanner.review = review
    return try scanner.scan(folder, index: &index).photos
  }

  private func marks(_ review: Review = Review()) throws -> [PhotoMark] {
    var index = PhotoIndex()
    let marks = try scan(&index, review).map(\.mark)
    // The saved index gives the same marks.
    #expect(try scan(&index, review).map(\.mark) == marks)
    return marks
  }

  /// A changed byte in the middle, at the end, and in a region that is neither; dated by the camera or not.
  @Test(arguments: [bitmap, dated], [30_500, 59_999, 58_000, 20_000, 45_000, 4_096])
  func oneByteMakesAnotherPhoto(start: [UInt8], place: Int) throws {
    try write("1", file(start))
    try write("2", file(start, [place: 7]))
    try write("3", file(start, [place: 8]))
    let marks = try marks()
    #expect(Set(marks).count == 3)
    for (own, mark) in marks.enumerated() {
      #expect(marks.indices.filter { marks[$0].isKept(as: mark) } == [own])
    }
  }

  @Test(arguments: [bitmap, dated])
  func copiesAreOnePhoto(start: [UInt8]) throws {
    try write("1", file(start))
    try write("a/copy of 1", file(start))
    try write("2", file(start, [20_000: 1]))
    var index = PhotoIndex()
    let photos = try scan(&index)
    #expect(photos.map(\.path) == ["1", "2"] && photos.map(\.stack) == [["a/copy of 1"], []])
    #expect(Set(try marks()).count == 2)
  }

  /// If no two photos look alike, this costs nothing.
  @Test func nothingMoreIsReadOfOthers() throws {
    try write("1", file(Self.bitmap))
    try write("2", file(Self.dated))
    try write("3", file(Self.bitmap, [100: 1]))
    var index = PhotoIndex()
    #expect(try scan(&index).allSatisfy { $0.body == nil })
    #expect(index.entries.allSatisfy { $0.body == nil })
  }

  /// A body that was read once is not read again while the file is unchanged.
  @Test func theIndexKeepsWhatWasRead() throws {
    try write("1", file(Self.bitmap))
    try write("2", file(Self.bitmap, [20_000: 1]))
    var index = PhotoIndex()
    let first = try scan(&index)
    #expect(first.allSatisfy { $0.body?.whole != nil && $0.hasLookalike })
    let later = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1e6) + 10_000_000)
    index = try #require(PhotoIndex(bytes: index.bytes(stamp: "", at: later), stamp: ""))
    index.keep(PhotoBody(sample: 1, whole: 2), of: "1")
    index.keep(PhotoBody(sample: 1, whole: 3), of: "2")
    #expect(try scan(&index).map(\.body) == [PhotoBody(sample: 1, whole: 2), PhotoBody(sample: 1, whole: 3)])
  }

  /// A photo is distinguished from a reviewed photo of another library that begins alike.
  @Test(arguments: [30_500, 20_000], [(bitmap, "scan0001.bmp"), (dated, "scan0001.bmp"), (dated, "IMG_2.jpg")])
  func otherLibrariesMarksAreSeparate(place: Int, other: (start: [UInt8], name: String)) throws {
    try write("scan0001.bmp", file(other.start))
    var index = PhotoIndex()
    var photo = try scan(&index)[0]
    var review = Review()
    review.look(at: photo.lastingMark(at: folder + "/scan0001.bmp"), at: .practiceStart)
    #expect(review.isReviewed(photo.mark))
    #expect(review.isReviewed(try marks(review)[0]), "moved or not, it is the same")

    try FileManager.default.removeItem(atPath: folder + "/scan0001.bmp")
    try write(other.name, file(other.start, [place: 1]))
    #expect(!review.isReviewed(try marks(review)[0]))
    photo = try scan(&index, review)[0]
    #expect(!review.isReviewed(photo.mark), "an index that knew the old file")
  }

  /// A photo reviewed while it was the only one stays reviewed, and the new lookalike is a different photo.
  @Test(arguments: [bitmap, dated], [30_500, 20_000])
  func aLookalikeThatComesLaterIsNew(start: [UInt8], place: Int) throws {
    try write("1", file(start))
    var index = PhotoIndex()
    var review = Review()
    review.look(at: try scan(&index)[0].lastingMark(at: folder + "/1"), at: .practiceStart)
    try write("0", file(start, [place: 1]))
    #expect(try marks(review).map { review.isReviewed($0) } == [false, true])
    #expect(try scan(&index, review).map { review.isReviewed($0.mark) } == [false, true])
  }

  /// Marks in old journals cover only the first 4 KiB: they belong to the photo with the recorded name.
  @Test func oldMarksFindTheirPhoto() throws {
    try write("a/1", file(Self.bitmap))
    var index = PhotoIndex()
    let text = try scan(&index)[0].mark.text
    var review = Review()
    review.look(at: try #require(PhotoMark(text: text, path: "elsewhere/1")), at: .practiceStart)
    #expect(try marks(review).map { review.isReviewed($0) } == [true])
    try write("2", file(Self.bitmap, [20_000: 1]))
    #expect(try marks(review).map { review.isReviewed($0) } == [false, true])
    // The new photo gets a mark of its own, which takes nothing from the old photo.
    let other = try scan(&index, review)[0].lastingMark(at: folder + "/2")
    review.look(at: other, at: .practiceStart)
    review.choose(other, isFavourite: true)
    let photos = try scan(&index, review)
    #expect(photos.allSatisfy { review.isReviewed($0.mark) })
    #expect(photos.map { review.isFavourite($0, $0.mark) } == [true, false])
    // If renamed while it has no lookalike, the photo is the only one that the mark can mean.
    try FileManager.default.removeItem(atPath: folder + "/2")
    try FileManager.default.moveItem(atPath: folder + "/a/1", toPath: folder + "/renamed")
    #expect(try marks(review).map { review.isReviewed($0) } == [true])
  }

  /// For files that do not answer, only their paths are known.
  @Test func unreadableBodiesAreIgnored() {
    #expect(PhotoBody.reading(folder + "/none", size: 5, isWhole: false) == nil)
    #expect(PhotoBody.reading(folder, size: 5, isWhole: true) == nil)
    for text in ["", "x", "1/", "1/2/3", "/1"] { #expect(PhotoBody(text: text) == nil, "\(text)") }
    for body in [PhotoBody(sample: 1), PhotoBody(sample: .max, whole: 0)] {
      #expect(PhotoBody(text: body.text) == body)
    }
  }
}
