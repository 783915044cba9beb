import JSON
import Timeline

/// What accounts listen to, and when a server is asked next what is new there: a machine without a clock.
///
/// One question at a time, and no two within half a minute, whatever is listened to. Where nothing comes, where nobody
/// answers, and where a server's limit nears it asks less often, and never at the same instants as others do.
public struct Listening: Hashable, Sendable {
  /// A list in which something may arrive.
  public enum Subject: Hashable, Sendable {
    case notifications, timeline
    case feed(RecordAddress)
    /// What somebody writes, by a handle or a DID.
    case author(String)

    var list: ReadingList {
      switch self {
      case .notifications: .notifications(NotificationChoice())
      case .timeline: .timeline
      case .feed(let address): .feed(address)
      case .author(let actor): .author(actor, .all)
      }
    }
  }

  /// Somebody who listens to one list.
  public struct Ear: Hashable, Sendable {
    public let subject: Subject
    /// How people call it.
    public let name: String
    /// The DID of who listens.
    public let account: String
    /// How often it is asked at most.
    public fileprivate(set) var every: Duration
    /// When it is to be asked next, if that is its turn.
    public fileprivate(set) var due: Instant
    /// Since when it listens.
    fileprivate let begun: Instant
    /// How far it has listened; `nil` before the first answer.
    public fileprivate(set) var mark: ReadMark?
    /// How many times in a row nothing came, or no answer.
    fileprivate var quiet = 0
    fileprivate var troubles = 0
    /// Whether everything of the last page was new, so that more may have come than it holds.
    fileprivate var isBusy: Bool
    /// Then how far it had listened before that page, and what of it has arrived: the next page is larger, and what is new
    /// in it is judged by this.
    fileprivate var gap: Gap?
    /// What tells it from others, and its mark.
    public let key: String

    fileprivate struct Gap: Hashable, Sendable {
      let mark: ReadMark?
      let arrived: Set<String>
    }

    /// How often something may be asked for.
    public static let range: ClosedRange<Duration> = .seconds(30) ... .hours(24)
    public static let usual = Duration.minutes(1)

    /// - Parameter mark: how far it has listened before, in another session maybe.
    public init(
      _ subject: Subject, _ name: String, by account: String, every: Duration, from mark: ReadMark?, at now: Instant
    ) {
      (self.subject, self.name, self.account, self.mark) = (subject, name, account, mark)
      self.every = min(max(every, Self.range.lowerBound), Self.range.upperBound)
      // What came while nobody listened may be much.
      (due, begun, isBusy) = (now, now, mark != nil)
      key = KeptPages.name(of: subject.list, for: account)
    }

    static let largePage = 100
    fileprivate var call: XRPCCall { subject.list.call(limit: isBusy ? Self.largePage : 20, cursor: nil) }
  }

  public private(set) var ears: [Ear] = []
  /// The key of the one that is being asked for.
  private var asked: String?
  /// Before this nothing is asked.
  private var soonest = Instant.distantPast
  private var chance: SeededGenerator
  /// When the next question is due; the distant future while nobody listens, and while an answer is awaited.
  public private(set) var next = Instant.distantFuture

  /// The time between two questions, of whatever list.
  public static let rest = Duration.seconds(30)
  /// As seldom as it becomes by itself, unless somebody wants it still less often.
  static let longest = Duration.minutes(15)
  /// How many times in a row nothing may come before it is asked less often.
  static let patience = 2

  /// - Parameter seed: where the spreading over time comes from.
  public init(seed: UInt64 = 0) { chance = SeededGenerator(seed: seed, stream: 19) }

  public var isEmpty: Bool { ears.isEmpty }

  // MARK: What is listened to

  /// Listens to something, or to what it listens to already at another pace.
  public mutating func add(_ ear: Ear) {
    if let place = ears.firstIndex(where: { $0.key == ear.key }) {
      (ears[place].every, ears[place].due) = (ear.every, ear.due)
    } else {
      ears.append(ear)
    }
    plan()
  }

  /// Listens to nothing any more.
  public mutating func removeAll() {
    (ears, asked) = ([], nil)
    plan()
  }

  /// Listens to what another one listens to; how far it has listened stays.
  public mutating func become(like other: Listening) {
    let mine = Dictionary(ears.map { ($0.key, $0) }) { first, _ in first }
    ears = other.ears.map { ear in
      guard var old = mine[ear.key] else { return ear }
      old.every = ear.every
      return old
    }
    if let asked, !ears.contains(where: { $0.key == asked }) { self.asked = nil }
    plan()
  }

  /// What it listens to and how often, apart from how far that has come.
  public var choices: [String: Duration] { Dictionary(ears.map { ($0.key, $0.every) }) { first, _ in first } }

  // MARK: Asking

  /// A question whose time has come.
  public struct Question: Hashable, Sendable {
    public let call: XRPCCall
    /// The DID of who asks.
    public let account: String
  }

  /// The question that is due; the answer to it goes to `take`, or `giveUp` says that none is awaited.
  public mutating func ask(at now: Instant) -> Question? {
    guard next <= now, let ear = ears.min(by: { $0.due < $1.due }) else { return nil }
    (asked, soonest) = (ear.key, now + Self.rest)
    plan()
    return Question(call: ear.call, account: ear.account)
  }

  /// The question whose answer is awaited.
  public var pending: Question? {
    ears.first { $0.key == asked }.map { Question(call: $0.call, account: $0.account) }
  }

  /// Nobody waits for the answer any more: it is asked again later.
  public mutating func giveUp(at now: Instant) {
    if let place = place { ears[place].due = now + Self.rest }
    asked = nil
    plan()
  }

  /// Somebody else who counts with this has asked: what was due is asked when that may be.
  public mutating func postpone(until instant: Instant) {
    // Nothing was asked after all, so nothing rests.
    (asked, soonest) = (nil, instant)
    plan()
  }

  private var place: Int? { asked.flatMap { key in ears.firstIndex { $0.key == key } } }

  // MARK: Hearing

  /// What came of a question.
  public struct Heard: Hashable, Sendable {
    public let ear: Ear
    /// What is new, the oldest first.
    public var items: [ListPage.Item] = []
    public var trouble: Trouble?
  }

  /// Why nothing was heard, or not all.
  public enum Trouble: Hashable, Sendable {
    /// It is asked again at an instant; told once for as long as that lasts.
    case pause(String, until: Instant)
    /// It is not listened to any more.
    case end(String)
    /// More has come than so many at once: what is older is never told.
    case lost(over: Int)
  }

  /// Takes in an answer.
  /// - Parameter limit: what the server says of how much it still answers.
  /// - Returns: `nil` where nobody listens to that any more.
  public mutating func take(_ answer: XRPCAnswer, _ limit: RateLimit? = nil, at now: Instant) -> Heard? {
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
      guard let page = ListPage(json, of: ears[place].subject.list) else {
        return fail(place, XRPCAnswer.strange, limit, at: now)
      }
      let (items, hasLost) = hear(page, place, at: now)
      ears[place].troubles = 0
      ears[place].quiet = items.isEmpty ? ears[place].quiet + 1 : 0
      rest(place, limit, at: now)
      return Heard(ear: ears[place], items: items, trouble: hasLost ? .lost(over: Ear.largePage) : nil)
    case .refused(let error) where error.isLimit:
      // The limit is for all that is asked.
      hold(until: error.resets ?? now + Self.longest, now)
      return fail(place, error.words, limit, at: now)
    case .refused(let error):
      let ear = ears.remove(at: place)
      return Heard(ear: ear, trouble: .end(error.words))
    case .broken(let error): return fail(place, error.words, limit, at: now)
    case .none(let words, _): return fail(place, words, limit, at: now)
    }
  }

  private mutating func fail(_ place: Int, _ words: String, _ limit: RateLimit?, at now: Instant) -> Heard {
    ears[place].troubles += 1
    rest(place, limit, at: now)
    let ear = ears[place]
    return Heard(ear: ear, trouble: ear.troubles == 1 ? .pause(words, until: max(ear.due, soonest)) : nil)
  }

  /// What of a page is new: of the first one what came since, as it may have had to wait for its turn.
  /// - Returns: that, and whether older things have come that no page showed.
  private mutating func hear(
    _ page: ListPage, _ place: Int, at now: Instant
  ) -> (items: [ListPage.Item], hasLost: Bool) {
    let (account, gap, wasLarge) = (ears[place].account, ears[place].gap, ears[place].isBusy)
    // In the order of time, of which a list has the newest first.
    let items = page.items.reversed().compactMap { item in item.mark.map { (item: item, mark: $0) } }
      .sorted { $0.mark.at < $1.mark.at }
    let marks = items.map { $0.mark }
    let (mark, begun) = (gap.map { $0.mark } ?? ears[place].mark, ears[place].begun)
    let unread = items.filter { mark?.isNew($0.mark) ?? ($0.mark.at > begun) }
    let new = unread.filter { gap?.arrived.contains($0.mark.identity) != true }
    if ears[place].mark?.take(marks) == nil {
      ears[place].mark = ReadMark(marks) ?? ReadMark(until: Instant(microseconds: 0))
    }
    let isFull = !unread.isEmpty && unread.count == items.count
    ears[place].isBusy = isFull && !wasLarge
    ears[place].gap = ears[place].isBusy ? Ear.Gap(mark: mark, arrived: Set(marks.map { $0.identity })) : nil
    // What somebody does themselves does not arrive: it would be answered without an end.
    return (new.map { $0.item }.filter { $0.actor != account }, isFull && wasLarge && page.cursor != nil)
  }

  // MARK: Time

  /// When one is asked for next, by how it went.
  private mutating func rest(_ place: Int, _ limit: RateLimit?, at now: Instant) {
    let ear = ears[place]
    var doublings = ear.troubles > 0 ? min(ear.troubles, 5) : min(max(0, ear.quiet - Self.patience), 3)
    if limit?.isNear == true { doublings += 2 }
    let wanted = Duration(microseconds: ear.every.microseconds << Int64(doublings))
    var length = max(ear.every, min(wanted, Self.longest))
    // A tenth longer at most, by chance: what began together does not go on together.
    length += Duration(microseconds: Int64(Double(length.microseconds) * chance.unit() / 10))
    ears[place].due = ear.isBusy && ear.troubles == 0 ? now : now + length
    if let limit, limit.remaining == 0, let resets = limit.resets { hold(until: resets, now) }
  }

  /// Asks nothing before a limit counts anew; no server's word is taken for more than a day.
  private mutating func hold(until limit: Instant, _ now: Instant) {
    soonest = max(soonest, min(limit, now + .hours(24)))
  }

  /// There is a network again: those who got no answer ask as soon as they may.
  public mutating func hasten(to now: Instant) {
    for place in ears.indices where ears[place].troubles > 0 { ears[place].due = min(ears[place].due, now) }
    plan()
  }

  /// The same as if it had gone on `length` later.
  public mutating func shift(by length: Duration) {
    if ears.isEmpty { return }
    for place in ears.indices { ears[place].due += length }
    if soonest > .distantPast { soonest += length }
    plan()
  }

  private mutating func plan() {
    let due = ears.lazy.map { $0.due }.min()
    next = asked == nil ? due.map { max($0, soonest) } ?? .distantFuture : .distantFuture
  }
}

extension ListPage.Item {
  /// When it came into its list, and what tells it from the others there; `nil` where nobody says so.
  var mark: ReadMark.Item? {
    switch self {
    case .post(let item): item.mark
    case .notification(let item): (item.instant, item.identity)
    case .person, .feed: nil
    }
  }

  /// The DID of who did it.
  var actor: String? {
    switch self {
    case .post(let item): item.repostedBy?.did ?? item.post?.author.did
    case .notification(let item): item.author.did
    case .person, .feed: nil
    }
  }
}

/// How many questions a server still answers, as it says with each answer.
public struct RateLimit: Hashable, Sendable {
  public let limit: Int
  public let remaining: Int
  /// When all of them count anew; `nil` where it does not say.
  public let resets: Instant?

  public init(limit: Int, remaining: Int, resets: Instant?) {
    (self.limit, self.remaining, self.resets) = (limit, remaining, resets)
  }

  /// The values of `RateLimit-Limit`, `-Remaining` and `-Reset`, of which the last is seconds since 1970.
  /// - Returns: `nil` where a server says nothing of the kind.
  public init?(limit: String?, remaining: String?, reset: String?) {
    guard let limit = limit.flatMap({ Int($0) }), let remaining = remaining.flatMap({ Int($0) }), limit > 0,
      (0...limit).contains(remaining)
    else { return nil }
    let seconds = reset.flatMap { Int64($0) }.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
    self.init(limit: limit, remaining: remaining, resets: seconds.map { Instant(microseconds: $0 * 1_000_000) })
  }

  /// Whether less than a fifth is left.
  var isNear: Bool { remaining < limit / 5 }
}
