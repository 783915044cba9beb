import Moments
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
