import JSON
import System

/// The folders of photos that a person's own sessions ever read, in a file for all sessions, scripts and tools: whatever
/// state folder they have, nothing is written among photos.
///
/// The file has a path on each line, as JSON writes a text. It only grows; it is read when somebody is about to write a file.
public struct KnownLibraries: Sendable {
  private let path: String
  /// - Parameter path: the file; it need not be there.
  public init(path: String) { self.path = path }
  private static let longest = 1 << 24

  /// Absolute paths without links. The home folder, and what lies above it, is no library, whoever wrote that it is: nobody
  /// could save anything any more.
  var folders: Set<String> {
    let home = (try? FilePath.resolved(FilePath.expanded("~"))) ?? ""
    return read().folders.filter { $0 != "/" && $0 != home && !FilePath.isInside(home, $0) }
  }

  /// What is wrong with the file, so that folders may be missing from it; `nil` for a sound one.
  var trouble: String? {
    let list = read()
    if let failure = list.failure {
      return "the list of photo folders '\(path)' cannot be read: \(failure); which folders are photos is not known"
    }
    // Once the folder is known again, its damaged line is of no account.
    let lost = list.torn.filter { torn in !list.folders.contains { $0.hasPrefix(torn) } }
    guard let first = lost.first else { return nil }
    let folder = first.isEmpty ? "a folder" : "'\(first)…'"
    return
      "a line of the list of photo folders '\(path)' is damaged, so \(folder) may not be protected: `cluster` it again, or delete the line"
  }

  private struct List {
    var folders: Set<String> = []
    /// The beginnings of the paths of damaged lines, as far as they can be read.
    var torn: [String] = []
    var failure: SystemError?
  }

  /// Reads the file line by line. A damaged line costs no other one: what was appended to it, because its end was missing, is
  /// found behind it.
  private func read() -> List {
    var list = List()
    do throws(SystemError) {
      let bytes = try File.read(path, atMost: Self.longest)
      for line in bytes.split(separator: UInt8(ascii: "\n")) { Self.read(line, into: &list) }
      if bytes.count == Self.longest { list.failure = .number(EFBIG) }
    } catch {
      if error.code != ENOENT && error.code != ENOTDIR { list.failure = error }
    }
    return list
  }

  private static func read(_ line: ArraySlice<UInt8>, into list: inout List) {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    if line.allSatisfy({ $0 == UInt8(ascii: " ") }) { return }
    if let folder = folder(line) {
      list.folders.insert(folder)
      // A torn path may end in a backslash, which then escapes the next one's quote.
      for start in line.indices.dropFirst() where line[start...].starts(with: "\"/".utf8) {
        if let next = Self.folder(line[start...]) { list.folders.insert(next) }
      }
      return
    }
    // Behind a torn path the next one begins with its quote.
    let starts = line.indices.filter { line[$0...].starts(with: "\"/".utf8) }
    for (number, start) in starts.enumerated() {
      guard let folder = folder(line[start...]) else { continue }
      list.folders.insert(folder)
      for torn in starts[..<number] {
        list.torn.append(text(line[torn..<start].dropFirst().prefix { $0 != 0x22 && $0 != 0x5C }))
      }
      return
    }
    list.torn.append(starts.first.map { text(line[$0...].dropFirst().prefix { $0 != 0x22 && $0 != 0x5C }) } ?? "")
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { FileName.text(Array(bytes)) }

  /// The absolute path of a whole line, also of one that somebody wrote with bytes that are no UTF-8.
  private static func folder(_ line: ArraySlice<UInt8>) -> String? {
    let value = (try? JSON(parsing: Array(line))) ?? (try? JSON(parsing: Array(text(line).utf8)))
    return value?.stringValue.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Adds those that are not there yet, on lines of their own, and durably. What cannot be written is known to the session's
  /// own journal all the same.
  func add(_ new: some Sequence<String>) {
    let known = read().folders
    let lines = Set(new).subtracting(known).sorted().map { JSON.string($0).text + "\n" }
    guard !lines.isEmpty, (try? Folder.make(FilePath.folder(of: path), mode: 0o700)) != nil,
      let (file, status) = try? File.open(path, O_RDWR | O_APPEND | O_CREAT)
    else { return }
    defer { file.close() }
    // A line that was cut off must not swallow the next one.
    let end = status.size > 0 ? try? file.read(at: status.size - 1, count: 1) : nil
    let isTorn = status.size > 0 && end != [UInt8(ascii: "\n")]
    guard (try? file.writeAll((isTorn ? "\n" : "") + lines.joined())) != nil else { return }
    try? file.sync()
    if status.size == 0 { try? Folder.sync(FilePath.folder(of: path)) }
  }

  /// The library that a path lies in, or would lie in.
  public func library(holding path: String) -> String? { Self.library(holding: path, of: folders) }

  /// The one of some libraries that a path lies in, or would lie in: by its text, by where its links lead, by the folders
  /// above it, which may be the library under another name, and by where the file system is mounted.
  static func library(holding path: String, of libraries: Set<String>) -> String? {
    guard !libraries.isEmpty else { return nil }
    let places = FilePath.places(of: path)
    let above = Set(places.flatMap(FilePath.ancestors))
    let identities = Set(above.compactMap { try? FileStatus($0).identity })
    let mounts = MountTable()
    let mounted = places.compactMap(mounts.place)
    return libraries.sorted().first { library in
      let real = (try? FilePath.resolved(library)) ?? library
      if above.contains(library) || above.contains(real) { return true }
      if let identity = try? FileStatus(library).identity, identities.contains(identity) { return true }
      guard let place = mounts.place(of: real) else { return false }
      return mounted.contains { $0.isInside(place) }
    }
  }
}
