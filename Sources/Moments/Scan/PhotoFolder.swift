import System

/// A cheap check whether a folder contains photos: only names are read, and nothing is opened.
public enum PhotoFolder {
  /// The maximum number of subfolders to check in each folder.
  private static let folderLimit = 100

  /// `true` if a folder contains a file with the extension of a picture or a video.
  /// - Parameter depth: The number of levels of subfolders to check.
  public static func containsPhotos(_ path: String, depth: Int = 0) -> Bool {
    guard let entries = try? Folder.entries(of: path) else { return false }
    if entries.contains(where: { $0.kind != .folder && isNamed($0.name) }) { return true }
    guard depth > 0 else { return false }
    return entries.lazy.filter { $0.kind == .folder && !$0.name.hasPrefix(".") }.prefix(folderLimit).contains {
      containsPhotos("\(path)/\($0.name)", depth: depth - 1)
    }
  }

  /// Returns `true` if a bounded search finds a photo in a folder or any folder inside it.
  public static func containsPhotosAnywhere(_ path: String) -> Bool {
    var (folders, next) = ([path], 0)
    while next < folders.count, next < searchLimit {
      let entries = (try? Folder.entries(of: folders[next])) ?? []
      if entries.contains(where: { $0.kind != .folder && isNamed($0.name) }) { return true }
      for entry in entries where entry.kind == .folder && !entry.name.hasPrefix(".") && folders.count < searchLimit {
        folders.append("\(folders[next])/\(entry.name)")
      }
      next += 1
    }
    return false
  }

  private static let searchLimit = 2_000

  private static func isNamed(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return MediaFormat.extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
