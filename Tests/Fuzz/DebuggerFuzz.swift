// The debugger with foreign messages, while it holds and runs a script.
//
// The first byte selects the script and what the rest is: messages as JSON, one a line, or orders of two bytes each. The
// invariants: each request has exactly one answer with its number and its command; the script is held only between
// `stopped` and the request that continues it; and the adapter ends when its client is gone.

import Foundation
import JSON

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

private let scripts = [
  """
  let total = 0
  def double x {
    let y = $x * 2
    return $y
  }
  for i in [1, 2, 3] {
    total = $total + (double $i)
  }
  print $total
  """,
  """
  when story.started { print "story {$story}" }
  every 2s { print story.position }
  story play 4 for 15s
  wait 3s
  hold 2s
  wait until story.number == 5
  try { fail "no" } catch error { print $error.message }
  """,
  "let a = 1\nprint $a / 0\n",
]

private let paths: [String] = scripts.enumerated().map { number, text in
  let folder =
    ProcessInfo.processInfo.environment["STORYLINE_FUZZ_FOLDER"] ?? NSTemporaryDirectory() + "storyline-fuzz-dap"
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  let path = "\(folder)/debugged-\(number).story"
  try? text.write(toFile: path, atomically: true, encoding: .utf8)
  return path
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDebugger(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let client = FuzzClient(paths[Int(first >> 1) % paths.count])
  if first & 1 == 0 {
    client.inputs = bytes[1...].split(separator: UInt8(ascii: "\n")).prefix(60).map { .text(Array($0)) }
  } else {
    client.inputs = stride(from: 1, to: min(bytes.count - 1, 160), by: 2).map { .order(bytes[$0], bytes[$0 + 1]) }
  }
  client.run()
  return 0
}

private final class FuzzClient: DebugTransport {
  enum Input {
    case text([UInt8])
    case order(UInt8, UInt8)
  }

  var inputs: [Input] = []
  private let path: String
  private var number: Int64 = 0
  private var waiting: [JSON] = []
  /// The commands of the requests without an answer, by number.
  private var asked: [Int64: [String]] = [:]
  private var thread: Int64 = 1
  private var frame: Int64 = 1
  private var reference: Int64 = 1

  init(_ path: String) { self.path = path }

  func run() {
    add("initialize", ["adapterID": "fuzz"])
    add("launch", ["program": .string(path), "stopOnEntry": true])
    let adapter = DebugAdapter(Catalog.standard, self)
    _ = adapter.serve()
    precondition(adapter.held == nil, "a script is held though the client is gone")
  }

  // MARK: DebugTransport

  func next(waits: Bool) -> DebugInput {
    if let message = waiting.first {
      waiting.removeFirst()
      return deliver(message)
    }
    precondition(asked.isEmpty, "no answer to \(asked)")
    guard !inputs.isEmpty else { return waits ? .closed : .nothing }
    switch inputs[0] {
    // While the script runs, only some messages arrive.
    case .order(_, let value) where !waits && value & 1 == 0: return .nothing
    case .text(let bytes):
      inputs.removeFirst()
      guard let message = try? JSON(parsing: bytes) else { return .broken("this is not JSON") }
      return deliver(safe(message))
    case .order(let order, let value):
      inputs.removeFirst()
      perform(order, value)
      return deliver(waiting.removeFirst())
    }
  }

  func send(_ message: JSON) {
    precondition((try? JSON(parsing: Array(message.text.utf8))) == message)
    if message["type"]?.stringValue == "event" {
      if message["event"]?.stringValue == "stopped" { thread = message["body"]?["threadId"]?.integerValue ?? 1 }
      return
    }
    let number = message["request_seq"]?.integerValue ?? -1
    let command = message["command"]?.stringValue ?? ""
    guard let index = asked[number]?.firstIndex(of: command) else {
      preconditionFailure("an answer that was not asked for: \(message)")
    }
    asked[number]?.remove(at: index)
    if asked[number]?.isEmpty == true { asked[number] = nil }
    let body = message["body"]
    frame = body?["stackFrames"]?.arrayValue?.first?["id"]?.integerValue ?? frame
    let opened = (body?["scopes"] ?? body?["variables"])?.arrayValue?.last?["variablesReference"]?.integerValue
    if let opened, opened > 0 { reference = opened }
  }

  private func deliver(_ message: JSON) -> DebugInput {
    if message["type"]?.stringValue == "request", let number = message["seq"]?.integerValue,
      let command = message["command"]?.stringValue
    {
      asked[number, default: []].append(command)
    }
    return .message(message)
  }

  /// Returns a message that launches no script but our own.
  private func safe(_ message: JSON) -> JSON {
    guard message["command"]?.stringValue == "launch", case .object(let fields) = message else { return message }
    return .object(fields.filter { $0.name != "arguments" } + [.init("arguments", ["program": .string(path)])])
  }

  // MARK: Orders

  private func add(_ command: String, _ arguments: JSON) {
    number += 1
    waiting.append([
      "seq": .integer(number), "type": "request", "command": .string(command), "arguments": arguments,
    ])
  }

  private static let texts = [
    "$x", "$total + $x", "story", "story pl", "print $i", "1 +", "hold 1s", "{", "$", "wait 5s", "undo", "\u{1F642} $",
    "let a = 2",
    "save 1 to \"/dev/null\"", "exit", "rewind 2s",
  ]
  private static let conditions = ["$x == 2", "true", "5", "$nothing", "story.number > 4", "("]
  private static let hits = ["2", ">= 2", "% 2", "x"]

  private func perform(_ order: UInt8, _ value: UInt8) {
    let number = Int64(value)
    let text = JSON.string(Self.texts[Int(value) % Self.texts.count])
    let condition = JSON.string(Self.conditions[Int(value) % Self.conditions.count])
    let hit = JSON.string(Self.hits[Int(value) % Self.hits.count])
    let held: JSON = ["threadId": .integer(value > 250 ? number : thread), "frameId": .integer(frame)]
    let tick: JSON = ["threadId": .integer(thread), "granularity": "instruction"]
    switch order % 20 {
    case 0: add("configurationDone", .null)
    case 1: add("next", value & 4 == 0 ? held : tick)
    case 2: add("stepIn", held)
    case 3: add("stepOut", held)
    case 4: add("continue", held)
    case 5: add("stepBack", value & 4 == 0 ? held : tick)
    case 6: add("reverseContinue", held)
    case 7:
      var mark: [JSON.Field] = [.init("line", .integer(number % 12))]
      if value & 16 != 0 { mark.append(.init("condition", condition)) }
      if value & 32 != 0 { mark.append(.init("hitCondition", hit)) }
      if value & 64 != 0 { mark.append(.init("logMessage", "x is {$x}")) }
      add("setBreakpoints", ["source": ["path": .string(path)], "breakpoints": [.object(mark)]])
    case 8:
      let name = ["double", "story.started", "0:04", "2s", "nothing"][Int(value) % 5]
      add(
        "setFunctionBreakpoints",
        ["breakpoints": [["name": .string(name), "condition": condition, "hitCondition": hit]]])
    case 9:
      let filter = ["errors", "caught", "events", "none"][Int(value) % 4]
      add("setExceptionBreakpoints", ["filters": [.string(filter)]])
    case 10: add("stackTrace", held)
    case 11: add("scopes", held)
    case 12: add("variables", ["variablesReference": .integer(value & 1 == 0 ? reference : number)])
    case 13:
      let context = ["watch", "hover", "repl", "clipboard"][Int(value / 16) % 4]
      add("evaluate", ["expression": text, "context": .string(context), "frameId": .integer(frame)])
    case 14: add("completions", ["text": text, "column": .integer(number % 14), "frameId": .integer(frame)])
    case 15: add("threads", .null)
    case 16: add("exceptionInfo", held)
    case 17: add("pause", held)
    case 18: add("restart", .null)
    default:
      add(
        value > 200 ? "terminate" : "breakpointLocations",
        ["source": ["path": .string(path)], "line": .integer(number)])
    }
  }
}
