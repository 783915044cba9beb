import System

/// Hashes of a photo file's content after the first 4 KiB, which distinguish photos with the same beginning.
public struct PhotoBody: Hashable, Sendable {
  /// The hash of 4 KiB in the middle and the last 4 KiB.
  public let sample: UInt64
  /// The hash of the whole file; `nil` if the sample is enough.
  public let whole: UInt64?

  public init(sample: UInt64, whole: UInt64? = nil) { (self.sample, self.whole) = (sample, whole) }

  /// The hashes as text, `9f86d081884c7d65`, or with the hash of the whole file `9f86d081884c7d65/60303ae22b998861`.
  public var text: String {
    String(sample, radix: 16) + (whole.map { "/" + String($0, radix: 16) } ?? "")
  }

  /// Parses stored hashes; `nil` for any other text.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let sample = UInt64(parts[0], radix: 16) else { return nil }
    let whole = parts.count == 2 ? UInt64(parts[1], radix: 16) : nil
    guard parts.count == 1 || whole != nil else { return nil }
    self.init(sample: sample, whole: whole)
  }

  /// `true` if all hashes known to both are equal.
  func agrees(with other: PhotoBody) -> Bool {
    sample == other.sample && (whole == nil || other.whole == nil || whole == other.whole)
  }

  // MARK: Reading

  private static let piece = 4_096
  private static let chunk = 1 << 18

  /// Reads a photo's file.
  /// - Parameters:
  ///   - isWhole: Whether to read the whole file instead of only the sample.
  ///   - isWanted: Called before every chunk; `false` stops the reading.
  /// - Returns: `nil` if the file cannot be read or its size has changed.
  static func reading(
    _ path: String, size: Int, isWhole: Bool, while isWanted: () -> Bool = { true }
  ) -> PhotoBody? {
    guard let (descriptor, status) = try? File.open(path) else { return nil }
    defer { descriptor.close() }
    guard size > 0, Int(status.size) == size else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: isWhole ? chunk : piece, alignment: 16)
    defer { buffer.deallocate() }
    var sample = ContentHash(of: size)
    for offset in [size / 2, max(0, size - piece)] {
      guard let bytes = read(descriptor, at: offset, min(piece, size - offset), buffer) else { return nil }
      sample.add(bytes)
    }
    guard isWhole else { return PhotoBody(sample: sample.value) }
    var whole = ContentHash(of: size)
    for offset in stride(from: 0, to: size, by: chunk) {
      guard isWanted(), let bytes = read(descriptor, at: offset, min(chunk, size - offset), buffer) else { return nil }
      whole.add(bytes)
    }
    return PhotoBody(sample: sample.value, whole: whole.value)
  }

  /// Returns exactly `count` bytes; `nil` if not all of them are available.
  private static func read(
    _ descriptor: Descriptor, at offset: Int, _ count: Int, _ buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    var filled = 0
    while filled < count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<count])
      guard let got = try? descriptor.read(into: rest, at: Int64(offset + filled)), got > 0 else { return nil }
      filled += got
    }
    return UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }
}

extension Photo {
  /// `true` if photos of this kind may differ in any part of the file: their pictures are usually uncompressed, so
  /// that neither the size nor the end shows what is in the middle, or the file has no date.
  var differsAnywhere: Bool {
    switch metadata.format {
    case .tiff, .bmp, .png, .psd, .gif, .canonRaw, .fujiRaw, .panasonicRaw, .olympusRaw, .minoltaRaw, .sigmaRaw, .avi:
      true
    default: mark.isUndated
    }
  }

  /// Returns the permanent mark of this photo, which does not depend on other photos, by reading its file.
  /// - Parameters:
  ///   - path: The full path.
  ///   - timeout: The maximum time in seconds.
  /// - Returns: The mark; if the file does not respond in time, the mark without the hashes after the first 4 KiB.
  public func lastingMark(at path: String, timeout: Double = 2) -> PhotoMark {
    mark.lasting(at: path, named: self.path, timeout: timeout)
  }
}

extension PhotoMark {
  /// The maximum size in bytes of a file that is read completely when its photo is viewed.
  private static let readLimit = 64 << 20

  /// Returns the permanent mark of the file with this mark, by reading it.
  /// - Parameters:
  ///   - path: The full path.
  ///   - name: The path in the library.
  ///   - timeout: The maximum time in seconds.
  public func lasting(at path: String, named name: String, timeout: Double = 2) -> PhotoMark {
    // The whole file: one that differs only elsewhere may be met when this one is gone.
    let isWhole = size <= Self.readLimit
    if let body, body.whole != nil || !isWhole { return self }
    let body =
      body(at: path, isWhole: isWhole, timeout) ?? (isWhole ? self.body(at: path, isWhole: false, timeout / 4) : nil)
    return body.map { with($0, path: name) } ?? self
  }

  /// Returns the hashes of the file; `nil` if it does not respond in time.
  private func body(at path: String, isWhole: Bool, _ timeout: Double) -> PhotoBody? {
    let size = size
    let round = ConcurrentReading<PhotoBody?>(1, threads: 1, timeout: Int64(timeout * 1e6)) { isActive in
      { _ in PhotoBody.reading(path, size: size, isWhole: isWhole, while: isActive) }
    }
    guard case .some(.some(.some(let body))) = round.run(while: { true })?.first else { return nil }
    return body
  }
}
