import System

/// A small picture of a photo for a screen: the one that its camera put into the file, or else the photo itself, smaller:
/// a JPEG at an eighth of its size, a PNG or a GIF by whole steps.
public enum Thumbnail {
  /// The longest thumbnail, and the longest photo, that are read.
  private static let longestThumbnail = 1 << 20
  private static let longestPhoto = 48 << 20

  /// A photo's picture, upright and without bars; `nil` for what cannot be decoded here, as HEIC.
  /// - Parameters:
  ///   - metadata: what the file says; it is read where it is `nil`.
  ///   - width: how many pixels are wanted: a thumbnail may be smaller, and a larger picture is not decoded in detail.
  public static func pixels(of path: String, _ metadata: Metadata?, atLeast width: Int) -> Pixels? {
    guard let (descriptor, status) = try? File.open(path) else { return nil }
    defer { descriptor.close() }
    let bytes = FileBytes(descriptor: descriptor, size: Int(status.size))
    guard let metadata = metadata ?? Metadata.reading(bytes) else { return nil }
    return pixels(of: bytes, metadata, atLeast: width)
  }

  /// A picture in memory, upright; `nil` for what cannot be decoded here.
  /// - Parameter width: how many pixels are wanted; a larger picture is not decoded in detail.
  public static func pixels(of bytes: [UInt8], atLeast width: Int) -> Pixels? {
    let source = MemoryBytes(bytes)
    return Metadata.reading(source).flatMap { pixels(of: source, $0, atLeast: width) }
  }

  static func pixels(of source: some ByteSource, _ metadata: Metadata, atLeast width: Int) -> Pixels? {
    let shape = (width: metadata.width ?? 0, height: metadata.height ?? 0)
    let embedded = bytes(of: source).flatMap { bytes in bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, .whole) } }
    let picture = embedded?.withoutBars(shape: shape) ?? whole(source, metadata, atLeast: width)
    return picture?.turned(metadata.orientation ?? 1)
  }

  /// The JPEG that a camera put into the file; `nil` where there is none.
  static func bytes(of source: some ByteSource) -> [UInt8]? {
    var reader = RangeReader(source, scratch: ScratchMemory())
    guard let extent = Metadata.thumbnailExtent(&reader), (16...longestThumbnail).contains(extent.count) else {
      return nil
    }
    let bytes = reader.withBytes(in: extent, atMost: longestThumbnail) { Array($0) }
    return bytes.starts(with: [0xFF, 0xD8]) ? bytes : nil
  }

  /// The photo itself, if it is a JPEG, a PNG or a GIF.
  private static func whole(_ source: some ByteSource, _ metadata: Metadata, atLeast width: Int) -> Pixels? {
    guard [.jpeg, .png, .gif].contains(metadata.format), source.size <= longestPhoto else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: source.size) { buffer, count in
      count = source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    return bytes.withUnsafeBytes { bytes in
      if metadata.format == .png { return PNGDecoder.pixels(of: bytes, atLeast: width) }
      if metadata.format == .gif { return GIFDecoder.pixels(of: bytes, atLeast: width) }
      // Small ones in detail, if an eighth is less than what is wanted.
      if (metadata.width ?? 0) / 8 < width, let picture = JPEGDecoder.pixels(of: bytes, .whole) { return picture }
      return JPEGDecoder.pixels(of: bytes, .eighth)
    }
  }
}
