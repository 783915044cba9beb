import Moments
import StoryScript
import Timeline

/// The progress of a review, worded as momentum, never as a debt.
package struct ReviewProgress: Sendable {
  /// The number of the library's photos that were reviewed.
  package let done: Int
  package let total: Int
  /// The number of photos reviewed in this part of the day.
  package let lately: Int
  /// `this evening`.
  let part: String

  package init(_ album: Album, _ photos: PhotoPart, at now: Instant) {
    let tally = photos.tally(album, at: now)
    (done, total, lately) = (tally.done, album.marks.count, tally.recent)
    let part = Self.stretch(at: now, photos.zone).part
    self.part = part == .night ? "tonight" : "this \(part.rawValue)"
  }

  /// Returns the current part of the day. The hours after midnight belong to the night that began the evening before.
  static func stretch(at now: Instant, _ zone: Zone) -> (part: DayPart, stretch: Range<Instant>) {
    let offset = zone.offset(at: now)
    let local = LocalTime(microseconds: now.microseconds + offset.microseconds)
    let part = local.dayPart
    let day = local.hour < (part.hours.upperBound - 24) ? local.dayNumber - 1 : local.dayNumber
    func instant(_ hour: Int) -> Instant {
      Instant(microseconds: (Duration.days(Int64(day)) + .hours(Int64(hour)) - offset).microseconds)
    }
    return (part, instant(part.hours.lowerBound)..<instant(part.hours.upperBound))
  }

  /// `412 of 5,000, 9 this evening`, beside a picture.
  package var words: String { "\(share), \(momentum)" }
  /// The progress with the word "looked at", where nothing else says what is counted.
  package var sentence: String { "\(share) reviewed, \(momentum)" }
  private var share: String { "\(TimeText.grouped(done)) of \(TimeText.grouped(total))" }
  private var momentum: String { "\(TimeText.grouped(lately)) \(part)" }
}

/// The moment in review.
package struct ShownMoment: Sendable {
  /// Its index among the album's moments, from 0; after the last one for photos without a moment.
  let index: Int
  /// The number of moments.
  package let count: Int
  /// `Thursday afternoon, Lisbon`.
  package let title: String
  /// Its first day, if it has one: `Thu 2 Oct 2025`.
  package let day: String?
  package let photos: Int
  /// The number of its photos that were not reviewed.
  package let left: Int

  init(_ moment: Int, in album: Album, _ walk: ReviewWalk) {
    index = moment
    count = album.moments.count
    photos = walk.photos(of: moment).count
    left = walk.left(in: moment)
    guard album.moments.indices.contains(moment) else {
      (title, day) = ("photos without a moment", nil)
      return
    }
    let start = album.moments[moment].start
    title = album.moments[moment].title(at: album.places[moment])
    day = "\(TimeText.weekdays[start.weekday]) \(start.day) \(TimeText.months[start.month - 1]) \(start.year)"
  }

  /// Its number in the table of moments; `nil` for photos without a moment.
  package var number: Int? { index < count ? index + 1 : nil }
}

/// The shown photo of a review, with the progress.
package struct ShownPhoto: Sendable {
  package let photo: Photo
  /// The photo's permanent mark if it was just shown or chosen; otherwise its mark in the album.
  let mark: PhotoMark
  /// The library's folder.
  package let folder: String
  package let isFavourite: Bool
  /// The moment that contains the photo.
  package let moment: ShownMoment?
  /// Its number within the moment, from 1.
  package let place: Int
  /// Its number within its burst, from 1, and the burst's length; `nil` if it is in no burst.
  package let burst: (number: Int, count: Int)?
  /// The numbers of photos reviewed in the library and in this part of the day.
  package let progress: ReviewProgress
  /// The number of favourites in the library.
  package let favourites: Int

  /// - Parameter photos: the part of the world with the review of this album.
  init(_ index: Int, as mark: PhotoMark? = nil, in album: Album, _ photos: PhotoPart, at now: Instant) {
    let walk = photos.walk(album)
    photo = album.scan.photos[index]
    self.mark = mark ?? album.marks[index]
    folder = album.scan.root
    isFavourite = photos.review.isFavourite(photo, album.marks[index])
    progress = ReviewProgress(album, photos, at: now)
    favourites = photos.tally(album).favourites
    guard let (moment, place) = walk.moment(of: index) else {
      (self.moment, self.place, burst) = (nil, 1, nil)
      return
    }
    self.moment = ShownMoment(moment, in: album, walk)
    self.place = place + 1
    let around = walk.burst(around: place, of: moment)
    burst = around.firstIndex(of: place).flatMap { around.count > 1 ? ($0 + 1, around.count) : nil }
  }

  package var fullPath: String { folder.hasSuffix("/") ? folder + photo.path : "\(folder)/\(photo.path)" }

  /// The photo as a record for scripts.
  package var record: Record {
    [
      "photo": .text(photo.path), "folder": .text(folder), "taken": .text(photo.taken.local.description),
      "place": (photo.position.flatMap { Places.nearest(to: $0) }?.description).value,
      "favorite": isFavourite.value, "rating": photo.metadata.rating.value,
      "moment": (moment?.number).value, "title": (moment?.title).value,
      "burst": (burst?.number).value, "bursts": (burst?.count).value,
      "number": progress.done.value, "of": progress.total.value,
    ]
  }

  /// `13:05`, or the day if the time is unknown.
  package var time: String {
    if photo.isDatedByFile { return "no date" }
    let local = photo.taken.local
    if photo.taken.isDayOnly { return "\(local.day) \(TimeText.months[local.month - 1]) \(local.year)" }
    return TimeText.digits(local.hour, local.minute)
  }
}
