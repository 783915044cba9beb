import Moments
import System
import Timeline

/// A value that is made when it is first needed, on any thread.
final class Once<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value?

  func value(_ make: () -> Value) -> Value {
    lock.holding {
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }
}

/// The counts of a review in the photos that were read: made when they are first needed, since that takes as long as
/// the library is large, and then kept up by each step.
final class ReviewCounts: @unchecked Sendable {
  private let lock = Lock()
  private var tally: ReviewTally?

  init(_ tally: ReviewTally? = nil) { self.tally = tally }

  /// - Parameter stretch: the stretch of time in which views count as recent; `nil` if they are not needed.
  func tally(_ album: Album, _ review: Review, recentIn stretch: Range<Instant>?) -> ReviewTally {
    lock.holding {
      var tally = self.tally ?? ReviewTally(album.library, review, stretch: stretch)
      if let stretch { tally.recount(in: stretch, album.library, review) }
      self.tally = tally
      return tally
    }
  }
}
