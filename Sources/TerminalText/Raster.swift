/// A picture in pixels that covers some cells of a screen, for a terminal that can show one.
public final class Raster: Hashable, Sendable {
  /// Pixels.
  public let width, height: Int
  /// Red, green and blue, row by row from the top: `width * height * 3`.
  public let bytes: [UInt8]
  /// Cells.
  public let columns, rows: Int

  public init(width: Int, height: Int, bytes: [UInt8], columns: Int, rows: Int) {
    precondition(width > 0 && height > 0 && bytes.count == width * height * 3 && columns > 0 && rows > 0)
    (self.width, self.height, self.bytes) = (width, height, bytes)
    (self.columns, self.rows) = (columns, rows)
  }

  /// O(1) for pictures that share their bytes.
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
