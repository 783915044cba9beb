import JSON
import Testing

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

/// An editor for tests: it opens documents in a server of its own and asks for answers.
final class EditorClient {
  let server = LanguageServer(Catalog.standard, version: "test")
  static let address = "untitled:test"
  private var number: Int64 = 0
  /// The server's messages once it is initialized.
  private(set) var greetings: [JSON] = []

  /// - Parameters:
  ///   - capabilities: further abilities concerning documents.
  ///   - workspace: the abilities concerning the workspace.
  ///   - window: the abilities concerning messages and progress.
  ///   - folders: the addresses of the workspace's folders.
  init(
    encoding: String? = "utf-8", _ text: String? = nil, capabilities: [JSON.Field] = [], workspace: JSON? = nil,
    window: JSON? = nil, folders: [String] = []
  ) throws {
    let encodings: JSON = encoding.map { ["general": ["positionEncodings": [.string($0)]]] } ?? [:]
    var fields: [JSON.Field] = if case .object(let fields) = encodings { fields } else { [] }
    fields.append(
      JSON.Field(
        "textDocument",
        [
          "codeAction": ["codeActionLiteralSupport": [:]],
          "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
        ]))
    if case .object(let known)? = fields.last?.value {
      fields[fields.count - 1].value = .object(known + capabilities)
    }
    if let workspace { fields.append(JSON.Field("workspace", workspace)) }
    if let window { fields.append(JSON.Field("window", window)) }
    let roots = folders.map { folder -> JSON in ["uri": .string(folder), "name": "x"] }
    _ = try request("initialize", ["capabilities": .object(fields), "workspaceFolders": .array(roots)])
    greetings = notify("initialized", [:])
    if let text { open(text) }
  }

  @discardableResult func notify(_ method: String, _ parameters: JSON) -> [JSON] {
    server.receive([["jsonrpc": "2.0", "method": .string(method), "params": parameters]])
  }

  func open(_ text: String, as address: String = address) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(address), "languageId": "storyline", "version": 1, "text": .string(text),
        ]
      ])
  }

  func change(_ changes: [JSON], version: Int64 = 2, in address: String = address) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": .string(address), "version": .integer(version)], "contentChanges": .array(changes)])
  }

  /// - Throws: `Refusal` if the answer is an error.
  func request(_ method: String, _ parameters: JSON) throws -> JSON {
    number += 1
    let answers = server.receive([
      ["jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": parameters]
    ])
    let answer = try #require(answers.count == 1 ? answers[0] : nil)
    #expect(answer["id"] == .integer(number))
    if let error = answer["error"] {
      throw Refusal(code: error["code"]?.integerValue ?? 0, message: error["message"]?.stringValue ?? "")
    }
    return try #require(answer["result"])
  }

  struct Refusal: Error, Equatable {
    let code: Int64
    let message: String
  }

  /// Requests something at a place; the line and the column count from 0.
  func ask(
    _ method: String, at line: Int64, _ column: Int64, _ more: [JSON.Field] = [], in address: String = address
  ) throws -> JSON {
    try request("textDocument/" + method, .object(Self.place(line, column, address) + more))
  }

  func ask(_ method: String, _ more: [JSON.Field] = []) throws -> JSON {
    try request("textDocument/" + method, .object([JSON.Field("textDocument", ["uri": .string(Self.address)])] + more))
  }

  private static func place(_ line: Int64, _ column: Int64, _ address: String) -> [JSON.Field] {
    [
      JSON.Field("textDocument", ["uri": .string(address)]),
      JSON.Field("position", ["line": .integer(line), "character": .integer(column)]),
    ]
  }

  func hover(_ line: Int64, _ column: Int64) throws -> String? {
    try ask("hover", at: line, column)["contents"]?["value"]?.stringValue
  }

  func labels(_ line: Int64, _ column: Int64) throws -> [String] {
    try ask("completion", at: line, column)["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
  }

  /// The diagnostics of the documents that have changed, by address.
  func diagnostics() -> [String: [JSON]] {
    var found: [String: [JSON]] = [:]
    for message in server.settle() {
      let parameters = message["params"]
      found[parameters?["uri"]?.stringValue ?? ""] = parameters?["diagnostics"]?.arrayValue ?? []
    }
    return found
  }

  var problems: [JSON] { diagnostics()[Self.address] ?? [] }
  var text: String { server.documents[Self.address]?.text.string ?? "" }

  /// Applies edits of an answer to the open text, the last one first.
  func apply(_ edits: [JSON]) throws {
    let sorted = try edits.map { edit in
      (
        line: try #require(edit["range"]?["start"]?["line"]?.integerValue),
        column: try #require(edit["range"]?["start"]?["character"]?.integerValue), edit: edit
      )
    }.sorted { ($0.line, $0.column) > ($1.line, $1.column) }
    change(sorted.map { ["range": $0.edit["range"] ?? .null, "text": $0.edit["newText"] ?? .null] })
  }
}

/// A range as `line:column-line:column`.
func written(_ range: JSON?) -> String {
  func place(_ name: String) -> String {
    "\(range?[name]?["line"]?.integerValue ?? -1):\(range?[name]?["character"]?.integerValue ?? -1)"
  }
  return "\(place("start"))-\(place("end"))"
}
