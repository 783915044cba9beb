import System

/// A file that only a photo library has, by its content and whatever it is called, or by the ending that only what an editor
/// writes beside a photo has: nobody can make it again.
public enum LibraryFile: Hashable, Sendable {
  case media(MediaFormat)
  /// XMP of an editor, or what Google Takeout writes beside a photo.
  case sidecar

  /// The most bytes that are looked at: sidecars are not longer.
  private static let mostBytes = 65_536

  /// The endings of what editors write beside photos: Apple, RawTherapee and ART, DxO, ON1, Capture One, Nikon, Canon, and
  /// XMP of any, be it empty.
  private static let endings: Set = [
    "aae", "pp3", "arp", "dop", "on1", "cos", "cop", "comask", "nks", "nksc", "nka", "vrd", "dr4", "xmp",
  ]

  /// What the file at a path is; `nil` for one that belongs to no library.
  /// - Throws: what the system says of one that cannot be read.
  public static func of(_ path: String) throws(SystemError) -> LibraryFile? {
    let file = LibraryFile(bytes: try File.read(path, atMost: mostBytes))
    let name = path.split(separator: "/").last ?? ""
    let ending = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } : nil
    return file ?? ending.flatMap { endings.contains($0) ? .sidecar : nil }
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
