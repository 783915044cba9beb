import System

/// A picture without its file's metadata: no position, date, camera or names, and nothing after its end.
///
/// Data that affects the display stays: colours, and for a JPEG its orientation. Pixels are copied unchanged. Source
/// of the layouts: PNG (third edition), RFC 9649; for JPEG see `PlainJPEG`.
public struct StrippedPicture: Sendable {
  public let bytes: [UInt8]
  /// The media type: `image/jpeg`, `image/png` or `image/webp`.
  public let type: String
  /// The width in pixels, after rotation.
  public let width: Int
  public let height: Int
  /// The description in the picture's file.
  public let description: String?

  public enum Problem: Error, Hashable, Sendable {
    /// The picture is in none of these three formats; `nil` if the file is not a picture.
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
    // An orientation of 5 or more exchanges width and height.
    let lies = format == .jpeg && orientation >= 5
    (bytes, self.width, self.height) = (bare, lies ? height : width, lies ? width : height)
    description = PictureDescription.reading(source)
  }

  /// Returns a JPEG whose pixels are upright already without the orientation, and other metadata, that its file still
  /// states.
  public static func upright(_ jpeg: [UInt8]) -> [UInt8] { PlainJPEG.bytes(of: jpeg, hasProfile: true) ?? jpeg }

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
  /// The flags of VP8X that announce Exif and XMP.
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

/// A JPEG reduced to its picture: no position, no camera name, no text.
enum PlainJPEG {
  /// Returns the picture without its metadata segments; `nil` if the bytes are not a JPEG.
  ///
  /// The tables, the frame and the scans stay, as does Adobe's segment, which defines the meaning of the colours.
  /// - Parameters:
  ///   - orientation: Exif's 1...8, written as the only field of a new Exif block. With 1 no block is written, and
  ///     the viewer has to rotate a picture whose orientation was in its Exif.
  ///   - hasProfile: Whether to keep the colour profile.
  static func bytes(of jpeg: [UInt8], turned orientation: Int = 1, hasProfile: Bool = false) -> [UInt8]? {
    guard jpeg.starts(with: [0xFF, 0xD8]) else { return nil }
    var plain: [UInt8] = [0xFF, 0xD8]
    plain.reserveCapacity(jpeg.count)
    if orientation != 1 { plain += exif(orientation) }
    var (place, hasPicture) = (2, false)
    while place + 4 <= jpeg.count {
      guard jpeg[place] == 0xFF else {
        place += 1
        continue
      }
      let marker = jpeg[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      if marker == 0xD9 { break }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        place += 2
        continue
      }
      let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      guard end >= place + 4, end <= jpeg.count else { return nil }
      let content = jpeg[(place + 4)..<end]
      if !isMetadata(marker, content) || hasProfile && isProfile(marker, content) { plain += jpeg[place..<end] }
      place = end
      if marker == 0xDA {
        hasPicture = true
        let scan = endOfScan(jpeg, from: place)
        plain += jpeg[place..<scan]
        place = scan
      }
    }
    return hasPicture ? plain + [0xFF, 0xD9] : nil
  }

  /// Returns the segments with the colour profile, as they are in the file.
  static func profile(of jpeg: [UInt8]) -> [UInt8] {
    var (place, found): (Int, [UInt8]) = (2, [])
    while place + 4 <= jpeg.count, jpeg[place] == 0xFF, jpeg[place + 1] != 0xDA {
      let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      guard end >= place + 4, end <= jpeg.count else { break }
      if isProfile(jpeg[place + 1], jpeg[(place + 4)..<end]) { found += jpeg[place..<end] }
      place = end
    }
    return found
  }

  /// Returns an Exif block that contains only the orientation.
  private static func exif(_ orientation: Int) -> [UInt8] {
    let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
    let block = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory
    return [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block
  }

  private static func isProfile(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    marker == 0xE2 && content.starts(with: "ICC_PROFILE\0".utf8)
  }

  private static func isMetadata(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    // A comment or an application segment. Adobe's own segment of twelve bytes defines the meaning of the colours.
    if marker == 0xFE { return true }
    guard (0xE0...0xEF).contains(marker) else { return false }
    return !(marker == 0xEE && content.count == 12 && content.starts(with: Array("Adobe".utf8)))
  }

  /// Returns the position of the next marker other than a restart marker.
  private static func endOfScan(_ jpeg: [UInt8], from start: Int) -> Int {
    var place = start
    while place + 1 < jpeg.count {
      if jpeg[place] == 0xFF, jpeg[place + 1] != 0, !(0xD0...0xD7).contains(jpeg[place + 1]) { return place }
      place += 1
    }
    return jpeg.count
  }
}
