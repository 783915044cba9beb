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

  /// The edited version stands for the photo.
  @Test(arguments: [
    ("IMG_E0001.JPG", "IMG_0001.JPG"), ("IMG_E0001.JPG", "IMG_0001.HEIC"), ("a-edited.jpg", "a.jpg"),
    ("a-bearbeitet.jpg", "a.jpg"), ("PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.jpg"),
  ])
  func editedVersions(edited: String, original: String) throws {
    let found = try scan([
      "x/" + edited: picture("2024:01:02 03:04:05", "edited"), "x/" + original: picture("2024:01:02 03:04:05"),
      // Another folder, and another year of a counter that restarted.
      "y/" + original: picture("2024:01:02 03:04:05", "elsewhere"),
    ])
    #expect(found.photos.map(\.path) == ["x/" + edited, "y/" + original])
    #expect(found.photos[0].stack == ["x/" + original])
    let apart = try scan([edited: picture("2024:01:02 03:04:05"), original: picture("2023:01:02 03:04:05")])
    #expect(apart.photos.count == 2)
  }

  @Test(arguments: ["IMG_EX01.jpg", "IMG_E.jpg", "a-unedited.jpg", "E0001.jpg"])
  func otherNamesAreNoEdits(name: String) { #expect(Copies.original(of: name) == nil) }
}
