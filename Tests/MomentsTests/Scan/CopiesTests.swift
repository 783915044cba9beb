import Foundation
import Testing

@testable import Moments

/// Files that show the same photo are one photo.
@Suite struct CopiesTests {
  private func scan(_ files: [String: Data]) throws -> Scan {
    let folder = FileManager.default.temporaryDirectory.appending(path: "copies-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, data) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    return try Scanner().scan(folder.path)
  }

  private func picture(_ original: String, _ comment: String = "") -> Data {
    var picture = SyntheticJPEG(original: original)
    picture.after = SyntheticJPEG.segment(0xFE, Array(comment.utf8))
    return Data(picture.bytes)
  }

  @Test func equalFilesCountOnce() throws {
    let photo = picture("2024:01:02 03:04:05")
    let found = try scan([
      "Album/a.jpg": photo, "Photos from 2024/a.jpg": photo, "Trip/a.jpg": photo,
      "Trip/b.jpg": picture("2024:01:02 03:05:05"),
    ])
    #expect(found.photos.map(\.path) == ["Photos from 2024/a.jpg", "Trip/b.jpg"])
    #expect(found.photos[0].stack == ["Album/a.jpg", "Trip/a.jpg"])
    #expect(Clustering(found.photos).clusters.allSatisfy { $0.bursts.isEmpty })
  }

  /// Equal bytes whose names or sidecars give different dates are different photos.
  @Test func equalFilesOfDifferentDatesAreDifferent() throws {
    let photo = Data(SyntheticJPEG().bytes)
    let found = try scan(["IMG_20240102_030405.jpg": photo, "IMG_20240102_030505.jpg": photo])
    #expect(found.photos.count == 2)
  }

  private static let long = String(repeating: "a", count: 43)

  /// An edited version and its original are one photo, which has the marks of both.
  @Test(arguments: [
    ("IMG_E0001.JPG", "IMG_0001.HEIC"), ("IMG_0001-edited.JPG", "IMG_0001.JPG"),
    ("a-bearbeitet(2).jpg", "a(2).jpg"), ("\(long)-edi.jpg", "\(long).jpg"),
    ("PXL_20240102_030405.RAW-01.COVER.jpg", "PXL_20240102_030405.RAW-02.ORIGINAL.dng"),
  ])
  func anEditedVersionIsItsPhoto(edited: String, original: String) throws {
    let before = try scan([original: picture("2024:01:02 03:04:05")])
    let found = try scan([
      edited: picture("2024:01:02 03:04:05", "edited"), original: picture("2024:01:02 03:04:05"),
      "other.jpg": picture("2024:01:02 03:04:06"),
    ])
    #expect(found.photos.map(\.path) == [edited, "other.jpg"])
    #expect(found.photos[0].stack == [original])
    #expect(found.versions == 1)
    #expect(found.photos[0].original == 0)
    // What was decided about the original before the edited version appeared stays.
    var review = Review()
    review.look(at: before.photos[0].mark, at: .practiceStart)
    review.choose(before.photos[0].mark, isFavourite: true)
    let mark = found.photos[0].mark
    #expect(review.isReviewed(mark) && review.isFavourite(found.photos[0], mark))
    let library = ReviewLibrary(found.photos, marks: found.photos.map(\.mark), [], then: [], scores: [])
    #expect(mark != before.photos[0].mark && library.index(of: before.photos[0].mark) == 0)
    #expect(!review.isReviewed(found.photos[1].mark))
  }

  /// A decision against the photo counts only if no file has one for it; the photo's own stars come after both.
  @Test(
    arguments: [
      (true, nil, nil, true), (nil, true, nil, true), (true, false, nil, true), (false, true, nil, true),
      (false, nil, 5, false), (nil, false, 5, false), (nil, nil, 5, true), (nil, nil, nil, false),
    ] as [(Bool?, Bool?, Int?, Bool)])
  func decisionsOfAllFilesCount(edited: Bool?, original: Bool?, stars: Int?, expected: Bool) throws {
    var photo = try scan([
      "IMG_E1.JPG": picture("2024:01:02 03:04:05", "edited"), "IMG_1.JPG": picture("2024:01:02 03:04:05"),
    ]).photos[0]
    photo.metadata.rating = stars
    var review = Review()
    if let edited { review.choose(photo.mark, isFavourite: edited) }
    if let original { review.choose(photo.mark.versions[0], isFavourite: original) }
    #expect(review.isFavourite(photo, photo.mark) == expected)
  }

  /// Of several edited versions the one that was written last is shown, and all are one photo.
  @Test func severalVersionsAreOnePhoto() throws {
    let found = try scan([
      "IMG_E0001.JPG": picture("2024:01:02 03:04:05", "Apple"), "IMG_0001.JPG": picture("2024:01:02 03:04:05"),
      "IMG_0001-edited.JPG": picture("2024:01:02 03:04:05", "Google"),
      "IMG_0001-edited-edited.JPG": picture("2024:01:02 03:04:05", "again"),
    ])
    #expect(found.photos.count == 1 && found.photos[0].stack.count == 3 && found.versions == 3)
    #expect(!found.photos[0].stack.contains(found.photos[0].path) && found.photos[0].path != "IMG_0001.JPG")
    #expect(found.photos[0].original.map { found.photos[0].stack[$0].hasPrefix("IMG_0001") } == true)
  }

  /// Takeout's albums have a copy of each file.
  @Test func copiesOfVersionsAreTheSamePhoto() throws {
    let (original, edited) = (picture("2024:01:02 03:04:05"), picture("2024:01:02 03:04:05", "edited"))
    let found = try scan([
      "Photos from 2024/a.jpg": original, "Photos from 2024/a-edited.jpg": edited, "Album/a.jpg": original,
      "Album/a-edited.jpg": edited,
    ])
    #expect(found.photos.map(\.path) == ["Photos from 2024/a-edited.jpg"])
    #expect(found.photos[0].stack.sorted() == ["Album/a-edited.jpg", "Album/a.jpg", "Photos from 2024/a.jpg"])
    // An album may have the original only in another folder.
    let apart = try scan(["2024/a.jpg": original, "Album/a.jpg": original, "Album/a-edited.jpg": edited])
    #expect(apart.photos.map(\.path) == ["Album/a-edited.jpg"] && apart.versions == 2)
  }

  /// Two different photos are never one: where in doubt, both stay.
  @Test(
    arguments: [
      // A shortened suffix of a name that was not cut.
      ("lisbon-ed.jpg", "lisbon.jpg", nil, nil, "A", "A"), ("oma-mo.jpg", "oma.jpg", nil, nil, "A", "A"),
      ("IMG_0001-ed.JPG", "IMG_0001.JPG", "2024:01:02 03:04:05", "2024:01:02 03:04:05", "A", "A"),
      ("\(long)-edited-in-Lisbon-by-my-sister-ed.jpg", "\(long)-edited-in-Lisbon-by-my-sister.jpg", nil, nil, "A", "A"),
      // Without dates, only a complete word says that there is an original.
      ("IMG_E5.jpg", "IMG_5.jpg", nil, nil, "A", "A"), ("\(long)-edi.jpg", "\(long).jpg", nil, nil, "A", "A"),
      ("IMG_E5.jpg", "IMG_5.jpg", "2024:01:02 03:04:05", nil, "A", "A"),
      // A counter that restarted, and two cameras.
      ("IMG_E5.jpg", "IMG_5.jpg", "2024:01:02 03:04:05", "2024:01:02 03:04:06", "A", "A"),
      ("a-edited.jpg", "a.jpg", "2024:01:02 03:04:05", "2024:01:02 03:14:05", "A", "A"),
      ("a-edited.jpg", "a.jpg", "2024:01:02 03:04:05", "2024:01:02 03:04:05", "A", "B"),
      // Pictures that were made from several.
      ("a-mix.jpg", "a.jpg", "2024:01:02 03:04:05", "2024:01:02 03:04:05", "A", "A"),
      ("a-smile.jpg", "a.jpg", nil, nil, "A", "A"),
    ] as [(String, String, String?, String?, String, String)])
  func doubtfulVersionsAreTwoPhotos(
    edited: String, original: String, date: String?, other: String?, model: String, otherModel: String
  ) throws {
    func picture(_ date: String?, _ model: String, _ comment: String) -> Data {
      var picture = date.map { SyntheticJPEG(original: $0) } ?? SyntheticJPEG()
      picture.model = model
      picture.after = SyntheticJPEG.segment(0xFE, Array(comment.utf8))
      return Data(picture.bytes)
    }
    let found = try scan([edited: picture(date, model, "edited"), original: picture(other, otherModel, "original")])
    #expect(Set(found.photos.map(\.path)) == [edited, original] && found.versions == 0)
  }

  /// A picture without a date whose name has the complete word is a version.
  @Test func aCompleteWordIsEnoughWithoutDates() throws {
    let undated = Data(SyntheticJPEG().bytes)
    let found = try scan(["a.jpg": undated, "a-edited.jpg": picture("2024:01:02 03:04:05", "edited")])
    #expect(found.photos.map(\.path) == ["a-edited.jpg"])
  }

  /// The highest stars count, whichever file has them, and a rejection only if no file says otherwise.
  @Test(
    arguments: [(1, 4, 4), (4, 1, 4), (nil, 4, 4), (-1, 4, 4), (-1, nil, -1), (-1, 0, 0), (-1, -1, -1)]
      as [(Int?, Int?, Int?)])
  func theHighestStarsCount(first: Int?, second: Int?, expected: Int?) throws {
    func xmp(_ stars: Int?) -> Data { Data("<x:xmpmeta\(stars.map { " xmp:Rating='\($0)'" } ?? "")/>".utf8) }
    let photo = picture("2024:01:02 03:04:05")
    let copies = try scan(["a/x.jpg": photo, "a/x.jpg.xmp": xmp(first), "b/y.jpg": photo, "b/y.jpg.xmp": xmp(second)])
    #expect(copies.photos.map(\.metadata.rating) == [expected])
    let edited = try scan([
      "IMG_E1.jpg": picture("2024:01:02 03:04:05", "edited"), "IMG_E1.jpg.xmp": xmp(first), "IMG_1.jpg": photo,
      "IMG_1.jpg.xmp": xmp(second),
    ])
    #expect(edited.photos.map(\.metadata.rating) == [expected])
  }
}
