import Moments
import StoryScript
import Timeline

/// The events of a review.
enum ReviewEvents {
  static let all = [opened.row, reviewed.row, shown.row, favorited.row, unfavorited.row]

  static let opened = EventEntry<ShownMoment>(
    "review.moment", "another moment is gone through from now on",
    fields: [
      .init("moment", "its number; none for photos of no moment") { $0.number },
      .init("title", "when and where it was") { $0.title },
      .init("photos", "how many it has") { $0.photos },
      .init("left", "how many of them were not looked at") { $0.left },
    ],
    says: { line, new, _ in
      let photos = TimeText.count(new.photos, "photo")
      guard let number = new.number else { return line.say(.starts, new.title, ": ", photos) }
      line.say(
        .starts, "moment \(number) of \(new.count): ", new.title, new.day.map { ", \($0)" }, ", ", photos)
    },
    reason: { fields, _ in
      [
        "Moments are offered by what they are worth, the largest with a place and of this season first; one of which a favourite was chosen comes last. This one has \(TimeText.count(fields["left"]?.number.map { Int($0) } ?? 0, "photo")) left."
      ]
    })

  static let reviewed = EventEntry<ShownPhoto>(
    "photo.reviewed", "a photo was looked at", lasts: true, fields: fields,
    says: { line, new, _ in
      line.say(
        .next, Painted(new.photo.path, .path), isFavorite(new), ", \(new.time)", burst(new), ": ", new.progress.sentence
      )
    },
    reason: { fields, _ in
      let (done, of) = (count("number", fields), count("of", fields))
      return [
        "A photo that was looked at is reviewed and leaves the moments: \(done) of \(of) are, \(of - done) are left."
      ]
    })

  static let shown = EventEntry<ShownPhoto>(
    "photo.shown", "a photo that was looked at before is shown again", fields: fields,
    says: { line, new, _ in
      line.say(
        .note, Painted(new.photo.path, .path), isFavorite(new), ", \(new.time)", burst(new), ": ", new.progress.sentence
      )
    },
    reason: { _, _ in ["It was looked at before, so it counts once."] })

  static let favorited = EventEntry<ShownPhoto>(
    "photo.favorited", "a photo became a favourite", lasts: true, fields: fields,
    says: { line, new, _ in
      line.say(
        .liked, style: .error, Painted(new.photo.path, .path), " is a favourite, ",
        "\(TimeText.grouped(new.favourites)) so far")
    },
    reason: { _, _ in ["The photo itself stays as it is: `favorites export` writes the favourites for other programs."]
    })

  static let unfavorited = EventEntry<ShownPhoto>(
    "photo.unfavorited", "a photo is no favourite any more", lasts: true, fields: fields,
    says: { line, new, _ in line.say(.note, Painted(new.photo.path, .path), " is no favourite any more") },
    reason: { _, _ in ["The photo itself stays as it is, and what it is rated in its file does not count any more."] })

  private static let fields: [EventField<ShownPhoto>] = [
    .init("photo", "its path in the library") { $0.photo.path },
    .init("folder", "the library's folder") { $0.folder },
    .init("taken", "when, as its camera showed it") { $0.photo.taken.local.description },
    .init("place", "where it was taken, if it says so") {
      $0.photo.position.flatMap { Places.nearest(to: $0) }?.description
    },
    .init("moment", "the number of its moment; none for a photo of no moment") { $0.moment?.number },
    .init("favorite", "whether it is a favourite") { $0.isFavourite },
    .init("number", "how many were looked at") { $0.progress.done },
    .init("of", "how many there are") { $0.progress.total },
  ]

  private static func isFavorite(_ new: ShownPhoto) -> String { new.isFavourite ? ", favourite" : "" }
  private static func burst(_ new: ShownPhoto) -> String? {
    new.burst.map { ", \($0.number) of a burst of \($0.count)" }
  }
  private static func count(_ field: String, _ fields: Record) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
}
