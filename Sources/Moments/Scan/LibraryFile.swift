import Essentials
import System

/// A file that only a photo library has, by its content and whatever it is called: nobody can make it again.
public enum LibraryFile: Hashable, Sendable {
  case media(MediaFormat)
  /// XMP of an editor, or what Google Takeout writes beside a photo.
  case sidecar

  /// The most bytes that are looked at: sidecars are not longer.
  private static let mostBytes = 65_536

  /// What the file at a path is; `nil` for one that belongs to no library.
  /// - Throws: what the system says of one that cannot be read.
  public static func of(_ path: String) throws(SystemError) -> LibraryFile? {
    LibraryFile(bytes: try File.read(path, atMost: mostBytes))
  }

  /// What begins with these bytes; sidecars need all of theirs.
  init?(bytes: [UInt8]) {
    if let format = MediaFormat(bytes: bytes) {
      self = .media(format)
    } else if Self.isXMP(bytes) || TakeoutFields(bytes) != nil {
      self = .sidecar
    } else {
      return nil
    }
  }

  private static func isXMP(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(UInt8(ascii: "<")) else { return false }
    // Editors may write it in UTF-16: every other byte is nothing then.
    let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
    return ["<x:xmpmeta", "adobe:ns:meta", "<?xpacket"].contains { text.contains($0) }
  }
}
