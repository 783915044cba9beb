/// An encoder of pictures as sixels: bands of six rows, in which each colour is drawn in turn (DEC STD 070).
enum Sixel {
  /// The levels of each component: 216 colours, which all sixel terminals support.
  private static let levels = 6
  private static let colours = levels * levels * levels
  /// The fraction of a level (in sixteenths) by which a pixel is lightened, so that areas between two levels are
  /// dithered, not striped.
  private static let dither = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// - Parameters:
  ///   - width, height: the picture's size on the screen, in pixels.
  /// - Complexity: O(width · height), plus the colours of each band.
  static func bytes(_ raster: Raster, width: Int, height: Int) -> [UInt8] {
    // Unset pixels stay transparent.
    var out = Array("\u{1B}P0;1q\"1;1;\(width);\(height)".utf8)
    for colour in 0..<colours {
      let parts = [colour / 36, colour / 6 % 6, colour % 6].map { String($0 * 20) }
      out += Array("#\(colour);2;\(parts.joined(separator: ";"))".utf8)
    }
    let columns = (0..<width).map { $0 * raster.width / width * 3 }
    for top in stride(from: 0, to: height, by: 6) {
      add(Band(raster, columns, height, top), to: &out)
      out.append(UInt8(ascii: "-"))
    }
    return out + [0x1B, UInt8(ascii: "\\")]
  }

  /// The level of a component, by its value and its place in the dither pattern.
  private static let level = (0..<256 * 16).map { UInt8((($0 / 16) * (levels - 1) * 16 / 255 + dither[$0 % 16]) / 16) }

  /// A band of six pixel rows.
  private struct Band {
    let width: Int
    /// The bits of each colour, a byte for each column, colour by colour.
    var bits: [UInt8]
    var isUsed = [Bool](repeating: false, count: colours)

    /// - Parameter columns: the position of each column's pixel in a row of the picture.
    init(_ raster: Raster, _ columns: [Int], _ height: Int, _ top: Int) {
      width = columns.count
      bits = [UInt8](repeating: 0, count: colours * width)
      for y in top..<min(top + 6, height) {
        let row = y * raster.height / height * raster.width * 3
        for x in 0..<width {
          let start = row + columns[x]
          let place = y % 4 * 4 + x % 4
          let red = Int(level[Int(raster.bytes[start]) * 16 + place])
          let green = Int(level[Int(raster.bytes[start + 1]) * 16 + place])
          let colour = (red * levels + green) * levels + Int(level[Int(raster.bytes[start + 2]) * 16 + place])
          bits[colour * width + x] |= 1 << UInt8(y - top)
          isUsed[colour] = true
        }
      }
    }
  }

  /// Appends each colour from the left, with repeat counts.
  private static func add(_ band: Band, to out: inout [UInt8]) {
    for colour in 0..<colours where band.isUsed[colour] {
      out += Array("#\(colour)".utf8)
      var x = colour * band.width
      var end = x + band.width
      // The empty rest of a row need not be sent.
      while band.bits[end - 1] == 0 { end -= 1 }
      while x < end {
        let bits = band.bits[x]
        var next = x + 1
        while next < end, band.bits[next] == bits { next += 1 }
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
