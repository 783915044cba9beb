import SessionState
import StoryScript
import TerminalText
import Timeline

/// Passes the events of the world to the wings that report them. The catalog provides it, since it alone knows them all.
package protocol EventDispatcher: AnyObject, Sendable {
  /// Reports an event to the log, as a line or JSON, and to handlers.
  /// - Parameter isNew: whether the event changed anything.
  func report(_ event: World.Event, in session: Session, isNew: Bool)
  /// Carries out an event's effects outside the world, after the event was reported.
  func follow(_ event: World.Event, in session: Session)
  /// Returns the fields of an event that the log kept as a value, long after the event happened.
  func record(_ logged: World.Logged, in session: Session, at instant: Instant) -> (row: EventRow, fields: Record)?
  /// Returns the sentence of a logged event; `nil` for an event that has none.
  func sentence(_ logged: World.Logged, in session: Session, at instant: Instant) -> StyledText?
  /// Returns the reasons for a logged event, for `explain`.
  func reasons(for logged: World.Logged, _ why: Reasoning, at instant: Instant) -> [String]
}
