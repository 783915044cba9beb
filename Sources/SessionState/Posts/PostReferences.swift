import Bluesky

/// The posts that a session has read, by the numbers that name them: `@3` stays with its post for the whole session.
///
/// Posts of the outbox and posts that were read share one sequence of numbers, so that a number means one post: a
/// user's own post keeps its outbox number when it is read later.
package struct PostReferences: Hashable, Sendable {
  private var items: [Int: FeedItem] = [:]
  private var known: [RecordAddress: Int] = [:]
  /// The posts that the user did not ask for, in order of arrival. The oldest of them keep only their addresses.
  private var arrived: [Int] = []
  private var unasked: Set<Int> = []
  private var forgotten: [Int: RecordAddress] = [:]
  /// The limit exists because a session may listen for months.
  static let arrivedLimit = 2_000
  /// The greatest number that a post got by being read; 0 if there is none.
  private(set) var lastRead = 0
  /// The greatest number that was ever given. `undo` never frees a number, because the undone post may come back.
  private var last = 0

  /// The authors of the posts that were read, and all other people who appeared.
  package private(set) var people = KnownPeople()
  /// The posts that this session has deleted.
  package private(set) var deleted: Set<RecordAddress> = []

  /// The numbers of the posts for which the reactions of the current account are not known.
  private var unviewed: Set<Int> = []

  var isEmpty: Bool { items.isEmpty }
  package var count: Int { items.count }
  /// The numbers of the posts, unordered.
  package var numbers: [Int] { Array(items.keys) }

  /// The last version of a post, by the post's number.
  package subscript(number: Int) -> FeedItem? { items[number] }
  /// Returns the address of a post, by the post's number.
  func address(_ number: Int) -> RecordAddress? { items[number]?.post?.reference.address ?? forgotten[number] }
  /// The number of a post that was read, by the post's address.
  package subscript(address: RecordAddress) -> Int? { known[address] }

  /// Returns a post that was read; `nil` if the current account's view of the post is not completely known.
  package func viewed(_ address: RecordAddress) -> FeedItem? {
    deleted.contains(address) ? nil : known[address].flatMap { unviewed.contains($0) ? nil : items[$0] }
  }

  /// Forgets the reactions of the account that has read, because another account reads now.
  mutating func forgetViewer() {
    for (number, item) in items { items[number] = item.post.map { item.with($0.unviewed()) } ?? item }
    unviewed = Set(items.keys)
    people = KnownPeople()
  }

  package mutating func add(_ new: some Sequence<Person>) { for person in new { people.add(person) } }

  /// Notes that a post was deleted. Reading the post again removes the note.
  mutating func delete(_ address: RecordAddress) { deleted.insert(address) }

  /// Reserves the numbers up to `number`, which the outbox has given.
  mutating func keep(above number: Int) { last = max(last, number) }

  /// Returns the number of a post, and gives the post a number if it has none.
  /// - Parameters:
  ///   - own: the numbers of the posts that this session has sent.
  ///   - isPartial: `true` if the post's counts, and the account's reactions to it, are not known: known values stay.
  mutating func refer(to item: FeedItem, own: [RecordAddress: Int], isPartial: Bool = false) -> Int? {
    if let reposter = item.repostedBy { people.add(reposter) }
    guard let post = item.post else { return nil }
    let address = post.reference.address
    if !isPartial || people[post.author.did] == nil { people.add(post.author) }
    if !isPartial, !deleted.isEmpty { deleted.remove(address) }
    if isPartial, let number = known[address], items[number] != nil { return number }
    let number: Int
    // Another session's post may have a number by which this session has read a different post.
    let mine = own[address].flatMap { items[$0] == nil && forgotten[$0] == nil ? $0 : nil }
    if let given = known[address] ?? mine {
      number = given
    } else {
      last += 1
      (number, lastRead) = (last, last)
    }
    known[address] = number
    // Some lists do not say whose post a reply answers; the value from an earlier list is kept.
    var item = item
    item.answered = item.answered ?? items[number]?.answered
    (item.repostedBy, item.reposted) = (nil, nil)
    items[number] = item
    forgotten[number] = nil
    unasked.remove(number)
    if isPartial { unviewed.insert(number) } else { unviewed.remove(number) }
    return number
  }

  /// Returns the number of a post that has arrived in a list that the user listens to. Later the post may be forgotten
  /// except for its address.
  mutating func refer(arrived item: FeedItem, own: [RecordAddress: Int], isPartial: Bool) -> Int? {
    guard let address = item.post?.reference.address else { return nil }
    let isNew = known[address].map { items[$0] == nil } ?? (own[address] == nil)
    guard let number = refer(to: item, own: own, isPartial: isPartial) else { return nil }
    guard isNew else { return number }
    arrived.append(number)
    unasked.insert(number)
    // Half of the posts are forgotten at once, because each time takes as long as there are posts.
    guard arrived.count > Self.arrivedLimit else { return number }
    for old in arrived.prefix(Self.arrivedLimit / 2) where unasked.remove(old) != nil {
      if let address = items[old]?.post?.reference.address { forgotten[old] = address }
      items[old] = nil
      unviewed.remove(old)
    }
    arrived.removeFirst(Self.arrivedLimit / 2)
    return number
  }
}

/// The people that a session has seen while reading, as in the latest page that had them.
package struct KnownPeople: Hashable, Sendable {
  private var people: [String: Person] = [:]
  private var dids: [String: String] = [:]
  /// Above this number the collection starts again from empty: completion among thousands of people is useless.
  private static let limit = 2_000

  /// All people, unordered.
  package var all: some Collection<Person> { people.values }

  /// The person with a DID, or with a handle in any case; `nil` if the session has not met the person.
  package subscript(name: String) -> Person? { people[name] ?? dids[name.lowercased()].flatMap { people[$0] } }

  mutating func add(_ person: Person) {
    guard people[person.did] != person else { return }
    if people.count >= Self.limit { self = KnownPeople() }
    people[person.did] = person
    // An invalid handle belongs to no single person.
    if person.handle != Person.invalidHandle { dids[person.handle.lowercased()] = person.did }
  }
}
