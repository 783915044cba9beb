import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// A list as users read it: its items, how it continues, and why it ends.
struct ReadingView {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Shows a list that was just read, and how it continues.
  func showReading(_ value: Value) {
    if BrowseCommands(session).showForBrowsing(value) { return }
    switch session.world.posts.reading.listing?.list.kind {
    case .people: return ListCommands(session).showPeople(value)
    case .feeds: return ListCommands(session).showFeeds(value)
    case .lists: return PeopleLists(session).show(value)
    case .starterPacks: return StarterPackCommands(session).show(value)
    case .notifications: return NotificationView(session).show(value)
    case .posts, nil: showPosts(read: value, NewsReader(session).reachedLine(in: session.world.posts.reading.listing))
    }
    for words in readingEnd(value) { session.printer.writeWrapped(words) }
  }

  /// Shows the posts of a value in the value's order.
  /// - Parameter line: a line to insert above the post with the given index.
  func showPosts(read value: Value, _ line: (place: Int, line: StyledText)? = nil) {
    let all = (value.list ?? [value]).compactMap { $0.record }
    let part = session.world.posts
    // A single post was asked for.
    let leftOut = value.record == nil ? all.indices.filter { part.isLeftOut(all[$0]) } : []
    let unwanted = Set(leftOut)
    let records = all.indices.filter { !unwanted.contains($0) }.map { all[$0] }
    let line = line.map { line in (place: line.place - leftOut.count { $0 < line.place }, line: line.line) }
    let shown = session.printer.listed(records)
    let posts = PostLines(session)
    for (place, record) in shown.enumerated() {
      if let line, line.place == place { session.printer.writeLine(line.line) }
      session.printer.writeLines(posts.lines(record, isWhole: value.record != nil, width: session.output.width))
    }
    session.printer.writeMore(records.count - shown.count)
    if let first = leftOut.first.flatMap({ all[$0]["ref"]?.text }) {
      session.printer.writeWrapped(
        "\(TimeText.count(leftOut.count, "post")) left out because of labels that you hide: show \(first)")
    }
  }

  /// `true` if the value consists only of posts.
  static func isPosts(_ value: Value) -> Bool {
    if let record = value.record { return ReadingRecords.isPost(record) }
    guard let list = value.list, !list.isEmpty else { return false }
    return list.allSatisfy { $0.record.map { ReadingRecords.isPost($0) } ?? false }
  }

  /// Returns how a list continues, or why it ends, and how many of its items could not be used.
  func readingEnd(_ value: Value) -> [String] {
    // For an old list, this was already said above the list.
    guard let listing = session.world.posts.reading.listing, session.world.posts.reading.old == nil else { return [] }
    var words: [String] = []
    if listing.omitted > 0 { words.append(leftOut(listing.omitted)) }
    if case .mutes = listing.list, case let muted = WordCommands(session).words, !muted.isEmpty {
      words.append("\(TimeText.count(muted.count, "muted word")) listed separately: print reading.words")
    }
    let (here, wanted) = (TimeText.grouped(listing.batch.count), TimeText.grouped(listing.wanted))
    switch listing.end {
    case _ where session.world.posts.reading.isUnfinished:
      words.append("incomplete: \(here) of \(wanted) loaded; `retry` loads the rest")
    case nil where listing.isCut:
      words.append(
        "\(here) of \(wanted) so far; `more` loads more"
      )
    case nil: words.append("`more` loads more")
    case _ where listing.hasMore: words.append("`more` loads more")
    case .complete: words.append(value.list?.isEmpty == true && listing.before == 0 ? nothing(listing) : "end of list")
    case .empty: words.append("end of list: the next page is empty, although the server announced more")
    case .repeated: words.append("end of list: the next page has nothing new")
    case .looped: words.append("end of list: its pages repeat in a loop")
    }
    return words
  }

  private func nothing(_ listing: Listing) -> String {
    switch listing.list {
    case .feeds(.saved): "no saved feeds: `feeds save FEED` saves one that `feeds` lists"
    case .mutes: "you have not muted anyone"
    case .blocks: "you have not blocked anyone"
    case .lists: "no lists: `list new NAME` creates one"
    case .starterPacks: "no starter packs"
    case .feeds(.recent): "no feeds read yet: `timeline FEED` reads one that `feeds` lists"
    default: "nothing here"
    }
  }

  func leftOut(_ count: Int) -> String {
    "\(TimeText.count(count, "unreadable item")) left out"
  }
}
