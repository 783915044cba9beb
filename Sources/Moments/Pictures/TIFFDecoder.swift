/// Decodes TIFFs for the screen, scaling them down in the process: grey, palette, RGB, CMYK and YCbCr (JPEG), in strips
/// or tiles, of 1 to 16 bits, without compression or with PackBits, LZW, Deflate or JPEG.
///
/// Source: TIFF 6.0 and its technical notes 1 and 2. Transparent pixels are blended with white. For any bytes, memory
/// is limited to a strip and the smaller picture, and the part of a damaged file before the damage is shown.
struct TIFFDecoder {
  /// A picture of a file, which may hold several, such as a thumbnail.
  struct Directory {
    fileprivate(set) var width = 0
    fileprivate(set) var height = 0
    fileprivate var bits = [1]
    fileprivate var compression = 1
    fileprivate var colours = -1
    fileprivate var samples = 1
    fileprivate var hasPlanes = false
    fileprivate var predictor = 1
    fileprivate var partWidth = 0
    fileprivate var partHeight = 0
    fileprivate var offsets: [Int] = []
    fileprivate var counts: [Int] = []
    fileprivate var palette: [Int] = []
    fileprivate var extra: [Int] = []
    fileprivate var tables = 0..<0
    fileprivate var format = 1
    fileprivate var others: [Int] = []
  }

  private static let directoryLimit = 24
  private static let valueLimit = 1 << 16
  private static let partLengthLimit = 1 << 28

  private let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool
  private let isBig: Bool

  /// - Returns: `nil` if the bytes are not a TIFF.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 16, bytes.has("II") || bytes.has("MM") else { return nil }
    self.bytes = bytes
    isBigEndian = bytes.has("MM")
    isBig = bytes.byte(isBigEndian ? 3 : 2) == 43
  }

  // MARK: Directories

  /// The pictures that can be decoded, the largest first.
  var pictures: [Directory] {
    var found: [Directory] = []
    var waiting = [isBig ? word(8, 8) : word(4, 4)]
    var seen: Set<Int> = []
    while let place = waiting.first, seen.count < Self.directoryLimit {
      waiting.removeFirst()
      guard place > 0, place < bytes.count, seen.insert(place).inserted else { continue }
      let (directory, next) = directory(at: place)
      waiting += [next] + directory.others
      if canDecode(directory) { found.append(directory) }
    }
    return found.sorted { $0.width * $0.height > $1.width * $1.height }
  }

  private func word(_ place: Int, _ size: Int) -> Int {
    switch size {
    case 1: return Int(bytes.byte(place))
    case 2: return isBigEndian ? bytes.bigEndian16(place) : bytes.littleEndian16(place)
    case 4: return isBigEndian ? bytes.bigEndian32(place) : bytes.littleEndian32(place)
    default:
      let (first, second) = (word(place, 4), word(place + 4, 4))
      let (high, low) = isBigEndian ? (first, second) : (second, first)
      return high < 1 << 24 ? high << 32 | low : -1
    }
  }

  private func directory(at place: Int) -> (Directory, next: Int) {
    var directory = Directory()
    let (countSize, entrySize, wordSize) = isBig ? (8, 20, 8) : (2, 12, 4)
    let count = min(max(0, word(place, countSize)), 512)
    for index in 0..<count {
      let entry = place + countSize + index * entrySize
      guard entry + entrySize <= bytes.count else { break }
      read(word(entry, 2), values(entry, wordSize), into: &directory)
      if word(entry, 2) == 347 {
        let (length, start) = (word(entry + 4, wordSize), word(entry + 4 + wordSize, wordSize))
        if length > 0, start > 0, start < bytes.count, length <= bytes.count - start {
          directory.tables = start..<start + length
        }
      }
    }
    if directory.partWidth == 0 { directory.partWidth = directory.width }
    if directory.partHeight == 0 { directory.partHeight = directory.height }
    return (directory, word(place + countSize + count * entrySize, wordSize))
  }

  /// Returns the integers of an entry; none for other types.
  private func values(_ entry: Int, _ wordSize: Int) -> [Int] {
    let size = [1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8][word(entry + 2, 2)] ?? 0
    let count = word(entry + 4, wordSize)
    guard size > 0, (1...Self.valueLimit).contains(count) else { return [] }
    let place = count * size <= wordSize ? entry + 4 + wordSize : word(entry + 4 + wordSize, wordSize)
    guard place > 0, place <= bytes.count - count * size else { return [] }
    return (0..<count).map { word(place + $0 * size, size) }
  }

  private func read(_ tag: Int, _ values: [Int], into directory: inout Directory) {
    guard let first = values.first else { return }
    switch tag {
    case 256: directory.width = first
    case 257: directory.height = first
    case 258: directory.bits = values
    case 259: directory.compression = first
    case 262: directory.colours = first
    case 273, 324: directory.offsets = values
    case 277: directory.samples = first
    case 278, 323: directory.partHeight = first
    case 279, 325: directory.counts = values
    case 284: directory.hasPlanes = first == 2
    case 317: directory.predictor = first
    case 320: directory.palette = values
    case 322: directory.partWidth = first
    case 330: directory.others = Array(values.prefix(8))
    case 338: directory.extra = values
    case 339: directory.format = first
    default: break
    }
  }

  private func canDecode(_ directory: Directory) -> Bool {
    let depth = directory.bits[0]
    let colours: Int? =
      switch directory.colours {
      case 0, 1, 3: 1
      case 2: 3
      case 5: 4
      case 6: directory.compression == 7 ? 3 : nil
      default: nil
      }
    guard let colours, directory.width > 0, directory.height > 0, directory.partWidth > 0, directory.partHeight > 0,
      (colours...5).contains(directory.samples), [1, 2, 4, 8, 16].contains(depth), directory.format == 1,
      directory.bits.allSatisfy({ $0 == depth }), depth >= 8 || directory.samples == 1,
      directory.colours != 3 || depth <= 8 && directory.palette.count >= 3 << depth,
      directory.predictor == 1 || directory.predictor == 2 && depth >= 8,
      [1, 5, 7, 8, 32_773, 32_946].contains(directory.compression), directory.compression != 7 || depth == 8,
      !directory.offsets.isEmpty, directory.offsets.count == directory.counts.count
    else { return false }
    return true
  }

  // MARK: Pixels

  /// Decodes a picture; returns `nil` if nothing of it can be.
  /// - Parameter wanted: The minimum width in pixels, if the picture is that wide.
  func pixels(of directory: Directory, atLeast wanted: Int) -> Pixels? {
    guard WebPDecoder.canHold(directory.width, directory.height, in: bytes.count),
      var picture = ShrinkingPicture(width: directory.width, height: directory.height, atLeast: wanted)
    else { return nil }
    let partHeight = min(directory.partHeight, directory.height)
    let across = (directory.width + directory.partWidth - 1) / directory.partWidth
    let down = (directory.height + partHeight - 1) / partHeight
    let perPixel = directory.hasPlanes ? 1 : directory.samples
    let rowBytes = (directory.partWidth * perPixel * directory.bits[0] + 7) / 8
    let planes = directory.hasPlanes ? directory.samples : 1
    // A part cannot be much larger than the picture.
    guard directory.partWidth <= directory.width + 4_096, rowBytes * partHeight * planes <= Self.partLengthLimit,
      across * down * planes <= directory.offsets.count
    else { return nil }
    for part in 0..<across * down {
      let (x, y) = (part % across * directory.partWidth, part / across * partHeight)
      let rows = min(partHeight, directory.height - y)
      if directory.compression == 7 {
        guard let pixels = jpeg(part, directory) else { break }
        for row in 0..<min(rows, pixels.height) {
          let line = Array(pixels.bytes[row * pixels.width * 3..<(row + 1) * pixels.width * 3])
          picture.add(line, y: y + row, x: (x, 1)) { $0 < directory.partWidth }
        }
        continue
      }
      let data = (0..<planes).map { plane in
        self.part(part + plane * across * down, directory, rowBytes: rowBytes, rows: rows, perPixel: perPixel)
      }
      let complete = data.map { $0.count / max(1, rowBytes) }.min() ?? 0
      for row in 0..<min(rows, complete) {
        let line = data.map { Array($0[row * rowBytes..<(row + 1) * rowBytes]) }
        picture.add(colours(line, directory), y: y + row, x: (x, 1))
      }
      if complete < rows { break }
    }
    return picture.isEmpty ? nil : picture.pixels
  }

  private func data(_ part: Int, _ directory: Directory) -> UnsafeRawBufferPointer {
    let (start, count) = (directory.offsets[part], directory.counts[part])
    guard start > 0, count > 0, start < bytes.count else { return bytes.slice(0, 0) }
    return bytes.slice(start, start + min(count, bytes.count - start))
  }

  /// Returns the available rows of a strip or tile.
  private func part(_ index: Int, _ directory: Directory, rowBytes: Int, rows: Int, perPixel: Int) -> [UInt8] {
    let (data, length) = (data(index, directory), rowBytes * rows)
    var out: [UInt8]
    switch directory.compression {
    case 1: out = Array(data.prefix(length))
    case 5: out = Self.lzw(data, atMost: length)
    case 32_773: out = Self.packBits(data, atMost: length)
    default: out = Inflate.bytes(of: data, atMost: length) ?? []
    }
    guard directory.predictor == 2 else { return out }
    let complete = out.count / max(1, rowBytes)
    out.withUnsafeMutableBufferPointer { out in
      for row in 0..<complete {
        let start = row * rowBytes
        if directory.bits[0] == 8 {
          for place in start + perPixel..<max(start + perPixel, start + rowBytes) {
            out[place] &+= out[place - perPixel]
          }
        } else {
          let (high, low) = isBigEndian ? (0, 1) : (1, 0)
          for place in stride(from: start + 2 * perPixel, to: start + rowBytes - 1, by: 2) {
            let before = UInt16(out[place - 2 * perPixel + high]) << 8 | UInt16(out[place - 2 * perPixel + low])
            let sum = (UInt16(out[place + high]) << 8 | UInt16(out[place + low])) &+ before
            (out[place + high], out[place + low]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
          }
        }
      }
    }
    return out
  }

  /// Decodes a strip or tile that is a JPEG, whose tables may be elsewhere.
  private func jpeg(_ index: Int, _ directory: Directory) -> Pixels? {
    let data = data(index, directory)
    guard data.count > 4 else { return nil }
    var whole: [UInt8] = [0xFF, 0xD8]
    // RGB without JPEG's usual transformation, as Adobe's segment states.
    if directory.colours == 2 {
      whole += [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
    }
    let tables = bytes.slice(directory.tables.lowerBound, directory.tables.upperBound)
    if tables.count > 4 { whole += tables.dropFirst(2).dropLast(2) }
    whole += data.dropFirst(2)
    return whole.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .whole) }
  }

  // MARK: Colours

  /// Returns the red, green and blue of a row's pixels.
  /// - Parameter planes: The row, or one for each sample.
  private func colours(_ planes: [[UInt8]], _ directory: Directory) -> [UInt8] {
    let depth = directory.bits[0]
    let highByte = isBigEndian ? 0 : 1
    let perPixel = directory.hasPlanes ? 1 : directory.samples
    @inline(__always) func sample(_ x: Int, _ number: Int) -> Int {
      let row = directory.hasPlanes ? planes[number] : planes[0]
      let index = x * perPixel + (directory.hasPlanes ? 0 : number)
      switch depth {
      case 8: return Int(row[index])
      case 16: return Int(row[index * 2 + highByte])
      default: return Int(row[index * depth / 8]) >> (8 - depth - index * depth % 8) & (1 << depth - 1)
      }
    }
    let most = depth >= 8 ? 255 : 1 << depth - 1
    // The alpha channel follows the colours; its colours may be multiplied by it already.
    let own = directory.colours == 2 ? 3 : directory.colours == 5 ? 4 : 1
    let alphaKind = directory.samples > own ? directory.extra.first ?? 0 : 0
    var out = [UInt8](repeating: 0, count: directory.partWidth * 3)
    for x in 0..<directory.partWidth {
      var colour: (Int, Int, Int)
      switch directory.colours {
      case 2: colour = (sample(x, 0), sample(x, 1), sample(x, 2))
      case 3:
        let (index, count) = (sample(x, 0), 1 << depth)
        let all = directory.palette
        colour = (all[index] >> 8 & 0xFF, all[count + index] >> 8 & 0xFF, all[2 * count + index] >> 8 & 0xFF)
      case 5:
        let white = 255 - sample(x, 3)
        colour = (
          (255 - sample(x, 0)) * white / 255, (255 - sample(x, 1)) * white / 255, (255 - sample(x, 2)) * white / 255
        )
      default:
        let grey = sample(x, 0) * 255 / most
        let light = directory.colours == 0 ? 255 - grey : grey
        colour = (light, light, light)
      }
      if alphaKind == 1 || alphaKind == 2 {
        let alpha = sample(x, own)
        func onWhite(_ value: Int) -> Int {
          min(255, (alphaKind == 1 ? value : (value * alpha + 127) / 255) + 255 - alpha)
        }
        colour = (onWhite(colour.0), onWhite(colour.1), onWhite(colour.2))
      }
      (out[3 * x], out[3 * x + 1], out[3 * x + 2]) = (UInt8(colour.0), UInt8(colour.1), UInt8(colour.2))
    }
    return out
  }

  // MARK: Compression

  /// Returns unpacked bytes: runs of one byte, and runs of different ones.
  static func packBits(_ data: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8] {
    var (out, place): ([UInt8], Int) = ([], 0)
    out.reserveCapacity(min(limit, 1 << 24))
    while place < data.count, out.count < limit {
      let head = Int(Int8(bitPattern: data[place]))
      place += 1
      if head >= 0 {
        let end = min(data.count, place + head + 1)
        out += data[place..<end]
        place = end
      } else if head != -128 {
        guard place < data.count else { break }
        out.append(contentsOf: repeatElement(data[place], count: 1 - head))
        place += 1
      }
    }
    if out.count > limit { out.removeLast(out.count - limit) }
    return out
  }

  /// Returns bytes decompressed by LZW as in section 13: codes of 9 to 12 bits, the first bit highest.
  static func lzw(_ data: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(min(limit, 1 << 24))
    // Each code stands for bytes that were written before: their place and their number.
    var starts = [Int](repeating: 0, count: 4_096)
    var lengths = [Int](repeating: 0, count: 4_096)
    var (next, width, held, bits, place) = (258, 9, 0, 0, 0)
    var previous: (start: Int, count: Int)?
    while out.count < limit {
      while bits < width, place < data.count {
        held = held << 8 & 0xFFFF_FFFF | Int(data[place])
        (bits, place) = (bits + 8, place + 1)
      }
      guard bits >= width else { break }
      let code = held >> (bits - width) & (1 << width - 1)
      bits -= width
      if code == 256 {
        (next, width, previous) = (258, 9, nil)
        continue
      }
      if code == 257 { break }
      let start = out.count
      if code < 256 {
        out.append(UInt8(code))
      } else if code < next {
        for offset in 0..<lengths[code] { out.append(out[starts[code] + offset]) }
      } else if code == next, let previous {
        for offset in 0..<previous.count { out.append(out[previous.start + offset]) }
        out.append(out[previous.start])
      } else {
        break
      }
      if let previous, next < 4_096 {
        (starts[next], lengths[next]) = (previous.start, previous.count + 1)
        next += 1
        // Codes become longer one code early.
        if next >= 511, next & (next + 1) == 0, width < 12 { width += 1 }
      }
      previous = (start, out.count - start)
    }
    if out.count > limit { out.removeLast(out.count - limit) }
    return out
  }
}
