import Timeline

/// A photo of a library: its location, its capture time, and the other metadata of its file.
public struct Photo: Hashable, Sendable, Identifiable {
  /// The file's path below the library's folder, with `/` as separator; also its identity.
  public var path: String
  /// The file's length in bytes.
  public var size: Int
  /// The time at which the file was last written.
  public var modified: Instant
  /// The best date available; its source tells how reliable it is.
  public var taken: CaptureTime
  /// The position at which the photo was taken, if the file contains it.
  public var position: Coordinate?
  @CopyOnWrite public var metadata: Metadata
  /// The paths of other files of the same photo: its raw file, the film of a Live Photo, copies, and its original.
  public private(set) var stack: [String] = []
  /// The part that few photos have.
  private struct Rare: Hashable, Sendable {
    var body: PhotoBody?
    var versions: [PhotoMark] = []
  }
  /// An array of at most one element: there may be millions of photos.
  private var rare: [Rare] = []
  /// Hashes of the content after the first 4 KiB, if another photo, here or among those viewed, has the same
  /// beginning.
  var body: PhotoBody? {
    get { rare.first?.body }
    set {
      if rare.isEmpty {
        rare = newValue.map { [Rare(body: $0)] } ?? []
      } else {
        rare[0].body = newValue
      }
    }
  }
  /// The marks of the files in `stack`, in its order: a decision about one of them is a decision about the photo.
  var versions: [PhotoMark] { rare.first?.versions ?? [] }
  /// `true` if another, different photo of the library has the same beginning.
  var hasLookalike = false

  public var id: String { path }

  public init(path: String, size: Int, modified: Instant, taken: CaptureTime, metadata: Metadata = Metadata()) {
    self.init(path: path, size: size, modified: modified, taken: taken, metadata: CopyOnWrite(wrappedValue: metadata))
  }

  /// - Parameter metadata: Shared with its other owners.
  init(path: String, size: Int, modified: Instant, taken: CaptureTime, metadata: CopyOnWrite<Metadata>) {
    (self.path, self.size, self.modified, self.taken) = (path, size, modified, taken)
    _metadata = metadata
    position = metadata.wrappedValue.position
  }

  /// Takes another file of the same photo, and its stack, into the stack.
  ///
  /// The highest stars count: a rejection counts only if no file says otherwise. The film of a Live Photo has none.
  mutating func adopt(_ other: Photo) {
    stack += [other.path] + other.stack
    if rare.isEmpty { rare = [Rare()] }
    rare[0].versions += [PhotoMark(of: other)] + other.versions
    position = position ?? other.position
    guard other.metadata.format?.isVideo != true || metadata.format?.isVideo == true,
      let rating = other.metadata.rating, rating > metadata.rating ?? -2
    else { return }
    metadata.rating = rating
  }

  /// Adopts the date of another file of the same photo, if this file has none, or if a user has corrected only the
  /// other file's date.
  mutating func adoptDate(of other: Photo) {
    let isMissing = isDatedByFile && !other.isDatedByFile
    guard isMissing || other.taken.source == .sidecar && taken.source != .sidecar else { return }
    taken = other.taken
    metadata.dates = other.metadata.dates
  }

  /// The maker and model, without repeating the maker: `Canon EOS R5`.
  public var camera: String? {
    guard let model = metadata.model else { return metadata.make }
    guard let make = metadata.make, !model.lowercased().hasPrefix(make.lowercased().prefix { $0 != " " }) else {
      return model
    }
    return "\(make) \(model)"
  }

  /// Returns the photo as if the camera's clock had been ahead by `shift`; the file is unchanged.
  ///
  /// With a position, the offset becomes that of the place, regardless of the camera's. Only dates of the camera's
  /// clock change: those from Google, a name or the file come from other clocks, and a sidecar's date is a user's
  /// correction.
  public func corrected(by shift: Duration) -> Photo {
    guard hasTime, !taken.isWrittenInUTC || taken.source == .movieCreated,
      ![.name, .exifModified, .sidecar].contains(taken.source)
    else { return self }
    // A photo with an offset and a position already has the time of its place.
    if let place = taken.offset, place.source == .place,
      let camera = metadata.dates.first(where: { $0.source == taken.source })?.offset,
      shift == .minutes(Int64(place.minutes - camera.minutes))
    {
      return self
    }
    var photo = self
    photo.taken.local.microseconds += shift.microseconds
    if let position, let offset = Places.offset(at: position, local: photo.taken.local) { photo.taken.offset = offset }
    return photo
  }

  /// The time as written, before it became the time of the place.
  public var writtenTime: LocalTime {
    metadata.dates.first { $0.source == taken.source }?.local ?? taken.local
  }

  /// `true` if the time of day is known.
  var hasTime: Bool { !isDatedByFile && !taken.isDayOnly }
  /// `true` if the file contains no date, so that the file system's date is used.
  public var isDatedByFile: Bool { taken.source == .file }
}
