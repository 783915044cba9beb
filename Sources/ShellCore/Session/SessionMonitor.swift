import StoryScript
import Timeline

/// A debugger, as the session that it follows sees it. It may hold the session in each of these calls.
package protocol SessionMonitor: AnyObject {
  /// `true` if the session should stop at the next opportunity; nothing holds it on the way.
  var isAbandoned: Bool { get }
  /// Called when a statement begins.
  /// - Throws: to stop the script.
  func statementBegins(_ range: SourceRange, _ source: Source) throws(Failure)
  /// Called when an event was reported, before its handlers run.
  /// - Parameter fields: returns the names and values of the event's fields.
  func eventHappened(_ event: String, fields: () -> [(name: String, value: Value)])
  /// Called when an error occurs, before it leaves its statement.
  func fails(_ problem: Problem, isCaught: Bool)
  /// Returns the next instant at which the clock should be held; `nil` if there is none.
  func nextInstant(after instant: Instant) -> Instant?
  /// Called when the clock is at such an instant and everything due by then has happened.
  func clockReached(_ instant: Instant)
  /// Runs a command that changes something outside the session, such as a file, or repeats its result.
  func outside(_ command: () throws(Failure) -> CommandOutcome) throws(Failure) -> CommandOutcome
  /// Called now and then during long work.
  func flushPending()
}
