/// Finds Exif, XMP and IPTC in a PNG's chunks, which may also come after the picture.
///
/// Source of the layout: PNG (third edition) with its `eXIf` chunk and its three kinds of text chunks, two of which
/// can be compressed. ImageMagick's older convention is a text called `Raw profile type …` that contains hexadecimal
/// digits.
struct PNGReader<Source: ByteSource> {
  private(set) var blocks = MetadataBlocks()

  private static var chunkLimit: Int { 900 }
  /// The remaining budget for bytes of compressed text in a file; `inflatedLeft` is that for decompressed bytes.
  private var compressedLeft = 65_536
  private var inflatedLeft = 262_144
  /// The first XMP packet, if it was compressed or written in hexadecimal digits.
  private var xmpBytes: [UInt8]?

  /// Returns `nil` if the file is not a PNG.
  init?(_ reader: inout RangeReader<Source>) {
    guard let start = reader.bytes(at: 0, count: 8), start.has("PNG\r\n\u{1A}\n", at: 1) else { return nil }
    var offset = 8
    var sawPicture = false
    for _ in 0..<Self.chunkLimit {
      guard let header = reader.bytes(at: offset, count: 8), !header.has("IEND", at: 4) else { break }
      let extent = offset + 8..<offset + 8 + header.bigEndian32(0)
      if header.has("IHDR", at: 4), let size = reader.bytes(at: extent.lowerBound, count: 8) {
        blocks.width = size.bigEndian32(0)
        blocks.height = size.bigEndian32(4)
      } else if header.has("IDAT", at: 4) {
        sawPicture = true
      } else if header.has("eXIf", at: 4) {
        blocks.readExif(&reader, in: extent)
      } else if header.has("tEXt", at: 4) {
        readText(&reader, extent, .plain)
      } else if header.has("zTXt", at: 4) {
        readText(&reader, extent, .compressed)
      } else if header.has("iTXt", at: 4) {
        readText(&reader, extent, .international)
      }
      offset = extent.upperBound + 4
    }
    blocks.readXMP(&reader)
    if let xmpBytes { xmpBytes.withUnsafeBytes { blocks.readXMP($0, always: reader.isThorough) } }
    blocks.endsEarly = !sawPicture
  }

  private enum TextKind { case plain, compressed, international }

  /// Reads a text whose name suggests metadata. The name and a zero are followed, depending on the kind, by nothing,
  /// by the compression method, or by a compression flag, the method, a language and the name in that language.
  private mutating func readText(_ reader: inout RangeReader<Source>, _ extent: Range<Int>, _ kind: TextKind) {
    let name = reader.prefix(at: extent.lowerBound, upTo: min(extent.count, 22))
    let isPacket = name.has("XML:com.adobe.xmp\0")
    guard isPacket || name.has("Raw profile type ") else { return }
    guard kind != .compressed || extent.count <= compressedLeft else { return }
    let text = reader.prefix(at: extent.lowerBound, upTo: extent.count)
    guard var start = text.find("\0").map({ $0 + 1 }) else { return }
    var isCompressed = kind == .compressed
    switch kind {
    case .plain: break
    case .compressed: start += 1
    case .international:
      isCompressed = text.byte(start) != 0
      guard let language = text.find("\0", from: start + 2), let end = text.find("\0", from: language + 1) else {
        return
      }
      start = end + 1
    }
    guard !isCompressed || extent.count <= compressedLeft else { return }
    compressedLeft -= isCompressed ? extent.count : 0
    if isPacket, !isCompressed {
      if xmpBytes == nil { blocks.xmpExtent = blocks.xmpExtent ?? extent.lowerBound + start..<extent.upperBound }
    } else if !isCompressed {
      readProfile(text.slice(start, text.count))
    } else if let found = inflated(text.slice(start, text.count)) {
      if isPacket {
        adoptXMP(found)
      } else {
        found.withUnsafeBytes { readProfile($0) }
      }
    }
  }

  private mutating func inflated(_ stream: UnsafeRawBufferPointer) -> [UInt8]? {
    guard inflatedLeft > 0, let bytes = Inflate.bytes(of: stream, atMost: inflatedLeft) else { return nil }
    inflatedLeft -= bytes.count
    return bytes
  }

  private mutating func adoptXMP(_ packet: [UInt8]) {
    if blocks.xmpExtent == nil { xmpBytes = xmpBytes ?? packet }
  }

  /// Reads lines with the kind, the length and hexadecimal digits. `exif` and `APP1` have JPEG's signature before the
  /// data.
  private mutating func readProfile(_ text: UnsafeRawBufferPointer) {
    var start = 0
    var lines: [Range<Int>] = []
    // The first line is empty.
    while lines.count < 3, let end = text.find("\n", from: start) {
      lines.append(start..<end)
      start = end + 1
    }
    guard lines.count == 3 else { return }
    let name = text.slice(lines[1].lowerBound, lines[1].upperBound)
    let bytes = Self.digits(text.slice(start, text.count))
    bytes.withUnsafeBytes { content in
      if name.has("iptc"), content.byte(0) == 0x1C {
        blocks.iptc = blocks.iptc ?? IPTCFields(content)
      } else if name.has("iptc") {
        let start = content.has("Photoshop 3.0\0") ? 14 : 0
        var inner = RangeReader(MemoryBytes(bytes), scratch: ScratchMemory())
        blocks.readResources(&inner, in: start..<bytes.count)
      } else if name.has("xmp") {
        adoptXMP(bytes)
      } else if content.has("http://ns.adobe.com/xap/1.0/\0") {
        adoptXMP(Array(bytes.dropFirst(29)))
      } else {
        var inner = RangeReader(MemoryBytes(bytes), scratch: ScratchMemory())
        blocks.readExif(&inner, in: 0..<bytes.count)
      }
    }
  }

  private static func digits(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes: [UInt8] = []
    var half: UInt8?
    for character in text {
      let value: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = character - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = character - UInt8(ascii: "A") + 10
      default: continue
      }
      if let high = half {
        bytes.append(high << 4 | value)
        half = nil
      } else {
        half = value
      }
    }
    return bytes
  }
}
