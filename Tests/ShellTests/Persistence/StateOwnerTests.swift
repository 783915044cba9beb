import Foundation
import System
import Testing

@testable import Shell

/// State folders that other users can access.
@Suite struct StateOwnerTests {
  private let folder = Scratch.path()

  private func run(_ script: String = "post \"x\"", isReal: Bool = true) throws -> Program.Result {
    try Program.run((isReal ? ["--real"] : []) + ["--state", folder, "-c", script])
  }

  private func mode(_ permissions: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  private func permissions(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test(arguments: [0o777, 0o770, 0o775, 0o722, 0o757, 0o1777])
  func aFolderIntoWhichOthersMayWriteIsRefused(_ permissions: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try mode(permissions, folder)
    for isReal in [true, false] {
      let result = try run(isReal: isReal)
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(
        result.errors == """
          error: other users can write to the state folder '\(folder)': its mode is \(String(permissions & 0o777, radix: 8))
            try: chmod go-w '\(folder)'

          """)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty, "nothing was written into it")
    // The advice works.
    try mode(permissions & 0o7755, folder)
    #expect(try run().status == 0)
  }

  @Test(arguments: [0o700, 0o750, 0o755, 0o711])
  func aFolderThatOthersOnlySeeIsUsed(_ permissions: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try mode(permissions, folder)
    #expect(try run().status == 0)
  }

  @Test func aFolderThatIsMadeIsItsUsersAlone() throws {
    #expect(try run().status == 0)
    #expect(try permissions(folder) == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      #expect(try permissions(folder + "/" + name) & 0o077 == 0, "\(name)")
    }
    // In a folder that all users share.
    #expect(try permissions("/tmp") & 0o1000 == 0o1000)
  }

  @Test func filesThatOthersMayWriteAreRefused() throws {
    #expect(try run().status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names where name == "device" || name.hasSuffix(".journal") {
      let path = folder + "/" + name
      try mode(0o666, path)
      // Other users have no access there.
      #expect(try run().status == 0)
      try mode(0o755, folder)
      let result = try run()
      #expect(result.status == 1)
      #expect(result.errors.contains("other users can write to '\(path)' in the state folder: its mode is 666"))
      try mode(0o600, path)
      try mode(0o700, folder)
    }
    #expect(try run().status == 0)
  }

  @Test(.enabled(if: getuid() == 0)) func aFolderOfAnotherUserIsRefused() throws {
    #expect(try run().status == 0)
    #expect(chown(folder, 54321, 54321) == 0)
    let result = try run()
    #expect(
      result.errors == """
        error: the state folder '\(folder)' belongs to another user: user 54321
          choose another folder: --state FOLDER

        """)
    #expect(result.status == 1 && result.output.isEmpty)
    // Root's folder is not for other users either.
    #expect(chown(folder, 0, 0) == 0)
    try mode(0o755, folder)
    let other = try Program.run(
      ["--reuid=54321", "--clear-groups", Program.pathForEveryUser, "--real", "--state", folder, "-c", "post \"x\""],
      executable: "/usr/bin/setpriv")
    #expect(other.status == 1 && other.errors.contains("belongs to another user: 'root'"), "\(other.errors)")
  }

  @Test(.enabled(if: getuid() == 0)) func filesOfAnotherUserAreRefused() throws {
    #expect(try run().status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names where name == "device" || name.hasSuffix(".journal") {
      let path = folder + "/" + name
      #expect(chown(path, 54321, 54321) == 0)
      let result = try run()
      #expect(result.status == 1)
      #expect(result.errors.contains("'\(path)' in the state folder belongs to another user: user 54321"))
      #expect(chown(path, 0, 0) == 0)
    }
    #expect(try run().status == 0)
  }

  /// The prompt does not continue with a session that saves nothing.
  @Test func thePromptIsRefusedAsWell() throws {
    let home = try TemporaryHome()
    let state = home.url.appending(path: ".local/share/storyline").path
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try mode(0o777, state)
    let terminal = try PseudoTerminal(
      "storyline", ["--no-welcome"], columns: 200, environment: ["HOME": home.url.path], prompts: false)
    #expect(terminal.waitForEnd() == 1 << 8)
    #expect(terminal.screen.lines.first?.hasPrefix("error: other users can write to the state folder") == true)
  }
}
