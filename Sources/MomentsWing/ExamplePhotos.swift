import Moments
import SessionState
import ShellCore
import StoryScript
import Timeline

/// Thirty small photos of three days in Portugal, which the program paints itself, for lessons and for users who have
/// no photos at hand. They are pictures in memory, with EXIF dates and positions, and have no files.
enum ExamplePhotos {
  /// The name of their library; no folder has it.
  static let root = "examples:"

  private typealias Place = (latitude: Double, longitude: Double)
  private static let (alfama, belem, baixa) = (
    Place(38.7139, -9.1300), Place(38.6972, -9.2064), Place(38.7075, -9.1365)
  )
  private static let (sintra, cascais, porto) = (
    Place(38.7979, -9.3906), Place(38.6979, -9.4215), Place(41.1496, -8.6110)
  )

  /// The times of the photos at each place, day by day.
  private static let walks: [(day: Int, place: Place, times: [String])] = [
    (13, alfama, ["10:02:00", "10:03:10", "10:05:30", "10:20:00", "10:41:00"]),
    (13, belem, ["13:10:00", "13:12:20", "13:40:00"]),
    (13, baixa, ["19:30:00", "19:31:30", "19:50:00", "20:15:00"]),
    (14, sintra, ["09:15:00", "09:16:40", "09:40:00", "10:05:00", "10:30:00", "10:31:15"]),
    (14, cascais, ["15:00:00", "15:02:00", "15:20:00", "16:05:00"]),
    (15, baixa, ["08:50:00", "08:52:30", "09:30:00", "09:31:10"]),
    (15, porto, ["14:05:00", "14:06:30", "14:30:00", "14:55:00"]),
  ]

  /// Their size in pixels, and the quality: a kilobyte or two each.
  private static let (width, height, quality) = (96, 72, 75)

  private static let pictures: [(path: String, bytes: [UInt8])] = {
    var pictures: [(path: String, bytes: [UInt8])] = []
    for walk in walks {
      for time in walk.times {
        let number = pictures.count + 1
        let name = "IMG_00\(number < 10 ? "0" : "")\(number).jpg"
        let exif = ExifWriter(
          camera: "Storyline", taken: "2025:06:\(walk.day) \(time)", offset: "+01:00",
          position: Coordinate(latitude: walk.place.latitude, longitude: walk.place.longitude))
        // Photos of a burst look alike: a name for each minute.
        let scene = "\(walk.day) \(time.prefix(5)) \(number)"
        let pixels = Pixels(
          width: width, height: height, bytes: Landscape(scene).pixels(width: width, height: height))
        pictures.append(
          ("2025-06-\(walk.day)/\(name)", JPEGEncoder(pixels, segments: exif.segment).bytes(quality: quality)))
      }
    }
    return pictures
  }()

  private static let byPath = Dictionary(
    pictures.map { ("\(root)/\($0.path)", $0.bytes) }, uniquingKeysWith: { first, _ in first })

  /// The photos as a scanned library.
  static let scan = Scan(root: root, pictures: pictures, written: Instant(secondsSince1970: 1_750_000_000))

  /// Returns the picture with a full path in this library; `nil` for any other path.
  static func bytes(at path: String) -> [UInt8]? { path.hasPrefix(root) ? byPath[path] : nil }
}

extension PhotoCommands {
  static let examples = CommandEntry(
    "photos example",
    [
      Parameter(
        "GAP", after: "fixed", .duration(.seconds(1) ... .days(3_650)), optional: true,
        "begins a new moment after this gap (default: as `cluster smart`)")
    ],
    summary: "divides thirty photos that come with the program into moments",
    details: """
      The photos are small paintings of three days in Portugal. They are part of the program, not files, so you can \
      try them anywhere: `review` shows them, `map` shows where they were taken, and `story play` plays a moment.
      """,
    examples: [
      .init("expect (photos example | count) > 3", "the moments"),
      .init("let moments = photos example fixed 8h\nexpect ($moments | count) == 3", "one for each day"),
      .init("let moments = photos example\nstory play $moments[0] for 2s\nexpect story.count > 3", "as stories"),
    ],
    searchWords: ["sample", "demo", "lesson", "pictures", "try"], in: .photos,
    shows: .drawn { MomentsView($0).showMoments($1) }
  ) { (session, arguments) throws(Failure) in
    let album = try PhotoCommands(session).openExamples(arguments.duration(0))
    return .value(.list(album.records(session.world.photos.review)))
  }

  private func openExamples(_ gap: Duration?) throws(Failure) -> Album {
    let now = try session.present()
    let offset = session.options.zone.offset(at: now).microseconds
    var choice = Album.Choice(today: LocalTime(microseconds: now.microseconds + offset))
    if let gap { choice.rule = .fixed(gap) }
    let album = Album(ExamplePhotos.scan, choice, clocks: session.world.photos.clocks)
    session.change { $0.photos.open(example: album) }
    session.process(.photos(.clustered(album, path: ExamplePhotos.root, at: now)))
    return album
  }
}
