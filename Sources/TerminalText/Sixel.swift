/// An encoder of pictures as sixels: bands of six rows, in which each colour is drawn in turn (DEC STD 070).
enum Sixel {
  /// Returns a picture in its own colours, 256 of them (see `ColourChoice`), with the error of each pixel spread over
  /// its neighbours.
  /// - Parameter room: The size of the picture's cells in pixels: the picture is scaled into them, unless one of its
  ///   sides has that size already.
  /// - Complexity: O(pixels), plus the colours of each band.
  static func bytes(_ raster: Raster, within room: (width: Int, height: Int)) -> [UInt8] {
    let picture = fitted(raster, room)
    let colours = ColourChoice(picture.bytes)
    let indices = colours.indices(of: picture.bytes, width: picture.width)
    // Unset pixels stay transparent.
    var out = Array("\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)".utf8)
    for (number, colour) in colours.percents.enumerated() {
      out += Array("#\(number);2;\(colour.red);\(colour.green);\(colour.blue)".utf8)
    }
    var band = Band(width: picture.width, colours: colours.percents.count)
    for top in stride(from: 0, to: picture.height, by: 6) {
      band.fill(indices, rows: top..<min(top + 6, picture.height))
      band.add(to: &out)
      out.append(UInt8(ascii: "-"))
    }
    return out + [0x1B, UInt8(ascii: "\\")]
  }

  /// A band of six pixel rows.
  private struct Band {
    let width: Int
    /// The bits of each colour, a byte for each column, colour by colour.
    private var bits: [UInt8]
    /// The first and last column of each colour; the first is behind the last one for an unused colour.
    private var spans: [(first: Int, last: Int)]

    init(width: Int, colours: Int) {
      self.width = width
      bits = [UInt8](repeating: 0, count: colours * width)
      spans = Array(repeating: (width, -1), count: colours)
    }

    mutating func fill(_ indices: [UInt8], rows: Range<Int>) {
      for colour in spans.indices where spans[colour].last >= 0 {
        for place in colour * width + spans[colour].first...colour * width + spans[colour].last { bits[place] = 0 }
        spans[colour] = (width, -1)
      }
      for y in rows {
        for x in 0..<width {
          let colour = Int(indices[y * width + x])
          bits[colour * width + x] |= 1 << UInt8(y - rows.lowerBound)
          if x < spans[colour].first { spans[colour].first = x }
          if x > spans[colour].last { spans[colour].last = x }
        }
      }
    }

    /// Appends each colour from the left, with repeat counts.
    func add(to out: inout [UInt8]) {
      for colour in spans.indices where spans[colour].last >= 0 {
        out += Array("#\(colour)".utf8)
        var x = colour * width
        // The empty rest of a row need not be sent.
        let end = x + spans[colour].last + 1
        while x < end {
          let bits = bits[x]
          var next = x + 1
          while next < end, self.bits[next] == bits { next += 1 }
          if next - x > 3 {
            out += Array("!\(next - x)".utf8)
            x = next - 1
          }
          for _ in x..<next { out.append(63 + bits) }
          x = next
        }
        out.append(UInt8(ascii: "$"))
      }
    }
  }

  // MARK: Size

  private typealias Scaled = (bytes: [UInt8], width: Int, height: Int)

  private static func fitted(_ raster: Raster, _ room: (width: Int, height: Int)) -> Scaled {
    let fits = raster.width <= room.width && raster.height <= room.height
    if fits, raster.width == room.width || raster.height == room.height {
      return (raster.bytes, raster.width, raster.height)
    }
    let isWide = room.width * raster.height <= room.height * raster.width
    let width = isWide ? room.width : max(1, room.height * raster.width / raster.height)
    let height = isWide ? max(1, room.width * raster.height / raster.width) : room.height
    return (stretched(raster, width, height), width, height)
  }

  /// Returns the pixels at another size, interpolated between the nearest four.
  private static func stretched(_ raster: Raster, _ width: Int, _ height: Int) -> [UInt8] {
    /// The two nearest pixels of a line and the share of the second one, of 256.
    func places(_ length: Int, _ newLength: Int) -> [(Int, Int, Int)] {
      (0..<newLength).map { index in
        let place = max(0, ((2 * index + 1) * length * 128 / newLength) - 128)
        let first = min(length - 1, place / 256)
        return (first, min(length - 1, first + 1), place % 256)
      }
    }
    let (across, down) = (places(raster.width, width), places(raster.height, height))
    return raster.bytes.withUnsafeBufferPointer { bytes in
      [UInt8](unsafeUninitializedCapacity: width * height * 3) { out, count in
        for (top, bottom, low) in down {
          for (left, right, far) in across {
            for channel in 0..<3 {
              func value(_ row: Int) -> Int {
                let start = row * raster.width
                return Int(bytes[(start + left) * 3 + channel]) * (256 - far)
                  + Int(bytes[(start + right) * 3 + channel]) * far
              }
              out[count] = UInt8((value(top) * (256 - low) + value(bottom) * low + 32_768) >> 16)
              count += 1
            }
          }
        }
      }
    }
  }
}
