import Foundation
import Testing

@testable import Shell

/// The program from the outside: sources of scripts, exit codes, invalid input.
@Suite struct ProgramTests {
  static let five = """
    story play 4 for 15s
    hold 2s
    timer start reading 20
    cluster ~/Photos smart
    post "hi #tag @bob"
    """

  /// A home folder that contains the example photos.
  static let home: URL = {
    let folder = Scratch.folder()
    try? FileManager.default.createSymbolicLink(
      at: folder.appending(path: "Photos"), withDestinationURL: Package.root.appending(path: "Examples/Photos"))
    return folder
  }()

  func run(_ arguments: [String], input: String? = nil) throws -> Program.Result {
    try Program.run(arguments, input: input, environment: ["HOME": Self.home.path])
  }

  @Test func theClockBeginsInTheSessionsZone() throws {
    let script = "expect clock.now == 2026-07-01T09:00; print clock.now"
    let (zone, now) = (["--zone", "Asia/Tokyo"], ["--now", "2026-07-01T09:00"])
    let (one, other) = (try run(zone + now + ["-c", script]), try run(now + zone + ["-c", script]))
    #expect(one.status == 0 && other.status == 0, "\(one) \(other)")
    #expect(one.output == other.output)
  }

  @Test func theFiveLinesGiveTheSameBytesFromEverySource() throws {
    let file = Self.home.appending(path: "five.story")
    try Self.five.write(to: file, atomically: true, encoding: .utf8)
    let fromFile = try run([file.path])
    #expect(fromFile.status == 0)
    #expect(fromFile.lines.count > 10)
    #expect(fromFile.errors == "note: 1 post in the outbox was not saved: this was a practice session\n")
    for other in [try run(["-c", Self.five]), try run(["-"], input: Self.five), try run([], input: Self.five)] {
      #expect(other.output == fromFile.output)
      #expect(other.errors == fromFile.errors)
      #expect(other.status == 0)
    }
  }

  @Test func aloneFourSucceedAndHoldFails() throws {
    for line in Self.five.split(separator: "\n") {
      let result = try run(["-c", String(line)])
      #expect(result.status == (line.hasPrefix("hold") ? 1 : 0), "\(line): \(result.errors)")
    }
    let hold = try run(["-c", "hold 2s"])
    #expect(
      hold.errors == """
        error: nothing is playing, so there is nothing to hold
          ┌─ <command line>:1:1
        1 │ hold 2s
          │ ^^^^^^^ try: story play 4

        """)
  }

  @Test(arguments: [
    ("print 1", Int32(0)), ("expect 1 == 2", 1), ("print 1 / 0", 1), ("stroy play 4", 2), ("print (", 2),
    ("try { hold } catch { }", 0), ("story play 4\nexpect error { jump 11 }", 0),
  ])
  func exitCodesAreTheSameFromEverySource(_ script: String, _ code: Int32) throws {
    let file = Self.home.appending(path: "code-\(script.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }).story")
    try script.write(to: file, atomically: true, encoding: .utf8)
    #expect(try run(["-c", script]).status == code)
    #expect(try run([file.path]).status == code)
    #expect(try run([], input: script).status == code)
  }

  @Test func argumentsAndShebang() throws {
    let file = Self.home.appending(path: "args.story")
    try Executable.install("print \"{$1} {(length $args)}\"", for: Program.path, at: file.path)
    #expect(try run([file.path, "--json", "b"]).output == "--json 2\n")
    let process = Process()
    process.executableURL = file
    process.arguments = ["ana"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    #expect(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "ana 1\n")
    #expect(try run(["-c", "print $2", "a", "b"]).output == "b\n")
    #expect(
      try run(["-c", "print $3", "a"]).errors.contains("this script expects 3 arguments, but got 1 argument"))
  }

  @Test func versionHelpAndUsage() throws {
    #expect(try run(["--version"]).output.hasPrefix("storyline "))
    #expect(try run(["--help", "all"]).output.contains("Exit codes"))
    let wrong = try run(["--jsn"])
    #expect(wrong.status == 2)
    #expect(wrong.errors == "error: there is no option '--jsn'\n  did you mean '--json'?\n")
    #expect(try run(["--speed", "0", "-c", "print 1"]).status == 2)
    #expect(try run(["-c"]).errors == "error: -c expects a script\n")
    #expect(try run(["--zone", "Atlantis", "-c", ""]).status == 2)
  }

  @Test func badFiles() throws {
    #expect(try run(["/nowhere.story"]).errors == "error: cannot read '/nowhere.story': No such file or directory\n")
    #expect(try run(["/nowhere.story"]).status == 2)
    #expect(try run([Self.home.path]).errors.contains("Is a directory"))
    let result = try Program.run(["-"], bytes: Data([0x70, 0x72, 0x0A, 0x22, 0xFF, 0x22]))
    #expect(result.status == 2)
    #expect(
      result.errors == """
        error: this is not valid UTF-8: unexpected byte 0xff
          ┌─ <stdin>:2:2
        2 │ "\u{FFFD}"
          │  ^

        """)
    #expect(try run(["-"], input: "").status == 0)
  }

  @Test(arguments: [
    ("story play 0", 1, "there is no story 0: the feed begins with story 1"),
    ("story play 4 for 15", 2, "'for' expects a duration such as 15s, not '15'"),
    ("story play 4 for -5s", 2, "'for' expects a duration from 100ms to 1d, not -5s"),
    ("story play 4 for 9999w", 2, "'for' expects a duration from 100ms to 1d, not 69993d"),
    ("story play 4 for 99999999w", 2, "a duration can be at most 1,000 years"),
    ("fork kep", 2, "'fork' does not accept 'kep'"), ("tutorial quit", 2, "'tutorial' expects 'start', 'resume'"),
    ("profile Mia", 2, "there is no command 'profile Mia'"), ("fork 3s", 2, "'fork' does not accept '3s'"),
    ("story play 4 fr 15s", 2, "'story play' does not accept 'fr'"),
    ("story play", 2, "'story play' expects a whole number from"),
    ("story", 2, "'story' is not a complete command"),
    ("story plya 4", 2, "there is no command 'story plya'"),
    ("print \"abc", 2, "this string has no closing quote on its line"),
    ("if true {\nprint 1", 2, "'{' on line 1 is never closed"),
    ("cluster /nowhere", 1, "there is no folder or photo '/nowhere'"),
    ("cluster Sources/storyline", 1, "there are no photos in 'Sources/storyline'"),
    ("cluster README.md", 1, "'README.md' is neither a picture nor a video"),
    ("cluster Examples/Photos smart fixed 3h", 2, "'cluster' accepts either 'smart' or 'fixed', not both"),
    ("cluster Examples/Photos fixed", 2, "expected a duration such as 15s after 'fixed'"),
    ("story play @zed", 1, "no user @zed shares stories"),
    ("timer start redaing", 1, "there is no activity 'redaing'"),
    ("timer start reading 0", 2, "'timer start' expects a duration from 1m to 2h, not 0m"),
    (
      "timer start reading 20\ntimer start shower", 1,
      "reading is already running, 20 min left: only one timer runs at a time"
    ),
    ("timer pause", 1, "no timer is running"),
    ("post \"\"", 1, "a post needs some text"),
    ("post (repeated \"x\" 301)", 1, "this post is too long: 301 characters (limit 300), 301 bytes (limit 3000)"),
    ("wait until story.number == 5", 1, "this can never become true: nothing is scheduled that could change it"),
    ("story play 4; wait until story.number == 99", 1, "this can never become true: the same events repeat"),
    ("let x = 5; story play $x for $x", 1, "'for' expects a duration such as 15s, not '5'"),
    ("wait -1s", 1, "'wait' expects a duration of at least 0s, not -1s"),
  ])
  func badInputSaysWhatAndWhere(_ script: String, _ code: Int32, _ message: String) throws {
    let result = try run(["-c", script])
    #expect(result.status == code, "\(script): \(result.errors)")
    #expect(result.errors.hasPrefix("error: " + message), "\(script): \(result.errors)")
    #expect(result.errors.contains("<command line>:"), "\(result.errors)")
  }

  /// A closed pipe ends the program quietly. Earlier commands stay saved, and users are not told what they did
  /// themselves.
  @Test(arguments: [
    "-c 'while true { print \"line\" }'", "-c 'print (repeated \"x\" 1000000); print (repeated \"x\" 1000000)'",
    "--json -c 'while true { print 1 }'", "--help", "-c 'try { while true { print 1 } } catch { }'",
  ])
  func aClosedOutputPipeEndsQuietly(_ words: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = Package.root
    process.arguments = ["-c", "{ sleep 0.1; '\(Program.path)' \(words); echo \"code $?\" >&2; } | true"]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = Pipe()
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "code 141\n")
  }

  @Test func interruptionEndsWith130() throws {
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["-c", "while true { }"]
    process.standardError = Pipe()
    try process.run()
    usleep(200_000)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  /// If no one reads the pipe, it fills up, and the program waits until ^C.
  @Test func aFullPipeCanBeInterrupted() throws {
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["-c", "while true { print \"a line\" }"]
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try process.run()
    usleep(400_000)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130 && process.terminationReason == .exit)
  }

  @Test func namesWithControlCharactersAreShownNotSent() throws {
    let folder = Self.home.appending(path: "bad\u{1B}[31m\u{07}name")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let result = try run(["-c", "cluster '\(folder.path)'"])
    #expect(result.status == 1)
    #expect(!result.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(result.errors.contains("bad␛[31m␇name"))
  }

  @Test func speedRunsOnTheWallClock() throws {
    let start = Date()
    let result = try run(["--speed", "20", "-c", "story play 4 for 1s; wait 4s; print clock.elapsed"])
    let seconds = Date().timeIntervalSince(start)
    #expect(result.lines.last == "4s")
    #expect(result.lines.count == 6)
    #expect(seconds >= 0.19, "4 s at twenty times the speed take 0.2 s")
  }

  @Test func realSessionsFollowTheWallClock() throws {
    let result = try Program.run(
      ["--real", "-c", "let a = clock.now; wait 200ms; print clock.now - $a"],
      environment: ["XDG_DATA_HOME": Self.home.appending(path: "data").path])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("20") && result.output.hasSuffix("ms\n"), "\(result.output)")
  }

  @Test func savedDataIsRestored() throws {
    let data = ["XDG_DATA_HOME": Self.home.appending(path: "lasting").path]
    let first = try Program.run(["--real", "-c", "story play 4; like; post \"one\""], environment: data)
    #expect(first.status == 0)
    #expect(first.errors == "note: no account is logged in; try: login HANDLE, then outbox send 1\n")
    let script =
      "expect outbox.count == 1; story play 4; expect story.liked; like; expect not story.liked; post \"two\""
    #expect(try Program.run(["--real", "-c", script], environment: data).status == 0)
    let third = try Program.run(
      ["--real", "-c", "print outbox.posts; story play 4; print story.liked"], environment: data)
    #expect(third.lines.first == "[\"one\", \"two\"]")
    #expect(third.lines.last == "false")
  }

  @Test func stateFoldersRecordTheirKind() throws {
    let folder = Self.home.appending(path: "practice-state").path
    #expect(try run(["--state", folder, "-c", "post \"kept\""]).errors == "")
    #expect(try run(["--state", folder, "-c", "print outbox.count"]).output == "1\n")
    let real = try run(["--real", "--state", folder, "-c", "print 1"])
    #expect(real.status == 1)
    #expect(real.errors.hasPrefix("error: the state folder '\(folder)' cannot be used"), "\(real.errors)")
    let unwritable = try run(["--state", "/proc/none", "-c", "post \"kept\""])
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.contains("the change could not be saved yet"), "\(unwritable.errors)")
  }

  /// A full disk is reported, whichever tool writes and in whatever format.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "-c 'print 1'", "--json -c 'print 1'", "--json -c 'print 1; jump 99'", "--json -c 'print ('", "--version",
      "--help",
      "test Examples/tour.story", "test --tap Examples/tour.story", "check Examples", "fmt --check Examples",
      "fmt - < Examples/tour.story",
      "man", "completions bash", "grammar vim", "lesson notes tutorial",
    ]) func aFullDiskIsReported(_ words: String) throws
  {
    let result = try Program.run(
      ["-c", "\"$0\" \(words) > /dev/full", Program.path], executable: "/bin/sh")
    #expect(result.status == 1 || words.contains("print ("), "\(result)")
    #expect(result.errors.contains("error: "), "\(result)")
    if !words.contains("(") && !words.contains("jump") {
      #expect(result.errors.contains("error: cannot write the output: "), "\(result)")
    }
  }
}
