import Bluesky
import Timeline

/// The content that a session has read from the network: the posts by number, and the list that was requested last.
package struct Reading: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable, ScriptValue {
    /// No request was made yet.
    case none
    case loading
    case loaded
    /// `retry` requests the missing data again.
    case failed
  }

  /// The last request.
  package enum Last: Hashable, Sendable {
    case listing(Listing)
    case thread(RecordAddress)
  }

  package var references = PostReferences()
  package private(set) var state = State.none
  package private(set) var last: Last?
  /// The DID of the account that reads; `nil` if there is none.
  package private(set) var viewer: String?

  /// The feeds that were listed, which `timeline` accepts by name.
  package private(set) var feeds: [FeedGenerator] = []
  /// `true` if the suggested feeds are among them, so that a name mistyped twice causes only one request.
  package private(set) var hasSuggestedFeeds = false

  /// The lists of people that were read, which commands accept by name, and the records of the members of those that
  /// this session changes.
  package private(set) var lists: [PeopleList] = []
  package private(set) var members: [RecordAddress: [String: RecordAddress]] = [:]
  /// `true` if the account's own lists are among them.
  package private(set) var knowsOwnLists = false

  package mutating func learn(own new: [PeopleList]) {
    learn(new)
    knowsOwnLists = true
  }

  package mutating func learn(_ new: [PeopleList]) {
    let addresses = Set(new.map { $0.address })
    lists = new + lists.filter { !addresses.contains($0.address) }
  }

  /// Forgets the lists, because one was created or deleted.
  package mutating func forgetLists() { (lists, knowsOwnLists) = ([], false) }

  package mutating func note(_ items: [String: RecordAddress], in list: RecordAddress) { members[list] = items }

  /// Notes the record that puts a person on a list; `nil` if there is none.
  package mutating func note(_ item: RecordAddress?, of did: String, in list: RecordAddress) {
    members[list]?[did] = item
  }

  /// The choices that the account keeps on its server; `nil` before they were read.
  package private(set) var choices: AccountChoices?

  /// The instant before which the choices are not requested again after a failure; `nil` without a failure.
  package private(set) var choicesRetry: Instant?

  package mutating func adopt(_ preferences: Preferences, at now: Instant) {
    (choices, choicesRetry) = (AccountChoices(preferences, at: now), nil)
  }

  package mutating func postponeChoices(to instant: Instant) { choicesRetry = instant }

  /// Forgets the choices, so that they are read again: the practice network has gone back in time.
  mutating func forgetChoices() { (choices, choicesRetry) = (nil, nil) }

  /// The notifications that were read.
  package private(set) var notifications = ReadNotifications()

  /// The user's place in the navigation.
  package var navigation = Navigation()

  /// The first pages of the lists, conversations and people that a practice session has read last; a real session has
  /// them in its state folder.
  package private(set) var pages: [String: CachedPages] = [:]
  private static let pagesLimit = 64
  /// The age of the pages that were last shown for want of a network, as the instant at which they came; `nil` after
  /// another request.
  package private(set) var old: Instant?
  /// The result of the last `timeline new`.
  package private(set) var news: TimelineNews?

  package mutating func keep(_ new: CachedPages) {
    pages[new.name] = new.after(pages[new.name])
    guard pages.count > Self.pagesLimit, let oldest = pages.values.min(by: { ($0.at, $0.name) < ($1.at, $1.name) })
    else { return }
    pages[oldest.name] = nil
  }

  /// Notes whether the shown list is old.
  package mutating func show(_ kept: CachedPages?) { old = kept?.at }

  mutating func note(_ news: TimelineNews) { self.news = news }

  package var listing: Listing? { if case .listing(let listing)? = last { listing } else { nil } }

  /// `true` if the last request did not complete: it failed, or the user interrupted it.
  package var isUnfinished: Bool { state == .failed || state == .loading }

  /// Changes the account that reads: the reactions of the previous account are forgotten, and its list is closed.
  mutating func read(as account: String?) {
    guard account != viewer else { return }
    viewer = account
    references.forgetViewer()
    (last, state) = (nil, .none)
    (notifications, navigation) = (ReadNotifications(), Navigation())
    (lists, members, knowsOwnLists) = ([], [:], false)
    forgetChoices()
  }

  /// Adds a batch of notifications.
  /// - Parameter unread: the number that the account has not seen; `nil` if it is not known.
  /// - Returns: the groups that the batch has changed.
  package mutating func receive(_ listing: Listing, unread: Int?) -> [NotificationGroup.Identity] {
    notifications.receive(listing, unread: unread)
  }

  /// Notes that notifications up to an instant are about to be marked as seen.
  package mutating func mark(_ until: Instant) { notifications.mark(until) }

  package mutating func note(_ last: Last, _ state: State) {
    (self.last, self.state) = (last, state)
    if state == .loading { old = nil }
    guard state != .loading, case .listing(let listing) = last else { return }
    switch listing.list.kind {
    case .feeds: learn(listing.batch.compactMap { if case .feed(let feed) = $0 { feed } else { nil } })
    case .lists: learn(listing.batch.compactMap { if case .list(let list) = $0 { list } else { nil } })
    case .people: references.add(listing.batch.compactMap { if case .person(let person) = $0 { person } else { nil } })
    case .notifications:
      references.add(listing.batch.compactMap { if case .notification(let item) = $0 { item.author } else { nil } })
    case .starterPacks:
      learn(listing.batch.compactMap { if case .starterPack(let pack) = $0 { pack.list } else { nil } })
    case .posts: break
    }
  }

  /// Adds suggested feeds to the known feeds.
  package mutating func learn(suggested new: [FeedGenerator]) {
    learn(new)
    hasSuggestedFeeds = true
  }

  /// Adds feeds to the known feeds.
  package mutating func learn(_ new: [FeedGenerator]) {
    for feed in new where !feeds.contains(where: { $0.address == feed.address }) { feeds.append(feed) }
  }
}

/// The result of the last `timeline new`, for the lines around it.
package struct TimelineNews: Hashable, Sendable {
  /// The place that the user had reached before; `nil` if the user had not begun.
  package let since: Instant?
  /// The number of newer posts that are not shown yet.
  package let left: Int
  /// `true` if there were more new posts than the request reaches back.
  package let isCut: Bool
  /// The number of unusable values in the pages.
  package let omitted: Int

  package init(since: Instant?, left: Int, isCut: Bool, omitted: Int) {
    self.since = since
    self.left = left
    self.isCut = isCut
    self.omitted = omitted
  }
}
