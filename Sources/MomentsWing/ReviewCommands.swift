import Moments
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The commands to review photos one at a time.
struct ReviewCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "review",
      [
        Parameter(
          "MOMENT", .number(1...1_000_000_000, whole: true), optional: true,
          "the number of a moment, as `cluster` lists it")
      ],
      summary: "shows photos one at a time, continuing where you left off",
      details: """
        Each shown photo counts as reviewed: it leaves its moment, in this session and in all others that use the same \
        saved data, even if you move or rename its library. Without a number, `review` shows the last photo again, or \
        else the first photo of the moment most worth reviewing. You do not need `cluster` first: the review uses the \
        photos of the last `cluster`, or your pictures folder. `undo` marks the photo as unreviewed again.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nlet photo = review\nexpect $photo.moment == 1", "the moment most worth reviewing"),
        .init("cluster Examples/Photos\nreview 3\nexpect review.moment == 3", "a moment by its number"),
      ],
      searchWords: ["photos", "look", "go", "through", "sort", "continue", "resume", "pictures"], effect: .saved,
      in: .photos, shows: .drawn { session, _ in ReviewCommands(session).beginReview() }
    ) { (session, arguments) throws(Failure) in
      try ReviewCommands(session).review(arguments[0].number.map { .moment(Int($0)) } ?? .resume)
    },
    step(
      "next", .next, "shows the next photo or, after a moment's last photo, the next moment",
      details: """
        The photos of a moment are sorted by time. A burst is one step: `review down` and `review up` show its other \
        photos; if you do not review these, they follow after the last moment.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nlet photo = review next\nexpect $photo.number == 1\nexpect review.done == 1",
          "the first photo"),
        .init("cluster Examples/Photos\nreview next\nreview next\nundo\nexpect review.done == 1", "undone"),
      ],
      searchWords: ["photos", "look", "forward", "mark"]),
    step(
      "back", .back, "shows the previously reviewed photo",
      examples: [
        .init(
          "cluster Examples/Photos\nlet first = review\nreview next\nlet photo = review back\nexpect $photo.photo == $first.photo",
          "the previous photo")
      ],
      searchWords: ["photos", "previous", "before"]),
    step(
      "skip", .skip, "skips to the next moment and leaves the current moment for later",
      examples: [
        .init("cluster Examples/Photos\nreview 1\nreview skip\nexpect review.moment != 1", "leaves the rest for later")
      ],
      searchWords: ["photos", "moment", "later", "leave"]),
    CommandEntry(
      "review favorite", summary: "makes the shown photo a favourite",
      details:
        "The photo itself is not changed. `favorites` lists the favourites; `favorites export` exports them.",
      examples: [
        .init("cluster Examples/Photos\nreview\nreview favorite\nexpect review.favorite", "the shown photo")
      ],
      searchWords: ["favourite", "like", "heart", "star", "choose", "mark", "photos"], effect: .saved, in: .photos
    ) { (session, _) throws(Failure) in try ReviewCommands(session).choose(isFavourite: true) },
    CommandEntry(
      "review unfavorite", summary: "removes the shown photo from the favourites",
      details: "`review unfavorite` also works for a photo with stars in its file. These stars do not change.",
      examples: [
        .init(
          "cluster Examples/Photos\nreview\nreview favorite\nreview unfavorite\nexpect not review.favorite",
          "the shown photo")
      ],
      searchWords: ["favourite", "unlike", "remove", "photos"], effect: .saved, in: .photos
    ) { (session, _) throws(Failure) in try ReviewCommands(session).choose(isFavourite: false) },
    step(
      "up", .up, "shows the previous photo of the burst",
      examples: [
        .init(
          "cluster Examples/Photos\nreview 1\nrepeat 2 { review next }\nreview down\nreview up\nexpect review.burst == 1",
          "within a burst")
      ],
      searchWords: ["photos", "burst", "previous"]),
    step(
      "down", .down, "shows the next photo of the burst",
      examples: [
        .init(
          "cluster Examples/Photos\nreview 1\nrepeat 2 { review next }\nreview down\nexpect review.burst == 2",
          "within a burst")
      ],
      searchWords: ["photos", "burst", "next"]),
    CommandEntry(
      "review status", summary: "shows the progress of the review",
      examples: [
        .init(
          "cluster Examples/Photos\nreview\nlet status = review status\nexpect $status.done == 1 and $status.total == 35",
          "as a record")
      ],
      searchWords: ["photos", "progress", "left"], in: .photos,
      shows: .drawn { ReviewCommands($0).showReviewStatus($1) }, role: .looks
    ) { (session, _) throws(Failure) in .value(.record(try ReviewCommands(session).reviewStatus())) },
  ]

  private static func step(
    _ word: String, _ step: Step, _ summary: String, details: String = "", examples: [Command.Example],
    searchWords: [String]
  ) -> CommandEntry {
    CommandEntry(
      "review \(word)", summary: summary, details: details, examples: examples, searchWords: searchWords,
      effect: .saved, in: .photos, shows: .drawn { session, _ in PhotoWatchView(session).showPhotoPicture() }
    ) { (session, _) throws(Failure) in try ReviewCommands(session).review(step) }
  }

  /// A step of a review.
  enum Step {
    /// Goes to the photo that was shown last, or to the first one.
    case resume
    /// Goes to a moment, by its number.
    case moment(Int)
    case next, back, up, down
    /// Goes to another moment.
    case skip
  }

  static let states: [StateEntry] = [
    StateEntry("review", "done", "the number of reviewed photos") { session in
      session.world.photos.tally?.done ?? 0
    },
    StateEntry("review", "left", "the number of photos not yet reviewed") { session in
      let photos = session.world.photos
      return photos.album.map { $0.marks.count - photos.tally($0).done } ?? 0
    },
    StateEntry("review", "total", "the number of photos that were read") { $0.world.photos.album?.marks.count ?? 0 },
    StateEntry("review", "photo", "the path of the shown photo; none before `review`") {
      ReviewCommands($0).shownPhoto?.photo.path
    },
    StateEntry("review", "moment", "the number of the shown photo's moment; none without one") {
      ReviewCommands($0).shownPhoto?.moment?.number
    },
    StateEntry("review", "favorite", "`true` if the shown photo is a favourite") {
      ReviewCommands($0).shownPhoto?.isFavourite ?? false
    },
    StateEntry("review", "burst", "the shown photo's number in its burst; 0 without a burst") {
      ReviewCommands($0).shownPhoto?.burst?.number ?? 0
    },
    StateEntry("review", "favorites", "the number of favourites among the photos") { session in
      session.world.photos.tally?.favourites ?? 0
    },
  ]
}

extension ReviewCommands {
  /// The shown photo, if it is one of those that were read.
  var shownPhoto: ShownPhoto? {
    session.world.photos.shown(at: session.now)
  }

  /// Shows the photo with which the review begins or continues, and at a prompt the next commands.
  fileprivate func beginReview() {
    let hasRoom = session.output.pictureRows >= Self.rowsWithKeys
    PhotoWatchView(session).showPhotoPicture()
    guard session.options.isPrompt, session.output.isTerminal, hasRoom else { return }
    session.printer.writeWrapped("`review next` continues, `review favorite` marks this photo; for keys: `watch`")
  }

  private static let rowsWithKeys = 18

  fileprivate func review(_ step: ReviewCommands.Step) throws(Failure) -> CommandOutcome {
    let now = try session.present()
    let album = try CurrentLibrary(session).currentAlbum()
    let target = try target(of: step, in: album)
    try requireFile(of: album.scan.photos[target], in: album)
    let mark = album.lastingMark(of: target)
    for event in session.change({ $0.photos.show(target, as: mark, at: now) }) { session.process(.photos(event)) }
    return .value(shownPhoto.map { .record($0.record) } ?? .none)
  }

  /// Refuses a photo whose file is missing.
  private func requireFile(of photo: Photo, in album: Album) throws(Failure) {
    if ExamplePhotos.bytes(at: album.scan.fullPath(of: photo.path)) != nil { return }
    do throws(SystemError) { _ = try FileStatus(album.scan.fullPath(of: photo.path)) } catch {
      // Any other error, such as of a network, may be temporary: the photo's card is shown.
      guard error.code == ENOENT || error.code == ENOTDIR else { return }
      let root = album.scan.root
      guard File.exists(root) else {
        throw .refused("the photo folder '\(root)' cannot be found", PhotoCommands.example)
      }
      throw .refused(
        "'\(photo.path)' cannot be found", "try: cluster \(Word.quotedIfNeeded(root)), which reads the folder again")
    }
  }

  /// Returns the index of the photo that a step leads to.
  private func target(of step: ReviewCommands.Step, in album: Album) throws(Failure) -> Int {
    let walk = session.world.photos.walk(album)
    let current = session.world.photos.current
    switch (step, current) {
    case (.resume, let current?): return current
    case (.moment(let number), _):
      guard number <= album.moments.count, let first = walk.first(of: number - 1) else {
        throw .refused(
          "there is no moment \(number): moments are numbered 1 to \(album.moments.count)",
          "try: review \(album.moments.count)"
        ).about(0)
      }
      return first
    case (.back, let current?):
      guard let before = walk.photo(before: current) else {
        throw .refused("there is no previously reviewed photo", "try: review next")
      }
      return before
    case (.up, let current?), (.down, let current?):
      let isUp = if case .up = step { true } else { false }
      guard let beside = walk.photo(beside: current, step: isUp ? -1 : 1) else {
        let isAlone = walk.photo(beside: current, step: isUp ? 1 : -1) == nil
        throw .refused(
          isAlone ? "this photo is not part of a burst" : "the burst \(isUp ? "begins" : "ends") here",
          "try: review next")
      }
      return beside
    case (.skip, let current?):
      let moment = walk.moment(of: current)?.moment
      guard let next = walk.moment(after: moment, canStay: false).flatMap({ walk.first(of: $0) }) else {
        throw .refused("no other moment has photos to review", "try: review next")
      }
      return next
    case (.next, let current?):
      guard let next = walk.photo(after: current) else { throw allSeen(album) }
      return next
    case (_, nil):
      guard let first = walk.moment(after: nil, canStay: true).flatMap({ walk.first(of: $0) }) else {
        throw allSeen(album)
      }
      return first
    }
  }

  private func allSeen(_ album: Album) -> Failure {
    .refused(
      "you have reviewed all \(TimeText.count(album.marks.count, "photo"))",
      "try: review 1 for the first moment again, or favorites")
  }

  fileprivate func choose(isFavourite: Bool) throws(Failure) -> CommandOutcome {
    let now = try session.present()
    let album = try CurrentLibrary(session).currentAlbum()
    guard let current = session.world.photos.current else { throw .refused("no photo is shown", "try: review") }
    let files = album.lastingFiles(of: current)
    if let event = session.change({ $0.photos.choose(current, as: files, isFavourite: isFavourite, at: now) }) {
      session.process(.photos(event))
    } else if let photo = shownPhoto {
      session.notice("'\(photo.photo.path)' is \(isFavourite ? "already a favourite" : "not a favourite")")
    }
    return .value(shownPhoto.map { .record($0.record) } ?? .none)
  }

  fileprivate func reviewStatus() throws(Failure) -> Record {
    let now = try session.present()
    let album = try CurrentLibrary(session).albumRead()
    let progress = ReviewProgress(album, session.world.photos, at: now)
    let walk = session.world.photos.walk(album)
    let shown = shownPhoto
    return [
      "folder": .text(album.scan.root), "done": progress.done.value, "total": progress.total.value,
      "left": (progress.total - progress.done).value, "lately": progress.lately.value,
      "favorites": session.world.photos.tally(album).favourites.value,
      "moments": album.moments.indices.count { walk.left(in: $0) == 0 }.value,
      "of": album.moments.count.value, "photo": (shown?.photo.path).value, "moment": (shown?.moment?.number).value,
      "title": (shown?.moment?.title).value, "words": .text(progress.sentence),
    ]
  }

  fileprivate func showReviewStatus(_ value: Value) {
    guard let status = value.record else { return }
    func count(_ name: String) -> Int { status[name]?.number.map { Int($0) } ?? 0 }
    session.printer.writeWrapped(
      "\(status["words"]?.text ?? ""); \(count("moments")) of \(TimeText.count(count("of"), "moment")) done, "
        + "\(TimeText.count(count("favorites"), "favourite")).", .plain)
    if count("left") > 0, let photo = status["photo"]?.text {
      let title = status["title"]?.text.map { " of \($0)" } ?? ""
      session.printer.writeWrapped("Last photo: \(photo)\(title); try: review")
    }
  }
}
