/// A box of an ISO base media file: a size, a four-letter type and a content.
struct Box {
  /// The four letters of the type as one number.
  let type: Int
  /// The range of the content, clamped to the limit.
  let content: Range<Int>

  /// Returns `nil` if there is no box with a valid size at `offset`.
  init?<Source: ByteSource>(_ reader: inout RangeReader<Source>, at offset: Int, limit: Int) {
    guard offset >= 0, offset + 8 <= limit, let header = reader.bytes(at: offset, count: 8) else { return nil }
    type = header.bigEndian32(4)
    var (size, headerSize) = (header.bigEndian32(0), 8)
    if size == 1 {
      guard let long = reader.bytes(at: offset + 8, count: 8) else { return nil }
      size = long.bigEndian(0, size: 8)
      headerSize = 16
    } else if size == 0 {
      // Size 0 means up to the end of the file.
      size = limit - offset
    }
    guard size >= headerSize else { return nil }
    let end = size > limit - offset ? limit : offset + size
    guard offset + headerSize <= end else { return nil }
    content = offset + headerSize..<end
  }

  /// Calls `visit` with the type and the content of each box in `extent`, up to `most` boxes.
  static func forEach<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, in extent: Range<Int>, most: Int,
    _ visit: (inout RangeReader<Source>, Int, Range<Int>) -> Void
  ) {
    var offset = extent.lowerBound
    for _ in 0..<most {
      guard let box = Box(&reader, at: offset, limit: extent.upperBound) else { return }
      visit(&reader, box.type, box.content)
      offset = box.content.upperBound
    }
  }

  static func code(_ letters: StaticString) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(letters.utf8Start[$1]) }
  }
}

extension UnsafeRawBufferPointer {
  /// `true` if these are the 16 bytes that identify XMP's `uuid` box (XMP specification part 3).
  var isXMPIdentifier: Bool {
    (bigEndian32(0), bigEndian32(4), bigEndian32(8), bigEndian32(12))
      == (0xBE7A_CFCB, 0x97A9_42E8, 0x9C71_9994, 0x91E3_AFAC)
  }

  /// Returns a number of eight bytes; a number too large for an `Int` becomes the largest `Int`.
  func littleEndian64(_ index: Int) -> Int {
    littleEndian32(index + 4) >= 1 << 31 ? .max : littleEndian32(index + 4) << 32 | littleEndian32(index)
  }

  /// Returns a number of 0, 4 or 8 bytes; a number too large for an `Int` becomes the largest `Int`.
  func bigEndian(_ index: Int, size: Int) -> Int {
    switch size {
    case 4: return bigEndian32(index)
    case 8: return bigEndian32(index) >= 1 << 31 ? .max : bigEndian32(index) << 32 | bigEndian32(index + 4)
    default: return 0
    }
  }
}
