import Timeline

/// Files that are one photo: a raw file with the camera's JPEG, a still with the seconds of film around it (Live Photo).
///
/// They lie in one folder and have one name but for the ending. The rule is that of PhotoPrism, narrower: a film of more
/// than five seconds, of another day or of another camera is a film, and a raw file whose date is another one is another
/// photo: a camera's counter begins again.
enum Stack {
  fileprivate static let longestFilm = Duration.seconds(5)
  /// How far the dates of a raw file and its JPEG may lie apart: some cameras write the second in which each was saved.
  fileprivate static let farthest: Int64 = 2_000_000
  /// The same of a still and its film, one of which may be in UTC.
  fileprivate static let farthestFilm: Int64 = 86_400_000_000

  /// Takes those that are part of another photo into its `stack`. O(n), for photos in the order of paths, in their place: of a
  /// million there is no room for a second list.
  static func join(_ photos: inout [Photo]) {
    var (start, place) = (0, 0)
    while start < photos.count {
      let stem = Self.stem(photos[start].path)
      var end = start + 1
      while end < photos.count, Self.stem(photos[end].path).elementsEqual(stem) { end += 1 }
      if end - start == 1 {
        if place < start { photos.swapAt(place, start) }
        place += 1
      } else {
        for photo in joined(photos[start..<end]) {
          photos[place] = photo
          place += 1
        }
      }
      start = end
    }
    photos.removeSubrange(place...)
  }

  /// The path up to the dot of its ending, with it; all of it where there is none.
  private static func stem(_ path: String) -> Substring.UTF8View {
    let mark = path.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    guard let mark, path.utf8[mark] == UInt8(ascii: ".") else { return path[...].utf8 }
    return path[...mark].utf8
  }

  private static func joined(_ group: ArraySlice<Photo>) -> [Photo] {
    // What shows best goes first: a picture that every program can show, then a raw file.
    guard var first = group.first(where: \.isStill) ?? group.first(where: \.isRaw) else { return Array(group) }
    var others: [Photo] = []
    for photo in group where photo.path != first.path {
      guard photo.belongs(to: first) else {
        others.append(photo)
        continue
      }
      first.stack.append(photo.path)
      // An editor may have left out of the JPEG what the raw file knows.
      if first.isDatedByFile, !photo.isDatedByFile {
        first.taken = photo.taken
        first.metadata.dates = photo.metadata.dates
      }
      first.position = first.position ?? photo.position
      // Editors write the stars beside the raw file, which is what they show.
      if photo.isRaw, first.metadata.rating ?? 0 == 0, let rating = photo.metadata.rating {
        first.metadata.rating = rating
      }
    }
    return ([first] + others).sorted { $0.path < $1.path }
  }
}

extension Photo {
  /// The paths of the files that editors open as this photo: its own, and its raw file's; not the film around it.
  public var editable: [String] {
    let films: Set = [
      "mov", "qt", "mp4", "m4v", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts", "m2t", "mpg", "mpeg", "wmv", "asf",
      "insv",
    ]
    return [path] + stack.filter { !films.contains($0.split(separator: ".").last?.lowercased() ?? "") }
  }

  fileprivate var isStill: Bool { [.jpeg, .heic, .avif, .png, .webp, .jpegXL].contains(metadata.format) }
  fileprivate var isRaw: Bool {
    // Most raw files are a TIFF by another ending; by its own it is a scan, or what an editor made.
    let name = path.lowercased()
    if name.hasSuffix(".tif") || name.hasSuffix(".tiff") { return false }
    return [.tiff, .canonRaw, .fujiRaw, .panasonicRaw, .olympusRaw, .minoltaRaw, .sigmaRaw].contains(metadata.format)
  }

  fileprivate func belongs(to first: Photo) -> Bool {
    let distance = (taken.local.microseconds - first.taken.local.microseconds).magnitude
    if metadata.format?.isVideo ?? false {
      guard first.metadata.format != .png, metadata.length.map({ $0 <= Stack.longestFilm }) ?? false else {
        return false
      }
      if let model = metadata.model, let other = first.metadata.model, model != other { return false }
      return isDatedByFile || first.isDatedByFile || distance <= Stack.farthestFilm
    }
    guard isRaw, first.isStill else { return false }
    guard hasTime, first.hasTime else { return true }
    return distance <= Stack.farthest
  }
}
