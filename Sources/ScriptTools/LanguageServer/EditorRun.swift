import JSON
import ShellCore

/// A script, a step, a lesson or an example that the user runs from the editor. The server describes it, and the program
/// runs it in another process: `storyline lsp task …`, with the editor's text as standard input.
///
/// Only a user's request makes one: opening, changing or saving a document runs nothing. The run is sealed off: it
/// reads no files except included scripts from its own folder, writes none, and starts no connection.
public struct EditorRun: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case script, step, lesson, output

    /// The command's name in the protocol.
    var command: String {
      switch self {
      case .script: "storyline.runScript"
      case .step: "storyline.runStep"
      case .lesson: "storyline.checkLesson"
      case .output: "storyline.updateOutput"
      }
    }

    var title: String {
      switch self {
      case .script: "Run this script"
      case .step: "Run this step"
      case .lesson: "Check this lesson"
      case .output: "Update this expected output"
      }
    }
  }

  public let id: Int
  let kind: Kind
  /// The document, and its version when the run was requested.
  let address: String
  let version: Int64?
  /// The arguments for the program, after its name.
  public let arguments: [String]
  /// The text of the document.
  public let input: [UInt8]
  /// The longest time that the run may take, in microseconds.
  public static let timeout: Int64 = 10_000_000
  /// The most bytes that a run may write.
  public static let limit = 4 << 20

  init(_ kind: Kind, _ number: Int?, of document: OpenDocument, id: Int) {
    (self.id, self.kind, address, version) = (id, kind, document.address, document.version)
    input = document.text.bytes
    let path = document.path
    arguments =
      ["lsp", EditorTask.word, kind.rawValue, path.hasPrefix("/") ? path : "<editor>"]
      + (number.map { ["\($0)"] } ?? [])
  }

  /// The end of a run.
  public enum Ending: Sendable {
    case ended(code: Int32)
    case timedOut, wroteTooMuch
    /// The user has cancelled it.
    case cancelled
    /// The program could not be started.
    case failed(String)
  }
}

/// The runs of a server: those that the program should start, and those that have not ended.
public struct EditorRuns {
  private static let concurrencyLimit = 2
  private var last = 0
  private var running: Set<Int> = []
  private var waiting: [EditorRun] = []
  /// The runs that the editor shows as work in progress, by the token of the protocol.
  private var tokens: [JSON: Int] = [:]
  private var cancelled: [Int] = []
  /// The requests that are answered when a run ends, by the run's number.
  private var requests: [Int: JSON] = [:]
  /// Messages to the editor about the progress of runs.
  private var messages: [JSON] = []

  /// Adds a run; `nil` if too many are running.
  /// - Parameter request: the request that is answered when the run ends.
  mutating func add(
    _ kind: EditorRun.Kind, _ number: Int?, of document: OpenDocument, for request: JSON
  ) -> EditorRun? {
    guard running.count < Self.concurrencyLimit else { return nil }
    last += 1
    let run = EditorRun(kind, number, of: document, id: last)
    running.insert(last)
    requests[last] = request
    waiting.append(run)
    return run
  }

  mutating func drainWaiting() -> [EditorRun] {
    defer { waiting = [] }
    return waiting
  }

  mutating func end(_ run: EditorRun, _ ending: EditorRun.Ending) {
    running.remove(run.id)
    if let request = requests.removeValue(forKey: run.id) {
      if case .cancelled = ending {
        messages.append(RPCMessage.failure(request, .cancelled))
      } else {
        messages.append(RPCMessage.result(request, .null))
      }
    }
    guard let token = tokens.first(where: { $0.value == run.id })?.key else { return }
    tokens[token] = nil
    messages.append(Self.progress(token, ["kind": "end"]))
  }

  // MARK: Progress

  /// Shows a run as work that the user can cancel.
  /// - Parameter creates: `true` if the token is the server's own, which the editor does not know yet.
  mutating func show(_ run: EditorRun, as token: JSON, creating creates: Bool = false) {
    tokens[token] = run.id
    if creates {
      messages.append(
        RPCMessage.request(.string("progress-\(run.id)"), "window/workDoneProgress/create", ["token": token]))
    }
    messages.append(
      Self.progress(token, ["kind": "begin", "title": .string(run.kind.title), "cancellable": true]))
  }

  private static func progress(_ token: JSON, _ value: JSON) -> JSON {
    RPCMessage.notification("$/progress", ["token": token, "value": value])
  }

  mutating func cancel(_ token: JSON) { if let id = tokens[token] { cancelled.append(id) } }

  /// Cancels the run that a request has started.
  mutating func cancelRequest(_ request: JSON) {
    cancelled += requests.filter { $0.value == request }.map { $0.key }
  }

  mutating func drainCancelled() -> [Int] {
    defer { cancelled = [] }
    return cancelled
  }

  mutating func drainMessages() -> [JSON] {
    defer { messages = [] }
    return messages
  }
}
