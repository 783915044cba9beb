import JSON
import System

/// Files beside a photo that say what the photo itself does not: XMP from editors, JSON from Google Takeout.
///
/// They fill gaps only, all of them: XMP first, by the photo's full name and then by the name without its ending, and then
/// Google's. A photo's own date of capture and position go first; a date of change is no date of capture.
struct Sidecar: Hashable {
  /// The file's path in the library.
  var path: String
  var kind: Kind
  /// The endings, in small letters, of other files that it may be about: it is called as all of them without theirs.
  var others: [String] = []

  enum Kind: Hashable {
    case xmp
    case takeout
  }

  /// The most bytes that are read: editors keep a history of hundreds of steps in XMP, and masks; Google's files are short.
  static let mostBytes = 1 << 23

  /// Adds to `metadata` what the files beside a photo have and it lacks, each for what it has: date, position and stars may
  /// stand in several.
  /// - Parameter sidecars: in the order in which they count.
  static func fill(_ metadata: inout Metadata, from sidecars: [Sidecar], below root: String) {
    let own = metadata.rating
    // What an editor says is newer than what the camera wrote; an editor that says "no stars" may be one that only ever shows
    // the photo, so the stars of another one count.
    var said: Int?
    for sidecar in sidecars {
      metadata.rating = nil
      sidecar.fill(&metadata, fullPath: root + "/" + sidecar.path)
      if let rating = metadata.rating, said ?? 0 == 0 { said = rating }
    }
    metadata.rating = said ?? own
  }

  /// Adds to `metadata` what the file at `fullPath` has and it lacks.
  private func fill(_ metadata: inout Metadata, fullPath: String) {
    guard
      kind == .xmp || metadata.position == nil || metadata.taken.map({ $0.source >= .exifModified }) ?? true,
      let bytes = Self.read(fullPath)
    else { return }
    switch kind {
    case .xmp:
      bytes.withUnsafeBytes { bytes in
        var fields = XMPFields(bytes)
        guard !isOfAnother(fields) else { return }
        // By any prefix, and not those of another picture that this one was made of.
        if let rating = try? SidecarRating(Array(bytes)) { fields.rating = rating.stars }
        metadata.fill(fields)
        metadata.add(day: fields.day)
      }
    case .takeout:
      guard let fields = TakeoutFields(bytes) else { return }
      metadata.position = metadata.position ?? fields.position
      if let taken = fields.taken { metadata.dates.append(taken) }
    }
    metadata.dates.sort { $0.source < $1.source }
  }

  /// Whether it says that it is about another file, as Adobe's programs do.
  func isOfAnother(_ fields: XMPFields) -> Bool { fields.ending.map { others.contains($0) } ?? false }

  private static func read(_ path: String) -> [UInt8]? {
    guard let bytes = try? File.read(path, atMost: mostBytes + 1), (1...mostBytes).contains(bytes.count) else {
      return nil
    }
    return bytes
  }
}
