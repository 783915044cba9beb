import Foundation
import JSON
import Testing

@testable import ScriptTools
@testable import ShellCore

/// Scripts, steps, lessons and examples that run from the editor.
@Suite struct EditorRunTests {
  private static let lesson = """
    lesson "First" for 5m {
      step "One" for 2m {
        say "Play story 4."
        goal story.number == 4
        hint "a"
        hint "b"
        solution { story play 4 }
      }
      step "Two" for 3m {
        say "Hold it."
        goal story.state == pausedByHold
        hint "a"
        hint "b"
        solution { hold }
      }
    }
    """

  private func lenses(_ client: EditorClient) throws -> [String] {
    try client.ask("codeLens").arrayValue?.map { lens in
      "\(written(lens["range"])) \(lens["command"]?["title"]?.stringValue ?? "")"
    } ?? []
  }

  @Test func lensesAppearAboveRunnableStatements() throws {
    #expect(try lenses(EditorClient("# c\nprint 1\n")) == ["1:0-1:0 Run this script"])
    #expect(try lenses(EditorClient("# c\n")) == [])
    #expect(
      try lenses(EditorClient(Self.lesson)) == [
        "0:7-0:14 Check this lesson", "1:7-1:12 Run this step", "8:7-8:12 Run this step",
      ])
  }

  @Test func nothingRunsByItself() throws {
    let client = try EditorClient("print 1\n")
    client.change([["text": "print 2\n"]])
    client.notify("textDocument/didSave", ["textDocument": ["uri": .string(EditorClient.address)]])
    _ = client.problems
    _ = try lenses(client)
    #expect(client.server.drainRuns().isEmpty)
  }

  /// Requests a run with the number 99, and returns the messages at once.
  @discardableResult private func begin(_ command: String, _ client: EditorClient, _ more: [JSON] = []) -> [JSON] {
    client.server.receive([
      [
        "jsonrpc": "2.0", "id": 99, "method": "workspace/executeCommand",
        "params": ["command": .string(command), "arguments": .array([.string(EditorClient.address)] + more)],
      ]
    ])
  }

  /// Returns the code and the words of a refusal.
  private func refusal(_ command: String, _ client: EditorClient, _ more: [JSON] = []) throws -> EditorClient.Refusal {
    let error = try #require(begin(command, client, more).first?["error"])
    return .init(code: error["code"]?.integerValue ?? 0, message: error["message"]?.stringValue ?? "")
  }

  @Test func commandsAreCheckedAndLimited() throws {
    let client = try EditorClient("print 1\n")
    #expect(try refusal("rm", client) == .init(code: -32602, message: "there is no command 'rm'"))
    #expect(
      try refusal("storyline.runStep", client)
        == .init(code: -32602, message: "'storyline.runStep' expects a number after the document"))
    #expect(
      try refusal("storyline.updateOutput", client, [1])
        == .init(code: -32803, message: "this editor does not accept edits from a language server"))
    #expect(begin("storyline.runScript", client).isEmpty)
    #expect(begin("storyline.runScript", client).isEmpty)
    #expect(try refusal("storyline.runScript", client).code == -32803)
    let runs = client.server.drainRuns()
    #expect(runs.map(\.arguments) == Array(repeating: ["lsp", "task", "script", "<editor>"], count: 2))
    #expect(client.server.drainRuns().isEmpty)
    let shown = client.server.finish(runs[0], Array("1\u{1B}[31m\n".utf8), .ended(code: 0))
    #expect(shown[0] == ["jsonrpc": "2.0", "id": 99, "result": .null])
    #expect(shown[1]["method"] == "window/showMessage")
    #expect(shown[1]["params"]?["type"] == 3)
    let text = shown[1]["params"]?["message"]?.stringValue ?? ""
    #expect(text.hasPrefix("Run this script\n1") && !text.contains("\u{1B}"))
    #expect(
      client.server.finish(runs[1], [], .timedOut).last?["params"]?["message"]
        == "Run this script: stopped after 10 s")
    #expect(begin("storyline.runScript", client).isEmpty)
  }

  /// Returns the server's messages after a command.
  private func progress(_ client: EditorClient, _ more: [JSON.Field] = []) -> [JSON] {
    let parameters: [JSON.Field] = [
      JSON.Field("command", "storyline.runScript"), JSON.Field("arguments", [.string(EditorClient.address)]),
    ]
    return client.server.receive([
      ["jsonrpc": "2.0", "id": 99, "method": "workspace/executeCommand", "params": .object(parameters + more)]
    ])
  }

  @Test func aRunCanBeCancelled() throws {
    let client = try EditorClient("wait 1s\n", window: ["workDoneProgress": true])
    let begun = progress(client)
    #expect(begun.map { $0["method"] } == ["window/workDoneProgress/create", "$/progress"])
    let token = try #require(begun[0]["params"]?["token"])
    #expect(
      begun[1]["params"] == [
        "token": token, "value": ["kind": "begin", "title": "Run this script", "cancellable": true],
      ])
    let run = try #require(client.server.drainRuns().first)
    client.notify("window/workDoneProgress/cancel", ["token": "another"])
    #expect(client.server.drainCancelledRuns() == [])
    client.notify("window/workDoneProgress/cancel", ["token": token])
    #expect(client.server.drainCancelledRuns() == [run.id])
    #expect(client.server.drainCancelledRuns() == [])
    let ended = client.server.finish(run, Array("1\n".utf8), .cancelled)
    #expect(ended.map { $0["method"] } == [nil, "$/progress", "window/showMessage", "window/logMessage"])
    #expect(ended[0]["id"] == 99 && ended[0]["error"]?["code"] == -32800)
    #expect(ended[1]["params"] == ["token": token, "value": ["kind": "end"]])
    #expect(ended[2]["params"]?["message"] == "Run this script: cancelled")
    // Afterwards the token means nothing.
    client.notify("window/workDoneProgress/cancel", ["token": token])
    #expect(client.server.drainCancelledRuns() == [])
  }

  /// An editor cancels the request itself, which is answered only when the run has ended.
  @Test func cancellingTheRequestEndsTheRun() throws {
    let client = try EditorClient("wait 1s\n")
    begin("storyline.runScript", client)
    let run = try #require(client.server.drainRuns().first)
    client.notify("$/cancelRequest", ["id": 98])
    #expect(client.server.drainCancelledRuns() == [])
    client.notify("$/cancelRequest", ["id": 99])
    #expect(client.server.drainCancelledRuns() == [run.id])
    #expect(client.server.finish(run, [], .cancelled).first?["error"]?["code"] == -32800)
    client.notify("$/cancelRequest", ["id": 99])
    #expect(client.server.drainCancelledRuns() == [])
  }

  /// An editor may name the token itself; one that shows no progress gets no messages about it.
  @Test func progressIsShownAsTheEditorAsks() throws {
    let client = try EditorClient("wait 1s\n")
    #expect(progress(client) == [])
    #expect(progress(client, [JSON.Field("workDoneToken", 7)]).map { $0["params"]?["token"] } == [7])
    client.notify("window/workDoneProgress/cancel", ["token": 7])
    #expect(client.server.drainCancelledRuns() == [client.server.drainRuns()[1].id])
  }

  private func task(_ words: [String], _ input: String, folder: URL = Package.root) throws -> Program.Result {
    try Program.run(["lsp", "task"] + words, input: input, folder: folder)
  }

  @Test func aScriptRunsWithoutFiles() throws {
    let fine = try task(["script", "<editor>"], "story play 4 for 15s\nwait 3s\nprint story.number\n")
    #expect(fine.status == 0 && fine.output.hasSuffix("4\n"))
    let folder = Scratch.folder()
    for line in ["save [1] to \"x.json\"", "print (open \"secret.txt\")", "cluster .", "include \"/etc/passwd\""] {
      try Data("secret".utf8).write(to: folder.appending(path: "secret.txt"))
      let result = try task(["script", folder.path + "/a.story"], line + "\n", folder: folder)
      #expect(result.status != 0, "\(line): \(result)")
      #expect(!result.output.contains("secret"), "\(line)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret.txt"])
    try Data("def greet { print \"hi\" }\n".utf8).write(to: folder.appending(path: "lib.story"))
    let included = try task(["script", folder.path + "/a.story"], "include \"lib.story\"\ngreet\n")
    #expect(included.output == "hi\n", "\(included)")
  }

  @Test func aStepShowsWhetherItsSolutionReachesTheGoals() throws {
    let two = try task(["step", "<editor>", "1"], Self.lesson)
    #expect(two.status == 0)
    #expect(two.output.contains("held"))
    #expect(two.output.hasSuffix("The solution reaches the goals of this step.\n"))
    let wrong = try task(["step", "<editor>", "1"], Self.lesson.replacing("{ hold }", with: "{ pause }"))
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("the solution does not reach this goal"))
    #expect(try task(["step", "<editor>", "7"], Self.lesson).errors == "error: this lesson has no step 8\n")
    let reaching = try task(["step", "<editor>", "0"], Self.lesson.replacing("{ hold }", with: "{ cluster \".\" }"))
    #expect(reaching.status == 2)
    #expect(reaching.errors.contains("can access your files, so it was not played"))
  }

  @Test func aLessonIsChecked() throws {
    #expect(try task(["lesson", "<editor>"], Self.lesson).output == "The lesson is sound\n")
    let faulty = try task(["lesson", "<editor>"], Self.lesson.replacing("for 3m", with: "for 4m"))
    #expect(faulty.status == 1)
    #expect(faulty.errors.contains("the steps take 6m in total, not 5m"))
  }

  private static let document = """
    # Text

    ```story
    › print 1
    2
    ```

    ```story
    › let a = 5
    ```

    ```story continue
    › print $a
    wrong
    ```
    """

  @Test func oneExampleIsUpdated() throws {
    let result = try task(["output", "a.md", "12"], Self.document)
    #expect(result.status == 0)
    #expect(result.output == Self.document.replacing("wrong", with: "5"))
    #expect(try task(["output", "a.md", "0"], Self.document).status == 1)
    let files = try task(["output", "a.md", "1"], "```story\n› cluster Examples/Photos\nx\n```\n")
    #expect(files.status == 1)
    #expect(
      files.errors
        == "error: this example uses files, which is not allowed in a run from the editor\n  try: storyline test --update a.md\n"
    )
  }

  @Test func theUpdateIsAChangeInTheEditor() throws {
    let client = try EditorClient(workspace: ["applyEdit": true])
    let address = "file:///tmp/nothing/a.md"
    client.open(Self.document, as: address)
    #expect(client.diagnostics()[address] == [])
    let lenses = try client.request("textDocument/codeLens", ["textDocument": ["uri": .string(address)]])
    #expect(lenses.arrayValue?.map { $0["command"]?["arguments"]?.arrayValue?[1] ?? .null } == [3, 8, 12])
    _ = client.server.receive([
      [
        "jsonrpc": "2.0", "id": 99, "method": "workspace/executeCommand",
        "params": ["command": "storyline.updateOutput", "arguments": [.string(address), 12]],
      ]
    ])
    let run = try #require(client.server.drainRuns().first)
    let new = Self.document.replacing("wrong", with: "5")
    let request = try #require(client.server.finish(run, Array(new.utf8), .ended(code: 0)).last)
    #expect(request["method"] == "workspace/applyEdit")
    let edit = request["params"]?["edit"]?["changes"]?[address]?.arrayValue?[0]
    #expect(written(edit?["range"]) == "13:0-14:0" && edit?["newText"] == "5\n")
    client.change([["text": "x"]], in: address)
    let refused = client.server.finish(run, Array(new.utf8), .ended(code: 0)).first
    #expect(
      refused?["params"]?["message"]
        == "Update this expected output: the document has changed in the meantime; try again")
  }

  /// The real program: a run does not block the server, and its output comes as a message.
  @Test func theProgramRunsBesideTheServer() throws {
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
      #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a","version":1,"text":"print 6 * 7\n"}}}"#,
      #"{"id":2,"method":"workspace/executeCommand","params":{"command":"storyline.runScript","arguments":["untitled:a"]}}"#,
    ]
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["lsp"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(Data(messages.flatMap { MessageFrames.framed(Array($0.utf8)) }))
    var text = ""
    while !text.contains("Run this script\\n42") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    #expect(text.contains("Run this script\\n42"))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }
}
