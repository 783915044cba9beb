import Moments
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The commands that read photos and divide them into moments.
package struct PhotoCommands {
  let session: Session

  package init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "cluster",
      [
        Parameter("PATH", .path, optional: true, "a folder of photos (default: the last folder, divided the same way)"),
        .flag("smart", group: "rule", "chooses the gap to suit the library, and divides by place as well"),
        Parameter(
          "GAP", after: "fixed", .duration(.seconds(1) ... .days(3_650)), optional: true, group: "rule",
          "begins a new moment after this gap; 1h, 3h and 8h are common"),
        Parameter(
          "CAP", after: "cap", .duration(.minutes(30) ... .days(2)), optional: true,
          "the longest gap that `smart` may choose, for libraries with few photos a day; 6h works well"),
        .flag(
          "best",
          "lists the moments most worth reviewing first: large ones, those with a place, and those from this time a year ago"
        ),
      ],
      summary: "divides a folder's photos into moments",
      details: """
        Reads when and where each photo was taken, in this folder and its subfolders. `smart` (the default) begins a \
        new moment after a gap among the longest tenth of the library's gaps (the minimum is always between 30 min and \
        48 h), or when the place changes by more than 1 km. A photo with a date but no time belongs to a moment of \
        that day; a photo without a date belongs to no moment. Reviewed photos leave their moment, but `total` still \
        counts them. Photos are never changed.
        """,
      examples: [
        .init("cluster Examples/Photos smart", "the example library"),
        .init(
          "let moments = cluster Examples/Photos best\nexpect $moments[0].score >= $moments[1].score", "the best first"),
        .init("let moments = cluster Examples/Photos fixed 3h\nexpect $moments[0].photos > 0", "as a list"),
      ],
      searchWords: ["photos", "moments", "group", "exif", "scan", "library", "folder", "ls", "dir"],
      givesRows: ClusterRecord.fields, in: .photos,
      shows: .drawn { MomentsView($0).showMoments($1) }
    ) { (session, arguments) throws(Failure) in
      if let gap = arguments.duration(2), arguments.duration(3) != nil {
        throw .refused(
          "only `smart` has a cap: the gap is fixed at \(TimeText.length(gap))",
          "try: cluster Examples/Photos fixed \(gap.literal)"
        ).about(3)
      }
      let rule = arguments.duration(2).map { Clustering.Rule.fixed($0) } ?? .smart
      let choice = LibraryChoice(
        folder: arguments.text(0) ?? "", rule: rule, cap: arguments.duration(3), isByScore: arguments.flag(4))
      let saysRule = arguments.flag(1) || arguments.duration(2) != nil || choice.cap != nil
      let album =
        choice.folder.isEmpty
        ? try PhotoCommands(session).clusterAgain(choice, saysRule: saysRule)
        : try PhotoCommands(session).cluster(choice, as: choice.folder)
      return .value(.list(album.records(session.world.photos.review)))
    },
    PhotoReport.entry, examples,
  ]

  static let events = [clustered.row, read.row]

  static let read = EventEntry<Scan>(
    "photos.read", "photos were read but not divided into moments",
    fields: [
      .init("folder", "the folder that was read") { $0.root },
      .init("photos", "the number of photos") { $0.photos.count },
      .init("problems", "the number of files that had problems and cannot be shown") { $0.troubles.count },
    ],
    reason: { fields, _ in
      let photos = TimeText.count(fields["photos"]?.number.map { Int($0) } ?? 0, "photo")
      return ["Storyline read \(photos) and changed nothing; `cluster` divides a folder's photos into moments."]
    })

  private static func ofNone(_ undated: Int) -> String {
    undated == 0 ? "" : ", \(TimeText.grouped(undated)) without a moment"
  }

  private static func ofOthers(_ versions: Int) -> String {
    versions == 0 ? "" : ", \(TimeText.count(versions, "file is a version of another", "files are versions of others"))"
  }

  static let clustered = EventEntry<(album: Album, folder: String)>(
    "photos.clustered", "photos were divided into moments",
    fields: [
      .init("folder", "the folder that was read") { $0.folder },
      .init("photos", "the number of photos") { $0.album.scan.photos.count },
      .init("moments", "the number of moments") { $0.album.moments.count },
      .init("threshold", "the gap that separates moments") { $0.album.clustering.threshold },
      .init("problems", "the files that had problems, as a list") { .list($0.album.problemRecords) },
      .init("undated", "the number of photos without a moment: their metadata has no usable date") {
        $0.album.clustering.undated.count
      },
      .init("versions", "the number of files that are copies or edited versions of others, and count with them") {
        $0.album.scan.versions
      },
    ],
    says: { line, new, _ in
      line.write(
        .done, TimeText.count(new.album.scan.photos.count, "photo"), " in ",
        TimeText.count(new.album.moments.count, "moment"), ofNone(new.album.clustering.undated.count),
        ofOthers(new.album.scan.versions), ": ", new.folder)
    },
    reason: { fields, why in
      func count(_ field: String) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
      let gap = TimeText.length(fields["threshold"]?.duration ?? .zero)
      let isFixed = if case .fixed? = why.session.world.photos.album?.clustering.rule { true } else { false }
      var lines = [
        "A new moment begins after a gap of "
          + (isFixed
            ? "more than \(gap), as you asked"
            : "at least \(gap), based on the longest tenth of this library's gaps, or when the place changes by more "
              + "than 1 km")
          + ": \(TimeText.count(count("photos"), "photo")) in \(TimeText.count(count("moments"), "moment"))."
      ]
      if let album = why.session.world.photos.album, album.moments.count == count("moments"), count("moments") > 1 {
        lines.append(album.boundaries)
      }
      if count("undated") > 0 {
        let photos = TimeText.count(count("undated"), "photo")
        lines.append(
          "\(photos) without a moment: the metadata has no usable date, and the file's date may be the date of a copy.")
      }
      return lines
    })

  static let states: [StateEntry] = [
    StateEntry("photos", "clusters", "the moments that `cluster` found") {
      $0.world.photos.album?.records($0.world.photos.review) ?? []
    },
    StateEntry("photos", "count", "the number of photos read") { $0.world.photos.album?.scan.photos.count ?? 0 },
    StateEntry(
      "photos", "threshold",
      "the time gap that begins a new moment (a distance of more than 1 km also does); none before `cluster`"
    ) {
      $0.world.photos.album?.clustering.threshold
    },
    StateEntry("photos", "problems", "the files that had problems") { $0.world.photos.album?.problemRecords ?? [] },
  ]
}

extension PhotoCommands {
  /// A command with example photos: those of the project's folder, otherwise those in the program.
  static var example: String {
    File.exists("Examples/Photos") ? "try: cluster Examples/Photos" : "for a set of example photos, try: photos example"
  }

  /// Divides a folder's photos into moments.
  /// - Parameter path: the folder as the user wrote it.
  func cluster(_ choice: LibraryChoice, as path: String) throws(Failure) -> Album {
    let now = try session.present()
    let scan = try scan(path, at: now)
    PhotoProtection(session).protect(scan)
    let offset = session.options.zone.offset(at: now).microseconds
    let today = LocalTime(microseconds: now.microseconds + offset)
    let album = Album(
      scan, Album.Choice(rule: choice.rule, cap: choice.cap, isByScore: choice.isByScore, today: today),
      clocks: session.world.photos.clocks)
    var choice = choice
    let full = FilePath.expanded(path)
    choice.folder = (try? FilePath.resolved(full)) ?? full
    session.change { $0.photos.open(album, choice) }
    session.process(.photos(.clustered(album, path: path, at: now)))
    return album
  }

  /// Divides the last folder again, with its previous options unless others are given: a rule with its cap, which
  /// also resets the order to that of time, or the order alone.
  fileprivate func clusterAgain(_ choice: LibraryChoice, saysRule: Bool) throws(Failure) -> Album {
    guard var last = session.world.photos.library else {
      throw .refused("no photos have been read", "try: cluster FOLDER")
    }
    if saysRule { (last.rule, last.cap) = (choice.rule, choice.cap) }
    if saysRule || choice.isByScore { last.isByScore = choice.isByScore }
    return try cluster(last, as: last.folder)
  }

  /// Reads a photo folder, or a single photo, with a line that shows the progress.
  func scan(_ path: String, at now: Instant) throws(Failure) -> Scan {
    var scanner = Scanner()
    scanner.review = session.world.photos.review
    let zone = session.options.zone
    scanner.offset = { Int(zone.offset(at: $0).microseconds / 60_000_000) }
    scanner.now = now
    // Pending output must be above the progress.
    try session.output.flush()
    let progress = ProgressLine(output: session.output)
    var count = 0
    defer { progress.end() }
    let root = FilePath.expanded(path)
    let before = session.resources.photos.index(of: root)
    var index = before
    let scan: Scan
    do throws(ScanError) {
      scan = try scanner.scan(
        root, index: &index,
        progress: { files in
          count += files
          progress.show("reading photos: \(count)")
        }, while: { !Interruption.isRequested })
    } catch {
      switch error {
      case .cancelled: throw Failure(.interrupted)
      case .missing where FilePath.expanded(path) != path:
        throw .refused(
          "there is no folder or photo '\(path)' (\(FilePath.expanded(path)))",
          PathSuggestion.question(about: path) ?? Self.example)
      case .missing: throw .refused(error.description, PathSuggestion.question(about: path) ?? Self.example)
      case .noPhotos: throw .refused(error.description, Self.example)
      default: throw .refused(error.description)
      }
    }
    try PhotoProtection(session).refuseAroundOwnFiles(scan)
    if index != before { session.resources.photos.keep(index, of: root, at: SystemClock.now) }
    return scan
  }

  /// Scans a folder for a command that only reads.
  func scanned(into path: String) throws(Failure) -> Scan {
    let now = try session.present()
    let scan = try scan(path, at: now)
    PhotoProtection(session).protect(scan)
    session.process(.photos(.read(scan, at: now)))
    return scan
  }

  package func report(_ event: PhotoPart.Event) {
    switch event {
    case .clustered(let album, let path, let at): session.emit(PhotoCommands.clustered, (album, path), at: at)
    case .corrected(let correction, let at): session.emit(CameraClockCommands.corrected, correction, at: at)
    case .read(let scan, let at): session.emit(PhotoCommands.read, scan, at: at)
    case .opened(let moment, let at): session.emit(ReviewEvents.opened, moment, at: at)
    case .reviewed(let photo, let at): session.emit(ReviewEvents.reviewed, photo, at: at)
    case .shown(let photo, let at): session.emit(ReviewEvents.shown, photo, at: at)
    case .chosen(let photo, _, let at):
      session.emit(photo.isFavourite ? ReviewEvents.favorited : ReviewEvents.unfavorited, photo, at: at)
    }
  }

  /// Returns a folder's pictures in the order in which they were taken, and reports unreadable ones.
  func pictures(in path: String) throws(Failure) -> Pictures {
    let scan = try scanned(into: path)
    if !scan.troubles.isEmpty {
      let count = TimeText.count(scan.troubles.count, "file")
      session.notice("\(count) had problems and cannot be shown: `cluster` this folder, then try: photos report")
    }
    let photos = scan.photos.map(session.world.photos.corrected)
    return Pictures(folder: scan.root, names: photos.sorted { $0.taken.local < $1.taken.local }.map { $0.path })
  }
}
