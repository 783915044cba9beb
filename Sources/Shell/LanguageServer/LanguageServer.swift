import JSON
import StoryScript
import Terminal

/// The language server behind `storyline lsp`: it receives messages of the Language Server Protocol 3.17 and returns
/// the answers.
///
///     let server = LanguageServer(catalog, version: "1.0")
///     let answers = server.receive([message, …])  // everything that has arrived
///     let notifications = server.settle()         // the diagnostics of the changed documents
///     if let code = server.exitCode { exit(code) }
///
/// It runs no script, writes no file and logs no text. It reads the files that a document includes, lists folders to
/// complete paths, and evaluates expressions that only read the state of an empty practice session, as the prompt does
/// for the fields of records. It is part of Shell because completion, checking and help use the tables of the catalog,
/// which are Shell's own.
public final class LanguageServer {
  let catalog: CommandCatalog
  private let version: String
  /// The exit code, once the editor has sent `exit`.
  public private(set) var exitCode: Int32?
  private enum Phase { case new, running, ended }
  private var phase = Phase.new
  private(set) var client = EditorAbilities()
  private(set) var documents: [String: OpenDocument] = [:]
  /// The documents with a new text, in the order of their changes.
  private var changed: [String] = []
  /// The session that completes: nothing has happened in it.
  private(set) lazy var session = Session(output: Output(to: .nowhere), catalog: catalog)
  private(set) lazy var secretReader = SecretReader(catalog.schema.vocabulary)
  private(set) lazy var topics = HelpTopics(catalog)

  public init(_ catalog: CommandCatalog, version: String) { (self.catalog, self.version) = (catalog, version) }

  // MARK: Messages

  /// Handles the messages that have arrived and returns the answers. A request that a later message cancels is not
  /// computed.
  public func receive(_ messages: [JSON]) -> [JSON] {
    let cancelled = Set(
      messages.compactMap { $0["method"]?.stringValue == "$/cancelRequest" ? $0["params"]?["id"] : nil })
    return messages.flatMap { message -> [JSON] in
      guard exitCode == nil else { return [] }
      return receive(message, isCancelled: message["id"].map { cancelled.contains($0) } ?? false)
    }
  }

  /// Returns the answer to bytes that are not JSON, or that have no valid headers.
  public static func refusal(of reason: String) -> JSON {
    RPCMessage.failure(.null, RPCError(code: -32700, message: reason))
  }

  private func receive(_ message: JSON, isCancelled: Bool) -> [JSON] {
    switch RPCMessage(message) {
    case .response: return []
    case .invalid(let id): return [RPCMessage.failure(id, RPCError(code: -32600, message: "this is not a request"))]
    case .notification(let method, let parameters): return notify(method, parameters)
    case .request(let id, let method, let parameters):
      if isCancelled { return [RPCMessage.failure(id, RPCError(code: -32800, message: "the request was cancelled"))] }
      do throws(RPCError) {
        return [RPCMessage.result(id, try answer(method, parameters))]
      } catch {
        return [RPCMessage.failure(id, error)]
      }
    }
  }

  private func notify(_ method: String, _ parameters: JSON) -> [JSON] {
    if method == "exit" {
      exitCode = phase == .ended ? 0 : 1
      return []
    }
    guard phase == .running, let address = parameters["textDocument"]?["uri"]?.stringValue else { return [] }
    switch method {
    case "textDocument/didOpen":
      guard let text = parameters["textDocument"]?["text"]?.stringValue else { return [] }
      documents[address] = OpenDocument(
        address: address, version: parameters["textDocument"]?["version"]?.integerValue, text: EditorText(text))
      change(address)
    case "textDocument/didChange":
      guard let document = documents[address], let changes = parameters["contentChanges"]?.arrayValue else { return [] }
      document.change(changes, version: parameters["textDocument"]?["version"]?.integerValue, client.encoding)
      change(address)
    case "textDocument/didSave":
      // Open documents may include the saved one.
      for document in documents.values.sorted(by: { $0.address < $1.address }) where document.hasIncludes {
        document.forgetFindings()
        change(document.address)
      }
    case "textDocument/didClose":
      guard documents.removeValue(forKey: address) != nil else { return [] }
      changed.removeAll { $0 == address }
      return [
        RPCMessage.notification(
          "textDocument/publishDiagnostics", ["uri": .string(address), "diagnostics": .array([])])
      ]
    default: break
    }
    return []
  }

  private func change(_ address: String) {
    changed.removeAll { $0 == address }
    changed.append(address)
  }

  /// Returns the diagnostics of the documents that changed since the last call.
  public func settle() -> [JSON] {
    defer { changed = [] }
    guard phase == .running else { return [] }
    return changed.compactMap { documents[$0] }.map { diagnostics(of: $0) }
  }

  // MARK: Requests

  private func answer(_ method: String, _ parameters: JSON) throws(RPCError) -> JSON {
    switch (method, phase) {
    case ("initialize", .new):
      client = EditorAbilities(parameters["capabilities"] ?? .null)
      phase = .running
      return greeting
    case ("initialize", _): throw RPCError(code: -32600, message: "the server is already initialized")
    case (_, .new): throw .notInitialized
    case (_, .ended): throw RPCError(code: -32600, message: "the server is shut down")
    case ("shutdown", .running):
      phase = .ended
      return .null
    default: break
    }
    guard let request = request(method) else {
      throw RPCError(code: -32601, message: "there is no method '\(method.prefix(80))'")
    }
    guard let address = parameters["textDocument"]?["uri"]?.stringValue else {
      throw .invalid("'textDocument' is missing")
    }
    guard let document = documents[address] else { throw .invalid("the document is not open") }
    return try request(document, parameters)
  }

  private func request(_ method: String) -> ((OpenDocument, JSON) throws(RPCError) -> JSON)? {
    switch method {
    case "textDocument/codeAction": codeActions
    case "textDocument/formatting": formatting
    case "textDocument/hover": hover
    case "textDocument/completion": completion
    case "textDocument/signatureHelp": signatureHelp
    case "textDocument/documentSymbol": outline
    case "textDocument/definition": definition
    case "textDocument/references": references
    case "textDocument/documentHighlight": highlights
    case "textDocument/prepareRename": prepareRename
    case "textDocument/rename": rename
    case "textDocument/foldingRange": foldingRanges
    case "textDocument/semanticTokens/full": semanticTokens
    case "textDocument/selectionRange": selectionRanges
    default: nil
    }
  }

  private var greeting: JSON {
    [
      "capabilities": [
        "positionEncoding": .string(client.encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
        "codeActionProvider": ["codeActionKinds": ["quickfix", "source.fixAll"]],
        "documentFormattingProvider": true,
        "hoverProvider": true,
        "completionProvider": ["triggerCharacters": ["$", ".", "|", "\"", "/"]],
        "signatureHelpProvider": ["triggerCharacters": [" "]],
        "documentSymbolProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": ["prepareProvider": true],
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "semanticTokensProvider": ["legend": SemanticLegend.json, "full": true],
      ],
      "serverInfo": ["name": "storyline", "version": .string(version)],
    ]
  }
}

// MARK: - Positions

extension LanguageServer {
  /// Returns the byte offset of the position in a request.
  func offset(in document: OpenDocument, _ parameters: JSON) throws(RPCError) -> Int {
    guard let position = EditorPosition(parameters["position"] ?? .null) else {
      throw .invalid("'position' is not a position")
    }
    return document.text.offset(of: position, client.encoding)
  }

  func json(_ range: Range<Int>, in text: EditorText) -> JSON {
    [
      "start": text.position(of: range.lowerBound, client.encoding).json,
      "end": text.position(of: range.upperBound, client.encoding).json,
    ]
  }

  func json(_ range: SourceRange, in document: OpenDocument) -> JSON {
    json(document.textRange(range), in: document.text)
  }

  /// Returns a text as Markdown or as plain text, as the editor can show it.
  func markup(_ markdown: String, plain: String) -> JSON {
    client.showsMarkdown
      ? ["kind": "markdown", "value": .string(markdown)] : ["kind": "plaintext", "value": .string(plain)]
  }
}

extension EditorPosition {
  init?(_ json: JSON) {
    guard let line = json["line"]?.integerValue, let column = json["character"]?.integerValue else { return nil }
    self.init(line: Int(line), column: Int(column))
  }

  var json: JSON { ["line": .integer(Int64(line)), "character": .integer(Int64(column))] }
}

/// The abilities of an editor that change the answers.
struct EditorAbilities {
  var encoding = PositionEncoding.utf16
  var showsMarkdown = true
  var nestsSymbols = false
  var labelsActions = true

  init() {}

  /// Reads the capabilities of `initialize`. The most exact encoding is chosen that the editor offers: UTF-8 needs no
  /// conversion.
  init(_ capabilities: JSON) {
    let offered = capabilities["general"]?["positionEncodings"]?.arrayValue?.compactMap(\.stringValue) ?? []
    encoding = [.utf8, .utf32, .utf16].first { offered.contains($0.rawValue) } ?? .utf16
    let document = capabilities["textDocument"]
    if let formats = document?["hover"]?["contentFormat"]?.arrayValue {
      showsMarkdown = formats.contains("markdown")
    }
    nestsSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.boolValue ?? false
    labelsActions = document?["codeAction"]?["codeActionLiteralSupport"] != nil
  }
}
