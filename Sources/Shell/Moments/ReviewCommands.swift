import Moments
import StoryScript
import System
import Timeline

/// The commands to review photos one at a time.
enum ReviewCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "review",
      [
        Parameter(
          "MOMENT", .number(1...1_000_000_000, whole: true), optional: true,
          "the number of a moment, as `cluster` lists it")
      ],
      summary: "goes through photos one at a time, on from where it stopped",
      details: """
        A photo that was shown is looked at: it leaves the moments, for this session and all others, also after its \
        library was moved or renamed. Without a moment the photo is shown that was shown last, or else the first of the \
        moment that is most worth it. No photos need to be read before: it takes those of the last `cluster`, or the \
        folder of pictures. `undo` takes a look back.
        """,
      examples: [
        .init("cluster Examples/Photos\nlet photo = review\nexpect $photo.moment == 1", "the moment most worth it"),
        .init("cluster Examples/Photos\nreview 3\nexpect review.moment == 3", "a moment by its number"),
      ],
      searchWords: ["photos", "look", "go", "through", "sort", "continue", "resume", "pictures"], effect: .saved,
      in: .photos, shows: .drawn { session, _ in session.beginReview() }
    ) { (session, arguments) throws(Failure) in
      try session.review(arguments[0].number.map { .moment(Int($0)) } ?? .resume)
    },
    step(
      "next", .next, "shows the next photo, and goes on to the next moment behind the last one",
      details: """
        In a moment by time. A burst is one step: `review down` and `review up` show its other photos, and those that \
        were not looked at come when all moments are done.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nlet photo = review next\nexpect $photo.number == 1\nexpect review.done == 1",
          "the first one"),
        .init("cluster Examples/Photos\nreview next\nreview next\nundo\nexpect review.done == 1", "taken back"),
      ],
      searchWords: ["photos", "look", "forward", "mark"]),
    step(
      "back", .back, "shows the photo that was looked at before this one",
      examples: [
        .init(
          "cluster Examples/Photos\nlet first = review\nreview next\nlet photo = review back\nexpect $photo.photo == $first.photo",
          "the one before")
      ],
      searchWords: ["photos", "previous", "before"]),
    step(
      "skip", .skip, "leaves this moment for later and goes on to the next one",
      examples: [
        .init("cluster Examples/Photos\nreview 1\nreview skip\nexpect review.moment != 1", "the rest of it stays")
      ],
      searchWords: ["photos", "moment", "later", "leave"]),
    CommandEntry(
      "review favorite", summary: "makes the photo that is shown a favourite",
      details:
        "The photo itself stays as it is. `favorites` lists them, and `favorites export` writes them for others.",
      examples: [
        .init("cluster Examples/Photos\nreview\nreview favorite\nexpect review.favorite", "the one that is shown")
      ],
      searchWords: ["favourite", "like", "heart", "star", "choose", "mark", "photos"], effect: .saved, in: .photos
    ) { (session, _) throws(Failure) in try session.choose(isFavourite: true) },
    CommandEntry(
      "review unfavorite", summary: "makes the photo that is shown no favourite any more",
      details: "Also one that is a favourite because its file has stars, which stay there.",
      examples: [
        .init(
          "cluster Examples/Photos\nreview\nreview favorite\nreview unfavorite\nexpect not review.favorite",
          "the one that is shown")
      ],
      searchWords: ["favourite", "unlike", "remove", "photos"], effect: .saved, in: .photos
    ) { (session, _) throws(Failure) in try session.choose(isFavourite: false) },
    step(
      "up", .up, "shows the photo before this one in its burst",
      examples: [
        .init(
          "cluster Examples/Photos\nreview 1\nrepeat 2 { review next }\nreview down\nreview up\nexpect review.burst == 1",
          "within a burst")
      ],
      searchWords: ["photos", "burst", "previous"]),
    step(
      "down", .down, "shows the photo after this one in its burst",
      examples: [
        .init(
          "cluster Examples/Photos\nreview 1\nrepeat 2 { review next }\nreview down\nexpect review.burst == 2",
          "within a burst")
      ],
      searchWords: ["photos", "burst", "next"]),
    CommandEntry(
      "review status", summary: "says how far the review is",
      examples: [
        .init(
          "cluster Examples/Photos\nreview\nlet status = review status\nexpect $status.done == 1 and $status.total == 35",
          "as a record")
      ],
      searchWords: ["photos", "progress", "left"], in: .photos,
      shows: .drawn { $0.showReviewStatus($1) }, role: .looks
    ) { (session, _) throws(Failure) in .value(.record(try session.reviewStatus())) },
  ]

  private static func step(
    _ word: String, _ step: Step, _ summary: String, details: String = "", examples: [Command.Example],
    searchWords: [String]
  ) -> CommandEntry {
    CommandEntry(
      "review \(word)", summary: summary, details: details, examples: examples, searchWords: searchWords,
      effect: .saved, in: .photos, shows: .drawn { session, _ in session.showPhotoPicture() }
    ) { (session, _) throws(Failure) in try session.review(step) }
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
    StateEntry("review", "done", "how many of the photos that were read were looked at") { session in
      let photos = session.world.photos
      return photos.album.map { photos.review.count(of: $0.marks) } ?? 0
    },
    StateEntry("review", "left", "how many of them were not looked at") { session in
      let photos = session.world.photos
      return photos.album.map { $0.marks.count - photos.review.count(of: $0.marks) } ?? 0
    },
    StateEntry("review", "total", "how many photos were read") { $0.world.photos.album?.marks.count ?? 0 },
    StateEntry("review", "photo", "the path of the photo that is shown; none before `review`") {
      $0.shownPhoto?.photo.path
    },
    StateEntry("review", "moment", "the number of its moment") { $0.shownPhoto?.moment?.number },
    StateEntry("review", "favorite", "whether it is a favourite") { $0.shownPhoto?.isFavourite ?? false },
    StateEntry("review", "burst", "its number within its burst; 0 where it is in none") {
      $0.shownPhoto?.burst?.number ?? 0
    },
    StateEntry("review", "favorites", "how many of the photos that were read are favourites") { session in
      let photos = session.world.photos
      return photos.album?.favourites(photos.review).count ?? 0
    },
  ]
}

extension Session {
  /// The shown photo, if it is one of those that were read.
  var shownPhoto: ShownPhoto? {
    world.photos.shown(at: now)
  }

  /// Shows the photo with which the review begins or continues, and at a prompt the next commands.
  fileprivate func beginReview() {
    let hasRoom = output.pictureRows >= Self.rowsWithWays
    showPhotoPicture()
    guard options.isPrompt, output.isTerminal, hasRoom else { return }
    writeWrapped("`review next` goes on, `review favorite` chooses it, `watch` does so by keys")
  }

  private static let rowsWithWays = 18

  fileprivate func review(_ step: ReviewCommands.Step) throws(Failure) -> CommandOutcome {
    let now = try present()
    let album = try libraryAtHand()
    let target = try target(of: step, in: album)
    try requireFile(of: album.scan.photos[target], in: album)
    let mark = lastingMark(of: target, in: album)
    for event in change({ $0.photos.show(target, as: mark, at: now) }) { happen(.photos(event)) }
    return .value(shownPhoto.map { .record($0.record) } ?? .none)
  }

  /// Returns a photo's permanent mark. Other photos that begin alike may be added to this library, or be in others.
  private func lastingMark(of index: Int, in album: Album) -> PhotoMark {
    let photo = album.scan.photos[index]
    return photo.lastingMark(at: album.scan.fullPath(of: photo.path))
  }

  /// Refuses a photo whose file is missing.
  private func requireFile(of photo: Photo, in album: Album) throws(Failure) {
    do throws(SystemError) { _ = try FileStatus(album.scan.fullPath(of: photo.path)) } catch {
      // Any other error, such as of a network, may be temporary: the photo's card is shown.
      guard error.code == ENOENT || error.code == ENOTDIR else { return }
      let root = album.scan.root
      guard File.exists(root) else {
        throw .refused("'\(root)', where the photos were, is not there now", Self.example ?? "cluster FOLDER")
      }
      throw .refused("'\(photo.path)' is not there now", "cluster \(Word.quotedIfNeeded(root)) reads the folder again")
    }
  }

  /// Returns the index of the photo that a step leads to.
  private func target(of step: ReviewCommands.Step, in album: Album) throws(Failure) -> Int {
    let walk = album.walk(world.photos.review)
    let current = world.photos.current
    switch (step, current) {
    case (.resume, let current?): return current
    case (.moment(let number), _):
      guard number <= album.moments.count, let first = walk.first(of: number - 1) else {
        throw .refused(
          "there is no moment \(number): they go from 1 to \(album.moments.count)", "review \(album.moments.count)"
        ).about(0)
      }
      return first
    case (.back, let current?):
      guard let before = walk.photo(before: current) else {
        throw .refused("no photo was looked at before this one", "review next")
      }
      return before
    case (.up, let current?), (.down, let current?):
      let isUp = if case .up = step { true } else { false }
      guard let beside = walk.photo(beside: current, step: isUp ? -1 : 1) else {
        let isAlone = walk.photo(beside: current, step: isUp ? 1 : -1) == nil
        throw .refused(
          isAlone ? "this photo is of no burst" : "the burst \(isUp ? "begins" : "ends") here", "review next")
      }
      return beside
    case (.skip, let current?):
      let moment = walk.moment(of: current)?.moment
      guard let next = walk.moment(after: moment, canStay: false).flatMap({ walk.first(of: $0) }) else {
        throw .refused("no other moment has photos that were not looked at", "review next")
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
      "all \(TimeText.count(album.marks.count, "photo")) were looked at",
      "review 1 shows the first moment again, and favorites what was chosen")
  }

  fileprivate func choose(isFavourite: Bool) throws(Failure) -> CommandOutcome {
    let now = try present()
    let album = try libraryAtHand()
    guard let current = world.photos.current else { throw .refused("no photo is shown", "review") }
    let mark = lastingMark(of: current, in: album)
    if let event = change({ $0.photos.choose(current, as: mark, isFavourite: isFavourite, at: now) }) {
      happen(.photos(event))
    } else if let photo = shownPhoto {
      notice("'\(photo.photo.path)' is \(isFavourite ? "a favourite already" : "no favourite")")
    }
    return .value(shownPhoto.map { .record($0.record) } ?? .none)
  }

  fileprivate func reviewStatus() throws(Failure) -> Record {
    let now = try present()
    let album = try albumRead()
    let review = world.photos.review
    let progress = ReviewProgress(album, review, at: now, options.zone)
    let walk = album.walk(review)
    let shown = shownPhoto
    return [
      "folder": .text(album.scan.root), "done": progress.done.value, "total": progress.total.value,
      "left": (progress.total - progress.done).value, "lately": progress.lately.value,
      "favorites": album.favourites(review).count.value,
      "moments": album.moments.indices.count { walk.left(in: $0) == 0 }.value,
      "of": album.moments.count.value, "photo": (shown?.photo.path).value, "moment": (shown?.moment?.number).value,
      "title": (shown?.moment?.title).value, "words": .text(progress.sentence),
    ]
  }

  fileprivate func showReviewStatus(_ value: Value) {
    guard let status = value.record else { return }
    func count(_ name: String) -> Int { status[name]?.number.map { Int($0) } ?? 0 }
    writeWrapped(
      "\(status["words"]?.text ?? ""); \(count("moments")) of \(TimeText.count(count("of"), "moment")) done, "
        + "\(TimeText.count(count("favorites"), "favourite")).", .plain)
    if count("left") > 0, let photo = status["photo"]?.text {
      let title = status["title"]?.text.map { " of \($0)" } ?? ""
      writeWrapped("It goes on at \(photo)\(title): review")
    }
  }
}
