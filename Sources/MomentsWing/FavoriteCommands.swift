import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The chosen photos, as a list and for other programs.
struct FavoriteCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "favorites", summary: "lists the favourites among the loaded photos",
      details: """
        A photo is a favourite if you mark it with `review favorite`, or if it already has three stars or more: from \
        a camera's button, or from a program that wrote them into the photo or into a file next to it. `set \
        favorite-stars` changes the number. A favourite of Google Photos counts as five stars. `review unfavorite` \
        overrides such stars.
        """,
      examples: [
        .init("cluster Examples/Photos\nreview\nreview favorite\nexpect (favorites | count) == 1", "as a list")
      ],
      searchWords: ["favourites", "stars", "rating", "chosen", "best", "photos"], in: .photos,
      shows: .drawn { FavoriteCommands($0).showFavorites($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      let (album, favourites) = try FavoriteCommands(session).favourites()
      return .value(
        .list(
          favourites.map { index in
            var record = PhotoRecords.record(album.scan.photos[index])
            record["folder"] = .text(album.scan.root)
            record["rating"] = album.scan.photos[index].metadata.rating.value
            return .record(record)
          }))
    },
    CommandEntry(
      "favorites export",
      [
        Parameter("FOLDER", after: "to", .path, "the folder to write to; it is created if needed"),
        Parameter(
          "FORM", after: "as", .choice(FavoriteExport.Form.allCases.map { $0.rawValue }, orNumber: nil), optional: true,
          "a file with one path per line, a playlist, or a sidecar for each photo (default: list)"),
        .flag("lightroom", "with `as xmp`: names the sidecars as Lightroom expects"),
        .flag("replace", "overwrites an existing list or playlist"),
      ],
      summary: "exports the favourites for other programs",
      details: """
        `list` writes favorites.txt and `m3u` favorites.m3u, with absolute paths. `xmp` writes a file for each \
        favourite, in the same subfolders as the photos, with the stars that digiKam and darktable read: five, or the \
        photo's own. A raw file and its JPEG get one each. A photo without a sidecar gets a new file, such as \
        IMG_1.jpg.xmp. A photo with a sidecar gets a copy of that sidecar, with only the stars changed; if both \
        IMG_1.jpg.xmp and IMG_1.xmp exist, the file that mentions stars is copied. A sidecar that already has \
        enough stars, rejects its photo (-1) or cannot be changed safely is left out. Lightroom reads only sidecars of raw files, named \
        IMG_1.xmp: `as xmp lightroom` writes these. Storyline never writes into a folder of photos.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nreview\nreview favorite\nexpect error { favorites export to Examples/Photos as xmp }",
          "Storyline never writes next to photos")
      ],
      searchWords: ["favourites", "digikam", "lightroom", "darktable", "playlist", "xmp", "rating", "write"],
      effect: .outside, in: .photos, shows: .drawn { FavoriteCommands($0).showExportedFavorites($1) },
      idle: "wrote files and did not change the photos",
      reversal: deletion
    ) { (session, arguments) throws(Failure) in
      let form = arguments.text(1).flatMap { FavoriteExport.Form(rawValue: $0) } ?? .list
      if arguments.flag(2), form != .xmp {
        throw .refused("`lightroom` works only with `as xmp`", "try: favorites export to FOLDER as xmp lightroom")
          .about(2)
      }
      return .value(
        .record(
          try FavoriteCommands(session).exportFavorites(
            to: arguments.text(0) ?? "", as: form, isForLightroom: arguments.flag(2), replacing: arguments.flag(3))))
    },
  ]

  private static let deletion: @Sendable (Arguments) -> String = {
    "delete the exported files in '\($0.text(0) ?? "")' yourself"
  }
}

extension FavoriteCommands {
  fileprivate func favourites() throws(Failure) -> (Album, [Int]) {
    let album = try CurrentLibrary(session).albumRead()
    return (album, album.favourites(session.world.photos.review))
  }

  fileprivate func showFavorites(_ value: Value) {
    let photos = (value.list ?? []).compactMap { $0.record }
    if photos.isEmpty {
      return session.printer.writeLine(StyledText(" no favourites yet; try: review favorite", .dim))
    }
    let shown = session.printer.listed(photos)
    let glyphs = session.output.line.glyphs
    session.printer.writeTable(
      shown,
      [
        .init("favourite", overflow: .wrap) { StyledText(sanitized($0["path"]?.text ?? "", glyphs: glyphs)) },
        .init("taken") { StyledText(String(($0["taken"]?.text ?? "").prefix(16)).replacing("T", with: " ")) },
        .init("place", overflow: .wrap, rank: 1) { StyledText(sanitized($0["place"]?.text ?? "", glyphs: glyphs)) },
        .init("stars", rank: 2) {
          StyledText(String(repeating: Mark.star.text(glyphs), count: max(0, Int($0["rating"]?.number ?? 0))))
        },
      ])
    session.printer.writeMore(photos.count - shown.count)
  }

  fileprivate func exportFavorites(
    to folder: String, as form: FavoriteExport.Form, isForLightroom: Bool, replacing: Bool
  ) throws(Failure) -> Record {
    let (album, favourites) = try favourites()
    guard !favourites.isEmpty else { throw .refused("there are no favourites yet", "try: review favorite") }
    let export = FavoriteExport(
      album, favourites, as: form, leastStars: session.world.photos.favouriteStars, isForLightroom: isForLightroom)
    if isForLightroom, export.files.isEmpty, export.unsafe.isEmpty, export.withoutSidecar > 0 {
      throw .refused(
        "none of the favourites is a raw file, and Lightroom reads sidecars only for raw files",
        "try: favorites export to \(Word.quotedIfNeeded(folder)) as xmp")
    }
    let written = try write(export, to: folder, replacing: replacing)
    return [
      "folder": .text(folder), "form": .text(form.rawValue), "favorites": export.count.value,
      "files": export.files.count.value, "written": written.value, "same": export.same.value,
      "omitted": export.withoutSidecar.value,
      "unsafe": .list(export.unsafe.map { .text($0.path) }),
    ]
  }

  fileprivate func showExportedFavorites(_ value: Value) {
    guard let record = value.record, let folder = record["folder"]?.text else { return }
    let count = Int(record["favorites"]?.number ?? 0)
    let files = Int(record["files"]?.number ?? 0)
    let written = Int(record["written"]?.number ?? 0)
    let known = files - written
    let same = Int(record["same"]?.number ?? 0)
    let omitted = Int(record["omitted"]?.number ?? 0)
    guard record["form"]?.text == "xmp" else {
      return session.printer.writeWrapped(
        "\(TimeText.count(count, "favourite")) in '\(folder)'" + (known == 0 ? "" : " (already there)"),
        .plain)
    }
    let place = files == 0 ? "; no file was written" : " in '\(folder)', \(TimeText.count(files, "file"))"
    session.printer.writeWrapped(
      TimeText.count(count, "favourite") + place + (known == 0 ? "" : ", \(known) of them already there")
        + (same == 0 ? "" : "; \(same) already \(same == 1 ? "has" : "have") stars in a sidecar")
        + (omitted == 0 ? "" : "; \(omitted) left out, since Lightroom reads sidecars of raw files only"), .plain)
  }
}
