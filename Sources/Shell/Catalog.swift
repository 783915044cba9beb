import StoryScript
import Timeline

/// A command together with what it does.
struct CommandEntry: Sendable {
  let command: Command
  let run: @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome
  /// How the value of a whole statement is shown to people, where the events have not said it already.
  let shows: View

  enum View: Sendable {
    case nothing, value, whole, record, moments, problems, post, help
    /// As a table, or this line when it is empty.
    case list(orElse: String)
    /// Typed lines, coloured as they were.
    case lines(orElse: String)
  }

  init(
    _ command: Command, shows: View = .nothing,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome
  ) {
    self.command = command
    self.run = run
    self.shows = shows
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
  static let entries: [CommandEntry] =
    storyCommands + gestureCommands + timerCommands + photoCommands + postCommands + fileCommands + generalCommands
    + practiceCommands + promptCommands
  static let states: [StateEntry] = storyStates + timerStates + photoStates + outboxStates + clockStates

  /// What each command does, apart from its description: a call must not copy that.
  static let runs = entries.map(\.run)

  /// What the language knows of the shell.
  public static let schema = Schema(
    commands: entries.map(\.command), states: states.map(\.field), events: EventID.allCases.map(\.kind))
}
