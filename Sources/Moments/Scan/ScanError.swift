/// Why there is no scan at all.
public enum ScanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing is at this path.
  case missing(String)
  /// The folder, or the one file, cannot be opened; the system's words.
  case unreadable(String, String)
  /// The path is neither a folder nor a photo; why.
  case notAPhoto(String, ScanProblem.Reason)
  /// The folder was read, and no photo is in it; its problems say what else is.
  case noPhotos(String, problems: [ScanProblem])
  /// The caller asked to stop.
  case cancelled

  public var description: String {
    switch self {
    case .missing(let path): return "there is no folder or photo '\(path)'"
    case .unreadable(let path, let why): return "'\(path)' cannot be read: \(why)"
    case .notAPhoto(let path, let reason): return "'\(path)' \(reason)"
    case .noPhotos(let path, let problems) where problems.isEmpty: return "there are no photos in '\(path)'"
    case .noPhotos(let path, let problems):
      return "there are no photos in '\(path)' that can be read (\(problems.count) files have problems)"
    case .cancelled: return "the scan was stopped"
    }
  }
}
