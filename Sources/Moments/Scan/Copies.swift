/// Files that show the same photo: equal bytes in several folders, as Google Takeout writes them for each album, and the
/// edited version of a photo beside its original.
///
/// They are one photo of the library: counted once, reviewed once, and never a burst. The file that people want to see
/// comes first, the others are in its `stack`.
enum Copies {
  /// The maximum difference, in microseconds, between the dates of a photo and its edited version.
  private static let dateDistanceLimit: Int64 = 2_000_000

  /// Moves copies and originals into the stack of the photo that stands for them. The photos must be in the order of
  /// paths, and those with the same beginning must have been distinguished.
  /// - Complexity: O(n); O(m log n) for m names of edited versions.
  static func join(_ photos: inout [Photo]) {
    var owners: [Int: Int] = [:]
    findEqual(photos, &owners)
    findEdited(photos, &owners)
    guard !owners.isEmpty else { return }
    for (copy, first) in owners.sorted(by: { $0.key < $1.key }) {
      // A copy of a copy belongs to the same photo.
      let owner = owners[first] ?? first
      photos[owner].stack += [photos[copy].path] + photos[copy].stack
      photos[owner].adopt(photos[copy])
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

  // MARK: Edited versions

  private static func findEdited(_ photos: [Photo], _ owners: inout [Int: Int]) {
    for place in photos.indices where owners[place] == nil {
      guard let stem = original(of: photos[place].path) else { continue }
      for other in photosWithStem(stem, photos) where other != place && owners[other] == nil {
        let (a, b) = (photos[place].taken, photos[other].taken)
        let distance = (a.local.microseconds - b.local.microseconds).magnitude
        // Editors may leave out the date; a counter that restarted gives another one.
        let isSameTime = distance <= dateDistanceLimit || photos[place].isDatedByFile || photos[other].isDatedByFile
        if isSameTime, photos[place].metadata.format?.isVideo != true { owners[other] = place }
      }
    }
  }

  /// Returns the path, up to the dot of the extension, of the original of an edited version; `nil` for other names.
  ///
  /// Apple writes `IMG_E0001` beside `IMG_0001`, Google `a-edited` beside `a`, and Pixel phones name the picture and the
  /// raw file of one photo `….RAW-01.COVER` and `….RAW-02.ORIGINAL`.
  static func original(of path: String) -> String? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let stem = path[..<dot]
    let start = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
    let name = stem[start...]
    let folder = stem[..<start]
    if name.hasPrefix("IMG_E"), name.count > 5, name.dropFirst(5).allSatisfy({ $0.isNumber }) {
      return "\(folder)IMG_\(name.dropFirst(5))"
    }
    if name.hasSuffix(".RAW-01.COVER") { return "\(folder)\(name.dropLast(8))02.ORIGINAL" }
    return SidecarIndex.unedited(String(name)).map { folder + $0 }
  }

  /// Returns the photos whose path up to the dot of the extension is `stem`. O(log n).
  private static func photosWithStem(_ stem: String, _ photos: [Photo]) -> [Int] {
    let beginning = stem + "."
    var (low, high) = (0, photos.count)
    while low < high {
      let middle = (low + high) / 2
      if photos[middle].path < beginning { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    while low < photos.count, photos[low].path.hasPrefix(beginning) {
      if !photos[low].path.dropFirst(beginning.count).contains(where: { $0 == "." || $0 == "/" }) { found.append(low) }
      low += 1
    }
    return found
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
