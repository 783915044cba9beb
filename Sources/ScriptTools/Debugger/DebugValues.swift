import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The variables that a client can open while a script is held. A reference is valid until the script continues.
struct DebugValues {
  private enum Node {
    case variables([(name: String, value: Value)])
    /// The parts of the world, such as `story`.
    case world
    /// The fields of one part, which are read when the client opens it.
    case part(String)
    /// A list or a record, with the expression that returns it; `nil` if there is none.
    case value(Value, String?)
  }

  private let session: Session
  private var nodes: [Node] = []
  /// The longest text of a value in a list of variables.
  private static let lengthLimit = 1_000

  init(_ session: Session) { self.session = session }

  /// Returns the scopes of a call.
  mutating func scopes(of call: Runtime.CallView, fields: [(name: String, value: Value)]) -> [JSON] {
    let locals = call.variables + fields
    let globals = session.runtime.scriptVariables
    var scopes: [JSON] = []
    if !locals.isEmpty || !call.isScript {
      scopes.append(scope("Locals", "locals", .variables(locals), count: locals.count))
    }
    scopes.append(scope("Script", call.isScript ? "locals" : "globals", .variables(globals), count: globals.count))
    scopes.append(scope("World", "globals", .world, count: parts.count))
    return scopes
  }

  private mutating func scope(_ name: String, _ hint: String, _ node: Node, count: Int) -> JSON {
    [
      "name": .string(name), "presentationHint": .string(hint), "variablesReference": .integer(add(node)),
      "namedVariables": .integer(Int64(count)), "expensive": .bool(name == "World"),
    ]
  }

  private mutating func add(_ node: Node) -> Int64 {
    nodes.append(node)
    return Int64(nodes.count)
  }

  private var parts: [String] {
    var seen: Set<String> = []
    return session.catalog.states.map { $0.field.root }.filter { seen.insert($0).inserted }
  }

  /// Returns the variables behind a reference; `nil` if there is no such reference.
  /// - Parameter range: the items of a list that the client wants.
  mutating func children(of reference: Int, _ range: Range<Int>) -> [JSON]? {
    guard nodes.indices.contains(reference - 1) else { return nil }
    switch nodes[reference - 1] {
    case .variables(let variables):
      return variables.map { variable($0.name, $0.value, path: "$" + $0.name) }
    case .world:
      return parts.map { part in
        let count = session.catalog.states.count { $0.field.root == part }
        return [
          "name": .string(part), "value": .string("\(count) \(count == 1 ? "field" : "fields")"),
          "variablesReference": .integer(add(.part(part))), "namedVariables": .integer(Int64(count)),
          "presentationHint": ["attributes": ["readOnly"], "lazy": false],
        ]
      }
    case .part(let part):
      return session.catalog.states.filter { $0.field.root == part }.map { entry in
        variable(entry.field.name, entry.read(session, session.now), path: entry.field.path)
      }
    case .value(.list(let items), let path):
      return range.clamped(to: 0..<items.count).map { index in
        variable("[\(index)]", items[index], path: path.map { "\($0)[\(index)]" })
      }
    case .value(.record(let record), let path):
      return zip(record.names, record.values).map { name, value in
        variable(name, value, path: path.map { "\($0)[\"\(name)\"]" })
      }
    case .value: return []
    }
  }

  private mutating func variable(_ name: String, _ value: Value, path: String?) -> JSON {
    var fields: [JSON.Field] = [
      .init("name", .string(sanitized(name))), .init("value", .string(brief(value))),
      .init("type", .string(value.kind.phrase)), .init("presentationHint", ["attributes": ["readOnly"]]),
    ]
    if let path { fields.append(.init("evaluateName", .string(path))) }
    return .object(fields + reference(to: value, path: path))
  }

  /// Returns the fields of a value that can be opened.
  mutating func reference(to value: Value, path: String?) -> [JSON.Field] {
    switch value {
    case .list(let items) where !items.isEmpty:
      [
        .init("variablesReference", .integer(add(.value(value, path)))),
        .init("indexedVariables", .integer(Int64(items.count))),
      ]
    case .record(let record) where record.count > 0:
      [
        .init("variablesReference", .integer(add(.value(value, path)))),
        .init("namedVariables", .integer(Int64(record.count))),
      ]
    default: [.init("variablesReference", 0)]
    }
  }

  /// Returns a value in one line.
  func brief(_ value: Value) -> String { text(session.runtime.writer.brief(value)) }

  /// Returns a value in full, for the clipboard.
  func whole(_ value: Value) -> String {
    SecretText.withoutTokens(sanitized(session.runtime.writer.literal(value), keepingLines: true))
  }

  private func text(_ text: String) -> String {
    let clean = SecretText.withoutTokens(sanitized(text))
    return clean.count > Self.lengthLimit ? clean.prefix(Self.lengthLimit) + "…" : clean
  }
}
