import Bluesky
import SessionState
import ShellCore
import Timeline

/// The check of the system clock for posts: a clock that is ahead must not publish a planned post weeks early, nor date
/// any post weeks ahead. A published post cannot be recalled.
///
/// The server's clock decides. If the server does not say its time, the system clock counts, unless it was set forward
/// since the last session.
struct PostClock {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// A smaller difference between two clocks is ordinary.
  private static let tolerance = Duration.minutes(5)
  /// A post that was written at most this long ago was dated by the clock that is running now.
  private static let recent = Duration.hours(1)

  private static func isOrdinary(_ difference: Duration) -> Bool {
    difference <= tolerance && difference >= .zero - tolerance
  }

  private var present: Instant { max(session.now, session.livePresent) }

  /// `true` if the clock was set since the last session, and no server has told its time yet: it is asked first.
  var isInDoubt: Bool {
    session.resources.posts.clockLead == nil && session.persistence.map { $0.clockShift != .zero } ?? false
  }

  /// Returns the reason why a planned post is not sent yet, and when it is due by this session's clock, if that is
  /// known; `nil` if it may be sent.
  func doubt(about number: Int) -> (words: String, due: Instant?)? {
    guard let planned = session.world.posts.outbox[number]?.planned else { return nil }
    if let lead = session.resources.posts.clockLead {
      let early = planned - (present - lead)
      // Of two clocks that differ, the server's is right to the second.
      guard early > (Self.isOrdinary(lead) ? Self.tolerance : .seconds(1)) else { return nil }
      return (
        "the system clock is \(TimeText.length(lead)) ahead of the server's clock: set it, or publish the post "
          + "now with `outbox send \(number)`", planned + lead
      )
    }
    guard let shift = session.persistence?.clockShift, shift > .zero else { return nil }
    return (
      "the system clock has been set forward by \(TimeText.length(shift)) since the last session: if it is right, use "
        + "`clock confirm`", nil
    )
  }

  /// Returns the date for the record of a post whose own date is wrong, as the server's clock shows; `nil` if nothing
  /// shows that its date is wrong.
  ///
  /// A post that was just written has the error of the running clock. An older one may have been written while the clock
  /// was right, but not later than now.
  func date(of number: Int) -> Instant? {
    guard let lead = session.resources.posts.clockLead, !Self.isOrdinary(lead),
      let entry = session.world.posts.outbox[number]
    else { return nil }
    let (created, right) = (entry.post.created, present - lead)
    let isRecent = created <= present && present - created <= Self.recent
    let date = min(isRecent ? created - lead : created, right)
    guard let planned = entry.planned else { return date == created ? nil : date }
    // A planned post has the time for which it was planned, unless it is sent earlier by hand.
    let shown = min(max(date, planned), right)
    return shown == max(created, planned) ? nil : shown
  }
}
