import StoryScript
import Timeline

/// A command together with what it does.
struct CommandEntry: Sendable {
  let command: Command
  /// Under which heading `help` lists it.
  let group: HelpGroup
  let role: Role
  /// Whether it asks for what has happened before it: to tell it, or to go back to it.
  let asksPast: Bool
  /// The way in which the value of a whole statement is shown to people, where the events have not said it already.
  let shows: View
  /// The words of `explain` when nothing came of it: the end of "`skip 1m` …".
  let idle: String?
  /// The way to take back by hand what left the session, where `undo` cannot.
  let reversal: (@Sendable (Arguments) -> String)?
  let run: @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome

  /// A command's meaning for the session's log and for `undo`.
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
    case nothing
    /// As `print` writes it, a list of records as a table.
    case value
    /// The same without leaving anything out of a long list.
    case whole
    /// As a table, or this line when it is empty.
    /// - Parameter toSeconds: whether instants and lengths are of interest to the second only; the value holds them as they are.
    case list(orElse: String, toSeconds: Bool = false)
    /// In a way of its own.
    case drawn(@Sendable (Session, Value) -> Void)
  }

  /// A command and all about it, in one list.
  init(
    _ words: String, _ parameters: [Parameter] = [], summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Command.Example],
    searchWords: @autoclosure @escaping @Sendable () -> [String] = [], takesTime: Bool = false,
    effect: Command.Effect = .none,
    gives fields: @autoclosure @escaping @Sendable () -> [String] = [], in group: HelpGroup,
    shows: View = .nothing, role: Role = .acts, asksPast: Bool = false,
    idle: String? = nil, reversal: (@Sendable (Arguments) -> String)? = nil,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome
  ) {
    command = Command(
      words, parameters, summary: summary, details: details(), examples: examples(), searchWords: searchWords(),
      takesTime: takesTime, effect: effect, gives: fields())
    self.group = group
    self.role = role
    self.asksPast = asksPast || role == .travels
    self.shows = shows
    self.idle = idle
    self.reversal = reversal
    self.run = run
  }

  /// The same under a shorter name: `timer` is `timer status`.
  func called(_ words: String) -> CommandEntry {
    let command = command
    return CommandEntry(
      words, command.parameters, summary: "the same as `\(command.name)`",
      examples: command.examples.map { .init($0.script.replacing(command.name, with: words), $0.meaning) },
      searchWords: command.searchWords, effect: command.effect, gives: command.fields, in: group, shows: shows,
      role: role, asksPast: asksPast, run: run)
  }

  /// This command, but for when it is given something: then it is another wing's command of that name.
  func orGiven(_ other: CommandEntry, of wing: any Wing) -> CommandEntry {
    let (mine, theirs) = (command, other.command)
    return CommandEntry(
      mine.name, theirs.parameters, summary: theirs.summary, details: theirs.details,
      examples: mine.examples + theirs.examples, searchWords: mine.searchWords + theirs.searchWords,
      takesTime: mine.takesTime || theirs.takesTime, effect: theirs.effect, in: group, shows: shows, role: role,
      asksPast: asksPast, idle: idle, reversal: reversal
    ) { [run] (session, arguments) throws(Failure) in
      guard arguments.count > 0, arguments.has(0) else { return try run(session, arguments) }
      let outcome = try other.run(session, arguments)
      wing.settle(session)
      return outcome
    }
  }

  /// The same for one that does something and has no value.
  init(
    _ words: String, _ parameters: [Parameter] = [], summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Command.Example],
    searchWords: @autoclosure @escaping @Sendable () -> [String] = [], effect: Command.Effect = .none,
    in group: HelpGroup, role: Role = .acts,
    asksPast: Bool = false, idle: String? = nil, reversal: (@Sendable (Arguments) -> String)? = nil,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> Void
  ) {
    self.init(
      words, parameters, summary: summary, details: details(), examples: examples(), searchWords: searchWords(),
      effect: effect, in: group, role: role, asksPast: asksPast, idle: idle, reversal: reversal
    ) { (session, arguments) throws(Failure) in
      try run(session, arguments)
      return .value(.none)
    }
  }
}
