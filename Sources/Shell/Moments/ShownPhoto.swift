import Moments
import StoryScript
import Timeline

/// The photo that is shown in a review, with how far it is.
struct ShownPhoto: Sendable {
  let photo: Photo
  /// What it is known by for ever, where it was just looked at or chosen; else as its library knows it.
  let mark: PhotoMark
  /// The library's folder.
  let folder: String
  let isFavourite: Bool
  /// The moment that it belongs to.
  let moment: ShownMoment?
  /// Its number within the moment, from 1.
  let place: Int
  /// Its number within its burst, from 1, and how many those are; `nil` where it is in none.
  let burst: (number: Int, count: Int)?
  /// How many photos of the library were looked at, and how many of them in this part of the day.
  let progress: ReviewProgress
  /// How many favourites the library has.
  let favourites: Int

  /// - Parameter zone: of the session's clock.
  init(_ index: Int, as mark: PhotoMark? = nil, in album: Album, _ review: Review, at now: Instant, _ zone: Zone) {
    let walk = album.walk(review)
    photo = album.scan.photos[index]
    self.mark = mark ?? album.marks[index]
    folder = album.scan.root
    isFavourite = review.isFavourite(photo, album.marks[index])
    progress = ReviewProgress(album, review, at: now, zone)
    favourites = album.favourites(review).count
    guard let (moment, place) = walk.moment(of: index) else {
      (self.moment, self.place, burst) = (nil, 1, nil)
      return
    }
    self.moment = ShownMoment(moment, in: album, walk)
    self.place = place + 1
    let around = walk.burst(around: place, of: moment)
    burst = around.firstIndex(of: place).flatMap { around.count > 1 ? ($0 + 1, around.count) : nil }
  }

  var fullPath: String { folder.hasSuffix("/") ? folder + photo.path : "\(folder)/\(photo.path)" }

  /// As scripts see it.
  var record: Record {
    [
      "photo": .text(photo.path), "folder": .text(folder), "taken": .text(photo.taken.local.description),
      "place": (photo.position.flatMap { Places.nearest(to: $0) }?.description).value,
      "favorite": isFavourite.value, "rating": photo.metadata.rating.value,
      "moment": (moment?.number).value, "title": (moment?.title).value,
      "burst": (burst?.number).value, "bursts": (burst?.count).value,
      "number": progress.done.value, "of": progress.total.value,
    ]
  }

  /// `13:05`, or the day where no time is known.
  var time: String {
    if photo.isDatedByFile { return "no date" }
    let local = photo.taken.local
    if photo.taken.isDayOnly { return "\(local.day) \(TimeText.months[local.month - 1]) \(local.year)" }
    return TimeText.digits(local.hour, local.minute)
  }
}
