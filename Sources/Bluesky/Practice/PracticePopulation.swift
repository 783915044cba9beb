import JSON
import RichText
import Timeline

/// The people of the practice network and their posts: a function of a seed and of time, so that nothing is stored
/// and the same session sees the same timeline.
///
/// Time is divided into slots of 13 minutes. Each slot has one post. The slots begin 600 slots before the session's
/// start and never end.
struct PracticePopulation: Hashable, Sendable {
  let seed: UInt64
  /// The start of slot 0: the start of the session.
  let start: Instant

  /// A member of the network.
  struct Member: Hashable, Sendable {
    let handle: String
    let name: String
    let about: String
    var did: String { PracticeNetwork.did(ofMember: handle) }
  }

  /// The members who write; `readers` only read and like.
  static let writers = PracticePhrases.writers.map { Member(handle: $0.0 + ".test", name: $0.1, about: $0.2) }
  static let readers = PracticePhrases.readers.map { Member(handle: $0 + ".test", name: "", about: "") }
  private static let byHandle = Dictionary(
    (writers + readers).map { ($0.handle, $0) }, uniquingKeysWith: { first, _ in first })

  static func member(_ handle: String) -> Member? { byHandle[handle] }

  /// The number of the first slot; `slot` is the length of each.
  static let first = -600
  private static let slot = Duration.minutes(13)
  /// The number of slots within which a post may answer, quote or repost an earlier one.
  static let reach = 30

  // MARK: Slots

  /// The post of a slot.
  struct Written: Hashable, Sendable {
    let number: Int
    let author: Member
    let created: Instant
    let key: RecordKey
    let kind: Kind
    /// The popularity of the post: its final number of likes.
    let popularity: Int

    var address: RecordAddress {
      RecordAddress(repository: author.did, collection: RecordAddress.posts, key: key.description)
    }
  }

  enum Kind: Hashable, Sendable {
    case plain(Int)
    case answer(to: Int, Int)
    case quote(of: Int, Int)
    case pictures(Int)
    case page(Int)
  }

  /// Returns the last slot whose post is written at an instant.
  func newest(at now: Instant) -> Int {
    let slot = Int((now - start).microseconds.flooredDivision(by: Self.slot.microseconds))
    return max(Self.first - 1, created(slot) <= now ? slot : slot - 1)
  }

  private func created(_ number: Int) -> Instant {
    var chance = chance(number, 1)
    return start + Duration(microseconds: Self.slot.microseconds * Int64(number)) + .seconds(Int64(chance.unit() * 780))
  }

  /// Returns the post of a slot from `first` on.
  func post(_ number: Int) -> Written {
    var chance = chance(number, 2)
    let author = Self.writers[Int(chance.unit() * Double(Self.writers.count))]
    let created = created(number)
    let (roll, back) = (chance.unit(), 1 + Int(chance.unit() * Double(Self.reach)))
    let earlier = max(Self.first, number - back)
    // Rotates through a list in a scattered order, so that nothing is repeated soon. 17 has no divisor in common with
    // a list's length.
    func choose(_ count: Int) -> Int { (number - Self.first) * 17 % count }
    let kind: Kind =
      switch roll {
      case ..<0.24 where earlier < number: .answer(to: earlier, choose(PracticePhrases.answers.count))
      case ..<0.31 where earlier < number: .quote(of: earlier, choose(PracticePhrases.quotes.count))
      case ..<0.42: .pictures(choose(PracticePhrases.pictures.count))
      case ..<0.49: .page(choose(PracticePhrases.pages.count))
      default: .plain(choose(PracticePhrases.posts.count))
      }
    // Most posts get few likes, a few are liked by nearly everyone.
    let fame = chance.unit()
    return Written(
      number: number, author: author, created: created,
      key: RecordKey(created, device: author.handle), kind: kind,
      popularity: Int(fame * fame * fame * Double(Self.readers.count)))
  }

  /// Returns the slot whose post has a key; `nil` if there is none.
  func number(of key: RecordKey, at now: Instant) -> Int? {
    let instant = Instant(microseconds: Int64(key.value >> 10))
    let slot = newest(at: instant)
    guard slot >= Self.first, slot <= newest(at: now), post(slot).key == key else { return nil }
    return slot
  }

  /// Returns the first post of a post's conversation.
  func root(of number: Int) -> Int {
    var number = number
    while case .answer(let parent, _) = post(number).kind { number = parent }
    return number
  }

  /// Returns the slot whose post this slot's author also reposts; usually `nil`.
  func reposted(in number: Int) -> Int? {
    var chance = chance(number, 3)
    let (roll, back) = (chance.unit(), 1 + Int(chance.unit() * Double(Self.reach)))
    let earlier = number - back
    guard roll < 0.12, earlier >= Self.first, post(earlier).author != post(number).author else { return nil }
    return earlier
  }

  /// The delay of a repost after the author's own post.
  static let repostDelay = Duration.seconds(20)

  /// Returns the labels that a moderator has put on a slot's post.
  func labels(_ number: Int) -> [String] {
    guard case .pictures(let place) = post(number).kind else { return [] }
    return PracticePhrases.pictures[place].isGraphic ? ["graphic-media"] : []
  }

  // MARK: Reactions

  /// Returns the members who like a post of some popularity and when, sorted by time.
  /// - Parameter name: the post's name: different members like each post.
  func likes(_ name: String, popularity: Int, since created: Instant) -> [(member: Member, at: Instant)] {
    var chance = chance(Self.hash(name), 5)
    var people = Self.readers
    for place in 0..<min(popularity, people.count) {
      people.swapAt(place, place + Int(chance.unit() * Double(people.count - place)))
    }
    var at = created
    return people.prefix(popularity).enumerated().map { place, member in
      // The likes slow down: the last ones come after a day.
      at += .seconds(Int64(20 + chance.unit() * 40 * Double(place + 1)))
      return (member, at)
    }
  }

  /// A reaction in words to a user's post.
  struct WrittenReply: Hashable, Sendable {
    let author: Member
    let created: Instant
    let key: RecordKey
    let text: String
  }

  /// Returns the answers to a user's post: from one or two of the writers, after some minutes.
  func writtenReplies(of address: RecordAddress, since created: Instant) -> [WrittenReply] {
    var chance = chance(Self.hash(address.description), 4)
    let count = 1 + Int(chance.unit() * 2)
    var at = created
    return (0..<count).map { _ in
      let author = Self.writers[Int(chance.unit() * Double(Self.writers.count))]
      at += .seconds(Int64(150 + chance.unit() * 600))
      let text = PracticePhrases.answers[Int(chance.unit() * Double(PracticePhrases.answers.count))]
      return WrittenReply(author: author, created: at, key: RecordKey(at, device: author.handle), text: text)
    }
  }

  /// Returns the number of likes that a user's post finally gets.
  func popularity(of address: RecordAddress) -> Int {
    var chance = chance(Self.hash(address.description), 6)
    return 2 + Int(chance.unit() * 20)
  }

  /// Returns the post by which one of the writers quotes a user's post within the hour; `nil` if none does.
  func quote(of address: RecordAddress, since created: Instant) -> WrittenReply? {
    var chance = chance(Self.hash(address.description), 7)
    guard chance.unit() < 0.4 else { return nil }
    let author = Self.writers[Int(chance.unit() * Double(Self.writers.count))]
    let at = created + .seconds(Int64(1_200 + chance.unit() * 1_800))
    let text = PracticePhrases.quotes[Int(chance.unit() * Double(PracticePhrases.quotes.count))]
    return WrittenReply(author: author, created: at, key: RecordKey(at, device: author.handle), text: text)
  }

  /// Returns the members who repost a user's post and when: every fifth of those who like it.
  func reposts(of address: RecordAddress, since created: Instant) -> [(member: Member, at: Instant)] {
    likes(address.description, popularity: popularity(of: address), since: created).enumerated()
      .filter { $0.offset % 5 == 4 }.map { ($0.element.member, $0.element.at + Self.repostDelay) }
  }

  // MARK: Followers and mentions of a user

  /// The intervals at which members follow a user and mention a user, from the first slot on.
  private static let followRest = Duration.hours(7)
  private static let mentionRest = Duration.hours(9)
  /// The number of latest mentions that are generated: no one looks at older ones.
  private static let mentionWindow = 40
  private var dawn: Instant { start + Duration(microseconds: Self.slot.microseconds * Int64(Self.first)) }

  /// Returns the readers who follow a user and since when: one after the other, until all of them do.
  func follows(_ did: String, until now: Instant) -> [(member: Member, at: Instant)] {
    var chance = chance(Self.hash(did), 8)
    var people = Self.readers
    var found: [(member: Member, at: Instant)] = []
    for place in people.indices {
      people.swapAt(place, place + Int(chance.unit() * Double(people.count - place)))
      let rest = Int64(place) * Self.followRest.microseconds + Int64(chance.unit() * 20_000) * 1_000_000
      let at = dawn + Duration(microseconds: rest)
      if at <= now { found.append((people[place], at)) }
    }
    return found
  }

  /// Returns the posts that mention a user, oldest first. Their authors are members that users do not follow at first.
  func mentions(of handle: String, until now: Instant) -> [WrittenReply] {
    let authors = Array(Self.writers.suffix(2)) + Self.readers
    let last = Int((now - dawn).microseconds.flooredDivision(by: Self.mentionRest.microseconds))
    guard last >= 0 else { return [] }
    return (max(0, last - Self.mentionWindow)...last).compactMap { number in
      var chance = chance(Self.hash(handle) ^ number, 9)
      let author = authors[Int(chance.unit() * Double(authors.count))]
      let rest = Int64(number) * Self.mentionRest.microseconds + Int64(chance.unit() * 30_000) * 1_000_000
      let at = dawn + Duration(microseconds: rest)
      guard at <= now else { return nil }
      let phrase = PracticePhrases.mentions[Int(chance.unit() * Double(PracticePhrases.mentions.count))]
      let text = phrase.split(separator: "@you", omittingEmptySubsequences: false).joined(separator: "@" + handle)
      return WrittenReply(author: author, created: at, key: RecordKey(at, device: author.handle), text: text)
    }
  }

  // MARK: Chance

  private func chance(_ number: Int, _ use: UInt64) -> SeededGenerator {
    SeededGenerator(seed: seed ^ UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15, stream: 100 + use)
  }

  private static func hash(_ text: String) -> Int { Int(bitPattern: UInt(text.fingerprint)) }
}
