import Timeline

extension Scan {
  /// Creates a scan of pictures in memory, each with the path that its file would have.
  ///
  ///     let scan = Scan(root: "examples:", pictures: [("a.jpg", bytes)], written: now)
  /// - Parameters:
  ///   - root: The name of the library; no folder has it.
  ///   - written: The time of pictures without a date.
  public init(root: String, pictures: [(path: String, bytes: [UInt8])], written: Instant) {
    self.init(root: root, photos: [], problems: [], ignored: [:])
    for picture in pictures {
      guard let metadata = Metadata.reading(MemoryBytes(picture.bytes)) else {
        problems.append(ScanProblem(path: picture.path, reason: .notAPhoto))
        continue
      }
      let file = CaptureTime(
        local: LocalTime(microseconds: written.microseconds), source: .file,
        offset: UTCOffset(minutes: 0, source: .file))
      photos.append(
        Photo(
          path: picture.path, size: picture.bytes.count, modified: written, taken: metadata.taken ?? file,
          metadata: metadata))
    }
    photos.sort { $0.path < $1.path }
  }
}
