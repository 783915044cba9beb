/// Kinds of picture and video files, recognised by their first bytes and never by their name alone.
public enum MediaFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"
  case tiff = "TIFF"
  case heic = "HEIC"
  case avif = "AVIF"
  case gif = "GIF"
  case bmp = "BMP"
  case jpegXL = "JPEG XL"
  case psd = "Photoshop"
  case canonRaw = "Canon raw"
  case fujiRaw = "Fujifilm raw"
  case panasonicRaw = "Panasonic raw"
  case olympusRaw = "Olympus raw"
  case movie = "MP4 or QuickTime video"
  case matroska = "Matroska or WebM video"
  case avi = "AVI video"

  /// Whether `Metadata` reads this format: all of JPEG, PNG, WebP, TIFF, HEIC, AVIF, the raw formats built on TIFF, and
  /// of videos date and position.
  public var isRead: Bool {
    switch self {
    case .jpeg, .png, .webp, .tiff, .heic, .avif, .canonRaw, .panasonicRaw, .olympusRaw, .movie: return true
    case .gif, .bmp, .jpegXL, .psd, .fujiRaw, .matroska, .avi: return false
    }
  }

  public var isVideo: Bool { self == .movie || self == .matroska || self == .avi }

  /// The most bytes that `init(bytes:)` looks at.
  static let signatureLength = 16

  /// The format that starts with these bytes; `nil` for everything else.
  public init?(bytes: [UInt8]) {
    guard let format = bytes.withUnsafeBytes({ Self.recognise($0) }) else { return nil }
    self = format
  }

  static func recognise(_ bytes: UnsafeRawBufferPointer) -> MediaFormat? {
    if bytes.byte(0) == 0xFF, bytes.byte(1) == 0xD8 { return .jpeg }
    if bytes.byte(0) == 0x89, bytes.has("PNG\r\n", at: 1) { return .png }
    if bytes.has("II*\0") { return bytes.has("CR", at: 8) ? .canonRaw : .tiff }
    if bytes.has("MM\0*") || bytes.has("II+\0") || bytes.has("MM\0+") { return .tiff }
    if bytes.has("IIU\0") { return .panasonicRaw }
    if bytes.has("IIRO") || bytes.has("IIRS") || bytes.has("MMOR") { return .olympusRaw }
    if bytes.has("FUJIFILM") { return .fujiRaw }
    if bytes.has("GIF8") { return .gif }
    if bytes.has("8BPS") { return .psd }
    if bytes.has("RIFF"), bytes.has("WEBP", at: 8) { return .webp }
    if bytes.has("RIFF"), bytes.has("AVI ", at: 8) { return .avi }
    if bytes.has("ftyp", at: 4) { return brand(bytes.slice(8, 12)) }
    if bytes.has("JXL ", at: 4) || bytes.byte(0) == 0xFF && bytes.byte(1) == 0x0A { return .jpegXL }
    if bytes.byte(0) == 0x1A, bytes.byte(1) == 0x45, bytes.byte(2) == 0xDF, bytes.byte(3) == 0xA3 { return .matroska }
    if bytes.has("moov", at: 4) || bytes.has("mdat", at: 4) { return .movie }
    // These boxes are short, and "The free world" begins a text.
    if bytes.byte(0) == 0, bytes.has("wide", at: 4) || bytes.has("free", at: 4) { return .movie }
    if bytes.has("BM"), bytes.count >= 14, bytes.littleEndian32(6) == 0 { return .bmp }
    return nil
  }

  /// ISO base media files say what they are by a brand of four letters.
  private static func brand(_ brand: UnsafeRawBufferPointer) -> MediaFormat {
    if brand.has("avif") || brand.has("avis") { return .avif }
    if brand.has("crx ") { return .canonRaw }
    if brand.has("he") || brand.has("mif1") || brand.has("msf1") { return .heic }
    return .movie
  }

  /// Names that promise a picture or a video; other files are passed over unless they have no extension at all.
  static let extensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif", "tiff", "heic", "heif", "hif", "heics", "heifs", "avif", "gif",
    "bmp", "jxl", "psd", "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "pef", "raf", "rw2", "orf",
    "srw",
    "3fr", "iiq", "mov", "mp4", "m4v", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts",
  ]
}
