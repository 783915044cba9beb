import Timeline

/// What a photo is known by, wherever its library lies and whatever it is called: its size, what its camera's clock
/// showed, and a hash of the camera's name and of the first 4 KiB.
///
/// Copies of one file are one photo. The camera's clock counts as the file has it, also where it was corrected, and a
/// date that stands in a name or beside the photo does not count: those may change while the photo stays.
public struct PhotoMark: Hashable, Sendable {
  private let size: Int
  /// Microseconds of the date in the file; `nil` where it has none.
  private let taken: Int64?
  private let hash: UInt64

  public init(_ photo: Photo) {
    size = photo.size
    taken = photo.metadata.dates.first { $0.source.isOfTheFile }?.local.microseconds
    hash = (photo.camera ?? "").utf8.fingerprint(after: photo.metadata.head)
  }

  /// `2190436/1759410312137000/9f86d081884c7d65`: bytes, microseconds since 1970 on the camera's clock (`-` without a
  /// date), and the hash.
  public var text: String { "\(size)/\(taken.map { "\($0)" } ?? "-")/\(String(hash, radix: 16))" }

  /// A mark as it was kept; `nil` for any other text.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let size = Int(parts[0]), size >= 0, let hash = UInt64(parts[2], radix: 16) else {
      return nil
    }
    let taken = Int64(parts[1])
    guard taken != nil || parts[1] == "-" else { return nil }
    (self.size, self.taken, self.hash) = (size, taken, hash)
  }
}

extension Photo {
  /// What it is known by.
  public var mark: PhotoMark { PhotoMark(self) }
}

extension CaptureTime.Source {
  /// Whether it stands in the photo's own bytes, whoever writes something beside it or renames it.
  fileprivate var isOfTheFile: Bool {
    switch self {
    case .exifOriginal, .exifDigitized, .iptc, .ciff, .movieTaken, .movieCreated, .riff, .camcorder, .matroskaTag,
      .matroska, .exifModified:
      true
    case .xmpOriginal, .xmpPhotoshop, .xmpCreated, .takeout, .name, .nameUTC, .day, .nameDay, .file: false
    }
  }
}
