/// What a picture's file says that it shows: XMP's text for those who cannot see it, else its caption there, else that of
/// IPTC, else Exif's.
enum PictureWords {
  /// - Returns: `nil` where it says nothing, or only what the camera writes into each of its files.
  static func reading(_ source: some ByteSource) -> String? {
    var reader = RangeReader(source, scratch: ScratchMemory())
    reader.isThorough = true
    let start = reader.prefix(at: 0, upTo: MediaFormat.signatureLength)
    guard let format = MediaFormat.recognise(start), let blocks = Metadata.blocks(&reader, format) else { return nil }
    return [blocks.xmp?.alternative, blocks.xmp?.caption, blocks.iptc?.caption, blocks.exif.caption]
      .compactMap(\.self).map(\.trimmed).first { !$0.isEmpty && !isOfCamera($0) }
  }

  /// What cameras write without having been asked.
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
  /// UTF-8, or Latin-1 where it is none.
  var words: String {
    let bytes = prefix { $0 != 0 }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
