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
  @CopyOnWrite public var metadata: Metadata
  /// The paths of other files that are this photo, too: its raw file, the film of a Live Photo.
  public var stack: [String] = []
  /// None or one: few photos begin alike, and there may be millions.
  private var bodies: [PhotoBody] = []
  /// Hashes of what lies behind the first 4 KiB, where another photo begins alike, here or among those looked at.
  var body: PhotoBody? {
    get { bodies.first }
    set { bodies = newValue.map { [$0] } ?? [] }
  }
  /// `true` if another photo of the library begins alike, and is another one.
  var hasLookalike = false

  public var id: String { path }

  public init(path: String, size: Int, modified: Instant, taken: CaptureTime, metadata: Metadata = Metadata()) {
    self.init(path: path, size: size, modified: modified, taken: taken, metadata: CopyOnWrite(wrappedValue: metadata))
  }

  /// - Parameter metadata: shared with what else keeps it.
  init(path: String, size: Int, modified: Instant, taken: CaptureTime, metadata: CopyOnWrite<Metadata>) {
    (self.path, self.size, self.modified, self.taken) = (path, size, modified, taken)
    _metadata = metadata
    position = metadata.wrappedValue.position
  }

  /// Maker and model: `Canon EOS R5`, without saying the maker twice.
  public var camera: String? {
    guard let model = metadata.model else { return metadata.make }
    guard let make = metadata.make, !model.lowercased().hasPrefix(make.lowercased().prefix { $0 != " " }) else {
      return model
    }
    return "\(make) \(model)"
  }

  /// The photo as it would be if the camera's clock had shown so much more; the file stays as it is.
  ///
  /// With a position the offset is then that of the place, whatever the camera took it for. Only dates of the camera's
  /// clock change: what Google, a name or the file says is of other clocks.
  public func corrected(by shift: Duration) -> Photo {
    guard hasTime, !taken.isWrittenInUTC || taken.source == .movieCreated, taken.source != .name,
      taken.source != .exifModified
    else { return self }
    var photo = self
    photo.taken.local.microseconds += shift.microseconds
    if let position, let offset = Places.offset(at: position, local: photo.taken.local) { photo.taken.offset = offset }
    return photo
  }

  /// Whether it is known when on its day it was taken.
  var hasTime: Bool { !isDatedByFile && !taken.isDayOnly }
  /// Whether the file itself had no date and that of the file system stands in.
  public var isDatedByFile: Bool { taken.source == .file }
}
