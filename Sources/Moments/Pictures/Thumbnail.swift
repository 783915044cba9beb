import System

/// The small picture of a photo that its camera put into the file.
enum Thumbnail {
  private static let sizeLimit = 1 << 20

  /// Returns the JPEG that a camera put into the file; `nil` if there is none.
  static func bytes(of source: some ByteSource) -> [UInt8]? {
    var reader = RangeReader(source, scratch: ScratchMemory())
    guard let extent = Metadata.thumbnailExtent(&reader), (16...sizeLimit).contains(extent.count) else { return nil }
    let bytes = reader.withBytes(in: extent, atMost: sizeLimit) { Array($0) }
    return bytes.starts(with: [0xFF, 0xD8]) ? bytes : nil
  }
}

/// A picture that is scaled down while its pixels arrive, in any order: each of its pixels is the mean of a square of
/// them.
///
/// For a picture of any size, at most `keptLimit` scaled pixels are stored.
struct ShrinkingPicture {
  /// The maximum number of pixels of a picture that is decoded, and its maximum width and height.
  private static let pixelLimit = 1 << 25
  private static let maximumSide = 65_535
  private static let keptLimit = 1 << 22
  private static let stepLimit = 1_024

  private let width: Int
  private let height: Int
  /// The number of pixels that become one, in each direction.
  private let step: Int
  private let outWidth: Int
  private let outHeight: Int
  /// The sums for each pixel: red, green, blue, and the number of pixels added.
  private var sums: [UInt32]
  private(set) var isEmpty = true

  /// - Parameter wanted: The minimum width in pixels, if the picture is that wide; the result may be four times as
  ///   wide.
  /// - Returns: `nil` for an invalid size or one that is too large.
  init?(width: Int, height: Int, atLeast wanted: Int) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
      width * height <= Self.pixelLimit
    else { return nil }
    var step = min(max(1, width / (4 * max(1, wanted))), Self.stepLimit)
    while Self.parts(width, step) * Self.parts(height, step) > Self.keptLimit { step += 1 }
    (self.width, self.height, self.step) = (width, height, step)
    (outWidth, outHeight) = (Self.parts(width, step), Self.parts(height, step))
    sums = [UInt32](repeating: 0, count: outWidth * outHeight * 4)
  }

  private static func parts(_ length: Int, _ step: Int) -> Int { (length + step - 1) / step }

  /// Adds pixels of a row, in order; pixels outside the picture are ignored.
  /// - Parameters:
  ///   - row: The red, green and blue of each pixel.
  ///   - shown: Whether a pixel counts, by its index in the row.
  ///   - x: The position of the first pixel, and the distance to the next one.
  mutating func add(_ row: [UInt8], y: Int, x: (first: Int, step: Int), where shown: (Int) -> Bool = { _ in true }) {
    guard y < height else { return }
    let (start, step, width) = (y / step * outWidth, step, width)
    sums.withUnsafeMutableBufferPointer { sums in
      row.withUnsafeBufferPointer { row in
        for index in 0..<row.count / 3 {
          let place = x.first + index * x.step
          guard place < width else { break }
          guard shown(index) else { continue }
          let to = (start + place / step) * 4
          sums[to] += UInt32(row[index * 3])
          sums[to + 1] += UInt32(row[index * 3 + 1])
          sums[to + 2] += UInt32(row[index * 3 + 2])
          sums[to + 3] += 1
        }
      }
    }
    isEmpty = false
  }

  /// The pixels added so far; white where there are none.
  var pixels: Pixels {
    var bytes = [UInt8](repeating: 255, count: outWidth * outHeight * 3)
    for place in 0..<outWidth * outHeight where sums[place * 4 + 3] > 0 {
      let count = sums[place * 4 + 3]
      for channel in 0..<3 { bytes[place * 3 + channel] = UInt8((sums[place * 4 + channel] + count / 2) / count) }
    }
    return Pixels(width: outWidth, height: outHeight, bytes: bytes)
  }
}
