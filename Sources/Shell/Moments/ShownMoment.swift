import Moments
import StoryScript
import Timeline

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
