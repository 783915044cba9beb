import JSON
import Timeline

/// The lists that accounts listen to, and the schedule for asking a server about them: a state machine without a
/// clock.
///
///     var listening = Listening()
///     listening.add(.init(.timeline, "timeline", by: did, every: .minutes(1), from: nil, at: now))
///     if let question = listening.ask(at: listening.next) {
///       let answer = try client.request(question.call, as: question.account).answer
///       let items = listening.receive(answer, at: now)?.items  // those since `now`
///     }
///
/// It asks one question at a time, and at most one in half a minute, whatever it listens to. It asks less often if
/// nothing comes, if no answer comes, or if a server's rate limit is near, and spreads its questions at random, so
/// that clients do not all ask at once.
public struct Listening: Hashable, Sendable {
  /// A list in which new items may arrive.
  public enum Subject: Hashable, Sendable {
    case notifications, timeline
    case feed(RecordAddress)
    /// The posts of the people on a list.
    case list(RecordAddress)
    /// The posts of a person, by handle or DID.
    case author(String)

    var list: ReadingList {
      switch self {
      case .notifications: .notifications(NotificationChoice())
      case .timeline: .timeline
      case .feed(let address): .feed(address)
      case .list(let address): .list(address)
      case .author(let actor): .author(actor, .all)
      }
    }
  }

  /// A subscription to one list.
  public struct Subscription: Hashable, Sendable {
    public let subject: Subject
    /// The name shown to users.
    public let name: String
    /// The DID of the account that listens.
    public let account: String
    /// The shortest interval between two questions.
    public fileprivate(set) var every: Duration
    /// The earliest time of the next question.
    public fileprivate(set) var due: Instant
    /// The time at which listening began.
    fileprivate let begun: Instant
    /// The position up to which it has listened; `nil` before the first answer.
    public fileprivate(set) var mark: ReadMark?
    /// The number of answers in a row without new items; `troubles` counts failed questions in a row.
    fileprivate var quiet = 0
    fileprivate var troubles = 0
    /// `true` if every item of the last page was new, so that more may have come than the page holds.
    fileprivate var isBusy: Bool
    /// The mark before a page that was full of new items, and the items that arrived with it: the next page is
    /// larger, and this decides which of its items are new.
    fileprivate var gap: Gap?
    /// The identity of the subscription and of its mark.
    public let key: String

    fileprivate struct Gap: Hashable, Sendable {
      let mark: ReadMark?
      let arrived: Set<String>
    }

    /// The allowed intervals.
    public static let range: ClosedRange<Duration> = .seconds(30) ... .hours(24)
    public static let standard = Duration.minutes(1)

    /// - Parameter mark: the position up to which it has listened before, maybe in another session.
    public init(
      _ subject: Subject, _ name: String, by account: String, every: Duration, from mark: ReadMark?, at now: Instant
    ) {
      (self.subject, self.name, self.account, self.mark) = (subject, name, account, mark)
      self.every = min(max(every, Self.range.lowerBound), Self.range.upperBound)
      // Much may have come while nothing listened.
      (due, begun, isBusy) = (now, now, mark != nil)
      key = CachedPages.name(of: subject.list, for: account)
    }

    static let largePage = 100
    fileprivate var call: XRPCCall { subject.list.call(limit: isBusy ? Self.largePage : 20, cursor: nil) }
  }

  public private(set) var subscriptions: [Subscription] = []
  /// The key of the subscription whose answer is awaited.
  private var asked: String?
  /// The earliest time of the next question of any subscription.
  private var earliest = Instant.distantPast
  private var chance: SeededGenerator
  /// The time of the next question; the distant future if nothing listens or an answer is awaited.
  public private(set) var next = Instant.distantFuture

  /// The minimum time between two questions about any lists.
  public static let minimumInterval = Duration.seconds(30)
  /// The longest interval chosen automatically; users can choose a longer one.
  static let longestInterval = Duration.minutes(15)
  /// The number of answers without new items after which the interval grows.
  static let quietAnswerLimit = 2

  /// - Parameter seed: the seed of the random spreading over time.
  public init(seed: UInt64 = 0) { chance = SeededGenerator(seed: seed, stream: 19) }

  public var isEmpty: Bool { subscriptions.isEmpty }

  // MARK: Subscriptions

  /// Adds a subscription, or changes the interval of an existing one.
  public mutating func add(_ subscription: Subscription) {
    if let place = subscriptions.firstIndex(where: { $0.key == subscription.key }) {
      (subscriptions[place].every, subscriptions[place].due) = (subscription.every, subscription.due)
    } else {
      subscriptions.append(subscription)
    }
    plan()
  }

  /// Removes all subscriptions.
  public mutating func removeAll() {
    (subscriptions, asked) = ([], nil)
    plan()
  }

  /// Adopts another value's subscriptions; the progress of existing ones stays.
  public mutating func become(like other: Listening) {
    let mine = Dictionary(subscriptions.map { ($0.key, $0) }) { first, _ in first }
    subscriptions = other.subscriptions.map { subscription in
      guard var old = mine[subscription.key] else { return subscription }
      old.every = subscription.every
      return old
    }
    if let asked, !subscriptions.contains(where: { $0.key == asked }) { self.asked = nil }
    plan()
  }

  /// The intervals of the subscriptions, by key, without their progress.
  public var choices: [String: Duration] { Dictionary(subscriptions.map { ($0.key, $0.every) }) { first, _ in first } }

  // MARK: Asking

  /// A call that is due.
  public struct Question: Hashable, Sendable {
    public let call: XRPCCall
    /// The DID of the account that asks.
    public let account: String
  }

  /// Returns the question that is due, if any. Pass its answer to `receive`, or call `cancelAnswer` if the answer is no
  /// longer awaited.
  public mutating func ask(at now: Instant) -> Question? {
    guard next <= now, let subscription = subscriptions.min(by: { $0.due < $1.due }) else { return nil }
    (asked, earliest) = (subscription.key, now + Self.minimumInterval)
    plan()
    return Question(call: subscription.call, account: subscription.account)
  }

  /// The question whose answer is awaited.
  public var pending: Question? {
    subscriptions.first { $0.key == asked }.map { Question(call: $0.call, account: $0.account) }
  }

  /// Cancels the pending request and schedules it again.
  public mutating func cancelAnswer(at now: Instant) {
    if let place = place { subscriptions[place].due = now + Self.minimumInterval }
    asked = nil
    plan()
  }

  /// Postpones the question because another client sharing the schedule has just asked; it becomes due at `instant`.
  public mutating func postpone(until instant: Instant) {
    // The question was not asked after all, so no pause follows it.
    (asked, earliest) = (nil, instant)
    plan()
  }

  private var place: Int? { asked.flatMap { key in subscriptions.firstIndex { $0.key == key } } }

  // MARK: Hearing

  /// The outcome of a question.
  public struct Report: Hashable, Sendable {
    public let subscription: Subscription
    /// The new items, oldest first.
    public var items: [ListPage.Item] = []
    public var trouble: Problem?
  }

  /// The reason why an answer is missing or incomplete.
  public enum Problem: Hashable, Sendable {
    /// The question is repeated at an instant; reported once while the problem lasts.
    case pause(String, until: Instant)
    /// The subscription has ended.
    case end(String)
    /// More items came than one page holds; the older ones are never reported.
    case lost(over: Int)
  }

  /// Handles an answer.
  /// - Parameter limit: the server's rate limit.
  /// - Returns: `nil` if the subscription no longer exists.
  public mutating func receive(_ answer: XRPCAnswer, _ limit: RateLimit? = nil, at now: Instant) -> Report? {
    guard let place else {
      asked = nil
      plan()
      return nil
    }
    defer {
      asked = nil
      plan()
    }
    switch answer {
    case .done(let json):
      guard let page = ListPage(json, of: subscriptions[place].subject.list) else {
        return fail(place, XRPCAnswer.unexpectedResponse, limit, at: now)
      }
      let (items, hasLost) = newItems(page, place, at: now)
      subscriptions[place].troubles = 0
      subscriptions[place].quiet = items.isEmpty ? subscriptions[place].quiet + 1 : 0
      scheduleNext(place, limit, at: now)
      return Report(
        subscription: subscriptions[place], items: items, trouble: hasLost ? .lost(over: Subscription.largePage) : nil)
    case .refused(let error) where error.isLimit:
      // The limit applies to all questions.
      hold(until: error.resets ?? now + Self.longestInterval, now)
      return fail(place, error.words, limit, at: now)
    case .refused(let error):
      let subscription = subscriptions.remove(at: place)
      return Report(subscription: subscription, trouble: .end(error.words))
    case .broken(let error): return fail(place, error.words, limit, at: now)
    case .none(let words, _): return fail(place, words, limit, at: now)
    }
  }

  private mutating func fail(_ place: Int, _ words: String, _ limit: RateLimit?, at now: Instant) -> Report {
    subscriptions[place].troubles += 1
    scheduleNext(place, limit, at: now)
    let subscription = subscriptions[place]
    return Report(
      subscription: subscription,
      trouble: subscription.troubles == 1 ? .pause(words, until: max(subscription.due, earliest)) : nil)
  }

  /// Finds the new items of a page. On the first page, items since the start of listening are new, because the
  /// question may have had to wait.
  /// - Returns: the new items, and whether older items came that no page contained.
  private mutating func newItems(
    _ page: ListPage, _ place: Int, at now: Instant
  ) -> (items: [ListPage.Item], hasLost: Bool) {
    let (account, gap, wasLarge) = (subscriptions[place].account, subscriptions[place].gap, subscriptions[place].isBusy)
    // A list has the newest items first; sort them by time.
    let items = page.items.reversed().compactMap { item in item.mark.map { (item: item, mark: $0) } }
      .sorted { $0.mark.at < $1.mark.at }
    let marks = items.map { $0.mark }
    let (mark, begun) = (gap.map { $0.mark } ?? subscriptions[place].mark, subscriptions[place].begun)
    let unread = items.filter { mark?.isNew($0.mark) ?? ($0.mark.at > begun) }
    let new = unread.filter { gap?.arrived.contains($0.mark.identity) != true }
    if subscriptions[place].mark?.markAsRead(marks) == nil {
      subscriptions[place].mark = ReadMark(marks) ?? ReadMark(until: Instant(microseconds: 0))
    }
    let isFull = !unread.isEmpty && unread.count == items.count
    subscriptions[place].isBusy = isFull && !wasLarge
    subscriptions[place].gap =
      subscriptions[place].isBusy ? Subscription.Gap(mark: mark, arrived: Set(marks.map { $0.identity })) : nil
    // The account's own actions do not count as arrivals: a script that answers them would never end.
    return (new.map { $0.item }.filter { $0.actor != account }, isFull && wasLarge && page.cursor != nil)
  }

  // MARK: Time

  /// Sets the time of the next question, depending on the outcome of the last one.
  private mutating func scheduleNext(_ place: Int, _ limit: RateLimit?, at now: Instant) {
    let subscription = subscriptions[place]
    var doublings =
      subscription.troubles > 0
      ? min(subscription.troubles, 5) : min(max(0, subscription.quiet - Self.quietAnswerLimit), 3)
    if limit?.isNear == true { doublings += 2 }
    let wanted = Duration(microseconds: subscription.every.microseconds << Int64(doublings))
    var length = max(subscription.every, min(wanted, Self.longestInterval))
    // Adds up to a tenth at random, so that subscriptions that began together spread out.
    length += Duration(microseconds: Int64(Double(length.microseconds) * chance.unit() / 10))
    subscriptions[place].due = subscription.isBusy && subscription.troubles == 0 ? now : now + length
    if let limit, limit.remaining == 0, let resets = limit.resets { hold(until: resets, now) }
  }

  /// Asks nothing before a rate limit resets, but waits for a day at most, whatever the server says.
  private mutating func hold(until limit: Instant, _ now: Instant) {
    earliest = max(earliest, min(limit, now + .hours(24)))
  }

  /// Reacts to the return of the network: subscriptions in trouble ask as soon as they may.
  public mutating func networkReturned(to now: Instant) {
    for place in subscriptions.indices where subscriptions[place].troubles > 0 {
      subscriptions[place].due = min(subscriptions[place].due, now)
    }
    plan()
  }

  /// Moves the schedule forward by `length`.
  public mutating func shift(by length: Duration) {
    if subscriptions.isEmpty { return }
    for place in subscriptions.indices { subscriptions[place].due += length }
    if earliest > .distantPast { earliest += length }
    plan()
  }

  private mutating func plan() {
    let due = subscriptions.lazy.map { $0.due }.min()
    next = asked == nil ? due.map { max($0, earliest) } ?? .distantFuture : .distantFuture
  }
}

extension ListPage.Item {
  /// The time at which the item came into its list, and its identity there; `nil` if the server sends no time.
  var mark: ReadMark.Item? {
    switch self {
    case .post(let item): item.mark
    case .notification(let item): (item.instant, item.identity)
    case .person, .feed, .list, .starterPack: nil
    }
  }

  /// The DID of the person who acted.
  var actor: String? {
    switch self {
    case .post(let item): item.repostedBy?.did ?? item.post?.author.did
    case .notification(let item): item.author.did
    case .person, .feed, .list, .starterPack: nil
    }
  }
}

/// The number of calls that a server still accepts, as it reports with each answer.
public struct RateLimit: Hashable, Sendable {
  public let limit: Int
  public let remaining: Int
  /// The time at which the limit resets; `nil` if the server does not say.
  public let resets: Instant?

  public init(limit: Int, remaining: Int, resets: Instant?) {
    (self.limit, self.remaining, self.resets) = (limit, remaining, resets)
  }

  /// Reads the values of `RateLimit-Limit`, `-Remaining` and `-Reset`, which is in seconds since 1970.
  /// - Returns: `nil` if a server sends no such values.
  public init?(limit: String?, remaining: String?, reset: String?) {
    guard let limit = limit.flatMap({ Int($0) }), let remaining = remaining.flatMap({ Int($0) }), limit > 0,
      (0...limit).contains(remaining)
    else { return nil }
    let seconds = reset.flatMap { Int64($0) }.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
    self.init(limit: limit, remaining: remaining, resets: seconds.map { Instant(microseconds: $0 * 1_000_000) })
  }

  /// `true` if less than a fifth of the calls is left.
  var isNear: Bool { remaining < limit / 5 }
}
