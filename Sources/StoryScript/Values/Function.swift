/// A built-in function: `(upper "abc")`. A class, so that a call retains one reference rather than one per field.
public final class Function: Sendable {
  let signature: FunctionSignature
  public let summary: String
  public let example: (call: String, result: String)
  /// `true` if the function orders its arguments.
  let compares: Bool
  /// `true` if the function draws random numbers, which a condition must not do.
  let draws: Bool
  let minimum: Int
  let maximum: Int
  let body: @Sendable (FunctionCall) throws(Failure) -> Value

  public var name: String { signature.name }
  /// The parameters, as in `split TEXT SEPARATOR`; `[X]` is optional, `X…` repeats.
  public var parameters: String { signature.parameters }

  init(
    _ name: String, _ parameters: String, takes first: Kinds? = nil, gives: Kinds = .any, _ summary: String,
    _ example: (String, String), draws: Bool = false, compares: Bool = false,
    _ body: @escaping @Sendable (FunctionCall) throws(Failure) -> Value
  ) {
    signature = FunctionSignature(name, parameters, takes: first, gives: gives)
    (minimum, maximum) = (signature.minimum, signature.maximum)
    (self.summary, self.example, self.draws, self.body) = (summary, example, draws, body)
    self.compares = compares
  }
}

/// The arguments of one call, and the services available to the function.
struct FunctionCall {
  let name: String
  let arguments: UnsafeMutableBufferPointer<Value>
  let context: FunctionContext

  var count: Int { arguments.count }
  subscript(index: Int) -> Value { arguments[index] }
  func wrong(_ index: Int, _ needs: String) -> Failure { wrong(needs, found: arguments[index].kind.phrase) }
  func wrong(_ needs: String, found: String) -> Failure {
    Failure(.wrongKind(operation: "'\(name)'", needs: needs, found: found))
  }
  func text(_ index: Int) throws(Failure) -> String {
    guard case .text(let text) = arguments[index] else { throw wrong(index, "text") }
    return text
  }
  func number(_ index: Int) throws(Failure) -> Double {
    guard let number = arguments[index].number else { throw wrong(index, "a number") }
    return number
  }
  func whole(_ index: Int) throws(Failure) -> Int {
    let number = try number(index)
    if case .whole(let whole) = arguments[index] { return Int(whole) }
    guard let whole = Int(exactly: number) else { throw wrong("a whole number", found: NumberText.plain(number)) }
    return whole
  }
  func record(_ index: Int) throws(Failure) -> Record {
    guard case .record(let record) = arguments[index] else { throw wrong(index, "a record") }
    return record
  }
  /// Moves a list out of the arguments, so that it can change in place if it has no other owner. Nothing may fail
  /// afterwards: a moved argument is gone.
  func moveList(_ index: Int) -> ValueList {
    guard case .list(let list) = arguments[index] else { return ValueList() }
    arguments[index] = .none
    return list
  }
  /// Moves a record out of the arguments, so that it can change in place.
  func moveRecord(_ index: Int) -> Record {
    guard case .record(let record) = arguments[index] else { return Record() }
    arguments[index] = .none
    return record
  }
  func list(_ index: Int) throws(Failure) -> ValueList {
    guard case .list(let list) = arguments[index] else { throw wrong(index, "a list") }
    return list
  }
}

/// All built-in functions.
public enum Functions {
  public static let all: [Function] = texts + patterns + numbers + mathematics + chances + dates + lists + conversions
  /// The kinds that each function accepts, by position. Read from the parameters once: the checker asks at each call.
  static let accepted: [[Kinds]] = all.map { $0.signature.takes }
  static let byName: [String: Int] = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
  /// The names in the order of the documentation.
  public static let names: [String] = all.map { $0.name }
}

extension FunctionTable {
  /// The built-in functions.
  public static var builtIn: FunctionTable {
    FunctionTable(names: Set(Functions.names)) { name in Functions.byName[name].map { Functions.all[$0].signature } }
  }
}

extension Vocabulary {
  /// Creates a vocabulary from a host's commands and states, with all built-in functions.
  public init(commands: CommandTable, roots: Set<String>) {
    self.init(commands: commands, roots: roots, functions: .builtIn)
  }
}

extension Schema {
  /// Creates a schema from a host's declarations, with all built-in functions.
  /// - Precondition: state paths and event names are unique.
  public init(commands: [Command], states: [StateField], events: [EventKind]) {
    self.init(commands: commands, states: states, events: events, functions: .builtIn)
  }
}
