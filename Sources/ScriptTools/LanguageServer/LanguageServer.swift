import JSON
import ShellCore
import StoryScript
import TerminalText

/// The language server behind `storyline lsp`: it receives messages of the Language Server Protocol 3.17 and returns
/// the answers.
///
///     let server = LanguageServer(catalog, version: "1.0")
///     let answers = server.receive([message, …])  // everything that has arrived
///     let notifications = server.settle()         // the diagnostics of the changed documents
///     if let code = server.exitCode { exit(code) }
///
/// It runs no script, writes no file and logs no text. It reads the files that a document includes and the scripts of
/// the workspace, lists folders to complete paths, and evaluates expressions that only read the state of an empty
/// practice session, as the prompt does for the fields of records. A script runs only when the user asks for it: the
/// server then returns an `EditorRun`, which the program starts in another process. It is part of Shell because
/// completion, checking and help use the tables of the catalog, which are Shell's own.
public final class LanguageServer {
  let catalog: CommandCatalog
  private let version: String
  /// The exit code, once the editor has sent `exit`.
  public private(set) var exitCode: Int32?
  private enum Phase { case new, running, ended }
  private var phase = Phase.new
  private(set) var client = EditorAbilities()
  private(set) var documents: [String: OpenDocument] = [:]
  let workspace = Workspace()
  /// The runs that were requested and not yet fetched, and those that have not ended.
  var runs = EditorRuns()
  private let cancellation: (any RequestCancellation)?
  private var knownTexts: OpenTexts?
  /// The documents with a new text, in the order of their changes.
  private var changed: [String] = []
  /// The session that completes: a practice session of its own, which has logged in and read a page, so that the
  /// handles of practice are known, and the fields of its posts.
  private(set) lazy var session = {
    let session = Session(output: Output(to: .nowhere), catalog: catalog)
    if let source = try? Source(name: "", text: "login bob.test\ntimeline\n"), let function = try? session.load(source)
    {
      try? session.runtime.run(function)
    }
    return session
  }()
  private(set) lazy var secretReader = SecretReader(catalog.schema.vocabulary)
  private(set) lazy var topics = HelpTopics(catalog)

  /// - Parameter cancellation: ends a request that takes long; without it, requests run to their end.
  public init(_ catalog: CommandCatalog, version: String, cancellation: (any RequestCancellation)? = nil) {
    (self.catalog, self.version, self.cancellation) = (catalog, version, cancellation)
  }

  /// Returns `true` once the editor has cancelled the request that is being answered.
  func isStopped() -> Bool { cancellation?.isRequested ?? false }

  /// The texts of all open documents by path: an editor's text counts, even if it is not saved.
  var openTexts: OpenTexts {
    if let knownTexts { return knownTexts }
    var texts = OpenTexts()
    for document in documents.values where document.path.hasPrefix("/") {
      texts.set(document.path, document.text.bytes)
    }
    knownTexts = texts
    return texts
  }

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
      if isCancelled { return [RPCMessage.failure(id, .cancelled)] }
      cancellation?.begin(id)
      defer { cancellation?.end() }
      do throws(RPCError) {
        if method == "workspace/executeCommand", phase == .running {
          try execute(parameters, for: id)
          return runs.drainMessages()
        }
        let result = try answer(method, parameters)
        guard !isStopped() else { throw .cancelled }
        return [RPCMessage.result(id, result)]
      } catch {
        guard isStopped() else { return [RPCMessage.failure(id, error)] }
        // The findings until then are not complete.
        for document in documents.values { document.forgetFindings() }
        return [RPCMessage.failure(id, .cancelled)]
      }
    }
  }

  private func notify(_ method: String, _ parameters: JSON) -> [JSON] {
    if method == "exit" {
      exitCode = phase == .ended ? 0 : 1
      return []
    }
    guard phase == .running else { return [] }
    switch method {
    case "initialized": return client.watchesFiles ? [Self.watching] : []
    case "workspace/didChangeWorkspaceFolders": workspace.change(parameters["event"] ?? .null)
    case "workspace/didChangeWatchedFiles":
      // Of an open document the editor's text counts, not the file.
      let changes = parameters["changes"]?.arrayValue ?? []
      if changes.contains(where: { documents[$0["uri"]?.stringValue ?? ""] == nil }) { changeAll { $0.hasIncludes } }
    case "window/workDoneProgress/cancel": runs.cancel(parameters["token"] ?? .null)
    case "$/cancelRequest": runs.cancelRequest(parameters["id"] ?? .null)
    default: break
    }
    guard let address = parameters["textDocument"]?["uri"]?.stringValue else { return [] }
    // Before a text changes, so that it is not copied.
    knownTexts = nil
    switch method {
    case "textDocument/didOpen":
      guard let text = parameters["textDocument"]?["text"]?.stringValue else { return [] }
      documents[address] = OpenDocument(
        address: address, version: parameters["textDocument"]?["version"]?.integerValue, text: EditorText(text)
      ) { [unowned self] in openTexts }
      change(address)
      changeAll { $0.hasIncludes && $0.address != address }
    case "textDocument/didChange":
      guard let document = documents[address], let changes = parameters["contentChanges"]?.arrayValue else { return [] }
      document.change(changes, version: parameters["textDocument"]?["version"]?.integerValue, client.encoding)
      change(address)
      changeAll { $0.hasIncludes && includes($0, document) }
    // Open documents may include this one.
    case "textDocument/didSave": changeAll { $0.hasIncludes }
    case "textDocument/didClose":
      guard documents.removeValue(forKey: address) != nil else { return [] }
      changed.removeAll { $0 == address }
      changeAll { $0.hasIncludes }
      return [
        RPCMessage.notification(
          "textDocument/publishDiagnostics", ["uri": .string(address), "diagnostics": .array([])])
      ]
    default: break
    }
    return []
  }

  /// The request that makes the editor report changed scripts, which open documents may include.
  private static let watching = RPCMessage.request(
    "watched-scripts", "client/registerCapability",
    [
      "registrations": [
        [
          "id": "watched-scripts", "method": "workspace/didChangeWatchedFiles",
          "registerOptions": ["watchers": [["globPattern": "**/*.story"]]],
        ]
      ]
    ])

  private func change(_ address: String) {
    changed.removeAll { $0 == address }
    changed.append(address)
  }

  /// Checks documents again, because a text that they include has changed.
  private func changeAll(_ isAffected: (OpenDocument) -> Bool) {
    for document in documents.values.filter(isAffected).sorted(by: { $0.address < $1.address }) {
      document.forgetFindings()
      change(document.address)
    }
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
      workspace.begin(parameters)
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
    switch method {
    case "completionItem/resolve": return resolve(parameters)
    case "workspace/symbol": return symbols(parameters)
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
    case "textDocument/codeLens": codeLenses
    case "textDocument/formatting": formatting
    case "textDocument/rangeFormatting": rangeFormatting
    case "textDocument/onTypeFormatting": onTypeFormatting
    case "textDocument/inlayHint": inlayHints
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
        "codeLensProvider": ["resolveProvider": false],
        "executeCommandProvider": ["commands": .array(EditorRun.Kind.allCases.map { .string($0.command) })],
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "documentOnTypeFormattingProvider": ["firstTriggerCharacter": "}"],
        "inlayHintProvider": ["resolveProvider": false],
        "hoverProvider": true,
        "completionProvider": [
          "triggerCharacters": ["$", ".", "|", "\"", "/", " "], "resolveProvider": .bool(client.resolvesDocumentation),
        ],
        "signatureHelpProvider": ["triggerCharacters": [" ", "("]],
        "documentSymbolProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": ["prepareProvider": true],
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "semanticTokensProvider": ["legend": SemanticLegend.json, "full": true],
        "workspaceSymbolProvider": true,
        "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
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
      throw .invalid("'position' is not a valid position")
    }
    return document.text.offset(of: position, client.encoding)
  }

  /// Returns the bytes of the range in a request.
  func textRange(in document: OpenDocument, _ parameters: JSON) throws(RPCError) -> Range<Int> {
    guard let start = EditorPosition(parameters["range"]?["start"] ?? .null),
      let end = EditorPosition(parameters["range"]?["end"] ?? .null)
    else { throw .invalid("'range' is not a valid range") }
    let from = document.text.offset(of: start, client.encoding)
    return from..<max(from, document.text.offset(of: end, client.encoding))
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
  /// `true` if documentation is fetched for the selected completion alone.
  var resolvesDocumentation = false
  var appliesEdits = false
  /// `true` if the server can ask for reports of changed files.
  var watchesFiles = false
  /// `true` if a run can be shown with a button that cancels it.
  var showsProgress = false

  init() {}

  /// Reads the capabilities of `initialize`. The most exact encoding is chosen that the editor offers: UTF-8 needs no
  /// conversion.
  init(_ capabilities: JSON) {
    let offered = capabilities["general"]?["positionEncodings"]?.arrayValue?.compactMap { $0.stringValue } ?? []
    encoding = [.utf8, .utf32, .utf16].first { offered.contains($0.rawValue) } ?? .utf16
    let document = capabilities["textDocument"]
    if let formats = document?["hover"]?["contentFormat"]?.arrayValue {
      showsMarkdown = formats.contains("markdown")
    }
    nestsSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.boolValue ?? false
    labelsActions = document?["codeAction"]?["codeActionLiteralSupport"] != nil
    let resolved = document?["completion"]?["completionItem"]?["resolveSupport"]?["properties"]?.arrayValue
    resolvesDocumentation = resolved?.contains("documentation") ?? false
    let workspace = capabilities["workspace"]
    appliesEdits = workspace?["applyEdit"]?.boolValue ?? false
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.boolValue ?? false
    showsProgress = capabilities["window"]?["workDoneProgress"]?.boolValue ?? false
  }
}
