/// A text file's bytes with their encoding, so that a part can be replaced without changing any other byte.
struct EncodedText {
  let bytes: [UInt8]
  /// The text's code units: bytes, or units of UTF-16 or UTF-32. All XML markup is ASCII, with one unit per
  /// character.
  let units: [UInt32]
  /// The length of the byte order mark in bytes.
  private let start: Int
  private let width: Int
  private let isBigEndian: Bool

  /// - Returns: `nil` for bytes that are not text in UTF-8, UTF-16, UTF-32 or a single-byte encoding.
  init?(_ bytes: [UInt8]) {
    (start, width, isBigEndian) = Self.form(bytes)
    self.bytes = bytes
    let (width, isBigEndian) = (width, isBigEndian)
    guard (bytes.count - start).isMultiple(of: width) else { return nil }
    if width == 1 {
      units = bytes[start...].map { UInt32($0) }
    } else {
      units = stride(from: start, to: bytes.count, by: width).map { place in
        (0..<width).reduce(0) { $0 << 8 | UInt32(bytes[place + (isBigEndian ? $1 : width - 1 - $1)]) }
      }
    }
  }

  /// Detects the form by the byte order mark, or by the zeros next to the first letters.
  private static func form(_ bytes: [UInt8]) -> (start: Int, width: Int, isBigEndian: Bool) {
    let marks: [(mark: [UInt8], width: Int, isBigEndian: Bool)] = [
      ([0xEF, 0xBB, 0xBF], 1, false), ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true),
      ([0xFF, 0xFE], 2, false), ([0xFE, 0xFF], 2, true),
    ]
    for (mark, width, isBigEndian) in marks where bytes.starts(with: mark) {
      return (mark.count, width, isBigEndian)
    }
    switch bytes.prefix(4).map({ $0 == 0 }) {
    case [false, true, true, true]: return (0, 4, false)
    case [true, true, true, false]: return (0, 4, true)
    case [false, true, false, true]: return (0, 2, false)
    case [true, false, true, false]: return (0, 2, true)
    default: return (0, 1, false)
    }
  }

  /// `true` if the bytes are in the encoding that an XML declaration names; `nil` is a declaration without one.
  func isWritten(in encoding: String?) -> Bool {
    let name = encoding?.uppercased()
    switch width {
    case 2: return name?.hasPrefix("UTF-16") ?? true
    case 4: return name?.hasPrefix("UTF-32") ?? true
    default:
      guard let name, name != "UTF-8" else { return Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes }
      return start == 0 && (name == "US-ASCII" || name.hasPrefix("ISO-8859-") || name.hasPrefix("WINDOWS-125"))
    }
  }

  /// Returns a range of units as text; non-ASCII units only have to stay different from ASCII.
  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(units[range].map { Unicode.Scalar($0) ?? "\u{FFFD}" }))
  }

  /// `true` if this ASCII text is at `place`.
  func has(_ text: StaticString, at place: Int) -> Bool {
    guard place >= 0, place + text.utf8CodeUnitCount <= units.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { units[place + $0] == UInt32(text.utf8Start[$0]) }
  }

  /// Returns the bytes with other ASCII text in some ranges, which must not overlap.
  func replacing(_ changes: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var changed = bytes
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      let new = change.text.utf8.flatMap { byte in
        let zeros = [UInt8](repeating: 0, count: width - 1)
        return isBigEndian ? zeros + [byte] : [byte] + zeros
      }
      changed.replaceSubrange(
        start + change.range.lowerBound * width..<start + change.range.upperBound * width, with: new)
    }
    return changed
  }
}

/// The description of a picture in its file: XMP's alternative text, otherwise the caption of XMP, IPTC or Exif, in
/// this order.
enum PictureDescription {
  /// - Returns: `nil` if there is no description, or only the text that the camera writes into each of its files.
  static func reading(_ source: some ByteSource) -> String? {
    var reader = RangeReader(source, scratch: ScratchMemory())
    reader.isThorough = true
    let start = reader.prefix(at: 0, upTo: MediaFormat.signatureLength)
    guard let format = MediaFormat.recognise(start), let blocks = Metadata.blocks(&reader, format) else { return nil }
    return [blocks.xmp?.alternative, blocks.xmp?.caption, blocks.iptc?.caption, blocks.exif.caption]
      .compactMap { $0 }.map { $0.trimmed }.first { !$0.isEmpty && !isOfCamera($0) }
  }

  /// Default descriptions that cameras write.
  private static let cameras = [
    "OLYMPUS DIGITAL CAMERA", "SONY DSC", "DIGITAL CAMERA", "SAMSUNG", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA",
    "EXIF_JPEG_PICTURE", "DCIM", "ASCII", "DEFAULT", "<DIGIMAX", "BLUESKY DIGITAL CAMERA",
  ]

  private static func isOfCamera(_ text: String) -> Bool {
    let upper = text.uppercased()
    return cameras.contains { upper == $0 || $0.count > 8 && upper.hasPrefix($0) } || upper.hasPrefix("DCIM\\")
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace && $0 != "\0" }),
      let last = lastIndex(where: { !$0.isWhitespace && $0 != "\0" })
    else { return "" }
    return String(self[first...last])
  }
}

extension UnsafeRawBufferPointer {
  /// The text as UTF-8, or as Latin-1 if it is not valid UTF-8.
  var words: String {
    let bytes = prefix { $0 != 0 }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
