import Timeline

/// The identity of a photo, independent of its library's location and its name: its size, the time on its camera's
/// clock, a hash of the camera's name and of the first 4 KiB, and hashes of the rest if other photos have the same
/// beginning.
///
/// Copies of a file are one photo. The camera's time counts as in the file, even if it was corrected, and a date in a
/// file name or in a file beside the photo does not count: those may change while the photo stays the same.
///
/// Two marks are equal if they contain the same. A stored mark may contain more than the mark of a photo in a
/// library, whose file need not be read if no other photo is similar. It may also contain less, from a time when only
/// the first 4 KiB were stored. `isKept(as:)` tells whether both belong to the same photo.
public struct PhotoMark: Hashable, Sendable {
  /// The fields that all marks have.
  struct Beginning: Hashable, Sendable {
    fileprivate let size: Int
    /// The date in the file, in microseconds; `nil` if there is none.
    fileprivate let taken: Int64?
    fileprivate let hash: UInt64
  }

  /// The fields that few marks have.
  private struct More: Sendable {
    var body: PhotoBody?
    /// A hash of the file's name, which distinguishes similar photos if the stored mark of one contains less than is
    /// known now.
    var name: UInt64?
    /// `true` if other photos in the library have the same beginning.
    var hasLookalike = false
    /// The marks of the other files of the photo.
    var versions: [PhotoMark] = []
  }

  let beginning: Beginning
  /// An array of at most one element: libraries hold millions of photos, and few have the same beginning.
  private var more: [More] = []

  /// The mark of a photo, which knows those of its other files.
  public init(_ photo: Photo) {
    self.init(of: photo)
    let versions = photo.versions
    guard !versions.isEmpty else { return }
    if more.isEmpty { more = [More(name: Self.name(photo.path))] }
    more[0].versions = versions
  }

  /// The mark of a photo's main file alone.
  init(of photo: Photo) {
    beginning = Beginning(
      size: photo.size, taken: photo.metadata.dates.first { $0.source.isOfTheFile }?.local.microseconds,
      hash: (photo.camera ?? "").utf8.fingerprint(after: photo.metadata.head))
    if let body = photo.body {
      more = [More(body: body, name: Self.name(photo.path), hasLookalike: photo.hasLookalike)]
    }
  }

  /// The file's length in bytes.
  var size: Int { beginning.size }
  /// The hashes of the content after the first 4 KiB; `nil` if they are not known.
  public var body: PhotoBody? { more.first?.body }
  /// The marks of the other files of the photo in a library, in the order of its `stack`: an edited version and its
  /// original are one photo, so a decision about one counts for both.
  public var versions: [PhotoMark] { more.first?.versions ?? [] }
  /// `true` if the file contains no capture date.
  var isUndated: Bool { beginning.taken == nil }

  /// Returns whether the photo was stored under the same file name.
  func hasName(of path: String) -> Bool { more.first?.name == Self.name(path) }

  /// Returns a copy with the hashes of the content after the first 4 KiB.
  func with(_ body: PhotoBody, path: String) -> PhotoMark {
    var mark = self
    mark.more = [
      More(
        body: body, name: Self.name(path), hasLookalike: more.first?.hasLookalike ?? false, versions: versions)
    ]
    return mark
  }

  /// Returns a copy with other marks of its other files.
  public func with(versions: [PhotoMark]) -> PhotoMark {
    var mark = self
    if !mark.more.isEmpty { mark.more[0].versions = versions }
    return mark
  }

  /// Returns the first value that a function gives for this file, or for one of the other files of the photo.
  public func first<Value>(_ value: (PhotoMark) -> Value?) -> Value? {
    if let own = value(self) { return own }
    return more.isEmpty ? nil : more[0].versions.lazy.compactMap(value).first
  }

  /// `true` if the photo with this mark may be the one that was stored with the mark `kept`: all values known to both
  /// are equal.
  ///
  /// A mark with less information, such as one from a time when only the first 4 KiB were stored, belongs to every
  /// photo that it fits. If a library has similar photos, it belongs only to those with its file name.
  public func isKept(as kept: PhotoMark) -> Bool {
    guard beginning == kept.beginning else { return false }
    var isTold = body == nil
    if let body, let known = kept.body {
      guard body.agrees(with: known) else { return false }
      isTold = body.whole == nil || known.whole != nil
    }
    guard !isTold, let more = more.first, more.hasLookalike else { return true }
    return more.name == kept.more.first?.name
  }

  public static func == (a: PhotoMark, b: PhotoMark) -> Bool { a.beginning == b.beginning && a.body == b.body }
  public func hash(into hasher: inout Hasher) { hasher.combine(beginning) }

  private static func name(_ path: String) -> UInt64 {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    return path.utf8[slash...].fingerprint()
  }

  // MARK: As text

  /// The mark as text, `2190436/1759410312137000/9f86d081884c7d65`: bytes, microseconds since 1970 on the camera's
  /// clock (`-` without a date), and the hash. The body is left out.
  public var text: String {
    "\(beginning.size)/\(beginning.taken.map { "\($0)" } ?? "-")/\(String(beginning.hash, radix: 16))"
  }

  /// The complete mark as one text.
  public var completeText: String { text + (body.map { "/" + $0.text } ?? "") }

  /// Parses a stored mark; `nil` for any other text.
  /// - Parameters:
  ///   - body: The text of its body; `nil` if none was stored.
  ///   - path: The photo's path at that time.
  public init?(text: String, body: String? = nil, path: String = "") {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let size = Int(parts[0]), size >= 0, let hash = UInt64(parts[2], radix: 16) else {
      return nil
    }
    let taken = Int64(parts[1])
    guard taken != nil || parts[1] == "-" else { return nil }
    beginning = Beginning(size: size, taken: taken, hash: hash)
    if let body {
      guard let body = PhotoBody(text: body) else { return nil }
      more = [More(body: body, name: Self.name(path))]
    } else if !path.isEmpty {
      more = [More(name: Self.name(path))]
    }
  }
}

extension Photo {
  /// The identity of the photo.
  public var mark: PhotoMark { PhotoMark(self) }
}

extension CaptureTime.Source {
  /// `true` if the date is in the photo's own bytes, and not in a file beside it or in its name.
  var isOfTheFile: Bool {
    switch self {
    case .exifOriginal, .exifDigitized, .iptc, .ciff, .movieTaken, .movieCreated, .riff, .camcorder, .matroskaTag,
      .matroska, .exifModified:
      true
    case .sidecar, .xmpOriginal, .xmpPhotoshop, .xmpCreated, .gps, .takeout, .name, .nameUTC, .day, .nameDay, .file:
      false
    }
  }
}
