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
    self.root = root
    self.name = name
    self.kind = kind
    self.summary = summary
    self.neverRepeats = neverRepeats
  }

  public var path: String { "\(root).\(name)" }
}

/// One kind of event: `story.started`, with the fields that handlers and JSON see.
public struct EventKind: Sendable {
  public struct Field: Sendable {
    public var name: String
    public var summary: String
  }

  public var name: String
  public var fields: [Field]
  public var summary: String

  public init(_ name: String, _ fields: KeyValuePairs<String, String> = [:], _ summary: String) {
    self.name = name
    self.fields = fields.map { Field(name: $0.key, summary: $0.value) }
    self.summary = summary
  }
}

/// Everything that a host adds to the language: commands, readable state and events, each declared once.
public struct Schema: Sendable {
  public let vocabulary: Vocabulary
  public let states: [StateField]
  public let events: [EventKind]
  private let stateIndex: [String: Int]
  private let eventIndex: [String: Int]

  public init(commands: [Command], states: [StateField], events: [EventKind]) {
    vocabulary = Vocabulary(commands: CommandTable(commands), roots: Set(states.map(\.root)))
    self.states = states
    self.events = events
    stateIndex = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1.path, $0) })
    eventIndex = Dictionary(uniqueKeysWithValues: events.enumerated().map { ($1.name, $0) })
  }

  public func state(_ root: String, _ field: String) -> Int? { stateIndex["\(root).\(field)"] }
  public func fields(of root: String) -> [String] { states.filter { $0.root == root }.map(\.name) }
  public func event(_ name: String) -> Int? { eventIndex[name] }
}
