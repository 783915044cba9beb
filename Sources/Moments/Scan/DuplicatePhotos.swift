/// Files that show the same photo: equal bytes in several folders, as Google Takeout writes them for each album, and an
/// edited version beside its original.
///
/// They are one photo of the library: counted once, reviewed once, and never a burst. The file that people want to see
/// comes first, the others are in its `stack`; a decision about any of them counts for the photo. Two different photos
/// are never one: where names, dates and cameras leave a doubt, both stay.
enum DuplicatePhotos {
  /// Moves copies and originals into the stack of the photo that stands for them. The photos must be in the order of
  /// paths, and those with the same beginning must have been distinguished.
  /// - Returns: The number of files moved.
  /// - Complexity: O(n); O(m log n) for m names of edited versions.
  static func join(_ photos: inout [Photo]) -> Int {
    var owners: [Int: Int] = [:]
    findEqual(photos, &owners)
    merge(owners, &photos)
    var versions: [Int: Int] = [:]
    findEdited(photos, owners, &versions)
    merge(versions, &photos)
    owners.merge(versions) { owner, _ in owner }
    guard !owners.isEmpty else { return 0 }
    var place = -1
    photos.removeAll { _ in
      place += 1
      return owners[place] != nil
    }
    return owners.count
  }

  private static func merge(_ owners: [Int: Int], _ photos: inout [Photo]) {
    for (place, owner) in owners.sorted(by: { $0.key < $1.key }) {
      photos[owner].adopt(photos[place])
      photos[owner].adoptDate(of: photos[place])
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

  /// Finds the photo that stands for each original and its versions: the version that was written last.
  private static func findEdited(_ photos: [Photo], _ copies: [Int: Int], _ owners: inout [Int: Int]) {
    var originals: [Int: Int] = [:]
    for place in photos.indices where copies[place] == nil && photos[place].isPicture {
      guard let name = VersionName(photos[place].path) else { continue }
      var found = photosWithStem(name.original, photos).filter { photos[place].isVersion(of: photos[$0], name) }
      if found.count > 1 { found = found.filter { ending(photos[$0].path) == ending(photos[place].path) } }
      guard found.count == 1 else { continue }
      // A copy of the original belongs to the photo of which it is a copy.
      let original = copies[found[0]] ?? found[0]
      if original != place { originals[place] = original }
    }
    guard !originals.isEmpty else { return }
    var groups: [Int: [Int]] = [:]
    for place in originals.keys {
      // An edited version may have been edited again.
      var (root, steps) = (place, 0)
      while let next = originals[root], steps < editsLimit { (root, steps) = (next, steps + 1) }
      if root != place { groups[root, default: []].append(place) }
    }
    for (root, versions) in groups where originals[root] == nil {
      let shown = versions.max {
        (photos[$0].modified, photos[$0].path) < (photos[$1].modified, photos[$1].path)
      }
      for place in [root] + versions where place != shown { owners[place] = shown }
    }
  }

  /// The maximum number of edited versions of edited versions.
  private static let editsLimit = 8

  private static func ending(_ path: String) -> String { path.split(separator: ".").last?.lowercased() ?? "" }

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
      let isFile = !photos[low].path.dropFirst(beginning.count).contains { $0 == "." || $0 == "/" }
      if isFile, photos[low].isPicture { found.append(low) }
      low += 1
    }
    return found
  }
}

/// The name of an edited version, which names its original.
///
/// Apple writes `IMG_E0001` beside `IMG_0001`, Google `a-edited` beside `a`, and Pixel phones name the picture and the raw
/// file of one photo `….RAW-01.COVER` and `….RAW-02.ORIGINAL`.
struct VersionName {
  /// The path of the original up to the dot of its extension.
  let original: String
  /// `true` if the name alone says that there is an original: it contains a complete word for "edited".
  let isCertain: Bool

  /// Returns `false` for nearly all names, at once: libraries hold millions of photos.
  private static func isPossible(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      return bytes[start...].contains(UInt8(ascii: "-")) || bytes[start...].starts(with: "IMG_E".utf8)
    }
  }

  /// - Returns: `nil` for any other name.
  init?(_ path: String) {
    guard Self.isPossible(path), let dot = path.lastIndex(of: ".") else { return nil }
    let stem = path[..<dot]
    let start = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
    let name = String(stem[start...])
    let folder = stem[..<start]
    if name.hasPrefix("IMG_E"), name.count > 5, name.dropFirst(5).allSatisfy({ $0.isNumber }) {
      (original, isCertain) = ("\(folder)IMG_\(name.dropFirst(5))", false)
      return
    }
    if name.hasSuffix(".RAW-01.COVER") {
      (original, isCertain) = ("\(folder)\(name.dropLast(8))02.ORIGINAL", false)
      return
    }
    let (base, copy) = SidecarIndex.numbered(name)
    guard let edit = SidecarIndex.Edit(base), !edit.isOfSeveral, !edit.original.isEmpty else { return nil }
    (original, isCertain) = (folder + edit.original + copy, edit.isWhole)
  }
}

extension Photo {
  /// The known facts about a file's content.
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

  fileprivate var isPicture: Bool { metadata.format.map { !$0.isVideo } ?? false }

  /// The index in `stack` of the file that stays as it is while others are edited again; `nil` if it is the main file.
  public var original: Int? {
    guard let name = VersionName(path) else { return nil }
    return stack.firstIndex { other in
      guard other.hasPrefix(name.original + "."), !MediaFormat.filmExtensions.contains(Self.ending(other)) else {
        return false
      }
      return !other.dropFirst(name.original.count + 1).contains { $0 == "." || $0 == "/" }
    }
  }

  private static func ending(_ path: String) -> String { path.split(separator: ".").last?.lowercased() ?? "" }

  /// The capture date in the file itself, which editors keep in the versions that they write.
  private var ownDate: LocalTime? {
    metadata.dates.first { $0.source.isOfTheFile && $0.source != .exifModified }?.local
  }

  /// The maximum difference, in microseconds, between the dates of an original and its version: editors may leave out
  /// the fraction of a second.
  private static let versionDistanceLimit: UInt64 = 1_000_000

  /// Returns whether this photo, whose name says so, is a version of another one.
  fileprivate func isVersion(of other: Photo, _ name: VersionName) -> Bool {
    guard path != other.path else { return false }
    if let camera, let second = other.camera, camera != second { return false }
    if let date = ownDate, let second = other.ownDate {
      return (date.microseconds - second.microseconds).magnitude < Self.versionDistanceLimit
    }
    guard name.isCertain else { return false }
    // Without two dates only the name is left; two dates from elsewhere must not contradict it.
    return !hasTime || !other.hasTime
      || (taken.local.microseconds - other.taken.local.microseconds).magnitude < Self.versionDistanceLimit
  }
}
