import Foundation
import JSON
import Testing

@testable import ScriptTools
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// A client of the debugger that follows a list of orders and writes down what happens, one line for each answer
/// and event. The orders are given before: the adapter asks for the next one wherever it pauses the script.
///
///     break 3 if $x == 2     log 3 x is {$x}     hits 3 % 2     complete LINE     fn double, 0:04.5     filter errors events=story.started
///     next  in  out  continue  back  reverse  tick  back tick  restart
///     eval EXPR  hover EXPR  repl LINE  locals  script  world PART  threads  exception
///     {…}                    a message as JSON
final class DebugClient: DebugTransport {
  private(set) var lines: [String] = []
  private var orders: [String]
  private var waiting: [JSON] = []
  private var number: Int64 = 0
  private var sent: [Int64: (command: String, order: String)] = [:]
  private let path: String
  private let launch: [JSON.Field]
  private var breakpoints: [JSON] = []
  private(set) var thread: Int64 = 1
  private var frame: Int64 = 1
  private var opens: String?
  private(set) var isOver = false
  private(set) var adapter: DebugAdapter!
  /// Called wherever the script is held; returns more orders.
  var held: ((DebugAdapter) -> [String])?

  /// - Parameter orders: what to do once the script is launched; `start` ends the setting of breakpoints.
  init(_ script: String, launch: [JSON.Field] = [.init("stopOnEntry", true)], _ orders: [String]) throws {
    path = Scratch.folder().appending(path: "debugged.story").path
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    self.launch = launch
    self.orders = orders
    adapter = DebugAdapter(Catalog.standard, self)
  }

  /// Runs everything and returns the lines.
  static func lines(
    _ script: String, launch: [JSON.Field] = [.init("stopOnEntry", true)], _ orders: String...
  ) throws -> [String] {
    let client = try DebugClient(script, launch: launch, orders)
    client.serve()
    return client.lines
  }

  @discardableResult
  func serve() -> Int32 {
    add("initialize", ["adapterID": "test"], "initialize")
    add("launch", .object([.init("program", .string(path))] + launch), "launch")
    let code = adapter.serve()
    adapter = nil
    return code
  }

  // MARK: DebugTransport

  func next(waits: Bool) -> DebugInput {
    guard waits else { return .nothing }
    while waiting.isEmpty {
      guard !orders.isEmpty else {
        if !isOver, adapter.held != nil, let more = held?(adapter), !more.isEmpty {
          orders = more
          continue
        }
        return .closed
      }
      perform(orders.removeFirst())
    }
    return .message(waiting.removeFirst())
  }

  func send(_ message: JSON) {
    if message["type"]?.stringValue == "event" { return event(message["event"]?.stringValue ?? "", message["body"]) }
    let (command, order) = sent[message["request_seq"]?.integerValue ?? 0] ?? ("?", "?")
    guard message["success"] == true else {
      lines.append("refused: \(message["message"]?.stringValue ?? "")")
      return
    }
    answer(command, order, message["body"] ?? .null)
  }

  // MARK: Orders

  private func add(_ command: String, _ arguments: JSON, _ order: String) {
    number += 1
    sent[number] = (command, order)
    waiting.append([
      "seq": .integer(number), "type": "request", "command": .string(command), "arguments": arguments,
    ])
  }

  private func perform(_ order: String) {
    let word = String(order.prefix { $0 != " " })
    let rest = String(order.dropFirst(word.count).drop { $0 == " " })
    let thread: JSON = ["threadId": .integer(thread)]
    let tick: JSON = ["threadId": .integer(self.thread), "granularity": "instruction"]
    switch word {
    case "start": add("configurationDone", .null, order)
    case "next": add("next", thread, order)
    case "in": add("stepIn", thread, order)
    case "out": add("stepOut", thread, order)
    case "tick": add("next", tick, order)
    case "back": add("stepBack", rest == "tick" ? tick : thread, order)
    case "reverse": add("reverseContinue", thread, order)
    case "complete":
      add(
        "completions",
        ["text": .string(rest), "column": .integer(Int64(rest.utf16.count + 1)), "frameId": .integer(frame)], order)
    case "break", "log", "hits":
      let line = rest.prefix { $0.isNumber }
      let more = rest.dropFirst(line.count)
      var fields = [JSON.Field("line", .integer(Int64(line) ?? -1))]
      if word == "log" { fields.append(.init("logMessage", .string(String(more.dropFirst())))) }
      if word == "hits" { fields.append(.init("hitCondition", .string(String(more.dropFirst())))) }
      if more.hasPrefix(" if ") { fields.append(.init("condition", .string(String(more.dropFirst(4))))) }
      breakpoints.append(.object(fields))
      add("setBreakpoints", ["source": ["path": .string(path)], "breakpoints": .array(breakpoints)], order)
    case "fn":
      let names = rest.split(separator: ", ").map { name -> JSON in
        let parts = name.split(separator: " if ")
        return parts.count == 2
          ? ["name": .string(String(parts[0])), "condition": .string(String(parts[1]))]
          : ["name": .string(String(name))]
      }
      add("setFunctionBreakpoints", ["breakpoints": .array(names)], order)
    case "filter":
      let options = rest.split(separator: " ").map { part -> JSON in
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        return pair.count == 2
          ? ["filterId": .string(pair[0]), "condition": .string(pair[1])] : ["filterId": .string(pair[0])]
      }
      add("setExceptionBreakpoints", ["filters": [], "filterOptions": .array(options)], order)
    case "eval", "hover", "repl", "clipboard":
      add(
        "evaluate",
        [
          "expression": .string(rest), "frameId": .integer(frame),
          "context": .string(word == "eval" ? "watch" : word),
        ], order)
    case "locals", "script", "world":
      opens = word == "world" ? rest : nil
      add("scopes", ["frameId": .integer(frame)], word)
    case "exception": add("exceptionInfo", thread, order)
    default:
      if order.hasPrefix("{") {
        waiting.append((try? JSON(parsing: order)) ?? .null)
      } else {
        add(word, thread, order)
      }
    }
  }

  // MARK: Answers

  private func event(_ name: String, _ body: JSON?) {
    switch name {
    case "stopped":
      thread = body?["threadId"]?.integerValue ?? 0
      let text = body?["text"]?.stringValue.map { " (\($0))" } ?? ""
      lines.append("\(body?["reason"]?.stringValue ?? ""): \(body?["description"]?.stringValue ?? "")\(text)")
      add("stackTrace", ["threadId": .integer(thread)], "")
    case "output": lines.append("| " + (body?["output"]?.stringValue ?? "").trimming())
    case "exited": lines.append("exited \(body?["exitCode"]?.integerValue ?? -1)")
    case "terminated":
      isOver = true
      lines.append("terminated")
    default: break
    }
  }

  private func answer(_ command: String, _ order: String, _ body: JSON) {
    func list(_ name: String) -> [JSON] { body[name]?.arrayValue ?? [] }
    switch command {
    case "stackTrace":
      let frames = list("stackFrames")
      frame = frames.first?["id"]?.integerValue ?? 0
      let names = frames.map { "\($0["name"]?.stringValue ?? ""):\($0["line"]?.integerValue ?? 0)" }
      lines[lines.count - 1] += ", " + names.joined(separator: " in ")
    case "setBreakpoints", "setFunctionBreakpoints", "setExceptionBreakpoints":
      guard let last = list("breakpoints").last else { return }
      if last["verified"] == false { lines.append("unverified: \(last["message"]?.stringValue ?? "")") }
    case "completions":
      let targets = list("targets").map {
        "\($0["text"]?.stringValue ?? "")@\($0["start"]?.integerValue ?? 0)+\($0["length"]?.integerValue ?? 0)"
      }
      lines.append(targets.joined(separator: " "))
    case "evaluate": lines.append("= \(body["result"]?.stringValue ?? "")")
    case "scopes":
      let name = ["locals": "Locals", "script": "Script", "world": "World"][order]
      let scope = list("scopes").first { $0["name"]?.stringValue == name }
      guard let reference = scope?["variablesReference"] else { return lines.append("no \(order)") }
      add("variables", ["variablesReference": reference], order)
    case "variables":
      if let part = opens {
        opens = nil
        let child = list("variables").first { $0["name"]?.stringValue == part }
        return add("variables", ["variablesReference": child?["variablesReference"] ?? .null], order)
      }
      lines.append(
        list("variables").map { "\($0["name"]?.stringValue ?? "") = \($0["value"]?.stringValue ?? "")" }
          .joined(separator: ", "))
    case "threads": lines.append(list("threads").map { $0["name"]?.stringValue ?? "" }.joined(separator: ", "))
    case "exceptionInfo":
      lines.append("\(body["breakMode"]?.stringValue ?? "") \(body["description"]?.stringValue ?? "")")
    default: break
    }
  }
}

extension String {
  fileprivate func trimming() -> String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first == " " { text.removeFirst() }
    return String(text)
  }
}
