import JSON
import System

/// The files that a page keeps: those in the home folder, which the page gives back at its next start.
///
/// A file that has only grown is passed on from where it was, since a journal is appended to with every line.
struct WebDisk {
  /// The folder whose files are kept.
  static let home = "/home"
  /// The maximum size of a file: what is larger could not be held twice.
  private static let sizeLimit = 64 << 20

  /// The contents that the page has, by path.
  private var known: [String: [UInt8]] = [:]

  /// Puts back a file, or the next piece of it.
  /// - Throws: the system's error; `EINVAL` for a path outside the home folder.
  mutating func restore(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    guard path.hasPrefix(Self.home + "/"), FilePath.normalized(path) == path else { throw .number(EINVAL) }
    known[path, default: []] += bytes
    try Self.write(known[path]!, to: path)
  }

  /// Writes a file that is not kept; one that cannot be written is left out.
  static func provide(_ path: String, _ bytes: [UInt8]) {
    guard path.hasPrefix("/"), FilePath.normalized(path) == path, !path.hasPrefix(home + "/") else { return }
    try? write(bytes, to: path)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let folder = FilePath.folder(of: path)
    for place in FilePath.ancestors(of: folder).reversed() where !File.exists(place) {
      try Folder.make(place)
    }
    try File.replace(path, with: bytes, mode: 0o600, lasts: false)
  }

  /// Returns what has changed since the last call: pieces of files, each with the place where it begins, and the paths
  /// of removed files. A piece that begins at 0 replaces the file.
  /// - Complexity: O(bytes of all files).
  mutating func changes() -> [JSON] {
    var changes: [JSON] = []
    var present: [String: [UInt8]] = [:]
    for path in Self.files(in: Self.home) {
      guard let bytes = try? File.read(path, atMost: Self.sizeLimit) else { continue }
      present[path] = bytes
      let before = known[path]
      if before == bytes { continue }
      let start = before.map { bytes.starts(with: $0) ? $0.count : 0 } ?? 0
      changes.append(
        .object([
          .init("file", .string(path)), .init("from", .integer(Int64(start))),
          .init("bytes", .string(Base64.text(Array(bytes[start...])))),
        ]))
    }
    for path in known.keys.sorted() where present[path] == nil {
      changes.append(.object([.init("removed", .string(path))]))
    }
    known = present
    return changes
  }

  /// Returns the paths of all files in a folder, sorted.
  private static func files(in folder: String) -> [String] {
    let entries = (try? Folder.entries(of: folder)) ?? []
    return entries.flatMap { entry -> [String] in
      let path = folder + "/" + entry.name
      guard let status = try? FileStatus(path, followsLinks: false) else { return [] }
      return status.isFolder ? files(in: path) : status.isFile ? [path] : []
    }.sorted()
  }
}
