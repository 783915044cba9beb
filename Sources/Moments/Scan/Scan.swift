/// What a scan found: photos, and every file that gave trouble.
public struct Scan: Hashable, Sendable {
  /// The library's folder, as it was given (for a single file: the folder that holds it).
  public var root: String
  /// Whether a single file was read, and not its folder.
  public var isOneFile = false
  /// All photos, by path.
  public var photos: [Photo]
  /// All troubles, by path.
  public var problems: [ScanProblem]
  /// How many files are neither picture nor video, by their names or, of names without an ending, by their bytes.
  public var ignored: Int

  /// The problems of files that could not be read; the others are notes on photos, and what was passed over.
  public var troubles: [ScanProblem] { problems.filter { !$0.isOnlyANote && !$0.isPassedOver } }

  /// The whole path of a photo or problem of this scan.
  public func fullPath(of path: String) -> String { root.hasSuffix("/") ? root + path : root + "/" + path }
}
