import Foundation
import TerminalTesting
import Testing

@testable import Shell

/// The program on machines with small stacks or little memory, and on terminals that report a huge size.
@Suite final class LimitTests {
  private let folder = "/tmp/storyline-limits-\(UInt64.random(in: 0 ... .max))"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func shell(_ script: String, _ arguments: [String] = []) throws -> Program.Result {
    try Program.run(
      ["-c", script, Program.path] + arguments, folder: URL(filePath: folder), executable: "/bin/sh")
  }

  @Test(arguments: [8_192, 4_096, 2_048, 1_024, 768]) func deepNestingOnASmallStackIsAnError(_ size: Int) throws {
    for (open, close) in [
      ("if true { ", " }"), ("print [", "]"), ("repeat 1 { ", " }"), ("try { ", " }"), ("every 1s { ", " }"),
      ("[1] | each { ", " }"),
    ] {
      let text = String(repeating: open, count: 199) + "print 1" + String(repeating: close, count: 199) + "\n"
      try text.write(toFile: folder + "/deep.story", atomically: false, encoding: .utf8)
      for tool in ["", "check", "fmt --check", "test"] {
        let run = try shell("ulimit -s \(size); \"$0\" \(tool) deep.story")
        #expect(run.status <= 2, "\(size) KB, \(tool): \(run.status) \(run.errors.prefix(300))")
      }
    }
    try "if true { if true { print 1 } }\n".write(toFile: folder + "/flat.story", atomically: false, encoding: .utf8)
    #expect(try shell("ulimit -s \(size); exec \"$0\" flat.story").output == "1\n")
  }

  #if os(Linux)
    @Test(
      .timeLimit(.minutes(2)),
      arguments: [
        "print (length (range 1 10000000))",
        "print (length (replace (repeated \"x\" 15000) \"x\" (repeated \"y\" 15000)))",
        "print (length (repeated \"x\" 200000000))",
        "let x = (range 1 100000) | each { (repeated \"x{$it}\" 2000) }",
        "let s = \"x\"; while true { s = $s + $s }", "let x = (range 1 2000000); print (length ($x + $x + $x + $x))",
      ])
    func memoryThatCannotBeHadIsAnError(_ script: String) throws {
      let run = try shell("ulimit -v 300000; exec \"$0\" -c \"$1\"", [script])
      #expect(run.status == 1 && run.errors.contains("there is not enough memory"), "\(script): \(run)")
      #expect(run.errors.contains("<command line>:1:"), "\(run.errors)")
    }
  #endif

  @Test(.timeLimit(.minutes(1)), arguments: [(65_535, 65_535), (20_000, 10_000), (65_535, 1), (1, 65_535)])
  func implausibleTerminalSizesAreIgnored(_ columns: Int, _ rows: Int) throws {
    let run = try TerminalRun.bytes(
      "/bin/sh",
      ["-c", "ulimit -v 900000; exec \"$0\" -c 'story play 4; watch for 2s; stories; [{a: 1}]'", Program.path],
      folder: folder, columns: columns, rows: rows)
    #expect(run.status == 0, "\(String(decoding: run.bytes.suffix(300), as: UTF8.self))")
    #expect(run.bytes.count < 20_000_000)
  }

  /// libedit would keep whole pictures of such a screen, so the prompt reads lines without it.
  @Test func aPromptOnAHugeTerminalReadsLines() throws {
    let run = try TerminalRun.bytes(
      "/bin/sh", ["-c", "ulimit -v 900000; exec \"$0\" --practice", Program.path], folder: folder, columns: 65_535,
      rows: 65_535, typed: "print 6 * 7\nexit\n")
    #expect(run.status == 0 && String(decoding: run.bytes, as: UTF8.self).contains("42\r\n"))
    #expect(run.bytes.count < 100_000)
  }

  @Test(.timeLimit(.minutes(1))) func aFailedWaitWritesLittle() throws {
    for script in [
      "when timer.completed { }; story play 4; wait until story.number == 99",
      "every 1s { print 1 }; story play 4; wait until story.number == 99",
    ] {
      let run = try Program.run(["-c", script])
      #expect(run.status == 1 && run.output.utf8.count < 10_000_000, "\(run.output.utf8.count) bytes: \(run.errors)")
      #expect(
        run.errors.contains("this can never become true") || run.errors.contains("did not become true"), "\(run.errors)"
      )
    }
  }

  /// - Returns: the exit code, and the seconds from ^C to the end.
  private func interrupted(_ arguments: [String], after delay: Double) throws -> (status: Int32, seconds: Double) {
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: delay)
    let start = Date()
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    let seconds = Date().timeIntervalSince(start)
    return (process.terminationReason == .exit ? process.terminationStatus : -1, seconds)
  }

  /// The release build ends within 50 ms. This build, on a machine with other work as well, takes far less time than
  /// the whole script would.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "print 1\n", "(upper \"a\")\n",
    ])
  func aLongScriptWithoutLoopsEnds(_ line: String) throws {
    let path = folder + "/long.story"
    try String(repeating: line, count: 1_000_000).write(toFile: path, atomically: false, encoding: .utf8)
    let run = try interrupted([path], after: 1)
    #expect(run.status == 130 && run.seconds < 5, "\(run)")
  }

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "(replace $x \",\" \";;\")", "(upper $x)", "(split $x \",\")", "(length $x)", "(reverse $x)",
      "(split $x \",\") | sort",
    ])
  func longWorkEnds(_ work: String) throws {
    let run = try interrupted(
      ["-c", "let x = (repeated \"ab,\" 17000000); while true { let y = \(work) }"], after: 2)
    #expect(run.status == 130 && run.seconds < 5, "\(run)")
  }

  /// ^C stops a command in the middle of its work, not only after it.
  @Test(.timeLimit(.minutes(3)), arguments: ["$r | to json", "$r | to csv", "$json | from json", "$csv | from csv"])
  func textsOfManyRecordsEnd(_ work: String) throws {
    let start = #"""
      let few = (range 1 1000) | each { {n: $it, t: "a{$it}"} }
      let r = []
      for i in (range 1 9) { r += $few }
      for i in (range 1 8) { r += $r }
      let json = "[{repeated "[7, 8]," 2000000}1]"
      let csv = "n,t\n" + (repeated "7,a\n" 2000000)
      save "begun" to begun.txt
      let y = \#(work)
      print (length $y)
      """#
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["-c", start]
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    while process.isRunning, !FileManager.default.fileExists(atPath: folder + "/begun.txt") { usleep(10_000) }
    Thread.sleep(forTimeInterval: 0.2)
    kill(process.processIdentifier, SIGINT)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130 && said.contains("interrupted") && said.contains("let y = "), "\(said)")
  }

  @Test(.timeLimit(.minutes(1))) func aTerminalShowsLinesAtOnce() throws {
    guard let (master, name) = PseudoTerminal.openTerminal() else { throw CocoaError(.fileNoSuchFile) }
    defer { close(master) }
    let terminal = FileHandle(fileDescriptor: open(name, O_RDWR | O_NOCTTY), closeOnDealloc: false)
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["-c", "print \"go\"; print \"on\"; while true { let x = (upper \"a\") }"]
    process.environment = ["TERM": "xterm", "LANG": "C.UTF-8", "HOME": folder]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = terminal
    process.standardError = FileHandle.nullDevice
    try process.run()
    close(terminal.fileDescriptor)
    var shown = ""
    var buffer = [UInt8](repeating: 0, count: 256)
    while !shown.contains("on") {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      shown += String(decoding: buffer[..<count], as: UTF8.self)
    }
    #expect(shown == "go\r\non\r\n" && process.isRunning)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }
}
