import System

/// The pictures that cameras put into raw files, HEIC and others as whole JPEGs, found by their markers: all formats
/// keep them somewhere else, but each JPEG begins with the same bytes and tables.
///
/// In the pixels of a raw file such bytes occur by chance, but then do not form a JPEG up to its frame. O(bytes).
enum EmbeddedJPEG {
  /// A JPEG and its size in pixels.
  struct Place: Hashable {
    let start: Int
    let width, height: Int
  }

  private static let segmentLimit = 64
  private static let placeLimit = 64
  /// In 100 MB of random bytes, such a beginning occurs a few times.
  private static let attemptLimit = 10_000

  /// Returns the JPEGs that can be decoded, the largest first; of those that are as large, the first one.
  /// - Parameter shape: The photo's width and height, if known: JPEGs of another shape come last.
  static func places(in bytes: UnsafeRawBufferPointer, shape: (width: Int, height: Int)) -> [Place] {
    var found: [Place] = []
    var (index, tries) = (0, 0)
    while found.count < placeLimit, tries < attemptLimit, let start = bytes.find((0xFF, 0xD8), from: index) {
      index = start + 2
      // Nearly all files have a table or a segment of the application here.
      guard bytes.byte(index) == 0xFF, bytes.byte(index + 1) >= 0xC0, let place = place(in: bytes, at: start) else {
        tries += 1
        continue
      }
      found.append(place)
    }
    func isLike(_ place: Place) -> Bool {
      Pixels.isShape(place.width, place.height, of: shape) || Pixels.isShape(place.height, place.width, of: shape)
    }
    let sorted = found.enumerated().sorted { a, b in
      let (first, second) = (isLike(a.element), isLike(b.element))
      if first != second { return first }
      let (one, other) = (a.element.width * a.element.height, b.element.width * b.element.height)
      return one != other ? one > other : a.offset < b.offset
    }
    return sorted.map { $0.element }
  }

  /// Returns the JPEG that begins at a place; `nil` if there is none that can be decoded.
  private static func place(in bytes: UnsafeRawBufferPointer, at start: Int) -> Place? {
    var (index, size): (Int, (Int, Int)?) = (start + 2, nil)
    for _ in 0..<segmentLimit {
      guard bytes.byte(index) == 0xFF else { return nil }
      let marker = bytes.byte(index + 1)
      let length = bytes.bigEndian16(index + 2)
      switch marker {
      case 0xFF:
        index += 1
        continue
      case 0xC0, 0xC1, 0xC2:
        let (height, width) = (bytes.bigEndian16(index + 5), bytes.bigEndian16(index + 7))
        guard length >= 11, bytes.byte(index + 4) == 8, width >= 16, height >= 16 else { return nil }
        size = (width, height)
      case 0xDA: return size.map { Place(start: start, width: $0.0, height: $0.1) }
      case 0xC4, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: break
      default: return nil
      }
      guard length >= 2, index + 2 + length <= bytes.count else { return nil }
      index += 2 + length
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the first index of two bytes at or after `start`.
  func find(_ pair: (UInt8, UInt8), from start: Int) -> Int? {
    guard let base = baseAddress, start >= 0 else { return nil }
    var index = start
    while index + 1 < count, let hit = memchr(base + index, CInt(pair.0), count - 1 - index) {
      index = UnsafeRawPointer(hit) - base
      if self[index + 1] == pair.1 { return index }
      index += 1
    }
    return nil
  }
}
