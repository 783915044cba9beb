import Timeline

/// Distinguishes photos with the same beginning.
///
/// Size, date and the first 4 KiB distinguish nearly all photos. But scans of the same size on white paper, and
/// uncompressed pictures of a burst, have all of these in common. Only for such photos the middle and the end are read,
/// and the whole file if these are equal as well. The same holds for photos that begin like a viewed photo of this or
/// another library. The index stores the results.
extension Scanner {
  /// The maximum number of bytes of compressed and dated photos that one scan reads completely. Most such photos with
  /// the same beginning are copies; those left over count as copies until the next scan continues with them.
  private static let copyByteLimit = 2 << 30
  /// The maximum number of bytes of such photos that one scan reads because a photo with the same file name was viewed:
  /// most of them are that photo. Those left over count as that photo until the next scan continues with them.
  private static let viewedByteLimit = 128 << 20
  /// The minimum speed, in bytes per second, below which a disk counts as not responding.
  private static let minimumSpeed = 10_000_000.0

  /// Gives photos with the same beginning the hashes that distinguish them.
  /// - Returns: `false` if the caller asked to stop.
  func distinguish(
    _ photos: inout [Photo], _ index: inout PhotoIndex, below root: String, while isWanted: () -> Bool
  ) -> Bool {
    let groups = Self.beginningAlike(photos)
    let known = review.isEmpty ? [] : photos.indices.filter { !review.marks(beginningAs: photos[$0].mark).isEmpty }
    guard !groups.isEmpty || !known.isEmpty else { return true }

    var bodies: [Int: PhotoBody] = [:]
    let members = Set(groups.joined()).union(known).filter { photos[$0].metadata.format != nil }.sorted()
    guard read(members, isWhole: false, photos, &index, &bodies, below: root, while: isWanted) else { return false }

    var left = Self.copyByteLimit
    var equal: Set<Int> = []
    for group in groups {
      let same = Dictionary(grouping: group.filter { bodies[$0] != nil }) { bodies[$0]?.sample }.values
      for copies in same.filter({ $0.count > 1 }).sorted(by: { $0[0] < $1[0] }) {
        if !photos[copies[0]].differsAnywhere, copies.contains(where: { bodies[$0]?.whole == nil }) {
          let bytes = photos[copies[0]].size * copies.count
          guard bytes <= left else { continue }
          left -= bytes
        }
        equal.formUnion(copies)
      }
    }
    var leftOfViewed = Self.viewedByteLimit
    for photo in known {
      guard let body = bodies[photo], !equal.contains(photo) else { continue }
      let same = review.marks(beginningAs: photos[photo].mark).filter {
        $0.body?.whole != nil && $0.body?.sample == body.sample
      }
      guard !same.isEmpty else { continue }
      if body.whole == nil, !photos[photo].differsAnywhere {
        let size = photos[photo].size
        if same.contains(where: { $0.hasName(of: photos[photo].path) }) {
          guard size <= leftOfViewed else { continue }
          leftOfViewed -= size
        } else {
          guard size <= left else { continue }
          left -= size
        }
      }
      equal.insert(photo)
    }
    guard read(equal.sorted(), isWhole: true, photos, &index, &bodies, below: root, while: isWanted) else {
      return false
    }
    for place in members {
      guard let body = bodies[place] else { continue }
      photos[place].body = equal.contains(place) ? body : PhotoBody(sample: body.sample)
    }
    for group in groups where Set(group.map { photos[$0].body }).count > 1 {
      for place in group { photos[place].hasLookalike = true }
    }
    return true
  }

  /// Returns groups of two or more photos with the same size, date, camera and first 4 KiB, in order.
  private static func beginningAlike(_ photos: [Photo]) -> [[Int]] {
    var keys = photos.map { $0.metadata.head ^ UInt64($0.size) &* 0x9E37_79B9_7F4A_7C15 }
    let ofPhotos = keys
    keys.sort()
    var shared: Set<UInt64> = []
    for place in keys.indices.dropFirst() where keys[place] == keys[place - 1] { shared.insert(keys[place]) }
    guard !shared.isEmpty else { return [] }
    let alike = photos.indices.filter { shared.contains(ofPhotos[$0]) && photos[$0].body == nil }
    return Dictionary(grouping: alike) { photos[$0].mark }.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  /// Reads the missing hashes of some files; files that do not respond are left out.
  /// - Returns: `false` if the caller asked to stop.
  private func read(
    _ places: [Int], isWhole: Bool, _ photos: [Photo], _ index: inout PhotoIndex, _ bodies: inout [Int: PhotoBody],
    below root: String, while isWanted: () -> Bool
  ) -> Bool {
    var wanted: [(place: Int, path: String, size: Int)] = []
    for place in places {
      let known = index.body(of: photos[place].path)
      if let known, known.whole != nil || !isWhole {
        bodies[place] = known
      } else {
        wanted.append((place, root + "/" + photos[place].path, photos[place].size))
      }
    }
    guard !wanted.isEmpty else { return true }
    let files = wanted
    let slowest = isWhole ? Double(files.map { $0.size }.max() ?? 0) / Self.minimumSpeed : 0
    let round = ConcurrentReading<PhotoBody?>(
      files.count, threads: files.count < 8 ? 1 : min(max(threads, 1), 16),
      timeout: Int64((timeout + slowest) * 1e6)
    ) { isActive in
      { PhotoBody.reading(files[$0].path, size: files[$0].size, isWhole: isWhole, while: isActive) }
    }
    guard let read = round.run(while: isWanted) else { return false }
    for (file, body) in zip(files, read) {
      guard let body = body ?? nil else { continue }
      bodies[file.place] = body
      index.keep(body, of: photos[file.place].path)
    }
    return true
  }
}
