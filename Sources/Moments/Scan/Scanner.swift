import System

/// Reads the photos of a folder tree. It opens files for reading only and writes nothing anywhere.
public struct Scanner: Sendable {
  /// How far ahead of UTC, in minutes, the dates of files are shown that have no date inside: -720...840, 0 unless said.
  public var fileDateOffset = 0
  /// How many threads read, 1...16. Two nearly halve the time, and more help only on slow disks.
  public var threads = 2
  /// Whether a photo with a position and no UTC offset gets the offset of the place where it was taken.
  public var usesPlaceOffsets = true
  /// How long one file may take, in seconds, above 0, before the others go on without it.
  public var patience = 2.0
  /// What was done with photos of any library: a photo that begins as one of those is told apart from it.
  public var review = Review()

  public init() {}

  /// Reads all photos below `path`, or the one photo that `path` is.
  ///
  /// The result is the same for the same files, whatever the threads do, but for those that do not answer within
  /// `patience`: they are problems then, photos of which nothing is known but name and file date, and are read the next
  /// time. A leading `~` is the caller's to expand.
  /// - Parameters:
  ///   - path: a folder or a JPEG.
  ///   - progress: is told how many more files have been read.
  ///   - isWanted: asked twenty times a second and more; `false` ends the scan, whatever a disk is at.
  /// - Throws: when there is nothing to read, no photo, or the scan was stopped.
  /// - Complexity: O(n log n) for n files, each read in its first 4 KiB and where its header points. Photos that begin
  ///   alike are read further on, and as a whole where that does not tell them apart.
  public func scan(
    _ path: String, progress: (Int) -> Void = { _ in }, while isWanted: () -> Bool = { true }
  ) throws(ScanError) -> Scan {
    var index = PhotoIndex()
    return try scan(path, index: &index, progress: progress, while: isWanted)
  }

  /// The same with what is known of a folder's files: those that are still the same are not opened.
  /// - Parameter index: what is known before and after; a single file leaves it alone.
  public func scan(
    _ path: String, index: inout PhotoIndex, progress: (Int) -> Void = { _ in },
    while isWanted: () -> Bool = { true }
  ) throws(ScanError) -> Scan {
    let root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let walk = try walk(path, root: root, while: isWanted) else { return try scanFile(path, while: isWanted) }
    var scan = Scan(root: root, photos: [], problems: walk.problems, ignored: walk.ignored)
    // Of a million files either these wait or their photos.
    let silent = try read(walk.files, &index, into: &scan, progress: progress, while: isWanted)
    scan.photos.reserveCapacity(index.count + silent.count)
    for entry in index.entries { scan.add(located(entry.photo(fileDateOffset: fileDateOffset))) }
    if !silent.isEmpty {
      for photo in unread(silent, below: root, while: isWanted) { scan.add(photo) }
      scan.photos.sort { $0.path < $1.path }
    }
    scan.problems.sort { $0.path < $1.path }
    Stack.join(&scan.photos)
    guard tellApart(&scan.photos, &index, below: root, while: isWanted) else { throw .cancelled }
    guard !scan.photos.isEmpty else { throw .noPhotos(path, problems: scan.problems) }
    return scan
  }

  /// Reads the files of a folder into the index, and what there is to say of them into the scan.
  /// - Returns: those that promise a photo and do not answer.
  private func read(
    _ files: [FolderWalk.File], _ index: inout PhotoIndex, into scan: inout Scan, progress: (Int) -> Void,
    while isWanted: () -> Bool
  ) throws(ScanError) -> [FolderWalk.File] {
    let known = index.count > 0 ? index.known(files.map(\.path)) : []
    var outcomes = try read(files, known, below: scan.root, progress: progress, while: isWanted)
    var cameras = SharedTexts()
    for place in outcomes.indices where outcomes[place]?.entry != nil { cameras.share(in: &outcomes[place]!.entry!) }
    index = PhotoIndex(outcomes.lazy.compactMap { $0?.entry }, atMost: outcomes.count)
    for (file, outcome) in zip(files, outcomes) {
      guard let outcome else {
        scan.problems.append(ScanProblem(path: file.path, reason: .noAnswer))
        continue
      }
      if outcome.problem == .notAPhoto || outcome.problem == .empty, !file.isNamed {
        scan.ignored += 1
      } else if let reason = outcome.problem {
        scan.problems.append(ScanProblem(path: file.path, reason: reason))
      }
    }
    return zip(files, outcomes).filter { $0.isNamed && ($1 == nil || $1?.problem == .noAnswer) }.map(\.0)
  }

  /// The files below a folder; `nil` for a path that is none.
  private func walk(_ path: String, root: String, while isWanted: () -> Bool) throws(ScanError) -> FolderWalk? {
    let walks = ReadRound<Result<FolderWalk?, ScanError>>(1, threads: 1, patience: .max) { isGoingOn in
      { _ in
        guard let status = try? FileStatus(path) else { return .failure(.missing(path)) }
        guard status.isFolder else { return .success(nil) }
        return Result { () throws(ScanError) in try FolderWalk(root: root, while: isGoingOn) }
      }
    }.run(while: isWanted)
    guard case .some(.some(let walk)) = walks?.first else { throw .cancelled }
    return try walk.get()
  }

  private func scanFile(_ path: String, while isWanted: () -> Bool) throws(ScanError) -> Scan {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let root = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let offset = fileDateOffset
    let outcomes = ReadRound(1, threads: 1, patience: .max) { _ in
      { _ in
        var file = FolderWalk.File(path: name)
        // What stands beside it says as much of one photo as of a library's.
        file.sidecars = SidecarIndex((try? Folder.names(in: root)) ?? [], prefix: "")[name]
        return PhotoFile.read(file, below: root, scratch: ScratchMemory(), isThorough: true)
      }
    }.run(while: isWanted)
    guard case .some(.some(let outcome)) = outcomes?.first else { throw .cancelled }
    guard let photo = outcome.entry?.photo(fileDateOffset: offset) else {
      if case .unreadable(let why)? = outcome.problem { throw .unreadable(path, why) }
      throw .notAPhoto(path, outcome.problem ?? .notAPhoto)
    }
    let problems = outcome.problem.map { [ScanProblem(path: name, reason: $0)] } ?? []
    var scan = Scan(root: root, isOneFile: true, photos: [], problems: problems, ignored: 0)
    scan.add(located(photo))
    return scan
  }

  /// The photo with the offset of its place, if it has a position and a date of capture, and nothing better tells.
  ///
  /// A date in UTC becomes what the clocks there showed.
  private func located(_ photo: Photo) -> Photo {
    guard usesPlaceOffsets, photo.taken.source != .exifModified, photo.hasTime, let position = photo.position else {
      return photo
    }
    var photo = photo
    if photo.taken.offset == nil {
      photo.taken.offset = Places.offset(at: position, local: photo.taken.local)
    } else if photo.taken.isWrittenInUTC, let instant = photo.taken.instant,
      let offset = Places.offset(at: position, instant: instant)
    {
      photo.taken.local.microseconds += Int64(offset.minutes) * 60_000_000
      photo.taken.offset = offset
    }
    return photo
  }

  /// The photos in files that do not answer: what the folder and their names say of them, where at least that comes.
  private func unread(
    _ files: [FolderWalk.File], below root: String, while isWanted: () -> Bool
  ) -> [Photo] {
    let round = ReadRound<FileStatus?>(files.count, threads: 1, patience: Int64(patience * 1e6 / 4)) { _ in
      { index in try? FileStatus(root + "/" + files[index].path) }
    }
    let statuses = round.run(while: isWanted) ?? []
    return zip(files, statuses).compactMap { file, status in
      guard let status = status ?? nil, status.isFile, status.size > 0 else { return nil }
      var metadata = Metadata()
      metadata.dates = NameDate.find(in: file.path.split(separator: "/").last ?? "").map { [$0] } ?? []
      var photo = PhotoIndex.Entry(path: file.path, key: PhotoIndex.Key(status), sidecars: [], metadata: metadata)
        .photo(fileDateOffset: fileDateOffset)
      // Nothing of it is known: it is no other photo than that of this path.
      photo.body = PhotoBody(sample: file.path.fingerprint)
      return photo
    }
  }

  /// Reads the files; `nil` stands for those that do not answer.
  private func read(
    _ files: [FolderWalk.File], _ known: [PhotoIndex.Entry?], below root: String, progress: (Int) -> Void,
    while isWanted: () -> Bool
  ) throws(ScanError) -> [PhotoFile.Outcome?] {
    // Below a few dozen files a second thread costs more than it saves.
    let workers = files.count < 64 ? 1 : min(max(threads, 1), 16)
    let round = ReadRound(files.count, threads: workers, patience: Int64(patience * 1e6)) { _ in
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

/// Equal texts in one place of memory: thousands of photos are of one camera.
private struct SharedTexts {
  private var texts: Set<String> = []

  mutating func share(in entry: inout PhotoIndex.Entry) {
    // Shorter ones take no memory of their own.
    if let make = entry.metadata.make, make.utf8.count > 15 {
      entry.metadata.make = texts.insert(make).memberAfterInsert
    }
    if let model = entry.metadata.model, model.utf8.count > 15 {
      entry.metadata.model = texts.insert(model).memberAfterInsert
    }
  }
}

extension Scan {
  /// Adds a photo, and to the problems that its clock belongs to another place, if one within 25 km says so.
  fileprivate mutating func add(_ photo: Photo) {
    photos.append(photo)
    guard photo.taken.source != .exifModified, photo.hasTime, !photo.taken.isWrittenInUTC,
      let camera = photo.taken.offset, camera.source != .place, let instant = photo.taken.instant,
      let position = photo.position, Places.nearest(to: position).map({ !$0.isOnlyNear }) ?? false,
      let place = Places.offset(at: position, instant: instant), place.minutes != camera.minutes
    else { return }
    problems.append(ScanProblem(path: photo.path, reason: .clockElsewhere(camera: camera, place: place)))
  }
}
