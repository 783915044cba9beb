/// Decodes the first picture of a GIF for the screen, scaling it down in the process.
///
/// Source: GIF89a. Transparent pixels are white, as are areas that the first picture does not cover. For a damaged or
/// truncated file, the part before the damage is shown.
struct GIFDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var place: Int
  /// The red, green and blue of each colour.
  private var palette: [UInt8] = []
  private var clear: Int?

  /// Decodes a GIF; returns `nil` if the bytes are not a GIF.
  /// - Parameter wanted: The minimum width in pixels, if the picture is that wide.
  static func pixels(of bytes: UnsafeRawBufferPointer, atLeast wanted: Int) -> Pixels? {
    guard bytes.count >= 13, bytes.has("GIF87a") || bytes.has("GIF89a") else { return nil }
    var decoder = GIFDecoder(bytes)
    return decoder.picture(atLeast: wanted)
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    (self.bytes, place) = (bytes, 13)
    palette = table(flags: bytes[10])
  }

  /// Reads a colour table, if the flags announce one.
  private mutating func table(flags: UInt8) -> [UInt8] {
    guard flags & 0x80 != 0 else { return [] }
    let end = min(place + 3 << (flags & 7 + 1), bytes.count)
    defer { place = end }
    return Array(bytes[min(place, end)..<end])
  }

  private mutating func picture(atLeast wanted: Int) -> Pixels? {
    while place < bytes.count {
      let kind = bytes[place]
      place += 1
      switch kind {
      case 0x21:
        // The only extension used is the one that gives a picture's transparent colour.
        if bytes.byte(place) == 0xF9, bytes.byte(place + 1) >= 4 {
          clear = bytes.byte(place + 2) & 1 == 1 ? Int(bytes.byte(place + 5)) : nil
        }
        place += 1
        skipBlocks()
      case 0x2C: return frame(atLeast: wanted)
      default: return nil
      }
    }
    return nil
  }

  private mutating func skipBlocks() {
    while place < bytes.count, bytes[place] > 0 { place += 1 + Int(bytes[place]) }
    place += 1
  }

  private mutating func frame(atLeast wanted: Int) -> Pixels? {
    guard place + 10 <= bytes.count else { return nil }
    let (left, top) = (bytes.littleEndian16(place), bytes.littleEndian16(place + 2))
    let (width, height) = (bytes.littleEndian16(place + 4), bytes.littleEndian16(place + 6))
    let flags = bytes[place + 8]
    place += 9
    let own = table(flags: flags)
    if !own.isEmpty { palette = own }
    // Some pictures are larger than their logical screen.
    let (allWidth, allHeight) = (max(bytes.littleEndian16(6), left + width), max(bytes.littleEndian16(8), top + height))
    guard width > 0, height > 0, place < bytes.count,
      var picture = ShrinkingPicture(width: allWidth, height: allHeight, atLeast: wanted),
      var codes = GIFCodes(bytes, at: place)
    else { return nil }
    for y in Self.rows(height, isInterlaced: flags & 0x40 != 0) {
      let row = codes.next(width)
      if !row.isEmpty {
        picture.add(row.flatMap { colour(Int($0)) }, y: top + y, x: (left, 1)) { Int(row[$0]) != clear }
      }
      if row.count < width { break }
    }
    return picture.isEmpty ? nil : picture.pixels
  }

  /// Returns the rows in the order in which they are stored.
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    if !isInterlaced { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }

  /// Returns the colour at an index; a missing colour is black.
  private func colour(_ index: Int) -> ArraySlice<UInt8> {
    index * 3 + 3 <= palette.count ? palette[index * 3..<index * 3 + 3] : [0, 0, 0]
  }
}

/// The decompressor for a GIF's picture: LZW with codes of three to twelve bits (GIF89a, appendix F).
struct GIFCodes {
  private static let codeLimit = 4_096

  private let bytes: UnsafeRawBufferPointer
  private var place: Int
  /// The remaining bytes of the current block.
  private var blockLeft = 0
  private var bits = 0
  private var bitCount = 0

  /// The code that clears the table; the next code ends the data.
  private let clearCode: Int
  private var width: Int
  /// The last index of each code; `before` has the code of the preceding indices.
  private var last = [UInt8](repeating: 0, count: Self.codeLimit)
  private var before = [Int](repeating: 0, count: Self.codeLimit)
  private var count: Int
  private var previous: Int?
  /// Decoded indices that have not been returned yet, the next one last.
  private var waiting: [UInt8] = []
  private var isOver = false

  /// - Parameter place: The position of the byte that gives the bits per index.
  init?(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    let size = Int(bytes.byte(place))
    guard (1...8).contains(size) else { return nil }
    (self.bytes, self.place) = (bytes, place + 1)
    clearCode = 1 << size
    (width, count) = (size + 1, clearCode + 2)
    for index in 0..<clearCode { last[index] = UInt8(index) }
  }

  /// Returns the next `wanted` indices, or fewer at the end.
  mutating func next(_ wanted: Int) -> [UInt8] {
    var found: [UInt8] = []
    found.reserveCapacity(min(wanted, 1 << 16))
    while found.count < wanted {
      if let index = waiting.popLast() {
        found.append(index)
      } else if !expand() {
        break
      }
    }
    return found
  }

  /// Reads a code.
  /// - Returns: `false` if no valid code follows.
  private mutating func expand() -> Bool {
    guard !isOver, let code = nextCode() else { return false }
    if code == clearCode {
      (width, count, previous) = (clearCode.trailingZeroBitCount + 1, clearCode + 2, nil)
      return true
    }
    guard code != clearCode + 1, code < count || code == count && previous != nil else {
      isOver = true
      return false
    }
    // The code that is about to be defined is the previous code followed by its own first index.
    var rest = code
    if code == count, let previous {
      waiting.append(0)
      rest = previous
    }
    while rest > clearCode {
      waiting.append(last[rest])
      rest = before[rest]
    }
    waiting.append(last[rest])
    if code == count { waiting[0] = last[rest] }
    if let previous, count < Self.codeLimit {
      (last[count], before[count]) = (last[rest], previous)
      count += 1
      if count == 1 << width, width < 12 { width += 1 }
    }
    previous = code
    return true
  }

  /// Returns the next code; `nil` at the end.
  private mutating func nextCode() -> Int? {
    while bitCount < width {
      if blockLeft == 0 {
        blockLeft = Int(bytes.byte(place))
        place += 1
        if blockLeft == 0 {
          isOver = true
          return nil
        }
      }
      guard place < bytes.count else { return nil }
      bits |= Int(bytes[place]) << bitCount
      (place, blockLeft, bitCount) = (place + 1, blockLeft - 1, bitCount + 8)
    }
    defer {
      bits >>= width
      bitCount -= width
    }
    return bits & (1 << width - 1)
  }
}
