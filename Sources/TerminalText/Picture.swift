/// One-line pictures of fractions and sizes. All are pure functions; fractions are clamped to 0…1, and NaN counts as
/// 0.
public enum Picture {
  static func share(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(0, value)) }

  /// Returns progress as filled and empty cells: `▰▰▰▰▱▱▱▱`. With two cells or more, full only at 1 and empty only at
  /// 0.
  public static func progress(_ fraction: Double, width: Int, glyphs: GlyphSet = .unicode) -> String {
    let width = max(0, width)
    let share = share(fraction)
    var filled = Int((share * Double(width)).rounded())
    if share < 1, filled == width { filled -= 1 }
    if share > 0, filled <= 0, width > 1 { filled = 1 }
    filled = max(0, filled)
    let (full, empty) = glyphs == .unicode ? ("▰", "▱") : ("#", "-")
    return String(repeating: full, count: filled) + String(repeating: empty, count: width - filled)
  }

  /// Returns one segment for each story, separated by spaces: past ones full, the current one partly, future ones
  /// empty. Cells that do not divide evenly go to the first segments. If two cells for each do not fit, the whole run
  /// is one bar.
  /// - Parameters:
  ///   - current: the index from 0; `count` or more means all are past.
  ///   - fraction: the seen share of the current story.
  public static func segments(
    count: Int, current: Int, fraction: Double, width: Int, glyphs: GlyphSet = .unicode
  ) -> String {
    if count <= 0 || width <= 0 { return "" }
    let cells = (width - (count - 1)) / count
    if cells < 2 {
      let seen = Double(min(max(0, current), count)) + (current >= 0 && current < count ? share(fraction) : 0)
      return progress(seen / Double(count), width: width, glyphs: glyphs)
    }
    let wider = width - (count - 1) - cells * count
    return (0..<count).map { index in
      progress(
        index < current ? 1 : index == current ? fraction : 0, width: index < wider ? cells + 1 : cells, glyphs: glyphs)
    }.joined(separator: " ")
  }

  /// Returns a size as a bar: `▇▇▇`, in proportion to the largest size; at least one cell for anything above 0 if
  /// there is room for any.
  public static func bar(_ value: Double, of maximum: Double, width: Int, glyphs: GlyphSet = .unicode) -> String {
    guard maximum > 0, value > 0 else { return "" }
    let cells = Int((share(value / maximum) * Double(max(0, width))).rounded())
    return String(repeating: glyphs == .unicode ? "▇" : "#", count: max(0, min(width, max(1, cells))))
  }

  /// Returns one column for each value, with a height in proportion to the largest value: `▁▂▅█`. Values of 0 or less
  /// become a space.
  public static func sparkline(_ values: [Double], glyphs: GlyphSet = .unicode) -> String {
    let steps = Array(glyphs == .unicode ? "▁▂▃▄▅▆▇█" : ".:-=+*%#")
    let largest = values.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
    return String(
      values.map { value -> Character in
        guard value > 0, largest > 0 else { return " " }
        let step = (share(value / largest) * Double(steps.count)).rounded(.up)
        return steps[min(steps.count, max(1, Int(step))) - 1]
      })
  }
}

/// The way in which a screen shows photos.
public enum PictureForm: Hashable, Sendable {
  /// Photos are not shown.
  case none
  case halfBlocks
  /// In pixels, on cells of this size.
  case raster(CellSize)

  /// - Parameter graphics: the terminal's pixel protocol, if the terminal reported one.
  public init(_ palette: Palette, _ glyphs: GlyphSet, _ graphics: Graphics? = nil) {
    // A user who asked for no colours does not want pictures either.
    if palette.hasColour, let graphics {
      self = .raster(graphics.cell ?? .fallback)
    } else {
      self = HalfBlocks.arePossible(palette.depth, glyphs) ? .halfBlocks : .none
    }
  }
}

/// A picture in pixels that covers some cells of the screen, for a terminal that can show pixels.
public final class Raster: Hashable, Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// Red, green and blue, row by row from the top: `width * height * 3`.
  public let bytes: [UInt8]
  /// The size in cells.
  public let columns, rows: Int

  public init(width: Int, height: Int, bytes: [UInt8], columns: Int, rows: Int) {
    precondition(width > 0 && height > 0 && bytes.count == width * height * 3 && columns > 0 && rows > 0)
    (self.width, self.height, self.bytes) = (width, height, bytes)
    (self.columns, self.rows) = (columns, rows)
  }

  /// Complexity: O(1) for pictures that share their bytes.
  public static func == (a: Raster, b: Raster) -> Bool {
    a === b || a.columns == b.columns && a.rows == b.rows && a.width == b.width && a.bytes == b.bytes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
    hasher.combine(rows)
    hasher.combine(width)
    hasher.combine(height)
  }
}

/// A picture in cells that show two pixels each, one above the other: any terminal with colours can show it.
public enum HalfBlocks {
  /// One pixel, components 0–255.
  public struct Pixel: Hashable, Sendable {
    public var red, green, blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
  }

  /// Returns `true` if a terminal has the colours and the character for such pictures.
  public static func arePossible(_ depth: Palette.Depth, _ glyphs: GlyphSet) -> Bool {
    depth >= .indexed && glyphs == .unicode
  }

  /// Returns a picture of `width` cells, with half as many rows as `height` pixels; an odd last row has black below
  /// it.
  /// - Parameter pixel: returns the colour at a position counted from the upper left.
  public static func rows(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> Pixel) -> [StyledText] {
    stride(from: 0, to: height, by: 2).map { y in
      var row = StyledText()
      for x in 0..<width {
        let below = y + 1 < height ? pixel(x, y + 1) : Pixel(0, 0, 0)
        row.append("▀", .pixels(upper: pixel(x, y), lower: below))
      }
      return row
    }
  }
}
