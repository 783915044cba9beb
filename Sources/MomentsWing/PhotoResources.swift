import JSON
import Moments
import SessionState
import ShellCore
import System
import Timeline

/// The photos' resources outside the session's world, since `undo` restores none of them: the photo folders that this
/// session ever read, or others according to the journal. Nothing is ever written into these.
package final class PhotoResources {
  /// Absolute paths without links.
  private var libraries: Set<String> = []

  /// The folder for the indexes of libraries, in the state folder; `nil` without one.
  private var indexes: String?

  /// The region of the last map, and its photos: the viewed region is not part of the world.
  private var map: (album: Album, region: MapRegion)?

  func show(_ region: MapRegion, of album: Album) { map = (album, region) }
  /// Returns the region of the last map of these photos.
  func region(of album: Album) -> MapRegion? { map.flatMap { $0.album === album ? $0.region : nil } }

  /// The last map as a page shows it, with its photos and its region.
  private var drawing: (album: Album, region: MapRegion, picture: JSON)?
  /// Returns a map as a page shows it, if it was drawn before.
  func drawn(_ region: MapRegion, of album: Album) -> JSON? {
    drawing.flatMap { $0.album === album && $0.region == region ? $0.picture : nil }
  }
  func keep(_ picture: JSON, _ region: MapRegion, of album: Album) { drawing = (album, region, picture) }

  package func open(_ folder: String) { indexes = folder + "/photos" }

  /// Reads the index of a library's files.
  func index(of root: String) -> PhotoIndex {
    guard let path = indexPath(of: root), let bytes = try? File.read(path, atMost: Self.indexSizeLimit) else {
      return PhotoIndex()
    }
    return PhotoIndex(bytes: bytes, stamp: Self.stamp) ?? PhotoIndex()
  }

  /// Saves the index, unless it would be in a library. It is a cache: after a failure the files are read again.
  func keep(_ index: PhotoIndex, of root: String, at now: Instant) {
    guard let path = indexPath(of: root), library(holding: path) == nil else { return }
    try? Folder.make(FilePath.folder(of: path))
    _ = try? File.replaceOwn(path, with: index.bytes(stamp: Self.stamp, at: now))
  }

  private static let indexSizeLimit = 1 << 29

  /// Another build of the program may read files differently.
  private static let stamp: String = {
    let status = try? FileStatus(Environment.programFile)
    return "\(status?.size ?? 0) \(status?.modified ?? 0)"
  }()

  private func indexPath(of root: String) -> String? {
    guard let indexes, let root = try? FilePath.resolved(root) else { return nil }
    // The name only has to differ between libraries; the content identifies its files.
    return "\(indexes)/\(String(root.fingerprint, radix: 16)).index"
  }

  /// The list of libraries for all of the user's sessions; `nil` if there is none.
  private var known: KnownLibraries?
  /// `true` if this session adds to that list; trials do not.
  private var isOwner = false

  /// Uses the list of libraries for all sessions from now on.
  func know(_ libraries: KnownLibraries, addsTo: Bool) {
    (known, isOwner) = (libraries, addsTo)
    if addsTo { trouble = libraries.add(self.libraries) }
  }

  /// - Parameter parts: the folders with photos inside each folder.
  func add(_ folders: some Sequence<String>, parts: [String: Set<String>] = [:]) {
    let folders = Set(folders)
    let new = folders.subtracting(libraries)
    guard !folders.isEmpty else { return }
    libraries.formUnion(new)
    // Folders that this session knows are added as well: the list may have lost them.
    if isOwner, let trouble = known?.add(folders, parts: parts) { self.trouble = trouble }
  }

  /// The reason why other sessions do not know this session's folders.
  private var trouble: String?
  private var isTroubleReported = false

  package init() {}

  /// Returns the problem with the list for all sessions, once.
  func consumeTrouble() -> String? {
    guard !isTroubleReported, let trouble = trouble ?? known?.trouble else { return nil }
    isTroubleReported = true
    return trouble
  }

  /// Returns the reasons against writing at a path; links are resolved.
  func protection(of path: String) -> FileProtection {
    guard let known else {
      return FileProtection(library: KnownLibraries.library(holding: path, of: libraries))
    }
    var protection = known.protection(of: path, with: libraries)
    if isTroubleReported { protection.note = nil } else if protection.note != nil { isTroubleReported = true }
    return protection
  }

  /// Returns the library that contains, or would contain, a path; links are resolved.
  func library(holding path: String) -> String? {
    known?.protection(of: path, with: libraries).library ?? KnownLibraries.library(holding: path, of: libraries)
  }

  /// Returns the library that contains a state folder that exists. Every session with a state folder asks this when
  /// it begins.
  func library(holdingState folder: String) -> String? { known?.library(holdingState: folder) }

  /// Returns a folder of the program's own files that lies in one of these folders.
  /// - Parameter includesUsers: `true` to look for the files that all of the user's sessions share, too.
  func ownFolder(in folders: [String], includesUsers: Bool) -> (own: String, folder: String)? {
    var places = [indexes.map(FilePath.folder)]
    if includesUsers {
      places.append(UserFiles.state)
      places += [UserFiles.history, UserFiles.config, UserFiles.sounds].map { $0.map(FilePath.folder) }
    }
    for place in places.compactMap({ $0 }) {
      if let folder = KnownLibraries.library(holding: place, of: Set(folders)) { return (place, folder) }
    }
    return nil
  }

  /// Returns the folders inside libraries that lead to a photo of a scan. Each is recognised after it was moved.
  static func parts(of scan: Scan, in libraries: [String]) -> [String: Set<String>] {
    guard !scan.isOneFile, let root = try? FilePath.resolved(scan.root) else { return [:] }
    var parts: [String: Set<String>] = [:]
    for folder in Set(scan.photos.map { FilePath.folder(of: $0.path) }) {
      let path = folder == "." ? root : "\(root)/\(folder)"
      for place in FilePath.ancestors(of: path) {
        guard let library = libraries.first(where: { place.hasPrefix($0 + "/") }) else { continue }
        parts[library, default: []].insert(place)
      }
    }
    return parts
  }
}

extension World.Resources {
  var photos: PhotoResources { resource { PhotoResources() } }
}
