import Bluesky
import JSON
import StoryScript
import System
import Timeline

/// Fetching, searching and writing out the archive of the account that publishes. In a real session it is a file beside the
/// world; in practice it is in the world, and comes and goes with it.
extension Session {
  /// What fetching has brought.
  struct FetchedArchive: Sendable {
    let archive: Archive
    var new: [Archive.Kind: Int] = [:]
    var gone = 0
    /// How many pictures are new, and where they lie; `nil` where nobody asked for them.
    var pictures: (new: Int, folder: String)?
  }

  /// Fetches what is new.
  /// - Parameters:
  ///   - isWhole: whether all is compared.
  ///   - hasPictures: whether pictures are fetched as well.
  func fetchArchive(isWhole: Bool, hasPictures: Bool) throws(Failure) -> Record {
    _ = try present()
    let account = try reader()
    let fetched: FetchedArchive
    if options.kind == .real {
      fetched = try fetch(account, isWhole: isWhole, hasPictures: hasPictures)
    } else {
      if hasPictures { notice("practice has no bytes of pictures: only their descriptions are archived") }
      fetched = try practise(account, isWhole: isWhole)
    }
    emit(ArchiveEvents.fetched, fetched, at: now)
    return ArchiveEvents.fetched.record(fetched)
  }

  /// The archive of an account as it is here.
  private func archive(of account: Account) throws(Failure) -> Archive {
    if options.kind == .real { return try aside.posts.archives.read(account.did) }
    return world.posts.archive(of: account.did) ?? Archive(of: account.did, checksum: ArchiveStore.checksum)
  }

  // MARK: Fetching

  private static let way = "archive goes on where it stopped"

  /// Fetches in practice, which takes no time there, so that `undo` finds one step.
  private func practise(_ account: Account, isWhole: Bool) throws(Failure) -> FetchedArchive {
    var reading = ArchiveReading(try archive(of: account), isWhole: isWhole)
    while let call = reading.next { try take(try look(call, as: account), into: &reading) }
    if reading.archive != world.posts.archive(of: account.did) { change { $0.posts.keep(reading.archive) } }
    return fetched(reading)
  }

  private func take(_ answer: XRPCAnswer, into reading: inout ArchiveReading) throws(Failure) {
    guard reading.take(try Self.done(answer, way: Self.way)) else {
      throw .refused("the answer is none that a server of this kind gives", Self.way)
    }
  }

  private func fetched(_ reading: ArchiveReading) -> FetchedArchive {
    if reading.omitted > 0 {
      let values = TimeText.count(reading.omitted, "value was", "values were")
      notice("\(values) left out, since they could not be understood; `archive whole` asks for them again")
    }
    if reading.isBroken { notice("the server's pages lead back to where they were: something may be missing") }
    return FetchedArchive(archive: reading.archive, new: reading.new, gone: reading.gone)
  }

  private func fetch(_ account: Account, isWhole: Bool, hasPictures: Bool) throws(Failure) -> FetchedArchive {
    let damage = try archive(of: account).damage
    let progress = ArchiveProgress(output: output)
    defer { progress.end() }
    return try aside.posts.archives.exclusively(account.did) { (file) throws(Failure) in
      if damage.lines > 0 {
        notice("\(TimeText.count(damage.lines, "line")) of the archive had been damaged: they are fetched again")
      } else if damage.cut > 0 {
        notice("the end of the archive had been cut off: it is fetched again")
      }
      var reading = ArchiveReading(file.archive, isWhole: isWhole)
      var hasForgotten = false
      while let call = reading.next {
        let answer: XRPCAnswer
        do throws(Failure) { answer = try ask(call, as: account.did) } catch {
          progress.end()
          if case .interrupted = error.problem {
            let posts = TimeText.count(file.archive.count(.post), "post is", "posts are")
            notice("\(posts) here so far, and `archive` goes on")
          }
          throw error
        }
        if case .refused(let error) = answer, error.status == 400, !error.isAboutToken, !hasForgotten,
          reading.forgetPlace()
        {
          hasForgotten = true
          continue
        }
        try take(answer, into: &reading)
        try file.write(reading.archive)
        progress.show(reading.archive)
      }
      var fetched = fetched(reading)
      if hasPictures { fetched.pictures = try fetchPictures(of: reading.archive, account) }
      return fetched
    }
  }

  // MARK: Pictures

  /// The longest that a picture and a repository may take, and the most bytes of them.
  private static let picturePatience = Duration.minutes(2)
  private static let pictureLimit = 16 << 20
  private static let repositoryPatience = Duration.minutes(30)
  private static let repositoryLimit = 1 << 31

  private func fetchPictures(
    of archive: Archive, _ account: Account
  ) throws(Failure) -> (new: Int, folder: String)? {
    guard let folder = aside.posts.archives.pictures(of: account.did) else {
      notice("this session keeps no files, so no pictures either")
      return nil
    }
    do throws(SystemError) { try Folder.make(folder) } catch {
      throw .refused("the folder '\(folder)' cannot be made: \(error)")
    }
    var (new, missing) = (0, 0)
    for (cid, type) in archive.pictures {
      guard let name = Self.fileName(cid, type) else {
        missing += 1
        continue
      }
      let path = folder + "/" + name
      if File.exists(path) { continue }
      let (bytes, answer) = try aside.posts.courier.fetch(
        .getBlob(account.did, cid), at: account.host, limit: Self.pictureLimit, patience: Self.picturePatience)
      guard let bytes, Self.are(bytes, named: cid) else {
        // One that a server has lost does not keep the others out; a server that is down does.
        if case .refused(let error) = answer, !error.isLimit {} else { _ = try Self.done(answer, way: Self.way) }
        missing += 1
        continue
      }
      do throws(SystemError) { try File.replace(path, with: bytes, mode: 0o600) } catch {
        throw .refused("the picture '\(path)' cannot be written: \(error)", Self.way)
      }
      new += 1
    }
    if missing > 0 {
      let pictures = TimeText.count(missing, "picture")
      notice("\(pictures) could not be fetched: the server does not have them, or others under their names")
    }
    return (new, folder)
  }

  /// Whether bytes are those of a name, where that says so.
  private static func are(_ bytes: [UInt8], named cid: String) -> Bool {
    ContentID(cid).map { $0.sha256 == SHA256.hash(bytes) } ?? true
  }

  /// - Returns: `nil` for a name that is none of a CID's: it would lead out of the folder.
  private static func fileName(_ cid: String, _ type: String) -> String? {
    guard (8...200).contains(cid.utf8.count),
      cid.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) })
    else { return nil }
    switch type {
    case "image/jpeg": return cid + ".jpg"
    case "image/png": return cid + ".png"
    case "image/webp": return cid + ".webp"
    default: return cid
    }
  }

  // MARK: Searching

  /// Looks for posts in the archive, without a network.
  func searchArchive(_ text: String, isLiked: Bool, count: Int) throws(Failure) -> [Value] {
    guard let query = ArchiveQuery(text) else { throw .refused("what is looked for needs some text").about(0) }
    let account = try reader()
    let archive = try archiveToUse(of: account)
    let (hits, found) = archive.search(query, isLiked: isLiked, limit: count)
    aside.posts.found = found
    let items = hits.compactMap { $0.item(by: account.handle) }
    let numbers = change { $0.posts.refer(to: items, isPartial: true) }
    return zip(items, numbers).map { item, number in
      let known = number.flatMap { world.posts.reading.references[$0] } ?? item
      return .record(ReadingRecords.make(world.posts.seen(known), number: number))
    }
  }

  private func archiveToUse(of account: Account) throws(Failure) -> Archive {
    let archive = try archive(of: account)
    if archive.damage.lines > 0 {
      let lines = TimeText.count(archive.damage.lines, "line of the archive is", "lines of the archive are")
      notice("\(lines) damaged: `archive` fetches what is missing")
    }
    guard archive.isFetched else {
      throw .refused("nothing of \(account.handle) is archived yet", "archive")
    }
    return archive
  }

  func showFound(_ value: Value) {
    let shown = value.list?.count ?? 0
    if shown == 0 { return speaker.writeLines(["nothing found"].map { " " + $0 }.map { .init($0, .dim) }) }
    showPosts(read: value)
    let found = aside.posts.found
    if found > shown {
      writeWrapped("\(TimeText.grouped(shown)) of \(TimeText.grouped(found)): a number behind the text says how many")
    }
  }

  // MARK: Writing out

  /// Writes the archive as lines of JSON, or the repository as its host gives it.
  func exportArchive(to path: String, replacing: Bool) throws(Failure) -> Record {
    _ = try present()
    let account = try reader()
    guard path.lowercased().hasSuffix(".car") else {
      let archive = try archiveToUse(of: account)
      try write(to: path, replacing: replacing) { (_) in archive.lines }
      let count = Archive.Kind.own.reduce(0) { $0 + archive.count($1) }
      return ["file": .text(path), "records": count.value, "bytes": archive.lines.count.value]
    }
    guard options.kind == .real else {
      throw .refused(
        "practice has no repository of blocks", "archive export to FILE.jsonl, or a real account for .car"
      ).about(0)
    }
    var size = 0
    try write(to: path, replacing: replacing) { (_) throws(Failure) in
      let (bytes, answer) = try aside.posts.courier.fetch(
        .getRepo(account.did), at: account.host, limit: Self.repositoryLimit, patience: Self.repositoryPatience)
      guard let bytes else {
        _ = try Self.done(answer, way: nil)
        throw .refused("the server has sent nothing")
      }
      guard Self.isRepository(bytes) else { throw .refused("what the server has sent is no repository") }
      size = bytes.count
      return bytes
    }
    return ["file": .text(path), "bytes": size.value]
  }

  /// Whether bytes begin as a CAR file does: a short header that names its roots.
  private static func isRepository(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(100)
    return head.count > 20 && head.contains(Array("roots".utf8)) && head.contains(Array("version".utf8))
  }
}
