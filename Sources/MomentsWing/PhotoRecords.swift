import Moments
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// Photos as records for scripts, with all dates in their files.
struct PhotoRecords {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "photos scan", [Parameter("PATH", .path, "a folder of photos, or one photo")],
      summary: "reads photos and lists their times, places and cameras",
      details: """
        A raw file and its JPEG are one photo, and so are the still and the video of a Live Photo; `stack` lists the \
        other files. The event `photos.read` counts the files that could not be read; `cluster` and then \
        `photos report` list them. Photos are never changed.
        """,
      examples: [
        .init(
          "let photos = photos scan Examples/Photos\nexpect ($photos | where place == \"Lisbon\" | count) == 11",
          "the photos taken in one place"),
        .init("photos scan Examples/Photos", "all photos"),
      ],
      searchWords: ["exif", "metadata", "list", "camera", "position", "library"],
      givesRows: [
        "path", "format", "taken", "offset", "source", "latitude", "longitude", "place", "orientation", "camera",
        "size",
        "stack",
      ], in: .photos,
      shows: .drawn { PhotoRecords($0).showPhotos($1) }
    ) { (session, arguments) throws(Failure) in
      let scan = try PhotoCommands(session).scanned(into: arguments.text(0) ?? "")
      let part = session.world.photos
      return .value(.list(scan.photos.map { .record(record(part.corrected($0))) }))
    },
    CommandEntry(
      "photos show", [Parameter("FILE", .path, "a photo or a video")],
      summary: "lists every date in a photo with its source, and explains which date is used",
      details: """
        `taken` includes `shift`, the correction by `photos clock`; `dates` are as written in the file.
        """,
      examples: [
        .init("photos show Examples/Photos/2025-10-02/IMG_0001.jpg", "one photo"),
        .init(
          "let photo = photos show Examples/Photos/2025-10-02/IMG_0001.jpg\nexpect $photo.dates[0].chosen",
          "as a record"),
      ],
      searchWords: ["exif", "metadata", "why", "date", "exiftool", "source"], in: .photos,
      shows: .drawn { PhotoRecords($0).showPhoto($1) }
    ) { (session, arguments) throws(Failure) in
      let path = PhotoRecords(session).pathInLibrary(arguments.text(0) ?? "")
      let scan = try PhotoCommands(session).scanned(into: path)
      guard scan.isOneFile, let alone = scan.photos.first else {
        throw .refused("'\(path)' is a folder", "try: photos scan \(Word.quotedIfNeeded(path))").about(0)
      }
      let photo = PhotoRecords(session).amongOthers(alone, at: scan.fullPath(of: alone.path))
      return .value(
        .record(details(photo, session.world.photos.corrected(photo), scan.problems.map { $0.reason.description })))
    },
  ]

  static func record(_ photo: Photo) -> Record {
    let place = photo.position.flatMap { Places.nearest(to: $0) }
    return [
      "path": .text(photo.path), "format": (photo.metadata.format?.rawValue).value,
      "taken": .text(photo.taken.local.description), "offset": (photo.taken.offset?.description).value,
      "source": .text(photo.taken.source.rawValue), "latitude": (photo.position?.latitude).value,
      "longitude": (photo.position?.longitude).value, "place": (place?.description).value,
      "orientation": photo.metadata.orientation.value, "camera": photo.camera.value, "size": photo.size.value,
      "stack": .list(photo.stack.map { .text($0) }),
    ]
  }

  /// - Parameters:
  ///   - photo: the photo as its file dates it.
  ///   - corrected: the photo as its camera's corrected clock dates it.
  private static func details(_ photo: Photo, _ corrected: Photo, _ problems: [String]) -> Record {
    var record = record(corrected)
    record["width"] = photo.metadata.width.value
    record["height"] = photo.metadata.height.value
    record["length"] = photo.metadata.length.value
    let file = CaptureTime(
      local: LocalTime(microseconds: photo.modified.microseconds), source: .file,
      offset: UTCOffset(minutes: 0, source: .file))
    let dates = photo.metadata.dates + [photo.isDatedByFile ? photo.taken : file]
    let chosen = dates.firstIndex { $0.source == photo.taken.source }
    var rows = dates.enumerated().map { index, date in
      Value.record([
        "date": .text(date.isDayOnly ? String(date.local.description.prefix(10)) : date.local.description),
        "offset": (date.offset?.description).value, "source": .text(date.source.rawValue),
        "meaning": .text(meaning(date.source)), "chosen": .bool(index == chosen),
      ])
    }
    if let time = photo.metadata.gpsTime, !dates.contains(where: { $0.source == .gps }) {
      // The date of the position, which may be older than the picture: it reveals the zone, and is never chosen.
      rows.insert(
        .record([
          "date": .text(time.description), "offset": .text("+00:00"), "source": .text("gps:DateStamp+TimeStamp"),
          "meaning": .text("position, by GPS"), "chosen": .bool(false),
        ]), at: rows.count - 1)
    }
    record["dates"] = .list(rows)
    let shift = Duration(microseconds: corrected.taken.local.microseconds - photo.taken.local.microseconds)
    record["shift"] = (shift == .zero ? nil : shift).value
    let correction =
      shift == .zero
      ? "" : " The real time was \(CameraClockCommands.words(shift)): `photos clock` corrects the camera's clock."
    record["because"] = .text(reason(photo) + correction)
    record["problems"] = .list(problems.map { .text($0) })
    return record
  }

  /// Returns the reason for a photo's date and offset.
  private static func reason(_ photo: Photo) -> String {
    let first =
      switch photo.metadata.dates.count {
      case 1... where photo.isDatedByFile:
        "None of its dates can be right: the file's date is used, which may be the date it was copied."
      case _ where photo.metadata.taken != nil && photo.metadata.taken?.source != photo.taken.source:
        "\(photo.taken.source.rawValue) is the most trusted of its dates that can be right."
      case _ where photo.taken.source == .sidecar: "The sidecar corrects the date in the file."
      case 0: "The photo has no date in its metadata: the file's date is used, which may be the date it was copied."
      case 1: "\(photo.taken.source.rawValue) is the only date in the file."
      case let count: "\(photo.taken.source.rawValue) is the most trusted of its \(count) dates."
      }
    guard let offset = photo.taken.offset else { return first + " Its time zone is unknown." }
    let zone =
      switch offset.source {
      case .exif, .xmp, .iptc, .movie: "the time zone saved with the date"
      case .gps: "the difference from GPS time"
      case .place: "the time zone of the place"
      case .takeout, .name: "the time zone in which the date is written"
      case .neighbour: "the time zone of the photo nearest in time, since the date is written in UTC"
      case .session where photo.taken.isWrittenInUTC: "the time zone of this session, since the date is written in UTC"
      case .session: "the time zone of this session"
      case .file: "the time zone of this session"
      }
    return first + " \(offset): \(zone)."
  }

  /// Returns the meaning of a date from a source.
  static func meaning(_ source: CaptureTime.Source) -> String {
    switch source {
    case .sidecar: "taken, corrected by an editor"
    case .exifOriginal: "taken, according to the camera"
    case .exifDigitized: "digitised, according to the camera or a scanner"
    case .xmpOriginal: "taken, according to an editor"
    case .xmpPhotoshop: "created, according to an editor"
    case .xmpCreated: "file created, according to an editor"
    case .iptc: "created, according to IPTC"
    case .ciff: "taken, according to an old Canon camera (CIFF)"
    case .movieTaken: "filmed, according to the camera"
    case .movieCreated: "filmed, in UTC"
    case .riff, .camcorder: "filmed, according to the camera"
    case .matroskaTag: "filmed, according to the program that wrote the file"
    case .matroska: "file written, in UTC"
    case .gps: "time of the GPS position, in UTC"
    case .takeout: "taken, according to Google, in UTC"
    case .exifModified: "last changed by a program"
    case .name: "in the file's name"
    case .nameUTC: "in the file's name, in UTC"
    case .day: "a day without a time"
    case .nameDay: "a day in the file's name"
    case .file: "file last written"
    }
  }
}

extension PhotoRecords {
  /// Returns the path of a photo that is given relative to its library's folder, as `review` does, unless there is
  /// such a file relative to the working folder.
  fileprivate func pathInLibrary(_ path: String) -> String {
    guard let root = session.world.photos.album?.scan.root, !path.hasPrefix("/"), !File.exists(FilePath.expanded(path))
    else {
      return path
    }
    let inside = root + "/" + path
    return File.exists(inside) ? inside : path
  }

  /// Returns the photo as the library has it, where its neighbours may give its offset, if the file is still the same.
  fileprivate func amongOthers(_ photo: Photo, at path: String) -> Photo {
    guard let scan = session.world.photos.album?.scan,
      let own = session.world.photos.album?.read.photos.first(where: { scan.fullPath(of: $0.path) == path }),
      own.size == photo.size,
      own.modified == photo.modified
    else { return photo }
    var photo = photo
    photo.taken = own.taken
    return photo
  }

  fileprivate func showPhotos(_ value: Value) {
    let photos = (value.list ?? []).compactMap { $0.record }
    let shown = session.printer.listed(photos)
    let glyphs = session.output.line.glyphs
    func cell(_ name: String) -> (Record) -> StyledText {
      { StyledText(sanitized($0[name]?.text ?? "", glyphs: glyphs)) }
    }
    session.printer.writeTable(
      shown,
      [
        .init("photo", overflow: .wrap) { cell("path")($0) },
        .init("taken") { StyledText(($0["taken"]?.text ?? "").replacing("T", with: " ")) },
        .init("zone", rank: 1) { StyledText($0["offset"]?.text ?? "", .dim) },
        .init("place", overflow: .wrap, rank: 2) { cell("place")($0) },
        // Complete or not at all, since a photo has one line.
        .init("camera", rank: 3) { cell("camera")($0) },
        .init("date from", rank: 4) { StyledText($0["source"]?.text ?? "", .dim) },
      ])
    session.printer.writeMore(photos.count - shown.count)
  }

  fileprivate func showPhoto(_ value: Value) {
    guard let photo = value.record else { return }
    let glyphs = session.output.line.glyphs
    let pixels = [photo["width"], photo["height"]].compactMap { $0?.number.map { String(Int($0)) } }
    let facts = [
      photo["format"]?.text, pixels.count == 2 ? pixels.joined(separator: " × ") : nil, photo["camera"]?.text,
      photo["place"]?.text,
    ].compactMap { $0 }
    let head =
      StyledText(sanitized(photo["path"]?.text ?? "", glyphs: glyphs))
      + StyledText("  " + sanitized(facts.joined(separator: ", "), glyphs: glyphs), .dim)
    for line in head.wrapped(to: max(20, session.output.width - 1)) { session.printer.writeLine(" " + line) }
    session.printer.writeTable(
      (photo["dates"]?.list ?? []).compactMap { $0.record },
      [
        .init("") { StyledText($0["chosen"]?.bool == true ? (glyphs == .unicode ? "✓" : "*") : "") },
        .init("date") { StyledText(($0["date"]?.text ?? "").replacing("T", with: " ")) },
        .init("zone") { StyledText($0["offset"]?.text ?? "", .dim) },
        .init("from") { StyledText($0["source"]?.text ?? "") },
        // The source is in the column before and in the record, so that a date needs only one line.
        .init("meaning", overflow: .wrap, rank: 1) {
          StyledText(String(($0["meaning"]?.text ?? "").prefix { $0 != "," }), .dim)
        },
      ])
    session.printer.writeWrapped(photo["because"]?.text ?? "")
    for problem in photo["problems"]?.list?.compactMap({ $0.text }) ?? [] {
      session.printer.writeWrapped("It " + problem + ".")
    }
  }
}
