import Foundation
import Testing
import Timeline

@testable import Moments

@Suite struct ScannerTests {
  /// Returns the smallest JPEG with a date: an Exif segment with only DateTimeOriginal, and the end.
  static func jpeg(_ date: String) -> Data { Data(SyntheticJPEG(original: date).bytes) }

  /// Runs a test on a new folder with the given files, and removes the folder afterwards.
  private func withFolder(_ files: [String: Data], _ test: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "moments-\(UUID().uuidString)")
    for (path, data) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try test(folder.path)
  }

  @Test func aTreeGivesItsPhotosByPath() throws {
    let files = [
      "b/2.jpg": Self.jpeg("2025:10:02 10:00:00"), "a/1.JPG": Self.jpeg("2025:10:03 10:00:00"),
      "readme.txt": Data("no photo".utf8), "Makefile": Data("no photo".utf8), "._1.jpg": Data([1]), "none": Data(),
      "c/IMG_0001": Self.jpeg("2025:10:04 10:00:00"),
    ]
    try withFolder(files) { folder in
      let scan = try Scanner().scan(folder + "/")
      #expect(scan.photos.map(\.path) == ["a/1.JPG", "b/2.jpg", "c/IMG_0001"])
      #expect(scan.photos[0].taken.local.description == "2025-10-03T10:00:00")
      #expect(scan.problems.isEmpty)
      #expect(scan.ignored == ["txt": 1, "": 2])
      #expect(scan.fullPath(of: "b/2.jpg") == folder + "/b/2.jpg")
    }
  }

  #if os(Linux)
    /// A lease on a file keeps every other reader waiting, like a drive that has gone to sleep.
    @Test func hungFilesAreStillListed() throws {
      signal(SIGIO, SIG_IGN)
      let files = [
        "a.jpg": Self.jpeg("2025:10:02 10:00:00"), "b.jpg": Self.jpeg("2025:10:03 10:00:00"),
        "IMG-20200101-WA0001.jpg": Self.jpeg("2025:10:04 10:00:00"), "nobody.txt": Data("x".utf8),
      ]
      try withFolder(files) { folder in
        let asleep = ["a.jpg", "IMG-20200101-WA0001.jpg"].map { open(folder + "/" + $0, O_RDWR) }
        // F_SETLEASE, which C's headers define only if the extensions are requested.
        defer { for file in asleep { close(file) } }
        guard asleep.allSatisfy({ fcntl($0, 1024, F_WRLCK) == 0 }) else {
          return print("this file system knows no leases: a file that does not answer is not tried")
        }
        var scanner = Scanner()
        scanner.timeout = 0.1
        var index = PhotoIndex()
        let scan = try scanner.scan(folder, index: &index)
        #expect(scan.photos.map(\.path) == ["IMG-20200101-WA0001.jpg", "a.jpg", "b.jpg"])
        #expect(scan.photos.map(\.taken.source) == [.nameDay, .file, .exifOriginal])
        #expect(scan.troubles.map(\.reason) == [.noAnswer, .noAnswer])
        for file in asleep { _ = fcntl(file, 1024, F_UNLCK) }
        let again = try scanner.scan(folder, index: &index)
        #expect(again.photos.map(\.taken.source) == [.exifOriginal, .exifOriginal, .exifOriginal])
        #expect(again.problems.isEmpty)
      }
    }
  #endif

  /// Folders whose photos would appear twice, or that the user does not want to see.
  @Test func skippedFilesAreReported() throws {
    let paths = [
      "1.jpg", "#recycle/1.jpg", ".git/1.jpg", ".trashed-1.jpg", "@eaDir/1.jpg/SYNOPHOTO_THUMB_XL.jpg",
      "A.photoslibrary/originals/1.jpg", "A.photoslibrary/resources/1.jpg", "resources/1.jpg",
    ]
    let files = paths.enumerated().map { ($1, Self.jpeg("2025:10:02 10:00:0\($0)")) }
    try withFolder(Dictionary(uniqueKeysWithValues: files)) { folder in
      let scan = try Scanner().scan(folder)
      #expect(scan.photos.map(\.path) == ["1.jpg", "A.photoslibrary/originals/1.jpg", "resources/1.jpg"])
      #expect(scan.problems.allSatisfy { $0.isSkippedOnPurpose } && scan.troubles.isEmpty)
      #expect(
        scan.problems.map { "\($0.path) \($0.reason)" } == [
          "#recycle holds deleted files and was skipped", ".git is hidden and was skipped",
          ".trashed-1.jpg is hidden and was skipped", "@eaDir holds thumbnails and was skipped",
          "A.photoslibrary/resources holds thumbnails and was skipped",
        ])
    }
  }

  @Test(.enabled(if: !isApple, "these file systems know UTF-8 alone"))
  func namesNeedNotBeUTF8() throws {
    try withFolder(["1.jpg": Self.jpeg("2025:10:02 10:00:00")]) { folder in
      let name = Array("caf".utf8) + [0xE9] + Array(".jpg\0".utf8)
      rename(folder + "/1.jpg", (Array((folder + "/").utf8) + name).map { CChar(bitPattern: $0) })
      let scan = try Scanner().scan(folder)
      #expect(scan.photos.map(\.path) == ["caf\u{10FFE9}.jpg"] && scan.problems.isEmpty)
      #expect(scan.photos[0].taken.source == .exifOriginal)
      let alone = try Scanner().scan(scan.fullPath(of: scan.photos[0].path))
      #expect(alone.photos.map(\.taken) == scan.photos.map(\.taken))
    }
  }

  private static var isApple: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }

  /// The file's name and a day without a time precede the file's date, each marked as what it is.
  @Test func namesAndDaysComeBeforeTheFile() throws {
    let undated = Data([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9])
    let files = [
      "20990101_101112.jpg": Self.jpeg("2025:10:02 10:00:00"), "IMG-20200101-WA0001.jpg": undated,
      "IMG_20190521_101112.jpg": undated, "day.jpg": Self.jpeg("2025:10:02"),
      "IMG_20190522_101112 day.jpg": Self.jpeg("2025:10:02"),
      "PXL_20210523_123456789.jpg": undated, "undated.jpg": undated,
    ]
    try withFolder(files) { folder in
      let photos = try Scanner().scan(folder).photos
      #expect(
        Dictionary(uniqueKeysWithValues: photos.map { ($0.path, $0.taken.source) }) == [
          "20990101_101112.jpg": .exifOriginal, "IMG-20200101-WA0001.jpg": .nameDay, "IMG_20190521_101112.jpg": .name,
          "day.jpg": .day, "IMG_20190522_101112 day.jpg": .name, "PXL_20210523_123456789.jpg": .nameUTC,
          "undated.jpg": .file,
        ])
      #expect(photos.first { $0.path == "day.jpg" }?.taken.local.description == "2025-10-02T00:00:00")
      #expect(photos.first { $0.path == "PXL_20210523_123456789.jpg" }?.taken.instant != nil)
    }
  }

  @Test func eachProblemHasItsReason() throws {
    let files = [
      "1.jpg": Self.jpeg("2025:10:02 10:00:00"),
      "2 empty.jpg": Data(),
      "3 text.jpg": Data("this is no picture".utf8),
      "4 picture.gif": Data("GIF89a".utf8),
      "5 undated.jpg": Data([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9]),
      "6 cut.jpg": Self.jpeg("2025:10:02 11:00:00").prefix(60),
      ".7.heic.icloud": Data([1]),
    ]
    try withFolder(files) { folder in
      symlink("nowhere", folder + "/8 link.jpg")
      mkfifo(folder + "/9 pipe.jpg", 0o600)
      let scan = try Scanner().scan(folder)
      #expect(scan.photos.map(\.path) == ["1.jpg", "4 picture.gif", "5 undated.jpg", "6 cut.jpg"])
      #expect(scan.photos[1].isDatedByFile && scan.photos[2].isDatedByFile)
      #expect(
        scan.problems == [
          ScanProblem(path: ".7.heic.icloud", reason: .notDownloaded),
          ScanProblem(path: "2 empty.jpg", reason: .empty),
          ScanProblem(path: "3 text.jpg", reason: .notAPhoto),
          ScanProblem(path: "4 picture.gif", reason: .undated),
          ScanProblem(path: "5 undated.jpg", reason: .undated),
          ScanProblem(path: "6 cut.jpg", reason: .cutShort),
          ScanProblem(path: "8 link.jpg", reason: .brokenLink),
          ScanProblem(path: "9 pipe.jpg", reason: .notAFile),
        ])
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func unreadableFilesAreListed() throws {
    try withFolder(["1.jpg": Self.jpeg("2025:10:02 10:00:00"), "2.jpg": Self.jpeg("2025:10:02 10:00:00")]) { folder in
      chmod(folder + "/2.jpg", 0)
      let problems = try Scanner().scan(folder).problems
      #expect(problems == [ScanProblem(path: "2.jpg", reason: .unreadable("Permission denied"))])
    }
  }

  @Test func aLoopOfLinksEnds() throws {
    try withFolder(["a/1.jpg": Self.jpeg("2025:10:02 10:00:00")]) { folder in
      symlink("..", folder + "/a/back")
      let paths = try Scanner().scan(folder).photos.map(\.path)
      #expect(paths == ["a/1.jpg"])
    }
  }

  @Test func oneFileIsALibraryOfOne() throws {
    try withFolder(["a/1.jpg": Self.jpeg("2025:10:02 10:00:00"), "b.txt": Data("text".utf8)]) { folder in
      let scan = try Scanner().scan(folder + "/a/1.jpg")
      #expect(scan.photos.map(\.path) == ["1.jpg"])
      #expect(scan.root == folder + "/a")
      #expect(throws: ScanError.notAPhoto(folder + "/b.txt", .notAPhoto)) { try Scanner().scan(folder + "/b.txt") }
    }
  }

  @Test func unscannableFoldersAreErrors() throws {
    #expect(throws: ScanError.missing("/no/such/folder")) { try Scanner().scan("/no/such/folder") }
    try withFolder(["a.txt": Data("text".utf8)]) { folder in
      #expect(throws: ScanError.noPhotos(folder, problems: [])) { try Scanner().scan(folder) }
    }
    try withFolder(["1.jpg": Self.jpeg("2025:10:02 10:00:00")]) { folder in
      #expect(throws: ScanError.cancelled) { try Scanner().scan(folder, while: { false }) }
    }
  }

  @Test func threadsChangeNothing() throws {
    var files: [String: Data] = [:]
    for index in 0..<200 {
      files["\(index % 7)/\(index).jpg"] = Self.jpeg("2025:10:02 1\(index / 50):\(10 + index % 50):00")
    }
    try withFolder(files) { folder in
      var scanner = Scanner()
      scanner.threads = 1
      let alone = try scanner.scan(folder)
      scanner.threads = 3
      let together = try scanner.scan(folder)
      #expect(together == alone)
      #expect(alone.photos.count == 200)
    }
  }

  @Test func aPositionGivesTheMissingOffset() throws {
    var picture = SyntheticJPEG(original: "2025:07:02 10:00:00")
    picture.latitude = (41, "N")
    picture.longitude = (9, "W")
    try withFolder(["1.jpg": Data(picture.bytes)]) { folder in
      let photo = try Scanner().scan(folder).photos[0]
      #expect(photo.taken.offset == UTCOffset(minutes: 60, source: .place))
      var scanner = Scanner()
      scanner.usesPlaceOffsets = false
      let plain = try scanner.scan(folder).photos[0]
      #expect(plain.taken.offset == nil)
    }
  }

  /// A camera that was not set to the local time, by its own offset or by the GPS time: the instant is exact, so the photo
  /// gets the time of the place.
  @Test func theWallClockIsThatOfThePlace() throws {
    func picture(_ change: (inout SyntheticJPEG) -> Void) -> Data {
      var picture = SyntheticJPEG(original: "2025:07:02 10:00:00")
      // A place south of Seville.
      (picture.latitude, picture.longitude) = ((37, "N"), (6, "W"))
      change(&picture)
      return Data(picture.bytes)
    }
    let files = [
      "exif.jpg": picture { $0.offset = "+01:00" }, "here.jpg": picture { $0.offset = "+02:00" },
      "none.jpg": picture { _ in },
      "gps.jpg": picture {
        $0.gpsDay = "2025:07:02"
        $0.gpsTime = (1, 0, 0)
      },
    ]
    try withFolder(files) { folder in
      let scan = try Scanner().scan(folder)
      #expect(scan.problems.isEmpty)
      #expect(
        scan.photos.map { "\($0.path) \($0.taken.local) \($0.taken.offset!)" } == [
          "exif.jpg 2025-07-02T11:00:00 +02:00", "gps.jpg 2025-07-02T03:00:00 +02:00",
          "here.jpg 2025-07-02T10:00:00 +02:00", "none.jpg 2025-07-02T10:00:00 +02:00",
        ])
      // Only what the place has corrected already is left alone.
      let shifted = scan.photos.map { $0.corrected(by: .hours(1)).taken.local.description.suffix(8) }
      #expect(shifted == ["11:00:00", "04:00:00", "11:00:00", "11:00:00"])
    }
  }

  @Test func theExamplesAreAPleasingLibrary() throws {
    let scan = try Scanner().scan(Shared.package.appending(path: "Examples/Photos").path)
    #expect(scan.problems.isEmpty)
    #expect((28...40).contains(scan.photos.count))
    let clustering = Clustering(scan.photos)
    #expect((5...8).contains(clustering.clusters.count))
    #expect(clustering.clusters.contains { !$0.bursts.isEmpty })
    for photo in scan.photos { #expect(photo.taken.source == .exifOriginal && photo.taken.offset?.source == .exif) }
  }
}
