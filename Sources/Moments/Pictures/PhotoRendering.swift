import System

/// A photo as a screen shows it: upright, at the size of the screen, or a part of it pixel by pixel.
///
///     let first = PhotoRendering.preview(of: path, metadata)
///     let photo = PhotoRendering.pixels(of: path, metadata, fitting: (920, 620))
///     let part = PhotoRendering.detail(of: path, metadata, around: (0.5, 0.5), fitting: (920, 620))
public enum PhotoRendering {
  /// The maximum size in bytes of a file that is read.
  static let photoSizeLimit = 96 << 20
  /// The ratio of a decoded picture to the wanted one: with less, the filter would have too little to choose from.
  private static let reserve = 1.4

  /// A width and a height in pixels.
  public typealias Room = (width: Int, height: Int)

  /// Returns the thumbnail that the camera put into the file, upright and without bars. It is there at once.
  ///
  /// Some programs turn, crop or change a photo and leave its thumbnail. So the photo itself must replace it, unless
  /// nothing decodes the photo.
  /// - Returns: `nil` if there is none, or its shape is not that of the photo.
  public static func preview(of path: String, _ metadata: Metadata?) -> Pixels? {
    reading(path, metadata) { source, metadata in
      embedded(in: source, metadata)?.turned(metadata.orientation ?? 1)
    }
  }

  /// Returns the photo, upright, at the largest size that fits into a room.
  /// - Returns: `nil` if the photo cannot be decoded here.
  public static func pixels(of path: String, _ metadata: Metadata?, fitting room: Room) -> Pixels? {
    reading(path, metadata) { source, metadata in pixels(of: source, metadata, fitting: room) }
  }

  /// Returns a picture in memory like `pixels(of:_:fitting:)`.
  public static func pixels(of bytes: [UInt8], fitting room: Room) -> Pixels? {
    let source = MemoryBytes(bytes)
    return Metadata.reading(source).flatMap { pixels(of: source, $0, fitting: room) }
  }

  /// Returns a part of the photo, upright, in which each pixel is one of the photo's.
  /// - Parameter centre: The middle of the part, as fractions of the photo's width and height; parts stay within the
  ///   photo.
  public static func detail(
    of path: String, _ metadata: Metadata?, around centre: (x: Double, y: Double), fitting room: Room
  ) -> Pixels? {
    reading(path, metadata) { source, metadata in detail(of: source, metadata, around: centre, fitting: room) }
  }

  /// Returns a part of a picture in memory like `detail(of:_:around:fitting:)`.
  public static func detail(
    of bytes: [UInt8], around centre: (x: Double, y: Double), fitting room: Room
  ) -> Pixels? {
    let source = MemoryBytes(bytes)
    return Metadata.reading(source).flatMap { detail(of: source, $0, around: centre, fitting: room) }
  }

  /// Returns the format of a file; `nil` if it is neither a picture nor a video.
  public static func format(of path: String) -> MediaFormat? { reading(path, nil) { _, metadata in metadata.format } }

  // MARK: Steps

  private static func reading<Result>(
    _ path: String, _ metadata: Metadata?, _ body: (FileBytes, Metadata) -> Result?
  ) -> Result? {
    guard let (descriptor, status) = try? File.open(path) else { return nil }
    defer { descriptor.close() }
    let bytes = FileBytes(descriptor: descriptor, size: Int(status.size))
    guard let metadata = metadata ?? Metadata.reading(bytes) else { return nil }
    return body(bytes, metadata)
  }

  private static func withBytes<Result>(
    of source: some ByteSource, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    guard (1...photoSizeLimit).contains(source.size) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: source.size) { buffer, count in
      count = source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    return bytes.withUnsafeBytes(body)
  }

  /// Returns the camera's thumbnail without bars, not turned.
  static func embedded(in source: some ByteSource, _ metadata: Metadata) -> Pixels? {
    let shape = (width: metadata.width ?? 0, height: metadata.height ?? 0)
    return Thumbnail.bytes(of: source).flatMap { bytes in bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .whole) } }
      .map { $0.withoutBars(shape: shape) }.flatMap { $0.hasShape(shape) ? $0 : nil }
  }

  private static func detail(
    of source: some ByteSource, _ metadata: Metadata, around centre: (x: Double, y: Double), fitting room: Room
  ) -> Pixels? {
    let orientation = metadata.orientation ?? 1
    return withBytes(of: source) { bytes in
      guard metadata.format == .jpeg, let width = metadata.width, let height = metadata.height else {
        let whole = decoded(bytes, metadata, atLeast: (Int.max, Int.max))?.turned(orientation)
        return whole.map { whole in
          let (columns, rows) = part(of: (whole.width, whole.height), around: centre, room)
          return whole.cropped(columns, rows)
        }
      }
      let isSideways = orientation >= 5
      let (columns, rows) = part(of: isSideways ? (height, width) : (width, height), around: centre, room)
      let own = unturned(columns, rows, of: (width, height), orientation)
      return JPEGDecoder.pixels(of: bytes, .whole, part: own)?.turned(orientation)
    }
  }

  /// - Parameter enlarges: Whether a smaller photo is enlarged.
  static func pixels(
    of source: some ByteSource, _ metadata: Metadata, fitting room: Room, enlarges: Bool = true
  ) -> Pixels? {
    guard room.width > 0, room.height > 0 else { return nil }
    let orientation = metadata.orientation ?? 1
    let isSideways = orientation >= 5
    let own = isSideways ? (room.height, room.width) : room
    guard let picture = withBytes(of: source, { decoded($0, metadata, atLeast: own) }) else { return nil }
    if !enlarges, picture.width <= own.0, picture.height <= own.1 { return picture.turned(orientation) }
    let size = picture.fitted(width: own.0, height: own.1)
    return picture.resampled(toWidth: size.width, height: size.height).turned(orientation)
  }

  /// Returns the photo at a size at which it covers a room, or at its own; not turned.
  static func decoded(_ bytes: UnsafeRawBufferPointer, _ metadata: Metadata, atLeast room: Room) -> Pixels? {
    switch metadata.format {
    case .png: return PNGDecoder.pixels(of: bytes, atLeast: min(room.width, 1 << 15))
    case .gif: return GIFDecoder.pixels(of: bytes, atLeast: min(room.width, 1 << 15))
    case .webp: return WebPDecoder.pixels(of: bytes, atLeast: min(room.width, 1 << 15))
    case .jpeg: return jpeg(bytes, (metadata.width ?? 0, metadata.height ?? 0), atLeast: room)
    case .tiff: return largest(bytes, metadata, atLeast: room)
    // The JPEG in a film is its cover, and a small one in a picture of its own is a thumbnail.
    case let format? where format.isVideo: return nil
    // A JPEG beside the photo may show what was cut away: its shape must be that of the photo.
    case .heic, .avif, .jpegXL:
      return embeddedPhoto(in: bytes, metadata, atLeast: room, from: minimumPhotoSize, isShapeNeeded: true)
    default: return embeddedPhoto(in: bytes, metadata, atLeast: room)
    }
  }

  /// Returns the largest picture of a TIFF or of a raw file that is one.
  private static func largest(_ bytes: UnsafeRawBufferPointer, _ metadata: Metadata, atLeast room: Room) -> Pixels? {
    let decoder = TIFFDecoder(bytes)
    for directory in decoder?.pictures ?? [] {
      // An uncompressed thumbnail of a camera is next to a larger JPEG.
      if directory.width < minimumPhotoSize || directory.height < minimumPhotoSize,
        let picture = embeddedPhoto(in: bytes, metadata, atLeast: room), picture.width > directory.width
      {
        return picture
      }
      if let picture = decoder?.pixels(of: directory, atLeast: min(room.width, 1 << 15)) { return picture }
    }
    return embeddedPhoto(in: bytes, metadata, atLeast: room)
  }

  private static let minimumPhotoSize = 640

  /// Returns the largest JPEG in the file of another format, not turned.
  private static func embeddedPhoto(
    in bytes: UnsafeRawBufferPointer, _ metadata: Metadata, atLeast room: Room, from least: Int = 1,
    isShapeNeeded: Bool = false
  ) -> Pixels? {
    let shape = (width: metadata.width ?? 0, height: metadata.height ?? 0)
    let orientation = metadata.orientation ?? 1
    for place in EmbeddedJPEG.places(in: bytes, shape: shape).prefix(attemptLimit)
    where max(place.width, place.height) >= least {
      let hasShape = Pixels.isShape(place.width, place.height, of: shape)
      // Some cameras turn the preview of a photo that lies on its side.
      let isUpright =
        !hasShape && orientation >= 5 && Pixels.isShape(place.height, place.width, of: shape)
      if isShapeNeeded, !hasShape, !isUpright { return nil }
      let jpeg = bytes.slice(place.start, bytes.count)
      if let picture = self.jpeg(jpeg, (place.width, place.height), atLeast: room) {
        return isUpright ? picture.unturned(orientation) : picture.withoutBars(shape: shape)
      }
    }
    return nil
  }

  private static let attemptLimit = 3

  private static func jpeg(_ bytes: UnsafeRawBufferPointer, _ size: Room, atLeast room: Room) -> Pixels? {
    let share = min(
      Double(room.width) / Double(max(1, size.width)), Double(room.height) / Double(max(1, size.height)))
    let sizes = JPEGDecoder.Size.allCases
    let wanted = sizes.first { Double($0.rawValue) / 8 >= share * reserve } ?? .whole
    // A picture that is too large for this size is shown in less detail.
    for size in sizes.reversed() where size.rawValue <= wanted.rawValue {
      if let pixels = JPEGDecoder.pixels(of: bytes, size) { return pixels }
    }
    return nil
  }

  /// Returns the columns and rows of a part within a picture.
  private static func part(
    of size: (width: Int, height: Int), around centre: (x: Double, y: Double), _ room: Room
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ length: Int, _ centre: Double, _ room: Int) -> Range<Int> {
      let count = min(max(1, room), length)
      let first = Int((min(1, max(0, centre)) * Double(length)).rounded()) - count / 2
      let start = max(0, min(length - count, first))
      return start..<start + count
    }
    return (range(size.width, centre.x, room.width), range(size.height, centre.y, room.height))
  }

  /// Returns the part of a stored picture that is at these columns and rows once it is turned.
  static func unturned(
    _ columns: Range<Int>, _ rows: Range<Int>, of size: (width: Int, height: Int), _ orientation: Int
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    func mirrored(_ range: Range<Int>, _ length: Int) -> Range<Int> {
      length - range.upperBound..<length - range.lowerBound
    }
    switch orientation {
    case 2: return (mirrored(columns, size.width), rows)
    case 3: return (mirrored(columns, size.width), mirrored(rows, size.height))
    case 4: return (columns, mirrored(rows, size.height))
    case 5: return (rows, columns)
    case 6: return (rows, mirrored(columns, size.height))
    case 7: return (mirrored(rows, size.width), mirrored(columns, size.height))
    case 8: return (mirrored(rows, size.width), columns)
    default: return (columns, rows)
    }
  }
}

extension Pixels {
  /// `true` if the picture's sides have the ratio of these; also if one of these is not known.
  func hasShape(_ shape: (width: Int, height: Int)) -> Bool { Self.isShape(width, height, of: shape) }

  static func isShape(_ width: Int, _ height: Int, of shape: (width: Int, height: Int)) -> Bool {
    guard shape.width > 0, shape.height > 0, width > 0, height > 0 else { return true }
    // A thumbnail's sides are rounded, to a pixel or to whole blocks.
    let ratio = Double(width) * Double(shape.height) / (Double(height) * Double(shape.width))
    return (0.94...1.065).contains(ratio)
  }
}
