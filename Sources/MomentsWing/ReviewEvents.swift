import Moments
import SessionState
import ShellCore
import StoryScript
import Timeline

/// The events of a review.
enum ReviewEvents {
  static let all = [opened.row, reviewed.row, shown.row, favorited.row, unfavorited.row]

  static let opened = EventEntry<ShownMoment>(
    "review.moment", "the review moved to another moment",
    fields: [
      .init("moment", "the moment's number; none for photos without a moment") { $0.number },
      .init("title", "the moment's time and place") { $0.title },
      .init("photos", "the number of photos in the moment") { $0.photos },
      .init("left", "the number of the moment's photos that are not yet reviewed") { $0.left },
    ],
    says: { line, new, _ in
      let photos = TimeText.count(new.photos, "photo")
      guard let number = new.number else { return line.write(.starts, new.title, ": ", photos) }
      line.write(
        .starts, "moment \(number) of \(new.count): ", new.title, new.day.map { ", \($0)" }, ", ", photos)
    },
    reason: { fields, _ in
      [
        "The moments most worth reviewing come first: large ones, those with a place, and those from this time a year ago. Moments with a favourite come last. This moment has \(TimeText.count(fields["left"]?.number.map { Int($0) } ?? 0, "photo")) left."
      ]
    })

  static let reviewed = EventEntry<ShownPhoto>(
    "photo.reviewed", "a photo was reviewed", lasts: true, fields: fields,
    says: { line, new, _ in
      line.write(
        .next, Styled(new.photo.path, .path), isFavorite(new), ", \(new.time)", burst(new), ": ", new.progress.sentence
      )
    },
    reason: { fields, _ in
      let (done, of) = (count("number", fields), count("of", fields))
      return [
        "Each shown photo counts as reviewed and leaves its moment. Reviewed so far: \(done) of \(of)."
      ]
    })

  static let shown = EventEntry<ShownPhoto>(
    "photo.shown", "a photo was shown again", fields: fields,
    says: { line, new, _ in
      line.write(
        .note, Styled(new.photo.path, .path), isFavorite(new), ", \(new.time)", burst(new), ": ", new.progress.sentence
      )
    },
    reason: { _, _ in ["The photo was reviewed before, so the number of reviewed photos does not change."] })

  static let favorited = EventEntry<ShownPhoto>(
    "photo.favorited", "a photo became a favourite", lasts: true, fields: fields,
    says: { line, new, _ in
      line.write(
        .liked, style: .error, Styled(new.photo.path, .path), " is a favourite, ",
        "\(TimeText.grouped(new.favourites)) so far")
    },
    reason: { _, _ in ["The photo itself is not changed; `favorites export` exports the favourites for other programs."]
    })

  static let unfavorited = EventEntry<ShownPhoto>(
    "photo.unfavorited", "a photo is no longer a favourite", lasts: true, fields: fields,
    says: { line, new, _ in line.write(.note, Styled(new.photo.path, .path), " is no longer a favourite") },
    reason: { _, _ in ["The photo itself is not changed, and the stars in its file no longer count."] })

  private static let fields: [EventField<ShownPhoto>] = [
    .init("photo", "the photo's path in the library") { $0.photo.path },
    .init("folder", "the library's folder") { $0.folder },
    .init("taken", "the local time when the photo was taken, as corrected by `photos clock`") {
      $0.photo.taken.local.description
    },
    .init("place", "the place where the photo was taken, if known") {
      $0.photo.position.flatMap { Places.nearest(to: $0) }?.description
    },
    .init("moment", "the number of the photo's moment; none without a moment") { $0.moment?.number },
    .init("favorite", "`true` if the photo is a favourite") { $0.isFavourite },
    .init("number", "the number of reviewed photos") { $0.progress.done },
    .init("of", "the total number of photos") { $0.progress.total },
  ]

  private static func isFavorite(_ new: ShownPhoto) -> String { new.isFavourite ? ", favourite" : "" }
  private static func burst(_ new: ShownPhoto) -> String? {
    new.burst.map { ", \($0.number) of a burst of \($0.count)" }
  }
  private static func count(_ field: String, _ fields: Record) -> Int { fields[field]?.number.map { Int($0) } ?? 0 }
}
