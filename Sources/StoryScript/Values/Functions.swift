/// All built-in functions.
public enum Functions {
  public static let all: [Function] = texts + patterns + numbers + mathematics + chances + dates + lists + conversions
  static let byName: [String: Int] = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
  /// In the order of the documentation.
  public static let names: [String] = all.map(\.name)
}

extension FunctionTable {
  /// The built-in functions.
  public static var builtIn: FunctionTable {
    FunctionTable(names: Set(Functions.names)) { name in Functions.byName[name].map { Functions.all[$0].signature } }
  }
}

extension Vocabulary {
  /// The words of a host's commands and states, with those of all built-in functions.
  public init(commands: CommandTable, roots: Set<String>) {
    self.init(commands: commands, roots: roots, functions: .builtIn)
  }
}

extension Schema {
  /// What a host adds to a language with all built-in functions.
  /// - Precondition: no two states and no two events have one name.
  public init(commands: [Command], states: [StateField], events: [EventKind]) {
    self.init(commands: commands, states: states, events: events, functions: .builtIn)
  }
}
