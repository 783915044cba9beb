import Moments
import ShellCore
import System

/// Pictures as pages embed them: small, upright, and without anything that the camera wrote.
///
/// A page asks again after each event, so each picture is made once for each state of its file.
final class SmallPictures: @unchecked Sendable {
  static let shared = SmallPictures()

  /// The longest side in pixels, and the quality: about twenty kilobytes each.
  private static let (side, quality) = (420, 72)
  private static let keptLimit = 256

  private struct Key: Hashable {
    let path: String
    let status: FileStatus
  }

  private let lock = Lock()
  private var pictures: [Key: SharedPicture?] = [:]

  /// Returns the small picture of a file; `nil` if there is none.
  func picture(_ path: String) -> SharedPicture? {
    if let bytes = ExamplePhotos.bytes(at: path) { return PhotoLibrary.shared(bytes, byteLimit: bytes.count) }
    guard let status = try? FileStatus(path), status.isFile else { return nil }
    let key = Key(path: path, status: status)
    if let known = lock.holding({ pictures[key] }) { return known }
    let made = Self.made(path)
    lock.holding {
      if pictures.count >= Self.keptLimit { pictures = [:] }
      pictures[key] = .some(made)
    }
    return made
  }

  private static func made(_ path: String) -> SharedPicture? {
    guard let pixels = PhotoDecoding.pixels(of: path, nil, fitting: (side, side)), pixels.width > 0, pixels.height > 0
    else { return nil }
    return SharedPicture(
      bytes: JPEGEncoder(pixels).bytes(quality: quality), type: "image/jpeg", width: pixels.width,
      height: pixels.height, description: nil)
  }
}
