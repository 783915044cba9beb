import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Fetches the archive of the publishing account. In a real session the archive is a file outside the world; in
/// practice it is part of the world, and appears and disappears with it.
struct ArchiveFetcher {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The result of a fetch.
  struct FetchedArchive: Sendable {
    let archive: Archive
    var new: [Archive.Kind: Int] = [:]
    var gone = 0
    /// The number of new pictures and the folder with them; `nil` if pictures were not requested.
    var pictures: (new: Int, folder: String)?

    var hasChanged: Bool { gone > 0 || new.values.contains { $0 > 0 } || (pictures?.new ?? 0) > 0 }
  }

  /// Fetches the records that are new.
  /// - Parameters:
  ///   - isWhole: `true` to compare all records.
  ///   - hasPictures: `true` to fetch pictures as well.
  func fetchArchive(isWhole: Bool, hasPictures: Bool) throws(Failure) -> Record {
    _ = try session.present()
    let account = try PostReader(session).reader()
    let fetched: FetchedArchive
    if session.options.kind == .real {
      fetched = try fetch(account, isWhole: isWhole, hasPictures: hasPictures)
      if fetched.hasChanged { session.change { $0.posts.noteFetch() } }
    } else {
      if hasPictures {
        session.notice("a practice session saves no files: only the descriptions of pictures are archived")
      }
      fetched = try practise(account, isWhole: isWhole)
    }
    session.emit(ArchiveEvents.fetched, fetched, at: session.now)
    return ArchiveEvents.fetched.record(fetched)
  }

  /// Returns an account's archive in its local state.
  func archive(of account: Account) throws(Failure) -> Archive {
    if session.options.kind == .real { return try session.resources.posts.archives.read(account.did) }
    return session.world.posts.archive(of: account.did) ?? Archive(of: account.did, checksum: ArchiveStore.checksum)
  }

  // MARK: Fetching

  static let archiveAdvice = "`archive` continues where it stopped"

  /// Fetches in practice, which takes no time there, so that `undo` needs one step.
  private func practise(_ account: Account, isWhole: Bool) throws(Failure) -> FetchedArchive {
    var request = PagedRequest(ArchiveSync(try archive(of: account), isWhole: isWhole))
    try check(
      request.run(
        prepare: { (request, _) throws(Failure) in request.kept() },
        request: { (_, call) throws(Failure) in try PostRequests(session).look(call, as: account) }))
    let archive = request.reading.archive
    if archive != session.world.posts.archive(of: account.did) { session.change { $0.posts.keep(archive) } }
    return fetched(request.reading)
  }

  private func check(_ outcome: PagedRequest<ArchiveSync>.Outcome?) throws(Failure) {
    guard case .failed(let answer)? = outcome else { return }
    _ = try PostReader(session).done(answer, way: Self.archiveAdvice)
    throw .refused(XRPCAnswer.unexpectedResponse, Self.archiveAdvice)
  }

  private func fetched(_ reading: ArchiveSync) -> FetchedArchive {
    if reading.omitted > 0 {
      let values = TimeText.count(reading.omitted, "unreadable value was", "unreadable values were")
      session.notice("\(values) left out; try: archive whole")
    }
    if reading.isBroken { session.notice("the server's pages repeat in a loop: records may be missing") }
    return FetchedArchive(archive: reading.archive, new: reading.new, gone: reading.gone)
  }

  private func fetch(_ account: Account, isWhole: Bool, hasPictures: Bool) throws(Failure) -> FetchedArchive {
    let damage = try archive(of: account).damage
    let progress = ProgressLine(output: session.output)
    defer { progress.end() }
    return try session.resources.posts.archives.exclusively(account.did) { (file) throws(Failure) in
      if damage.lines > 0 {
        session.notice("the archive has \(TimeText.count(damage.lines, "damaged line")): fetching it again")
      } else if damage.cut > 0 {
        session.notice("the end of the archive is missing: fetching it again")
      }
      var request = PagedRequest(ArchiveSync(file.archive, isWhole: isWhole))
      let outcome: PagedRequest<ArchiveSync>.Outcome?
      do throws(Failure) {
        outcome = try request.run(
          prepare: { (request, _) throws(Failure) in
            let archive = request.reading.archive
            try file.write(archive)
            progress.show("fetching: \(archive.count(.post)) posts, \(archive.count(.like)) likes")
            request.kept()
          },
          request: { (_, call) throws(Failure) in try PostRequests(session).request(call, as: account.did) })
      } catch {
        progress.end()
        if case .interrupted = error.problem {
          let posts = TimeText.count(request.reading.archive.count(.post), "post has been", "posts have been")
          session.notice("\(posts) archived so far; `archive` continues")
        }
        throw error
      }
      try check(outcome)
      file.finish(request.reading.archive)
      var fetched = fetched(request.reading)
      if hasPictures {
        fetched.pictures = try ArchivePictures(session).fetch(of: request.reading.archive, account)
      }
      return fetched
    }
  }
}
