import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// News since the last reading: `timeline new`, and the lists that are shown without a network.
struct NewsReader {
  let session: Session

  init(_ session: Session) { self.session = session }

  // MARK: The reading position

  /// Reads the posts that are new in the timeline, oldest first, and marks the position reached.
  func catchUp(_ count: Int) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let mark = session.world.posts.mark(of: try PostReader(session).reader().did)
    session.change { $0.posts.reading.show(nil) }
    return try proceed(NewItemsReading(.timeline, from: mark, first: count), count, [])
  }

  private func proceed(_ begun: NewItemsReading, _ count: Int, _ pages: [JSON]) throws(Failure) -> CommandOutcome {
    guard let call = begun.next else {
      save(pages, of: .timeline)
      return .value(try arrived(begun, count))
    }
    return try PostRequests(session).asking(call) { (answer) throws(Failure) in
      var catching = begun
      if pages.isEmpty, let (kept, words) = try self.cachedPages(of: .timeline, insteadOf: answer) {
        kept.catchUp(&catching)
        self.report(kept, instead: words, again: "timeline new")
        return .value(try self.arrived(catching, count, isKept: true))
      }
      let json = try PostReader(session).done(answer, way: "try: timeline new")
      guard catching.receive(json) else { throw .refused(XRPCAnswer.unexpectedResponse, "try: timeline new") }
      return try self.proceed(catching, count, pages + [json])
    }
  }

  /// - Parameter isKept: `true` if the pages are old ones.
  private func arrived(_ catching: NewItemsReading, _ count: Int, isKept: Bool = false) throws(Failure) -> Value {
    let (news, did) = (catching.news, try PostReader(session).reader().did)
    if isKept { AccountChoicesLoader(session).restore() } else { try AccountChoicesLoader(session).load() }
    let shown = Array(news.prefix(count))
    let records = PostReader(session).records(shown, isKept: isKept)
    let told = TimelineNews(
      since: catching.mark?.newest, left: news.count - shown.count, isCut: catching.isCut, omitted: catching.omitted)
    session.change { $0.posts.reach(shown.compactMap { $0.mark }, told, as: did) }
    return .list(records)
  }

  /// Shows the news, beneath a mark at the place that the user had reached.
  func showNews(_ value: Value) {
    guard let news = session.world.posts.reading.news else { return }
    let isEmpty = value.list?.isEmpty ?? true
    if let since = news.since, !isEmpty { session.printer.writeLine(reachedLine(since)) }
    ReadingView(session).showPosts(read: value)
    if news.omitted > 0 { session.printer.writeWrapped(ReadingView(session).leftOut(news.omitted)) }
    if news.isCut {
      session.printer.writeWrapped("there are more new posts than can be read at once: older posts were skipped")
    }
    switch (news.since, isEmpty) {
    case (nil, true): session.printer.writeWrapped("nothing here")
    case (nil, false): session.printer.writeWrapped("from now on, `timeline new` shows newer posts")
    case (let since?, true): session.printer.writeWrapped("nothing new since the last post you read (\(past(since)))")
    case (_, false) where news.left > 0:
      session.printer.writeWrapped(
        "\(TimeText.grouped(news.left)) more new \(news.left == 1 ? "post" : "posts"): `timeline new` continues")
    case (_, false): session.printer.writeWrapped("no more new posts")
    }
  }

  /// Returns the mark at the place that the user had reached.
  private func reachedLine(_ since: Instant) -> StyledText {
    let dash = String(repeating: session.output.line.glyphs == .unicode ? "─" : "-", count: 2)
    return StyledText(" \(dash) read up to here, \(past(since)) \(dash)", .dim)
  }

  /// Returns the line with the mark, and its index in a timeline that was just read, newest first; `nil` if nothing or
  /// everything in the timeline is new.
  func reachedLine(in listing: Listing?) -> (place: Int, line: StyledText)? {
    guard let listing, listing.list == .timeline, listing.before == 0, let did = session.world.posts.reading.viewer,
      let mark = session.world.posts.mark(of: did)
    else { return nil }
    let items = listing.batch.map { item -> ReadMark.Item? in
      if case .post(let post) = item { post.mark } else { nil }
    }
    guard let place = items.firstIndex(where: { $0.map { !mark.isNew($0) } ?? false }), place > 0 else { return nil }
    return (place, reachedLine(mark.newest))
  }

  /// Returns `5 min ago`, `just now`, or a day.
  func past(_ instant: Instant) -> String {
    let age = PostLines(session).age(instant)
    if age == "now" { return "just now" }
    return age.last?.isNumber == true ? "from \(age)" : "\(age) ago"
  }

  // MARK: Without a network

  /// Saves the first pages of a list.
  func save(_ pages: [JSON], of list: ReadingList) {
    guard !pages.isEmpty, let did = try? PostReader(session).viewer(of: list.isPublic) else { return }
    save(CachedPages(list, for: did, at: max(session.now, session.livePresent), pages))
  }

  /// Saves the answer to a single request.
  func save(_ answer: JSON, to call: XRPCCall) {
    guard let did = try? PostReader(session).viewer(of: call.isPublic) else { return }
    save(CachedPages(call, for: did, at: max(session.now, session.livePresent), answer))
  }

  private func save(_ new: CachedPages) {
    if session.options.kind == .real {
      session.resources.posts.pages.save(new)
    } else {
      session.change { $0.posts.reading.keep(new) }
    }
  }

  /// Returns why the server's answer is unknown, as a clause: the server was not reached, it has a problem, or another
  /// machine answered in its place; `nil` if the server itself answered.
  static func trouble(_ answer: XRPCAnswer) -> String? {
    switch answer {
    case .none(let words, _): "no response: \(words)"
    case .broken(let error): error.isUnknownMethod ? nil : PostReader.clause(error)
    case .refused(let error):
      error.name == nil && !error.isAboutToken && !error.isLimit ? PostReader.clause(error) : nil
    case .done: nil
    }
  }

  /// Returns the last version of a list or of an answer, when the server gives no answer now.
  /// - Throws: the missing answer, in a script that did not ask for old pages.
  private func kept(_ name: String, insteadOf answer: XRPCAnswer) throws(Failure) -> (
    pages: CachedPages, words: String
  )? {
    guard let words = Self.trouble(answer), let pages = kept(name) else { return nil }
    switch session.world.posts.choices.cachedPages {
    case .always: return (pages, words)
    case .prompt where session.options.isPrompt: return (pages, words)
    case .never: return nil
    case .prompt: break
    }
    do throws(Failure) { _ = try PostReader(session).done(answer, way: nil) } catch {
      throw .refused(error.problem.message, "`set kept-pages always` shows the old copy (\(past(pages.at)))")
    }
    return nil
  }

  /// Returns the last answer to a call, however old; `nil` if none is kept.
  func old(_ call: XRPCCall) -> JSON? {
    guard let did = try? PostReader(session).viewer(of: call.isPublic) else { return nil }
    return kept(CachedPages.name(of: call, for: did))?.single
  }

  func cachedPages(
    of list: ReadingList, insteadOf answer: XRPCAnswer
  ) throws(Failure) -> (pages: CachedPages, words: String)? {
    try kept(CachedPages.name(of: list, for: try PostReader(session).viewer(of: list.isPublic)), insteadOf: answer)
  }

  func kept(insteadOf answer: XRPCAnswer, to call: XRPCCall) throws(Failure) -> (pages: CachedPages, words: String)? {
    try kept(CachedPages.name(of: call, for: try PostReader(session).viewer(of: call.isPublic)), insteadOf: answer)
  }

  private func kept(_ name: String) -> CachedPages? {
    session.options.kind == .real ? session.resources.posts.pages.pages(name) : session.world.posts.reading.pages[name]
  }

  /// Says that the following list is old.
  func report(_ kept: CachedPages, instead words: String, again: String) {
    session.change { $0.posts.reading.show(kept) }
    session.notice("\(words); this is an old copy (\(past(kept.at))); `\(again)` tries again")
  }
}
