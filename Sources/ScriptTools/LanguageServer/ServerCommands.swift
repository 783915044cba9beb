import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// Code lenses, and the commands behind them.
extension LanguageServer {
  func codeLenses(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    func lens(_ kind: EditorRun.Kind, _ range: Range<Int>, _ number: Int? = nil) -> JSON {
      [
        "range": json(range, in: document.text),
        "command": [
          "title": .string(kind.title), "command": .string(kind.command),
          "arguments": .array([.string(document.address)] + (number.map { [.integer(Int64($0))] } ?? [])),
        ],
      ]
    }
    if document.isMarkdown {
      return .array(
        Transcript(document.text.string).blocks.filter { !$0.isScript }.compactMap { block in
          guard let line = block.steps.first?.line, line < document.text.lineCount else { return nil }
          return lens(.output, document.text.line(line), line)
        })
    }
    guard let script = document.script(catalog), !script.statements.isEmpty else { return .array([]) }
    guard let lesson = script.lessons.first else {
      let first = script.statements[0].range
      return .array([lens(.script, document.textRange(SourceRange(Int(first.start), Int(first.start))))])
    }
    return .array(
      [lens(.lesson, document.textRange(lesson.title.range))]
        + lesson.steps.enumerated().map { lens(.step, document.textRange($1.title.range), $0) })
  }

  /// Accepts a command. The request is answered when the run has ended, so that the editor can cancel it until then.
  func execute(_ parameters: JSON, for request: JSON) throws(RPCError) {
    let name = parameters["command"]?.stringValue ?? ""
    guard let kind = EditorRun.Kind.allCases.first(where: { $0.command == name }) else {
      throw .invalid("there is no command '\(name.prefix(80))'")
    }
    let arguments = parameters["arguments"]?.arrayValue ?? []
    guard let address = arguments.first?.stringValue, let document = documents[address] else {
      throw .invalid("the document is not open")
    }
    var number: Int?
    if kind == .step || kind == .output {
      guard arguments.count > 1, let value = arguments[1].integerValue, let index = Int(exactly: value), index >= 0
      else {
        throw .invalid("'\(name)' expects a number after the document")
      }
      number = index
    }
    if kind == .output, !client.appliesEdits {
      throw .failed("this editor does not accept edits from a language server")
    }
    guard let run = runs.add(kind, number, of: document, for: request) else {
      throw .failed("two runs are still in progress; try again in a moment")
    }
    if let given = parameters["workDoneToken"], given != .null {
      runs.show(run, as: given)
    } else if client.showsProgress {
      runs.show(run, as: .string("run-\(run.id)"), creating: true)
    }
  }

  /// Returns the runs that the user has cancelled since the last call, by number. The program ends them.
  public func drainCancelledRuns() -> [Int] { runs.drainCancelled() }

  /// Returns the runs that were requested since the last call. The program starts them and calls `finish`.
  public func drainRuns() -> [EditorRun] { runs.drainWaiting() }

  /// Returns the answer to the request of a run that has ended, and the messages about it: its output, or the change of
  /// the document.
  public func finish(_ run: EditorRun, _ output: [UInt8], _ ending: EditorRun.Ending) -> [JSON] {
    runs.end(run, ending)
    return runs.drainMessages() + result(of: run, output, ending)
  }

  private func result(of run: EditorRun, _ output: [UInt8], _ ending: EditorRun.Ending) -> [JSON] {
    let text = sanitizedLines(String(decoding: output, as: UTF8.self))
    let title = run.kind.title
    switch ending {
    case .failed(let reason): return [message(1, "\(title): the program cannot be started: \(reason)")]
    case .timedOut:
      let length = TimeText.length(.init(microseconds: EditorRun.timeout))
      return [message(2, "\(title): stopped after \(length)")] + log(text)
    case .cancelled: return [message(3, "\(title): cancelled")] + log(text)
    case .wroteTooMuch:
      return [message(2, "\(title): stopped after \(EditorRun.limit >> 20) MiB of output")]
    case .ended(let code):
      if run.kind == .output, code == 0 { return change(run, String(decoding: output, as: UTF8.self)) }
      let shown = shortened(text)
      let heading = code == 0 ? title : "\(title): ended with exit code \(code)"
      return [message(code == 0 ? 3 : 1, shown.isEmpty ? heading : "\(heading)\n\(shown)")] + log(text)
    }
  }

  /// Returns the request that puts the actual output into a document.
  private func change(_ run: EditorRun, _ text: String) -> [JSON] {
    guard let document = documents[run.address], document.version == run.version else {
      return [message(2, "\(run.kind.title): the document has changed in the meantime; try again")]
    }
    let edit = difference(in: document, to: text)
    if edit.range.isEmpty, edit.text.isEmpty { return [message(3, "\(run.kind.title): the output is as expected")] }
    return [
      RPCMessage.request(
        .string("run-\(run.id)"), "workspace/applyEdit",
        ["label": .string(run.kind.title), "edit": changes(document, [edit])])
    ]
  }

  private func message(_ type: Int64, _ text: String) -> JSON {
    RPCMessage.notification("window/showMessage", ["type": .integer(type), "message": .string(text)])
  }

  private func log(_ text: String) -> [JSON] {
    text.isEmpty
      ? []
      : [
        RPCMessage.notification(
          "window/logMessage", ["type": 4, "message": .string(SecretText.withoutTokens(String(text.prefix(200_000))))])
      ]
  }

  /// Returns the last lines of a text, which fit into a message.
  private func shortened(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let last = lines.suffix(20).map { $0.count > 200 ? $0.prefix(199) + "…" : $0 }
    let omitted = lines.count - 20
    return (omitted > 0 ? "… the log has \(TimeText.count(omitted, "earlier line"))\n" : "")
      + SecretText.withoutTokens(last.joined(separator: "\n"))
  }

  private func sanitizedLines(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { sanitized(String($0)) }
    if lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
