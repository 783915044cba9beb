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

/// One file or folder that gave trouble, and why.
public struct ScanProblem: Hashable, Sendable {
  /// Of each file that is read one is kept for a while, or none: those that say more keep it elsewhere.
  public enum Reason: Hashable, Sendable {
    /// It could not be opened or read; the system's words.
    indirect case unreadable(String)
    /// Its disk or network did not give it in time; it is read the next time.
    case noAnswer
    case empty
    /// Its name promises a picture, its bytes are none.
    case notAPhoto
    /// A photo without a date of its own; it stays in the library with the file's date.
    case undated
    /// A photo whose file ends before its picture begins; it stays in the library.
    case cutShort
    /// A photo whose metadata is compressed in a way that is not undone; it stays in the library.
    case compressed
    /// The camera's clock showed another zone's time than that of the place; the photo stays in the library.
    indirect case clockElsewhere(camera: UTCOffset, place: UTCOffset)
    /// A cloud service has the file and this machine only its name.
    case notDownloaded
    /// A symbolic link to something that is not there.
    case brokenLink
    /// A pipe, a socket or a device: opening one might wait for ever.
    case notAFile
    /// Its name begins with a dot: it is the system's, or somebody wants it out of sight.
    case hidden
    /// A folder with smaller copies of photos that are in the library already.
    case thumbnails
    /// A folder of what was deleted.
    case deleted
    /// A folder below too many others.
    case tooDeep
  }

  /// The path below the library's folder.
  public var path: String
  public var reason: Reason

  public init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
  /// Whether the file is a photo of the library all the same.
  public var isOnlyANote: Bool {
    if case .clockElsewhere = reason { return true }
    return [.undated, .cutShort, .compressed].contains(reason)
  }
  /// Whether it was left alone on purpose.
  public var isPassedOver: Bool { [.hidden, .thumbnails, .deleted].contains(reason) }
}

extension ScanProblem.Reason: CustomStringConvertible {
  /// The reason in plain words, to be put behind the path: `cannot be read: Permission denied`.
  public var description: String {
    switch self {
    case .unreadable(let why): return "cannot be read: \(why)"
    case .noAnswer: return "does not answer; the next time that photos are read it is tried again"
    case .empty: return "is empty"
    case .notAPhoto: return "is no picture, whatever its name says"
    case .compressed: return "keeps what is known of it compressed with Brotli, which is not read"
    case .undated: return "has no date inside; the file's date stands in"
    case .cutShort: return "ends before its picture begins"
    case .clockElsewhere(let camera, let place):
      return "was taken where clocks ran at \(place), and the camera's at \(camera)"
    case .notDownloaded: return "is not downloaded"
    case .brokenLink: return "is a link to nothing"
    case .notAFile: return "is no ordinary file"
    case .hidden: return "is hidden and was passed over"
    case .thumbnails: return "holds thumbnails and was passed over"
    case .deleted: return "holds what was deleted and was passed over"
    case .tooDeep: return "lies too deep below other folders"
    }
  }
}
