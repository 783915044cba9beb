import Moments
import StoryScript
import Timeline

/// How far a review is: as momentum, never as a debt.
struct ReviewProgress: Sendable {
  /// How many photos of the library were looked at.
  let done: Int
  let total: Int
  /// How many of these were looked at in this part of the day.
  let lately: Int
  /// `this evening`.
  let part: String

  /// - Parameter zone: of the session's clock.
  init(_ album: Album, _ review: Review, at now: Instant, _ zone: Zone) {
    let offset = zone.offset(at: now)
    done = review.count(of: album.marks)
    total = album.marks.count
    let here = Self.part(of: now, offset)
    // Newest first, so that only those of today are looked at.
    let recent = review.looks.count - review.looks.reversed().prefix { Self.part(of: $0.at, offset) == here }.count
    lately =
      review.hasLooks
      ? album.marks.count { photo in
        if let place = review.place(of: photo) { return place >= recent }
        return review.otherLook(at: photo).map { Self.part(of: $0, offset) == here } ?? false
      } : 0
    part = here.part == .night ? "tonight" : "this \(here.part.rawValue)"
  }

  private struct Part: Equatable {
    let day: Int
    let part: DayPart
  }

  /// The small hours belong to the night that began the evening before.
  private static func part(of instant: Instant, _ offset: Duration) -> Part {
    let local = LocalTime(microseconds: instant.microseconds + offset.microseconds)
    return Part(day: local.hour < 5 ? local.dayNumber - 1 : local.dayNumber, part: local.dayPart)
  }

  /// `412 of 5,000, 9 this evening`, beside a picture.
  var words: String { "\(share), \(momentum)" }
  /// The same where nothing else says what is counted.
  var sentence: String { "\(share) looked at, \(momentum)" }
  private var share: String { "\(TimeText.grouped(done)) of \(TimeText.grouped(total))" }
  private var momentum: String { "\(TimeText.grouped(lately)) \(part)" }
}

/// The moment that is gone through.
struct ShownMoment: Sendable {
  /// Its place among the album's moments, from 0; behind them what belongs to none.
  let index: Int
  /// How many moments there are.
  let count: Int
  /// `Thursday afternoon, Lisbon`.
  let title: String
  /// Its first day, where it has one: `Thu 2 Oct 2025`.
  let day: String?
  let photos: Int
  /// How many of them were not looked at.
  let left: Int

  init(_ moment: Int, in album: Album, _ walk: ReviewWalk) {
    index = moment
    count = album.moments.count
    photos = walk.photos(of: moment).count
    left = walk.left(in: moment)
    guard album.moments.indices.contains(moment) else {
      (title, day) = ("photos of no moment", nil)
      return
    }
    let start = album.moments[moment].start
    title = album.moments[moment].title(at: album.places[moment])
    day = "\(TimeText.weekdays[start.weekday]) \(start.day) \(TimeText.months[start.month - 1]) \(start.year)"
  }

  /// Its number as the table of moments has it; `nil` for what belongs to none.
  var number: Int? { index < count ? index + 1 : nil }
}

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
