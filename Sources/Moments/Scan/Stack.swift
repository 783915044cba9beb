import Timeline

/// Files that form one photo: a raw file with the camera's JPEG, or a still with several seconds of film around it
/// (Live Photo).
///
/// The files are in one folder and have the same name except for the extension. The rule is PhotoPrism's, but
/// narrower. A film of more than five seconds, of another day or from another camera is a separate film. A raw file
/// with another date is a separate photo, since a camera's counter restarts.
enum Stack {
  fileprivate static let filmLengthLimit = Duration.seconds(5)
  /// The maximum difference, in microseconds, between the dates of a raw file and its JPEG: some cameras write the
  /// second in which each was saved.
  fileprivate static let dateDistanceLimit: Int64 = 2_000_000
  /// The maximum difference, in microseconds, between the dates of a still and its film, one of which may be in UTC.
  fileprivate static let filmDistanceLimit: Int64 = 86_400_000_000
  /// The maximum difference if both offsets are known: the film's date may be that of its end, or of the moment it was
  /// saved.
  fileprivate static let exactFilmDistanceLimit: Int64 = 60_000_000

  /// Moves photos that are part of another photo into its `stack`. The photos must be in the order of paths. O(n), in
  /// place: a second list of a million photos would need too much memory.
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

  /// Returns the path up to and including the dot of its extension, or the whole path if there is none.
  private static func stem(_ path: String) -> Substring.UTF8View {
    let mark = path.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    guard let mark, path.utf8[mark] == UInt8(ascii: ".") else { return path[...].utf8 }
    return path[...mark].utf8
  }

  private static func joined(_ group: ArraySlice<Photo>) -> [Photo] {
    // The main file is the one that is easiest to show: a picture that every program can show, then a raw file.
    guard var first = group.first(where: { $0.isStill }) ?? group.first(where: { $0.isRaw }) else {
      return Array(group)
    }
    var others: [Photo] = []
    for photo in group where photo.path != first.path {
      guard photo.belongs(to: first) else {
        others.append(photo)
        continue
      }
      first.adopt(photo)
      // An editor may have removed metadata from the JPEG that the raw file still contains, and corrects dates beside
      // the raw file.
      if photo.isRaw || first.isDatedByFile { first.adoptDate(of: photo) }
    }
    return ([first] + others).sorted { $0.path < $1.path }
  }
}

extension Photo {
  /// The paths of the files that editors open as this photo: its own and that of its raw file, but not that of its
  /// film.
  public var editable: [String] {
    [path] + stack.filter { !MediaFormat.filmExtensions.contains($0.split(separator: ".").last?.lowercased() ?? "") }
  }

  var isStill: Bool { [.jpeg, .heic, .avif, .png, .webp, .jpegXL].contains(metadata.format) }
  var isRaw: Bool {
    // Most raw files are a TIFF with another extension; with a TIFF's own extension it is a scan or an editor's
    // output.
    let name = path.lowercased()
    if name.hasSuffix(".tif") || name.hasSuffix(".tiff") { return false }
    return [.tiff, .canonRaw, .fujiRaw, .panasonicRaw, .olympusRaw, .minoltaRaw, .sigmaRaw].contains(metadata.format)
  }

  /// The instant, if the file itself tells it.
  private var exactInstant: Instant? {
    guard hasTime, let offset = taken.offset, ![.session, .file].contains(offset.source) else { return nil }
    return taken.instant
  }

  /// The time that the file itself tells, which two files of one photo share even if a sidecar corrects one of them.
  private var uncorrectedTime: LocalTime {
    guard taken.source == .sidecar else { return writtenTime }
    return metadata.dates.first { $0.source != .sidecar }?.local ?? taken.local
  }

  fileprivate func belongs(to first: Photo) -> Bool {
    let isCorrected = taken.source == .sidecar || first.taken.source == .sidecar
    let (own, other) =
      isCorrected ? (uncorrectedTime, first.uncorrectedTime) : (taken.local, first.taken.local)
    let distance = (own.microseconds - other.microseconds).magnitude
    if metadata.format?.isVideo ?? false {
      guard first.metadata.format != .png, metadata.length.map({ $0 <= Stack.filmLengthLimit }) ?? false else {
        return false
      }
      if let model = metadata.model, let other = first.metadata.model, model != other { return false }
      if let own = exactInstant, let other = first.exactInstant {
        return (own.microseconds - other.microseconds).magnitude <= Stack.exactFilmDistanceLimit
      }
      return isDatedByFile || first.isDatedByFile || distance <= Stack.filmDistanceLimit
    }
    guard isRaw, first.isStill else { return false }
    guard hasTime, first.hasTime else { return true }
    return distance <= Stack.dateDistanceLimit
  }
}
