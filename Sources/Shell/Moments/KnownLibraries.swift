import JSON
import Moments
import System

/// The folders of photos that a person's own sessions ever read, in a file for all sessions, scripts and tools: whatever
/// state folder they have, nothing is written among photos.
///
/// The file has a path on each line, as JSON writes a text, and for each a line `["/path",DEVICE,INODE]`, by which it is
/// known where it was moved to. It only grows; it is read when somebody is about to write a file. While it is damaged, or
/// cannot be read or written, nothing is written into any folder with photos.
public struct KnownLibraries: Sendable {
  let path: String
  /// - Parameter path: the file; it need not be there.
  public init(path: String) { self.path = path }
  private static let longest = 1 << 24

  /// Absolute paths without links.
  var folders: Set<String> { read().folders.filter(Self.isPossible) }

  /// The home folder, and what lies above it, is no library, whoever wrote that it is: nobody could save anything any more.
  private static func isPossible(_ folder: String) -> Bool {
    let home = (try? FilePath.resolved(FilePath.expanded("~"))) ?? ""
    return folder != "/" && folder != home && !FilePath.isInside(home, folder)
  }

  /// Why folders may be missing from the list.
  struct Trouble {
    let text: String
    /// `true` if every command that writes says it, once in a session: something was known that is not known any more.
    let isLoss: Bool
  }

  /// What is wrong with the file, so that folders may be missing from it; `nil` for a sound one.
  var trouble: String? { trouble(read()).flatMap { $0.isLoss ? $0.text : nil } }

  private func trouble(_ list: List) -> Trouble? {
    if let failure = list.failure {
      return Trouble(
        text: "the list of photo folders '\(path)' cannot be read: \(failure); which folders are photos is not known",
        isLoss: true)
    }
    if list.isEmptied {
      return Trouble(
        text: "the list of photo folders '\(path)' is empty: `cluster` your photos again, or delete the file",
        isLoss: true)
    }
    // Once the folder is known again, its damaged line is of no account.
    let lost = lost(list)
    if let first = lost.first {
      let folder = first.isEmpty ? "a folder" : "'\(first)…'"
      return Trouble(
        text:
          "a line of the list of photo folders '\(path)' is damaged, so \(folder) may not be protected: `cluster` it again, or delete the line",
        isLoss: true)
    }
    return isWritable ? nil : Trouble(text: Self.unwritable(path, nil), isLoss: false)
  }

  private func lost(_ list: List) -> [String] {
    list.torn.filter { torn in !list.folders.contains { $0.hasPrefix(torn) } }
  }

  /// Whether the list can grow, as far as that shows without writing.
  private var isWritable: Bool {
    if let status = try? FileStatus(path) { return status.isFile && File.isWritable(path) }
    var above = FilePath.folder(of: path)
    while (try? FileStatus(above)) == nil, above != "/", above != "." { above = FilePath.folder(of: above) }
    return (try? FileStatus(above))?.isFolder ?? false && Folder.isWritable(above)
  }

  private static func unwritable(_ path: String, _ error: SystemError?) -> String {
    "the list of photo folders '\(path)' cannot be written\(error.map { ": \($0)" } ?? ""), so only this session protects "
      + "them: make it writable, or set XDG_STATE_HOME to another folder"
  }

  private struct List {
    var folders: Set<String> = []
    /// The beginnings of the paths of damaged lines, as far as they can be read.
    var torn: [String] = []
    /// The folders by what the file system called them when they were read.
    var identities: [FileStatus.Identity: String] = [:]
    var failure: SystemError?
    /// `true` if the file is there and empty; it is made with its first line.
    var isEmptied = false
  }

  /// Reads the file line by line. A damaged line costs no other one: what was appended to it, because its end was missing, is
  /// found behind it.
  private func read() -> List {
    var list = List()
    do throws(SystemError) {
      let bytes = try File.read(path, atMost: Self.longest)
      for line in bytes.split(separator: UInt8(ascii: "\n")) { Self.read(line, into: &list) }
      if bytes.count == Self.longest { list.failure = .number(EFBIG) }
      list.isEmptied = bytes.isEmpty
    } catch {
      if error.code != ENOENT && error.code != ENOTDIR { list.failure = error }
    }
    return list
  }

  private static func read(_ line: ArraySlice<UInt8>, into list: inout List) {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    if line.allSatisfy({ $0 == UInt8(ascii: " ") }) { return }
    if let (folder, identity) = identity(line) {
      list.folders.insert(folder)
      list.identities[identity] = folder
      return
    }
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

  /// A folder and what the file system calls it.
  private static func identity(_ line: ArraySlice<UInt8>) -> (String, FileStatus.Identity)? {
    guard line.first == UInt8(ascii: "["),
      let values = ((try? JSON(parsing: Array(line))) ?? (try? JSON(parsing: Array(text(line).utf8))))?.arrayValue,
      values.count == 3, let folder = values[0].stringValue, folder.hasPrefix("/"),
      let device = values[1].integerValue, let number = values[2].integerValue
    else { return nil }
    return (folder, .init(device: UInt64(bitPattern: device), number: UInt64(bitPattern: number)))
  }

  /// Adds those that are not there yet, on lines of their own, and durably. What cannot be written is known to the session's
  /// own journal all the same.
  /// - Returns: why others do not know of them, and what to do; `nil` if they do.
  @discardableResult
  func add(_ new: some Sequence<String>) -> String? {
    let list = read()
    var lines = ""
    for folder in Set(new).sorted() {
      if !list.folders.contains(folder) { lines += JSON.string(folder).text + "\n" }
      guard let identity = try? FileStatus(folder).identity, list.identities[identity] != folder else { continue }
      let values: [JSON] = [
        .string(folder), .integer(Int64(bitPattern: identity.device)), .integer(Int64(bitPattern: identity.number)),
      ]
      lines += JSON.array(values).text + "\n"
    }
    guard !lines.isEmpty else { return nil }
    do throws(SystemError) {
      try Folder.make(FilePath.folder(of: path), mode: 0o700)
      let (file, status) = try File.open(path, O_RDWR | O_APPEND | O_CREAT)
      defer { file.close() }
      // A line that was cut off must not swallow the next one.
      let end = status.size > 0 ? try? file.read(at: status.size - 1, count: 1) : nil
      let isTorn = status.size > 0 && end != [UInt8(ascii: "\n")]
      try file.writeAll((isTorn ? "\n" : "") + lines)
      try file.sync()
      if status.size == 0 { try Folder.sync(FilePath.folder(of: path)) }
      return nil
    } catch {
      return Self.unwritable(path, error)
    }
  }

  /// What speaks against writing at a path.
  /// - Parameter more: libraries that only the session knows.
  func protection(of path: String, with more: Set<String> = []) -> FileProtection {
    let list = read()
    let trouble = trouble(list)
    let known = more.union(list.folders.filter(Self.isPossible))
    var protection = FileProtection(library: Self.library(holding: path, of: known) ?? moved(path, list))
    if let trouble {
      protection.library = protection.library ?? torn(path, list)
      if protection.library == nil, let folder = Self.folderWithPhotos(above: path) {
        protection.doubt = (folder, trouble.text)
      }
      if trouble.isLoss { protection.note = trouble.text }
    }
    return protection
  }

  /// The library that a path lies in, or would lie in.
  public func library(holding path: String) -> String? { protection(of: path).library }

  /// A library that has another name now. Numbers are given out again, so it must still hold photos.
  private func moved(_ path: String, _ list: List) -> String? {
    guard !list.identities.isEmpty else { return nil }
    return Self.folders(above: path).first { folder in
      guard let identity = try? FileStatus(folder).identity, list.identities[identity] != nil else { return false }
      return Self.isPossible(folder) && PhotoFolder.holdsPhotos(folder, depth: 1)
    }
  }

  /// The beginning of a damaged line's path, where a path begins like that. It must say more than where people keep things.
  private func torn(_ path: String, _ list: List) -> String? {
    let home = (try? FilePath.resolved(FilePath.expanded("~"))) ?? ""
    let telling = lost(list).filter { torn in
      torn.filter { $0 == "/" }.count > 1 && !torn.hasSuffix("/") && !"\(home)/".hasPrefix(torn)
    }
    guard !telling.isEmpty else { return nil }
    let places = FilePath.places(of: path)
    return telling.first { torn in places.contains { $0.hasPrefix(torn) } }.map { $0 + "…" }
  }

  /// How many folders above one to be written into may make it one of photos.
  private static let mostAbove = 2

  /// A folder with photos that a path lies in, or right below one.
  private static func folderWithPhotos(above path: String) -> String? {
    folders(above: path).prefix(1 + mostAbove).first { isPossible($0) && PhotoFolder.holdsPhotos($0) }
  }

  /// The folders that are there of those that a path lies in, the nearest first.
  private static func folders(above path: String) -> [String] {
    FilePath.places(of: path).flatMap { FilePath.ancestors(of: $0) }.reduce(into: [String]()) { folders, folder in
      if !folders.contains(folder), (try? FileStatus(folder))?.isFolder ?? false { folders.append(folder) }
    }
  }

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
