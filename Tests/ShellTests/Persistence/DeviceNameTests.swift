import Foundation
import Journal
import System
import Testing
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// A state folder's name is unique and permanent.
@Suite final class DeviceNameTests {
  private let scratch = "/tmp/storyline-device-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  /// The name is written even if the parent folders do not exist, as at the first start on a new machine.
  @Test func theNameIsWrittenAtTheFirstStart() throws {
    let folder = scratch + "/home/.local/share/storyline"
    let first = DeviceName(in: folder, machine: "a1")
    let lines = try String(contentsOfFile: folder + "/device", encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == first.device.name && lines[1] == "a1" && lines[2].count == 8, "\(lines)")
    #expect(DeviceName(in: folder, machine: "a1").device == first.device)
    // The same folder through another path, and moved.
    try FileManager.default.createSymbolicLink(atPath: scratch + "/link", withDestinationPath: scratch + "/home")
    #expect(DeviceName(in: scratch + "/link/.local/share/storyline", machine: "a1").device == first.device)
    try FileManager.default.moveItem(atPath: folder, toPath: scratch + "/moved")
    #expect(DeviceName(in: scratch + "/moved", machine: "a1").device == first.device)
    #expect(first.copiedFrom == nil)
  }

  /// Of tens of thousands of journals, the one that a damaged file means is found, with work for the similar names
  /// alone; and an error names only the first of them.
  @Test func manyJournalsAreWeighed() {
    let names = (0..<30_000).map { Journal.DeviceID("device-\($0)")! }
    for text in [[], Array("x\n".utf8), [UInt8](repeating: 0, count: 43)] {
      #expect(DeviceFile(near: text, among: names, "a1") == nil)
    }
    var text = DeviceFile(names[23_141], machine: "a1", [names[27_182]]).text
    text[text.count - 3] ^= 1
    let found = DeviceFile(near: text, among: names, "a1")
    #expect(found?.device == names[23_141] && found?.earlier == [names[27_182]])
    guard case .refused(let message, _) = StateNaming.refusal(of: "state", names).problem else {
      Issue.record("another problem")
      return
    }
    #expect(message.hasSuffix(": " + names.prefix(20).map(\.name).joined(separator: ", ") + " and 29,980 more"))
  }

  @Test func noTwoFoldersHaveOneName() {
    let names = (0..<50).map { DeviceName(in: "\(scratch)/\($0)", machine: "a1").device.name }
    #expect(Set(names).count == 50)
    #expect(names.allSatisfy { $0.count >= 14 })
  }

  @Test func programsThatStartTogetherAgree() {
    let found = Found()
    let scratch = scratch
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      found.add(DeviceName(in: scratch, machine: "a1").device.name)
    }
    #expect(found.names.count == 1)
  }

  private final class Found: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var names: Set<String> = []
    func add(_ name: String) { lock.withLock { _ = names.insert(name) } }
  }

  @Test func aCopyOnAnotherMachineTakesANameOfItsOwn() {
    let original = DeviceName(in: scratch, machine: "a1").device
    let copy = DeviceName(in: scratch, machine: "b2")
    #expect(copy.device != original && copy.copiedFrom == original && copy.earlier == [original])
    let again = DeviceName(in: scratch, machine: "b2")
    #expect(again.device == copy.device && again.copiedFrom == nil && again.earlier == [original])
    // Without an identifier of the machine, no conclusion is drawn.
    #expect(DeviceName(in: scratch, machine: "").device == copy.device)
  }

  /// A folder from before the machine was recorded.
  @Test func anOlderFolderKeepsItsName() throws {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    try "kitchen-abcd\n".write(toFile: scratch + "/device", atomically: false, encoding: .utf8)
    let name = DeviceName(in: scratch, machine: "a1")
    #expect(name.device.name == "kitchen-abcd" && name.copiedFrom == nil)
    #expect(DeviceName(in: scratch, machine: "b2").device.name != "kitchen-abcd", "now it is known where it was")
  }

  private func journal(_ name: String) throws {
    try "x\n".write(toFile: "\(scratch)/\(name).journal", atomically: false, encoding: .utf8)
  }

  /// Each bit of the file, in the current and in the old format, alone in the folder and among copies of other
  /// devices' journals.
  @Test(arguments: [(false, 1), (false, 3), (true, 1), (true, 3)])
  func noSingleDamagedBitCostsTheName(isOld: Bool, journals: Int) throws {
    let machine = "d8692bf0db8af349"
    let name = DeviceName(in: scratch, machine: machine).device.name
    for other in [name, "phone-abcd", "tablet-k3jx"].prefix(journals) { try journal(other) }
    let path = scratch + "/device"
    let whole = isOld ? Array("\(name)\n\(machine)\n".utf8) : try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    for bit in 0..<whole.count * 8 {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      // Without the copy of the file, as in an older folder.
      try FileManager.default.removeItem(atPath: path + ".2")
      let found = DeviceName(in: scratch, machine: machine)
      #expect(found.device.name == name && found.copiedFrom == nil && found.isCorrected, "bit \(bit)")
      let again = DeviceName(in: scratch, machine: machine)
      #expect(again.device.name == name && !again.isCorrected, "mended")
    }
  }

  /// A damaged bit does not lose the folder's earlier names either.
  @Test func noSingleDamagedBitCostsTheNamesBefore() throws {
    let old = DeviceName(in: scratch, machine: "a1").device
    let name = DeviceName(in: scratch, machine: "b2").device
    for device in [old, name] { try journal(device.name) }
    let path = scratch + "/device"
    let whole = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    for bit in 0..<whole.count * 8 {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      try FileManager.default.removeItem(atPath: path + ".2")
      let found = DeviceName(in: scratch, machine: "b2")
      #expect(found.device == name && found.earlier == [old], "bit \(bit)")
    }
  }

  /// If the name is unreadable, the only journal gives the name.
  @Test(arguments: ["", "\n", "Kitchen Table!\n", "\u{0}\u{0}\u{0}"])
  func theOnlyJournalNamesTheDevice(text: String) throws {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    try text.write(toFile: scratch + "/device", atomically: false, encoding: .utf8)
    try journal("kitchen-abcd")
    let name = DeviceName(in: scratch, machine: "a1")
    #expect(name.device.name == "kitchen-abcd" && name.isCorrected && name.copiedFrom == nil)
    #expect(DeviceName(in: scratch, machine: "a1").device == name.device)
  }

  /// The timer and the settings survive a new installation on the same disk and a copy to another machine.
  @Test func theTimerAndTheSettingsOutliveTheName() throws {
    func open(_ line: String) throws -> ScriptRun {
      var options = Session.Options()
      options.kind = .real
      let run = ScriptRun(options)
      try run.session.openState(scratch)
      #expect(run(line).error == nil)
      return run
    }
    /// Changes the recorded machine, as if the folder had been on another machine.
    func move() throws {
      let path = scratch + "/device"
      let old = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      try "\(old[0])\nother\n".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.removeItem(atPath: path + ".2")
    }
    _ = try open("timer start reading 20; set press 350ms; abbreviate tr \"timer start reading\"")
    let started = try open("").session.world.timers.countdown.started
    let first = DeviceName(in: scratch).device.name
    for round in 1...2 {
      try move()
      let moved = try open("expect timer.state == running; expect timer.activity == \"reading\"")
      let name = DeviceName(in: scratch).device.name
      #expect(name != first)
      #expect(moved.session.world.timers.countdown.started == started)
      #expect(moved.session.world.prompt.abbreviations["tr"] == "timer start reading")
      _ = try open(round == 1 ? "expect timer.state == running" : "timer done; set press 100ms")
    }
    // From then on, this device's own changes hold; and the session keeps the id from the device where it began.
    let last = try open("expect timer.state == idle")
    #expect(
      last.session.ledger.timerSessions.timerSessions().map(\.id) == [TimerSessionID(device: first, started: started)])
  }

  /// A name file after a power loss, and a pipe in its place.
  @Test func invalidNamesAreReplacedOrIgnored() throws {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    for text in ["", "\n", "Kitchen Table!\n", String(repeating: "x", count: 5_000)] {
      try text.write(toFile: scratch + "/device", atomically: false, encoding: .utf8)
      let name = DeviceName(in: scratch, machine: "a1")
      #expect(DeviceName(in: scratch, machine: "a1").device == name.device)
      for file in ["device", "device.2"] { try FileManager.default.removeItem(atPath: "\(scratch)/\(file)") }
    }
    #expect(mkfifo(scratch + "/device", 0o600) == 0)
    #expect(DeviceName(in: scratch, machine: "a1").device.name.isEmpty == false)
  }

  /// A pipe, a link or a folder with a journal's name does not name a device.
  @Test func onlyFilesCountAsJournals() throws {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    #expect(mkfifo(scratch + "/stranger.journal", 0o600) == 0)
    let name = DeviceName(in: scratch, machine: "one")
    #expect(name.device.name != "stranger" && !name.isCorrected)
  }

  // MARK: Damage beside another device's journal

  private enum Damage: CaseIterable {
    case missing, empty, zeros, otherLineEnds, mark, twoBytes, capitals, half, pipe, folder, link, other, otherOld

    /// `true` if the file cannot be written again.
    var stays: Bool { [.pipe, .folder].contains(self) }
  }

  private func damage(_ path: String, _ damage: Damage) throws {
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    try FileManager.default.removeItem(atPath: path)
    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    switch damage {
    case .missing: break
    case .empty: try write([])
    case .zeros: try write([UInt8](repeating: 0, count: whole.count))
    case .otherLineEnds: try write(whole.flatMap { $0 == 10 ? [13, 10] : [$0] })
    case .mark: try write([0xEF, 0xBB, 0xBF] + whole)
    case .twoBytes:
      var bytes = whole
      bytes[1] ^= 4
      bytes[4] ^= 8
      try write(bytes)
    case .capitals: try write(whole.map { (97...122).contains($0) ? $0 - 32 : $0 })
    case .half: try write(Array(whole[..<9]))
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .folder: #expect(mkdir(path, 0o700) == 0)
    case .link: #expect(symlink("/nowhere/at/all", path) == 0)
    case .other: try write(DeviceFile(Journal.DeviceID("phone-abcd")!, machine: "c3", []).text)
    case .otherOld: try write(Array("phone-abcd\n".utf8))
    }
  }

  /// The name stays, and a note reports it, whatever the damage to one of the two files.
  @Test(arguments: ["device", "device.2"])
  func oneOfTheTwoFilesIsEnough(file: String) throws {
    for kind in Damage.allCases {
      let name = DeviceName(in: scratch, machine: "a1").device
      try journal(name.name)
      try journal("phone-abcd")
      try damage("\(scratch)/\(file)", kind)
      let found = DeviceName(in: scratch, machine: "a1")
      #expect(found.device == name && found.choices.isEmpty && found.copiedFrom == nil, "\(kind)")
      #expect(found.isCorrected == (file == "device"), "\(kind)")
      #expect(found.finding?.contains("this device is still \(name)") ?? (file == "device.2"), "\(kind)")
      let again = DeviceName(in: scratch, machine: "a1")
      #expect(again.device == name && again.isCorrected == (kind.stays && file == "device"), "\(kind)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).count == 4, "\(kind)")
      try FileManager.default.removeItem(atPath: scratch)
    }
  }

  /// Without the copy, as in an older folder, a partly readable name is restored; otherwise the user must choose.
  @Test func withoutTheCopyWhatIsLeftDecides() throws {
    for kind in Damage.allCases {
      let name = DeviceName(in: scratch, machine: "a1").device
      try journal(name.name)
      try journal("phone-abcd")
      try FileManager.default.removeItem(atPath: scratch + "/device.2")
      try damage(scratch + "/device", kind)
      let found = DeviceName(in: scratch, machine: "a1")
      switch kind {
      case .otherLineEnds, .mark, .twoBytes, .capitals, .half:
        #expect(found.device == name && found.isCorrected && found.choices.isEmpty, "\(kind)")
      case .missing, .empty, .zeros, .pipe, .folder, .link:
        #expect(found.choices.map(\.name) == [name.name, "phone-abcd"].sorted(), "\(kind)")
        #expect(
          DeviceName(in: scratch, machine: "a1").choices == found.choices, "\(kind): asked until there is an answer")
        try DeviceName.set(name, in: scratch)
        let said = DeviceName(in: scratch)
        #expect(said.device == name && said.choices.isEmpty, "\(kind)")
      // Another machine's file: the folder is a copy, and the note says so.
      case .other: #expect(found.copiedFrom?.name == "phone-abcd")
      case .otherOld:
        #expect(found.device.name == "phone-abcd" && found.isCorrected, "told, because nothing contradicts it")
      }
      let journals = try FileManager.default.contentsOfDirectory(atPath: scratch).filter { $0.hasSuffix(".journal") }
      #expect(journals.count == 2, "\(kind)")
      try FileManager.default.removeItem(atPath: scratch)
    }
  }

  /// The timer and the settings of a folder with two journals, tested through the whole session.
  @Test func theTimerOutlivesEachDamage() throws {
    for kind in Damage.allCases {
      func open(_ line: String) throws -> ScriptRun {
        var options = Session.Options()
        options.kind = .real
        let run = ScriptRun(options)
        try run.session.openState(scratch)
        #expect(run(line).error == nil, "\(kind)")
        return run
      }
      _ = try open("timer start reading 20; set press 350ms")
      _ = try Journal.open(folder: scratch, kind: .real, device: Journal.DeviceID("phone-abcd")!)
      try damage(scratch + "/device", kind)
      _ = try open("expect timer.state == running; expect timer.activity == \"reading\"")
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch).filter { $0.hasSuffix(".journal") }
      #expect(names.count == 2, "\(kind)")
      try FileManager.default.removeItem(atPath: scratch)
    }
  }

  /// The folder contains only a directory in the place of the name file: the name is generated once.
  @Test func aFolderInItsPlaceDoesNotMakeANewNameEachTime() throws {
    try FileManager.default.createDirectory(atPath: scratch + "/device", withIntermediateDirectories: true)
    let name = DeviceName(in: scratch, machine: "a1").device
    for _ in 0..<3 { #expect(DeviceName(in: scratch, machine: "a1").device == name) }
  }
}
