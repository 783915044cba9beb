/// Files with equal bytes in several folders, as Google Takeout writes them for each album.
///
/// They are one photo of the library: counted once, reviewed once, and never a burst. The other files are in its `stack`.
/// Equal bytes have one mark, so no view and no decision is lost; an edited version of a photo has a mark of its own, and
/// stays a photo of its own.
enum Copies {
  /// Moves copies into the stack of the photo that stands for them. The photos must be in the order of
  /// paths, and those with the same beginning must have been distinguished.
  /// - Complexity: O(n).
  static func join(_ photos: inout [Photo]) {
    var owners: [Int: Int] = [:]
    findEqual(photos, &owners)
    guard !owners.isEmpty else { return }
    for (copy, first) in owners.sorted(by: { $0.key < $1.key }) {
      photos[first].stack += [photos[copy].path] + photos[copy].stack
      photos[first].adopt(photos[copy])
    }
    var place = -1
    photos.removeAll { _ in
      place += 1
      return owners[place] != nil
    }
  }

  // MARK: Equal bytes

  private static func findEqual(_ photos: [Photo], _ owners: inout [Int: Int]) {
    let read = photos.indices.filter {
      photos[$0].body?.whole != nil || photos[$0].body != nil && !photos[$0].hasLookalike
    }
    for copies in Dictionary(grouping: read, by: { photos[$0].content }).values where copies.count > 1 {
      let sorted = copies.sorted()
      let first = sorted.first { isMainFolder(photos[$0].path) } ?? sorted[0]
      for copy in sorted where copy != first { owners[copy] = first }
    }
  }

  /// `true` for Takeout's folders of years, whose photos it copies into the folders of albums. Their names begin with
  /// words of the account's language: `Photos from 2024`, `Fotos von 2024`.
  private static func isMainFolder(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let year = parts[parts.count - 2].split(separator: " ").last else { return false }
    return year.count == 4 && year.allSatisfy { $0.isNumber }
  }
}

extension Photo {
  /// What is known of a file's content.
  fileprivate struct Content: Hashable {
    let size: Int
    let head: UInt64
    let body: PhotoBody?
    /// The date may come from the name or from a sidecar, which the other file may not have; files' own dates differ.
    let taken: LocalTime?
  }

  fileprivate var content: Content {
    Content(size: size, head: metadata.head, body: body, taken: isDatedByFile ? nil : taken.local)
  }

  /// Adopts what another file of the same photo knows.
  fileprivate mutating func adopt(_ other: Photo) {
    if isDatedByFile, !other.isDatedByFile {
      taken = other.taken
      metadata.dates = other.metadata.dates
    }
    position = position ?? other.position
    if metadata.rating ?? 0 == 0, let rating = other.metadata.rating { metadata.rating = rating }
  }
}
