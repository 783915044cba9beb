import Foundation
import Testing
import Timeline

@testable import Moments

/// Dates that are written in UTC, and dates that cannot be right.
@Suite struct WallClockTests {
  /// Returns a photo taken at a time on a clock with this offset, or written in UTC.
  private func photo(_ name: String, _ local: String, _ source: CaptureTime.Source, minutes: Int?) -> Photo {
    let instant = ISO8601DateFormatter().date(from: local + "Z")!
    let microseconds = Int64(instant.timeIntervalSince1970) * 1_000_000
    let by: UTCOffset.Source = source == .exifOriginal ? .exif : .movie
    let taken = CaptureTime(
      local: LocalTime(microseconds: microseconds), source: source,
      offset: minutes.flatMap { UTCOffset(minutes: $0, source: by) })
    return Photo(path: name, size: 1, modified: Instant(microseconds: microseconds), taken: taken)
  }

  /// A phone's film among photos of the same evening, alone, and a week later.
  @Test(
    arguments: [
      // Other photo's local time, its offset; the film's time and the source of its offset.
      ("2025-06-01T23:03:00", 120, "2025-06-01T23:05:00", UTCOffset.Source.neighbour),
      ("2025-06-02T22:00:00", 120, "2025-06-01T23:05:00", .neighbour),
      ("2025-06-08T23:03:00", 120, "2025-06-01T16:05:00", .session),
      ("2025-06-01T23:03:00", nil, "2025-06-01T16:05:00", .session),
    ] as [(String, Int?, String, UTCOffset.Source)])
  func filmsTakeTheOffsetOfTheirNeighbours(
    other: String, minutes: Int?, time: String, source: UTCOffset.Source
  ) {
    var photos = [
      photo("a.jpg", other, .exifOriginal, minutes: minutes),
      photo("b.mov", "2025-06-01T21:05:00", .movieCreated, minutes: 0),
    ]
    let instant = photos[1].taken.instant
    WallClock.settle(&photos) { _ in -300 }
    #expect(photos[1].taken.local.description == time)
    #expect(photos[1].taken.offset?.source == source)
    #expect(photos[1].taken.instant == instant)
    #expect(photos[0].taken.local.description == other)
  }

  /// Of two neighbours the nearer one counts, across the change to summer time too.
  @Test func theNearestNeighbourCounts() {
    var photos = [
      photo("a.jpg", "2025-03-30T01:30:00", .exifOriginal, minutes: 60),
      photo("b.jpg", "2025-03-30T03:30:00", .exifOriginal, minutes: 120),
      photo("c.mov", "2025-03-30T00:40:00", .movieCreated, minutes: 0),
      photo("d.mov", "2025-03-30T01:10:00", .takeout, minutes: 0),
    ]
    WallClock.settle(&photos) { _ in 0 }
    #expect(photos[2].taken.local.description == "2025-03-30T01:40:00")
    #expect(photos[3].taken.local.description == "2025-03-30T03:10:00")
  }

  @Test(arguments: [
    ("2019-07-14T15:30:00", CaptureTime.Source.exifOriginal, true), ("1826-01-01T00:00:00", .exifOriginal, true),
    ("1825-12-31T23:59:59", .exifOriginal, false), ("1970-01-01T00:00:00", .exifOriginal, false),
    ("1970-01-01T00:00:01", .exifOriginal, true), ("1970-06-05T12:00:00", .exifOriginal, true),
    ("1904-01-01T00:00:00", .exifOriginal, false), ("1985-06-05T12:00:00", .movieCreated, false),
    ("1990-01-01T00:00:00", .movieCreated, true), ("2040-02-06T06:28:15", .movieCreated, false),
    // The limit is 2026-01-05, with a day for clocks on the other side of the date line.
    ("2026-01-06T00:00:00", .exifOriginal, true), ("2026-01-06T00:00:01", .exifOriginal, false),
    ("2026-01-06T00:00:01", .name, false),
  ])
  func datesThatCannotBeRight(local: String, source: CaptureTime.Source, isPlausible: Bool) {
    let taken = photo("a", local, source, minutes: nil).taken
    let latest = Instant(microseconds: 1_767_571_200_000_000)
    #expect(taken.isPlausible(before: latest) == isPlausible)
  }

  /// Such a date gives way to the next one, and is reported.
  @Test func theNextDateCounts() throws {
    var picture = SyntheticJPEG(original: "2039:01:01 10:00:00")
    picture.digitized = "2012:05:06 07:08:09"
    let folder = FileManager.default.temporaryDirectory.appending(path: "dates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(picture.bytes).write(to: folder.appending(path: "a.jpg"))
    try Data(SyntheticJPEG(original: "1970:01:01 00:00:00").bytes).write(to: folder.appending(path: "b.jpg"))
    let scan = try Scanner().scan(folder.path)
    #expect(scan.photos.map(\.taken.source) == [.exifDigitized, .file])
    #expect(
      scan.problems.map(\.reason.description) == [
        "has the date 2039-01-01T10:00:00, which cannot be right; the next most reliable date is used",
        "has the date 1970-01-01T00:00:00, which cannot be right; the next most reliable date is used",
      ])
    #expect(scan.troubles.isEmpty)
  }

  /// A photo whose only date is that of its position.
  @Test func theTimeOfThePositionCounts() throws {
    var picture = SyntheticJPEG()
    (picture.latitude, picture.longitude) = ((41, "N"), (9, "W"))
    (picture.gpsDay, picture.gpsTime) = ("2020:02:13", (10, 36, 13))
    let metadata = try #require(Metadata.reading(MemoryBytes(picture.bytes)))
    #expect(metadata.taken?.source == .gps)
    #expect(metadata.taken?.local.description == "2020-02-13T10:36:13")
    picture.original = "2020:02:13 10:36:20"
    #expect(Metadata.reading(MemoryBytes(picture.bytes))?.dates.map(\.source) == [.exifOriginal])
  }
}
