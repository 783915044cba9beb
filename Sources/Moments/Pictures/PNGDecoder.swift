/// Decodes PNGs for the screen, scaling them down in the process: all colour types, depths and row orders.
///
/// Source: PNG (third edition). Transparent pixels are blended with white. For any size in the header, memory is
/// limited to a row and the smaller picture. For a damaged or truncated file, the part before the damage is shown.
/// Checksums, gamma and profiles are ignored.
struct PNGDecoder {
  private enum Colours: UInt8 {
    case grey = 0
    case colour = 2
    case palette = 3
    case greyAlpha = 4
    case colourAlpha = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .colour: 3
      case .colourAlpha: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .colour, .greyAlpha, .colourAlpha: [8, 16]
      }
    }
  }

  /// The origin of a pass and the distances between its pixels: one pass for all pixels, or the seven passes of
  /// Adam7.
  private typealias Pass = (x: Int, y: Int, right: Int, down: Int)
  private static let whole: [Pass] = [(0, 0, 1, 1)]
  private static let interlaced: [Pass] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  private let width: Int
  private let height: Int
  private let colours: Colours
  /// The number of bits in a sample.
  private let depth: Int
  private let passes: [Pass]
  /// The red, green and blue of each colour, already blended with white.
  private var palette: [UInt8] = []
  private var paletteAlpha: UnsafeRawBufferPointer?
  /// The samples of the fully transparent colour: three for colour, only the first for grey.
  private var clear: (Int, Int, Int)?
  private var picture: ShrinkingPicture

  /// Decodes a PNG; returns `nil` if the bytes are not a PNG.
  /// - Parameter wanted: The minimum width in pixels, if the picture is that wide.
  static func pixels(of bytes: UnsafeRawBufferPointer, atLeast wanted: Int) -> Pixels? {
    guard var decoder = PNGDecoder(header: bytes, atLeast: wanted) else { return nil }
    let data = decoder.data(in: bytes)
    switch data.count {
    case 0: return nil
    case 1: decoder.read(data[0])
    default:
      var joined: [UInt8] = []
      joined.reserveCapacity(data.reduce(0) { $0 + $1.count })
      for part in data { joined.append(contentsOf: part) }
      joined.withUnsafeBytes { decoder.read($0) }
    }
    return decoder.picture.isEmpty ? nil : decoder.picture.pixels
  }

  private init?(header bytes: UnsafeRawBufferPointer, atLeast wanted: Int) {
    guard bytes.count >= 33, bytes[0] == 0x89, bytes.has("PNG\r\n\u{1A}\n", at: 1), bytes.has("IHDR", at: 12),
      let colours = Colours(rawValue: bytes[25]), colours.depths.contains(Int(bytes[24])), bytes[26] == 0,
      bytes[27] == 0, bytes[28] <= 1
    else { return nil }
    (width, height) = (bytes.bigEndian32(16), bytes.bigEndian32(20))
    guard let picture = ShrinkingPicture(width: width, height: height, atLeast: wanted) else { return nil }
    self.picture = picture
    (self.colours, depth) = (colours, Int(bytes[24]))
    passes = bytes[28] == 1 ? Self.interlaced : Self.whole
  }

  // MARK: Chunks

  /// Returns the parts of the picture's stream, and reads the colour chunks before them.
  private mutating func data(in bytes: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
    var (data, place): ([UnsafeRawBufferPointer], Int) = ([], 33)
    while place + 8 <= bytes.count, !bytes.has("IEND", at: place + 4) {
      let end = place + 8 + bytes.bigEndian32(place)
      let content = bytes.slice(place + 8, min(end, bytes.count))
      if bytes.has("IDAT", at: place + 4) {
        if !content.isEmpty { data.append(content) }
      } else if bytes.has("PLTE", at: place + 4) {
        palette = Array(content.prefix(3 * 256))
      } else if bytes.has("tRNS", at: place + 4) {
        readTransparency(content)
      }
      place = end + 4
    }
    blendPalette()
    return data
  }

  private mutating func readTransparency(_ content: UnsafeRawBufferPointer) {
    switch colours {
    case .grey where content.count >= 2: clear = (content.bigEndian16(0), 0, 0)
    case .colour where content.count >= 6:
      clear = (content.bigEndian16(0), content.bigEndian16(2), content.bigEndian16(4))
    case .palette: paletteAlpha = content
    default: break
    }
  }

  private mutating func blendPalette() {
    guard let paletteAlpha else { return }
    for (index, alpha) in paletteAlpha.prefix(palette.count / 3).enumerated() {
      for place in index * 3..<index * 3 + 3 { palette[place] = Self.onWhite(Int(palette[place]), Int(alpha)) }
    }
  }

  private static func onWhite(_ value: Int, _ alpha: Int) -> UInt8 {
    UInt8((value * alpha + 255 * (255 - alpha) + 127) / 255)
  }

  // MARK: Rows

  private mutating func read(_ stream: UnsafeRawBufferPointer) {
    guard var inflate = Inflate(stream) else { return }
    let pixelBits = colours.channels * depth
    for pass in passes where pass.x < width && pass.y < height {
      let columns = (width - pass.x + pass.right - 1) / pass.right
      let count = (columns * pixelBits + 7) / 8
      var (row, above) = ([UInt8](), [UInt8](repeating: 0, count: count))
      var colours = [UInt8](repeating: 0, count: columns * 3)
      for y in stride(from: pass.y, to: height, by: pass.down) {
        let bytes = inflate.next(count + 1)
        guard bytes.count == count + 1, let filter = bytes.first else { return }
        row = Array(bytes.dropFirst())
        guard Self.undo(filter, &row, above, step: max(1, pixelBits / 8)) else { return }
        row.withUnsafeBufferPointer { convert($0, to: &colours) }
        picture.add(colours, y: y, x: (pass.x, pass.right))
        swap(&row, &above)
      }
    }
  }

  /// Converts filtered differences into values (section 9.2).
  /// - Parameter step: The distance in bytes to the pixel before.
  /// - Returns: `false` for an unknown filter.
  private static func undo(_ filter: UInt8, _ row: inout [UInt8], _ above: [UInt8], step: Int) -> Bool {
    row.withUnsafeMutableBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        switch filter {
        case 0: break
        case 1: for place in row.indices.dropFirst(step) { row[place] &+= row[place - step] }
        case 2: for place in row.indices { row[place] &+= above[place] }
        case 3:
          for place in row.indices {
            let left = place < step ? 0 : Int(row[place - step])
            row[place] &+= UInt8((left + Int(above[place])) / 2)
          }
        case 4:
          for place in row.indices {
            let (left, corner) = place < step ? (0, 0) : (Int(row[place - step]), Int(above[place - step]))
            row[place] &+= nearest(left, Int(above[place]), corner)
          }
        default: return false
        }
        return true
      }
    }
  }

  /// Returns Paeth's predictor.
  private static func nearest(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
    let guess = left + above - corner
    let (toLeft, toAbove, toCorner) = (abs(guess - left), abs(guess - above), abs(guess - corner))
    return UInt8(toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner)
  }

  // MARK: Colours

  /// - Parameter out: Three bytes for each pixel.
  private func convert(_ row: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
    let channels = colours.channels
    out.withUnsafeMutableBufferPointer { out in
      for pixel in 0..<out.count / 3 {
        let (first, to) = (pixel * channels, pixel * 3)
        switch colours {
        case .palette:
          // A missing colour is black.
          let start = sample(first, row) * 3
          for channel in 0..<3 { out[to + channel] = start + 2 < palette.count ? palette[start + channel] : 0 }
        case .grey, .greyAlpha:
          let value = sample(first, row)
          let alpha = colours == .greyAlpha ? byte(sample(first + 1, row)) : clear?.0 == value ? 0 : 255
          for channel in 0..<3 { out[to + channel] = Self.onWhite(byte(value), alpha) }
        case .colour, .colourAlpha:
          var alpha = 255
          if colours == .colourAlpha {
            alpha = byte(sample(first + 3, row))
          } else if let clear,
            clear == (sample(first, row), sample(first + 1, row), sample(first + 2, row))
          {
            alpha = 0
          }
          for channel in 0..<3 {
            let value = byte(sample(first + channel, row))
            out[to + channel] = alpha == 255 ? UInt8(value) : Self.onWhite(value, alpha)
          }
        }
      }
    }
  }

  @inline(__always)
  private func sample(_ index: Int, _ row: UnsafeBufferPointer<UInt8>) -> Int {
    switch depth {
    case 8: return Int(row[index])
    case 16: return Int(row[index * 2]) << 8 | Int(row[index * 2 + 1])
    default:
      let bit = index * depth
      return Int(row[bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
    }
  }

  /// Scales a sample to 0...255.
  @inline(__always)
  private func byte(_ sample: Int) -> Int {
    switch depth {
    case 8: sample
    case 16: sample >> 8
    default: sample * 255 / (1 << depth - 1)
    }
  }
}
