import Bluesky
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText

/// The command for moving from place to place on the full screen.
struct BrowseCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "browse", summary: "opens your current place in full screen for browsing",
      details: """
        j and k, or the arrow keys, choose an item; Enter opens a post with its conversation, a feed or a profile; p \
        opens the author's profile; h or Esc goes back; 1 to 5 go to the tabs. l likes, t reposts and b bookmarks the \
        post, m mutes and f follows its author; pressing the same key again reverts this. r replies, c quotes, n writes \
        a new post, and u undoes. i shows the whole post with its pictures, o opens its link in the web browser, and R \
        reads the list again. ? lists the keys, and q leaves full-screen mode. Most keys run a command, as if you had \
        typed it. Without an account, `browse` begins with the feeds.
        """,
      examples: [.init("login bob.test\ngo notifications", "`browse` at a prompt opens this place in full screen")],
      searchWords: ["full", "screen", "client", "tui", "read", "scroll"], in: .reading, role: .looks
    ) { (session, _) throws(Failure) in try BrowseCommands(session).beginBrowsing() }
  ]
}

extension BrowseCommands {
  fileprivate func beginBrowsing() throws(Failure) {
    if session.options.isReplay { return }
    let instead = "`go` shows the same pages as plain text"
    guard session.output.hasScreen, session.watch == nil, let prompt = session.questions.prompt, prompt.isTyped,
      session.runtime.strand?.isMain != false
    else { throw .refused("`browse` needs a prompt in a terminal", instead) }
    if prompt.recorder?.isKept == true {
      throw .refused(
        "a recording cannot contain keys typed in full screen", "\(instead); `record end` ends the recording")
    }
    _ = try PostReader(session).viewer(of: true)
    // The browser opens after the line has ended: each key is a line of its own.
    prompt.ask(for: .screen { BrowseCommands($0).browse(nextDeadline: $1, onWake: $2) })
  }

  /// Lets the user move from place to place until they leave.
  private func browse(nextDeadline: () -> Double?, onWake: () -> Void) {
    session.output.removePlaceholder()
    session.flush()
    guard let screen = session.output.openScreen() else { return }
    let runner = PromptRunner(session: session)
    var (browser, answer) = (Browser(glyphs: session.output.glyphs), StyledText())
    defer {
      for text in browser.unsent {
        if let number = DraftCommands(session).saveAsDraft(text) {
          session.notice("your text is saved as draft \(number)")
        }
      }
    }
    defer { screen.close() }
    defer { session.resources.posts.browsed = nil }
    var items: [Record] = []
    // The posts that are shown whole, with the rows of their pictures.
    var unfolded: [String: [Int: [StyledText]]] = [:]
    // The chosen items of the places that were left.
    var chosen: [Destination: Int] = [:]
    var place: Destination { session.world.posts.reading.navigation.destination }

    func draw(isWaiting: Bool = false) -> Bool {
      let columns = screen.columns
      let tab = Navigation.Tab.allCases.firstIndex(of: session.world.posts.reading.navigation.tab) ?? 0
      return screen.draw(
        browser.picture(
          columns: columns, rows: screen.rows, tab: tab, place: PostNavigator(session).command(to: place),
          answer: answer,
          isWaiting: isWaiting
        ) { item in
          let whole = items[item]["ref"]?.text.flatMap { unfolded[$0] }
          return self.browsed(items[item], columns, whole)
        })
    }
    var isLeft = false
    /// Runs a line while the previous content is still shown, with the time that the line takes.
    /// - Returns: the records that the line has read; `nil` if it failed.
    func read(_ line: String) -> [Record]? {
      let begin = SystemClock.steadySeconds
      func wait() -> Bool {
        let seconds = Int(SystemClock.steadySeconds - begin)
        let length = seconds > 0 ? " \(seconds) s" : ""
        answer = StyledText(
          "\(line)\(session.output.glyphs.ellipsis)\(length)\(session.output.glyphs.middleDot)^C leaves", .dim)
        return draw(isWaiting: true)
      }
      session.resources.posts.browsed = []
      session.resources.posts.waiter.show = { _ = wait() }
      defer { session.resources.posts.waiter.show = nil }
      var said: LineResult?
      // ^C has an effect once the screen says what it does.
      screen.work { if wait() { said = self.said(runner, line) } }
      answer = said?.words ?? StyledText()
      isLeft = said?.isInterrupted == true
      return said?.isFine == true ? session.resources.posts.browsed : nil
    }
    func visit(_ line: String) {
      let before = place
      chosen[before] = browser.chosen
      let found = read(line)
      // The place has not changed, and its content is still there.
      if found == nil, place == before { return }
      items = found ?? []
      // A person's place has more than the profile.
      if !isLeft, case .profile = place, let handle = items.first?["handle"]?.text {
        browser.show(items.count, hasMore: false, chosen: 0)
        items += read("posts of \(handle)") ?? []
      }
      // A conversation begins before the post that was opened.
      let opened = items.firstIndex { line.hasSuffix(" \($0["ref"]?.text ?? "-")") }
      browser.show(
        items.count, hasMore: session.world.posts.reading.listing?.hasMore ?? false,
        chosen: chosen[place] ?? opened ?? 0)
    }

    let isNobody = AccountAccess(session).account == nil
    visit(isNobody && !place.isPublic ? "go feeds" : PostNavigator(session).command(to: place))
    while !isLeft, draw() {
      switch screen.wait(atMost: nextDeadline()) {
      case .timeOver: onWake()
      case .changed: break
      case .lost: return
      case .key(let key):
        answer = StyledText()
        let target = items.indices.contains(browser.chosen) ? target(items[browser.chosen]) : .init()
        switch browser.handle(key, on: target) {
        case .none: break
        case .leave: return
        case .back where session.world.posts.reading.navigation.behind != .none: visit("go back")
        case .back: if key == .escape { return }
        case .more:
          guard let found = read("more") else { break }
          items += found
          browser.grow(to: items.count, hasMore: session.world.posts.reading.listing?.hasMore ?? false)
        case .run(let line) where line.hasPrefix("go "): visit(line)
        case .refresh:
          visit(PostNavigator(session).command(to: place))
          browser.show(items.count, hasMore: session.world.posts.reading.listing?.hasMore ?? false, chosen: 0)
        case .unfold:
          guard let ref = target.ref else { break }
          unfolded[ref] = unfolded[ref] == nil ? pictures(of: items[browser.chosen], screen.columns, screen.rows) : nil
        case .run(let line): if read(line) != nil { browser.sent() }
        }
      }
    }
  }

  /// The outcome of a typed line: its first line of output, whether the line could be run, and whether the user
  /// interrupted it.
  private struct LineResult {
    let words: StyledText
    var isFine = false
    var isInterrupted = false
  }

  private func said(_ runner: PromptRunner, _ line: String) -> LineResult {
    session.output.hold()
    defer { session.output.release() }
    let ending = runner.run(line)
    let lines = session.output.drainLines().filter { !$0.isEmpty }
    var said = LineResult(words: lines.first.map { StyledText(rendered: $0, session.output.palette) } ?? StyledText())
    switch ending {
    case .fine: said.isFine = true
    case .failed(_, let code): said.isInterrupted = code == ExitCode.interrupted
    }
    return said
  }

  /// Puts the value that was read onto the full screen of `browse`, if that is open.
  /// - Returns: `true` if the full screen is open.
  func showForBrowsing(_ value: Value) -> Bool {
    guard session.resources.posts.browsed != nil else { return false }
    session.resources.posts.browsed? += (value.list ?? [value]).compactMap { $0.record }
    return true
  }

  /// Returns the pictures of a post as rows that fit on the screen beside its text.
  private func pictures(of record: Record, _ columns: Int, _ rows: Int) -> [Int: [StyledText]] {
    let words = PostLines(session).lines(record, isWhole: true, width: columns)
    return PostPictureDrawing(session).pictures(
      of: record, asCells: true, columns: columns, rows: rows - 2 - words.count)
  }

  private func target(_ record: Record) -> Browser.Target {
    var target = Browser.Target()
    if let ref = record["ref"]?.text, let number = Int(ref.dropFirst()),
      let post = session.world.posts.reading.references[number]?.post.map({ session.world.posts.seen($0) })
    {
      (target.ref, target.handle) = (ref, post.author.handle)
      (target.isLiked, target.isReposted) = (post.viewer.isLiked, post.viewer.isReposted)
      target.isBookmarked = post.viewer.isBookmarked
      target.isMuted = session.world.posts.concealment(post.author, []) == .muted
      target.isFollowed = isFollowed(post.author.handle, post.author.relation.following != nil)
    }
    if NotificationRecords.isNotifications(.record(record)) { target.handle = record["author"]?.text }
    if target.ref == nil {
      target.feed = record["feed"]?.text
      target.handle = target.handle ?? record["handle"]?.text
      target.isMuted = record["muted"]?.bool == true
      target.isFollowed = target.handle.map { isFollowed($0, record["following"]?.bool == true) } ?? false
    }
    return target
  }

  /// - Parameter before: whether the list on the screen says so: the user may have changed it since.
  private func isFollowed(_ handle: String, _ before: Bool) -> Bool {
    let viewer = session.world.posts.reading.viewer
    let pending = session.world.posts.pendingReactions.all.first { (pending: PendingReaction) -> Bool in
      guard pending.reaction.kind == .follow, pending.account == viewer else { return false }
      return pending.reaction.handle == handle
    }
    return pending?.isWanted ?? before
  }

  /// Returns an item as lines.
  /// - Parameter whole: the pictures of a post that is shown whole; `nil` for a post as in lists.
  private func browsed(_ record: Record, _ width: Int, _ whole: [Int: [StyledText]]?) -> [StyledText] {
    if ReadingRecords.isPost(record) {
      return PostLines(session).lines(record, isWhole: whole != nil, width: width, pictures: whole ?? [:])
    }
    if NotificationRecords.isNotifications(.record(record)) {
      return NotificationView(session).lines(record, width: width)
    }
    func text(_ field: String) -> String { session.text(of: record, field) }
    let name = record["feed"] == nil ? "@" + text("handle") : text("feed")
    var line = StyledText(" " + name, record["feed"] == nil ? .mention : .tag)
    line += StyledText("  " + text("name"))
    let about = StyledText(text("about"), .dim)
    return line.wrapped(to: max(20, width)) + (about.isEmpty ? [] : PostLines(session).beneath(about, 0, width))
  }
}
