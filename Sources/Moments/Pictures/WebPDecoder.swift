/// Decodes WebP pictures for the screen, lossy and lossless, with transparency blended with white; of an animation the
/// first picture.
///
/// Source: RFC 9649 and, for the lossy pictures, RFC 6386. For any bytes, time and memory are limited by their number
/// and by `pixelLimit`.
enum WebPDecoder {
  private static let pixelLimit = 1 << 25

  /// Returns `nil` if the bytes are not a WebP that can be decoded.
  /// - Parameter wanted: The minimum width in pixels, if the picture is that wide.
  static func pixels(of bytes: UnsafeRawBufferPointer, atLeast wanted: Int) -> Pixels? {
    guard bytes.count >= 20, bytes.has("RIFF"), bytes.has("WEBP", at: 8) else { return nil }
    guard let picture = picture(bytes, in: 12..<bytes.count) else { return nil }
    guard var shrinking = ShrinkingPicture(width: picture.width, height: picture.height, atLeast: wanted) else {
      return nil
    }
    if picture.width <= wanted * 4, picture.width * picture.height <= 1 << 22 { return picture }
    for y in 0..<picture.height {
      shrinking.add(Array(picture.bytes[y * picture.width * 3..<(y + 1) * picture.width * 3]), y: y, x: (0, 1))
    }
    return shrinking.pixels
  }

  /// `true` if a picture of this size may be decoded from this many bytes: a small file must not take much memory.
  static func canHold(_ width: Int, _ height: Int, in count: Int) -> Bool {
    width > 0 && height > 0 && width * height <= min(pixelLimit, 1 << 18 + count << 10)
  }

  private static func picture(_ bytes: UnsafeRawBufferPointer, in extent: Range<Int>) -> Pixels? {
    var (place, alpha): (Int, UnsafeRawBufferPointer?) = (extent.lowerBound, nil)
    while place + 8 <= extent.upperBound {
      let count = bytes.littleEndian32(place + 4)
      let end = min(place + 8 + count, extent.upperBound)
      let content = bytes.slice(place + 8, end)
      if bytes.has("ALPH", at: place) {
        alpha = content
      } else if bytes.has("VP8 ", at: place) {
        guard let picture = VP8Decoder.pixels(of: content) else { return nil }
        let mask = alpha.flatMap { self.alpha(of: $0, picture.width, picture.height) }
        return mask.map { onWhite(picture, $0) } ?? picture
      } else if bytes.has("VP8L", at: place) {
        return VP8LDecoder.pixels(of: content)
      } else if bytes.has("ANMF", at: place), content.count > 16 {
        return picture(bytes, in: place + 24..<end)
      }
      place += 8 + count + count & 1
    }
    return nil
  }

  private static func onWhite(_ picture: Pixels, _ mask: [UInt8]) -> Pixels {
    var bytes = picture.bytes
    for place in mask.indices where mask[place] < 255 {
      let alpha = Int(mask[place])
      for index in place * 3..<place * 3 + 3 {
        bytes[index] = UInt8((Int(bytes[index]) * alpha + 255 * (255 - alpha) + 127) / 255)
      }
    }
    return Pixels(width: picture.width, height: picture.height, bytes: bytes)
  }

  /// Returns the opacity of each pixel (RFC 9649, 2.7.1.2).
  private static func alpha(of content: UnsafeRawBufferPointer, _ width: Int, _ height: Int) -> [UInt8]? {
    guard content.count > 1 else { return nil }
    let (head, data) = (content[0], content.slice(1, content.count))
    var mask: [UInt8]
    if head & 3 == 0 {
      mask = Array(data.prefix(width * height))
    } else {
      guard let pixels = VP8LDecoder.values(of: data, width: width, height: height) else { return nil }
      mask = pixels.map { UInt8(truncatingIfNeeded: $0 >> 8) }
    }
    guard mask.count == width * height else { return nil }
    let filter = head >> 2 & 3
    guard filter > 0 else { return mask }
    for y in 0..<height {
      for x in 0..<width {
        let place = y * width + x
        let left = x > 0 ? Int(mask[place - 1]) : y > 0 ? Int(mask[place - width]) : 0
        let above = y > 0 ? Int(mask[place - width]) : left
        let guess: Int
        switch filter {
        case 1: guess = left
        case 2: guess = above
        default:
          let corner = x > 0 && y > 0 ? Int(mask[place - width - 1]) : x > 0 ? left : above
          guess = x > 0 && y > 0 ? min(255, max(0, left + above - corner)) : x > 0 ? left : above
        }
        mask[place] &+= UInt8(truncatingIfNeeded: guess)
      }
    }
    return mask
  }
}
