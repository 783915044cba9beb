import Bluesky
import JSON
import StoryScript
import Timeline

/// The posts' share of a session: posts that wait to be published or are being sent, and drafts; in practice the
/// network as well.
public struct PostPart: WorldPart {
  /// All values in one box, so that a copy of the world is small.
  private struct Contents: Hashable, Sendable {
    var sending: Sending
    var drafts = Drafts()
    /// The pictures of the next post.
    var images: [PostImage] = []
    /// The posts and lists that were read, and the numbers of the posts.
    var reading = Reading()
    /// The reactions to posts and people.
    var pendingReactions = PendingReactions()
    /// The places that accounts have reached in their timelines, by DID.
    var marks: [String: ReadMark] = [:]
    /// The muted words.
    var mutedWords = MutedWords()
    var listening = Listening()
    /// The live stream that the user listens to.
    var streaming = Streaming()
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
  @CopyOnWrite private var contents: Contents
  /// The instant at which the next post or reaction is sent, or a list is asked for news.
  public var nextDeadline: Instant {
    min(
      min(contents.sending.next, contents.pendingReactions.next), min(contents.listening.next, contents.streaming.next))
  }

  /// - Parameters:
  ///   - start: the instant at which the session begins.
  ///   - seed: the seed of the random numbers in the practice network.
  init(at start: Instant = .practiceStart, seed: UInt64 = 0, isReal: Bool = false) {
    var contents = Contents(sending: Sending(isReal: isReal))
    contents.listening = Listening(seed: seed)
    contents.streaming = Streaming(seed: seed)
    if !isReal { contents.network = PracticeNetwork(seed: seed, start: start) }
    _contents = CopyOnWrite(wrappedValue: contents)
  }

  public var outbox: Outbox { contents.sending.outbox }
  package var images: [PostImage] { contents.images }
  var network: PracticeNetwork { contents.network }
  package var isOffline: Bool { contents.isOffline }
  var isReal: Bool { contents.sending.isReal }
  /// The time that an answer takes in practice.
  private var travel: Duration { isReal ? .zero : contents.choices.conditions.delay }

  // MARK: The values that it consists of

  /// The posts that were written, their progress and their saved states.
  package var sending: Sending {
    get { contents.sending }
    _modify { yield &contents.sending }
  }
  public package(set) var drafts: Drafts {
    get { contents.drafts }
    _modify { yield &contents.drafts }
  }
  /// The posts and lists that were read, and the numbers of the posts.
  package var reading: Reading {
    get { contents.reading }
    _modify { yield &contents.reading }
  }
  /// The reactions that are wanted in this session.
  package var pendingReactions: PendingReactions {
    get { contents.pendingReactions }
    _modify { yield &contents.pendingReactions }
  }
  package var listening: Listening {
    get { contents.listening }
    _modify { yield &contents.listening }
  }
  package var streaming: Streaming {
    get { contents.streaming }
    _modify { yield &contents.streaming }
  }
  package var mutedWords: MutedWords {
    get { contents.mutedWords }
    _modify { yield &contents.mutedWords }
  }
  package var accounts: Accounts {
    get { contents.accounts }
    set { contents.accounts = newValue }
  }
  package var choices: PostChoices {
    get { contents.choices }
    set { contents.choices = newValue }
  }

  package enum Event: Sendable {
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
    /// The connection of a live stream is due, over the network outside the world.
    case streams
    /// A post has arrived in a live stream.
    case streamed(Arrival)
  }

  // MARK: Changes

  /// Adds posts to the outbox: one post, or the pieces of a thread. The first post gets the attached pictures that
  /// wait.
  /// - Parameters:
  ///   - extras: the first post's reply target and quoted post.
  ///   - cards: the previews of linked pages, by the index of the post.
  ///   - account: the account that publishes the posts; `nil` if there is none yet.
  ///   - planned: the instant at which to send the posts; `nil` to send them at once.
  ///   - first: the number of the first post; `nil` for the next free number.
  package mutating func add(
    _ posts: [Post], _ extras: PostExtras = PostExtras(), cards: [Int: LinkCard] = [:], for account: String? = nil,
    planned: Instant? = nil, from first: Int? = nil, at instant: Instant
  ) -> [Outbox.Entry] {
    var extras = extras
    extras.images = contents.images
    if !contents.images.isEmpty { contents.images = [] }
    let entries = contents.sending.add(
      posts, extras, cards: cards, for: account, planned: planned, from: first,
      above: contents.reading.references.lastRead,
      at: instant,
      contents.choices)
    contents.reading.references.keep(above: outbox.lastNumber)
    return entries
  }

  /// The greatest number of a post in this session, written or read.
  package var lastNumber: Int { max(outbox.lastNumber, contents.reading.references.lastRead) }

  /// Attaches a picture to the next post.
  package mutating func attach(_ image: PostImage) { contents.images.append(image) }

  /// Removes a picture from the next post; `nil` if there is no picture with that number.
  package mutating func detach(_ number: Int) -> PostImage? {
    contents.images.indices.contains(number - 1) ? contents.images.remove(at: number - 1) : nil
  }

  /// Begins a draft.
  /// - Parameters:
  ///   - place: the place at which the draft is kept; `nil` if it is not kept.
  ///   - number: the number of the draft; `nil` for the next one.
  package mutating func draft(_ text: String, at instant: Instant, _ place: PersistedPlace?, number: Int? = nil)
    -> Drafts.Entry
  {
    contents.drafts.add(text, at: instant, origin: place?.session ?? "", number: number)
  }

  mutating func absorb(_ event: Event, _ keep: (Outbox.Entry) -> Void) -> Bool {
    // Everything except queued posts is kept as current state.
    if case .queued(let entry) = event { keep(entry) }
    if case .deleted(let post) = event {
      contents.reading.references.delete(post.address)
      if isReal { contents.sending.delete(post.address) }
    }
    return true
  }

  // MARK: Sending

  /// Returns the post with a number of this session. A post that this session has read by that number comes first,
  /// whatever other sessions have written since; then a post of the outbox. If no post has the number, it means the
  /// first, second … post that this session has written.
  package func target(_ number: Int) -> PostTarget? {
    reading.references.address(number).map { .there($0) } ?? contents.sending.target(number)
      ?? contents.sending.written(number).flatMap { contents.sending.target($0) }
  }

  /// The posts that a practice session has published and that still exist in its network, in order.
  package var published: [(number: Int, record: JSON)] {
    contents.sending.sent.sorted { $0.key < $1.key }.compactMap { number, address in
      network.record(at: address).map { (number, $0) }
    }
  }

  /// The numbers of this session's posts, sorted.
  package var numbers: [Int] { Set(contents.sending.numbers + contents.reading.references.numbers).sorted() }

  /// Applies the outcome of sending a post.
  package mutating func end(_ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome, at instant: Instant)
    -> [Event]
  {
    guard outbox[number] != nil else { return [] }
    let isOffline = if case .offline = outcome { true } else { false }
    // Posts that are released by the network's return come before the result that showed the return.
    let events = look(isOffline: isOffline, at: instant)
    let event = contents.sending.end(number, publishing, outcome, at: instant, contents.choices)
    return events + [event].compactMap { $0 }
  }

  /// Updates the state of the network from an outcome. Returns the events if the network has come or gone.
  private mutating func look(isOffline: Bool, at instant: Instant) -> [Event] {
    guard isOffline != contents.isOffline else { return [] }
    contents.isOffline = isOffline
    if !isOffline { networkReturned(at: instant) }
    return [.network(isOn: !isOffline)]
  }

  /// Notes that the network has answered.
  mutating func networkAnswered(at instant: Instant) -> [Event] { look(isOffline: false, at: instant) }

  /// Reschedules everything that waited only for the network, because the network is back: it is sent as soon as it
  /// may be.
  package mutating func networkReturned(at instant: Instant) {
    let earliest = instant + travel
    contents.sending.networkReturned(to: earliest)
    contents.pendingReactions.networkReturned(to: earliest)
    contents.listening.networkReturned(to: earliest)
    contents.streaming.networkReturned(to: earliest)
  }

  package mutating func send(_ number: Int, at instant: Instant) {
    contents.sending.send(number, at: instant, contents.choices)
  }
  package mutating func resume(
    _ account: String?, planned accounts: Set<String> = [], only numbers: Set<Int>? = nil, at instant: Instant
  ) {
    contents.sending.resume(account, planned: accounts, only: numbers, at: instant, contents.choices)
  }

  /// Removes and returns the numbers of the posts that other sessions have added since the last call.
  package mutating func drainArrived() -> Set<Int> {
    contents.sending.arrived.isEmpty ? [] : contents.sending.drainArrived()
  }

  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    for entry in contents.sending.due(by: instant) {
      if isReal {
        contents.sending.park(entry.id)
        deliver(.due(entry.id))
      } else {
        for event in practise(entry, .due, at: instant) { deliver(event) }
      }
    }
    sendPendingReactionsInPractice(at: instant, deliver)
    listen(at: instant, deliver)
    stream(at: instant, deliver)
  }

  /// Sends a post in the network of a practice session, which answers at once: the session has already waited.
  mutating func practise(_ entry: Outbox.Entry, _ input: Delivery.Input, at instant: Instant) -> [Event] {
    let account = entry.account ?? contents.accounts.current?.did
    guard let account, contents.accounts[did: account] != nil else {
      sending.park(entry.id, "its account is not logged in")
      return []
    }
    guard var publishing = sending.begin(entry.id, by: input, as: account, at: instant) else { return [] }
    let outcome = publishing.run(
      prepare: { publishing, attempt in
        sending.keep(entry.id, attempt)
        publishing.kept()
      },
      request: { _, call in answer(call, by: account, at: instant) })
    defer {
      park(entry.id, exceptOf: contents.accounts.current?.did)
      planStream(at: instant)
    }
    return outcome.map { end(entry.id, publishing, $0, at: instant) } ?? []
  }

  /// Returns the answer of the network of a practice session, with the faults that `set` has chosen.
  private mutating func answer(_ call: XRPCCall, by account: String?, at instant: Instant) -> XRPCAnswer {
    contents.network.answer(call, by: account, in: contents.choices.conditions, at: instant)
  }

  /// Sends a request to the network of a practice session.
  package mutating func ask(_ call: XRPCCall, at instant: Instant) -> XRPCAnswer {
    defer { if call.changes { planStream(at: instant) } }
    return answer(call, by: contents.accounts.current?.did, at: instant)
  }

  /// Returns whether a connection to the practice network's stream can be opened.
  mutating func opensStreamInPractice() -> Bool { contents.network.opensStream(in: contents.choices.conditions) }

  /// Sends a read-only request to the network of a practice session, which answers at once and without the faults of
  /// `set network-failures`. Commands use it to get the facts that they need before they begin.
  package func look(_ call: XRPCCall, at instant: Instant) -> XRPCAnswer {
    contents.network.look(call, by: contents.accounts.current?.did, in: contents.choices.conditions, at: instant)
  }

  // MARK: Archives

  /// Returns the archive that a practice session has fetched from an account; `nil` if none.
  package func archive(of did: String) -> Archive? { contents.archives[did] }
  package mutating func keep(_ archive: Archive) { contents.archives[archive.account] = archive }

  // MARK: Reading

  /// The places that accounts have reached in their timelines.
  var places: [String: ReadMark] { contents.marks }
  /// Returns the place that an account has reached in its timeline; `nil` if the account has not begun.
  package func mark(of account: String) -> ReadMark? { contents.marks[account] }

  /// Notes that an account has read some items of its timeline.
  package mutating func reach(_ items: [ReadMark.Item], _ news: TimelineNews, as account: String) {
    contents.reading.note(news)
    if contents.marks[account]?.markAsRead(items) == nil { contents.marks[account] = ReadMark(items) }
  }

  // MARK: Listening

  /// The positions up to which lists were heard, by name.
  package var heard: [String: ReadMark] { contents.heard }

  /// Listens to a list from an instant on, continuing at the position up to which the list was heard last.
  package mutating func listen(
    to subject: Listening.Subject, _ name: String, by account: String, every: Duration, at instant: Instant
  ) {
    func subscription(_ mark: ReadMark?) -> Listening.Subscription {
      Listening.Subscription(subject, name, by: account, every: every, from: mark, at: instant)
    }
    contents.listening.add(subscription(contents.heard[subscription(nil).key]))
  }

  /// Notes the position up to which a live stream was heard.
  mutating func note(heard position: Instant, of stream: String) {
    contents.heard[stream] = ReadMark(until: position)
  }

  /// Continues at the positions that earlier sessions have reached.
  package mutating func listen(from heard: [String: ReadMark]) { contents.heard = heard }

  private mutating func listen(at instant: Instant, _ deliver: (Event) -> Void) {
    guard contents.listening.next <= instant, let question = contents.listening.ask(at: instant) else { return }
    if isReal { return deliver(.asks) }
    let answer =
      contents.accounts[did: question.account] == nil
      ? .refused(XRPCError(status: 401, message: "its account is not logged in"))
      : self.answer(question.call, by: question.account, at: instant)
    for event in receive(answer, nil, at: instant) { deliver(event) }
  }

  /// Applies the answer to a request for news.
  /// - Parameter limit: the server's rate limit.
  package mutating func receive(_ answer: XRPCAnswer, _ limit: RateLimit?, at instant: Instant) -> [Event] {
    guard let heard = contents.listening.receive(answer, limit, at: instant) else { return [] }
    if let mark = heard.subscription.mark { contents.heard[heard.subscription.key] = mark }
    var events: [Event] = []
    if case .done = answer { events = networkAnswered(at: instant) }
    if let trouble = heard.trouble { events.append(.unheard(ListeningTrouble(heard.subscription, trouble))) }
    return events + heard.items.compactMap { arrived($0, heard.subscription) }
  }

  private mutating func arrived(_ item: ListPage.Item, _ subscription: Listening.Subscription) -> Event? {
    switch item {
    case .post(let item):
      // The other account's reactions to the post are not known.
      let number = refer(to: [item], isPartial: subscription.account != reading.viewer, isAsked: false)[0]
      let record = record(of: item, number: number)
      return .post(Arrival(record: record, list: subscription.name, isConcealed: record["hidden"]?.isNone == false))
    case .notification(let item):
      if let post = item.post { _ = refer(to: [FeedItem(post)], isPartial: true, isAsked: false) }
      let number = item.group.subject.flatMap { address in
        reading.references[address] ?? contents.sending.sent.first { $0.value == address }?.key
      }
      let text = number.flatMap { reading.references[$0]?.post?.text }
      let isConcealed =
        concealment(item.author, item.post?.appliedLabels ?? []) != nil
        || item.post.map { concealment(of: $0) != nil } ?? false
      let record = NotificationRecords.make(item, number: number, text: text)
      return .notification(Arrival(record: record, list: subscription.name, isConcealed: isConcealed))
    case .person, .feed, .list, .starterPack: return nil
    }
  }

  /// Gives posts the numbers by which this session names them from now on.
  /// - Parameters:
  ///   - isPartial: `true` if the posts' counts, and the account's reactions to them, are not known.
  ///   - isAsked: `true` if the user asked for the posts; else the oldest posts may be forgotten except for their
  ///     addresses.
  /// - Returns: the number of each post; `nil` for an item without a known post.
  package mutating func refer(to items: [FeedItem], isPartial: Bool = false, isAsked: Bool = true) -> [Int?] {
    let sent = Dictionary(contents.sending.sent.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    contents.reading.references.keep(above: outbox.lastNumber)
    if !isPartial { observe(items) }
    return items.map { item in
      isAsked
        ? contents.reading.references.refer(to: item, own: sent, isPartial: isPartial)
        : contents.reading.references.refer(arrived: item, own: sent, isPartial: isPartial)
    }
  }

  // MARK: Reactions

  /// Schedules the pending reactions, in practice, after the time that an answer takes.
  package mutating func planPendingReactions(at instant: Instant) {
    if !isReal { contents.pendingReactions.plan(at: instant + contents.choices.conditions.delay) }
  }

  /// Sends the due reactions in the network of a practice session.
  private mutating func sendPendingReactionsInPractice(at instant: Instant, _ deliver: (Event) -> Void) {
    if contents.pendingReactions.next > instant { return }
    for (pending, tries) in contents.pendingReactions.removeDue(by: instant) {
      var reaction = ReactionRequest(pending)
      let outcome =
        reaction.run(
          prepare: { reaction, _ in reaction.kept() },
          request: { _, call in answer(call, by: pending.account, at: instant) }) ?? nil
      let pending = reaction.pending
      let events = end(pending, outcome, at: instant)
      if outcome?.isOver == false {
        contents.pendingReactions.postpone(
          pending, to: instant + .seconds(min(300, 5 << Int64(min(tries, 6)))), tries: tries + 1)
      }
      for event in events { deliver(event) }
    }
  }

  /// Applies the outcome of sending a reaction: a refused reaction is reverted.
  package mutating func end(_ pending: PendingReaction, _ outcome: PendingReaction.Outcome?, at instant: Instant)
    -> [Event]
  {
    var pending = pending
    var events: [Event] = []
    if let outcome {
      let isOffline = if case .offline = outcome { true } else { false }
      events = look(isOffline: isOffline, at: instant)
    }
    // The user may have changed the reaction while it was being sent, which was noted together with the doubt about
    // it.
    if let present = contents.pendingReactions[pending.name], present.isWanted != pending.isWanted { return events }
    guard case .refused(let words)? = outcome else {
      contents.pendingReactions.put(pending)
      return events
    }
    let wanted = pending.isWanted
    pending.discardChange()
    contents.pendingReactions.put(pending)
    return events + [.unreacted(ReactionFailure(reaction: pending.reaction, isOn: wanted, words: words))]
  }

  /// Returns the name of a reaction by the account that reads.
  private func name(of kind: Reaction.Kind, _ subject: String) -> String {
    PendingReaction.name("\(kind.rawValue) \(subject)", by: contents.reading.viewer ?? "")
  }

  /// Changes the account that reads; see `Reading`.
  package mutating func read(as account: String?) { contents.reading.read(as: account) }

  /// Changes the account that publishes; `nil` for none.
  package mutating func publish(as account: String?) {
    read(as: account)
    contents.sending.parkAll(but: account)
  }

  /// Stops sending a post whose attempt ended after the account changed, unless the post is the account's own.
  package mutating func park(_ number: Int, exceptOf account: String?) {
    contents.sending.parkAll(but: account, number)
  }

  /// Returns a post with the reactions that the reading account wants.
  package func seen(_ post: PostView) -> PostView {
    if contents.pendingReactions.isEmpty { return post }
    var post = post
    for kind in Reaction.Kind.allCases {
      if let pending = contents.pendingReactions[name(of: kind, "\(post.reference.address)")] {
        post.react(kind, pending.isWanted)
      }
    }
    return post
  }

  func seen(_ item: FeedItem) -> FeedItem {
    guard !contents.pendingReactions.isEmpty, let post = item.post else { return item }
    return item.with(seen(post))
  }

  /// Returns why a post is not shown; `nil` if it is shown. Muted words never hide a user's own posts.
  package func concealment(of post: PostView) -> PostView.HiddenReason? {
    concealment(post.author, post.appliedLabels) ?? concealment(byChoiceAt: post.reference.address)
      ?? (post.author.did == reading.viewer
        ? nil : (contents.mutedWords.found(in: post) ?? reading.choices?.mutedWord(in: post)).map { .word($0) })
  }

  /// Returns whether the account has hidden a post on its server.
  private func concealment(byChoiceAt address: RecordAddress) -> PostView.HiddenReason? {
    reading.choices?.hidden.contains(address) == true ? .chosen : nil
  }

  package func concealment(of post: EmbedView.QuotedPost) -> PostView.HiddenReason? {
    concealment(post.author, post.appliedLabels) ?? concealment(byChoiceAt: post.reference.address)
      ?? (post.author.did == reading.viewer
        ? nil : (contents.mutedWords.found(in: post) ?? reading.choices?.mutedWord(in: post)).map { .word($0) })
  }

  /// Returns why no post of a person is shown; `nil` if they are shown.
  package func concealment(_ author: Person, _ labels: [AppliedLabel]) -> PostView.HiddenReason? {
    func wanted(_ kind: Reaction.Kind) -> Bool? { contents.pendingReactions[name(of: kind, author.did)]?.isWanted }
    if wanted(.block) == true { return .blocked }
    if wanted(.mute) == true { return .muted }
    if author.relation.isBlockedByList || author.relation.blocking != nil && wanted(.block) != false { return .blocked }
    if author.relation.isMutedByList || author.relation.isMuted && wanted(.mute) != false { return .muted }
    let reason = labelChoices.concealment(labels + author.appliedLabels)
    // A user's own choices about labels are about the posts of others.
    if author.did == reading.viewer, case .warned? = reason { return nil }
    if author.did == reading.viewer, case .unwanted? = reason { return nil }
    return reason
  }

  /// The treatment of labelled posts by the account that reads.
  private var labelChoices: LabelChoices { reading.choices?.labels ?? LabelChoices() }

  /// Returns why the pictures, the video and the card of a post are covered; `nil` if they are shown.
  package func mediaWarning(of post: PostView) -> ContentLabel.Reason? {
    labelChoices.mediaWarning(post.appliedLabels + post.author.appliedLabels)
  }

  /// Returns whether lists leave out a post completely, because the account hides posts with one of its labels.
  package func isLeftOut(_ record: Record) -> Bool {
    guard let number = record["ref"]?.text.flatMap({ Int($0.dropFirst()) }),
      let post = reading.references[number]?.post,
      case .unwanted? = concealment(of: post)
    else { return false }
    return true
  }

  /// Applies the server's current state of posts to reactions, except those still to be sent.
  private mutating func observe(_ items: [FeedItem]) {
    if contents.pendingReactions.isEmpty { return }
    for item in items {
      guard let post = item.post else { continue }
      for kind in Reaction.Kind.allCases {
        let (isThere, record) = post.reaction(kind)
        contents.pendingReactions.observe(name(of: kind, "\(post.reference.address)"), isThere, at: record)
      }
    }
  }

  // MARK: Time

  func shifted(by length: Duration) -> PostPart {
    if nextDeadline == .distantFuture { return self }
    var moved = self
    moved.contents.sending.shift(by: length)
    moved.contents.pendingReactions.shift(by: length)
    moved.contents.listening.shift(by: length)
    moved.contents.streaming.shift(by: length)
    return moved
  }

  struct Signature: Hashable, Sendable {
    let sending: Sending.Signature
    let pendingReactions: [String: Duration]
    let network: PracticeNetwork
    /// The instant, while the session listens: other people's posts differ at each instant, so no state repeats.
    let listens: Instant?
  }

  func signature(at instant: Instant) -> Signature {
    let conditions = contents.choices.conditions
    // If no answer ever comes, another attempt changes nothing, at any time and after any number of attempts.
    let isVain = nextDeadline == .distantFuture || !isReal && (!conditions.isOn || conditions.failures >= 1)
    let sending = contents.sending.signature(at: instant, isVain: isVain)
    if isVain { return Signature(sending: sending, pendingReactions: [:], network: PracticeNetwork(), listens: nil) }
    return Signature(
      sending: sending, pendingReactions: pendingReactions.waits(at: instant), network: network,
      listens: listening.isEmpty && streaming.isEmpty ? nil : instant)
  }

  // MARK: Undo

  /// Compares what a command can undo. The posts and lists that were read, and the progress of reactions on the
  /// server, are not compared.
  public static func == (a: PostPart, b: PostPart) -> Bool {
    if a.isSame(as: b) { return true }
    var mine = a.contents
    let theirs = b.contents
    (mine.reading, mine.pendingReactions) = (theirs.reading, theirs.pendingReactions)
    (mine.listening, mine.streaming, mine.heard) = (theirs.listening, theirs.streaming, theirs.heard)
    return mine == theirs && a.pendingReactions.wanted == b.pendingReactions.wanted
      && a.listening.choices == b.listening.choices && a.streaming.choice == b.streaming.choice
  }

  enum Aspect: UInt8, CaseIterable, Sendable {
    case outbox, drafts, accounts, choices, images, reactions, marks, listening, archives, words
  }

  func isSame(as other: PostPart) -> Bool { $contents.isShared(with: other.$contents) }

  func differs(in aspect: Aspect, from other: PostPart) -> Bool {
    switch aspect {
    case .outbox:
      contents.sending != other.contents.sending || contents.network != other.contents.network
    case .drafts: drafts != other.drafts
    case .accounts: accounts != other.accounts
    case .choices: choices != other.choices
    case .images: images != other.images
    case .reactions: pendingReactions.wanted != other.pendingReactions.wanted
    case .marks: contents.marks != other.contents.marks
    case .words: contents.mutedWords != other.contents.mutedWords
    case .listening:
      listening.choices != other.listening.choices || streaming.choice != other.streaming.choice
    case .archives: contents.archives != other.contents.archives || contents.fetches != other.contents.fetches
    }
  }

  mutating func adopt(_ aspect: Aspect, from other: PostPart) {
    switch aspect {
    case .outbox:
      let before = contents.network
      contents.sending.become(like: other.contents.sending)
      (contents.network, contents.isOffline) = (other.network, other.isOffline)
      // The network has gone back or forward in time; see `PendingReactions`.
      if !isReal, contents.network != before {
        reviseChoices()
        let (network, instant) = (contents.network, contents.pendingReactions.lastChange)
        contents.pendingReactions.reconcile { network.state(of: $0, at: instant) }
      }
    case .drafts: contents.drafts = other.drafts
    case .accounts:
      contents.accounts = other.accounts
      if !isReal { read(as: contents.accounts.current?.did) }
    case .choices: contents.choices = other.choices
    case .images: contents.images = other.images
    case .reactions: contents.pendingReactions.revert(to: other.pendingReactions)
    case .marks: contents.marks = other.contents.marks
    case .words: contents.mutedWords = other.contents.mutedWords
    case .listening:
      contents.listening.become(like: other.listening)
      contents.streaming.become(
        like: other.streaming, heard: other.streaming.choice.flatMap { contents.heard[$0.key]?.newest })
    case .archives: contents.archives = other.contents.archives
    }
  }

  /// Reads the account's choices again, if they are known: the practice network has gone back or forward in time.
  private mutating func reviseChoices() {
    guard reading.choices != nil else { return }
    let instant = contents.pendingReactions.lastChange
    if case .done(let json) = look(Preferences.call, at: instant), let preferences = Preferences(json) {
      reading.adopt(preferences, at: instant)
    } else {
      reading.forgetChoices()
    }
  }

  /// Returns the way to revert by hand what a command has sent, and what was sent of the command's posts since; `nil`
  /// if nothing was sent, empty if there is no way back.
  func reversal(of command: (before: PostPart, after: PostPart)) -> String? {
    contents.sending.reversal(of: (command.before.contents.sending, command.after.contents.sending))
      ?? (command.before.contents.fetches == command.after.contents.fetches
        ? nil : "the fetched archive is only a copy, and is not removed")
  }

  /// Notes that an archive outside the world has changed.
  package mutating func noteFetch() { contents.fetches += 1 }

  func storage(apartFrom previous: PostPart) -> Int {
    if isSame(as: previous) { return 0 }
    return CopyOnWrite<Contents>.bytes + contents.sending.storage(apartFrom: previous.contents.sending)
      + (drafts == previous.drafts ? 0 : drafts.storageBytes)
      + (contents.archives == previous.contents.archives
        ? 0 : contents.archives.values.reduce(0) { $0 + $1.storageBytes })
  }

  // MARK: Persistence

  mutating func restore(_ kept: PostJournal, _ place: PersistedPlace) {
    contents.sending.restore(kept, place)
    restoreRemainder(kept)
  }

  private mutating func restoreRemainder(_ kept: PostJournal) {
    let snapshot = kept.snapshot
    contents.pendingReactions.restore(snapshot.pendingReactions)
    (contents.marks, contents.mutedWords) = (snapshot.marks, snapshot.mutedWords)
    contents.drafts = Drafts(snapshot.drafts, numbers: kept.draftNumbers, above: contents.drafts.lastID)
  }

  /// Posts keep their numbers, and drafts the numbers of the folder.
  mutating func join(_ kept: PostJournal, _ place: PersistedPlace) {
    let before = drafts
    contents.sending.join(kept, place)
    restoreRemainder(kept)
    if before.texts == drafts.texts, !kept.hasMovedDrafts { contents.drafts = before }
  }
}
