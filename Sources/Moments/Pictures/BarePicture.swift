/// A picture without what its file says beside it: no place, no date, no camera, no names, and nothing behind its end.
///
/// What it takes to show the same stays: colours, and of a JPEG how it is turned. Pixels are copied as they are.
/// Source of the layouts: PNG (third edition), RFC 9649; of JPEG's see `PlainJPEG`.
public struct BarePicture: Sendable {
  public let bytes: [UInt8]
  /// `image/jpeg`, `image/png` or `image/webp`.
  public let type: String
  /// In pixels, as people see it.
  public let width: Int
  public let height: Int
  /// What its file says that it shows.
  public let description: String?

  public enum Problem: Error, Hashable, Sendable {
    /// It is no picture of these three kinds; `nil` where it is none at all.
    case format(MediaFormat?)
    case damaged
  }

  /// - Complexity: O(bytes).
  public init(_ file: [UInt8]) throws(Problem) {
    let source = MemoryBytes(file)
    guard let metadata = Metadata.reading(source), let format = metadata.format else { throw .format(nil) }
    let orientation = metadata.orientation ?? 1
    let bare: [UInt8]?
    switch format {
    case .jpeg: (bare, type) = (PlainJPEG.bytes(of: file, turned: orientation, hasProfile: true), "image/jpeg")
    case .png: (bare, type) = (Self.png(file), "image/png")
    case .webp: (bare, type) = (Self.webp(file), "image/webp")
    default: throw .format(format)
    }
    guard let bare, let width = metadata.width, let height = metadata.height, width > 0, height > 0 else {
      throw .damaged
    }
    // A value of 5 or more lies on its side.
    let lies = format == .jpeg && orientation >= 5
    (bytes, self.width, self.height) = (bare, lies ? height : width, lies ? width : height)
    description = PictureWords.reading(source)
  }

  // MARK: PNG

  private static let chunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs",
  ]

  private static func png(_ file: [UInt8]) -> [UInt8]? {
    var made = Array(file.prefix(8))
    var index = 8
    while index + 12 <= file.count {
      let length = file[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = index + 12 + length
      guard end <= file.count else { return nil }
      let name = String(decoding: file[index + 4..<index + 8], as: UTF8.self)
      if chunks.contains(name) { made += file[index..<end] }
      if name == "IEND" { return made }
      index = end
    }
    return nil
  }

  // MARK: WebP

  private static let pieces: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
  /// The flags of VP8X that promise Exif and XMP.
  private static let promises: UInt8 = 0x0C

  private static func webp(_ file: [UInt8]) -> [UInt8]? {
    var made: [UInt8] = []
    var index = 12
    while index + 8 <= file.count {
      let length = file[index + 4..<index + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard index + 8 + length <= file.count else { return nil }
      let end = index + 8 + length + length & 1
      let name = String(decoding: file[index..<index + 4], as: UTF8.self)
      if pieces.contains(name) {
        var piece = Array(file[index..<min(end, file.count)])
        if piece.count < end - index { piece.append(0) }
        if name == "VP8X", length > 0 { piece[8] &= ~promises }
        made += piece
      }
      index = end
    }
    let size = UInt32(made.count + 4)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    return made.isEmpty ? nil : Array("RIFF".utf8) + bytes + Array("WEBP".utf8) + made
  }
}
