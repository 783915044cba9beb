import Foundation
import Testing

@testable import Shell
@testable import System

/// Sessions that are started without `HOME`, as services start them.
@Suite struct NoHomeTests {
  /// Runs the program with only the given environment.
  /// - Parameter wrapper: a program and its arguments that start it, such as one that changes the user.
  private func run(_ variables: [String] = [], _ arguments: [String], by wrapper: [String] = []) throws
    -> Program.Result
  {
    let words = wrapper + ["/usr/bin/env", "-i"] + variables + [Program.pathForEveryUser] + arguments
    return try Program.run(
      Array(words.dropFirst()), folder: Scratch.folder(), executable: words[0])
  }

  /// A user without an entry in the user database, hence without a home folder; `nil` if the tests may not switch to
  /// that user.
  private static let stranger: [String]? = {
    guard getuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else { return nil }
    return ["/usr/bin/setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]
  }()

  @Test(arguments: [
    [], ["HOME="], ["HOME=relative"], ["HOME=./relative"], ["XDG_DATA_HOME=relative", "XDG_STATE_HOME="],
  ])
  func theUserDatabaseKnowsTheHome(_ variables: [String]) throws {
    let home = try #require(HomeFolder.registered, "the tests run as a user without a home")
    // An error names the whole path, and nothing is written.
    let result = try run(variables, ["-c", "cluster \"~/no-such-folder\""])
    #expect(result.errors.contains("(\(home)/no-such-folder)"), "\(result.errors)")
  }

  @Test func aHomeThatIsSetCounts() throws {
    let home = Scratch.folder().path
    #expect(try run(["HOME=\(home)"], ["--real", "-c", "timer start reading 20"]).status == 0)
    #expect(try run(["HOME=\(home)"], ["--real", "-c", "timer status"]).output.contains("reading, 20:00"))
    #expect(FileManager.default.fileExists(atPath: home + "/.local/share/storyline/device"))
  }

  @Test(.enabled(if: stranger != nil), arguments: [[], ["HOME="], ["HOME=relative"], ["XDG_DATA_HOME=relative"]])
  func withoutAnyHomeARealSessionIsRefused(_ variables: [String]) throws {
    for script in ["timer start reading 20", "post \"x\"", "history import 'x.csv'"] {
      let result = try run(variables, ["--real", "-c", script], by: #require(Self.stranger))
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(
        result.errors == """
          error: \(variables == ["HOME=relative"]
            ? "HOME is 'relative', which is not a full path"
            : "HOME is not set, and your user account has no home folder")
            try: storyline --real --state FOLDER

          """)
    }
    // Sessions that save nothing anyway work.
    let practice = try run(variables, ["-c", "timer start reading 20; timer status"], by: #require(Self.stranger))
    #expect(practice.status == 0 && practice.output.contains("reading, 20:00"))
  }

  /// A `HOME` that names no folder is a mistake: no other folder is used, and none is made.
  @Test(arguments: ["relative", "./x", "~", "/tmp/storyline-no-such-home/x"])
  func aHomeThatNamesNoFolderIsRefused(_ home: String) throws {
    let result = try run(["HOME=\(home)"], ["--real", "-c", "draft \"x\""])
    #expect(result.status == 1 && result.output.isEmpty)
    let reason =
      home.hasPrefix("/") ? "the home folder '\(home)' does not exist" : "HOME is '\(home)', which is not a full path"
    #expect(result.errors.hasPrefix("error: \(reason)\n"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/storyline-no-such-home"))
    // A named folder needs no home, and practice keeps nothing.
    let state = Scratch.folder().path + "/state"
    #expect(try run(["HOME=\(home)"], ["--real", "--state", state, "-c", "draft \"x\""]).status == 0)
    #expect(try run(["HOME=\(home)"], ["-c", "story play 4"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/storyline-no-such-home"))
  }

  @Test(.enabled(if: stranger != nil)) func aFolderThatIsNamedNeedsNoHome() throws {
    let folder = Scratch.folder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let state = folder.appending(path: "state").path
    for variables in [[], ["HOME=relative"]] {
      let start = try run(variables, ["--real", "--state", state, "-c", "timer status"], by: #require(Self.stranger))
      #expect(start.status == 0, "\(start.errors)")
    }
    let xdg = try run(["XDG_DATA_HOME=\(folder.path)"], ["--real", "-c", "post \"x\""], by: #require(Self.stranger))
    #expect(xdg.status == 0, "\(xdg.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/storyline/device"))
    // No folder named `~` is created.
    let short = try run([], ["--real", "--state", "~/state", "-c", "post \"x\""], by: #require(Self.stranger))
    #expect(short.status == 1 && short.errors.contains("write the full path of the state folder"))
  }

  /// State and all written files go to the home folder from the user database.
  @Test(
    .enabled(
      if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare"),
      "needs another user database"))
  func savedDataUsesTheDatabasesHomeFolder() throws {
    let home = Scratch.folder().path
    let users = Scratch.path()
    try "root:x:0:0:root:\(home):/bin/sh\n".write(toFile: users, atomically: true, encoding: .utf8)
    func script(_ line: String) throws -> Program.Result {
      try Program.run(
        [
          "-m", "/bin/sh", "-c",
          "mount --bind '\(users)' /etc/passwd || exit 77; exec env -i \"$0\" --real -c '\(line)'", Program.path,
        ],
        executable: "/usr/bin/unshare")
    }
    let start = try script("timer start reading 20; profile name Mia")
    // Some containers allow no mounts.
    if start.status == 77 { return }
    #expect(start.status == 0, "\(start.errors)")
    let later = try script("timer status; print profile.name")
    #expect(later.output.contains("reading, 20:00") && later.output.contains("Mia"), "\(later.output) \(later.errors)")
    #expect(FileManager.default.fileExists(atPath: home + "/.local/share/storyline/device"))
  }

  @Test(.enabled(if: stranger != nil)) func withoutAnyHomeThePromptIsRefused() throws {
    let words = try #require(Self.stranger) + ["/usr/bin/env", "-u", "HOME", Program.pathForEveryUser]
    let terminal = try PseudoTerminal(words[0], Array(words.dropFirst()), columns: 100, prompts: false)
    #expect(terminal.waitForEnd() == 1 << 8)
    #expect(
      terminal.screen.lines.prefix(2).map { $0 } == [
        "error: HOME is not set, and your user account has no home folder",
        "  try: storyline --state FOLDER, or storyline --practice",
      ])
    #expect(terminal.screen.lines.contains { $0.contains("storyline --state FOLDER, or storyline --practice") })
  }

  /// Not even a cache: practice leaves the home folder as it was.
  @Test func practiceWritesNothing() throws {
    let home = Scratch.folder()
    let photos = Package.root.path + "/Examples/Photos"
    let script = """
      timer start reading 1; timer done; rate good; story play 4; like; draft "later"; post "x"; profile name Mia
      activity add violin for 25; routine add m "a 1m, b 1m"; mute word x; pin set 2580; set press 100ms
      cluster "\(photos)"; review; review favorite; login bob.test; timeline 20; archive; fork; fork keep
      history import "\(Package.root.path)/Examples/sessions.csv" pin 2580
      """
    let result = try Program.run(
      ["-c", script], folder: home, environment: ["HOME": home.path, "XDG_STATE_HOME": "", "XDG_DATA_HOME": ""])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path) == [])
  }

  /// A session that saves nothing never says that something is saved.
  @Test func unsavedDataIsNotCalledSaved() {
    let lines = ScriptRun()(
      """
      timer start reading 1; timer done; rate good; explain; draft "later"; explain
      activity add violin for 25; explain; pin set 2580; explain; timer start reading 1; wait 2m; explain
      """
    ).lines
    #expect(!lines.isEmpty)
    for line in lines {
      for word in [" kept", "keeps", "saved", "saves"] { #expect(!line.contains(word), "\(line)") }
    }
  }
}
