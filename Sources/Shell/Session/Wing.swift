import StoryScript
import Terminal
import Timeline

/// One subject of the shell, such as timers: everything that the session asks of it.
///
/// A newcomer implements this protocol, and a `WorldPart` for the state that `undo` and time act on. The tables have no
/// default; every hook has one that does nothing, so a small wing is short:
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
/// `Catalog.swift` lists the wings, and is the only place that names them. A wing has no state of its own: what a session
/// knows lives in its world and in `World.Aside`. What one wing needs of another is a service (`Services`), which the
/// catalog hands over.
protocol Wing: AnyObject, Sendable {
  // MARK: Tables

  /// The commands, in tables.
  var commands: [[CommandEntry]] { get }
  /// The values that a script can read, in tables.
  var states: [[StateEntry]] { get }
  /// The kinds of events that it tells, in tables.
  var events: [[EventRow]] { get }
  /// The values that `set` can change.
  var settings: [Setting] { get }

  // MARK: The life of a session

  /// The session has opened its state folder.
  func opened(_ session: Session, _ kept: World.Kept)
  /// Other sessions or devices have added to what is kept.
  func joined(_ session: Session, _ kept: World.Kept)
  /// A command of this wing has run, or `undo` and the like have put another version of the world in place.
  func settle(_ session: Session)
  /// A script is over, or a session that keeps nothing: says what is forgotten and what still waits.
  func ended(_ session: Session)
  /// The prompt is left.
  func left(_ session: Session)
  /// Errors of a script that no command of it was told, such as a post that a server refused later.
  func refusals(of session: Session) -> [Failure]

  // MARK: The world outside

  /// The time until it looks whether a server has answered: zero once an answer is there; `nil` when none is awaited.
  func nextAnswer(for session: Session) -> Duration?
  /// Receives the answers that are there.
  func receiveAnswers(_ session: Session)
  /// Whether a script waits for something that other sessions change outside the journal.
  func awaitsOthers(_ session: Session) -> Bool
  /// Looks at what other sessions have changed outside the journal.
  func lookAtOthers(_ session: Session)
  /// What plays this wing's sounds; `nil` for a wing without sounds.
  func sounds(for session: Session, ringing ring: @escaping () -> Void) -> (any Sounds)?

  // MARK: On the screen

  /// Its words at the right of the prompt; `nil` while nothing goes on.
  func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText?
  /// Its picture in the upper part of the full screen; of several wings the first that has something to show counts.
  var scene: Scene? { get }
  /// Its picture beneath the others.
  var lowerScene: Scene? { get }
  /// Restores what an earlier session was showing, where nothing else is shown.
  func resumeShowing(_ session: Session)
  /// Its field in the record that `view` gives.
  func viewed(_ session: Session) -> (name: String, record: Record)?
  /// What a page made from a recording shows of it.
  var exhibit: Exhibit? { get }
  /// Shows a value that no command has given in this wing's own way.
  /// - Returns: whether it did.
  func draws(_ value: Value, _ session: Session) -> Bool
  /// How much room the line that is being typed has left; `nil` where it has no limit, or is far from it.
  func room(of line: String, _ schema: Schema) -> StyledText?

  // MARK: Words

  /// The names of a kind, for completion; `nil` for a kind of another wing.
  func names(_ kind: NameKind, _ session: Session) -> [Candidate]?
  /// The sum of what is kept, for `sync`: "45 stars in all".
  func tally(_ session: Session) -> String?
  /// The state of what `undo` brought back, where the command's name does not say it.
  func standing(_ session: Session, _ aspects: World.Aspects, since before: World) -> String?
  /// Adds to a line about going back in time.
  func addRewound(_ session: Session, to line: inout LineWriter)
  /// What it does next by itself.
  func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)]
  /// The command that keeps something going until another command ends it; `nil` where nothing does.
  func endless(_ world: World) -> String?
  /// What time has brought since a log entry; `nil` when that is nothing to tell.
  func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> Aftermath?
  /// A last sentence of `explain` about the present.
  func lag(_ session: Session) -> String?
  /// What to do about a condition on these fields that never comes true; `nil` when it knows nothing.
  func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String?
}

extension Wing {
  func opened(_ session: Session, _ kept: World.Kept) {}
  func joined(_ session: Session, _ kept: World.Kept) {}
  func settle(_ session: Session) {}
  func ended(_ session: Session) {}
  func left(_ session: Session) {}
  func refusals(of session: Session) -> [Failure] { [] }
  func nextAnswer(for session: Session) -> Duration? { nil }
  func receiveAnswers(_ session: Session) {}
  func awaitsOthers(_ session: Session) -> Bool { false }
  func lookAtOthers(_ session: Session) {}
  func sounds(for session: Session, ringing ring: @escaping () -> Void) -> (any Sounds)? { nil }
  func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? { nil }
  var scene: Scene? { nil }
  var lowerScene: Scene? { nil }
  func resumeShowing(_ session: Session) {}
  func viewed(_ session: Session) -> (name: String, record: Record)? { nil }
  var exhibit: Exhibit? { nil }
  func draws(_ value: Value, _ session: Session) -> Bool { false }
  func room(of line: String, _ schema: Schema) -> StyledText? { nil }
  func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { nil }
  func tally(_ session: Session) -> String? { nil }
  func standing(_ session: Session, _ aspects: World.Aspects, since before: World) -> String? { nil }
  func addRewound(_ session: Session, to line: inout LineWriter) {}
  func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] { [] }
  func endless(_ world: World) -> String? { nil }
  func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> Aftermath? { nil }
  func lag(_ session: Session) -> String? { nil }
  func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String? { nil }
}

/// What plays sounds at their time.
protocol Sounds: AnyObject {
  /// The time until a sound is due; `nil` when none is.
  func delay(host: Instant) -> Duration?
  /// Plays the sounds that are due.
  func playDue(host: Instant)
  /// What went wrong since, in words.
  func takeNotices() -> [String]
}
