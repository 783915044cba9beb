/// Everything that a host adds to the language: commands, readable state and events, each declared once.
public struct Schema: Sendable {
  public let vocabulary: Vocabulary
  public let states: [StateField]
  public let events: [EventKind]
  private let stateIndex: [String: Int]
  private let eventIndex: [String: Int]

  /// - Precondition: no two states and no two events have one name.
  package init(commands: [Command], states: [StateField], events: [EventKind], functions: FunctionTable) {
    vocabulary = Vocabulary(commands: CommandTable(commands), roots: Set(states.map(\.root)), functions: functions)
    self.states = states
    self.events = events
    stateIndex = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1.path, $0) })
    eventIndex = Dictionary(uniqueKeysWithValues: events.enumerated().map { ($1.name, $0) })
  }

  /// The number of a field, by which the host reads it; `nil` for an unknown one.
  public func state(_ root: String, _ field: String) -> Int? { stateIndex["\(root).\(field)"] }
  public func fields(of root: String) -> [String] { states.filter { $0.root == root }.map(\.name) }
  /// The place of an event among `events`; `nil` for an unknown one.
  public func event(_ name: String) -> Int? { eventIndex[name] }
}

/// The words that the parser knows besides the language's own: commands, roots of state, functions.
public struct Vocabulary: Sendable {
  public var commands: CommandTable
  /// `story`, `timer`, `clock`: what state paths start with.
  public var roots: Set<String>
  public var functions: FunctionTable

  package init(commands: CommandTable, roots: Set<String>, functions: FunctionTable) {
    (self.commands, self.roots, self.functions) = (commands, roots, functions)
  }
}

/// One kind of event: `story.started`, with the fields that handlers and JSON see.
public struct EventKind: Sendable {
  public struct Field: Sendable {
    public var name: String
    public var summary: String

    public init(_ name: String, _ summary: String) { (self.name, self.summary) = (name, summary) }
  }

  public let name: String
  public let summary: String
  private let makeFields: @Sendable () -> [Field]

  /// - Parameter fields: made whenever somebody asks, since a program that starts asks for none.
  public init(_ name: String, _ summary: String, fields: @escaping @Sendable () -> [Field] = { [] }) {
    (self.name, self.summary, makeFields) = (name, summary, fields)
  }

  public var fields: [Field] { makeFields() }
}

/// One readable field of the session's state: `story.number`.
public struct StateField: Sendable {
  public enum Kind: Sendable {
    case number, duration, date, text, bool, list, record
    /// One of some words: a bare word opposite it is checked against them.
    case choice([String])
  }

  public var root: String
  public var name: String
  public var kind: Kind
  public var summary: String
  /// Whether it depends on the clock's reading itself, so that no state of the session ever repeats it.
  public var neverRepeats: Bool

  public init(_ root: String, _ name: String, _ kind: Kind, _ summary: String, neverRepeats: Bool = false) {
    (self.root, self.name, self.kind, self.summary, self.neverRepeats) = (root, name, kind, summary, neverRepeats)
  }

  public var path: String { "\(root).\(name)" }
}
