import System
import Timeline

/// The reading of a file that becomes a photo.
enum PhotoFile {
  /// The result: a photo, a problem, or a photo with a problem.
  struct Outcome {
    var problem: ScanProblem.Reason?
    /// The entry for the index, from which the photo is made.
    var entry: PhotoIndex.Entry?
  }

  /// Opens and reads a file below `root`, and its sidecars.
  /// - Parameters:
  ///   - known: The earlier entry of the file; if the file is unchanged it is not opened.
  ///   - isThorough: Whether to read the dates that cannot be the best ones as well.
  static func read(
    _ file: FolderWalk.File, below root: String, scratch: ScratchMemory,
    known: PhotoIndex.Entry? = nil, isThorough: Bool = false
  ) -> Outcome {
    let path = root + "/" + file.path
    let sidecars = file.sidecars.compactMap { try? FileStatus(root + "/" + $0.path) }.map { PhotoIndex.Key($0) }
    if let known, known.sidecars == sidecars, let status = try? FileStatus(path), status.isFile,
      PhotoIndex.Key(status) == known.key
    {
      return outcome(known)
    }
    let (descriptor, status): (Descriptor, FileStatus)
    do throws(SystemError) {
      // The file may have become a pipe since it was listed.
      (descriptor, status) = try File.open(path)
    } catch {
      if case .notAFile = error { return Outcome(problem: .notAFile) }
      // Another program has a lease on the file, as a file server does for its clients, and is asked to release it.
      if error.code == EAGAIN { return Outcome(problem: .noAnswer) }
      return Outcome(problem: .unreadable("\(error)"))
    }
    defer { descriptor.close() }
    let size = Int(status.size)
    guard size > 0 else { return Outcome(problem: .empty) }

    let source = FileBytes(descriptor: descriptor, size: size)
    guard var metadata = Metadata.reading(source, scratch: scratch, isThorough: isThorough) else {
      return Outcome(problem: problem(with: source))
    }
    if !file.sidecars.isEmpty { Sidecar.fill(&metadata, from: file.sidecars, below: root) }
    if metadata.taken?.isDayOnly ?? true, let named = NameDate.find(in: file.path.split(separator: "/").last ?? "") {
      metadata.dates.append(named)
      metadata.dates.sort { $0.source < $1.source }
    }
    let entry = PhotoIndex.Entry(path: file.path, key: PhotoIndex.Key(status), sidecars: sidecars, metadata: metadata)
    return outcome(entry)
  }

  private static func outcome(_ entry: PhotoIndex.Entry) -> Outcome {
    let metadata = entry.metadata
    var problem: ScanProblem.Reason?
    if metadata.isCompressed, metadata.dates.isEmpty {
      problem = .compressed
    } else if metadata.endsEarly {
      problem = .cutShort
    } else if metadata.taken == nil {
      problem = .undated
    }
    return Outcome(problem: problem, entry: entry)
  }

  /// Returns the reason why a file that could not be read as a picture is not a photo.
  private static func problem(with source: FileBytes) -> ScanProblem.Reason {
    // A file with a size but no readable byte is on a failing disk or network.
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { start in
      source.read(into: start, at: 0) > 0 ? .notAPhoto : .unreadable("no data arrived")
    }
  }
}

extension PhotoIndex.Entry {
  /// Returns the photo with its most trusted plausible date.
  /// - Parameters:
  ///   - now: The current time; `nil` for no limit but the file's own time.
  ///   - offset: Returns the caller's UTC offset in minutes at an instant, for the dates of files.
  func photo(now: Instant?, offset: (Instant) -> Int) -> Photo {
    let modified = Instant(microseconds: key.modified)
    let latest = max(now ?? modified, modified)
    let taken = metadata.dates.first { $0.isPlausible(before: latest) }
    return Photo(
      path: path, size: Int(key.size), modified: modified,
      taken: taken ?? fileDate(modified, offset: offset(modified)), metadata: $metadata)
  }

  /// Returns the date of a file in the caller's time zone.
  private func fileDate(_ modified: Instant, offset: Int) -> CaptureTime {
    CaptureTime(
      local: LocalTime(microseconds: modified.microseconds + Int64(offset) * 60_000_000), source: .file,
      offset: UTCOffset(minutes: offset, source: .file))
  }
}
