import Moments
import System

/// The folders of photos that were ever read, by this session or, as the journal says, by others: nothing is ever written
/// into one. It stands outside of the world, since `undo` gives nothing of it back.
final class PhotoAside {
  /// Absolute paths without links.
  private var libraries: Set<String> = []

  func add(_ folders: some Sequence<String>) { libraries.formUnion(folders) }

  /// The library that a path lies in, or would lie in; a link leads where its target is.
  func library(holding path: String) -> String? {
    let paths = [path, try? FilePath.resolved(path)].compactMap { $0 }
    return libraries.sorted().first { library in
      paths.contains { FilePath.isInside($0, library) || (try? FilePath.resolved($0)) == library }
    }
  }

  /// The folders that a scan makes a library.
  ///
  /// Mostly that is the one that was read; a single photo makes none. Of the home folder, and of what lies above it, these are only the folders inside
  /// with photos: else nobody could save anything any more.
  static func folders(of scan: Scan, home: String = FilePath.expanded("~")) -> [String] {
    guard !scan.isOneFile, let root = try? FilePath.resolved(scan.root) else { return [] }
    guard let home = try? FilePath.resolved(home), home == root || FilePath.isInside(home, root) else {
      return [root]
    }
    let folders = Set(scan.photos.compactMap { $0.path.split(separator: "/").dropLast().first })
    return folders.compactMap { try? FilePath.resolved(scan.fullPath(of: String($0))) }
      .filter { $0 != home && !FilePath.isInside(home, $0) }.sorted()
  }
}
