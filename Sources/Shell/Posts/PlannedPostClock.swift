import Bluesky
import Timeline

/// The decision whether a planned post is due. A clock that is ahead must not publish it weeks early: once published,
/// it cannot be called back.
///
/// The server's clock decides. If the server does not say its time, the system clock counts, unless it was set forward
/// since the last session.
struct PlannedPostClock {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// A smaller difference between two clocks is ordinary.
  private static let tolerance = Duration.minutes(5)

  /// Returns the reason why a planned post is not sent yet, and when it is due by this session's clock, if that is
  /// known; `nil` if it may be sent.
  func doubt(about number: Int) -> (words: String, due: Instant?)? {
    guard let planned = session.world.posts.outbox[number]?.planned else { return nil }
    if let lead = session.resources.posts.clockLead {
      let early = planned - (max(session.now, session.livePresent) - lead)
      guard early > Self.tolerance else { return nil }
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
}
