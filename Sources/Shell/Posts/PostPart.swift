import Bluesky
import JSON
import Timeline

/// The posts' share of a session: posts that wait to be published or are being sent, and drafts; in practice the
/// network as well.
public struct PostPart: WorldPart {
  /// All values in one box, so that a copy of the world is small.
  private struct Desk: Hashable, Sendable {
    var sending: Sending
    var drafts = Drafts()
    /// The pictures of the next post.
    var images: [PostImage] = []
    /// The posts and lists that were read, and the numbers of the posts.
    var reading = Reading()
    /// The reactions to posts and people.
    var wishes = Wishes()
    /// The places that accounts have reached in their timelines, by DID.
    var marks: [String: ReadMark] = [:]
    /// The muted words.
    var mutedWords = MutedWords()
    var listening = Listening()
    /// The positions up to which lists were heard, by name; a separate file keeps them.
    var heard: [String: ReadMark] = [:]
    var isOffline = false
    /// The accounts and the network of a practice session.
    var accounts = Accounts()
    var network = PracticeNetwork()
    /// The archives that practice has fetched, by the account's DID.
    var archives: [String: Archive] = [:]
    /// The number of times that a real session has fetched something into an archive, which is outside the world.
    var fetches = 0
    var choices = PostChoices()
  }
  @CopyOnWrite private var desk: Desk
  /// The instant at which the next post or reaction is sent, or a list is asked for news.
  public var nextDeadline: Instant { min(min(desk.sending.next, desk.wishes.next), desk.listening.next) }

  /// - Parameters:
  ///   - start: the instant at which the session begins.
  ///   - seed: the seed of the random numbers in the practice network.
  init(at start: Instant = .practiceStart, seed: UInt64 = 0, isReal: Bool = false) {
    var desk = Desk(sending: Sending(isReal: isReal))
    desk.listening = Listening(seed: seed)
    if !isReal { desk.network = PracticeNetwork(seed: seed, start: start) }
    _desk = CopyOnWrite(wrappedValue: desk)
  }

  public var outbox: Outbox { desk.sending.outbox }
  var images: [PostImage] { desk.images }
  var network: PracticeNetwork { desk.network }
  var isOffline: Bool { desk.isOffline }
  var isReal: Bool { desk.sending.isReal }
  /// The time that an answer takes in practice.
  private var travel: Duration { isReal ? .zero : desk.choices.weather.delay }

  // MARK: The values that it consists of

  /// The posts that were written, their progress and their fates.
  var sending: Sending {
    get { desk.sending }
    _modify { yield &desk.sending }
  }
  public internal(set) var drafts: Drafts {
    get { desk.drafts }
    _modify { yield &desk.drafts }
  }
  /// The posts and lists that were read, and the numbers of the posts.
  var reading: Reading {
    get { desk.reading }
    _modify { yield &desk.reading }
  }
  /// The reactions that are wanted in this session.
  var wishes: Wishes {
    get { desk.wishes }
    _modify { yield &desk.wishes }
  }
  var listening: Listening {
    get { desk.listening }
    _modify { yield &desk.listening }
  }
  var mutedWords: MutedWords {
    get { desk.mutedWords }
    _modify { yield &desk.mutedWords }
  }
  var accounts: Accounts {
    get { desk.accounts }
    set { desk.accounts = newValue }
  }
  var choices: PostChoices {
    get { desk.choices }
    set { desk.choices = newValue }
  }

  enum Event: Sendable {
    case queued(Outbox.Entry)
    case removed(RemovedPost)
    case drafted(Drafts.Entry)
    case edited(Drafts.Entry)
    case discarded(Drafts.Entry)
    /// A post is due to be sent over the network outside the world.
    case due(Int)
    case attached(AttachedImage)
    case detached(PostImage)
    case sent(SentPost)
    case failed(FailedPost)
    case deleted(DeletedPost)
    case network(isOn: Bool)
    case reacted(ReactionChange)
    case unreacted(ReactionFailure)
    case listening(ListeningChange)
    /// A request for news is due, over the network outside the world.
    case asks
    case post(Arrival)
    case notification(Arrival)
    case unheard(ListeningTrouble)
  }

  // MARK: Changes

  /// Adds posts to the outbox: one post, or the pieces of a thread. The first post gets the attached pictures that
  /// wait.
  /// - Parameters:
  ///   - extras: what the first post answers and quotes.
  ///   - account: the account that publishes the posts; `nil` if there is none yet.
  ///   - planned: the instant at which to send the posts; `nil` to send them at once.
  ///   - first: the number of the first post; `nil` for the next free number.
  mutating func add(
    _ posts: [Post], _ extras: PostExtras = PostExtras(), for account: String? = nil, planned: Instant? = nil,
    from first: Int? = nil, at instant: Instant
  ) -> [Outbox.Entry] {
    var extras = extras
    extras.images = desk.images
    if !desk.images.isEmpty { desk.images = [] }
    let entries = desk.sending.add(
      posts, extras, for: account, planned: planned, from: first, above: desk.reading.references.lastRead, at: instant,
      desk.choices)
    desk.reading.references.keep(above: outbox.lastNumber)
    return entries
  }

  /// The greatest number of a post in this session, written or read.
  var lastNumber: Int { max(outbox.lastNumber, desk.reading.references.lastRead) }

  /// Attaches a picture to the next post.
  mutating func attach(_ image: PostImage) { desk.images.append(image) }

  /// Removes a picture from the next post; `nil` if there is no picture with that number.
  mutating func detach(_ number: Int) -> PostImage? {
    desk.images.indices.contains(number - 1) ? desk.images.remove(at: number - 1) : nil
  }

  /// Begins a draft.
  /// - Parameters:
  ///   - place: the place at which the draft is kept; `nil` if it is not kept.
  ///   - number: the number of the draft; `nil` for the next one.
  mutating func draft(_ text: String, at instant: Instant, _ place: KeptPlace?, number: Int? = nil) -> Drafts.Entry {
    desk.drafts.add(text, at: instant, origin: place?.session ?? "", number: number)
  }

  mutating func absorb(_ event: Event, _ keep: (Outbox.Entry) -> Void) -> Bool {
    // Everything except queued posts is kept as current state.
    if case .queued(let entry) = event { keep(entry) }
    if case .deleted(let post) = event {
      desk.reading.references.delete(post.address)
      if isReal { desk.sending.delete(post.address) }
    }
    return true
  }

  // MARK: Sending

  /// Returns the post with a number of this session. A post that this session has read by that number comes first,
  /// whatever other sessions have written since; then a post of the outbox. If no post has the number, it means the
  /// first, second … post that this session has written.
  func target(_ number: Int) -> PostTarget? {
    reading.references.address(number).map { .there($0) } ?? desk.sending.target(number)
      ?? desk.sending.written(number).flatMap { desk.sending.target($0) }
  }

  /// The posts that a practice session has published and that still exist in its network, in order.
  var published: [(number: Int, record: JSON)] {
    desk.sending.sent.sorted { $0.key < $1.key }.compactMap { number, address in
      network.record(at: address).map { (number, $0) }
    }
  }

  /// The numbers of this session's posts, sorted.
  var numbers: [Int] { Set(desk.sending.numbers + desk.reading.references.numbers).sorted() }

  /// Applies the outcome of sending a post.
  mutating func end(_ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome, at instant: Instant)
    -> [Event]
  {
    guard outbox[number] != nil else { return [] }
    let isOffline = if case .offline = outcome { true } else { false }
    // Posts that are released by the network's return come before the result that showed the return.
    let events = look(isOffline: isOffline, at: instant)
    let event = desk.sending.end(number, publishing, outcome, at: instant, desk.choices)
    return events + [event].compactMap(\.self)
  }

  /// Updates the state of the network from an outcome. Returns the events if the network has come or gone.
  private mutating func look(isOffline: Bool, at instant: Instant) -> [Event] {
    guard isOffline != desk.isOffline else { return [] }
    desk.isOffline = isOffline
    if !isOffline { hasten(at: instant) }
    return [.network(isOn: !isOffline)]
  }

  /// Reschedules everything that waited only for the network, because the network is back: it is sent as soon as it
  /// may be.
  mutating func hasten(at instant: Instant) {
    let soonest = instant + travel
    desk.sending.hasten(to: soonest)
    desk.wishes.hasten(to: soonest)
    desk.listening.hasten(to: soonest)
  }

  mutating func send(_ number: Int, at instant: Instant) { desk.sending.send(number, at: instant, desk.choices) }
  mutating func resume(
    _ account: String?, planned accounts: Set<String> = [], only numbers: Set<Int>? = nil, at instant: Instant
  ) {
    desk.sending.resume(account, planned: accounts, only: numbers, at: instant, desk.choices)
  }

  /// Removes and returns the numbers of the posts that other sessions have added since the last call.
  mutating func drainArrived() -> Set<Int> { desk.sending.arrived.isEmpty ? [] : desk.sending.drainArrived() }

  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    for entry in desk.sending.due(by: instant) {
      if isReal {
        desk.sending.rest(entry.id)
        deliver(.due(entry.id))
      } else {
        for event in practise(entry, .due, at: instant) { deliver(event) }
      }
    }
    practiseWishes(at: instant, deliver)
    listen(at: instant, deliver)
  }

  /// Sends a post in the network of a practice session, which answers at once: the session has already waited.
  mutating func practise(_ entry: Outbox.Entry, _ input: Delivery.Input, at instant: Instant) -> [Event] {
    let account = entry.account ?? desk.accounts.current?.did
    guard let account, desk.accounts[did: account] != nil else {
      sending.rest(entry.id, "its account is not logged in")
      return []
    }
    guard var publishing = sending.begin(entry.id, by: input, as: account, at: instant) else { return [] }
    let outcome = publishing.run(
      prepare: { publishing, attempt in
        sending.keep(entry.id, attempt)
        publishing.kept()
      },
      request: { _, call in answer(call, by: account, at: instant) })
    defer { rest(entry.id, unlessOf: desk.accounts.current?.did) }
    return outcome.map { end(entry.id, publishing, $0, at: instant) } ?? []
  }

  /// Returns the answer of the network of a practice session, with the faults that `set` has chosen.
  private mutating func answer(_ call: XRPCCall, by account: String?, at instant: Instant) -> XRPCAnswer {
    desk.network.answer(call, by: account, in: desk.choices.weather, at: instant)
  }

  /// Sends a request to the network of a practice session.
  mutating func ask(_ call: XRPCCall, at instant: Instant) -> XRPCAnswer {
    answer(call, by: desk.accounts.current?.did, at: instant)
  }

  /// Sends a read-only request to the network of a practice session, which answers at once and without the faults of
  /// `set network-failures`. Commands use it for what they need to know before they begin.
  func look(_ call: XRPCCall, at instant: Instant) -> XRPCAnswer {
    desk.network.look(call, by: desk.accounts.current?.did, in: desk.choices.weather, at: instant)
  }

  // MARK: Archives

  /// Returns what a practice session has fetched from an account; `nil` if nothing.
  func archive(of did: String) -> Archive? { desk.archives[did] }
  mutating func keep(_ archive: Archive) { desk.archives[archive.account] = archive }

  // MARK: Reading

  /// The places that accounts have reached in their timelines.
  var places: [String: ReadMark] { desk.marks }
  /// Returns the place that an account has reached in its timeline; `nil` if the account has not begun.
  func mark(of account: String) -> ReadMark? { desk.marks[account] }

  /// Notes that an account has read some items of its timeline.
  mutating func reach(_ items: [ReadMark.Item], _ news: TimelineNews, as account: String) {
    desk.reading.note(news)
    if desk.marks[account]?.markAsRead(items) == nil { desk.marks[account] = ReadMark(items) }
  }

  // MARK: Listening

  /// The positions up to which lists were heard, by name.
  var heard: [String: ReadMark] { desk.heard }

  /// Listens to a list from an instant on, continuing at the position up to which the list was heard last.
  mutating func listen(
    to subject: Listening.Subject, _ name: String, by account: String, every: Duration, at instant: Instant
  ) {
    func ear(_ mark: ReadMark?) -> Listening.Ear {
      Listening.Ear(subject, name, by: account, every: every, from: mark, at: instant)
    }
    desk.listening.add(ear(desk.heard[ear(nil).key]))
  }

  /// Continues at the positions that earlier sessions have reached.
  mutating func listen(from heard: [String: ReadMark]) { desk.heard = heard }

  private mutating func listen(at instant: Instant, _ deliver: (Event) -> Void) {
    guard desk.listening.next <= instant, let question = desk.listening.ask(at: instant) else { return }
    if isReal { return deliver(.asks) }
    let answer =
      desk.accounts[did: question.account] == nil
      ? .refused(XRPCError(status: 401, message: "its account is not logged in"))
      : self.answer(question.call, by: question.account, at: instant)
    for event in hear(answer, nil, at: instant) { deliver(event) }
  }

  /// Applies the answer to a request for news.
  /// - Parameter limit: the server's rate limit.
  mutating func hear(_ answer: XRPCAnswer, _ limit: RateLimit?, at instant: Instant) -> [Event] {
    guard let heard = desk.listening.receive(answer, limit, at: instant) else { return [] }
    if let mark = heard.ear.mark { desk.heard[heard.ear.key] = mark }
    var events: [Event] = []
    if case .done = answer { events = look(isOffline: false, at: instant) }
    if let trouble = heard.trouble { events.append(.unheard(ListeningTrouble(heard.ear, trouble))) }
    return events + heard.items.compactMap { arrived($0, heard.ear) }
  }

  private mutating func arrived(_ item: ListPage.Item, _ ear: Listening.Ear) -> Event? {
    switch item {
    case .post(let item):
      // The other account's reactions to the post are not known.
      let number = refer(to: [item], isPartial: ear.account != reading.viewer, isAsked: false)[0]
      let record = record(of: item, number: number)
      return .post(Arrival(record: record, list: ear.name, isConcealed: record["hidden"]?.isNone == false))
    case .notification(let item):
      if let post = item.post { _ = refer(to: [FeedItem(post)], isPartial: true, isAsked: false) }
      let number = item.group.subject.flatMap { address in
        reading.references[address] ?? desk.sending.sent.first { $0.value == address }?.key
      }
      let text = number.flatMap { reading.references[$0]?.post?.text }
      let isConcealed =
        concealment(item.author, item.post?.labels ?? []) != nil
        || item.post.map { concealment(of: $0) != nil } ?? false
      let record = NotificationRecords.make(item, number: number, text: text)
      return .notification(Arrival(record: record, list: ear.name, isConcealed: isConcealed))
    case .person, .feed: return nil
    }
  }

  /// Gives posts the numbers by which this session names them from now on.
  /// - Parameters:
  ///   - isPartial: `true` if the posts' counts, and the account's reactions to them, are not known.
  ///   - isAsked: `true` if the user asked for the posts; else the oldest posts may be forgotten except for their
  ///     addresses.
  /// - Returns: the number of each post; `nil` for an item without a known post.
  mutating func refer(to items: [FeedItem], isPartial: Bool = false, isAsked: Bool = true) -> [Int?] {
    let sent = Dictionary(desk.sending.sent.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    desk.reading.references.keep(above: outbox.lastNumber)
    if !isPartial { see(items) }
    return items.map { item in
      isAsked
        ? desk.reading.references.refer(to: item, own: sent, isPartial: isPartial)
        : desk.reading.references.refer(arrived: item, own: sent, isPartial: isPartial)
    }
  }

  // MARK: Reactions

  /// Schedules the pending reactions, in practice, after the time that an answer takes.
  mutating func planWishes(at instant: Instant) {
    if !isReal { desk.wishes.plan(at: instant + desk.choices.weather.delay) }
  }

  /// Sends the due reactions in the network of a practice session.
  private mutating func practiseWishes(at instant: Instant, _ deliver: (Event) -> Void) {
    if desk.wishes.next > instant { return }
    for (wish, tries) in desk.wishes.removeDue(by: instant) {
      var reaction = ReactionRequest(wish)
      let outcome =
        reaction.run(
          prepare: { reaction, _ in reaction.kept() },
          request: { _, call in answer(call, by: wish.account, at: instant) }) ?? nil
      let wish = reaction.wish
      let events = end(wish, outcome, at: instant)
      if outcome?.isOver == false {
        desk.wishes.postpone(wish, to: instant + .seconds(min(300, 5 << Int64(min(tries, 6)))), tries: tries + 1)
      }
      for event in events { deliver(event) }
    }
  }

  /// Applies the outcome of sending a reaction: a refused reaction is reverted.
  mutating func end(_ wish: Wish, _ outcome: Wish.Outcome?, at instant: Instant) -> [Event] {
    var wish = wish
    var events: [Event] = []
    if let outcome {
      let isOffline = if case .offline = outcome { true } else { false }
      events = look(isOffline: isOffline, at: instant)
    }
    // The user may have changed the reaction while it was being sent, which was noted together with the doubt about
    // it.
    if let present = desk.wishes[wish.name], present.isWanted != wish.isWanted { return events }
    guard case .refused(let words)? = outcome else {
      desk.wishes.put(wish)
      return events
    }
    let wanted = wish.isWanted
    wish.giveUp()
    desk.wishes.put(wish)
    return events + [.unreacted(ReactionFailure(reaction: wish.reaction, isOn: wanted, words: words))]
  }

  /// Returns the name of a reaction by the account that reads.
  private func name(of kind: Reaction.Kind, _ subject: String) -> String {
    Wish.name("\(kind.rawValue) \(subject)", by: desk.reading.viewer ?? "")
  }

  /// Changes the account that reads; see `Reading`.
  mutating func read(as account: String?) { desk.reading.read(as: account) }

  /// Changes the account that publishes; `nil` for none.
  mutating func publish(as account: String?) {
    read(as: account)
    desk.sending.restAll(but: account)
  }

  /// Stops sending a post whose attempt ended after the account changed, unless the post is the account's own.
  mutating func rest(_ number: Int, unlessOf account: String?) { desk.sending.restAll(but: account, number) }

  /// Returns a post with the reactions that the reading account wants.
  func seen(_ post: PostView) -> PostView {
    if desk.wishes.isEmpty { return post }
    var post = post
    for kind in Reaction.Kind.allCases {
      if let wish = desk.wishes[name(of: kind, "\(post.reference.address)")] { post.react(kind, wish.isWanted) }
    }
    return post
  }

  func seen(_ item: FeedItem) -> FeedItem {
    guard !desk.wishes.isEmpty, let post = item.post else { return item }
    return item.with(seen(post))
  }

  /// Returns why a post is not shown; `nil` if it is shown. Muted words never hide a user's own posts.
  func concealment(of post: PostView) -> PostView.Concealment? {
    concealment(post.author, post.labels)
      ?? (post.author.did == reading.viewer ? nil : desk.mutedWords.found(in: post).map { .word($0) })
  }

  func concealment(of post: EmbedView.QuotedPost) -> PostView.Concealment? {
    concealment(post.author, post.labels)
      ?? (post.author.did == reading.viewer ? nil : desk.mutedWords.found(in: post).map { .word($0) })
  }

  /// Returns why no post of a person is shown; `nil` if they are shown.
  func concealment(_ author: Person, _ labels: [String]) -> PostView.Concealment? {
    func wanted(_ kind: Reaction.Kind) -> Bool? { desk.wishes[name(of: kind, author.did)]?.isWanted }
    if wanted(.block) == true { return .blocked }
    if wanted(.mute) == true { return .muted }
    switch PostView.concealment(author, labels) {
    case .blocked? where wanted(.block) == false: return nil
    case .muted? where wanted(.mute) == false: return nil
    case let concealment: return concealment
    }
  }

  /// Applies the server's current state of posts to reactions, except those still to be sent.
  private mutating func see(_ items: [FeedItem]) {
    if desk.wishes.isEmpty { return }
    for item in items {
      guard let post = item.post else { continue }
      for kind in Reaction.Kind.allCases {
        let (isThere, record) = post.reaction(kind)
        desk.wishes.see(name(of: kind, "\(post.reference.address)"), isThere, at: record)
      }
    }
  }

  // MARK: Time

  func shifted(by length: Duration) -> PostPart {
    if nextDeadline == .distantFuture { return self }
    var moved = self
    moved.desk.sending.shift(by: length)
    moved.desk.wishes.shift(by: length)
    moved.desk.listening.shift(by: length)
    return moved
  }

  struct Signature: Hashable, Sendable {
    let sending: Sending.Signature
    let wishes: [String: Duration]
    let network: PracticeNetwork
    /// The instant, while the session listens: other people's posts differ at each instant, so no state repeats.
    let listens: Instant?
  }

  func signature(at instant: Instant) -> Signature {
    let weather = desk.choices.weather
    // If no answer ever comes, another attempt changes nothing, at any time and after any number of attempts.
    let isVain = nextDeadline == .distantFuture || !isReal && (!weather.isOn || weather.failures >= 1)
    let sending = desk.sending.signature(at: instant, isVain: isVain)
    if isVain { return Signature(sending: sending, wishes: [:], network: PracticeNetwork(), listens: nil) }
    return Signature(
      sending: sending, wishes: wishes.waits(at: instant), network: network,
      listens: listening.isEmpty ? nil : instant)
  }

  // MARK: Undo

  /// Compares what a command can undo. The posts and lists that were read, and the progress of reactions on the
  /// server, are not compared.
  public static func == (a: PostPart, b: PostPart) -> Bool {
    if a.isSame(as: b) { return true }
    var mine = a.desk
    let theirs = b.desk
    (mine.reading, mine.wishes) = (theirs.reading, theirs.wishes)
    (mine.listening, mine.heard) = (theirs.listening, theirs.heard)
    return mine == theirs && a.wishes.wanted == b.wishes.wanted && a.listening.choices == b.listening.choices
  }

  enum Aspect: UInt8, CaseIterable, Sendable {
    case outbox, drafts, accounts, choices, images, reactions, marks, listening, archives, words
  }

  func isSame(as other: PostPart) -> Bool { $desk.isShared(with: other.$desk) }

  func differs(in aspect: Aspect, from other: PostPart) -> Bool {
    switch aspect {
    case .outbox:
      desk.sending != other.desk.sending || desk.network != other.desk.network
    case .drafts: drafts != other.drafts
    case .accounts: accounts != other.accounts
    case .choices: choices != other.choices
    case .images: images != other.images
    case .reactions: wishes.wanted != other.wishes.wanted
    case .marks: desk.marks != other.desk.marks
    case .words: desk.mutedWords != other.desk.mutedWords
    case .listening: listening.choices != other.listening.choices
    case .archives: desk.archives != other.desk.archives || desk.fetches != other.desk.fetches
    }
  }

  mutating func adopt(_ aspect: Aspect, from other: PostPart) {
    switch aspect {
    case .outbox:
      let before = desk.network
      desk.sending.become(like: other.desk.sending)
      (desk.network, desk.isOffline) = (other.network, other.isOffline)
      // The network has gone back or forward in time; see `Wishes`.
      if !isReal, desk.network != before {
        let (network, instant) = (desk.network, desk.wishes.lastChange)
        desk.wishes.findAgain { network.state(of: $0, at: instant) }
      }
    case .drafts: desk.drafts = other.drafts
    case .accounts:
      desk.accounts = other.accounts
      if !isReal { read(as: desk.accounts.current?.did) }
    case .choices: desk.choices = other.choices
    case .images: desk.images = other.images
    case .reactions: desk.wishes.revert(to: other.wishes)
    case .marks: desk.marks = other.desk.marks
    case .words: desk.mutedWords = other.desk.mutedWords
    case .listening: desk.listening.become(like: other.listening)
    case .archives: desk.archives = other.desk.archives
    }
  }

  /// Returns the way to revert by hand what a command has sent, and what was sent of the command's posts since; `nil`
  /// if nothing was sent, empty if there is no way back.
  func reversal(of command: (before: PostPart, after: PostPart)) -> String? {
    desk.sending.reversal(of: (command.before.desk.sending, command.after.desk.sending))
      ?? (command.before.desk.fetches == command.after.desk.fetches
        ? nil : "the fetched archive is only a copy, and is not removed")
  }

  /// Notes that an archive outside the world has changed.
  mutating func noteFetch() { desk.fetches += 1 }

  func storage(apartFrom previous: PostPart) -> Int {
    if isSame(as: previous) { return 0 }
    return CopyOnWrite<Desk>.bytes + desk.sending.storage(apartFrom: previous.desk.sending)
      + (drafts == previous.drafts ? 0 : drafts.storageBytes)
      + (desk.archives == previous.desk.archives ? 0 : desk.archives.values.reduce(0) { $0 + $1.storageBytes })
  }

  // MARK: What is kept

  mutating func restore(_ kept: PostJournal, _ place: KeptPlace) {
    desk.sending.restore(kept, place)
    restoreRest(kept)
  }

  private mutating func restoreRest(_ kept: PostJournal) {
    let standing = kept.standing
    desk.wishes.restore(standing.wishes)
    (desk.marks, desk.mutedWords) = (standing.marks, standing.mutedWords)
    desk.drafts = Drafts(standing.drafts, numbers: kept.draftNumbers, above: desk.drafts.lastID)
  }

  /// Posts keep their numbers, and drafts the numbers of the folder.
  mutating func join(_ kept: PostJournal, _ place: KeptPlace) {
    let before = drafts
    desk.sending.join(kept, place)
    restoreRest(kept)
    if before.texts == drafts.texts { desk.drafts = before }
  }
}
