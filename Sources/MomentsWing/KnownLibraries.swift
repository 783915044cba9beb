import JSON
import Moments
import ShellCore
import System

/// The photo folders that any of the user's sessions ever read, in a file for all sessions, scripts and tools:
/// whatever state folder they use, they never write among photos.
///
/// The file has a path on each line, as a JSON string, and for each path a line `["/path",DEVICE,INODE]`, which
/// identifies the folder after it was moved; further such lines identify folders inside it. The file only grows; it is read before a file is written. While it is
/// damaged, or cannot be read or written, no folder with photos is written to.
public struct KnownLibraries: Sendable {
  let path: String
  /// - Parameter path: the file, which may be missing.
  public init(path: String) { self.path = path }
  private static let longest = 1 << 24

  /// Absolute paths without links.
  var folders: Set<String> { read().folders.filter(Self.isPossible) }

  /// Returns whether a folder can be a library. The home folder and those above it cannot, whatever the file says:
  /// otherwise the user could no longer save anything.
  private static func isPossible(_ folder: String) -> Bool {
    let home = (try? FilePath.resolved(FilePath.expanded("~"))) ?? ""
    return folder != "/" && folder != home && !FilePath.isInside(home, folder)
  }

  /// The reason why folders may be missing from the list.
  struct ListDamage {
    let text: String
    /// `true` if folders that were known are lost. Every command that writes reports this, once in a session.
    let isLoss: Bool
  }

  /// The problem with the file that may hide folders; `nil` for a sound file.
  var trouble: String? { trouble(read()).flatMap { $0.isLoss ? $0.text : nil } }

  private func trouble(_ list: List) -> ListDamage? {
    if let failure = list.failure {
      return ListDamage(
        text:
          "the list of photo folders '\(path)' cannot be read: \(failure), so it is unknown which folders hold photos",
        isLoss: true)
    }
    if list.isEmptied {
      return ListDamage(
        text: "the list of photo folders '\(path)' is empty: `cluster` your photos again, or delete the file",
        isLoss: true)
    }
    // Once the folder is listed again, its damaged line no longer matters.
    let lost = lost(list)
    if let first = lost.first {
      let folder = first.isEmpty ? "a folder" : "'\(first)…'"
      return ListDamage(
        text:
          "a line in the list of photo folders '\(path)' is damaged, so \(folder) may not be protected: `cluster` that folder again, or delete the line",
        isLoss: true)
    }
    return isWritable ? nil : ListDamage(text: Self.unwritable(path, nil), isLoss: false)
  }

  private func lost(_ list: List) -> [String] {
    list.torn.filter { torn in !list.folders.contains { $0.hasPrefix(torn) } }
  }

  /// `true` if the list can probably grow; nothing is written to find out.
  private var isWritable: Bool {
    if let status = try? FileStatus(path) { return status.isFile && File.isWritable(path) }
    var above = FilePath.folder(of: path)
    while (try? FileStatus(above)) == nil, above != "/", above != "." { above = FilePath.folder(of: above) }
    return (try? FileStatus(above))?.isFolder ?? false && Folder.isWritable(above)
  }

  private static func unwritable(_ path: String, _ error: SystemError?) -> String {
    "the list of photo folders '\(path)' cannot be written\(error.map { ": \($0)" } ?? ""), so only this session protects "
      + "the photos: make the list writable, or set XDG_STATE_HOME to another folder"
  }

  private struct List {
    var folders: Set<String> = []
    /// The readable beginnings of the paths in damaged lines.
    var torn: [String] = []
    /// The folders by their file system identities when they were read.
    var identities: [FileStatus.Identity: String] = [:]
    var failure: SystemError?
    /// `true` if the file exists and is empty; a new file always has a line.
    var isEmptied = false
  }

  /// Reads the file line by line. A damaged line does not affect others: a path that was appended to an incomplete
  /// line is still found.
  private func read() -> List {
    var list = List()
    do throws(SystemError) {
      let bytes = try File.read(path, atMost: Self.longest)
      for line in bytes.split(separator: UInt8(ascii: "\n")) { Self.read(line, into: &list) }
      if bytes.count == Self.longest { list.failure = .number(EFBIG) }
      list.isEmptied = bytes.isEmpty
    } catch {
      if error.code != ENOENT && error.code != ENOTDIR || isDangling { list.failure = error }
    }
    return list
  }

  /// `true` if the file, or a folder above it, is a link to nothing: the list is somewhere else, or lost.
  private var isDangling: Bool {
    FilePath.ancestors(of: path).contains {
      (try? FileStatus($0, followsLinks: false)) != nil && (try? FileStatus($0)) == nil
    }
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
      // An incomplete path may end in a backslash, which then escapes the quote of the next one.
      for start in line.indices.dropFirst() where line[start...].starts(with: "\"/".utf8) {
        if let next = Self.folder(line[start...]) { list.folders.insert(next) }
      }
      return
    }
    // After an incomplete path, the next path begins with its quote.
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

  /// Returns the absolute path of a complete line, even if it contains bytes that are not UTF-8.
  private static func folder(_ line: ArraySlice<UInt8>) -> String? {
    let value = (try? JSON(parsing: Array(line))) ?? (try? JSON(parsing: Array(text(line).utf8)))
    return value?.stringValue.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Returns a folder and its file system identity.
  private static func identity(_ line: ArraySlice<UInt8>) -> (String, FileStatus.Identity)? {
    guard line.first == UInt8(ascii: "["),
      let values = ((try? JSON(parsing: Array(line))) ?? (try? JSON(parsing: Array(text(line).utf8))))?.arrayValue,
      values.count == 3, let folder = values[0].stringValue, folder.hasPrefix("/"),
      let device = values[1].integerValue, let number = values[2].integerValue
    else { return nil }
    return (folder, .init(device: UInt64(bitPattern: device), number: UInt64(bitPattern: number)))
  }

  /// Appends the folders that are not listed yet, each on its own line, and syncs the file. The session's journal
  /// knows a folder even if this fails.
  /// - Parameter parts: the folders with photos inside each new folder.
  /// - Returns: the reason why other sessions do not know the folders, with advice; `nil` on success.
  @discardableResult
  func add(_ new: some Sequence<String>, parts: [String: Set<String>] = [:]) -> String? {
    let list = read()
    var lines = ""
    for folder in Set(new).sorted() {
      if !list.folders.contains(folder) { lines += JSON.string(folder).text + "\n" }
      guard let identity = try? FileStatus(folder).identity, list.identities[identity] != folder else { continue }
      lines += Self.line(folder, identity)
    }
    for (folder, parts) in parts.sorted(by: { $0.key < $1.key }) {
      for part in parts.sorted().prefix(Self.partLimit) {
        guard let identity = try? FileStatus(part).identity, list.identities[identity] == nil else { continue }
        lines += Self.line(folder, identity)
      }
    }
    guard !lines.isEmpty else { return nil }
    if !File.exists(path), let library = Self.library(holding: path, of: list.folders.union(new)) {
      return
        "cannot save the list of photo folders: '\(path)' is inside the photo folder '\(library)'. Only this session "
        + "protects these photos: set XDG_STATE_HOME to another folder"
    }
    do throws(SystemError) {
      try Folder.make(FilePath.folder(of: path), mode: 0o700)
      let (file, status) = try File.open(path, O_RDWR | O_APPEND | O_CREAT)
      defer { file.close() }
      // An incomplete last line must not swallow the next one.
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

  /// The number of folders inside a library that are recognised after they were moved out of it.
  private static let partLimit = 4_096

  private static func line(_ folder: String, _ identity: FileStatus.Identity) -> String {
    let values: [JSON] = [
      .string(folder), .integer(Int64(bitPattern: identity.device)), .integer(Int64(bitPattern: identity.number)),
    ]
    return JSON.array(values).text + "\n"
  }

  /// Returns the reasons against writing at a path.
  /// - Parameter more: libraries that only this session knows.
  func protection(of path: String, with more: Set<String> = []) -> FileProtection {
    let list = read()
    let trouble = trouble(list)
    let known = more.union(list.folders.filter(Self.isPossible))
    var protection = FileProtection(library: Self.library(holding: path, of: known) ?? moved(path, list))
    if let trouble {
      protection.library = protection.library ?? torn(path, list)
      if protection.library == nil, let folder = Self.folderWithPhotos(above: path, isLoss: trouble.isLoss) {
        protection.doubt = (folder, trouble.text)
      }
      if trouble.isLoss { protection.note = trouble.text }
    }
    return protection
  }

  /// Returns the library that contains, or would contain, a path.
  public func library(holding path: String) -> String? { protection(of: path).library }

  /// Returns the library that contains a state folder that exists.
  ///
  /// Each start asks this, so the libraries themselves are not looked at, only the folders above the state folder. A
  /// damaged list does not lock users out: they can still reach their saved files.
  func library(holdingState folder: String) -> String? {
    let list = read()
    guard !list.folders.isEmpty else { return nil }
    return Self.folders(above: folder).first { list.folders.contains($0) && Self.isPossible($0) } ?? moved(folder, list)
  }

  /// Returns a library that was moved. The system reuses inode numbers, so the folder must still contain photos.
  private func moved(_ path: String, _ list: List) -> String? {
    guard !list.identities.isEmpty else { return nil }
    return Self.folders(above: path).first { folder in
      guard let identity = try? FileStatus(folder).identity, list.identities[identity] != nil else { return false }
      return Self.isPossible(folder) && PhotoFolder.containsPhotos(folder, depth: 1)
    }
  }

  /// Returns the incomplete path of a damaged line if `path` begins with it. It must be more specific than a folder
  /// in which users keep things.
  private func torn(_ path: String, _ list: List) -> String? {
    let home = (try? FilePath.resolved(FilePath.expanded("~"))) ?? ""
    let telling = lost(list).filter { torn in
      torn.filter { $0 == "/" }.count > 1 && !torn.hasSuffix("/") && !"\(home)/".hasPrefix(torn)
    }
    guard !telling.isEmpty else { return nil }
    let places = FilePath.places(of: path)
    return telling.first { torn in places.contains { $0.hasPrefix(torn) } }.map { $0 + "…" }
  }

  /// The number of folders above the written one that are searched for photos.
  private static let ancestorLimit = 2

  /// Returns a folder with photos that contains a path, directly or a few levels above.
  /// - Parameter isLoss: `true` if folders that were known are lost: then the photos may lie deep inside the folder.
  private static func folderWithPhotos(above path: String, isLoss: Bool = false) -> String? {
    let folders = folders(above: path)
    if let folder = folders.prefix(1 + ancestorLimit).first(where: { isPossible($0) && PhotoFolder.containsPhotos($0) })
    {
      return folder
    }
    guard isLoss, let nearest = folders.first, isPossible(nearest), nearest != "/tmp" else { return nil }
    return PhotoFolder.containsPhotosAnywhere(nearest) ? nearest : nil
  }

  /// Returns the reason why the program cannot keep its files in the folder that the environment names: it is inside a
  /// folder with photos. An existing folder is used, since no photos were there when it was created.
  public static func refusal(of variables: [String], _ value: (String) -> String?) -> (message: String, advice: String)?
  {
    for variable in variables {
      guard let base = value(variable), base.hasPrefix("/"), (try? FileStatus(base + "/storyline")) == nil,
        let folder = folderWithPhotos(above: base + "/storyline")
      else { continue }
      return (
        "\(variable) is '\(base)', which lies in '\(folder)', a folder with photos: Storyline never writes there",
        "set \(variable) to another folder"
      )
    }
    return nil
  }

  /// Returns the folder for temporary files: the one that the user has chosen, unless it is among photos.
  /// - Parameter isKnown: whether a path is in a library that was read.
  static func temporaryFolder(
    _ chosen: String? = Environment.value("TMPDIR"), isKnown: (String) -> Bool
  ) -> String {
    let usual = "/tmp"
    guard let chosen, chosen.hasPrefix("/"), chosen != usual else { return usual }
    let path = chosen + "/storyline"
    // A photo that lies in /tmp for a moment makes no library of the folders in it.
    let isAmongPhotos = folderWithPhotos(above: path).map { $0 != usual } ?? false
    return isAmongPhotos || isKnown(path) ? usual : chosen
  }

  /// Returns the existing folders that contain a path, the nearest first.
  private static func folders(above path: String) -> [String] {
    FilePath.places(of: path).flatMap { FilePath.ancestors(of: $0) }.reduce(into: [String]()) { folders, folder in
      if !folders.contains(folder), (try? FileStatus(folder))?.isFolder ?? false { folders.append(folder) }
    }
  }

  /// Returns the library that contains, or would contain, a path: by its text, by the targets of its links, by the
  /// folders above it, which may be the library under another name, and by its mount point.
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
