/// A picture in cells that show two pixels each, one above the other: what every terminal with colours can show.
public enum HalfBlocks {
  /// One pixel, components 0–255.
  public struct Pixel: Hashable, Sendable {
    public var red, green, blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
  }

  /// Whether a terminal has the colours and the character for it.
  public static func arePossible(_ depth: Palette.Depth, _ glyphs: GlyphSet) -> Bool {
    depth >= .indexed && glyphs == .unicode
  }

  /// A picture of `width` cells and half as many rows as it is high; an odd last row has black below it.
  /// - Parameter pixel: the colour at a place, counted from the upper left.
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
