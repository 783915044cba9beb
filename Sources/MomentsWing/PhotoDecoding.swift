import Moments

/// The picture of a photo, from its own pixels: decoded by the program itself, or by a helper that is installed.
///
/// A file may hold smaller pictures beside the photo, and programs that crop, turn or change a photo may leave them as
/// they were. So these are used only where nothing decodes the photo.
enum PhotoDecoding {
  /// Returns the photo, upright, at the largest size that fits into a room; `nil` if nothing decodes it.
  /// - Parameters:
  ///   - metadata: the file's metadata; `nil` if it was not read yet.
  ///   - folders: those of the helpers.
  static func pixels(
    of path: String, _ metadata: Metadata?, fitting room: PhotoRendering.Room,
    in folders: [String] = PictureHelpers.folders
  ) -> Pixels? {
    if let made = helped(path, metadata, in: folders), let picture = PhotoRendering.pixels(of: made, fitting: room) {
      return picture
    }
    return PhotoRendering.pixels(of: path, metadata, fitting: room)
  }

  /// Returns a part of the photo, upright, in which each pixel is one of the photo's.
  static func detail(
    of path: String, _ metadata: Metadata?, around centre: (x: Double, y: Double), fitting room: PhotoRendering.Room
  ) -> Pixels? {
    if let made = helped(path, metadata, in: PictureHelpers.folders),
      let part = PhotoRendering.detail(of: made, around: centre, fitting: room)
    {
      return part
    }
    return PhotoRendering.detail(of: path, metadata, around: centre, fitting: room)
  }

  /// Returns the photo as a JPEG that fits; `nil` if nothing decodes it.
  static func fitted(
    _ bytes: [UInt8], _ path: String, byteLimit: Int, in folders: [String] = PictureHelpers.folders
  ) -> FittedPicture? {
    guard let format = MediaFormat(bytes: Array(bytes.prefix(600))), !format.isVideo else { return nil }
    if let made = PictureHelpers.picture(of: path, format, in: folders),
      let picture = FittedPicture(made, atMost: byteLimit, describedIn: bytes)
    {
      return picture
    }
    return FittedPicture(bytes, atMost: byteLimit)
  }

  /// Returns the picture that a helper makes of a file; `nil` for formats that need none.
  private static func helped(_ path: String, _ metadata: Metadata?, in folders: [String]) -> [UInt8]? {
    let format = metadata?.format ?? PhotoRendering.format(of: path)
    return format.flatMap { PictureHelpers.picture(of: path, $0, in: folders) }
  }
}
