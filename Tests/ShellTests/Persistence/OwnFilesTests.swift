import Foundation
import System
import Testing

@testable import ShellCore

/// The files that are read at a start, the config script and the history, must belong to the user alone.
@Suite struct OwnFilesTests {
  private let folder = Scratch.folder().path

  private func problem(_ path: String, trustsRoot: Bool = false) -> String? {
    StateOwner.problem(with: path, named: "the config script", trustsRoot: trustsRoot).map {
      "\($0.text) | \($0.remedy)"
    }
  }

  @Test func filesWritableByOthersAreRefused() throws {
    let own = folder + "/own"
    let path = own + "/config.story"
    #expect(problem(path) == nil, "one that is not there")
    #expect(mkdir(own, 0o700) == 0)
    try File.create(path, with: "print 1\n".utf8, mode: 0o600)
    #expect(problem(path) == nil)
    for mode: mode_t in [0o620, 0o602, 0o666] {
      #expect(chmod(path, mode) == 0)
      #expect(
        problem(path) == "other users can write to the config script '\(path)': its mode is \(String(mode, radix: 8)) "
          + "| try: chmod go-w '\(path)'")
    }
    #expect(chmod(path, 0o644) == 0 && problem(path) == nil)
    #expect(chmod(own, 0o777) == 0)
    #expect(
      problem(path)
        == "other users can write to the folder of the config script '\(own)': its mode is 777 | try: chmod go-w '\(own)'"
    )
  }

  @Test(.enabled(if: geteuid() == 0)) func filesOfOtherUsersAreRefused() throws {
    let own = folder + "/own"
    let path = own + "/config.story"
    #expect(mkdir(own, 0o755) == 0)
    try File.create(path, with: "print 1\n".utf8, mode: 0o644)
    #expect(chown(path, 12_345, 12_345) == 0)
    #expect(problem(path)?.hasPrefix("the config script '\(path)' belongs to another user: user 12345") == true)
    #expect(problem(path, trustsRoot: true) != nil, "root's file is as good, and nobody else's")
  }

  /// At the prompt: the problem is reported, the script does not run, and typed lines are not added to another user's
  /// history.
  @Test func aPromptSaysSoAndDoesWithoutThem() throws {
    let config = folder + "/.config/storyline"
    let state = folder + "/.local/state/storyline"
    for path in [config, state] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try File.create(config + "/config.story", with: "print \"from a stranger\"\n".utf8, mode: 0o644)
    try File.create(state + "/history", with: "print 1\n".utf8, mode: 0o600)
    func start() throws -> String {
      let run = try TerminalRun.bytes(
        Program.path, ["--practice", "--no-welcome"], folder: folder, typed: "print \"typed\"\nexit\n")
      // A long path may break the line anywhere.
      return String(decoding: run.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try start().contains("from a stranger"))
    #expect(try String(contentsOfFile: state + "/history", encoding: .utf8).contains("typed"))
    try File.replace(state + "/history", with: "print 1\n".utf8, mode: 0o666)
    #expect(chmod(state + "/history", 0o666) == 0 && chmod(config + "/config.story", 0o666) == 0)
    let text = try start()
    #expect(
      !text.contains("from a stranger") && text.contains("so the config script was not run")
        && text.contains("chmod go-w"), "\(text)")
    #expect(text.contains("typed lines are not saved"), "\(text)")
    #expect(try String(contentsOfFile: state + "/history", encoding: .utf8) == "print 1\n")
  }
}
