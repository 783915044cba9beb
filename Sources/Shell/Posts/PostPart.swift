import Bluesky
import JSON
import Timeline

/// The posts' share of a session: those that wait to be published or are on their way, and those that are still being
/// thought about; in practice the network as well.
public struct PostPart: WorldPart {
  /// All of it in one box, so that a copy of the world is small.
  private struct Desk: Hashable, Sendable {
    var outbox = Outbox()
    var drafts = Drafts()
    /// The pictures of the next post.
    var images: [PostImage] = []
    /// The posts that were sent, by the numbers that they had here: each keeps its own for the whole session.
    var sent: [Int: RecordAddress] = [:]
    /// What was read, and the numbers by which it is named.
    var reading = Reading()
    var deliveries = Deliveries()
    /// What was done about posts and people.
    var wishes = Wishes()
    /// How far accounts, by their DIDs, have read their timelines.
    var marks: [String: ReadMark] = [:]
    /// The words whose posts are not shown.
    var mutedWords = MutedWords()
    var listening = Listening()
    /// How far lists were listened to, by their names.
    var heard: [String: ReadMark] = [:]
    /// What became of posts, by the names under which they are kept.
    var fates: [String: PostFate] = [:]
    var isOffline = false
    /// The accounts and the network of a practice session.
    var accounts = Accounts()
    var network = PracticeNetwork()
    /// In practice, what was fetched of each account, by its DID.
    var archives: [String: Archive] = [:]
    var choices = PostChoices()
    /// Spreads the tries of those who failed together.
    var chance = SeededGenerator(seed: 0, stream: 17)
    /// Where it is kept, if anywhere.
    var origin: String?
    /// Whether what was sent has left for good: a real session's.
    var isReal = false
    /// What a real session has taken off a server: nothing brings it back.
    var deleted: Set<RecordAddress> = []
  }
  @CopyOnWrite private var desk = Desk()
  /// When the next post goes out by itself.
  public var nextDeadline: Instant { min(min(desk.deliveries.next, desk.wishes.next), desk.listening.next) }

  /// - Parameters:
  ///   - start: when the session begins.
  ///   - seed: where chance comes from in the network of practice.
  init(at start: Instant = .practiceStart, seed: UInt64 = 0, isReal: Bool = false) {
    desk.listening = Listening(seed: seed)
    if isReal { desk.isReal = true } else { desk.network = PracticeNetwork(seed: seed, start: start) }
  }

  public var outbox: Outbox { desk.outbox }
  public var drafts: Drafts { desk.drafts }
  var fates: [String: PostFate] { desk.fates }
  var images: [PostImage] { desk.images }
  var network: PracticeNetwork { desk.network }
  var isOffline: Bool { desk.isOffline }
  var isReal: Bool { desk.isReal }

  var accounts: Accounts {
    get { desk.accounts }
    set { desk.accounts = newValue }
  }
  var choices: PostChoices {
    get { desk.choices }
    set { desk.choices = newValue }
  }

  func delivery(_ number: Int) -> Delivery { desk.deliveries[number] ?? Delivery() }

  enum Event: Sendable {
    case queued(Outbox.Entry)
    case removed(Outbox.Entry)
    case drafted(Drafts.Entry)
    case edited(Drafts.Entry)
    case discarded(Drafts.Entry)
    /// It is time for a post, and the network lies outside the world.
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
    /// It is time to ask what is new, and the network lies outside the world.
    case asks
    case post(Arrival)
    case notification(Arrival)
    case unheard(ListeningTrouble)
  }

  // MARK: Changes

  /// Takes posts in: one, or the pieces of a thread, of which the first gets the pictures that wait for it.
  /// - Parameters:
  ///   - extras: what the first of them answers and quotes.
  ///   - account: for whom they are; `nil` for nobody yet.
  ///   - planned: when they are to go out; `nil` for at once.
  mutating func add(
    _ posts: [Post], _ extras: PostExtras = PostExtras(), for account: String? = nil, planned: Instant? = nil,
    at instant: Instant
  ) -> [Outbox.Entry] {
    var extras = extras
    extras.images = desk.images
    if !desk.images.isEmpty { desk.images = [] }
    desk.outbox.number(above: desk.reading.references.lastRead)
    let entries = desk.outbox.add(thread: posts, extras: extras, account: account, planned: planned)
    desk.reading.references.keep(above: desk.outbox.lastNumber)
    if let account {
      let limit = limit(of: account)
      for entry in entries { plan(entry, at: instant, limit) }
    }
    return entries
  }

  /// Has the next post show a picture.
  mutating func attach(_ image: PostImage) { desk.images.append(image) }

  /// Takes a picture from the next post; `nil` when it has none of that number.
  mutating func detach(_ number: Int) -> PostImage? {
    desk.images.indices.contains(number - 1) ? desk.images.remove(at: number - 1) : nil
  }

  /// When an account's limit counts anew, where one of its posts has met it. O(posts that wait).
  private func limit(of account: String) -> Instant? {
    desk.outbox.entries.lazy.filter { $0.account == account }.compactMap { delivery($0.id).limit }.max()
  }

  /// Has a post go out by itself, as soon as it may.
  /// - Parameter limit: before which nothing of its account does.
  private mutating func plan(_ entry: Outbox.Entry, at instant: Instant, _ limit: Instant? = nil) {
    if let limit { change(entry.id) { $0.hold(until: limit) } }
    let travel = desk.isReal ? Duration.zero : desk.choices.weather.delay
    let soonest = max(entry.planned ?? (entry.post.created + desk.choices.sendDelay), instant) + travel
    change(entry.id) { $0.schedule(soonest, isPlanned: entry.planned != nil) }
  }

  private mutating func change(_ number: Int, _ body: (inout Delivery) -> Void) { desk.deliveries.change(number, body) }

  /// Takes a post out of the outbox.
  mutating func remove(_ number: Int) -> Outbox.Entry? {
    guard let entry = desk.outbox.remove(number) else { return nil }
    desk.deliveries.remove(number)
    if desk.origin != nil { desk.fates[name(entry.identity)] = .removed }
    return entry
  }

  /// Begins a draft.
  /// - Parameter place: where it is kept, if anywhere.
  mutating func draft(_ text: String, at instant: Instant, _ place: KeptPlace?) -> Drafts.Entry {
    desk.drafts.add(text, at: instant, origin: place?.session ?? "")
  }
  mutating func edit(_ id: Int, _ text: String) -> Drafts.Entry? { desk.drafts.edit(id, text) }
  mutating func discard(_ id: Int) -> Drafts.Entry? { desk.drafts.remove(id) }

  mutating func absorb(_ event: Event, _ keep: (Outbox.Entry) -> Void) -> Bool {
    // All but what was queued is kept as it stands.
    if case .queued(let entry) = event { keep(entry) }
    if case .deleted(let post) = event {
      desk.reading.references.delete(post.address)
      if desk.isReal { desk.deleted.insert(post.address) }
    }
    return true
  }

  // MARK: Sending

  /// The name under which a post is kept, or would be.
  private func name(_ identity: Outbox.Identity) -> String { Self.id(identity, desk.origin ?? "").text }

  /// Its key on every device: from the instant and the name of its event; the pieces of a thread in their order.
  private func key(_ entry: Outbox.Entry) -> RecordKey {
    let before = entry.follows.flatMap { Self.id($0, desk.origin ?? "").text }
    return RecordKey(
      entry.post.created, device: name(entry.identity), after: before.flatMap { key(sent: $0) })
  }

  private func key(sent name: String) -> RecordKey? {
    guard case .sent(let reference, _)? = desk.fates[name] else { return nil }
    return RecordKey(reference.address.key)
  }

  /// The post that this one answers or quotes, where that is one of the outbox and not sent yet.
  func awaited(by entry: Outbox.Entry) -> Outbox.Identity? { entry.extras.awaited.first { reply(to: $0) == nil } }

  /// What to say of a post that another one waits for.
  func words(awaiting before: Outbox.Identity) -> (words: String, way: String?) {
    if outbox[before.number]?.identity == before {
      return ("post \(before.number), which was not sent yet", "outbox send \(before.number)")
    }
    return ("a post that was taken out", nil)
  }

  /// The post of a number of this session.
  func target(_ number: Int) -> PostTarget? {
    outbox[number].map { .own($0.identity) } ?? desk.sent[number].map { .there($0) }
      ?? reading.references[number]?.post.map { .there($0.reference.address) }
  }

  /// What was published in the network of a practice session and still stands there, in order.
  var published: [(number: Int, record: JSON)] {
    desk.sent.sorted { $0.key < $1.key }.compactMap { number, address in
      network.record(at: address).map { (number, $0) }
    }
  }

  /// The numbers of this session that name posts, in order.
  var numbers: [Int] {
    Set(outbox.entries.map(\.id) + desk.sent.keys + reading.references.numbers).sorted()
  }

  /// What answers a post of this outbox says of it; `nil` until it is sent.
  private func reply(to identity: Outbox.Identity) -> Post.Reply? {
    guard case .sent(let parent, let root)? = desk.fates[name(identity)] else { return nil }
    return Post.Reply(root: root ?? parent, parent: parent)
  }

  /// A post with all that belongs to it, before anything of it was sent.
  func parcel(_ post: Post, _ extras: PostExtras, planned: Instant?) -> Publishing.Parcel {
    Publishing.Parcel(post, extras, planned: planned) { reply(to: $0) }
  }

  private func parcel(_ entry: Outbox.Entry) -> Publishing.Parcel {
    Publishing.Parcel(
      entry.post, entry.extras, planned: entry.planned, blobs: delivery(entry.id).blobs
    ) { reply(to: $0) }
  }

  /// Begins to send a post.
  /// - Returns: `nil` where there is nothing to do now.
  mutating func begin(_ number: Int, by input: Delivery.Input, as account: String) -> Publishing? {
    guard let entry = desk.outbox[number] else { return nil }
    if let before = awaited(by: entry) {
      let words = words(awaiting: before).words
      change(number) { $0.rest("it comes after \(words)") }
      return nil
    }
    var begins = false
    change(number) { begins = $0.begin(input) }
    guard begins else { return nil }
    let delivery = delivery(number)
    if let attempt = delivery.attempt {
      // What may be there stands as such already, and is looked for before anything is sent.
      let isKept = desk.fates[name(entry.identity)]?.hasLeft == true
      return Publishing(parcel(entry), again: attempt, mayBeThere: delivery.state == .unsure, isKept: isKept)
    }
    return Publishing(parcel(entry), as: account, key: key(entry))
  }

  /// Notes what is about to be sent, which is to last before it is.
  mutating func keep(_ number: Int, _ attempt: Publishing.Attempt) {
    guard let entry = desk.outbox[number] else { return }
    change(number) { $0.keep(attempt) }
    desk.fates[name(entry.identity)] = .tried(attempt)
  }

  /// Takes in how sending a post has ended.
  mutating func end(_ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome, at instant: Instant)
    -> [Event]
  {
    guard let entry = desk.outbox[number] else { return [] }
    let (root, jitter) = (delivery(number).attempt?.root, desk.chance.unit())
    var isAsBefore = false
    change(number) {
      $0.keep(publishing.blobs)
      isAsBefore = $0.end(outcome, at: instant, jitter: jitter)
    }
    let isOffline = if case .offline = outcome { true } else { false }
    var events = look(isOffline: isOffline, at: instant)
    switch outcome {
    case .sent(let reference):
      desk.fates[name(entry.identity)] = .sent(reference, root: root)
      desk.sent[number] = reference.address
      _ = desk.outbox.remove(number)
      desk.deliveries.remove(number)
      for next in desk.outbox.entries where next.extras.awaited.contains(entry.identity) { plan(next, at: instant) }
      events.append(.sent(SentPost(entry: entry, reference: reference, unknown: publishing.unknown)))
      return events
    case .refused(let error):
      desk.fates[name(entry.identity)] = .refused(error.words, account: entry.account)
    case .missing(let words): desk.fates[name(entry.identity)] = .refused(words, account: entry.account)
    case .later(let words, until: _?), .unsure(let words, until: _?):
      // It lasts: a session after this one is not to run into the same limit.
      let delivery = delivery(number)
      guard let due = delivery.due else { break }
      desk.fates[name(entry.identity)] = .limited(
        words, until: due, delivery.attempt, isUnsure: delivery.state == .unsure)
      // The limit is the account's.
      if let limit = delivery.limit {
        for other in desk.outbox.entries where other.account == entry.account && other.id != number {
          change(other.id) { $0.hold(until: limit) }
        }
      }
    case .locked, .later, .offline, .unsure: break
    }
    // What waits for hours is told once, not at each try.
    if !isAsBefore { events.append(.failed(FailedPost(entry: entry, delivery: delivery(number), outcome: outcome))) }
    return events
  }

  /// Whether the network comes or goes with an outcome.
  private mutating func look(isOffline: Bool, at instant: Instant) -> [Event] {
    guard isOffline != desk.isOffline else { return [] }
    desk.isOffline = isOffline
    if !isOffline { hasten(at: instant) }
    return [.network(isOn: !isOffline)]
  }

  /// What waited for the network alone goes out as soon as it may: the network is there.
  mutating func hasten(at instant: Instant) {
    let soonest = instant + (desk.isReal ? .zero : desk.choices.weather.delay)
    for (number, delivery) in desk.deliveries.planned where delivery.isWaitingForNetwork {
      change(number) { $0.postpone(to: soonest) }
    }
    desk.wishes.hasten(to: soonest)
    desk.listening.hasten(to: soonest)
  }

  /// Tries a post again at an instant.
  mutating func retry(_ number: Int, at instant: Instant) { change(number) { $0.schedule(instant, isPlanned: false) } }

  /// Sends a post of a practice session by hand: it arrives when an answer has had its time.
  mutating func send(_ number: Int, at instant: Instant) {
    let arrival = instant + desk.choices.weather.delay
    change(number) { $0.schedule(arrival, isPlanned: $0.state == .refused) }
  }

  /// Lets a post wait for somebody.
  mutating func rest(_ number: Int, _ words: String) { change(number) { $0.rest(words) } }

  /// Everything that this account wrote goes out as soon as it may: when a session begins, or the account comes back.
  mutating func resume(_ account: String, at instant: Instant) {
    let limit = limit(of: account)
    for entry in desk.outbox.entries where entry.account == account && delivery(entry.id).due == nil {
      guard delivery(entry.id).state != .refused, awaited(by: entry) == nil else { continue }
      plan(entry, at: instant, limit)
    }
  }

  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    for number in desk.deliveries.due(by: instant) {
      guard let entry = desk.outbox[number] else { continue }
      if desk.isReal {
        change(entry.id) { $0.rest($0.words) }
        deliver(.due(entry.id))
      } else {
        for event in practise(entry, .due, at: instant) { deliver(event) }
      }
    }
    practiseWishes(at: instant, deliver)
    listen(at: instant, deliver)
  }

  /// Sends a post in the network of a practice session, which answers at once: the time was waited for before.
  mutating func practise(_ entry: Outbox.Entry, _ input: Delivery.Input, at instant: Instant) -> [Event] {
    let account = entry.account ?? desk.accounts.current?.did
    guard let account, desk.accounts[did: account] != nil else {
      rest(entry.id, "its account is not logged in")
      return []
    }
    guard var publishing = begin(entry.id, by: input, as: account) else { return [] }
    while true {
      switch publishing.next {
      case .keep(let attempt):
        keep(entry.id, attempt)
        publishing.kept()
      case .ask(let call):
        publishing.take(desk.network.answer(call, by: account, in: desk.choices.weather, at: instant))
      case .end(let outcome): return end(entry.id, publishing, outcome, at: instant)
      }
    }
  }

  /// Asks the network of a practice session.
  mutating func ask(_ call: XRPCCall, at instant: Instant) -> XRPCAnswer {
    desk.network.answer(call, by: desk.accounts.current?.did, in: desk.choices.weather, at: instant)
  }

  /// Looks something up in the network of a practice session, at once and without the faults of `set network-failures`:
  /// what a command needs to know before it begins.
  func look(_ call: XRPCCall, at instant: Instant) -> XRPCAnswer {
    var (network, weather) = (desk.network, desk.choices.weather)
    weather.failures = 0
    return network.answer(call, by: desk.accounts.current?.did, in: weather, at: instant)
  }

  /// The network has gone back in time, or forth; see `Wishes`.
  private mutating func findWishes() {
    let (instant, calm) = (desk.wishes.lastChange, PracticeNetwork.Weather())
    var network = desk.network
    desk.wishes.findAgain { wish in
      func read(_ call: XRPCCall) -> JSON? {
        guard case .done(let json) = network.answer(call, by: wish.account, in: calm, at: instant) else { return nil }
        return json
      }
      return switch wish.reaction.subject {
      case .post(let post):
        read(PostView.call(post.address)).flatMap { PostView(posts: $0) }?.reaction(wish.reaction.kind)
      case .person(let did):
        read(Person.call(did)).flatMap { Person(profile: $0) }?.relation.reaction(wish.reaction.kind)
      case .notifications(let until, _): Self.seen(read).map { ($0 >= until, nil) }
      }
    }
  }

  /// Up to when notifications are seen.
  private static func seen(_ read: (XRPCCall) -> JSON?) -> Instant? {
    var listing = Listing(.notifications(NotificationChoice()))
    listing.begin(1)
    guard let json = listing.next.flatMap(read), listing.take(json) else { return nil }
    return listing.seen ?? .distantPast
  }

  // MARK: Archives

  /// What a practice session has fetched of an account; `nil` for nothing.
  func archive(of did: String) -> Archive? { desk.archives[did] }
  mutating func keep(_ archive: Archive) { desk.archives[archive.account] = archive }

  // MARK: Reading

  var reading: Reading { desk.reading }

  /// Knows feeds by their names from now on.
  mutating func learn(_ feeds: [FeedGenerator]) { desk.reading.learn(feeds) }

  /// Knows somebody from now on.
  mutating func meet(_ person: Person) { desk.reading.references.meet([person]) }

  /// Notes how the list stands that was asked for last.
  mutating func note(_ list: Reading.Last, _ state: Reading.State) { desk.reading.note(list, state) }

  /// How far accounts have read their timelines.
  var places: [String: ReadMark] { desk.marks }
  /// How far an account has read its timeline; `nil` where it never began.
  func mark(of account: String) -> ReadMark? { desk.marks[account] }

  /// Notes that an account has read these of its timeline.
  mutating func reach(_ items: [ReadMark.Item], _ news: TimelineNews, as account: String) {
    desk.reading.note(news)
    if desk.marks[account]?.take(items) == nil { desk.marks[account] = ReadMark(items) }
  }

  /// Keeps the first pages of a list in a practice session.
  mutating func keep(_ pages: KeptPages) { desk.reading.keep(pages) }

  /// Notes that old pages are shown, or none.
  mutating func show(_ pages: KeptPages?) { desk.reading.show(pages) }

  // MARK: Listening

  var listening: Listening { desk.listening }
  /// How far lists were listened to, by their names.
  var heard: [String: ReadMark] { desk.heard }

  /// Listens to a list from an instant on, and goes on where that was heard last.
  mutating func listen(
    to subject: Listening.Subject, _ name: String, by account: String, every: Duration, at instant: Instant
  ) {
    func ear(_ mark: ReadMark?) -> Listening.Ear {
      Listening.Ear(subject, name, by: account, every: every, from: mark, at: instant)
    }
    desk.listening.add(ear(desk.heard[ear(nil).key]))
  }

  mutating func listenToNothing() { desk.listening.removeAll() }

  /// Nobody waits for the answer to what was asked.
  mutating func hearNothing(at instant: Instant) { desk.listening.giveUp(at: instant) }

  private mutating func listen(at instant: Instant, _ deliver: (Event) -> Void) {
    guard desk.listening.next <= instant, let question = desk.listening.ask(at: instant) else { return }
    if desk.isReal { return deliver(.asks) }
    let answer =
      desk.accounts[did: question.account] == nil
      ? .refused(XRPCError(status: 401, message: "its account is not logged in"))
      : desk.network.answer(question.call, by: question.account, in: desk.choices.weather, at: instant)
    for event in hear(answer, nil, at: instant) { deliver(event) }
  }

  /// Takes in the answer to what was asked.
  /// - Parameter limit: what the server says of how much it still answers.
  mutating func hear(_ answer: XRPCAnswer, _ limit: RateLimit?, at instant: Instant) -> [Event] {
    guard let heard = desk.listening.take(answer, limit, at: instant) else { return [] }
    if let mark = heard.ear.mark { desk.heard[heard.ear.key] = mark }
    var events: [Event] = []
    if case .done = answer { events = look(isOffline: false, at: instant) }
    switch heard.trouble {
    case .pause(let words, let until):
      events.append(.unheard(ListeningTrouble(list: heard.ear.name, words: words, retry: until)))
    case .end(let words): events.append(.unheard(ListeningTrouble(list: heard.ear.name, words: words, retry: nil)))
    case nil: break
    }
    return events + heard.items.compactMap { arrived($0, heard.ear) }
  }

  private mutating func arrived(_ item: ListPage.Item, _ ear: Listening.Ear) -> Event? {
    switch item {
    case .post(let item):
      // What another account has done about it is not known.
      let number = refer(to: [item], isPartial: ear.account != reading.viewer)[0]
      let seen = seen(item)
      let isConcealed =
        seen.post.map { concealment(of: $0) != nil } ?? false
        || seen.repostedBy.map { concealment($0, []) != nil } ?? false
      let record = ReadingRecords.make(seen, number: number)
      return .post(Arrival(record: record, list: ear.name, isConcealed: isConcealed))
    case .notification(let item):
      if let post = item.post { _ = refer(to: [FeedItem(post)], isPartial: true) }
      let number = item.group.subject.flatMap { address in
        reading.references[address] ?? desk.sent.first { $0.value == address }?.key
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

  /// Takes in a batch of notifications, and what is known of how many are unread.
  mutating func take(_ listing: Listing, unread: Int?) -> [NotificationGroup.Identity] {
    desk.reading.take(listing, unread: unread)
  }

  /// Goes from place to place.
  mutating func navigate(_ body: (inout Navigation) -> Navigation.Step) -> Navigation.Step {
    body(&desk.reading.navigation)
  }

  /// Notes that notifications up to an instant are about to be marked as seen.
  mutating func mark(_ until: Instant) { desk.reading.mark(until) }

  /// Gives posts the numbers by which this session names them from now on.
  /// - Parameter isPartial: whether their counts, and what the account has done about them, are not known.
  /// - Returns: the number of each; `nil` for one that nothing is known of.
  mutating func refer(to items: [FeedItem], isPartial: Bool = false) -> [Int?] {
    let sent = Dictionary(desk.sent.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    desk.reading.references.keep(above: desk.outbox.lastNumber)
    if !isPartial { see(items) }
    return items.map { desk.reading.references.refer(to: $0, own: sent, isPartial: isPartial) }
  }

  // MARK: Reactions

  /// What is wanted of posts and people in this session.
  var wishes: Wishes { desk.wishes }

  /// Takes in what somebody wants, or wants no more, from an instant on.
  mutating func want(_ wish: Wish, at instant: Instant) { desk.wishes.want(wish, at: instant) }

  /// In practice, what is wanted and not under way is sent when an answer has had its time.
  mutating func planWishes(at instant: Instant) {
    if !desk.isReal { desk.wishes.plan(at: instant + desk.choices.weather.delay) }
  }

  /// Sends in the network of a practice session what is due.
  private mutating func practiseWishes(at instant: Instant, _ deliver: (Event) -> Void) {
    if desk.wishes.next > instant { return }
    for (wish, tries) in desk.wishes.takeDue(by: instant) {
      var wish = wish
      var outcome: Wish.Outcome?
      while outcome == nil, let call = wish.next {
        outcome = wish.take(desk.network.answer(call, by: wish.account, in: desk.choices.weather, at: instant))
      }
      let events = end(wish, outcome, at: instant)
      if outcome?.isOver == false {
        desk.wishes.postpone(wish, to: instant + .seconds(min(300, 5 << Int64(min(tries, 6)))), tries: tries + 1)
      }
      for event in events { deliver(event) }
    }
  }

  /// Takes in what came of sending: what the server does not want is taken back.
  mutating func end(_ wish: Wish, _ outcome: Wish.Outcome?, at instant: Instant) -> [Event] {
    var wish = wish
    var events: [Event] = []
    if let outcome {
      let isOffline = if case .offline = outcome { true } else { false }
      events = look(isOffline: isOffline, at: instant)
    }
    // While it was on its way something else may have been wanted, which was noted with the doubt about this.
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

  /// By which name the account that reads wants something.
  private func name(of kind: Reaction.Kind, _ subject: String) -> String {
    Wish.name("\(kind.rawValue) \(subject)", by: desk.reading.viewer ?? "")
  }

  /// Has another account read from now on; see `Reading`.
  mutating func read(as account: String?) { desk.reading.read(as: account) }

  /// A post as it is with what the account that reads wants of it.
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

  var mutedWords: MutedWords { desk.mutedWords }

  /// Has posts with a word not be shown any more.
  /// - Returns: whether that is new.
  mutating func mute(word: String) -> Bool { desk.mutedWords.mute(word) }
  mutating func unmute(word: String) -> Bool { desk.mutedWords.unmute(word) }

  /// Why a post is not shown; one's own always is.
  func concealment(of post: PostView) -> PostView.Concealment? {
    concealment(post.author, post.labels)
      ?? (post.author.did == reading.viewer ? nil : desk.mutedWords.found(in: post).map { .word($0) })
  }

  func concealment(of post: EmbedView.QuotedPost) -> PostView.Concealment? {
    concealment(post.author, post.labels)
      ?? (post.author.did == reading.viewer ? nil : desk.mutedWords.found(in: post).map { .word($0) })
  }

  /// Why nothing of somebody is shown.
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

  /// Takes in what the server says now of posts, where nothing is still to be sent.
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
    // What somebody planned for an instant goes out then.
    for entry in outbox.entries where entry.planned == nil {
      if let due = delivery(entry.id).due { moved.change(entry.id) { $0.postpone(to: due + length) } }
    }
    moved.desk.wishes.shift(by: length)
    moved.desk.listening.shift(by: length)
    return moved
  }

  struct Signature: Hashable, Sendable {
    struct Row: Hashable, Sendable {
      let number: Int
      let state: Delivery.State
      let due: Duration
    }
    let rows: [Row]
    let wishes: [String: Duration]
    let network: PracticeNetwork
    let chance: SeededGenerator
    /// What others write is another thing at each instant: while somebody listens, nothing comes again.
    let listens: Instant?
  }

  func signature(at instant: Instant) -> Signature {
    let weather = desk.choices.weather
    // Where no answer ever comes, trying again leaves all as it is, whenever and however often that happens.
    if nextDeadline == .distantFuture || !desk.isReal && (!weather.isOn || weather.failures >= 1) {
      let rows = desk.deliveries.planned.map { Signature.Row(number: $0.number, state: $0.delivery.state, due: .zero) }
      return Signature(
        rows: rows, wishes: [:], network: PracticeNetwork(), chance: SeededGenerator(seed: 0), listens: nil)
    }
    let rows = desk.deliveries.planned.compactMap { number, delivery in
      delivery.due.map { Signature.Row(number: number, state: delivery.state, due: $0 - instant) }
    }
    return Signature(
      rows: rows, wishes: wishes.waits(at: instant), network: network, chance: desk.chance,
      listens: listening.isEmpty ? nil : instant)
  }

  // MARK: Undo

  /// Whether all is the same that a command can take back: what was read, and how far reactions have come to a server, is
  /// not among it.
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
      outbox != other.outbox || fates != other.fates || desk.deliveries != other.desk.deliveries
        || desk.network != other.desk.network || desk.sent != other.desk.sent || desk.chance != other.desk.chance
        || desk.deleted != other.desk.deleted
    case .drafts: drafts != other.drafts
    case .accounts: accounts != other.accounts
    case .choices: choices != other.choices
    case .images: images != other.images
    case .reactions: wishes.wanted != other.wishes.wanted
    case .marks: desk.marks != other.desk.marks
    case .words: desk.mutedWords != other.desk.mutedWords
    case .listening: listening.choices != other.listening.choices
    case .archives: desk.archives != other.desk.archives
    }
  }

  mutating func take(_ aspect: Aspect, from other: PostPart) {
    switch aspect {
    case .outbox:
      let mine = desk
      (desk.outbox, desk.fates, desk.deliveries) = (other.outbox, other.fates, other.desk.deliveries)
      (desk.network, desk.isOffline, desk.sent) = (other.network, other.isOffline, other.desk.sent)
      desk.chance = other.desk.chance
      if desk.isReal {
        holdOn(to: mine)
      } else if desk.network != mine.network {
        findWishes()
      }
    case .drafts: desk.drafts = other.drafts
    case .accounts:
      desk.accounts = other.accounts
      if !desk.isReal { read(as: desk.accounts.current?.did) }
    case .choices: desk.choices = other.choices
    case .images: desk.images = other.images
    case .reactions: desk.wishes.takeBack(to: other.wishes)
    case .marks: desk.marks = other.desk.marks
    case .words: desk.mutedWords = other.desk.mutedWords
    case .listening: desk.listening.become(like: other.listening)
    case .archives: desk.archives = other.desk.archives
    }
  }

  /// The way to take back by hand what a command has sent, or what of its posts was sent since; `nil` for nothing, empty
  /// where there is no way back.
  func reversal(of command: (before: PostPart, after: PostPart)) -> String? {
    guard desk.isReal else { return nil }
    let written = command.after.outbox.entries.filter { command.before.outbox[$0.id] == nil }.map { name($0.identity) }
    let sent = command.after.fates.filter { $0.value.hasLeft && command.before.fates[$0.key] != $0.value }.keys
    let left = (written + sent.sorted()).compactMap { fates[$0] }.filter { fate in
      if case .sent(let reference, _) = fate { return !desk.deleted.contains(reference.address) }
      return fate.hasLeft
    }
    switch left.first {
    case .sent(let reference, _): return "delete \(reference.address.key)"
    case .some: return "outbox send looks whether it was published"
    case nil: return command.after.desk.deleted == command.before.desk.deleted ? nil : ""
    }
  }

  /// What has left this machine stays as it is, whatever is undone.
  private mutating func holdOn(to mine: Desk) {
    desk.deleted = mine.deleted
    desk.outbox.number(after: mine.outbox)
    desk.sent = mine.sent
    let left = mine.fates.filter(\.value.hasLeft)
    guard !left.isEmpty else { return }
    desk.fates.merge(left) { $1 }
    for entry in desk.outbox.entries where left[name(entry.identity)]?.isOver == true {
      _ = desk.outbox.remove(entry.id)
      desk.deliveries.remove(entry.id)
    }
    for entry in mine.outbox.entries where left[name(entry.identity)] != nil {
      if desk.outbox[entry.id] == nil { desk.outbox.append(entry) }
      if let delivery = mine.deliveries[entry.id] { change(entry.id) { $0 = delivery } }
    }
  }

  func storage(apartFrom previous: PostPart) -> Int {
    if isSame(as: previous) { return 0 }
    return CopyOnWrite<Desk>.bytes + (outbox.count == previous.outbox.count ? 0 : outbox.pieceBytes)
      + (drafts == previous.drafts ? 0 : drafts.storageBytes)
      + (desk.archives == previous.desk.archives ? 0 : desk.archives.values.reduce(0) { $0 + $1.storageBytes })
      + (desk.deliveries == previous.desk.deliveries
        ? 0 : desk.deliveries.count * MemoryLayout<(Int, Delivery)>.stride * 2)
  }

  // MARK: What is kept

  mutating func restore(_ kept: PostJournal, _ place: KeptPlace) { restore(kept, place, numbers: [:]) }

  /// - Parameter numbers: those that posts have in this session, by the names under which they are kept.
  private mutating func restore(_ kept: PostJournal, _ place: KeptPlace, numbers: [String: Int]) {
    var new = desk
    (new.outbox, new.deliveries, new.origin) = (Outbox(), Deliveries(), place.session)
    new.wishes.restore(kept.standing.wishes)
    (new.marks, new.heard) = (kept.standing.marks, kept.standing.heard)
    new.mutedWords = MutedWords(kept.standing.words)
    new.outbox.number(after: desk.outbox)
    if desk.isReal { new.chance = Self.chance(place) }
    new.fates = kept.standing.fates
    var identities: [String: Outbox.Identity] = [:]
    for post in kept.posts {
      let fate = new.fates[post.id]
      if fate?.isOver == true {
        identities[post.id] = Outbox.Identity(left: post.post, origin: post.id)
        continue
      }
      let entry = new.outbox.add(
        post.post, origin: post.id, number: numbers[post.id], extras: post.extras { identities[$0] },
        account: post.account, planned: post.planned)
      identities[post.id] = entry.identity
      switch fate {
      case .tried(let attempt): new.deliveries.change(entry.id) { $0 = Delivery(tried: attempt) }
      case .refused(let words, _): new.deliveries.change(entry.id) { $0 = Delivery(refused: words) }
      case .limited(let words, let until, let attempt, let isUnsure):
        new.deliveries.change(entry.id) { $0 = Delivery(limited: words, until: until, attempt, isUnsure: isUnsure) }
      case .removed, .sent, nil: break
      }
    }
    new.drafts = Drafts(kept.standing.drafts)
    desk = new
  }

  /// Another one on each device: what failed on all of them at once is not to come back at once.
  private static func chance(_ place: KeptPlace) -> SeededGenerator {
    SeededGenerator(seed: place.session.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }, stream: 17)
  }

  /// Posts keep their numbers; drafts do as long as there are no others.
  mutating func join(_ kept: PostJournal, _ place: KeptPlace) {
    let before = desk
    let known = before.outbox.entries.map { (name($0.identity), $0.id) }
    restore(kept, place, numbers: Dictionary(known) { first, _ in first })
    if before.outbox.entries.map(\.post) == outbox.entries.map(\.post) {
      (desk.outbox, desk.deliveries) = (before.outbox, before.deliveries)
    } else {
      carry(before)
    }
    if before.drafts.texts == drafts.texts { desk.drafts = before.drafts }
  }

  /// What this session was about to send it still sends, under the numbers of now, whatever the others have written
  /// down: its own tries, and also theirs, if they do not come to an end.
  private mutating func carry(_ before: Desk) {
    var planned: [String: Delivery] = [:]
    for entry in before.outbox.entries { planned[name(entry.identity)] = before.deliveries[entry.id] }
    for entry in desk.outbox.entries {
      guard let mine = planned[name(entry.identity)] else { continue }
      let theirs = desk.deliveries[entry.id]
      if theirs == nil || theirs?.attempt == mine.attempt, theirs?.state != .refused {
        change(entry.id) { $0 = mine }
      } else if theirs?.state == .unsure, let due = mine.due {
        change(entry.id) { $0.postpone(to: due) }
      }
    }
  }
}
