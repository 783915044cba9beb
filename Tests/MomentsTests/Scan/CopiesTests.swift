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

  /// An edited version has other bytes, and what was decided about the original stays.
  @Test(arguments: ["IMG_E0001.JPG", "IMG_0001-edited.JPG", "IMG_0001-ed.JPG"])
  func editedVersionsAreOtherPhotos(edited: String) throws {
    let found = try scan([
      edited: picture("2024:01:02 03:04:05", "edited"), "IMG_0001.JPG": picture("2024:01:02 03:04:05"),
    ])
    #expect(Set(found.photos.map(\.path)) == [edited, "IMG_0001.JPG"])
  }
}
