import Foundation
import System
import Testing

@testable import Shell

/// `storyline state check`, from the outside.
@Suite struct StateCheckTests {
  private let root = Scratch.folder().path
  private var state: String { root + "/state" }

  private func check(_ arguments: String...) throws -> Program.Result {
    try Program.run(["state", "check"] + arguments, environment: ["HOME": root, "XDG_DATA_HOME": ""])
  }

  private func fill() throws -> String {
    #expect(try Program.run(["--state", state, "-c", "post \"one\"; post \"two\""]).status == 0)
    return try #require(try Folder.names(in: state).first { $0.hasSuffix(".journal") })
  }

  private func snapshot() throws -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for name in try Folder.names(in: state) { all[name] = (try? File.read("\(state)/\(name)", atMost: 1 << 20)) ?? [] }
    return all
  }

  @Test func aSoundFolder() throws {
    _ = try fill()
    let before = try snapshot()
    for result in [
      try check(state), try check("--state", state), try check("--state=\(state)"), try check("--", state),
    ] {
      #expect(result.status == 0, "\(result)")
      #expect(result.output == "no problems in \(state): 1 journal, 2 events\n")
      #expect(result.errors == "")
    }
    #expect(try snapshot() == before)
  }

  @Test func theDefaultIsTheRealStateFolder() throws {
    let folder = root + "/.local/share/storyline"
    #expect(
      try Program.run(["--real", "-c", "post \"x\""], environment: ["HOME": root, "XDG_DATA_HOME": ""]).status == 0)
    let result = try check()
    #expect(result.output == "no problems in \(folder): 1 journal, 1 event\n")
    #expect(result.status == 0)
  }

  @Test func problemsAreNamedWithTheirRemedies() throws {
    let journal = try fill()
    let device = journal.dropLast(8)
    let path = "\(state)/\(journal)"
    var text = try File.read(path, atMost: 1 << 20)
    text[text.firstIndex(of: 10)! + 30] ^= 1
    try File.replace(path, with: text + Array("torn".utf8))
    #expect(symlink("/etc/passwd", "\(state)/phone.journal") == 0)
    try File.create("\(state)/\(device).torn", with: "x\n".utf8, mode: 0o600)
    let before = try snapshot()
    let result = try check(state)
    #expect(result.status == 1)
    #expect(
      result.output == """
        phone.journal is a link
          replace the link with a copy of the file: links are not followed here
        \(journal):2 is damaged
          start Storyline: it moves the line to \(device).damaged
        \(journal):4 ends in an unfinished line of 4 bytes
          start Storyline: it moves the line to \(device).torn
        \(device).torn contains unfinished lines that a crash cut off
          check its contents, then remove it: its events were never used
        4 problems in \(state): 1 journal, 1 event

        """)
    #expect(try snapshot() == before)
  }

  /// Files that the program writes are never links; a link elsewhere is the user's own matter.
  @Test(arguments: ["device", "numbers", "pin", "accounts", "kitchen.sent", "kitchen.place", "kitchen.secret"])
  func aLinkInThePlaceOfAFileIsNamed(_ name: String) throws {
    _ = try fill()
    unlink("\(state)/\(name)")
    #expect(symlink("/etc/passwd", "\(state)/\(name)") == 0 && symlink("/etc/passwd", "\(state)/notes.txt") == 0)
    let result = try check(state)
    #expect(
      result.status == 1 && result.output.contains("\(name) is a link, and links are not followed here\n")
        && !result.output.contains("notes.txt"), "\(result.output)")
  }

  /// Only a link that leads to a journal has its events.
  @Test func aLinkInTheJournalsPlaceIsNamedByItsTarget() throws {
    let journal = try fill()
    try File.rename("\(state)/\(journal)", to: root + "/elsewhere")
    let header = "{\"format\":\"storyline-journal\",\"version\":1,\"kind\":\"practice\",\"device\":\"phone\"}\n"
    try File.create(root + "/phone", with: header.utf8)
    for target in [root + "/elsewhere", root, "/etc/passwd", root + "/nowhere", root + "/phone"] {
      #expect(symlink(target, "\(state)/\(journal)") == 0)
      let output = try check(state).output
      let isJournal = target == root + "/elsewhere"
      #expect(
        output.hasPrefix(
          "\(journal) is a link\n  "
            + (isJournal
              ? "start Storyline: it replaces the link with a file that has the same events\n"
              : "the link does not point to this device's journal: replace it with a copy of the journal, or start Storyline and sync\n")
        ),
        "\(target): \(output)")
      unlink("\(state)/\(journal)")
    }
  }

  @Test func permissionsAreReported() throws {
    let journal = try fill()
    let path = "\(state)/\(journal)"
    #expect(chmod(state, 0o777) == 0 && chmod(path, 0o644) == 0)
    let result = try check(state)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        """
        \(state) can be changed by other users
          chmod go-w '\(state)'
        \(journal) can be read by other users
          chmod go= '\(path)'

        """), "\(result.output)")
    // In a folder that others cannot enter, they cannot read.
    #expect(chmod(state, 0o700) == 0)
    #expect(try check(state).status == 0)
  }

  /// With only a few open files allowed, a check of many files works as well.
  @Test func aHundredJournalsWithTwentyOpenFiles() throws {
    let journal = try fill()
    let own = try File.read("\(state)/\(journal)", atMost: 1 << 20)
    for number in 0..<100 { try File.create("\(state)/x\(number).journal", with: own, mode: 0o600) }
    let script = "ulimit -n 24; exec \"$0\" state check \"$1\""
    let result = try Program.run(
      ["-c", script, Program.path, state], environment: ["HOME": root], executable: "/bin/sh")
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("100 problems in \(state): 101 journals, 2 events\n"), "\(result)")
  }

  /// The copy supplies data that the damaged file lacks; an older folder has no copy.
  @Test func theDevicesName() throws {
    let journal = try fill()
    let device = String(journal.dropLast(8))
    for isOld in [false, true] {
      if isOld { try File.remove(state + "/device.2") }
      try File.replace(state + "/device", with: "?!\n".utf8)
      #expect(
        try check(state).output.hasPrefix(
          "device is damaged; this device is \(device)\n  start Storyline: it rewrites the file\n"))
      try File.remove(state + "/device")
      #expect(try check(state).output.hasPrefix("device is missing; this device is \(device)\n"))
    }
    #expect(mkdir(state + "/device", 0o700) == 0)
    #expect(
      try check(state).output.hasPrefix(
        """
        device is a folder, not a file; this device is \(device)
          move it to another folder, and start Storyline: it rewrites the file

        """))
    try File.create(state + "/device.2", with: "x".utf8)
    #expect(try check(state).output.contains("device.2 is damaged\n  start Storyline: it rewrites the file\n"))
  }

  /// There are several journals and no hint which one belongs to this device.
  @Test func theNameIsAskedForWhereNothingDecides() throws {
    let journal = try fill()
    let device = String(journal.dropLast(8))
    try File.create(
      state + "/phone-abcd.journal", with: try File.read("\(state)/\(journal)", atMost: 1 << 20), mode: 0o600)
    for name in ["device", "device.2"] { try File.remove("\(state)/\(name)") }
    let names = [device, "phone-abcd"].sorted().joined(separator: ", ")
    #expect(
      try check(state).output.hasPrefix(
        """
        device is missing, and it is unclear which journal belongs to this device: \(names)
          try: storyline state name NAME '\(state)'

        """))
    // Meanwhile, no file is created and nothing is guessed.
    let before = try snapshot()
    let refused = try Program.run(["--state", state, "-c", "outbox"], environment: ["HOME": root])
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        error: the state folder '\(state)' does not show which journal belongs to this device: \(names)
          try: storyline state name NAME '\(state)'

        """)
    #expect(try snapshot() == before)
    func name(_ words: String...) throws -> Program.Result {
      try Program.run(["state", "name"] + words, environment: ["HOME": root])
    }
    #expect(
      try name("laptop", state).errors
        == "error: the state folder '\(state)' has no journal for 'laptop'\n  choose one of: \(names)\n")
    #expect(try name("A B", state).status == 2)
    let named = try name(device, state)
    #expect(named.status == 0 && named.output == "this device is \(device) in \(state)\n", "\(named)")
    for file in ["device", "device.2"] {
      #expect(try String(contentsOfFile: "\(state)/\(file)", encoding: .utf8).hasPrefix(device + "\n"))
    }
    #expect(try Program.run(["--state", state, "-c", "outbox"], environment: ["HOME": root]).errors == "")
  }

  @Test func wrongUse() throws {
    let usage = "try: storyline state check [FOLDER]|name NAME [FOLDER]"
    for (words, message) in [
      (["state"], "error: 'state' expects check or name\n  \(usage)\n"),
      (["state", "chekc"], "error: 'chekc' is not a state command\n  did you mean 'check'?\n"),
      (
        ["state", "check", root + "/none"],
        "error: there is no state folder '\(root)/none'\n  try: storyline state check FOLDER\n"
      ),
      (["state", "check", "a", "b"], "error: 'state check' accepts only one folder\n  \(usage)\n"),
      (["state", "check", "--state"], "error: --state expects a folder\n  \(usage)\n"),
      (["state", "check", "--fix"], "error: 'state' has no option '--fix'\n  \(usage)\n"),
    ] {
      let result = try Program.run(words, environment: ["HOME": root])
      #expect(result.status == 2)
      #expect(result.errors == message)
    }
  }
}
