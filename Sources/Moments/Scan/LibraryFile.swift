import Foundation
import System

/// A file that only a photo library has, by its content and whatever it is called: nobody can make it again.
public enum LibraryFile: Hashable, Sendable {
  case media(MediaFormat)
  /// A photo or video of a format that is known only by its beginning.
  case otherMedia
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
    } else if Self.isOtherMedia(bytes) {
      self = .otherMedia
    } else if Self.isXMP(bytes) || TakeoutFields.isFound(in: Data(bytes)) {
      self = .sidecar
    } else {
      return nil
    }
  }

  /// MPEG as camcorders and discs write it, Windows media, JPEG 2000, and raw files of Canon, Minolta and Sigma.
  private static func isOtherMedia(_ bytes: [UInt8]) -> Bool {
    let beginnings: [[UInt8]] = [
      [0, 0, 1, 0xBA], [0, 0, 1, 0xB3], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],
      [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], [0x49, 0x49, 0x1A, 0, 0, 0, 0x48, 0x45, 0x41, 0x50],
      [0, 0x4D, 0x52, 0x4D], [0x46, 0x4F, 0x56, 0x62],
    ]
    if beginnings.contains(where: { bytes.starts(with: $0) }) { return true }
    // Packets of 188 bytes that begin with the same one, behind a time of four bytes on discs.
    return isPacketed(bytes, lead: 0) || isPacketed(bytes, lead: 4)
  }

  private static func isPacketed(_ bytes: [UInt8], lead: Int) -> Bool {
    let length = 188 + lead
    guard bytes.count > lead + 2 * length else { return false }
    return [lead, lead + length, lead + 2 * length].allSatisfy { bytes[$0] == 0x47 }
  }

  private static func isXMP(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(UInt8(ascii: "<")) else { return false }
    // Editors may write it in UTF-16: every other byte is nothing then.
    let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
    return ["<x:xmpmeta", "adobe:ns:meta", "<?xpacket"].contains { text.contains($0) }
  }
}
