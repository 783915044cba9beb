/// A picture in memory: three bytes per pixel, red, green and blue, row by row from the top.
public struct Pixels: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public private(set) var bytes: [UInt8]

  /// - Parameter bytes: `width * height * 3` bytes.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width >= 0 && height >= 0 && bytes.count == width * height * 3)
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// The colour of a pixel within the picture.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let start = (y * width + x) * 3
    return (bytes[start], bytes[start + 1], bytes[start + 2])
  }

  /// Returns the picture turned upright by EXIF's orientation: 2 is mirrored, 3 upside down, 6 on its left side, 8 on
  /// its right. O(pixels).
  public func turned(_ orientation: Int) -> Pixels {
    guard (2...8).contains(orientation) else { return self }
    let isSideways = orientation >= 5
    let (newWidth, newHeight) = isSideways ? (height, width) : (width, height)
    var turned = [UInt8](repeating: 0, count: bytes.count)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let (right, bottom) = (newWidth - 1 - x, newHeight - 1 - y)
        let (fromX, fromY) =
          switch orientation {
          case 2: (right, y)
          case 3: (right, bottom)
          case 4: (x, bottom)
          case 5: (y, x)
          case 6: (y, right)
          case 7: (bottom, right)
          default: (bottom, x)
          }
        let (from, to) = ((fromY * width + fromX) * 3, (y * newWidth + x) * 3)
        for channel in 0..<3 { turned[to + channel] = bytes[from + channel] }
      }
    }
    return Pixels(width: newWidth, height: newHeight, bytes: turned)
  }

  /// Returns the picture that becomes this one when it is turned upright by EXIF's orientation.
  func unturned(_ orientation: Int) -> Pixels { turned([6: 8, 8: 6][orientation] ?? orientation) }

  /// Returns the part of the picture in these ranges, which must be inside it.
  func cropped(_ columns: Range<Int>, _ rows: Range<Int>) -> Pixels {
    var part: [UInt8] = []
    part.reserveCapacity(columns.count * rows.count * 3)
    for y in rows { part += bytes[(y * width + columns.lowerBound) * 3..<(y * width + columns.upperBound) * 3] }
    return Pixels(width: columns.count, height: rows.count, bytes: part)
  }

  /// Returns the picture without the black bars that cameras add to a thumbnail whose shape differs from the photo's.
  /// - Parameters:
  ///   - shape: The photo's own width and height.
  func withoutBars(shape: (width: Int, height: Int)) -> Pixels {
    guard shape.width > 0, shape.height > 0, width > 8, height > 8 else { return self }
    let wantedHeight = min(height, (width * shape.height + shape.width / 2) / shape.width)
    let wantedWidth = min(width, (height * shape.width + shape.height / 2) / shape.height)
    // A difference of a pixel or two is rounding.
    if height - wantedHeight >= 3, wantedHeight > 0 {
      let top = (height - wantedHeight) / 2
      guard isDark(0..<width, 0..<top), isDark(0..<width, top + wantedHeight..<height) else { return self }
      return cropped(0..<width, top..<top + wantedHeight)
    }
    if width - wantedWidth >= 3, wantedWidth > 0 {
      let left = (width - wantedWidth) / 2
      guard isDark(0..<left, 0..<height), isDark(left + wantedWidth..<width, 0..<height) else { return self }
      return cropped(left..<left + wantedWidth, 0..<height)
    }
    return self
  }

  private func isDark(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
    var sum = 0
    for y in rows { for x in columns { sum += Int(bytes[(y * width + x) * 3 + 1]) } }
    return sum <= 24 * columns.count * rows.count
  }

  /// Returns the picture scaled to another size, each pixel the mean of those that it represents. O(pixels of both).
  public func scaled(toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    guard newWidth > 0, newHeight > 0, width > 0, height > 0 else { return Pixels(width: 0, height: 0, bytes: []) }
    var scaled = [UInt8](repeating: 0, count: newWidth * newHeight * 3)
    for y in 0..<newHeight {
      let rows = Self.span(y, of: newHeight, over: height)
      for x in 0..<newWidth {
        let columns = Self.span(x, of: newWidth, over: width)
        var sums = (0, 0, 0)
        for row in rows {
          for column in columns {
            let start = (row * width + column) * 3
            sums.0 += Int(bytes[start])
            sums.1 += Int(bytes[start + 1])
            sums.2 += Int(bytes[start + 2])
          }
        }
        let count = rows.count * columns.count
        let to = (y * newWidth + x) * 3
        scaled[to] = UInt8((sums.0 + count / 2) / count)
        scaled[to + 1] = UInt8((sums.1 + count / 2) / count)
        scaled[to + 2] = UInt8((sums.2 + count / 2) / count)
      }
    }
    return Pixels(width: newWidth, height: newHeight, bytes: scaled)
  }

  /// Returns the pixels of a line that correspond to one pixel of a shorter or longer line: at least one.
  private static func span(_ index: Int, of count: Int, over size: Int) -> Range<Int> {
    let start = index * size / count
    return start..<max(start + 1, (index + 1) * size / count)
  }

  /// Returns the largest size of the same shape that fits into these limits; at least one pixel in each direction.
  public func fitted(width most: Int, height mostHigh: Int) -> (width: Int, height: Int) {
    guard width > 0, height > 0 else { return (0, 0) }
    if most * height <= mostHigh * width { return (most, max(1, (most * height + width / 2) / width)) }
    return (max(1, mostHigh * width / height), mostHigh)
  }
}
