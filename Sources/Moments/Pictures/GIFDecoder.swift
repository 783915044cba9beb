/// Decodes the first picture of a GIF for the screen, made smaller on the way.
///
/// Source: GIF89a. What is transparent lies on white, as does what the first picture leaves free. Of a damaged or cut file
/// what comes before is shown.
struct GIFDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var place: Int
  /// Red, green and blue of each colour.
  private var palette: [UInt8] = []
  private var clear: Int?

  /// The picture in these bytes; `nil` for what is none.
  /// - Parameter wanted: how many pixels it is to be wide at least, if it is.
  static func pixels(of bytes: UnsafeRawBufferPointer, atLeast wanted: Int) -> Pixels? {
    guard bytes.count >= 13, bytes.has("GIF87a") || bytes.has("GIF89a") else { return nil }
    var decoder = GIFDecoder(bytes)
    return decoder.picture(atLeast: wanted)
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    (self.bytes, place) = (bytes, 13)
    palette = table(flags: bytes[10])
  }

  /// A table of colours, if these flags promise one.
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
        // Of extensions the one before a picture that says which colour is none.
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
    // Some pictures are larger than the screen that they are for.
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

  /// Rows in the order in which they come.
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    if !isInterlaced { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }

  /// A colour that is not there is black.
  private func colour(_ index: Int) -> ArraySlice<UInt8> {
    index * 3 + 3 <= palette.count ? palette[index * 3..<index * 3 + 3] : [0, 0, 0]
  }
}
