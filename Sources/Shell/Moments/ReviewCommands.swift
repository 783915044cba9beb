import Moments
import StoryScript
import Timeline

enum ReviewCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "review next", summary: "shows the next photo that was not looked at yet, and marks it",
      details: """
        Moment by moment in the order of time. What was looked at stays so: the next session goes on where this one \
        stopped, also after the library was moved. `undo` takes the mark back.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nlet photo = review next\nexpect $photo.number == 1\nexpect review.done == 1",
          "the first one"),
        .init("cluster Examples/Photos\nreview next\nreview next\nundo\nexpect review.done == 1", "taken back"),
      ],
      searchWords: ["photos", "look", "go through", "sort", "mark"], effect: .saved,
      in: .photos, shows: .nothing
    ) { (session, _) throws(Failure) in .value(try session.reviewNext()) }
  ]

  static let events = [reviewed.row]

  static let reviewed = EventEntry<(photo: String, number: Int, count: Int)>(
    "photos.reviewed", "a photo was looked at", lasts: true,
    fields: [
      .init("photo", "its path in the library") { $0.photo },
      .init("number", "how many were looked at") { $0.number },
      .init("of", "how many there are") { $0.count },
    ],
    says: { line, new, _ in line.say(.next, Painted(new.photo, .path), ", \(new.number) of \(new.count)") },
    reason: { fields, _ in
      func count(_ field: String) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
      return [
        "A photo that was looked at is reviewed and leaves the moments: \(count("number")) of \(count("of")) are, \(count("of") - count("number")) are left."
      ]
    })

  static let states: [StateEntry] = [
    StateEntry("review", "done", "how many of the photos that were read were looked at") { session in
      let photos = session.world.photos
      return photos.album.map { photos.review.count(of: $0.scan.photos) } ?? 0
    }
  ]
}

extension Session {
  fileprivate func reviewNext() throws(Failure) -> Value {
    let now = try present()
    guard let album = world.photos.album else {
      throw .refused("no photos have been read", Self.example ?? "cluster FOLDER")
    }
    guard let event = change({ $0.photos.reviewNext(at: now) }) else {
      let count = TimeText.count(album.scan.photos.count, "photo")
      throw .refused("all \(count) were looked at", "undo looks at the last one again")
    }
    happen(.photos(event))
    guard case .reviewed(let photo, let number, let count, _) = event else { return .none }
    return .record([
      "photo": .text(photo.path), "taken": .text(photo.taken.local.description), "number": .number(Double(number)),
      "of": .number(Double(count)),
    ])
  }
}
