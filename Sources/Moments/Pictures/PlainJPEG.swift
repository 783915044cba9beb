import System

/// A JPEG with nothing in it but its picture: no position, no name of a camera, no text.
enum PlainJPEG {
  /// The same picture without the segments that only say something about it; `nil` for what is no JPEG.
  ///
  /// Kept are the tables, the frame and the scans, and of Adobe's segment the one byte that says how colours are meant.
  /// - Parameters:
  ///   - orientation: Exif's 1...8, which is written as the only thing in a block of its own; with 1, none is, and who
  ///     shows a picture that was turned by its Exif has to turn it.
  ///   - hasProfile: whether the profile of its colours stays.
  static func bytes(of jpeg: [UInt8], turned orientation: Int = 1, hasProfile: Bool = false) -> [UInt8]? {
    guard jpeg.starts(with: [0xFF, 0xD8]) else { return nil }
    var plain: [UInt8] = [0xFF, 0xD8]
    plain.reserveCapacity(jpeg.count)
    if orientation != 1 { plain += exif(orientation) }
    var (place, hasPicture) = (2, false)
    while place + 4 <= jpeg.count {
      guard jpeg[place] == 0xFF else {
        place += 1
        continue
      }
      let marker = jpeg[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      if marker == 0xD9 { break }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        place += 2
        continue
      }
      let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      guard end >= place + 4, end <= jpeg.count else { return nil }
      let content = jpeg[(place + 4)..<end]
      if !isMetadata(marker, content) || hasProfile && isProfile(marker, content) { plain += jpeg[place..<end] }
      place = end
      if marker == 0xDA {
        hasPicture = true
        let scan = endOfScan(jpeg, from: place)
        plain += jpeg[place..<scan]
        place = scan
      }
    }
    return hasPicture ? plain + [0xFF, 0xD9] : nil
  }

  /// An Exif block that says how the picture is turned, and nothing else.
  private static func exif(_ orientation: Int) -> [UInt8] {
    let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
    let block = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory
    return [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block
  }

  private static func isProfile(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    marker == 0xE2 && content.starts(with: "ICC_PROFILE\0".utf8)
  }

  private static func isMetadata(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    // A comment, or an application's segment; Adobe's own of twelve bytes says how colours are meant.
    if marker == 0xFE { return true }
    guard (0xE0...0xEF).contains(marker) else { return false }
    return !(marker == 0xEE && content.count == 12 && content.starts(with: Array("Adobe".utf8)))
  }

  /// Where the next marker is that is no restart.
  private static func endOfScan(_ jpeg: [UInt8], from start: Int) -> Int {
    var place = start
    while place + 1 < jpeg.count {
      if jpeg[place] == 0xFF, jpeg[place + 1] != 0, !(0xD0...0xD7).contains(jpeg[place + 1]) { return place }
      place += 1
    }
    return jpeg.count
  }
}

extension Thumbnail {
  /// The longest photo that stands for itself where it has no thumbnail.
  private static let longestWhole = 160 << 10

  /// A photo's picture as a JPEG without metadata, not turned; `nil` where it has none that is small.
  public static func jpeg(of path: String, _ metadata: Metadata) -> [UInt8]? {
    guard let (descriptor, status) = try? File.open(path) else { return nil }
    defer { descriptor.close() }
    let source = FileBytes(descriptor: descriptor, size: Int(status.size))
    if let bytes = bytes(of: source), let plain = PlainJPEG.bytes(of: bytes) { return plain }
    guard metadata.format == .jpeg, source.size <= longestWhole else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: source.size) { buffer, count in
      count = source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    return PlainJPEG.bytes(of: bytes)
  }
}
