import Foundation
import JSON
import ScriptTools
import Shell
import ShellCore

/// The language server beside the command line and the prompt: a key in a script of 5,000 lines, completion, memory.
enum EditorBench {
  private static let rounds = 20

  static func run() {
    let text = script(lines: 5_000)
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-editor-\(getpid())").path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/long.story"
    try? text.write(toFile: path, atomically: true, encoding: .utf8)

    Measure.title("an editor with a script of 5,000 lines; × is the ratio to `storyline check`")
    guard let check = Measure.program(Measure.storyline, ["check", path]), let editor = Editor() else {
      Measure.fail("'\(Measure.storyline)' does not start", 1)
    }
    Measure.row("storyline check", check * 1e3, "ms")
    func row(_ name: String, _ time: Double) { Measure.row(name, time * 1e3, "ms", ratio: time / check) }
    row("opened", Measure.time(runs: 1) { editor.open(path, text) })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let middle = lines.count / 2
    for (name, word) in [
      ("a key in a command", "story play "), ("in a text", "post \"Hello"), ("in a definition", "let y = $x * 2"),
      ("in a variable's value", "let count"),
    ] {
      guard let line = lines[middle...].firstIndex(where: { $0.contains(word) }) else { continue }
      let column = word == "let count" ? lines[line].utf16.count : word.utf16.count + leading(lines[line])
      row(
        name,
        Measure.median(
          (0..<rounds).map { _ in
            let typed = Measure.time(runs: 1) { editor.replace(line, column, column, "1") }
            editor.replace(line, column, column + 1, "")
            return typed
          }))
    }
    guard let line = lines[middle...].firstIndex(of: "hold") else { return }
    editor.replace(line, 0, 0, "\n")
    for typed in ["print $total", "let fresh = 12", "if $total > 3 { print 1 }"] {
      var times: [Double] = []
      for (column, character) in typed.enumerated() {
        times.append(Measure.time(runs: 1) { editor.replace(line, column, column, String(character)) })
      }
      editor.replace(line, 0, typed.utf16.count, "")
      row("a key of \(typed.prefix(12))", Measure.median(times))
    }

    Measure.title("completion; × is the ratio to the prompt's own")
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let completer = Completer(session: session)
    for typed in ["", "st", "timer "] {
      let own =
        Measure.time { for _ in 0..<rounds { _ = completer.completions(typed, typed.utf8.count) } } / Double(rounds)
      editor.replace(line, 0, 0, typed)
      let asked = Measure.time { for _ in 0..<rounds { editor.complete(line, typed.utf16.count) } } / Double(rounds)
      editor.replace(line, 0, typed.utf16.count, "")
      Measure.row("after '\(typed)'", asked * 1e3, "ms", ratio: asked / own)
    }
    editor.close()

    Measure.title("memory of the server; × is the share of 40 MiB")
    guard let many = Editor() else { return }
    let short = script(lines: 100)
    for number in 0..<50 { many.open("\(folder)/\(number).story", short) }
    for number in 0..<50 { many.complete(1, 0, in: "\(folder)/\(number).story") }
    let memory = many.memory
    Measure.row("fifty scripts of 100 lines", memory / 1_048_576, "MiB", ratio: memory / 41_943_040)
    many.close()
  }

  private static func leading(_ line: Substring) -> Int { line.prefix { $0 == " " }.utf16.count }

  /// Returns a script with some of everything.
  static func script(lines count: Int) -> String {
    var lines = [
      "# A long script.", "let total = 0", "def greet name greeting = \"hello\" {", "  print \"{$greeting}, {$name}\"",
      "}",
    ]
    var number = 0
    while lines.count < count {
      let parts: [[String]] = [
        ["# Part \(number)", "let count\(number) = \(number) + 1"],
        ["story play \(number % 9 + 1) for 15s", "wait 3s", "hold", "wait 500ms", "release"],
        [
          "if $count\(number - 2) > 3 {", "  print \"big {$count\(number - 2)} 👋\"", "} else {",
          "  total = $total + $count\(number - 2)", "}",
        ],
        ["def twice\(number) x {", "  let y = $x * 2", "  return $y + \(number)", "}"],
        ["print (twice\(number - 1) $count\(number - 4))", "expect (twice\(number - 1) 1) == \(number + 1)"],
        [
          "let list\(number) = [{name: \"a\", age: \(number)}, {name: \"b\", age: 2}]",
          "print ($list\(number) | where age > 1 | sort by name | count)",
        ],
        ["for item in [1, 2, 3] {", "  total = $total + $item", "  greet \"you\"", "}"],
        ["post \"Hello #tag @bob.test\"", "tap right", "tap left"],
        ["try {", "  fail \"no\"", "} catch problem {", "  print $problem.message", "}"],
        ["expect story.number >= 0", "wait 1s"],
      ]
      lines += parts[number % 10]
      number += 1
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// An editor that waits for each answer.
private final class Editor {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var frames = MessageFrames()
  private var number: Int64 = 0
  private var version: Int64 = 1
  private var path = ""

  /// - Returns: `nil` if the program does not start.
  init?() {
    process.executableURL = URL(filePath: Measure.storyline)
    process.arguments = ["lsp"]
    (process.standardInput, process.standardOutput) = (input, output)
    guard (try? process.run()) != nil else { return nil }
    ask("initialize", ["capabilities": [:]])
    send(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
  }

  private func send(_ message: JSON) {
    input.fileHandleForWriting.write(Data(MessageFrames.framed(Array(message.text.utf8))))
  }

  private func wait(for isAnswer: (JSON) -> Bool) {
    while true {
      while let frame = frames.next() {
        if case .content(let bytes) = frame, let message = try? JSON(parsing: bytes), isAnswer(message) { return }
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { Measure.fail("the language server ended", 1) }
      frames.append(data)
    }
  }

  private func ask(_ method: String, _ parameters: JSON) {
    number += 1
    send(["jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": parameters])
    wait { $0["id"]?.integerValue == number }
  }

  private func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
    wait { $0["method"]?.stringValue == "textDocument/publishDiagnostics" }
  }

  func open(_ path: String, _ text: String) {
    self.path = path
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string("file://" + path), "languageId": "story", "version": 1, "text": .string(text),
        ]
      ])
  }

  func replace(_ line: Int, _ start: Int, _ end: Int, _ text: String) {
    version += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string("file://" + path), "version": .integer(version)],
        "contentChanges": [
          ["range": ["start": place(line, start), "end": place(line, end)], "text": .string(text)]
        ],
      ])
  }

  func complete(_ line: Int, _ column: Int, in path: String? = nil) {
    ask(
      "textDocument/completion",
      ["textDocument": ["uri": .string("file://" + (path ?? self.path))], "position": place(line, column)])
  }

  private func place(_ line: Int, _ column: Int) -> JSON {
    ["line": .integer(Int64(line)), "character": .integer(Int64(column))]
  }

  /// The peak memory of the server, in bytes.
  var memory: Double {
    let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1_024 } ?? .nan
  }

  func close() {
    ask("shutdown", [:])
    send(["jsonrpc": "2.0", "method": "exit"])
    process.waitUntilExit()
  }
}
