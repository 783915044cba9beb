import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The search in an archive, and the display of its results.
struct ArchiveSearch {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Searches the archive for posts, without a network.
  func search(_ text: String, isLiked: Bool, count: Int) throws(Failure) -> [Value] {
    guard let query = ArchiveQuery(text) else { throw .refused("the search needs some text").about(0) }
    let account = try PostReader(session).reader()
    let archive = try archiveToUse(of: account)
    let (hits, found) = archive.search(query, isLiked: isLiked, limit: count)
    session.resources.posts.found = found
    let items = hits.compactMap { $0.item(by: account.handle) }
    let numbers = session.change { $0.posts.refer(to: items, isPartial: true) }
    return zip(items, numbers).map { item, number in
      let known = number.flatMap { session.world.posts.reading.references[$0] } ?? item
      return .record(session.world.posts.record(of: known, number: number))
    }
  }

  func archiveToUse(of account: Account) throws(Failure) -> Archive {
    let archive = try ArchiveFetcher(session).archive(of: account)
    if archive.damage.lines > 0 {
      let lines = TimeText.count(archive.damage.lines, "line of the archive is", "lines of the archive are")
      session.notice("\(lines) damaged; try: archive")
    }
    guard archive.isFetched else {
      throw .refused("the archive of \(account.handle) is empty", "try: archive")
    }
    return archive
  }

  func showFound(_ value: Value) {
    let shown = value.list?.count ?? 0
    if shown == 0 { return session.printer.writeLines(["no posts found"].map { " " + $0 }.map { .init($0, .dim) }) }
    ReadingView(session).showPosts(read: value)
    let found = session.resources.posts.found
    if found > shown {
      session.printer.writeWrapped(
        "\(TimeText.grouped(shown)) of \(TimeText.grouped(found)): add a number after the text to see more")
    }
  }
}
