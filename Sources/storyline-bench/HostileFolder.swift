import Foundation
import Journal
import Timeline

/// An attacker with write access to a shared folder: plants links, pipes, huge files, damaged lines and forged
/// events, and then checks whether anything outside the folder was written.
struct HostileFolder {
  let shared: String
  /// The folder with files that must not be written.
  let outside: String
  let isReal: Bool
  private var chance: SeededGenerator
  /// The tricks planted so far.
  private(set) var plantedTraps: [String] = []
  private var originalFiles: [String: Data] = [:]

  init(shared: String, outside: String, isReal: Bool, seed: UInt64) {
    (self.shared, self.outside, self.isReal) = (shared, outside, isReal)
    chance = SeededGenerator(seed: seed)
  }

  private var journals: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: shared)) ?? []).filter { $0.hasSuffix(".journal") }.sorted()
  }

  /// Plants one to three tricks.
  mutating func prepare() throws {
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    let folder = shared
    let own = journals.lazy.compactMap { Self.content(of: "\(folder)/\($0)") }.first ?? Data()
    let header = own.prefix { $0 != 0x0A } + [0x0A]
    let victims = ["empty": Data(), "text": Data("ssh-ed25519 AAAA\n".utf8), "header": Data(header), "journal": own]
    for (name, content) in victims where originalFiles[name] == nil {
      try content.write(to: URL(filePath: "\(outside)/\(name)"))
      originalFiles[name] = content
    }
    for _ in 0..<Int.random(in: 1...3, using: &chance) { try plant(header: Data(header), own: own) }
  }

  /// The content of a regular file; `nil` for others and for large ones, such as the holes planted before.
  private static func content(of path: String) -> Data? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular, let size = attributes?[.size] as? Int,
      size < 1 << 20
    else { return nil }
    return FileManager.default.contents(atPath: path)
  }

  private mutating func plant(header: Data, own: Data) throws {
    let strangers = ["stranger-\(UInt32.random(in: 0 ... .max, using: &chance)).journal"]
    let name = (journals + strangers).randomElement(using: &chance) ?? strangers[0]
    let path = "\(shared)/\(name)"
    let victim = "\(outside)/\(originalFiles.keys.sorted().randomElement(using: &chance) ?? "empty")"
    let kinds = [
      "link", "hard link", "pipe", "folder", "hole", "noise", "damage", "many", "forged", "CR LF", "long line",
    ]
    let kind = kinds.randomElement(using: &chance) ?? kinds[0]
    plantedTraps.append("\(kind) as \(name == strangers[0] ? "a stranger" : "a known device")")
    let files = FileManager.default
    if !["many", "forged"].contains(kind) { try? files.removeItem(atPath: path) }
    switch kind {
    case "link": symlink(victim, path)
    case "hard link": link(victim, path)
    case "pipe": mkfifo(path, 0o600)
    case "folder": try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    case "hole":
      try header.write(to: URL(filePath: path))
      truncate(path, 1 << 33)
    case "noise":
      try Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &chance) }).write(to: URL(filePath: path))
    case "damage":
      var bytes = own
      for _ in 0..<20 where !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^= 1 }
      try bytes.write(to: URL(filePath: path))
    case "CR LF":
      let text = String(decoding: own, as: UTF8.self).replacingOccurrences(of: "\n", with: "\r\n")
      try Data(text.utf8).write(to: URL(filePath: path))
    case "long line": try (header + Data(repeating: 0x61, count: 3_000_000)).write(to: URL(filePath: path))
    case "many":
      for number in 0..<400 {
        // Not through a link that was planted there before.
        let path = "\(shared)/many-\(number).journal"
        try? files.removeItem(atPath: path)
        try header.write(to: URL(filePath: path))
      }
    default: try forge()
    }
  }

  /// Writes forged events that would delete everything, with valid checksums.
  private mutating func forge() throws {
    let device = Journal.DeviceID(nearest: "mallory-\(UInt32.random(in: 0 ... .max, using: &chance))")
    let folder = outside + "/forge"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let journal = try Journal.open(folder: folder, kind: isReal ? .real : .practice, device: device)
    // The attacker reads the folder's events, and voids all of them.
    _ = try? journal.exchange(with: shared)
    let known = try journal.fold(into: [Journal.Event.ID]()) { $0.append($1.event.id) }
    let now = (journal.latest ?? .practiceStart) + .seconds(1)
    try journal.void(known, at: now)
    let forged: [(String, Journal.Payload)] = [
      ("photos.library", ["folder": .string("/")]), ("photos.clustered", ["folder": .string("/")]),
      ("timer.state", ["state": .string("idle")]),
      ("setting.changed", ["name": .string("press"), "value": .string("9s")]),
      ("activity.removed", ["activity": .string("reading")]),
    ]
    try journal.append(
      forged.enumerated().map { number, row in
        Journal.Event(
          id: .init(cause: "forged", device.name, "\(number)"), type: row.0, instant: now + .seconds(Int64(number)),
          payload: row.1)
      })
    let file = "\(device.name).journal"
    try? FileManager.default.removeItem(atPath: "\(shared)/\(file)")
    try FileManager.default.copyItem(atPath: "\(folder)/\(file)", toPath: "\(shared)/\(file)")
  }

  /// Returns the harm done: files outside the folder that have changed.
  func changedFiles() -> [String] {
    originalFiles.keys.sorted().compactMap { name in
      FileManager.default.contents(atPath: "\(outside)/\(name)") == originalFiles[name]
        ? nil : "'\(name)' outside was written"
    }
  }
}
