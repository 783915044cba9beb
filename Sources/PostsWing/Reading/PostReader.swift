import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Reads lists of the network. In practice an answer takes time on the session's clock; a real session waits for its
/// server, until ^C.
struct PostReader {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Reads a list from its beginning.
  func read(_ list: ReadingList, _ count: Int) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    _ = try viewer(of: list.isPublic)
    var listing = Listing(list)
    listing.begin(count)
    return try proceed(.listing(listing))
  }

  /// Returns the account that reads, whichever session has chosen it.
  func reader() throws(Failure) -> Account {
    let account = try AccountAccess(session).named(nil)
    if session.world.posts.reading.viewer != account.did { session.change { $0.posts.read(as: account.did) } }
    return account
  }

  /// Returns the DID of the account that reads; `PostRequests.nobody` without an account, if the answer is public.
  func viewer(of isPublic: Bool) throws(Failure) -> String {
    guard isPublic, try AccountAccess(session).accounts().current == nil else { return try reader().did }
    if session.world.posts.reading.viewer != nil { session.change { $0.posts.read(as: nil) } }
    return PostRequests.nobody
  }

  /// Loads more of the last list.
  /// - Parameter count: the number of items (default: as many as before).
  func readMore(_ count: Int?) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    _ = try viewer(of: session.world.posts.reading.listing?.list.isPublic ?? true)
    guard var listing = session.world.posts.reading.listing else {
      throw .refused("there is no list to continue", "try: timeline")
    }
    if session.world.posts.reading.isUnfinished, count == nil { return try proceed(.listing(listing)) }
    guard listing.hasMore else { throw .refused("the last list has no more items", "try: timeline") }
    listing.begin(count ?? listing.wanted)
    return try proceed(.listing(listing))
  }

  /// Sends the request again for the data that did not come.
  func retryReading() throws(Failure) -> CommandOutcome {
    _ = try session.present()
    _ = try viewer(of: true)
    guard let last = session.world.posts.reading.last, session.world.posts.reading.isUnfinished else {
      throw .refused("no list failed to load", "try: timeline")
    }
    return try proceed(last)
  }

  /// Reads the conversation around a post.
  func readThread(_ address: RecordAddress) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    _ = try viewer(of: true)
    return try proceed(.thread(address))
  }

  private func proceed(_ last: Reading.Last) throws(Failure) -> CommandOutcome {
    session.change { $0.posts.reading.note(last, .loading) }
    switch last {
    case .thread(let address):
      let call = ThreadPage.call(address)
      return try PostRequests(session).asking(call) { (answer) throws(Failure) in
        if let (kept, words) = try self.noting(
          last, { () throws(Failure) in try NewsReader(session).kept(insteadOf: answer, to: call) }),
          let page = kept.single.flatMap({ ThreadPage($0) })
        {
          self.remember(last, .failed)
          NewsReader(session).report(kept, instead: words, again: "retry")
          AccountChoicesLoader(session).restore()
          return .value(.list(self.records(page.items, isInThread: true, isKept: true)))
        }
        if case .refused(let error) = answer, error.isUnknownPost {
          self.remember(last, .failed)
          throw Self.gone.about(0)
        }
        let json = try self.read(answer, for: last)
        guard let page = ThreadPage(json) else { throw self.failed(last, XRPCAnswer.unexpectedResponse) }
        NewsReader(session).save(json, to: call)
        try AccountChoicesLoader(session).load()
        self.remember(last, .loaded)
        return .value(.list(self.records(page.items, isInThread: true)))
      }
    case .listing(let listing):
      return try read(PagedRequest(listing))
    }
  }

  /// Reads a list page by page. In practice each page takes its time.
  /// - Parameter pages: the pages that have come.
  private func read(_ begun: PagedRequest<Listing>, _ pages: [JSON] = []) throws(Failure) -> CommandOutcome {
    let viewer = PostRequests(session).networkMode == .practice ? nil : try viewer(of: begun.reading.list.isPublic)
    var (task, pages) = (begun, pages)
    let outcome: PagedRequest<Listing>.Outcome?
    do throws(Failure) {
      outcome = try task.run(
        prepare: { (task, page) throws(Failure) in
          pages.append(page)
          task.kept()
        },
        request: { (_, call) throws(Failure) in
          guard let viewer else { return nil }
          return try PostRequests(session).request(call, as: viewer)
        })
    } catch {
      remember(.listing(task.reading), .failed)
      showPartialOnFailure(of: task.reading)
      throw error
    }
    let listing = task.reading
    switch outcome {
    case .whole?:
      saveFirstPages(pages, of: listing)
      return .value(try arrived(listing, .loaded))
    case .failed(let answer)?: return try failed(listing, answer)
    case nil: return try awaitPage(of: task, pages)
    }
  }

  /// Waits for the next page in practice: a user who interrupts the wait sees the pages before it.
  private func awaitPage(of task: PagedRequest<Listing>, _ pages: [JSON]) throws(Failure) -> CommandOutcome {
    guard let call = task.reading.next else { return .value(.none) }
    session.change { $0.posts.reading.note(.listing(task.reading), .loading) }
    showPartialOnFailure(of: task.reading)
    return try PostRequests(session).asking(call) { (answer) throws(Failure) in
      session.runtime.keep(partial: nil)
      var task = task
      task.receive(answer)
      return try self.read(task, pages)
    }
  }

  /// Notes that a page did not come; the pages before it are not requested again.
  private func failed(_ listing: Listing, _ answer: XRPCAnswer) throws(Failure) -> CommandOutcome {
    if let kept = try kept(insteadOf: answer, listing) { return .value(kept) }
    defer { showPartialOnFailure(of: listing) }
    _ = try read(answer, for: .listing(listing))
    throw failed(.listing(listing), XRPCAnswer.unexpectedResponse)
  }

  /// - Parameter pages: the pages of one batch: a later batch is not kept without the pages before it.
  private func saveFirstPages(_ pages: [JSON], of listing: Listing) {
    if listing.before == 0 { NewsReader(session).save(pages, of: listing.list) }
  }

  /// Returns the last version of the list when the server gives no answer; `nil` if there is no such version, or if
  /// this request continues a list.
  private func kept(insteadOf answer: XRPCAnswer, _ begun: Listing) throws(Failure) -> Value? {
    guard begun.before == 0, begun.batch.isEmpty else { return nil }
    var answer = answer
    // The answer is not a page.
    if case .done = answer { answer = .broken(XRPCError(status: 200, message: XRPCAnswer.unexpectedResponse)) }
    let found = try noting(.listing(begun)) { () throws(Failure) in
      try NewsReader(session).cachedPages(of: begun.list, insteadOf: answer)
    }
    guard let (kept, words) = found else { return nil }
    remember(.listing(begun), .failed)
    NewsReader(session).report(kept, instead: words, again: "retry")
    return try value(of: kept.listing(begun.list, begun.wanted), asks: false, isKept: true)
  }

  /// Notes that the request has failed, if `body` throws.
  private func noting<Result>(
    _ last: Reading.Last, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) { return try body() } catch {
      remember(last, .failed)
      throw error
    }
  }

  // MARK: Answers

  private func read(_ answer: XRPCAnswer, for last: Reading.Last) throws(Failure) -> JSON {
    let actor: String? = if case .listing(let listing) = last { listing.list.actor } else { nil }
    do throws(Failure) { return try done(answer, about: actor) } catch {
      remember(last, .failed)
      throw error
    }
  }

  /// Returns the server's answer, or throws the reason why there is none.
  /// - Parameters:
  ///   - way: the command that may help when the server was not reached; `retry` applies to lists only.
  ///   - actor: the handle or DID that the request was about.
  func done(
    _ answer: XRPCAnswer, way: String? = "try: retry", about actor: String? = nil
  ) throws(Failure) -> JSON {
    switch answer {
    case .done(let json): return json
    case .refused(let error) where actor != nil && error.isUnknownActor: throw Self.absence(of: actor ?? "")
    case .refused(let error) where error.isUnknownMethod, .broken(let error) where error.isUnknownMethod:
      throw .refused("the server does not support this request")
    case .refused(let error) where error.isLimit:
      throw .refused("the server asks you to wait: \(error.words)\(AccountAccess(session).until(error.resets))", way)
    case .refused(let error) where error.isAboutToken:
      throw .refused("the server no longer accepts this login: \(error.words)", "try: login HANDLE")
    case .refused(let error): throw .refused("the server refused the request: \(error.words)")
    case .broken(let error): throw .refused(Self.clause(error), way)
    case .none(let words, _): throw .refused("no response: \(words)", way)
    }
  }

  /// Returns an error's words as a clause of their own. The shell's words for a bare status or for an invalid response
  /// are one already.
  static func clause(_ error: XRPCError) -> String {
    let isClause = error.message == nil && error.name == nil || error.status == 200
    return isClause ? error.words : "server error: \(error.words)"
  }

  private static func absence(of actor: String) -> Failure {
    if DID.isValid(actor) { return .refused("the account \(actor) does not exist or was deleted") }
    let name = actor.prefix { $0 != "." }
    return .refused("no account has the handle \(actor)", "try: people \(name)")
  }

  private func failed(_ last: Reading.Last, _ words: String) -> Failure {
    remember(last, .failed)
    return .refused(words, "try: retry")
  }

  /// Notes the state of a list. The note also enters the kept world for going back in time, because it is not a
  /// command that could be undone.
  private func remember(_ last: Reading.Last, _ state: Reading.State) {
    session.change { $0.posts.reading.note(last, state) }
    if session.past.isKept { session.past.keep(session.world, at: session.now) }
  }

  private func arrived(_ listing: Listing, _ state: Reading.State) throws(Failure) -> Value {
    let value = try value(of: listing)
    remember(.listing(listing), state)
    return value
  }

  /// - Parameters:
  ///   - asks: `true` if the server may be asked for additional data: not if it has just failed.
  ///   - isKept: `true` if the list is made from saved pages.
  private func value(of listing: Listing, asks: Bool = true, isKept: Bool = false) throws(Failure) -> Value {
    if [.posts, .notifications].contains(listing.list.kind) {
      if asks { try AccountChoicesLoader(session).load() } else if isKept { AccountChoicesLoader(session).restore() }
    }
    return switch listing.list.kind {
    case .notifications: try NotificationLoader(session).notifications(listing, asks: asks)
    case .posts:
      .list(
        records(listing.batch.compactMap { if case .post(let item) = $0 { item } else { nil } }, isKept: isKept))
    case .people:
      .list(
        listing.batch.compactMap {
          if case .person(let person) = $0 { .record(ReadingRecords.make(person)) } else { nil }
        })
    case .lists:
      .list(
        listing.batch.compactMap { if case .list(let list) = $0 { .record(ReadingRecords.make(list)) } else { nil } })
    case .starterPacks:
      .list(
        listing.batch.compactMap {
          if case .starterPack(let pack) = $0 { .record(ReadingRecords.make(pack)) } else { nil }
        })
    case .feeds:
      .list(
        listing.batch.compactMap { if case .feed(let feed) = $0 { .record(ReadingRecords.make(feed)) } else { nil } })
    }
  }

  /// Returns the records of posts, with the numbers by which this session names them.
  /// - Parameter isKept: `true` if the posts come from saved pages: a version that was read since is newer.
  func records(_ items: [FeedItem], isInThread: Bool = false, isKept: Bool = false) -> [Value] {
    let numbers = session.change { $0.posts.refer(to: items, isPartial: isKept) }
    return zip(items, numbers).map { item, number in
      var item = item
      if isKept, let post = number.flatMap({ session.world.posts.reading.references[$0]?.post }) {
        item = item.with(post)
      }
      return .record(session.world.posts.record(of: item, number: number, isInThread: isInThread))
    }
  }

  /// Lets a list that does not complete, for any reason, show its items so far; `more` and `retry` continue it.
  private func showPartialOnFailure(of listing: Listing) {
    guard !listing.batch.isEmpty else { return session.runtime.keep(partial: nil) }
    // The runtime, which keeps this, belongs to the session.
    session.runtime.keep(partial: { [unowned(unsafe) session] in
      try? PostReader(session).value(of: listing, asks: false)
    })
  }

  // MARK: One post

  /// Returns the address of the post that an argument means. Throws for a post that was not published.
  func published(_ value: Value, about place: Int = 0) throws(Failure) -> RecordAddress {
    switch try PostWriting(session).target(value, about: place) {
    case .there(let address): return address
    case .own(let identity):
      throw .refused("post \(identity.number) has not been published yet", "try: outbox").about(place)
    }
  }

  /// Reads a whole post, whatever its labels say.
  func readPost(_ value: Value) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let address = try published(value)
    let references = session.world.posts.reading.references
    let number = references[address]
    func record(_ item: FeedItem) -> CommandOutcome {
      .value(.record(session.world.posts.record(of: item, number: number)))
    }
    if let item = references.viewed(address) { return record(item) }
    let (known, isDeleted) = (number.flatMap { references[$0] }, references.deleted.contains(address))
    // Other people may see the post for a while; in practice an `undo` restores it.
    if isDeleted, PostRequests(session).networkMode != .practice { throw Self.deleted.about(0) }
    return try PostRequests(session).asking(PostView.call(address)) { (answer) throws(Failure) in
      // Without a network, a post that was read with another account is still shown.
      if case .none = answer, let known, !isDeleted { return record(known) }
      guard let post = PostView(posts: try done(answer, way: nil)) else {
        throw (isDeleted ? Self.deleted : Self.gone).about(0)
      }
      try AccountChoicesLoader(session).load()
      return .value(self.records([FeedItem(post)])[0])
    }
  }

  private static let gone = Failure.refused("that post was deleted or never existed")
  private static let deleted = Failure.refused("you deleted that post")
}
