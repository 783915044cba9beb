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
