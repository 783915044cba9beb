/// A picture made to fit a number of bytes: upright, as a JPEG without any metadata but the profile of its colours.
///
///     let picture = FittedPicture(bytes, atMost: 2_000_000)
public struct FittedPicture: Sendable {
  public let bytes: [UInt8]
  public let width: Int
  public let height: Int
  /// The description in the picture's file.
  public let description: String?

  /// The longest side: as large as networks show pictures.
  private static let maximumSide = 2_000
  private static let minimumSide = 400

  /// - Parameters:
  ///   - file: The file of a picture in any format that can be decoded; of raw files and HEIC, the preview is used.
  ///   - limit: The maximum number of bytes.
  ///   - original: The file with the description, if it is another one.
  /// - Returns: `nil` if the picture cannot be decoded, or does not fit even if it is small.
  public init?(_ file: [UInt8], atMost limit: Int, describedIn original: [UInt8]? = nil) {
    let source = MemoryBytes(file)
    guard let metadata = Metadata.reading(source), metadata.format?.isVideo == false else { return nil }
    let profile = metadata.format == .jpeg ? PlainJPEG.profile(of: file) : []
    var side = Self.maximumSide
    while side >= Self.minimumSide {
      guard
        let pixels = PhotoRendering.pixels(of: source, metadata, fitting: (side, side), enlarges: false),
        pixels.width > 0, pixels.height > 0
      else { return nil }
      if let bytes = JPEGEncoder(pixels, segments: profile).bytes(atMost: limit) {
        (self.bytes, width, height) = (bytes, pixels.width, pixels.height)
        description = PictureDescription.reading(original.map { MemoryBytes($0) } ?? source)
        return
      }
      side = min(side, max(pixels.width, pixels.height)) * 3 / 4
    }
    return nil
  }

  /// Returns the orientation of a picture's pixels as Exif states it; 1 is upright.
  public static func orientation(of file: [UInt8]) -> Int { Metadata.reading(MemoryBytes(file))?.orientation ?? 1 }
}
