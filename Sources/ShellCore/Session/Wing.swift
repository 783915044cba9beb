import Journal
import SessionState
import StoryScript
import TerminalText
import Timeline

/// One subject of the shell, such as timers, as the session uses it.
///
/// A new subject implements this protocol, and a `WorldPart` for the state that `undo` and time act on. The tables
/// have no default; every hook has one that does nothing, so a small wing is short:
///
///     final class TeaWing: Wing {
///       let commands = [TeaCommands.entries]
///       let states = [TeaCommands.states]
///       let events = [TeaEvents.all]
///       let settings: [Setting] = []
///       func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
///         world.tea.isBrewing ? StyledText("tea") : nil
///       }
///     }
///
/// `Catalog.swift` lists the wings, and is the only place that names them. A wing has no state of its own: a
/// session's state is in its world and in `World.Resources`. A wing reaches another one through a service (`Services`),
/// which the catalog provides.
package protocol Wing: AnyObject, Sendable {
  // MARK: Tables

  /// The commands, in tables.
  var commands: [[CommandEntry]] { get }
  /// The values that a script can read, in tables.
  var states: [[StateEntry]] { get }
  /// The kinds of events that the wing reports, in tables.
  var events: [[EventRow]] { get }
  /// The values that `set` can change.
  var settings: [Setting] { get }

  // MARK: The life of a session

  /// Called when the session opens its state folder, before the saved events are adopted: opens the wing's own files
  /// there.
  /// - Parameter note: receives findings in these files.
  func open(_ folder: String, _ session: Session, note: @escaping (String) -> Void)
  /// Assigns the folder's numbers to saved items that users name by number.
  func number(_ kept: inout World.Persisted, _ session: Session)
  /// Called when the session has opened its state folder.
  func opened(_ session: Session, _ kept: World.Persisted)
  /// Called when other sessions or devices have added to the saved events.
  func joined(_ session: Session, _ kept: World.Persisted, since before: World.Ledger)
  /// Returns whether an event of another device, which came since `before`, changed something that is not part of the
  /// snapshot; `nil` for the events of other wings and of the snapshot.
  func countsOutsideSnapshot(
    _ saved: Journal.SavedEvent, _ session: Session, since before: World, _ past: World.Ledger
  ) -> Bool?
  /// Called when the session practises within another one: uses those of the other one's resources that must be the
  /// same, such as its sound.
  func share(_ resources: World.Resources, with session: Session)
  /// Called when a command of this wing has run, or when `undo` or a similar command has replaced the world.
  func settle(_ session: Session)
  /// Called before `undo`, `redo` or `rewind` replaces the world: refuses changes that only the PIN allows.
  /// - Parameters:
  ///   - pin: the PIN, if it was given.
  ///   - way: the command with the PIN.
  func allowsReplacing(
    _ session: Session, from before: World, to after: World, pin: String?, _ way: String
  ) throws(Failure)
  /// Called at the end of a script or of a session that saves nothing: reports the data that is lost and the work that
  /// still waits.
  func ended(_ session: Session)
  /// Called when a session ends and everything is saved.
  func saved(_ session: Session)
  /// Called when the prompt is left.
  func left(_ session: Session)
  /// Returns errors that no command of the script reported, such as a post that a server refused later.
  func refusals(of session: Session) -> [Failure]

  // MARK: The world outside

  /// Returns the time until the next check for a server's answer: zero once an answer has arrived; `nil` if none is
  /// expected.
  func nextAnswer(for session: Session) -> Duration?
  /// Receives the answers that have arrived.
  func receiveAnswers(_ session: Session)
  /// Returns `true` if a script waits for something that other sessions change outside the journal.
  func awaitsOthers(_ session: Session) -> Bool
  /// Reads other sessions' changes outside the journal.
  func readOtherSessions(_ session: Session)
  /// Returns the player of this wing's sounds; `nil` for a wing without sounds.
  func sounds(for session: Session, ringing ring: @escaping () -> Void) -> (any Sounds)?

  // MARK: On the screen

  /// Returns the wing's words at the right of the prompt; `nil` if nothing is in progress.
  func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText?
  /// The wing's picture in the upper part of the full screen; the first wing with something to show counts.
  var watchView: WatchView? { get }
  /// The wing's picture beneath the others.
  var lowerWatchView: WatchView? { get }
  /// Restores the display of an earlier session, if nothing else is shown.
  func resumeShowing(_ session: Session)
  /// Returns the wing's field in the record that `view` returns.
  func viewed(_ session: Session) -> (name: String, record: Record)?
  /// The wing's part of a page made from a recording.
  var pageModel: PageModel? { get }
  /// Shows a value that no command returned, in this wing's own way.
  /// - Returns: `true` if it did.
  func draws(_ value: Value, _ session: Session) -> Bool
  /// Returns the room left in the line that is being typed; `nil` if it has no limit, or is far from it.
  func room(of line: String, _ schema: Schema) -> StyledText?

  // MARK: Words

  /// Returns the names of a kind, for completion; `nil` for a kind of another wing.
  func names(_ kind: NameKind, _ session: Session) -> [Candidate]?
  /// Returns the total of the saved data, for `sync`: "45 stars in all".
  func tally(_ session: Session) -> String?
  /// Returns the state of the part that `undo` restored, if the command's name does not say it.
  func stateWords(_ session: Session, _ aspects: World.Aspects, since before: World) -> String?
  /// Adds the wing's words to a line about going back in time.
  func addRewound(_ session: Session, to line: inout LineWriter)
  /// Returns what `sync` says about changes by other devices that its counts do not show.
  func notesAfterSync(_ session: Session, since before: World.Ledger) -> [String]
  /// Returns `true` if an event only shows that something plays, so that it is not reported while a lesson is on top.
  func plays(_ event: String) -> Bool
  /// Returns the wing's next automatic events.
  func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)]
  /// Returns the command that keeps something running until another command ends it; `nil` if there is none.
  func endless(_ world: World) -> String?
  /// Returns the effects of time since a log entry; `nil` for none.
  func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp?
  /// Returns a last sentence of `explain` about the present.
  func lag(_ session: Session) -> String?
  /// Returns advice for a condition on these fields that never becomes true; `nil` if the wing has none.
  func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String?
}

extension Wing {
  package func open(_ folder: String, _ session: Session, note: @escaping (String) -> Void) {}
  package func number(_ kept: inout World.Persisted, _ session: Session) {}
  package func opened(_ session: Session, _ kept: World.Persisted) {}
  package func share(_ resources: World.Resources, with session: Session) {}
  package func joined(_ session: Session, _ kept: World.Persisted, since before: World.Ledger) {}
  package func countsOutsideSnapshot(
    _ saved: Journal.SavedEvent, _ session: Session, since before: World, _ past: World.Ledger
  ) -> Bool? {
    nil
  }
  package func allowsReplacing(
    _ session: Session, from before: World, to after: World, pin: String?, _ way: String
  ) throws(Failure) {}
  package func settle(_ session: Session) {}
  package func plays(_ event: String) -> Bool { false }
  package func ended(_ session: Session) {}
  package func saved(_ session: Session) {}
  package func left(_ session: Session) {}
  package func refusals(of session: Session) -> [Failure] { [] }
  package func nextAnswer(for session: Session) -> Duration? { nil }
  package func receiveAnswers(_ session: Session) {}
  package func awaitsOthers(_ session: Session) -> Bool { false }
  package func readOtherSessions(_ session: Session) {}
  package func sounds(for session: Session, ringing ring: @escaping () -> Void) -> (any Sounds)? { nil }
  package func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? { nil }
  package var watchView: WatchView? { nil }
  package var lowerWatchView: WatchView? { nil }
  package func resumeShowing(_ session: Session) {}
  package func viewed(_ session: Session) -> (name: String, record: Record)? { nil }
  package var pageModel: PageModel? { nil }
  package func draws(_ value: Value, _ session: Session) -> Bool { false }
  package func room(of line: String, _ schema: Schema) -> StyledText? { nil }
  package func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { nil }
  package func tally(_ session: Session) -> String? { nil }
  package func stateWords(_ session: Session, _ aspects: World.Aspects, since before: World) -> String? { nil }
  package func addRewound(_ session: Session, to line: inout LineWriter) {}
  package func notesAfterSync(_ session: Session, since before: World.Ledger) -> [String] { [] }
  package func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] { [] }
  package func endless(_ world: World) -> String? { nil }
  package func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? { nil }
  package func lag(_ session: Session) -> String? { nil }
  package func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String? { nil }
}

/// A player of sounds at their times.
package protocol Sounds: AnyObject {
  /// Returns the time until a sound is due; `nil` if there is none.
  func delay(host: Instant) -> Duration?
  /// Plays the sounds that are due.
  func playDue(host: Instant)
  /// Returns the problems since the last call, in words.
  func drainNotices() -> [String]
}
