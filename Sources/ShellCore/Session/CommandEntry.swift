import StoryScript
import Timeline

/// A command together with its action.
///
///     let entry = CommandEntry(
///       "tea status", summary: "shows the tea", examples: [.init("expect (tea status) == 3m", "the time left")],
///       searchWords: ["brew"], in: .timers, role: .looks
///     ) { (session, _) throws(Failure) in .value(.duration(try session.present() - session.clock.start)) }
package struct CommandEntry: Sendable {
  package let command: Command
  /// The heading under which `help` lists the command.
  let group: HelpGroup
  package let role: Role
  /// `true` if the command needs the session's past: to show it, or to go back to it.
  package let needsPast: Bool
  /// The way to show a statement's value to the user, unless events have already shown it.
  let shows: View
  /// The words of `explain` if the command had no effect: the end of "`skip 1m` …".
  let idle: String?
  /// Returns the way to revert by hand the effects outside the session, if `undo` cannot.
  let reversal: (@Sendable (Arguments) -> String)?
  let run: @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome

  /// The command's meaning for the session's log and for `undo`.
  package enum Role: Sendable {
    /// An input: it is logged, and `undo` takes back its changes.
    case acts
    /// The command only reads; it is not logged.
    case looks
    /// The command moves through time or versions of the world: it is logged, but is not a step of its own.
    case travels
    /// The command waits for the feed: it is logged, but has nothing to take back.
    case loads
  }

  package enum View: Sendable {
    case nothing
    /// As `print` writes the value; a list of records becomes a table.
    case value
    /// As `value`, but without shortening a long list.
    case whole
    /// As a table, or this line if the table is empty.
    /// - Parameter toSeconds: whether instants and lengths are shown only to the second; the value keeps them
    ///   exactly.
    case list(orElse: String, toSeconds: Bool = false)
    /// With a custom drawing.
    case drawn(@Sendable (Session, Value) -> Void)
  }

  /// Creates a command with everything about it, in one list of arguments.
  package init(
    _ words: String, _ parameters: [Parameter] = [], summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Command.Example],
    searchWords: @autoclosure @escaping @Sendable () -> [String] = [], advancesClock: Bool = false,
    effect: Command.Effect = .none,
    gives fields: @autoclosure @escaping @Sendable () -> [ResultField] = [],
    givesRows rows: @autoclosure @escaping @Sendable () -> [ResultField] = [], in group: HelpGroup,
    shows: View = .nothing, role: Role = .acts, needsPast: Bool = false,
    idle: String? = nil, reversal: (@Sendable (Arguments) -> String)? = nil,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> CommandOutcome
  ) {
    command = Command(
      words, parameters, summary: summary, details: details(), examples: examples(), searchWords: searchWords(),
      advancesClock: advancesClock, effect: effect, gives: fields(), givesRows: rows())
    self.group = group
    self.role = role
    self.needsPast = needsPast || role == .travels
    self.shows = shows
    self.idle = idle
    self.reversal = reversal
    self.run = run
  }

  /// Returns an alias with a shorter name: `timer` is `timer status`.
  package func called(_ words: String) -> CommandEntry {
    let command = command
    return CommandEntry(
      words, command.parameters, summary: "does the same as `\(command.name)`",
      examples: command.examples.map { .init($0.script.replacing(command.name, with: words), $0.meaning) },
      searchWords: command.searchWords, effect: command.effect, gives: command.fields, givesRows: command.rows,
      in: group, shows: shows, role: role, needsPast: needsPast, run: run)
  }

  /// Returns this command, except that with an argument it runs another wing's command of that name.
  package func replacedWhenGiven(_ other: CommandEntry, of wing: any Wing) -> CommandEntry {
    let theirs = other.command
    return replaced(by: other, of: wing, theirs.parameters, theirs.summary, theirs.details) { _, arguments in
      arguments.count > 0 && arguments.has(0)
    }
  }

  /// Returns this command, except that in some states it runs another wing's command of that name, with the same
  /// arguments.
  package func replaced(
    while isOther: @escaping @Sendable (Session) -> Bool, by other: CommandEntry, of wing: any Wing
  ) -> CommandEntry {
    let (mine, theirs) = (command, other.command)
    return replaced(
      by: other, of: wing, mine.parameters, mine.summary,
      [mine.details, theirs.details].filter { !$0.isEmpty }.joined(separator: " ")
    ) { session, _ in isOther(session) }
  }

  private func replaced(
    by other: CommandEntry, of wing: any Wing, _ parameters: [Parameter], _ summary: String,
    _ details: @autoclosure @escaping @Sendable () -> String,
    when isOther: @escaping @Sendable (Session, Arguments) -> Bool
  ) -> CommandEntry {
    let (mine, theirs) = (command, other.command)
    return CommandEntry(
      mine.name, parameters, summary: summary, details: details(), examples: mine.examples + theirs.examples,
      searchWords: mine.searchWords + theirs.searchWords, advancesClock: mine.advancesClock || theirs.advancesClock,
      effect: theirs.effect, in: group, shows: shows, role: role, needsPast: needsPast, idle: idle, reversal: reversal
    ) { [run] (session, arguments) throws(Failure) in
      guard isOther(session, arguments) else { return try run(session, arguments) }
      let outcome = try other.run(session, arguments)
      wing.settle(session)
      return outcome
    }
  }

  /// Creates a command that performs an action and has no value.
  package init(
    _ words: String, _ parameters: [Parameter] = [], summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Command.Example],
    searchWords: @autoclosure @escaping @Sendable () -> [String] = [], effect: Command.Effect = .none,
    in group: HelpGroup, role: Role = .acts,
    needsPast: Bool = false, idle: String? = nil, reversal: (@Sendable (Arguments) -> String)? = nil,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> Void
  ) {
    self.init(
      words, parameters, summary: summary, details: details(), examples: examples(), searchWords: searchWords(),
      effect: effect, in: group, role: role, needsPast: needsPast, idle: idle, reversal: reversal
    ) { (session, arguments) throws(Failure) in
      try run(session, arguments)
      return .value(.none)
    }
  }
}
