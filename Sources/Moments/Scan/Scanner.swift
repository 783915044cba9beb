import System
import Timeline

/// Reads the photos in a folder tree. It opens files only for reading and writes nothing anywhere.
///
///     let scan = try Scanner().scan("Examples/Photos")
///     print(scan.photos.count, scan.problems.count)     // 35 photos
///     let moments = Clustering(scan.photos).clusters
public struct Scanner: Sendable {
  /// Returns the caller's UTC offset at an instant, in minutes: -720...840 (default 0). It is used for the dates of files
  /// without a date inside, and for dates in UTC for which neither place nor neighbours give an offset.
  public var offset: @Sendable (Instant) -> Int = { _ in 0 }
  /// The current time; a photo dated more than a day after it, and after its file was written, has a wrong date.
  public var now: Instant?
  /// The number of reading threads, 1...16. Two nearly halve the time, and more help only on slow disks.
  public var threads = 2
  /// `true` if a photo with a position and no UTC offset gets the offset of the place where it was taken.
  public var usesPlaceOffsets = true
  /// The maximum time for one file in seconds, above 0, before the others continue without it.
  public var timeout = 2.0
  /// The review state of photos of all libraries: a photo with the same beginning as one of these photos is
  /// distinguished from it.
  public var review = Review()

  public init() {}

  /// Reads all photos below `path`, or the single photo at `path`.
  ///
  /// The result is the same for the same files, whatever the threads do, except for files that do not respond within
  /// `timeout`. Those are reported as problems and are photos of which only the name and the file date are known;
  /// the next scan reads them. The caller expands a leading `~`.
  /// - Parameters:
  ///   - path: A folder, or a photo or video file.
  ///   - progress: Receives the number of files read since the last call.
  ///   - isWanted: Called at least twenty times a second; `false` ends the scan, whatever a disk is doing.
  /// - Throws: `ScanError` if there is nothing to read, there is no photo, or the scan was stopped.
  /// - Complexity: O(n log n) for n files. Of each file the first 4 KiB and the ranges given by its header are read.
  ///   Photos with the same beginning are read further, and completely if that does not distinguish them.
  public func scan(
    _ path: String, progress: (Int) -> Void = { _ in }, while isWanted: () -> Bool = { true }
  ) throws(ScanError) -> Scan {
    var index = PhotoIndex()
    return try scan(path, index: &index, progress: progress, while: isWanted)
  }

  /// Scans with an index of a folder's files: unchanged files are not opened.
  /// - Parameter index: The known files, updated by the scan; the scan of a single file does not change it.
  public func scan(
    _ path: String, index: inout PhotoIndex, progress: (Int) -> Void = { _ in },
    while isWanted: () -> Bool = { true }
  ) throws(ScanError) -> Scan {
    let root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let walk = try walk(path, root: root, while: isWanted) else { return try scanFile(path, while: isWanted) }
    var scan = Scan(root: root, photos: [], problems: walk.problems, ignored: walk.ignored)
    // For a million files, only these or their photos fit in memory at the same time.
    let silent = try read(walk.files, &index, into: &scan, progress: progress, while: isWanted)
    scan.photos.reserveCapacity(index.count + silent.count)
    for entry in index.entries { scan.add(located(entry.photo(now: now, offset: offset))) }
    if !silent.isEmpty {
      for photo in unread(silent, below: root, while: isWanted) { scan.add(photo) }
      scan.photos.sort { $0.path < $1.path }
    }
    scan.problems.sort { $0.path < $1.path }
    WallClock.settle(&scan.photos, offset: offset)
    // Before files become one photo: each of them may be like another file that was viewed.
    guard distinguish(&scan.photos, &index, below: root, while: isWanted) else { throw .cancelled }
    Stack.join(&scan.photos)
    scan.versions = DuplicatePhotos.join(&scan.photos)
    guard !scan.photos.isEmpty else { throw .noPhotos(path, problems: scan.problems) }
    return scan
  }

  /// Reads the files of a folder into the index, and their problems into the scan.
  /// - Returns: The files that do not respond and have a photo's extension.
  private func read(
    _ files: [FolderWalk.File], _ index: inout PhotoIndex, into scan: inout Scan, progress: (Int) -> Void,
    while isWanted: () -> Bool
  ) throws(ScanError) -> [FolderWalk.File] {
    let known = index.count > 0 ? index.known(files.map { $0.path }) : []
    var outcomes = try read(files, known, below: scan.root, progress: progress, while: isWanted)
    var cameras = TextInterner()
    for place in outcomes.indices where outcomes[place]?.entry != nil { cameras.share(in: &outcomes[place]!.entry!) }
    index = PhotoIndex(outcomes.lazy.compactMap { $0?.entry }, atMost: outcomes.count)
    for (file, outcome) in zip(files, outcomes) {
      guard let outcome else {
        scan.problems.append(ScanProblem(path: file.path, reason: .noAnswer))
        continue
      }
      if outcome.problem == .notAPhoto || outcome.problem == .empty, !file.isNamed {
        scan.ignored["", default: 0] += 1
      } else if let reason = outcome.problem {
        scan.problems.append(ScanProblem(path: file.path, reason: reason))
      }
    }
    return zip(files, outcomes).filter { $0.isNamed && ($1 == nil || $1?.problem == .noAnswer) }.map { $0.0 }
  }

  /// Lists the files below a folder; `nil` for a path that is not a folder.
  private func walk(_ path: String, root: String, while isWanted: () -> Bool) throws(ScanError) -> FolderWalk? {
    let walks = ConcurrentReading<Result<FolderWalk?, ScanError>>(1, threads: 1, timeout: .max) { isActive in
      { _ in
        guard let status = try? FileStatus(path) else { return .failure(.missing(path)) }
        guard status.isFolder else { return .success(nil) }
        return Result { () throws(ScanError) in try FolderWalk(root: root, while: isActive) }
      }
    }.run(while: isWanted)
    guard case .some(.some(let walk)) = walks?.first else { throw .cancelled }
    return try walk.get()
  }

  private func scanFile(_ path: String, while isWanted: () -> Bool) throws(ScanError) -> Scan {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let root = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let outcomes = ConcurrentReading(1, threads: 1, timeout: .max) { _ in
      { _ in
        var file = FolderWalk.File(path: name)
        // The sidecars of a single photo count as much as those in a library.
        file.sidecars = SidecarIndex((try? Folder.names(in: root)) ?? [], prefix: "")[name]
        return PhotoFile.read(file, below: root, scratch: ScratchMemory(), isThorough: true)
      }
    }.run(while: isWanted)
    guard case .some(.some(let outcome)) = outcomes?.first else { throw .cancelled }
    guard let photo = outcome.entry?.photo(now: now, offset: offset) else {
      if case .unreadable(let why)? = outcome.problem { throw .unreadable(path, why) }
      throw .notAPhoto(path, outcome.problem ?? .notAPhoto)
    }
    let problems = outcome.problem.map { [ScanProblem(path: name, reason: $0)] } ?? []
    var scan = Scan(root: root, isOneFile: true, photos: [], problems: problems, ignored: [:])
    scan.add(located(photo))
    WallClock.settle(&scan.photos, offset: offset)
    return scan
  }

  /// Returns the photo with the UTC offset of its place, if it has a position and a capture date.
  ///
  /// If the offset of the date is known, its instant is exact, whatever zone the camera was set to: the local time becomes
  /// that of the place.
  private func located(_ photo: Photo) -> Photo {
    guard usesPlaceOffsets, photo.taken.source != .exifModified, photo.hasTime, let position = photo.position else {
      return photo
    }
    var photo = photo
    guard let camera = photo.taken.offset, let instant = photo.taken.instant else {
      photo.taken.offset = Places.offset(at: position, local: photo.taken.local)
      return photo
    }
    // Far from any town, at sea, the camera's own zone is the better guess.
    guard photo.taken.isWrittenInUTC || Places.nearest(to: position).map({ !$0.isOnlyNear }) ?? false,
      let place = Places.offset(at: position, instant: instant),
      photo.taken.isWrittenInUTC || place.minutes != camera.minutes
    else { return photo }
    photo.taken.local.microseconds += Int64(place.minutes - camera.minutes) * 60_000_000
    photo.taken.offset = place
    return photo
  }

  /// Returns the photos in files that do not respond, from their folder entries and names, if at least those are
  /// available.
  private func unread(
    _ files: [FolderWalk.File], below root: String, while isWanted: () -> Bool
  ) -> [Photo] {
    let round = ConcurrentReading<FileStatus?>(files.count, threads: 1, timeout: Int64(timeout * 1e6 / 4)) { _ in
      { index in try? FileStatus(root + "/" + files[index].path) }
    }
    let statuses = round.run(while: isWanted) ?? []
    return zip(files, statuses).compactMap { file, status in
      guard let status = status ?? nil, status.isFile, status.size > 0 else { return nil }
      var metadata = Metadata()
      metadata.dates = NameDate.find(in: file.path.split(separator: "/").last ?? "").map { [$0] } ?? []
      var photo = PhotoIndex.Entry(path: file.path, key: PhotoIndex.Key(status), sidecars: [], metadata: metadata)
        .photo(now: now, offset: offset)
      // Nothing is known of the content, so the photo is equal only to the one at this path.
      photo.body = PhotoBody(sample: file.path.fingerprint)
      return photo
    }
  }

  /// Reads the files; the result is `nil` for those that do not respond.
  private func read(
    _ files: [FolderWalk.File], _ known: [PhotoIndex.Entry?], below root: String, progress: (Int) -> Void,
    while isWanted: () -> Bool
  ) throws(ScanError) -> [PhotoFile.Outcome?] {
    // For fewer than 64 files a second thread costs more than it saves.
    let workers = files.count < 64 ? 1 : min(max(threads, 1), 16)
    let round = ConcurrentReading(files.count, threads: workers, timeout: Int64(timeout * 1e6)) { _ in
      let scratch = ScratchMemory()
      return { index in
        PhotoFile.read(
          files[index], below: root, scratch: scratch, known: known.isEmpty ? nil : known[index])
      }
    }
    guard let outcomes = round.run(progress: progress, while: isWanted) else { throw .cancelled }
    return outcomes
  }
}

/// Stores equal texts only once: thousands of photos have the same camera.
private struct TextInterner {
  private var texts: Set<String> = []

  mutating func share(in entry: inout PhotoIndex.Entry) {
    // Shorter texts need no memory of their own.
    if let make = entry.metadata.make, make.utf8.count > 15 {
      entry.metadata.make = texts.insert(make).memberAfterInsert
    }
    if let model = entry.metadata.model, model.utf8.count > 15 {
      entry.metadata.model = texts.insert(model).memberAfterInsert
    }
  }
}

extension Scan {
  /// Adds a photo. Also adds a problem if its first date is not plausible.
  fileprivate mutating func add(_ photo: Photo) {
    photos.append(photo)
    if let best = photo.metadata.taken, best.source != photo.taken.source {
      problems.append(ScanProblem(path: photo.path, reason: .implausible(best)))
    }
  }
}
