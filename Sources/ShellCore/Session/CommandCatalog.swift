import SessionState
import StoryScript
import TerminalText
import Timeline

/// The tables and wings of a session, passed to its initialiser.
///
/// The parser, help, completion and Grammar.md's lists are generated from the tables.
public final class CommandCatalog: Sendable {
  /// The shell's schema for the language.
  public let schema: Schema
  package let entries: [CommandEntry]
  package let states: [StateEntry]
  /// The values that `set` can change.
  package let settings: [Setting]
  /// The wings; if only one may answer, the first that does counts.
  package let wings: [any Wing]
  package let services: Services
  let dispatcher: any EventDispatcher
  /// The pictures of a watched screen: the main one, and the one beneath it.
  package let watchViews: (main: WatchView, beneath: WatchView)

  // Read for every command that runs: looking up one word must not copy a whole entry.
  let roles: [CommandEntry.Role]
  let effects: [Command.Effect]
  /// `true` for each command that accepts a secret.
  let takesSecret: [Bool]
  let runs: [@Sendable (Session, Arguments) throws(Failure) -> CommandOutcome]
  /// The wing of each command as an index into `wings`; `wings.count` for a command of the core.
  private let owners: [Int]

  /// The tables of the core, which belongs to no wing.
  package struct Core {
    package let commands: [[CommandEntry]]
    package let states: [[StateEntry]]
    package let events: [[EventRow]]
    package let settings: [Setting]

    package init(commands: [[CommandEntry]], states: [[StateEntry]], events: [[EventRow]], settings: [Setting]) {
      self.commands = commands
      self.states = states
      self.events = events
      self.settings = settings
    }
  }

  /// - Parameter combine: replaces a command if two wings share its name.
  package init(
    wings: [any Wing], services: Services, dispatcher: any EventDispatcher, core: Core,
    combine: (CommandEntry) -> CommandEntry
  ) {
    var (entries, owners): ([CommandEntry], [Int]) = ([], [])
    let commands = wings.map({ $0.commands }) + [core.commands]
    entries.reserveCapacity(commands.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } })
    for (owner, tables) in commands.enumerated() {
      for table in tables {
        for entry in table { entries.append(combine(entry)) }
        owners += repeatElement(owner, count: table.count)
      }
    }
    let states = Self.joined(wings.flatMap({ $0.states }) + core.states)
    let events = Self.joined(wings.flatMap({ $0.events }) + core.events)
    self.entries = entries
    self.owners = owners
    self.states = states
    self.settings = core.settings
    self.wings = wings
    self.services = services
    self.dispatcher = dispatcher
    let nothing = WatchView.nothing
    watchViews = (
      wings.compactMap({ $0.watchView }).reduce(nil) { watchView, next in watchView.map { $0.or(next) } ?? next }
        ?? nothing,
      wings.compactMap({ $0.lowerWatchView }).first ?? nothing
    )
    schema = Schema(
      commands: entries.map({ $0.command }), states: states.map({ $0.field }), events: events.map({ $0.kind }))
    roles = entries.map({ $0.role })
    effects = entries.map({ $0.command.effect })
    takesSecret = entries.map { $0.command.parameters.contains { $0.isSecret } }
    runs = entries.map({ $0.run })
  }

  /// Returns one list, copying each entry once: this runs at each start of the program.
  private static func joined<Entry>(_ tables: [[Entry]]) -> [Entry] {
    var all: [Entry] = []
    all.reserveCapacity(tables.reduce(0) { $0 + $1.count })
    for table in tables { all += table }
    return all
  }
}

// MARK: - All wings together

extension CommandCatalog {
  /// Returns the wing of a command; `nil` for a command of the core.
  func wing(of command: Int) -> (any Wing)? {
    let owner = owners[command]
    return owner < wings.count ? wings[owner] : nil
  }

  /// Returns the answer of the first wing that has one.
  func first<Answer>(_ ask: (any Wing) -> Answer?) -> Answer? {
    for wing in wings { if let answer = ask(wing) { return answer } }
    return nil
  }

  /// Returns the names of a kind, for completion.
  func names(_ kind: NameKind, _ session: Session) -> [Candidate] { first { $0.names(kind, session) } ?? [] }

  /// Returns the words at the right of the prompt; `nil` if nothing is in progress.
  func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
    let all = wings.compactMap { $0.status(world, at: instant, hasPictures: hasPictures, glyphs) }
    return all.dropFirst().reduce(all.first) { line, next in line.map { $0 + StyledText("  ") + next } }
  }
}
