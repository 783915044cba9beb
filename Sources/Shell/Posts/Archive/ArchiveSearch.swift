import Bluesky
import StoryScript
import Terminal

/// Searching an archive, and showing the results.
extension Session {
  /// Searches the archive for posts, without a network.
  func searchArchive(_ text: String, isLiked: Bool, count: Int) throws(Failure) -> [Value] {
    guard let query = ArchiveQuery(text) else { throw .refused("the search needs some text").about(0) }
    let account = try reader()
    let archive = try archiveToUse(of: account)
    let (hits, found) = archive.search(query, isLiked: isLiked, limit: count)
    resources.posts.found = found
    let items = hits.compactMap { $0.item(by: account.handle) }
    let numbers = change { $0.posts.refer(to: items, isPartial: true) }
    return zip(items, numbers).map { item, number in
      let known = number.flatMap { world.posts.reading.references[$0] } ?? item
      return .record(world.posts.record(of: known, number: number))
    }
  }

  func archiveToUse(of account: Account) throws(Failure) -> Archive {
    let archive = try archive(of: account)
    if archive.damage.lines > 0 {
      let lines = TimeText.count(archive.damage.lines, "line of the archive is", "lines of the archive are")
      notice("\(lines) damaged; try: archive")
    }
    guard archive.isFetched else {
      throw .refused("the archive of \(account.handle) is empty", "try: archive")
    }
    return archive
  }

  func showFound(_ value: Value) {
    let shown = value.list?.count ?? 0
    if shown == 0 { return printer.writeLines(["no posts found"].map { " " + $0 }.map { .init($0, .dim) }) }
    showPosts(read: value)
    let found = resources.posts.found
    if found > shown {
      writeWrapped("\(TimeText.grouped(shown)) of \(TimeText.grouped(found)): add a number after the text to see more")
    }
  }
}
