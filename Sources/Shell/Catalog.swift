import StoryScript
import Timeline
import Timers

/// A command together with what it does.
struct CommandEntry: Sendable {
  let command: Command
  let run: @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome
  /// How the value of a whole statement is shown to people, where the events have not said it already.
  let shows: View
  let role: Role
  /// How to take back by hand what left the session, where `undo` cannot.
  let reversal: (@Sendable (Arguments) -> String)?

  /// What a command means for the session's log and for `undo`.
  enum Role: Sendable {
    /// An input: it is logged, and `undo` takes back what it changes.
    case acts
    /// It only looks: nothing remembers it.
    case looks
    /// It moves through time or versions of the world itself: logged, and no step of its own.
    case travels
    /// It waits for the feed: logged, and nothing that could be taken back.
    case loads
  }

  enum View: Sendable {
    case nothing, value, whole, record, moments, problems, post, help, stories, explanation, machine, viewer, timer,
      timerMachine
    /// As a table, or this line when it is empty.
    case list(orElse: String)
    /// Typed lines, coloured as they were.
    case lines(orElse: String)
    /// In a way of its own.
    case drawn(@Sendable (Session, Value) -> Void)
  }

  init(
    _ command: Command, shows: View = .nothing, role: Role = .acts,
    reversal: (@Sendable (Arguments) -> String)? = nil,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome
  ) {
    self.command = command
    self.run = run
    self.shows = shows
    self.role = role
    self.reversal = reversal
  }
}

/// A readable field of the state together with how it is read. What moves by itself is a function of the instant.
struct StateEntry: Sendable {
  let field: StateField
  let read: @Sendable (Session, Instant) -> Value

  init(_ field: StateField, _ read: @escaping @Sendable (Session, Instant) -> Value) {
    self.field = field
    self.read = read
  }
}

/// The one table: every command, state field and event of the shell. The parser, help, completion and Grammar.md's lists
/// are made from it.
public enum Catalog {
  static let entries: [CommandEntry] = joined([
    storyCommands, viewCommands, gestureCommands, deckCommands, feedCommands, cacheCommands,
    timerCommands, timerMachineCommands, activityCommands, profileCommands, tutorialCommands,
    rewardCommands, pinCommands, historyCommands, statsCommands, transferCommands, syncCommands,
    photoCommands, postCommands, fileCommands,
    undoCommands, clockCommands, forkCommands, settingCommands, logCommands, generalCommands, practiceCommands,
    promptCommands,
  ])
  static let states: [StateEntry] = joined([
    storyStates, feedStates, cacheStates, timerStates, familyStates, rewardStates, pinStates, photoStates,
    outboxStates, clockStates, sessionStates,
  ])

  /// All in one list, each copied once: this runs whenever the program starts.
  private static func joined<Entry>(_ groups: [[Entry]]) -> [Entry] {
    var all: [Entry] = []
    all.reserveCapacity(groups.reduce(0) { $0 + $1.count })
    for group in groups { all += group }
    return all
  }

  // Asked for every command that runs: reading one word must not copy a whole entry.
  static let roles: [CommandEntry.Role] = entries.map(\.role)
  /// Whether a command asks for what has happened before it: to tell it, or to go back to it.
  static let needsPast: [Bool] = entries.map {
    $0.role == .travels || ["events", "explain", "watch"].contains($0.command.words[0])
  }
  /// What a command shows the tutorial, by its place in `entries`.
  static let signs: [Tutorial.Sign?] = entries.map { Tutorial.Sign(command: $0.command.name) }
  static let effects: [Command.Effect] = entries.map(\.command.effect)
  static let parameters: [[Parameter]] = entries.map(\.command.parameters)

  /// What each command does, apart from its description: a call must not copy that.
  static let runs = entries.map(\.run)

  /// What the language knows of the shell.
  public static let schema = Schema(
    commands: entries.map(\.command), states: states.map(\.field), events: EventID.allCases.map(\.kind))
}
