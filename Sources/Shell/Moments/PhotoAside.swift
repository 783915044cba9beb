import JSON
import Moments
import System
import Timeline

/// The folders of photos that were ever read, by this session or, as the journal says, by others: nothing is ever written
/// into one. It stands outside of the world, since `undo` gives nothing of it back.
final class PhotoAside {
  /// Absolute paths without links.
  private var libraries: Set<String> = []

  /// Where the session keeps what it knows of libraries, in its state folder; `nil` without one.
  private var indexes: String?

  /// What the last map showed, and of which photos: where one looked is no part of the world either.
  private var map: (album: Album, region: MapRegion)?

  func show(_ region: MapRegion, of album: Album) { map = (album, region) }
  /// What the last map of these photos showed.
  func region(of album: Album) -> MapRegion? { map.flatMap { $0.album === album ? $0.region : nil } }

  /// The last map as a page shows it, of which photos and where.
  private var drawing: (album: Album, region: MapRegion, picture: JSON)?
  /// A map as a page shows it, where it was drawn before.
  func drawn(_ region: MapRegion, of album: Album) -> JSON? {
    drawing.flatMap { $0.album === album && $0.region == region ? $0.picture : nil }
  }
  func keep(_ picture: JSON, _ region: MapRegion, of album: Album) { drawing = (album, region, picture) }

  func open(_ folder: String) { indexes = folder + "/photos" }

  /// What is known of a library's files.
  func index(of root: String) -> PhotoIndex {
    guard let path = indexPath(of: root), let bytes = try? File.read(path, atMost: Self.longestIndex) else {
      return PhotoIndex()
    }
    return PhotoIndex(bytes: bytes, stamp: Self.stamp) ?? PhotoIndex()
  }

  /// Keeps what is known now, unless that would be in a library. It is a cache: what cannot be kept is read again.
  func keep(_ index: PhotoIndex, of root: String, at now: Instant) {
    guard let path = indexPath(of: root), library(holding: path) == nil else { return }
    try? Folder.make(FilePath.folder(of: path))
    _ = try? File.replace(path, with: index.bytes(stamp: Self.stamp, at: now), mode: 0o600)
  }

  private static let longestIndex = 1 << 29

  /// Another build of the program may read files in another way.
  private static let stamp: String = {
    let program = (try? FilePath.resolved("/proc/self/exe")) ?? CommandLine.arguments.first ?? ""
    let status = try? FileStatus(program)
    return "\(status?.size ?? 0) \(status?.modified ?? 0)"
  }()

  private func indexPath(of root: String) -> String? {
    guard let indexes, let root = try? FilePath.resolved(root) else { return nil }
    // The name need only be another one for another library; the content says which files it is about.
    return "\(indexes)/\(String(root.fingerprint, radix: 16)).index"
  }

  /// Those that all sessions of a person know; `nil` where nothing is known beside this session.
  private var known: KnownLibraries?
  /// Whether what this session reads is made known to others: what is only tried is not.
  private var isOwner = false

  /// Knows what all sessions know, from now on.
  func know(_ libraries: KnownLibraries, addsTo: Bool) {
    (known, isOwner) = (libraries, addsTo)
    if addsTo { trouble = libraries.add(self.libraries) }
  }

  func add(_ folders: some Sequence<String>) {
    let folders = Set(folders)
    let new = folders.subtracting(libraries)
    guard !folders.isEmpty else { return }
    libraries.formUnion(new)
    // Also one that is known here: the list may have lost it.
    if isOwner, let trouble = known?.add(folders) { self.trouble = trouble }
  }

  /// Why others do not know what this session has read.
  private var trouble: String?
  private var isTroubleTold = false
  /// `true` once it was said which of the person's own files lie among photos.
  var areOwnFilesTold = false

  /// What is wrong with the list of what all sessions know, said once.
  func takeTrouble() -> String? {
    guard !isTroubleTold, let trouble = trouble ?? known?.trouble else { return nil }
    isTroubleTold = true
    return trouble
  }

  /// What speaks against writing at a path; a link leads where its target is.
  func protection(of path: String) -> FileProtection {
    guard let known else {
      return FileProtection(library: KnownLibraries.library(holding: path, of: libraries))
    }
    var protection = known.protection(of: path, with: libraries)
    if isTroubleTold { protection.note = nil } else if protection.note != nil { isTroubleTold = true }
    return protection
  }

  /// The library that a path lies in, or would lie in; a link leads where its target is.
  func library(holding path: String) -> String? {
    known?.protection(of: path, with: libraries).library ?? KnownLibraries.library(holding: path, of: libraries)
  }

  /// The person's own files that lie in libraries, and so are written among photos.
  func ownFiles() -> [(file: String, library: String)] {
    let places = [
      indexes.map(FilePath.folder), UserFiles.state, UserFiles.history.map(FilePath.folder),
      UserFiles.config.map(FilePath.folder),
      UserFiles.sounds.map(FilePath.folder),
    ]
    var found: [(file: String, library: String)] = []
    for place in places.compactMap({ $0 }) where !found.contains(where: { $0.file == place }) {
      if let library = KnownLibraries.library(holding: place, of: libraries) { found.append((place, library)) }
    }
    return found
  }

  /// The folders that a scan makes a library.
  ///
  /// Mostly that is the one that was read. Of the home folder, and of what lies above it, these are only the folders inside
  /// with photos: else nobody could save anything any more. A single photo makes one of its folder, but for those where
  /// everything is put, such as the desktop.
  static func folders(of scan: Scan, home: String = FilePath.expanded("~")) -> [String] {
    guard let root = try? FilePath.resolved(scan.root) else { return [] }
    if scan.isOneFile {
      guard let home = try? FilePath.resolved(home), home != root, !FilePath.isInside(home, root), root != "/tmp",
        !["Desktop", "Downloads", "Documents"].contains(where: { root == "\(home)/\($0)" })
      else { return [] }
      return [root]
    }
    guard let home = try? FilePath.resolved(home), home == root || FilePath.isInside(home, root) else {
      return [root]
    }
    let folders = Set(scan.photos.compactMap { $0.path.split(separator: "/").dropLast().first })
    return folders.compactMap { try? FilePath.resolved(scan.fullPath(of: String($0))) }
      .filter { $0 != home && !FilePath.isInside(home, $0) }.sorted()
  }
}
