/// Takes lines of an older format version to the next one.
///
/// The framing (checksum, space, JSON, line feed) and the header's `format` and `version` are the same in all versions;
/// only the JSON of events may change. When version 2 comes, a migration from 1 is added to `all`, and
/// files of version 1 are read for ever: a device's own file is rewritten in the current version when it is opened (the
/// old one stays beside it as `DEVICE.journal.v1`), files of other devices are converted as they are read.
struct Migration: Sendable {
  /// The version that it takes to the next.
  let version: Int
  /// The JSON of an event line in the next version; `nil` when the line is not of its version and counts as damaged.
  let convert: @Sendable (_ json: String) -> String?
}

extension [Migration] {
  /// All there are: version 1 is the first.
  static let all: [Migration] = []

  /// Whether files of `version` can be read.
  func reach(from version: Int) -> Bool {
    (version..<Swift.max(version, Format.version)).allSatisfy { step in contains { $0.version == step } }
      && version <= Format.version
  }

  /// The JSON of a line of `version` in the current version.
  func convert(_ json: UnsafeRawBufferPointer, from version: Int) -> [UInt8]? {
    var text = String(decoding: json, as: UTF8.self)
    for step in version..<Format.version {
      guard let migration = first(where: { $0.version == step }), let next = migration.convert(text) else { return nil }
      text = next
    }
    return [UInt8](text.utf8)
  }

  /// The event of a whole line of `version`, whose checksum held when it was read first; `nil` when there is none.
  func savedEvent(of line: UnsafeRawBufferPointer, version: Int) -> Journal.SavedEvent? {
    guard line.count > Format.prefixLength + 1 else { return nil }
    let json = Line.content(of: line)
    guard version != Format.version else { return LineFields(json)?.savedEvent(in: json) }
    return convert(json, from: version)?.withUnsafeBytes { LineFields($0)?.savedEvent(in: $0) }
  }
}

extension StateFolder {
  /// Rewrites this device's file, of an older format version, in the current one; the old one stays beside it.
  func migrateOwnFile(
    _ old: any JournalFile, header: Header, _ migrations: [Migration], _ notices: inout Notices
  ) throws(FileError) {
    let keptIn = ownName + ".v\(header.version)"
    let size = try old.status().size
    // A leftover of a crash.
    try files.remove(path(of: keptIn))
    let copy = try files.open(path(of: keptIn), for: .making)
    let checksum = Checksum()
    var damaged: [UInt8] = []
    let new = try replaceOwnFile { file throws(FileError) in
      var bytes = Header(kind: header.kind, device: device.name).line
      let end = try LineScanner.scan(old, from: 0, size: size) { (line, offset) throws(FileError) in
        try copy.appendAll(line)
        try copy.appendAll([UInt8(ascii: "\n")])
        guard offset > 0 else { return }
        guard let json = Line.json(of: line, checksum), let converted = migrations.convert(json, from: header.version)
        else {
          damaged.append(contentsOf: line)
          damaged.append(UInt8(ascii: "\n"))
          return
        }
        bytes.append(contentsOf: Line.framing(converted))
        guard bytes.count >= LineScanner.piece else { return }
        try file.appendAll(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
      if end < size { notices.add(try cut(old, to: end, size: size)) }
      try copy.sync()
      if !damaged.isEmpty { try keepDamaged(damaged) }
      try file.appendAll(bytes)
    }
    withExtendedLifetime(new) {}
    notices.add(.migrated(file: ownName, version: header.version, keptIn: keptIn))
  }
}
