import Moments
import System

/// The photo folders that must never be written into.
package enum LibraryFolders {
  /// Returns the folders that a scan makes libraries.
  ///
  /// Usually that is the folder that was read. If it is the home folder or above it, only the folders inside with
  /// photos become libraries: otherwise the user could no longer save anything. A single photo makes its folder a
  /// library, except for general folders such as the desktop.
  package static func folders(of scan: Scan, home: String = FilePath.expanded("~")) -> [String] {
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
