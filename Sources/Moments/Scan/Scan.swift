/// The result of a scan: photos, and every file with a problem.
public struct Scan: Hashable, Sendable {
  /// The library's folder, as it was given (for a single file, the folder that contains it).
  public var root: String
  /// `true` if a single file was read instead of its folder.
  public var isOneFile = false
  /// All photos, sorted by path.
  public var photos: [Photo]
  /// All problems, sorted by path.
  public var problems: [ScanProblem]
  /// The number of files that are copies or edited versions of others, and count as one photo with them.
  public var versions = 0
  /// The numbers of files that are neither pictures nor videos nor beside one, by their lowercase extensions; "" for names
  /// without one, whose bytes were looked at.
  public var ignored: [String: Int]

  /// The problems of files that could not be read; the others are notes on photos, and skipped files.
  public var troubles: [ScanProblem] { problems.filter { !$0.isOnlyANote && !$0.isSkippedOnPurpose } }

  /// Returns the full path of a photo or problem of this scan.
  public func fullPath(of path: String) -> String { root.hasSuffix("/") ? root + path : root + "/" + path }
}

/// The reason why a scan failed.
public enum ScanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is nothing at this path.
  case missing(String)
  /// The folder or the single file cannot be opened; the second value is the system's message.
  case unreadable(String, String)
  /// The path is neither a folder nor a photo, for this reason.
  case notAPhoto(String, ScanProblem.Reason)
  /// The folder was read, and contains no photo; the problems list its other files.
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
      return
        "no photo in '\(path)' can be read (\(problems.count == 1 ? "1 file has a problem" : "\(problems.count) files have problems"))"
    case .cancelled: return "the scan was stopped"
    }
  }
}

/// A file or folder with a problem.
public struct ScanProblem: Hashable, Sendable {
  /// A scan holds a reason, or none, for each file for some time, so larger payloads are indirect.
  public enum Reason: Hashable, Sendable {
    /// The file could not be opened or read; the value is the system's message.
    indirect case unreadable(String)
    /// The disk or network did not deliver the file in time; the next scan reads it.
    case noAnswer
    case empty
    /// The file has a picture's extension, but its bytes are not a picture.
    case notAPhoto
    /// A photo without a date of its own; it stays in the library with the date of the file.
    case undated
    /// A photo whose file ends before its picture begins; it stays in the library.
    case cutShort
    /// A photo with metadata in an unsupported compression; it stays in the library.
    case compressed
    /// A photo whose most trusted date cannot be right, such as one in the future; it stays in the library with the next
    /// date.
    indirect case implausible(CaptureTime)
    /// The file is at a cloud service, and only its name is on this machine.
    case notDownloaded
    /// A symbolic link to a missing file.
    case brokenLink
    /// A pipe, a socket or a device: opening one might block for ever.
    case notAFile
    /// The name begins with a dot: the file is the system's, or the user has hidden it.
    case hidden
    /// A folder with smaller copies of photos that are already in the library.
    case thumbnails
    /// A folder of deleted files.
    case deleted
    /// A folder nested too deeply.
    case tooDeep
  }

  /// The path below the library's folder.
  public var path: String
  public var reason: Reason

  public init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
  /// `true` if the file is a photo of the library nevertheless.
  public var isOnlyANote: Bool {
    if case .implausible = reason { return true }
    return [.undated, .cutShort, .compressed].contains(reason)
  }
  /// `true` if the file was skipped on purpose.
  public var isSkippedOnPurpose: Bool { [.hidden, .thumbnails, .deleted].contains(reason) }
}

extension ScanProblem.Reason {
  /// The reason for several files, to be appended to their number: `are empty`.
  public var plural: String {
    switch self {
    case .unreadable, .noAnswer: return description
    case .empty: return "are empty"
    case .notAPhoto: return "are not pictures, despite their names"
    case .compressed: return "have metadata compressed with Brotli, which is not supported"
    case .undated: return "have no date in their metadata; the files' dates are used"
    case .implausible: return "have dates that cannot be right; the next most reliable dates are used"
    case .cutShort: return "end before their pictures begin"
    case .notDownloaded: return "have not been downloaded"
    case .brokenLink: return "are broken links"
    case .notAFile: return "are not regular files"
    case .hidden: return "are hidden and were skipped"
    case .thumbnails: return "hold thumbnails and were skipped"
    case .deleted: return "hold deleted files and were skipped"
    case .tooDeep: return "are nested too deeply"
    }
  }
}

extension ScanProblem.Reason: CustomStringConvertible {
  /// The reason in plain words, to be appended to the path: `cannot be read: Permission denied`.
  public var description: String {
    switch self {
    case .unreadable(let why): return "cannot be read: \(why)"
    case .noAnswer: return "could not be read in time; Storyline tries again the next time it reads photos"
    case .empty: return "is empty"
    case .notAPhoto: return "is neither a picture nor a video"
    case .compressed: return "has metadata compressed with Brotli, which is not supported"
    case .undated: return "has no date in its metadata; the file's date is used"
    case .implausible(let date):
      return "has the date \(date.local), which cannot be right; the next most reliable date is used"
    case .cutShort: return "ends before its picture begins"
    case .notDownloaded: return "has not been downloaded"
    case .brokenLink: return "is a broken link"
    case .notAFile: return "is not a regular file"
    case .hidden: return "is hidden and was skipped"
    case .thumbnails: return "holds thumbnails and was skipped"
    case .deleted: return "holds deleted files and was skipped"
    case .tooDeep: return "is nested too deeply"
    }
  }
}
