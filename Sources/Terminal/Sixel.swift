/// Pictures as sixels: bands of six rows, in each of which every colour has its turn (DEC STD 070).
enum Sixel {
  /// Levels of each component: 216 colours, which all terminals with sixels have.
  private static let levels = 6
  private static let colours = levels * levels * levels
  /// By which part of a level a pixel is lightened, so that areas between two levels are speckled and not striped.
  private static let dither = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// - Parameters:
  ///   - width, height: the pixels that it is to have on the screen.
  /// - Complexity: O(width · height), and for each band its colours.
  static func bytes(_ raster: Raster, width: Int, height: Int) -> [UInt8] {
    // Colours that are not set leave what is beneath them.
    var out = Array("\u{1B}P0;1q\"1;1;\(width);\(height)".utf8)
    for colour in 0..<colours {
      let parts = [colour / 36, colour / 6 % 6, colour % 6].map { String($0 * 20) }
      out += Array("#\(colour);2;\(parts.joined(separator: ";"))".utf8)
    }
    for top in stride(from: 0, to: height, by: 6) {
      add(band(raster, width, height, top), width, to: &out)
      out.append(UInt8(ascii: "-"))
    }
    return out + [0x1B, UInt8(ascii: "\\")]
  }

  /// The bits of each colour that a band has, a byte for each column, colour by colour.
  private static func band(_ raster: Raster, _ width: Int, _ height: Int, _ top: Int) -> [UInt8] {
    var band = [UInt8](repeating: 0, count: colours * width)
    for y in top..<min(top + 6, height) {
      let row = y * raster.height / height
      for x in 0..<width {
        let start = (row * raster.width + x * raster.width / width) * 3
        let threshold = dither[y % 4 * 4 + x % 4]
        func level(_ value: UInt8) -> Int { (Int(value) * (levels - 1) * 16 / 255 + threshold) / 16 }
        let red = level(raster.bytes[start])
        let colour = (red * levels + level(raster.bytes[start + 1])) * levels + level(raster.bytes[start + 2])
        band[colour * width + x] |= 1 << UInt8(y - top)
      }
    }
    return band
  }

  /// Each colour from the left, with a number before what repeats.
  private static func add(_ band: [UInt8], _ width: Int, to out: inout [UInt8]) {
    for colour in 0..<colours {
      let bits = band[colour * width..<(colour + 1) * width]
      // What is empty up to the end need not be said.
      guard let last = bits.lastIndex(where: { $0 != 0 }) else { continue }
      out += Array("#\(colour)".utf8)
      var x = bits.startIndex
      let end = last + 1
      while x < end {
        var next = x + 1
        while next < end, bits[next] == bits[x] { next += 1 }
        let count = next - x
        if count > 3 {
          out += Array("!\(count)".utf8) + [63 + bits[x]]
        } else {
          out += Array(repeating: 63 + bits[x], count: count)
        }
        x = next
      }
      out.append(UInt8(ascii: "$"))
    }
  }
}
