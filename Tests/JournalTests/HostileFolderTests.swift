import Foundation
import JournalTesting
import System
import Testing
import Timeline

@testable import Journal

/// Shared folders into which a stranger puts anything at all, on a real disk: nothing outside the folders changes, no
/// event of the device itself is lost, and valid lines of other devices arrive.
@Suite struct HostileFolderTests {
  private let temporary = TemporaryFolder()
  private var root: String { temporary.path }
  private var shared: String { root + "/shared" }
  private var outside: String { root + "/outside" }

  @Test(arguments: 0..<16) func anythingInASharedFolder(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    try Folder.make(shared)
    try Folder.make(outside)
    for number in 0..<4 {
      // Some files are empty, the easiest target for writing lines, and some are journals.
      let text = number % 2 == 0 ? [] : Header(kind: .real, device: "victim").line
      try File.create("\(outside)/file\(number)", with: text)
    }
    let before = try outsideState()
    let names = ["a", "b", "c"]
    var written: [String: Set<String>] = [:]
    var number = 0
    for round in 0..<5 {
      for name in names {
        let journal = try Journal.open(folder: "\(root)/\(name)", kind: .real, device: .init(name)!)
        let group = (0..<Int.random(in: 1...4, using: &chance)).map { event(number + $0) }
        number += group.count
        try journal.append(group)
        written[name, default: []].formUnion(group.map(\.id.text))
        // The exchange never fails, whatever the folder contains, unless the folder cannot be used at all.
        try journal.exchange(with: shared)
        #expect(try outsideState() == before, "seed \(seed), round \(round)")
        let own = Set(try journal.ids)
        #expect(written[name]!.isSubset(of: own))
        for _ in 0..<Int.random(in: 0...3, using: &chance) { try disturb(names, &chance) }
      }
    }
    // Once the disturbance ends, all devices agree.
    for entry in try Folder.entries(of: shared) {
      try? FileManager.default.removeItem(atPath: "\(shared)/\(entry.name)")
    }
    for name in names + names { try open(name).exchange(with: shared) }
    let everything = written.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    for name in names {
      let journal = try open(name)
      #expect(everything.isSubset(of: Set(try journal.ids)), "seed \(seed)")
      #expect(try journal.saved() == open("a").saved())
      // Every file contains only valid lines.
      for file in try Folder.names(in: "\(root)/\(name)") where file.hasSuffix(".journal") {
        let path = "\(root)/\(name)/\(file)"
        // A link to nothing stays until the device's file of that name comes.
        if try !File.exists(path) && FileStatus(path, followsLinks: false).kind == .link { continue }
        let text = try File.read(path, atMost: 1 << 24)
        for line in text.split(separator: 0x0A) {
          #expect(line.withUnsafeBytes { Line.json(of: $0, Checksum()) } != nil, "seed \(seed): \(file)")
        }
      }
    }
  }

  private func open(_ name: String) throws -> Journal {
    try Journal.open(folder: "\(root)/\(name)", kind: .real, device: .init(name)!)
  }

  private struct Seen: Hashable {
    let name: String
    let identity: FileStatus.Identity
    let bytes: [UInt8]
  }

  /// Returns the state of everything outside the devices' folders.
  private func outsideState() throws -> [Seen] {
    #expect(Set(try Folder.names(in: root)).isSubset(of: ["a", "b", "c", "shared", "outside"]))
    return try Folder.names(in: outside).sorted().map { name in
      let path = "\(outside)/\(name)"
      return Seen(name: name, identity: try FileStatus(path).identity, bytes: try File.read(path, atMost: 1 << 20))
    }
  }

  /// Changes the shared folder once, as a stranger, a bad disk or a synchroniser might.
  private func disturb(_ names: [String], _ chance: inout SeededGenerator) throws {
    let name = (names + ["d", "victim"]).randomElement(using: &chance)!
    let endings = [".journal", ".journal", ".sync-conflict.journal", ".new.journal", ".proof", ".journal.left-out"]
    let path = "\(shared)/\(name)\(endings.randomElement(using: &chance)!)"
    // The fifth file is not there: a link to it must not make it.
    let victim = "\(outside)/file\(Int.random(in: 0..<5, using: &chance))"
    var bytes = (try? File.read(path, atMost: 1 << 20)) ?? []
    func replace(_ content: [UInt8]) throws {
      try? FileManager.default.removeItem(atPath: path)
      try File.create(path, with: content)
    }
    switch Int.random(in: 0..<16, using: &chance) {
    case 0:
      try? FileManager.default.removeItem(atPath: path)
      #expect(symlink(victim, path) == 0)
    case 1:
      // Hard links to a file outside, to another file here, to a file of a state folder.
      let target = [victim, "\(shared)/a.journal", "\(root)/b/b.journal", "\(root)/c/a.journal"].randomElement(
        using: &chance)!
      try? FileManager.default.removeItem(atPath: path)
      _ = link(target, path)
    case 2:
      try? FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
    case 3:
      try? FileManager.default.removeItem(atPath: path)
      #expect(mkdir(path, 0o700) == 0)
    case 4:
      try replace(bytes)
      #expect(truncate(path, off_t(bytes.count + Int.random(in: 1 << 20...1 << 31, using: &chance))) == 0)
    case 5: try replace(bytes + [UInt8](repeating: 0, count: Int.random(in: 1...300_000, using: &chance)))
    case 6: try replace(withReturns(bytes))
    case 7 where !bytes.isEmpty:
      bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      try replace(bytes)
    case 8: try replace(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &chance))))
    case 9: try replace(bytes + Array("ssh-ed25519 AAAA-of-mallory\n".utf8))
    case 10: try replace(Header(kind: .practice, device: name).line + bytes)
    case 11: try replace([UInt8](repeating: 0x0A, count: 1_000) + bytes)
    case 12: try replace(Header(version: 9, kind: .real, device: name).line)
    case 13: try replace(bytes + Array(String(repeating: "y", count: Format.lineLengthLimit + 9).utf8) + [0x0A] + bytes)
    case 14:
      // A link or a folder at the path of the next new file.
      let new = "\(shared)/\(name).journal.new"
      try? FileManager.default.removeItem(atPath: new)
      if Bool.random(using: &chance) { _ = symlink(victim, new) } else { _ = mkdir(new, 0o700) }
    default:
      // The user's other programs may change the state folder, too.
      let copy = "\(root)/\(names.randomElement(using: &chance)!)/d.journal"
      try? FileManager.default.removeItem(atPath: copy)
      _ = Bool.random(using: &chance) ? symlink(victim, copy) : link(victim, copy)
    }
  }
}
