import System

/// A file that belongs to a photo library, judged by its content regardless of its name, or by the extension of an
/// editor's sidecar. Such a file cannot be recreated.
public enum LibraryFile: Hashable, Sendable {
  case media(MediaFormat)
  /// An editor's XMP, or the file that Google Takeout writes beside a photo.
  case sidecar

  /// The maximum number of bytes to read: sidecars are not longer.
  private static let byteLimit = 65_536

  /// The extensions of editors' sidecars: Apple, RawTherapee and ART, DxO, ON1, Capture One, Nikon, Canon, and any
  /// XMP, even an empty one.
  private static let endings: Set = [
    "aae", "pp3", "arp", "dop", "on1", "cos", "cop", "comask", "nks", "nksc", "nka", "vrd", "dr4", "xmp",
  ]

  /// Returns the kind of the file at a path; `nil` if it does not belong to a library.
  /// - Throws: The system's error if the file cannot be read.
  public static func of(_ path: String) throws(SystemError) -> LibraryFile? {
    let file = LibraryFile(bytes: try File.read(path, atMost: byteLimit))
    let name = path.split(separator: "/").last ?? ""
    let ending = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } : nil
    return file ?? ending.flatMap { endings.contains($0) ? .sidecar : nil }
  }

  /// Recognises a file by its first bytes; sidecars need all of theirs.
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
    // Editors may write UTF-16, in which every other byte is zero.
    let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
    return ["<x:xmpmeta", "adobe:ns:meta", "<?xpacket"].contains { text.contains($0) }
  }
}
