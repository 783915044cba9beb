import System
import Timeline

/// One file on its way to become a photo.
enum PhotoFile {
  /// What became of it: a photo, a problem, or a photo with a problem.
  struct Outcome {
    var photo: Photo?
    var problem: ScanProblem.Reason?
  }

  /// Opens and reads one file below `root`, and its sidecar if the file leaves something open.
  static func read(
    _ file: FolderWalk.File, below root: String, scratch: ScratchMemory, fileDateOffset: Int
  ) -> Outcome {
    let (descriptor, status): (Descriptor, FileStatus)
    do throws(SystemError) {
      // It may have turned into a pipe since it was listed.
      (descriptor, status) = try File.open(root + "/" + file.path)
    } catch {
      if case .notAFile = error { return Outcome(problem: .notAFile) }
      return Outcome(problem: .unreadable("\(error)"))
    }
    defer { descriptor.close() }
    let size = Int(status.size)
    guard size > 0 else { return Outcome(problem: .empty) }

    let source = FileBytes(descriptor: descriptor, size: size)
    guard var metadata = Metadata.reading(source, scratch: scratch) else {
      return Outcome(problem: problem(with: source))
    }
    if let sidecar = file.sidecar { sidecar.fill(&metadata, fullPath: root + "/" + sidecar.path) }
    if metadata.taken?.isDayOnly ?? true, let named = NameDate.find(in: file.path.split(separator: "/").last ?? "") {
      metadata.dates.append(named)
      metadata.dates.sort { $0.source < $1.source }
    }
    let modified = Instant(microseconds: status.modified)
    let photo = Photo(
      path: file.path, size: size, modified: modified,
      taken: metadata.taken ?? fileDate(modified, offset: fileDateOffset), metadata: metadata)
    if metadata.isCompressed, metadata.dates.isEmpty { return Outcome(photo: photo, problem: .compressed) }
    if metadata.endsEarly { return Outcome(photo: photo, problem: .cutShort) }
    return Outcome(photo: photo, problem: metadata.taken == nil ? .undated : nil)
  }

  /// A file's date as the caller's clock shows it.
  private static func fileDate(_ modified: Instant, offset: Int) -> CaptureTime {
    CaptureTime(
      local: LocalTime(microseconds: modified.microseconds + Int64(offset) * 60_000_000), source: .file,
      offset: UTCOffset(minutes: offset, source: .file))
  }

  /// Why a file that could not be read as a picture gives no photo.
  private static func problem(with source: FileBytes) -> ScanProblem.Reason {
    // A file that has a size and gives no byte has a failing disk or network below it.
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { start in
      source.read(into: start, at: 0) > 0 ? .notAPhoto : .unreadable("no byte of it arrives")
    }
  }
}
