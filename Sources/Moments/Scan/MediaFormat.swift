/// The formats of picture and video files, recognised by their first bytes and never by their name alone.
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
  case jpeg2000 = "JPEG 2000"
  case minoltaRaw = "Minolta raw"
  case sigmaRaw = "Sigma raw"
  /// The format of camcorders and television.
  case transportStream = "MPEG transport stream"
  case mpeg = "MPEG video"
  case windowsMedia = "Windows Media video"

  public var isVideo: Bool {
    [.movie, .matroska, .avi, .transportStream, .mpeg, .windowsMedia].contains(self)
  }

  /// The maximum number of bytes that `init(bytes:)` reads: three packets of a transport stream.
  static let signatureLength = 600

  /// Recognises the format that starts with these bytes; `nil` for any other file.
  public init?(bytes: [UInt8]) {
    guard let format = bytes.withUnsafeBytes({ Self.recognise($0) }) else { return nil }
    self = format
  }

  static func recognise(_ bytes: UnsafeRawBufferPointer) -> MediaFormat? {
    if bytes.byte(0) == 0xFF, bytes.byte(1) == 0xD8 { return .jpeg }
    if bytes.byte(0) == 0x89, bytes.has("PNG\r\n", at: 1) { return .png }
    if bytes.has("II\u{1A}\0\0\0HEAPCCDR") { return .canonRaw }
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
    // These boxes are short; without this check a text that begins with "The free world" would match.
    if bytes.byte(0) == 0, bytes.has("wide", at: 4) || bytes.has("free", at: 4) { return .movie }
    if bytes.has("\0\0\0\u{C}jP  ") || bytes.bigEndian32(0) == 0xFF4F_FF51 { return .jpeg2000 }
    if bytes.has("\0MRM") { return .minoltaRaw }
    if bytes.has("FOVb") { return .sigmaRaw }
    if bytes.bigEndian32(0) == 0x1BA || bytes.bigEndian32(0) == 0x1B3 { return .mpeg }
    if bytes.bigEndian32(0) == 0x3026_B275, bytes.bigEndian32(4) == 0x8E66_CF11 { return .windowsMedia }
    if isPacketed(bytes, lead: 0) || isPacketed(bytes, lead: 4) { return .transportStream }
    if bytes.has("BM"), bytes.count >= 14, bytes.littleEndian32(6) == 0 { return .bmp }
    return nil
  }

  /// `true` if three packets begin with the sync byte: 188 bytes each, on discs preceded by a time of four bytes.
  private static func isPacketed(_ bytes: UnsafeRawBufferPointer, lead: Int) -> Bool {
    let length = 188 + lead
    return [lead, lead + length, lead + 2 * length].allSatisfy { bytes.byte($0) == 0x47 }
  }

  /// Returns the format of an ISO base media file by its four-letter brand.
  private static func brand(_ brand: UnsafeRawBufferPointer) -> MediaFormat {
    if brand.has("avif") || brand.has("avis") { return .avif }
    if brand.has("crx ") { return .canonRaw }
    if brand.has("he") || brand.has("mif1") || brand.has("msf1") { return .heic }
    return .movie
  }

  /// The extensions of cameras' raw files, apart from DNG, which is also written by editors.
  public static let rawExtensions: Set<String> = [
    "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "pef", "raf", "rw2", "orf", "srw", "3fr", "iiq", "mrw",
    "x3f", "rwl", "erf", "mef", "mos", "kdc", "dcr", "fff", "gpr",
  ]
  /// The extensions of videos.
  static let filmExtensions: Set<String> = [
    "mov", "qt", "mp4", "m4v", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts", "m2t", "mpg", "mpeg", "wmv", "asf",
    "insv",
  ]
  /// The extensions of pictures and videos; other files are ignored unless they have no extension at all.
  static let extensions: Set<String> = rawExtensions.union(filmExtensions).union([
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif", "tiff", "heic", "heif", "hif", "heics", "heifs", "avif", "gif",
    "bmp", "jxl", "psd", "dng", "jp2", "j2k", "jpf", "jpx", "jpm", "j2c", "mpo", "apng", "psb", "btf", "tf8", "insp",
    "avci",
  ])
}
