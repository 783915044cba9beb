import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// A state folder that was set back unnoticed gets its own lines back, and no line that others wrote in its name.
@Suite struct AuthorshipProofTests {
  private let files = MemoryFileSystem()
  private let now = Instant.practiceStart + .hours(1)

  private func line(_ event: Event, _ sequence: UInt32 = 9) -> [UInt8] {
    SavedEvent(event, origin: .init(device: kitchen, sequence: sequence)).line
  }

  private func exchanged(_ numbers: ClosedRange<Int>, in folder: String = "a") throws {
    let journal = try open(files, folder: folder)
    try journal.append(numbers.map { event($0) })
    try journal.exchange(with: "shared")
  }

  private func backup() -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: files.paths.filter { $0.hasPrefix("a/") }.map { ($0, files[$0]!) })
  }

  /// Writes into the files that exist, as `cp` does: each keeps its identity.
  private func putBack(_ backup: [String: [UInt8]]) {
    for (path, bytes) in backup { files[path] = bytes }
  }

  private func ids(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "e/\($0)" } }

  // MARK: Set back

  /// The user continues before the sync, or not; twice, because the second time there is more to lose.
  @Test(arguments: [false, true]) func syncedEventsAreRestoredInPlace(continues: Bool) throws {
    try exchanged(1...2)
    let backup = backup()
    try exchanged(3...4)
    putBack(backup)
    if continues { try open(files, folder: "a").append([event(5)]) }
    var a = try open(files, folder: "a")
    #expect(try a.exchange(with: "shared").received == 2)
    #expect(try a.ids == ids(1...(continues ? 5 : 4)))
    #expect(
      a.notices.map(\.description) == [
        "shared/kitchen.journal has 2 lines from this device that its state folder had lost: the lines were restored. If "
          + "you did not restore an older copy of the state folder, another machine is using a copy of it: use the folder on only one machine"
      ])
    putBack(backup)
    a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...(continues ? 5 : 4)))
    #expect(files.paths.filter { $0.contains("left-out") } == [])
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    // Nothing came back: nothing is said.
    a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(a.notices.isEmpty)
  }

  @Test func restoringInPlaceWorksOnADisk() throws {
    let temporary = TemporaryFolder()
    let (folder, shared) = (temporary.path + "/a", temporary.path + "/shared")
    var a = try open(POSIXFileSystem(), folder: folder)
    try a.append([event(1)])
    try a.exchange(with: shared)
    let secret = try FileStatus(folder + "/kitchen.secret")
    #expect(secret.permissions == 0o600)
    let names = ["kitchen.journal", "kitchen.sent", "kitchen.secret"]
    let backup = try names.map { ($0, try File.read("\(folder)/\($0)", atMost: 1 << 20)) }
    try a.append([event(2)])
    try a.exchange(with: shared)
    for (name, bytes) in backup {
      let (file, _) = try File.open("\(folder)/\(name)", O_WRONLY | O_TRUNC)
      try file.writeAll(bytes)
      file.close()
    }
    a = try open(POSIXFileSystem(), folder: folder)
    #expect(try a.ids == ["e/1"])
    try a.exchange(with: shared)
    #expect(try a.ids == ["e/1", "e/2"])
    #expect(try Folder.names(in: shared).sorted() == ["kitchen.journal", "kitchen.proof"])
  }

  /// Compaction, and line ends that a mail program changed, leave the proofs true.
  @Test func proofsOutliveCompactionAndLineEnds() throws {
    try exchanged(1...2)
    let backup = backup()
    try exchanged(3...4)
    files["a/kitchen.journal"]! += Line.framing(Array("{}".utf8))
    try open(files, folder: "a").exchange(with: "shared")
    files["shared/kitchen.journal"] = files["shared/kitchen.journal"]!.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    putBack(backup)
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...4))
  }

  /// A synchroniser kept the longer version under another name.
  @Test func aConflictCopyGivesItsLinesBack() throws {
    try exchanged(1...2)
    let backup = backup()
    try exchanged(3...4)
    files["shared/kitchen.sync-conflict-1.journal"] = files["shared/kitchen.journal"]
    putBack(backup)
    files["shared/kitchen.journal"] = backup["a/kitchen.journal"]
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...4))
  }

  // MARK: Forgeries

  @Test func foreignLinesStayOutAfterARestoreInPlace() throws {
    try exchanged(1...2)
    let backup = backup()
    try exchanged(3...4)
    files["shared/kitchen.journal"]! += line(event(9)) + line(Event(voiding: id("e/1"), at: now), 10)
    putBack(backup)
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...4))
    #expect(a.notices.count == 2)
    let finding = "2 lines in this device's name that this device did not write"
    #expect(a.notices.contains { $0.description.contains(finding) })
    #expect(files["shared/kitchen.journal.left-out"] != nil)
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
  }

  /// A proof of another secret, of fewer or more lines, or for a file that was changed.
  @Test(arguments: 0..<5) func aForgedProofProvesNothing(number: Int) throws {
    try exchanged(1...2)
    let proof = files["shared/kitchen.proof"]!
    let forged = files["shared/kitchen.journal"]! + line(event(9), 3)
    files["shared/kitchen.journal"] = forged
    switch number {
    case 0:
      // Somebody's own secret.
      let other = MemoryFileSystem()
      let mallory = try open(other, folder: "m")
      try mallory.append([event(1)])
      try mallory.exchange(with: "s")
      other["m/kitchen.journal"] = forged
      try open(other, folder: "m").exchange(with: "s")
      files["shared/kitchen.proof"] = other["s/kitchen.proof"]
    case 1:
      let text = String(decoding: proof, as: UTF8.self)
      let json = text.dropFirst(Format.prefixLength).dropLast().replacing("\"lines\":3", with: "\"lines\":4")
      #expect(json != text.dropFirst(Format.prefixLength).dropLast())
      files["shared/kitchen.proof"] = Line.framing(Array(json.utf8))
    case 2:
      files["shared/kitchen.proof"] = Array("{}\n\n".utf8) + Line.framing(Array("{\"lines\":4,\"code\":\"\"}".utf8))
    case 3: files.link("shared/kitchen.proof", to: "a/kitchen.secret")
    default:
      // In the middle: no beginning but the header is as it was.
      let header = Header(kind: .real, device: "kitchen").line
      files["shared/kitchen.journal"] = header + line(event(9), 3) + files["a/kitchen.journal"]!.dropFirst(header.count)
    }
    let secret = files["a/kitchen.secret"]
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...2))
    #expect(files["a/kitchen.secret"] == secret)
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
  }

  /// A link or folder in a proof's or a secret's place does not stop the exchange, which writes through no link.
  @Test func linksAndFoldersInTheirPlacesStopNothing() throws {
    files["victim"] = []
    files.link("shared/kitchen.proof", to: "victim")
    files.link("a/kitchen.secret", to: "victim")
    try exchanged(1...2)
    #expect(files["victim"] == [])
    #expect(try files.status(of: "a/kitchen.secret", followsLinks: false)?.kind == .file)
    #expect(try files.status(of: "shared/kitchen.proof", followsLinks: false)?.kind == .file)
    files.put(.folder, at: "shared/kitchen.proof")
    try exchanged(3...4)
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    files["a/kitchen.secret"] = [0, 0, 0]
    files["shared/kitchen.proof"] = nil
    try exchanged(5...6)
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
  }

  @Test func theSecretStaysInTheStateFolder() throws {
    try exchanged(1...2)
    try exchanged(3...4)
    let text = files.text("a/kitchen.secret")
    let secret = text.dropFirst(text.count - 67).prefix(64)
    #expect(secret.allSatisfy(\.isHexDigit) && secret.count == 64)
    for path in files.paths where path.hasPrefix("shared/") { #expect(!files.text(path).contains(secret)) }
  }

  /// Without a proof, lines in this device's name come back to a folder that has no record of an exchange, and are
  /// reported; none comes back that is dated far ahead.
  @Test func noForgedLineFromTheFutureComesBack() throws {
    try exchanged(1...2)
    let backup = backup()
    var late = event(3)
    late.instant = now + .days(400)
    let a = try open(files, folder: "a")
    try a.append([late, event(4)])
    try a.exchange(with: "shared", upTo: now + .days(1))
    var forged = event(9)
    forged.instant = Instant(microseconds: .max)
    files["shared/kitchen.journal"]! += line(forged) + line(event(5), 10)
    files["shared/kitchen.proof"] = nil
    move(backup)
    files["a/kitchen.sent"] = nil
    let restored = try open(files, folder: "a")
    try restored.exchange(with: "shared", upTo: now + .days(1))
    #expect(try restored.ids == ["e/1", "e/2", "e/4", "e/5"])
    #expect(
      restored.notices.map(\.description) == [
        "shared/kitchen.journal has 2 lines in this device's name that its state folder lacked: the lines were restored. "
          + "If you did not restore an older copy of the state folder, someone else wrote them",
        "shared/kitchen.journal has 2 lines in this device's name, dated more than a day ahead: they were left out and saved in "
          + "shared/kitchen.journal.left-out",
      ])
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
  }

  /// Every file becomes a new one, as by unpacking an archive or moving the folder to another disk.
  private func move(_ backup: [String: [UInt8]]) {
    for (path, bytes) in backup {
      files[path] = nil
      files[path] = bytes
    }
  }

  /// A folder that was moved was not restored: what others wrote in its name stays out, and so it does after a
  /// restored backup, which gets its own lines back.
  @Test(arguments: [false, true]) func foreignLinesStayOutAfterAMove(isOlder: Bool) throws {
    try exchanged(1...2)
    let older = backup()
    try exchanged(3...4)
    move(isOlder ? older : backup())
    files["shared/kitchen.journal"]! += line(event(9)) + line(Event(voiding: id("e/1"), at: now), 10)
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...4))
    #expect(
      a.notices.contains { $0.description.contains("2 lines in this device's name that this device did not write") })
    #expect(files["shared/kitchen.journal.left-out"] != nil)
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
  }

  /// An older proof, which others may put back, shows as well that they need not be believed.
  @Test func anOlderProofIsEnough() throws {
    try exchanged(1...2)
    let proof = files["shared/kitchen.proof"]
    try exchanged(3...4)
    move(backup())
    files["shared/kitchen.proof"] = proof
    files["shared/kitchen.journal"]! += line(event(9))
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...4))
  }

  /// Ordinary work on the files of a state folder does not open it to forged lines.
  @Test(arguments: ["chmod", "link", "rename", "touch"]) func editingTheProofFileAcceptsNothing(what: String) throws {
    let temporary = TemporaryFolder()
    let (folder, shared) = (temporary.path + "/a", temporary.path + "/shared")
    var a = try open(POSIXFileSystem(), folder: folder)
    try a.append([event(1)])
    try a.exchange(with: shared)
    for name in try Folder.names(in: folder) {
      let path = "\(folder)/\(name)"
      switch what {
      case "chmod": chmod(path, 0o640)
      case "link": link(path, "\(temporary.path)/backup-\(name)")
      case "rename":
        rename(path, path + ".moved")
        rename(path + ".moved", path)
      default: utimes(path, nil)
      }
    }
    let (file, _) = try File.open("\(shared)/kitchen.journal", O_WRONLY | O_APPEND)
    try file.writeAll(line(event(9)))
    file.close()
    a = try open(POSIXFileSystem(), folder: folder)
    try a.exchange(with: shared)
    #expect(try a.ids == ["e/1"])
    #expect(
      a.notices.contains { $0.description.contains("a line in this device's name that this device did not write") })
  }

  /// Whoever can forge lines can also remove the proof: a folder that has made an exchange accepts none of them, also
  /// after ordinary work on its files, or when one of its lines is damaged.
  @Test(arguments: [false, true], [false, true]) func withoutAProofNothingIsAccepted(isDamaged: Bool, isFirst: Bool)
    throws
  {
    try exchanged(1...3)
    move(backup())
    if isDamaged {
      var bytes = files["a/kitchen.journal"]!
      bytes[bytes.lastIndex(of: UInt8(ascii: "3"))!] = UInt8(ascii: "8")
      files["a/kitchen.journal"] = bytes
    }
    let whole = files["shared/kitchen.journal"]!
    if !isDamaged { files["shared/kitchen.proof"] = nil }
    let forged = line(event(9)) + line(Event(voiding: id("e/1"), at: now), 10)
    let header = Header(kind: .real, device: "kitchen").line
    files["shared/kitchen.journal"] = isFirst ? header + forged + whole.dropFirst(header.count) : whole + forged
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    // The proof, if there is one, brings the damaged line back; it covers nothing behind a forged line.
    #expect(try a.ids == ids(1...(isDamaged && isFirst ? 2 : 3)))
    let left = isDamaged && isFirst ? "3 lines" : "2 lines"
    #expect(
      a.notices.contains { $0.description.contains("\(left) in this device's name that this device did not write") })
    #expect(
      files["shared/kitchen.journal.left-out"]
        == (isFirst ? header + forged + whole.dropFirst(header.count) : whole + forged))
    #expect(files["shared/kitchen.journal"] == files["a/kitchen.journal"])
    try a.exchange(with: "shared")
    #expect(files["shared/kitchen.journal.left-out-2"] == nil)
  }

  /// A user who has restored an older folder without its proof does as the note says.
  @Test func theNoteLeadsToTheLines() throws {
    try exchanged(1...2)
    let older = backup()
    try exchanged(3...4)
    move(older)
    files["shared/kitchen.proof"] = nil
    try open(files, folder: "a").exchange(with: "shared")
    #expect(try open(files, folder: "a").ids == ids(1...2))
    files["a/kitchen.sent"] = nil
    files["shared/kitchen.journal"] = files["shared/kitchen.journal.left-out"]
    files["shared/kitchen.proof"] = nil
    let a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...4))
  }

  // MARK: A copied folder

  /// The events of a copied folder at the time it takes its own name belong to it: the device that keeps the earlier name takes
  /// back only what it wrote since, whether it can prove its lines or not.
  @Test(arguments: [false, true], [false, true]) func aCopyKeepsWhatItInherited(isForged: Bool, isOpenedFirst: Bool)
    throws
  {
    try exchanged(1...2)
    for path in files.paths where path.hasPrefix("a/") { files["b" + path.dropFirst()] = files[path]! }
    func opened() throws -> Journal {
      try Journal.open(folder: "b", kind: .real, device: phone, earlier: [kitchen], files: files)
    }
    if isOpenedFirst {
      // Facts that are written again have old dates, and so have sessions of an import.
      var old = event(100)
      old.instant = .practiceStart - .days(100)
      try opened().append([old])
    }
    let a = try open(files, folder: "a")
    try a.append([event(3), event(4)])
    try a.void([id("e/2"), id("e/4")], at: now)
    try a.exchange(with: "shared")
    if isForged {
      var other = event(1, payload: ["forged": true])
      other.instant = .practiceStart - .hours(1)
      files["shared/kitchen.journal"]! += line(other, 20) + line(Event(voiding: id("e/1"), at: now), 21)
    }
    let b = try opened()
    for _ in 1...2 { try b.exchange(with: "shared") }
    for journal in [b, try opened()] {
      #expect(try journal.ids.filter { $0 != "e/100" } == ["e/1", "e/2", "e/3"])
      #expect(journal.event(id("e/1"))?.event == event(1))
    }
    #expect(
      b.notices.map(\.description).contains(
        "shared/kitchen.journal undoes \(isForged ? "2 events" : "an event") that this device saved under its "
          + "earlier name: \(isForged ? "the events are" : "the event is") kept"))
    // What the other device wrote since, it can take back.
    try a.void(id("e/3"), at: now)
    if !isForged {
      try a.exchange(with: "shared")
      try b.exchange(with: "shared")
      #expect(try b.ids.filter { $0 != "e/100" } == ["e/1", "e/2"])
    }
  }

  /// A folder that is copied twice: a name before the last one keeps what its device wrote after the first copy.
  @Test func aCopyOfACopyInheritsFromBoth() throws {
    try exchanged(1...1)
    func copy(_ from: String, _ to: String) {
      for path in files.paths where path.hasPrefix(from + "/") { files[to + path.dropFirst()] = files[path]! }
    }
    let tablet = Journal.DeviceID("tablet")!
    func opened(_ folder: String) throws -> Journal {
      folder == "b"
        ? try Journal.open(folder: "b", kind: .real, device: phone, earlier: [kitchen], files: files)
        : try Journal.open(folder: "c", kind: .real, device: tablet, earlier: [phone, kitchen], files: files)
    }
    copy("a", "b")
    try opened("b").append([event(2)])
    try exchanged(3...3)
    try opened("b").exchange(with: "shared")
    copy("b", "c")
    try opened("c").exchange(with: "shared")
    try open(files, folder: "a").void([id("e/1"), id("e/3")], at: now)
    try open(files, folder: "a").exchange(with: "shared")
    try opened("b").void(id("e/2"), at: now)
    try opened("b").exchange(with: "shared")
    try opened("c").exchange(with: "shared")
    #expect(try opened("c").ids == ["e/1", "e/2"])
    #expect(try opened("b").ids == ["e/1"])
    #expect(
      files.text("c/tablet.journal").hasPrefix(
        String(
          decoding: Header(
            kind: .real, device: "tablet",
            inherited: ["phone": .init(run: 1, sequence: 1), "kitchen": .init(run: 1, sequence: 1)]
          ).line, as: UTF8.self)))
  }

  /// The first line survives a rewriting of the file; without it, as in a folder of an older version, all that the
  /// folder has counts as inherited.
  @Test(arguments: [false, true]) func theBeginningOfACopyIsKept(isOld: Bool) throws {
    try exchanged(1...2)
    for path in files.paths where path.hasPrefix("a/") { files["b" + path.dropFirst()] = files[path]! }
    func opened() throws -> Journal {
      try Journal.open(folder: "b", kind: .real, device: phone, earlier: [kitchen], files: files)
    }
    try opened().append([event(9)])
    if isOld {
      files["b/phone.journal"] =
        Header(kind: .real, device: "phone").line + SavedEvent(event(9), origin: .init(device: phone, sequence: 1)).line
    }
    try exchanged(3...3)
    try opened().exchange(with: "shared")
    // A damaged line: opening rewrites the file.
    files.append("damaged\n", to: "b/phone.journal")
    _ = try opened()
    #expect(files["b/phone.damaged"] != nil)
    try open(files, folder: "a").void([id("e/1"), id("e/3")], at: now)
    try open(files, folder: "a").exchange(with: "shared")
    try opened().exchange(with: "shared")
    #expect(try opened().ids == (isOld ? ["e/1", "e/2", "e/3", "e/9"] : ["e/1", "e/2", "e/9"]))
  }

  // MARK: Copies in use

  /// A copy of the folder under the same name, as of a virtual machine: both keep all, and say so.
  @Test func aCopyInUseElsewhereLosesNothingAndIsReported() throws {
    try exchanged(1...2)
    for path in files.paths where path.hasPrefix("a/") { files["b" + path.dropFirst()] = files[path]! }
    try exchanged(3...3, in: "a")
    try exchanged(4...4, in: "b")
    let a = try open(files, folder: "a")
    try a.append([event(5)])
    try a.exchange(with: "shared")
    #expect(try a.ids == ids(1...5))
    #expect(a.notices.contains { $0.description.contains("another machine is using a copy of it") })
    let b = try open(files, folder: "b")
    try b.exchange(with: "shared")
    #expect(try b.ids == ids(1...5))
    #expect(b.notices.contains { $0.description.contains("another machine is using a copy of it") })
    #expect(files.paths.filter { $0.contains("left-out") } == [])
  }
}
