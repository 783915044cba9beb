import System

/// A landscape in place of a picture that exists only as a name, always the same for a name: a sky, a sun and three
/// hills. Pages draw the same one.
package struct Landscape {
  private typealias Colour = (red: Double, green: Double, blue: Double)

  /// The colours of the hills, the upper sky, and the lower sky and the sun.
  private static let skies: [(Int, Int, Int)] = [
    (0x23395B, 0xE07A5F, 0xF2CC8F), (0x1D3557, 0x457B9D, 0xF1FAEE), (0x3D2C5C, 0xC06C84, 0xF8B195),
    (0x12372A, 0x436850, 0xE9D8A6), (0x22223B, 0x7F6AA6, 0xF2E9E4), (0x0B3954, 0x087E8B, 0xFFD6A5),
  ]

  /// The size of the scene in its own units.
  private static let (width, height) = (90.0, 120.0)

  private struct Hill {
    let colour: Colour
    let opacity: Double
    /// The heights at the borders of its three curves.
    let heights: [Double]

    /// Returns the height of the skyline at a place in the scene.
    func top(at x: Double) -> Double {
      let index = min(2, max(0, Int(x / 30)))
      let share = min(1, max(0, (x - Double(index) * 30) / 30))
      // The curve's middle points are level with its ends, and evenly spaced.
      return heights[index] + (heights[index + 1] - heights[index]) * share * share * (3 - 2 * share)
    }
  }

  private let middle, light: Colour
  private let sun: (x: Double, y: Double, radius: Double)
  private let hills: [Hill]

  package init(_ name: String) {
    var seed: UInt32 = 2_166_136_261
    for scalar in name.unicodeScalars { seed = (seed ^ scalar.value) &* 16_777_619 }
    func chance() -> Double {
      seed = (seed ^ seed >> 15) &* 2_246_822_507 &+ 1
      return Double(seed >> 8) / 16_777_216
    }
    let sky = Self.skies[Int(chance() * Double(Self.skies.count))]
    let dark = Self.colour(sky.0)
    (middle, light) = (Self.colour(sky.1), Self.colour(sky.2))
    sun = (15 + 60 * chance(), 40 + 25 * chance(), 6 + 6 * chance())
    func hill(_ height: Double, _ colour: Colour, _ opacity: Double) -> Hill {
      Hill(
        colour: colour, opacity: opacity, heights: [height] + (0..<3).map { _ in height + chance() * 16 - 8 })
    }
    hills = [hill(72, middle, 0.7), hill(86, dark, 0.7), hill(102, dark, 1)]
  }

  private static func colour(_ code: Int) -> Colour {
    (Double(code >> 16 & 255), Double(code >> 8 & 255), Double(code & 255))
  }

  /// Returns the pixels of the scene at a size, three bytes each, row by row. A wider picture stretches the hills, not
  /// the sun.
  package func pixels(width: Int, height: Int) -> [UInt8] {
    let (across, down) = (Self.width / Double(max(1, width)), Self.height / Double(max(1, height)))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    let tops = (0..<width).map { x in hills.map { $0.top(at: (Double(x) + 0.5) * across) } }
    let sunX = sun.x / across
    for y in 0..<height {
      let own = (Double(y) + 0.5) * down
      let sky = Self.mix(middle, light, min(1, own / (0.75 * Self.height)))
      for x in 0..<width {
        let (dx, dy) = ((Double(x) + 0.5 - sunX) * down, own - sun.y)
        var colour = dx * dx + dy * dy <= sun.radius * sun.radius ? light : sky
        for (index, hill) in hills.enumerated() where own >= tops[x][index] {
          colour = Self.mix(colour, hill.colour, hill.opacity)
        }
        bytes += [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
      }
    }
    return bytes
  }

  private static func mix(_ a: Colour, _ b: Colour, _ share: Double) -> Colour {
    (
      a.red + (b.red - a.red) * share, a.green + (b.green - a.green) * share, a.blue + (b.blue - a.blue) * share
    )
  }
}

/// The last landscapes that were painted: a screen shows the same one many times.
package final class PaintedLandscapes: @unchecked Sendable {
  package static let shared = PaintedLandscapes()

  private struct Key: Hashable {
    let name: String
    let width, height: Int
  }

  private let lock = Lock()
  private var painted: [Key: [UInt8]] = [:]
  private static let limit = 16

  package func pixels(of name: String, width: Int, height: Int) -> [UInt8] {
    let key = Key(name: name, width: width, height: height)
    if let known = lock.holding({ painted[key] }) { return known }
    let pixels = Landscape(name).pixels(width: width, height: height)
    lock.holding {
      if painted.count >= Self.limit { painted = [:] }
      painted[key] = pixels
    }
    return pixels
  }
}
