import Foundation
import JSON
import Testing

@testable import ScriptTools
@testable import ShellCore

/// Life cycle, launching, refusals and hostile messages.
@Suite struct DebugProtocolTests {
  @Test func launchReportsWhatIsWrong() throws {
    func refusals(_ launch: [JSON.Field]) throws -> [String] {
      try DebugClient.lines("print 1", launch: launch).filter { $0.hasPrefix("refused") }
    }
    #expect(
      try refusals([.init("state", "/tmp/x")]) == [
        "refused: 'state' is not allowed: a debugged script runs in a practice session and saves nothing; remove 'state'"
      ])
    #expect(try refusals([.init("args", [1])]) == ["refused: 'args' expects a list of texts"])
    #expect(try refusals([.init("stopOnEntry", "yes")]) == ["refused: 'stopOnEntry' expects true or false"])
    #expect(try refusals([.init("zone", "Nowhere")]) == ["refused: there is no time zone 'Nowhere'"])
    #expect(try refusals([.init("seed", -1)]) == ["refused: 'seed' expects a whole number from 0"])
    #expect(try refusals([.init("now", "soon")]) == ["refused: 'now' expects a date such as 2026-01-05T09:00"])
    #expect(
      try refusals([.init("cwd", "/no/such/folder")]) == [
        "refused: 'cwd' cannot be entered: '/no/such/folder': No such file or directory"
      ])
    let lines = try DebugClient.lines("stroy play 4\nprint $x\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("did you mean 'story'?") && lines[0].contains("there is no variable '$x'"))
    #expect(lines[1].hasSuffix("has errors: there is no command 'stroy'"))
  }

  @Test func launchPassesArgumentsAndSettings() throws {
    let script = "args name count = 2\nprint \"{$name} {$count} {clock.now}\"\nexit 3"
    #expect(
      try DebugClient.lines(
        script,
        launch: [.init("args", ["Ada"]), .init("zone", "Asia/Tokyo"), .init("now", "2026-02-01T08:00")], "start")
        == ["| Ada 2 2026-02-01T08:00:00", "exited 3", "terminated"])
  }

  @Test func requestsAtTheWrongTimeAreRefused() throws {
    #expect(
      try DebugClient.lines("print 1", "next", "stackTrace", "evaluate", "pause", "restart", "launch", "attach", "nope")
        == [
          "refused: the script is running: pause it first", "refused: the script is running: pause it first",
          "refused: the script is running: pause it first", "refused: no script is running",
          "refused: no script is running", "refused: a script has already been launched",
          "refused: 'attach' is not supported: use 'launch', which starts a script",
          "refused: there is no request 'nope'",
        ])
  }

  @Test func restartAndTerminateLeaveTheScript() throws {
    #expect(
      try DebugClient.lines("print 1\nprint 2", "start", "next", "restart", "next", "terminate")
        == [
          "entry: Held at 0:00.000, script:1", "| 1", "step: Held at 0:00.000, script:2",
          "entry: Held at 0:00.000, script:1", "| 1", "step: Held at 0:00.000, script:2", "terminated",
        ])
  }

  /// The adapter answers or rejects any message, and the script stays where it is.
  @Test func hostileMessagesChangeNothing() throws {
    let messages = [
      "{}", "{\"type\":\"request\"}", "{\"type\":\"request\",\"seq\":\"x\",\"command\":5}",
      "{\"type\":\"response\",\"seq\":1}", "{\"type\":\"event\",\"event\":\"x\"}",
      "{\"seq\":900,\"type\":\"request\",\"command\":\"variables\",\"arguments\":{\"variablesReference\":-1}}",
      "{\"seq\":901,\"type\":\"request\",\"command\":\"variables\",\"arguments\":{\"variablesReference\":1e300}}",
      "{\"seq\":902,\"type\":\"request\",\"command\":\"scopes\",\"arguments\":{\"frameId\":99999999999}}",
      "{\"seq\":903,\"type\":\"request\",\"command\":\"stackTrace\",\"arguments\":{\"threadId\":1,\"startFrame\":-5,\"levels\":-7}}",
      "{\"seq\":904,\"type\":\"request\",\"command\":\"stackTrace\",\"arguments\":{\"threadId\":1,\"startFrame\":2147483647,\"levels\":2147483647}}",
      "{\"seq\":905,\"type\":\"request\",\"command\":\"setBreakpoints\",\"arguments\":{\"breakpoints\":[{\"line\":-3}]}}",
      "{\"seq\":906,\"type\":\"request\",\"command\":\"setBreakpoints\",\"arguments\":{\"source\":{\"path\":\"\\u0000\"},\"breakpoints\":5}}",
      "{\"seq\":907,\"type\":\"request\",\"command\":\"setFunctionBreakpoints\",\"arguments\":{\"breakpoints\":[{},{\"name\":5},{\"name\":\"\"}]}}",
      "{\"seq\":908,\"type\":\"request\",\"command\":\"breakpointLocations\",\"arguments\":{\"source\":{\"path\":\"/x\"},\"line\":5,\"endLine\":-9}}",
      "{\"seq\":909,\"type\":\"request\",\"command\":\"evaluate\",\"arguments\":{\"expression\":\"\\u001b]0;x\\u0007 $\"}}",
      "{\"seq\":910,\"type\":\"request\",\"command\":\"next\",\"arguments\":{\"threadId\":77}}",
      "{\"seq\":911,\"type\":\"request\",\"command\":\"next\"}",
      "{\"seq\":912,\"type\":\"request\",\"command\":\"\\u001b[2J\"}",
      "{\"seq\":913,\"type\":\"request\",\"command\":\"evaluate\",\"arguments\":{\"expression\":\"while true { }\"}}",
      "{\"seq\":914,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":[]}",
    ]
    let client = try DebugClient("print 1\nprint 2", ["start"] + messages + ["next"])
    client.serve()
    #expect(client.lines.first == "entry: Held at 0:00.000, script:1")
    #expect(client.lines.last == "step: Held at 0:00.000, script:2")
    #expect(client.lines.count > messages.count - 6)
    #expect(!client.lines.joined().contains("\u{1B}"))
  }

  /// The real program over standard input and output.
  @Test func theProgramServesOverStandardInput() throws {
    let folder = Scratch.folder()
    try "print \"a\"\nwait 3s\nprint clock.elapsed\n".write(
      to: folder.appending(path: "a.story"), atomically: true, encoding: .utf8)
    var number = 0
    func message(_ command: String, _ arguments: JSON = [:]) -> [UInt8] {
      number += 1
      let json: JSON = [
        "seq": .integer(Int64(number)), "type": "request", "command": .string(command), "arguments": arguments,
      ]
      return MessageFrames.framed(Array(json.text.utf8))
    }
    var input = message("initialize", ["adapterID": "storyline"])
    input += message("launch", ["program": "a.story", "cwd": .string(folder.path), "stopOnEntry": true])
    input += MessageFrames.framed(Array("nonsense".utf8))
    input += message("setFunctionBreakpoints", ["breakpoints": [["name": "0:02"]]])
    input += message("configurationDone")
    input += message("continue", ["threadId": 1])
    input += message("evaluate", ["expression": "clock.elapsed"])
    input += message("stepBack", ["threadId": 1])
    input += message("stackTrace", ["threadId": 1])
    input += message("disconnect")
    let result = try Program.run(["dap"], bytes: Data(input), folder: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
    var (frames, found): (MessageFrames, [JSON]) = (MessageFrames(), [])
    frames.append(Array(result.output.utf8))
    while case .content(let content) = frames.next() { found.append(try JSON(parsing: content)) }
    let events = found.compactMap { $0["event"]?.stringValue }
    #expect(events == ["initialized", "output", "stopped", "output", "stopped", "stopped"])
    let held = found.filter { $0["event"]?.stringValue == "stopped" }.map { $0["body"]?["description"]?.stringValue }
    #expect(held == ["Held at 0:00.000", "Instant 0:02.000", "Held at 0:00.000"])
    let answers = found.filter { $0["type"]?.stringValue == "response" }
    #expect(answers.count == 9 && answers.allSatisfy { $0["success"] == true })
    #expect(answers[5]["body"]?["result"]?.stringValue == "2s")
    #expect(answers[7]["body"]?["stackFrames"]?.arrayValue?.first?["line"] == 2)
    #expect(found.compactMap { $0["seq"]?.integerValue } == (1...Int64(found.count)).map { $0 })
  }
}
