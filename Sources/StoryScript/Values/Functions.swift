import Timeline

/// A built-in function: `(upper "abc")`.
public struct Function: Sendable {
  public var name: String
  /// As in `split TEXT SEPARATOR`; `[X]` may be left out, `X…` repeats.
  public var parameters: String
  public var summary: String
  public var example: (call: String, result: String)
  /// Whether it draws from the session's chance, which a condition must not do.
  var draws: Bool
  var least: Int
  var most: Int
  var body: @Sendable (FunctionCall) throws(Failure) -> Value

  init(
    _ name: String, _ parameters: String, _ summary: String, _ example: (String, String),
    draws: Bool = false, _ body: @escaping @Sendable (FunctionCall) throws(Failure) -> Value
  ) {
    self.name = name
    self.parameters = parameters
    self.summary = summary
    self.example = example
    self.draws = draws
    self.body = body
    let words = parameters.split(separator: " ")
    least = words.filter { !$0.hasPrefix("[") }.count
    most = words.last?.hasSuffix("…") == true ? .max : words.count
  }
}

/// The arguments of one call, with what a function may use besides them.
struct FunctionCall {
  let name: String
  let arguments: UnsafeBufferPointer<Value>
  let machine: Machine

  var count: Int { arguments.count }
  subscript(index: Int) -> Value { arguments[index] }

  func wrong(_ index: Int, _ needs: String) -> Failure {
    Failure(.wrongKind(operation: "'\(name)'", needs: needs, found: arguments[index].kind.phrase))
  }
  func text(_ index: Int) throws(Failure) -> String {
    guard case .text(let text) = arguments[index] else { throw wrong(index, "a text") }
    return text
  }
  func number(_ index: Int) throws(Failure) -> Double {
    guard case .number(let number) = arguments[index] else { throw wrong(index, "a number") }
    return number
  }
  func whole(_ index: Int) throws(Failure) -> Int {
    let number = try number(index)
    guard let whole = Int(exactly: number) else {
      throw Failure(.wrongKind(operation: "'\(name)'", needs: "a whole number", found: NumberText.plain(number)))
    }
    return whole
  }
  func list(_ index: Int) throws(Failure) -> [Value] {
    guard case .list(let list) = arguments[index] else { throw wrong(index, "a list") }
    return list
  }
}

/// What went wrong while running, before its place is known.
public struct Failure: Error, Sendable {
  public var problem: Problem
  /// A closer place than that of the statement: one of a command's arguments.
  var range: SourceRange?

  public init(_ problem: Problem) { self.problem = problem }

  /// A failure that a domain reports in its own words.
  public static func refused(_ text: String, _ suggestion: String? = nil) -> Failure {
    Failure(.refused(text, suggestion: suggestion))
  }
}

/// All built-in functions.
public enum Functions {
  public static let all: [Function] = texts + numbers + lists + conversions
  static let byName: [String: Int] = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
  public static let names: [String] = all.map(\.name)

  static func checkedText(_ text: String) throws(Failure) -> Value {
    guard text.utf8.count <= Limits.textBytes else { throw Failure(.tooLarge(what: "this text", limit: "256 MiB")) }
    return .text(text)
  }
}
