import Moments
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The command that writes a contact sheet.
struct SheetCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "photos sheet",
      [
        Parameter(
          "MOMENT", .number(1...1_000_000_000, whole: true), optional: true,
          "the number of a moment, as `cluster` lists it (default: all)"),
        Parameter("FILE", after: "to", .path, "the file to write, ending in .html or .svg"),
        .flag("replace", "overwrites an existing file"),
        Parameter(
          "WHAT", after: "without", .choice(["position"], orNumber: nil), optional: true,
          "leaves out the names of places"),
      ],
      summary: "saves a page with small pictures of the photos",
      details: """
        The page is a single file. It contains small copies of JPEG, PNG, GIF, WebP and TIFF photos, and of the \
        previews in raw files, all without metadata; HEIC, AVIF and JPEG XL photos, and videos, need the same \
        programs as for `watch`. For other photos, the page shows only the file's name. \
        `without position` leaves out the names of places, for sharing.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nexpect error { photos sheet 1 to \"Examples/Photos/sheet.html\" }",
          "Storyline never writes next to photos")
      ],
      searchWords: ["contact", "page", "html", "svg", "share", "print", "thumbnails", "overview"], effect: .outside,
      in: .photos, shows: .drawn { SheetCommands($0).showSheet($1) },
      idle: "wrote a page and did not change the photos",
      reversal: FileCommands.deletion
    ) { (session, arguments) throws(Failure) in
      .value(
        .record(
          try SheetCommands(session).writeSheet(
            of: arguments[0].number.map { Int($0) }, to: arguments.text(1) ?? "", replacing: arguments.flag(2),
            hasPlaces: arguments.text(3) == nil)))
    }
  ]
}

extension SheetCommands {
  fileprivate func writeSheet(
    of number: Int?, to path: String, replacing: Bool, hasPlaces: Bool
  ) throws(Failure) -> Record {
    let album = try CurrentLibrary(session).albumRead()
    if let number, number > album.moments.count {
      throw .refused(
        "there is no moment \(number): moments are numbered 1 to \(album.moments.count)",
        "try: photos sheet to \"sheet.html\""
      ).about(0)
    }
    let lowered = path.lowercased()
    guard [".html", ".htm", ".svg"].contains(where: lowered.hasSuffix) else {
      throw .refused(
        "a sheet is an .html or .svg file, not '\(path)'", "try: photos sheet to \"sheet.html\""
      )
      .about(1)
    }
    var count = 0
    try FileAccess(session).write(to: path, replacing: replacing) { (_) throws(Failure) in
      let sheet = try sheet(album, number, hasPlaces: hasPlaces)
      count = sheet.sections.reduce(0) { $0 + $1.pictures.count }
      return (lowered.hasSuffix(".svg") ? sheet.svg : sheet.html).utf8
    }
    return ["file": .text(path), "photos": count.value]
  }

  private func sheet(_ album: Album, _ number: Int?, hasPlaces: Bool) throws(Failure) -> ContactSheet {
    let review = session.world.photos.review
    var sections: [(title: String, pictures: [ContactSheet.Picture])] = []
    func section(_ title: String, _ photos: [Int], hasDays: Bool = false) throws(Failure) {
      var pictures: [ContactSheet.Picture] = []
      for index in photos {
        if session.isInterrupted { throw Failure(.interrupted) }
        let photo = album.scan.photos[index]
        let name = photo.path.split(separator: "/").last.map(String.init) ?? photo.path
        let local = photo.taken.local
        let day = hasDays ? ", \(TimeText.weekdays[local.weekday]) \(local.day)" : ""
        let time = photo.isDatedByFile || photo.taken.isDayOnly ? "" : ", " + TimeText.digits(local.hour, local.minute)
        pictures.append(
          .init(
            image: Self.image(of: album.scan.fullPath(of: photo.path), photo.metadata),
            caption: name + day + time,
            isFavourite: review.isFavourite(photo, album.marks[index])))
      }
      sections.append((title, pictures))
    }
    for index in album.moments.indices where number == nil || number == index + 1 {
      let moment = album.moments[index]
      let title = moment.title(at: hasPlaces ? album.places[index] : nil)
      let hasDays = moment.start.dayNumber != moment.end.dayNumber
      let days = Self.date(moment.start) + (hasDays ? " – " + Self.date(moment.end) : "")
      try section("\(title), \(days)", moment.photos, hasDays: hasDays)
    }
    if number == nil, !album.clustering.undated.isEmpty { try section("Without a date", album.clustering.undated) }
    let title = number == nil ? "Photos" : sections[0].title
    return ContactSheet(title: title, sections: sections)
  }

  private static func date(_ time: LocalTime) -> String {
    "\(time.day) \(CivilTime.monthNames[time.month - 1]) \(time.year)"
  }

  /// Returns the photo itself as a small JPEG, upright; the camera's preview only if the photo cannot be decoded: a
  /// preview may show details that were cropped or edited away.
  private static func image(of path: String, _ metadata: Metadata) -> ContactSheet.Image? {
    let room = (ContactSheet.width, ContactSheet.width)
    guard
      let pixels = PhotoDecoding.pixels(of: path, metadata, fitting: room)
        ?? PhotoRendering.preview(of: path, metadata)
    else { return nil }
    return .init(type: "image/jpeg", bytes: JPEGEncoder(pixels).bytes(quality: ContactSheet.quality))
  }

  fileprivate func showSheet(_ value: Value) {
    guard let record = value.record, let path = record["file"]?.text else { return }
    session.printer.writeWrapped("\(TimeText.count(Int(record["photos"]?.number ?? 0), "photo")) in '\(path)'", .plain)
  }
}
