import Bluesky
import JSON
import Journal
import Timeline

/// The posts that were written to be published: the outbox, the progress of each of its posts, and the saved states of
/// the posts that have left the outbox. `Sending` knows no network: it states what to ask, and receives the outcome.
package struct Sending: Hashable, Sendable {
  package private(set) var outbox = Outbox()
  private var deliveries = Deliveries()
  /// The saved states of posts, by the names under which the journal keeps the posts.
  private(set) var savedStates: [String: SavedDeliveryState] = [:]
  /// The addresses of the posts that were sent, by their numbers in this session: each keeps its number for the whole
  /// session.
  private(set) var sent: [Int: RecordAddress] = [:]
  /// The posts that a real session has deleted from a server. Undo cannot restore them.
  private var deleted: Set<RecordAddress> = []
  /// Spreads the next attempts of posts that failed together.
  private var chance = SeededGenerator(seed: 0, stream: 17)
  /// The place at which the posts are kept; `nil` if they are not kept.
  private var origin: String?
  /// The limits that accounts have met, by their DIDs.
  private var limits: [String: AccountLimit] = [:]
  /// `true` for a real session, whose sent posts cannot be called back.
  let isReal: Bool
  /// The numbers of the posts that this session has written, if other sessions write too.
  private var written: [Int] = []
  /// The numbers of the posts that other sessions have added since `arrived` was last taken.
  private(set) var arrived: Set<Int> = []

  /// A limit of an account: before `until`, none of the account's posts is sent automatically.
  private struct AccountLimit: Hashable, Sendable {
    let until: Instant
    /// The limit in the server's words.
    let words: String
  }

  init(isReal: Bool) { self.isReal = isReal }

  /// The instant at which the next post is sent automatically.
  var next: Instant { deliveries.next }

  package func delivery(_ number: Int) -> Delivery { deliveries[number] ?? Delivery() }

  /// Returns the post with a number of this session, if it was written here.
  func target(_ number: Int) -> PostTarget? {
    outbox[number].map { .own($0.identity) } ?? sent[number].map { .there($0) }
  }

  /// Returns the number of the first, second … post that this session has written.
  func written(_ place: Int) -> Int? { written.indices.contains(place - 1) ? written[place - 1] : nil }

  /// Returns the name under which a post is kept; `nil` if no posts are kept.
  package func savedName(_ identity: Outbox.Identity) -> String? { isKept ? name(identity) : nil }
  private var isKept: Bool { origin != nil }

  /// The numbers of the posts that were written here, unordered.
  var numbers: [Int] { outbox.entries.map { $0.id } + sent.keys }

  // MARK: Writing

  /// Adds posts to the outbox: one post, or the pieces of a thread.
  /// - Parameters:
  ///   - extras: the first post's reply target, quoted post and pictures.
  ///   - account: the account that publishes the posts; `nil` if there is none yet.
  ///   - planned: the instant at which to send the posts; `nil` to send them at once.
  ///   - first: the number of the first post; `nil` for the next free number.
  ///   - last: the greatest number in use elsewhere; the numbers of the new posts are greater.
  mutating func add(
    _ posts: [Post], _ extras: PostExtras, cards: [Int: LinkCard], for account: String?, planned: Instant?,
    from first: Int?, above last: Int, at instant: Instant, _ choices: PostChoices
  ) -> [Outbox.Entry] {
    outbox.number(above: last)
    let entries = outbox.add(
      thread: posts, from: first, extras: extras, cards: cards, account: account, planned: planned)
    if isKept { written += entries.map { $0.id } }
    if account != nil { for entry in entries { plan(entry, at: instant, choices) } }
    return entries
  }

  /// Removes a post from the outbox.
  package mutating func remove(_ number: Int) -> RemovedPost? {
    guard let entry = outbox.remove(number) else { return nil }
    let delivery = delivery(number)
    deliveries.remove(number)
    if origin != nil { savedStates[name(entry.identity)] = .removed }
    return RemovedPost(entry: entry, place: delivery.state == .unsure ? place(entry, delivery.attempt) : nil)
  }

  /// Returns where a post is, if it was published.
  private func place(_ entry: Outbox.Entry, _ attempt: Publishing.Attempt?) -> RecordAddress? {
    guard let attempt, attempt.isClaimed else { return attempt?.address }
    return RecordAddress(
      repository: entry.account ?? attempt.account, collection: RecordAddress.posts, key: key(entry).description)
  }

  // MARK: Times

  /// Returns how long an answer takes in practice; zero in a real session, which waits for its server.
  private func travel(_ choices: PostChoices) -> Duration { isReal ? .zero : choices.conditions.delay }

  /// Schedules a post as soon as it may be sent.
  private mutating func plan(_ entry: Outbox.Entry, at instant: Instant, _ choices: PostChoices) {
    if let limit = limit(of: entry, at: instant) { change(entry.id) { $0.hold(until: limit.until, limit.words) } }
    let earliest = max(entry.planned ?? (entry.post.created + choices.sendDelay), instant) + travel(choices)
    change(entry.id) { $0.schedule(earliest, isPlanned: entry.planned != nil) }
  }

  /// Returns the limit that an account has met, while the limit applies.
  private func limit(of entry: Outbox.Entry, at instant: Instant) -> AccountLimit? {
    entry.account.flatMap { limits[$0] }.flatMap {
      $0.until > instant && $0.until <= instant + Delivery.longestLimit ? $0 : nil
    }
  }

  private mutating func change(_ number: Int, _ body: (inout Delivery) -> Void) { deliveries.change(number, body) }

  /// Returns the posts that are due, the soonest first.
  func due(by instant: Instant) -> [Outbox.Entry] { deliveries.due(by: instant).compactMap { outbox[$0] } }

  /// Reschedules the posts that waited only for the network, because the network is back: they are sent as soon as
  /// they may be.
  mutating func networkReturned(to earliest: Instant) {
    for (number, delivery) in deliveries.planned where delivery.isWaitingForNetwork {
      change(number) { $0.schedule(earliest, isPlanned: false) }
    }
  }

  /// Schedules another attempt at a post.
  package mutating func retry(_ number: Int, at instant: Instant) {
    change(number) { $0.schedule(instant, isPlanned: false) }
  }

  /// Sends a post of a practice session by hand: the post arrives after the time that an answer takes.
  mutating func send(_ number: Int, at instant: Instant, _ choices: PostChoices) {
    let arrival = instant + choices.conditions.delay
    change(number) { $0.schedule(arrival, isPlanned: $0.state == .refused) }
  }

  /// Stops sending a post automatically, so that it waits for the user. `words` replaces its explanation, if given.
  package mutating func park(_ number: Int, _ words: String? = nil) { change(number) { $0.park(words ?? $0.words) } }

  /// Schedules all posts of an account as soon as they may be sent: when a session begins, or when the account
  /// publishes again.
  /// - Parameters:
  ///   - account: the account that publishes; `nil` if there is none.
  ///   - accounts: the accounts that are logged in: their planned posts are sent at the planned instants.
  ///   - numbers: the numbers of the posts to look at; `nil` for all.
  mutating func resume(
    _ account: String?, planned accounts: Set<String>, only numbers: Set<Int>?, at instant: Instant,
    _ choices: PostChoices
  ) {
    for entry in outbox.entries where delivery(entry.id).due == nil && numbers?.contains(entry.id) ?? true {
      guard let own = entry.account, own == account || entry.planned != nil && accounts.contains(own) else { continue }
      guard delivery(entry.id).state != .refused, awaited(by: entry) == nil else { continue }
      plan(entry, at: instant, choices)
    }
  }

  /// Stops sending the posts of other accounts after the publishing account has changed. Such a post is sent by its
  /// number, or when its own account publishes again. A post that is planned for an instant is still sent then.
  /// - Parameter number: the number of the only post to look at; `nil` for all.
  mutating func parkAll(but account: String?, _ number: Int? = nil) {
    for entry in outbox.entries where number == nil || entry.id == number {
      guard let own = entry.account, own != account, entry.planned == nil, delivery(entry.id).due != nil else {
        continue
      }
      park(entry.id, "another account is active now")
    }
  }

  /// Postpones all posts by `length`, except those that are planned for an instant.
  mutating func shift(by length: Duration) {
    for entry in outbox.entries where entry.planned == nil {
      if let due = delivery(entry.id).due { change(entry.id) { $0.postpone(to: due + length) } }
    }
  }

  // MARK: Identities

  /// Returns the name under which a post is kept, or would be kept.
  private func name(_ identity: Outbox.Identity) -> String { PostPart.id(identity, origin ?? "").text }

  /// Returns the key of a post, equal on every device: it is made from the instant and the name of the post's event.
  /// The pieces of a thread get keys in their order.
  private func key(_ entry: Outbox.Entry) -> RecordKey {
    let before = entry.follows.flatMap { PostPart.id($0, origin ?? "").text }
    return RecordKey(
      entry.post.created, device: name(entry.identity), after: before.flatMap { key(sent: $0) })
  }

  private func key(sent name: String) -> RecordKey? {
    guard case .sent(let reference, _)? = savedStates[name] else { return nil }
    return RecordKey(reference.address.key)
  }

  /// Returns the post that this one answers or quotes, if that post is in the outbox and not sent yet.
  package func awaited(by entry: Outbox.Entry) -> Outbox.Identity? {
    entry.extras.awaited.first { reply(to: $0) == nil }
  }

  /// Returns the explanation for a post that waits for another post, and the command that helps.
  package func words(awaiting before: Outbox.Identity) -> (words: String, way: String?) {
    if outbox[before.number]?.identity == before {
      return ("post \(before.number), which has not been sent yet", "try: outbox send \(before.number)")
    }
    return ("a post that was removed", nil)
  }

  /// Returns the reply reference for answers to a post of this outbox; `nil` until that post is sent.
  private func reply(to identity: Outbox.Identity) -> Post.Reply? {
    guard case .sent(let parent, let root)? = savedStates[name(identity)] else { return nil }
    return Post.Reply(root: root ?? parent, parent: parent)
  }

  /// Returns a post with everything that belongs to it, before any of it is sent.
  package func preparedPost(_ post: Post, _ extras: PostExtras, planned: Instant?) -> Publishing.PreparedPost {
    Publishing.PreparedPost(post, extras, planned: planned) { reply(to: $0) }
  }

  private func preparedPost(
    _ entry: Outbox.Entry, by input: Delivery.Input, _ asksClock: Bool
  ) -> Publishing.PreparedPost {
    Publishing.PreparedPost(
      entry.post, entry.extras, planned: entry.planned, blobs: delivery(entry.id).blobs,
      checksClock: asksClock || isReal && entry.planned != nil && input == .due
    ) { reply(to: $0) }
  }

  // MARK: Sending

  /// Begins to send a post.
  /// - Parameter asksClock: `true` to ask the server for its time before the record is made.
  /// - Returns: `nil` if there is nothing to do now.
  package mutating func begin(
    _ number: Int, by input: Delivery.Input, as account: String, at instant: Instant, asksClock: Bool = false
  ) -> Publishing? {
    guard let entry = outbox[number] else { return nil }
    // Meanwhile another post that was due at the same time has met the account's limit.
    if input == .due, let limit = limit(of: entry, at: instant) {
      change(number) { $0.postpone(to: limit.until) }
      return nil
    }
    if let before = awaited(by: entry) {
      park(number, "it depends on \(words(awaiting: before).words)")
      return nil
    }
    var begins = false
    change(number) { begins = $0.begin(input) }
    guard begins else { return nil }
    let delivery = delivery(number)
    if let attempt = delivery.attempt, !attempt.isClaimed {
      // A post that may be on the server is already recorded as such. It is looked up on the server before anything
      // is sent.
      let isKept = savedStates[name(entry.identity)]?.hasLeft == true
      return Publishing(
        preparedPost(entry, by: input, asksClock), again: attempt, mayBeThere: delivery.state == .unsure, isKept: isKept
      )
    }
    return Publishing(
      preparedPost(entry, by: input, asksClock), as: account, key: key(entry), claimed: delivery.attempt != nil)
  }

  /// Notes an attempt before it is sent, so that it can be saved.
  package mutating func keep(_ number: Int, _ attempt: Publishing.Attempt) {
    guard let entry = outbox[number] else { return }
    change(number) { $0.keep(attempt) }
    savedStates[name(entry.identity)] = .tried(attempt)
  }

  /// Applies the outcome of sending a post.
  /// - Returns: the event to report; `nil` if there is none.
  mutating func end(
    _ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome, at instant: Instant, _ choices: PostChoices
  ) -> PostPart.Event? {
    guard let entry = outbox[number] else { return nil }
    let (root, jitter) = (publishing.root, chance.unit())
    var isAsBefore = false
    change(number) {
      $0.keep(publishing.blobs)
      isAsBefore = $0.end(outcome, at: instant, jitter: jitter)
    }
    switch outcome {
    case .sent(let reference):
      savedStates[name(entry.identity)] = .sent(reference, root: root)
      sent[number] = reference.address
      // The limit no longer applies, whatever the server said before.
      if let account = entry.account { limits[account] = nil }
      _ = outbox.remove(number)
      deliveries.remove(number)
      for next in outbox.entries where next.extras.awaited.contains(entry.identity) { plan(next, at: instant, choices) }
      return .sent(SentPost(entry: entry, reference: reference, unknown: publishing.unknown))
    case .refused(let error):
      savedStates[name(entry.identity)] = .refused(error.words, account: entry.account)
    case .missing(let words): savedStates[name(entry.identity)] = .refused(words, account: entry.account)
    case .later(let words, until: _?), .unsure(let words, until: _?): limit(entry, words)
    case .locked, .later, .offline, .unsure: break
    }
    // A wait of hours is reported once, not at each attempt.
    return isAsBefore ? nil : .failed(FailedPost(entry: entry, delivery: delivery(number), outcome: outcome))
  }

  /// Notes a limit of the server for the account. The limit is saved, so that no later session runs into it again.
  private mutating func limit(_ entry: Outbox.Entry, _ words: String) {
    let delivery = delivery(entry.id)
    guard let due = delivery.due else { return }
    savedStates[name(entry.identity)] = .limited(
      words, until: due, delivery.attempt, isUnsure: delivery.state == .unsure)
    guard let limit = delivery.limit, let account = entry.account else { return }
    limits[account] = AccountLimit(until: limit, words: words)
    for other in outbox.entries where other.account == account && other.id != entry.id {
      change(other.id) { $0.hold(until: limit, words) }
    }
  }

  /// Notes that a real session has deleted a post from its server.
  mutating func delete(_ address: RecordAddress) { deleted.insert(address) }

  // MARK: Going round

  struct Signature: Hashable, Sendable {
    struct Row: Hashable, Sendable {
      let number: Int
      let state: Delivery.State
      let due: Duration
    }
    let rows: [Row]
    let chance: SeededGenerator
  }

  /// Returns a signature of the posts that are sent automatically, from an instant on.
  /// - Parameter isVain: `true` if no answer will ever come. Then another attempt changes nothing, at any time and
  ///   after any number of attempts.
  func signature(at instant: Instant, isVain: Bool) -> Signature {
    let rows = deliveries.planned.map { number, delivery in
      Signature.Row(number: number, state: delivery.state, due: isVain ? .zero : (delivery.due ?? instant) - instant)
    }
    return Signature(rows: rows, chance: isVain ? SeededGenerator(seed: 0) : chance)
  }

  // MARK: Undo

  /// Restores an earlier or later state. Posts that have left this machine stay as they are, whatever is undone.
  mutating func become(like other: Sending) {
    let mine = self
    self = other
    origin = mine.origin
    guard isReal else { return }
    (deleted, limits) = (mine.deleted, mine.limits)
    outbox.number(after: mine.outbox)
    sent = mine.sent
    let left = mine.savedStates.filter { $0.value.hasLeft }
    guard !left.isEmpty else { return }
    savedStates.merge(left) { $1 }
    for entry in outbox.entries where left[name(entry.identity)]?.isOver == true {
      _ = outbox.remove(entry.id)
      deliveries.remove(entry.id)
    }
    for entry in mine.outbox.entries where left[name(entry.identity)] != nil {
      if outbox[entry.id] == nil { outbox.append(entry) }
      if let delivery = mine.deliveries[entry.id] { change(entry.id) { $0 = delivery } }
    }
  }

  /// Returns the way to revert by hand the posts that a command has sent, or that were sent for it since; `nil` if
  /// nothing was sent, empty if there is no way back.
  func reversal(of command: (before: Sending, after: Sending)) -> String? {
    guard isReal else { return nil }
    let written = command.after.outbox.entries.filter { command.before.outbox[$0.id] == nil }.map { name($0.identity) }
    let sent = command.after.savedStates.filter { $0.value.hasLeft && command.before.savedStates[$0.key] != $0.value }
      .keys
    let left = (written + sent.sorted()).compactMap { savedStates[$0] }.filter { savedState in
      if case .sent(let reference, _) = savedState { return !deleted.contains(reference.address) }
      return savedState.hasLeft
    }
    switch left.first {
    case .sent(let reference, _): return "delete \(reference.address.key)"
    case .some: return "`outbox send` checks whether it was published"
    case nil: return command.after.deleted == command.before.deleted ? nil : ""
    }
  }

  /// Returns the memory that this value needs beyond a previous version of it, in bytes.
  func storage(apartFrom previous: Sending) -> Int {
    (outbox.count == previous.outbox.count ? 0 : outbox.pieceBytes)
      + (deliveries == previous.deliveries ? 0 : deliveries.count * MemoryLayout<(Int, Delivery)>.stride * 2)
  }

  // MARK: Persistence

  mutating func restore(_ kept: PostJournal, _ place: PersistedPlace) { restore(kept, place, numbers: kept.numbers) }

  /// - Parameter numbers: the numbers of posts in this session, by the names under which the posts are kept.
  private mutating func restore(_ kept: PostJournal, _ place: PersistedPlace, numbers: [String: Int]) {
    let before = outbox
    (outbox, deliveries, origin, savedStates) = (Outbox(), Deliveries(), place.session, kept.snapshot.savedStates)
    outbox.number(after: before)
    if isReal { chance = Self.chance(place) }
    for number in numbers.values { outbox.number(above: number) }
    var identities: [String: Outbox.Identity] = [:]
    for post in kept.posts {
      let savedState = savedStates[post.id]
      if savedState?.isOver == true {
        identities[post.id] = Outbox.Identity(left: post.post, origin: post.id)
        continue
      }
      let entry = outbox.add(
        post.post, origin: post.id, number: numbers[post.id], extras: post.extras { identities[$0] },
        account: post.account, planned: post.planned)
      identities[post.id] = entry.identity
      switch savedState {
      case .tried(let attempt): change(entry.id) { $0 = Delivery(tried: attempt) }
      case .refused(let words, _): change(entry.id) { $0 = Delivery(refused: words) }
      case .limited(let words, let until, let attempt, let isUnsure):
        change(entry.id) { $0 = Delivery(limited: words, until: until, attempt, isUnsure: isUnsure) }
        if let account = post.account { limits[account] = AccountLimit(until: until, words: words) }
      case .removed, .sent, nil: break
      }
      let lacksPost =
        post.answers != nil && entry.extras.answers == nil || post.quotes != nil && entry.extras.quotes == nil
      let lacksPicture = entry.extras.images.contains(.unreadable)
      if lacksPost || lacksPicture, delivery(entry.id).attempt == nil {
        // Without it, the text would mean something else.
        let words =
          lacksPost
          ? "the post that it replies to or quotes is not known on this device"
          : "one of its pictures cannot be read on this device; update Storyline, or send it from the device on which it was written"
        change(entry.id) { $0 = Delivery(refused: words) }
      }
    }
  }

  /// Returns a random generator that differs on each device: posts that failed on all devices at once must not be
  /// retried by all at once.
  private static func chance(_ place: PersistedPlace) -> SeededGenerator {
    SeededGenerator(seed: place.session.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }, stream: 17)
  }

  /// Applies the changes that other sessions have saved meanwhile; posts keep their numbers.
  mutating func join(_ kept: PostJournal, _ place: PersistedPlace) {
    let before = self
    arrived = []
    let known = before.outbox.entries.map { (name($0.identity), $0.id) }
    // A post that this session has shown by a number keeps that number; no other post gets it.
    // Unless another session has given the same number while neither could save it.
    let mine = Dictionary(known.filter { kept.moved[$0.0] == nil }) { first, _ in first }
    written = written.map { number in kept.moved.values.first { $0.from == number }?.to ?? number }
    let taken = Set(mine.values)
    let others = kept.numbers.filter { mine[$0.key] == nil && !taken.contains($0.value) }
    restore(kept, place, numbers: mine.merging(others) { mine, _ in mine })
    if kept.moved.isEmpty, before.outbox.entries.map({ $0.post }) == outbox.entries.map({ $0.post }) {
      (outbox, deliveries) = (before.outbox, before.deliveries)
    } else {
      carry(before)
      let names = Set(known.map { $0.0 })
      arrived = before.arrived.union(outbox.entries.filter { !names.contains(name($0.identity)) }.map { $0.id })
    }
  }

  mutating func drainArrived() -> Set<Int> {
    defer { arrived = [] }
    return arrived
  }

  /// Keeps the plans of this session under the current numbers, whatever other sessions have written to the journal:
  /// this session's own attempts, and also those of other sessions, in case those do not finish.
  private mutating func carry(_ before: Sending) {
    var planned: [String: Delivery] = [:]
    for entry in before.outbox.entries { planned[name(entry.identity)] = before.deliveries[entry.id] }
    for entry in outbox.entries {
      guard let mine = planned[name(entry.identity)] else { continue }
      let theirs = deliveries[entry.id]
      if theirs == nil || theirs?.attempt == mine.attempt, theirs?.state != .refused {
        change(entry.id) { $0 = mine }
      } else if theirs?.state == .unsure, let due = mine.due {
        change(entry.id) { $0.postpone(to: due) }
      }
    }
  }
}
