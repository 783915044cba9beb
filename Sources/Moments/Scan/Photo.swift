import Timeline

/// One photo of a library: where it is, when it was taken, and what else its file says.
public struct Photo: Hashable, Sendable, Identifiable {
  /// The file's path below the library's folder, with `/` between parts; this is also its identity.
  public var path: String
  /// The file's length in bytes.
  public var size: Int
  /// When the file was last written.
  public var modified: Instant
  /// The best date there is; its source says how good that is.
  public var taken: CaptureTime
  /// Where it was taken, if its file says so.
  public var position: Coordinate?
  public var metadata: Metadata

  public var id: String { path }

  public init(path: String, size: Int, modified: Instant, taken: CaptureTime, metadata: Metadata = Metadata()) {
    (self.path, self.size, self.modified, self.taken, self.metadata) = (path, size, modified, taken, metadata)
    position = metadata.position
  }

  /// Whether it is known when on its day it was taken.
  var hasTime: Bool { !isDatedByFile && !taken.isDayOnly }
  /// Whether the file itself had no date and that of the file system stands in.
  public var isDatedByFile: Bool { taken.source == .file }
}
