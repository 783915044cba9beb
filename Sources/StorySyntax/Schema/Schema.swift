/// Everything that a host adds to the language: commands, readable state and events, each declared once.
public struct Schema: Sendable {
  public let vocabulary: Vocabulary
  public let states: [StateField]
  public let events: [EventKind]
  private let stateIndex: [String: Int]
  private let eventIndex: [String: Int]

  /// - Precondition: state paths and event names are unique.
  package init(commands: [Command], states: [StateField], events: [EventKind], functions: FunctionTable) {
    vocabulary = Vocabulary(commands: CommandTable(commands), roots: Set(states.map { $0.root }), functions: functions)
    self.states = states
    self.events = events
    stateIndex = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1.path, $0) })
    eventIndex = Dictionary(uniqueKeysWithValues: events.enumerated().map { ($1.name, $0) })
  }

  /// Returns the index of a field, by which the host reads it; `nil` for an unknown field.
  public func state(_ root: String, _ field: String) -> Int? { stateIndex["\(root).\(field)"] }
  public func fields(of root: String) -> [String] { states.filter { $0.root == root }.map { $0.name } }
  /// Returns the index of an event in `events`; `nil` for an unknown event.
  public func event(_ name: String) -> Int? { eventIndex[name] }
}

/// The words that the parser knows besides the language's own: commands, roots of state, functions.
public struct Vocabulary: Sendable {
  public let commands: CommandTable
  /// The first words of state paths: `story`, `timer`, `clock`.
  public let roots: Set<String>
  public let functions: FunctionTable
  /// All these words by their bytes.
  package let words: VocabularyWords

  package init(commands: CommandTable, roots: Set<String>, functions: FunctionTable) {
    (self.commands, self.roots, self.functions) = (commands, roots, functions)
    words = VocabularyWords(commands, roots, functions)
  }
}

/// One kind of event, such as `story.started`, with the fields visible to handlers and in JSON.
public struct EventKind: Sendable {
  public struct Field: Sendable {
    public var name: String
    public var summary: String
    /// The mark that views show before the value.
    public var mark: NameMark?

    public init(_ name: String, _ summary: String, mark: NameMark? = nil) {
      (self.name, self.summary, self.mark) = (name, summary, mark)
    }
  }

  public let name: String
  public let summary: String
  private let makeFields: @Sendable () -> [Field]

  /// - Parameter fields: made on demand, since startup needs none.
  public init(_ name: String, _ summary: String, fields: @escaping @Sendable () -> [Field] = { [] }) {
    (self.name, self.summary, makeFields) = (name, summary, fields)
  }

  public var fields: [Field] { makeFields() }
}

/// One readable field of the session's state: `story.number`.
public struct StateField: Sendable {
  public enum Kind: Sendable {
    case number, duration, date, text, bool, list, record
    /// One of several words: a bare word compared with the field must be one of these.
    case choice([String])
  }

  public var root: String
  public var name: String
  public var kind: Kind
  public var summary: String
  /// `true` if the field depends on the clock's reading itself, so that no later state of the session repeats its
  /// value.
  public var neverRepeats: Bool
  /// The mark that views show before the value.
  public var mark: NameMark?

  public init(
    _ root: String, _ name: String, _ kind: Kind, _ summary: String, neverRepeats: Bool = false, mark: NameMark? = nil
  ) {
    (self.root, self.name, self.kind, self.summary, self.neverRepeats) = (root, name, kind, summary, neverRepeats)
    self.mark = mark
  }

  public var path: String { "\(root).\(name)" }
}
