import Journal
import StoryScript
import Timeline

/// The domains' state of a session as one value, on which commands act: a copy of it is a saved point in time.
///
/// One part for each wing, concrete: this is the one place, beside the catalog, where the wings are joined. Every part is
/// asked everything that `WorldPart` demands, also where it has no answer of its own. Nothing that grows without an end
/// lives here; what is large shares its storage between copies.
public struct World: Sendable {
  public internal(set) var stories: StoryPart { didSet { deadline = Self.unknown } }
  public internal(set) var timers: TimerPart { didSet { deadline = Self.unknown } }
  public internal(set) var photos: PhotoPart { didSet { deadline = Self.unknown } }
  public internal(set) var posts: PostPart { didSet { deadline = Self.unknown } }

  /// The next deadline of all parts, once somebody has asked, until one of them changes. It is asked several times at each
  /// instant, and blocks that run at millions of instants change none of them.
  private var deadline = unknown
  private static let unknown = Instant.distantPast

  /// - Parameter seed: where faults by chance come from.
  public init(at start: Instant, seed: UInt64 = 0, zone: Zone = .utc, isReal: Bool = false) {
    stories = StoryPart(at: start, seed: seed)
    timers = TimerPart(at: start, zone: zone)
    photos = PhotoPart(zone: zone)
    posts = PostPart(at: start, seed: seed, isReal: isReal)
  }

  /// No part, as it neither does anything nor waits for anything: how the prompt is.
  @CopyOnWrite var prompt = PromptChoices()

  /// Something that happened in a domain.
  enum Event: Sendable {
    // In place, since there are millions of them a year; the others are a pointer.
    case stories(StoryPart.Event)
    indirect case timers(TimerPart.Event)
    indirect case photos(PhotoPart.Event)
    indirect case posts(PostPart.Event)
    /// Whether it may lead to something outside the world, such as an offer that is made once for ever.
    var leadsOutside: Bool {
      switch self {
      case .timers, .posts: true
      case .stories, .photos: false
      }
    }
  }

  /// What the log keeps of an event as it is, where making its fields would cost more.
  typealias Logged = StoryPart.Logged

  /// The part of an event that must last.
  enum Fact: Sendable {
    case stories(StoryPart.Fact)
    indirect case timers(TimerPart.Fact)
    indirect case photos(PhotoPart.Fact)
    indirect case posts(PostPart.Fact)

    func kept(_ place: KeptPlace) -> KeptFact? {
      switch self {
      case .stories(let fact): StoryPart.kept(fact, place)
      case .timers(let fact): TimerPart.kept(fact, place)
      case .photos(let fact): PhotoPart.kept(fact, place)
      case .posts(let fact): PostPart.kept(fact, place)
      }
    }
  }
}

// MARK: - Time

extension World {
  /// The instant at which something next happens by itself.
  ///
  /// It changes nothing that can be seen. A getter that could not keep what it found would get a copy each time.
  public var nextDeadline: Instant? {
    mutating get {
      let next = soonest
      return next == .distantFuture ? nil : next
    }
  }

  private var soonest: Instant {
    mutating get {
      if deadline != Self.unknown { return deadline }
      let next = min(
        min(stories.nextDeadline, timers.nextDeadline), min(photos.nextDeadline, posts.nextDeadline))
      deadline = next
      return next
    }
  }

  /// Goes on to the next deadline, if it is not after `limit`.
  ///
  /// Mutating although it only looks at first: a method that may change the world works on it in place, where one that
  /// reads it would count references to all of it, millions of times a year.
  /// - Returns: the deadline; `nil` when none is due, and nothing has changed then.
  mutating func advanceToNext(limit: Instant, _ deliver: (Event) -> Void) -> Instant? {
    let next = soonest
    guard next <= limit, next != .distantFuture else { return nil }
    // Asked before any moves: what one does is not for the others of this instant.
    let (isStories, isTimers) = (stories.nextDeadline == next, timers.nextDeadline == next)
    let (isPhotos, isPosts) = (photos.nextDeadline == next, posts.nextDeadline == next)
    if isStories { stories.advance(to: next) { deliver(.stories($0)) } }
    if isTimers { timers.advance(to: next) { deliver(.timers($0)) } }
    if isPhotos { photos.advance(to: next) { deliver(.photos($0)) } }
    if isPosts { posts.advance(to: next) { deliver(.posts($0)) } }
    return next
  }

  /// Brings the domains to `instant`, up to which nothing is due, so that two worlds of one instant can be compared.
  mutating func settle(at instant: Instant) {
    stories.settle(at: instant)
    timers.settle(at: instant)
    photos.settle(at: instant)
    posts.settle(at: instant)
  }

  /// The same world as if its domains had lived `length` later. What has a date of its own, such as a post, keeps it.
  func shifted(by length: Duration) -> World {
    var moved = self
    moved.stories = stories.shifted(by: length)
    moved.timers = timers.shifted(by: length)
    moved.photos = photos.shifted(by: length)
    moved.posts = posts.shifted(by: length)
    return moved
  }

  /// The state that decides about the future, relative to `instant`: equal signatures have the same future.
  public struct Signature: Hashable, Sendable {
    var stories: StoryPart.Signature
    var timers: TimerPart.Signature
    var photos: PhotoPart.Signature
    var posts: PostPart.Signature
  }

  public func signature(at instant: Instant) -> Signature {
    Signature(
      stories: stories.signature(at: instant), timers: timers.signature(at: instant),
      photos: photos.signature(at: instant), posts: posts.signature(at: instant))
  }
}

// MARK: - Events

extension World {
  /// Brings in what lies outside the world and decides what an event leads to, before it is absorbed.
  mutating func learn(_ event: Event, from aside: Aside, at now: Instant) {
    if case .timers(let event) = event { timers.learn(event, from: aside.timers, at: now) }
  }

  /// Takes in what an event leaves behind: the one place, whether it happens, is foreseen or is lived again.
  /// - Parameters:
  ///   - keep: takes each fact that must last.
  ///   - then: takes what follows from it at once.
  /// - Returns: whether it changed anything, for sentences that say so.
  mutating func absorb(_ event: Event, keep: (Fact) -> Void, then: (Event) -> Void) -> Bool {
    switch event {
    case .stories(let event):
      let isNew = stories.absorb(event) { keep(.stories($0)) }
      stories.keepMedia(of: event) { then(.stories($0)) }
      return isNew
    case .timers(let event): return timers.absorb(event) { keep(.timers($0)) }
    case .photos(let event): return photos.absorb(event) { keep(.photos($0)) }
    case .posts(let event): return posts.absorb(event) { keep(.posts($0)) }
    }
  }

  /// Whether something waits to be said until it is durable.
  var awaitsDurability: Bool { !timers.flow.unconfirmed.isEmpty }

  /// Says to the domains that all they wait for will last.
  /// - Returns: what that means.
  mutating func confirm(at instant: Instant) -> [Event] {
    awaitsDurability ? timers.confirm(at: instant).map { .timers($0) } : []
  }

  /// Lets pass what nobody is told of: everything comes out as it does when it happens.
  /// - Parameters:
  ///   - aside: what lies outside the world, as it is now.
  ///   - keep: takes each fact that would last.
  mutating func live(to instant: Instant, learningFrom aside: Aside, keep: (Fact) -> Void = { _ in }) {
    var events: [Event] = []
    while let deadline = advanceToNext(limit: instant, { events.append($0) }) {
      var index = 0
      while index < events.count {
        learn(events[index], from: aside, at: deadline)
        _ = absorb(events[index], keep: keep, then: { events.append($0) })
        // Nobody waits for a disk here.
        events += confirm(at: deadline)
        index += 1
      }
      events.removeAll(keepingCapacity: true)
    }
    settle(at: instant)
  }
}

// MARK: - Undo

extension World {
  /// The aspects that a command can change, and `undo` bring back, apart from the rest: a bit for each of each part.
  struct Aspects: Hashable, Sendable {
    private(set) var stories: UInt16 = 0
    private(set) var timers: UInt16 = 0
    private(set) var photos: UInt16 = 0
    private(set) var posts: UInt16 = 0
    private(set) var hasPrompt = false

    static let prompt = Aspects(hasPrompt: true)

    static func stories(_ aspect: StoryPart.Aspect) -> Aspects { Aspects(stories: 1 << aspect.rawValue) }
    static func timers(_ aspect: TimerPart.Aspect) -> Aspects { Aspects(timers: 1 << aspect.rawValue) }
    static func photos(_ aspect: PhotoPart.Aspect) -> Aspects { Aspects(photos: 1 << aspect.rawValue) }
    static func posts(_ aspect: PostPart.Aspect) -> Aspects { Aspects(posts: 1 << aspect.rawValue) }
    var isEmpty: Bool { self == Aspects() }
    /// What a practice session has of somebody's own, in words; `nil` for no more than the prompt's looks.
    var ownThings: String? {
      if Aspects.prompt.contains(self) { return nil }
      let known: [(Aspects, String)] = [
        (.timers(.activities), "activities"), (.timers(.profile), "name"), (.timers(.sounds), "sounds"),
        (.photos(.clocks), "cameras' clocks"), (.stories(.settings), "story settings"),
      ]
      let own = known.filter { contains($0.0) }.map(\.1)
      let isAll = known.reduce(Aspects.prompt) { $0.union($1.0) }.contains(self)
      return (own + (isAll ? [] : ["settings"])).joined(separator: ", ")
    }
    func contains(_ other: Aspects) -> Bool { union(other) == self }

    func isDisjoint(with other: Aspects) -> Bool {
      stories & other.stories == 0 && timers & other.timers == 0 && photos & other.photos == 0
        && posts & other.posts == 0 && !(hasPrompt && other.hasPrompt)
    }

    func union(_ other: Aspects) -> Aspects {
      Aspects(
        stories: stories | other.stories, timers: timers | other.timers, photos: photos | other.photos,
        posts: posts | other.posts, hasPrompt: hasPrompt || other.hasPrompt)
    }

    /// Those of which no two sessions can each take back their own.
    var unshared: Aspects {
      Aspects(
        stories: StoryPart.unshared(stories), timers: TimerPart.unshared(timers), photos: PhotoPart.unshared(photos),
        posts: PostPart.unshared(posts), hasPrompt: hasPrompt)
    }

    /// These and all that follows from them by itself.
    var withConsequences: Aspects {
      Aspects(
        stories: StoryPart.withConsequences(stories), timers: TimerPart.withConsequences(timers),
        photos: PhotoPart.withConsequences(photos), posts: PostPart.withConsequences(posts),
        hasPrompt: hasPrompt)
    }
  }

  /// The aspects that differ between two worlds that stand at the same instant.
  ///
  /// Storage that is shared counts as equal without a look at it, so this costs next to nothing for what did not change.
  func aspects(changedSince before: World) -> Aspects {
    Aspects(
      stories: stories.aspects(changedSince: before.stories), timers: timers.aspects(changedSince: before.timers),
      photos: photos.aspects(changedSince: before.photos), posts: posts.aspects(changedSince: before.posts)
    ).union($prompt == before.$prompt ? Aspects() : .prompt)
  }

  /// How to take back by hand what a command has sent out of the world, or what of it was sent since; `nil` for nothing.
  func reversal(of command: (before: World, after: World)) -> String? {
    posts.reversal(of: (command.before.posts, command.after.posts))
  }

  /// Takes back what some aspects have become from one world to another, and leaves the rest as it is.
  mutating func revert(_ aspects: Aspects, from after: World, to before: World) {
    stories.revert(aspects.stories, from: after.stories, to: before.stories)
    timers.revert(aspects.timers, from: after.timers, to: before.timers)
    photos.revert(aspects.photos, from: after.photos, to: before.photos)
    posts.revert(aspects.posts, from: after.posts, to: before.posts)
    if aspects.hasPrompt { prompt = before.prompt }
  }

  /// About how many bytes a copy of this world holds that it does not share with `previous`, beside its own.
  func storage(apartFrom previous: World) -> Int {
    stories.storage(apartFrom: previous.stories) + timers.storage(apartFrom: previous.timers)
      + photos.storage(apartFrom: previous.photos) + posts.storage(apartFrom: previous.posts)
  }
}

// MARK: - What is kept

extension World {
  /// The fold of what the journal says of all parts.
  struct Kept: Sendable {
    private(set) var stories = StoryPart.Kept()
    private(set) var timers = TimerPart.Kept()
    private(set) var photos = PhotoPart.Kept()
    private(set) var posts = PostPart.Kept()
    private(set) var settings = KeptSettings()
    private(set) var abbreviations = Abbreviations()

    /// A type of event, with the part that it belongs to.
    enum Name: Hashable, Sendable {
      case stories(StoryPart.Kept.Name)
      case timers(TimerPart.Kept.Name)
      case photos(PhotoPart.Kept.Name)
      case posts(PostPart.Kept.Name)
      case settings, abbreviations
      /// What the journal itself makes of other devices.
      case devices(String)
    }

    /// Gives what people name by numbers those that it has in this folder.
    mutating func number(by aside: Aside) { aside.posts.number(&posts) }

    static let kinds: [(name: Name, kind: KeptKind)] =
      StoryPart.Kept.Name.allCases.map { (.stories($0), StoryPart.Kept.kind($0)) }
      + TimerPart.Kept.Name.allCases.map { (.timers($0), TimerPart.Kept.kind($0)) }
      + PhotoPart.Kept.Name.allCases.map { (.photos($0), PhotoPart.Kept.kind($0)) }
      + PostPart.Kept.Name.allCases.map { (.posts($0), PostPart.Kept.kind($0)) }
      + [(.settings, KeptSettings.kind), (.abbreviations, Abbreviations.kind)]
      + DeviceCommands.kinds.map { (.devices($0.name), $0) }

    mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      switch name {
      case .stories(let name): stories.take(name, saved)
      case .timers(let name): timers.take(name, saved)
      case .photos(let name): photos.take(name, saved)
      case .posts(let name): posts.take(name, saved)
      case .settings: settings.take(saved)
      case .abbreviations: abbreviations.take(saved)
      case .devices: true
      }
    }

    var standing: Standing {
      Standing(
        stories: StoryPart.standing(stories), timers: TimerPart.standing(timers), photos: PhotoPart.standing(photos),
        posts: PostPart.standing(posts), settings: settings, abbreviations: abbreviations)
    }
  }

  /// The state that is kept as it stands, not as the events that led to it.
  struct Standing: Hashable, Sendable {
    var stories = StoryPart.Standing()
    var timers = TimerPart.Standing()
    var photos = PhotoPart.Standing()
    var posts = PostPart.Standing()
    var settings = KeptSettings()
    var abbreviations = Abbreviations()

    /// The journal's types and payloads of what to append so that this holds where `before` held.
    func changes(since before: Standing) -> [(type: String, payload: Journal.Payload)] {
      StoryPart.typed(StoryPart.changes(from: before.stories, to: stories))
        + TimerPart.typed(TimerPart.changes(from: before.timers, to: timers))
        + PhotoPart.typed(PhotoPart.changes(from: before.photos, to: photos))
        + PostPart.typed(PostPart.changes(from: before.posts, to: posts))
        + settings.changes(since: before.settings) + abbreviations.changes(since: before.abbreviations)
    }
  }

  /// The values behind the settings that are kept: as long as they are equal, no setting has to be saved.
  struct Choices: Equatable {
    fileprivate let stories: StoryPart.Choices
    fileprivate let timers: TimerPart.Choices
    fileprivate let photos: PhotoPart.Choices
    fileprivate let posts: PostPart.Choices
    fileprivate let prompt: PromptChoices
  }
  var choices: Choices {
    Choices(
      stories: stories.choices, timers: timers.choices, photos: photos.choices, posts: posts.choices, prompt: prompt)
  }

  /// - Parameter settings: those that are kept, where they are known: to make them costs more than a command.
  func standing(_ place: KeptPlace, settings: KeptSettings? = nil) -> Standing {
    Standing(
      stories: stories.standing(place), timers: timers.standing(place), photos: photos.standing(place),
      posts: posts.standing(place),
      settings: settings ?? (place.isReal ? KeptSettings(of: self) : KeptSettings()),
      abbreviations: place.isReal ? prompt.abbreviations : Abbreviations())
  }

  /// The changes to the journal when this world becomes another version of itself.
  func changes(to other: World, at instant: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void) {
    stories.changes(to: other.stories, at: instant, place, change)
    timers.changes(to: other.timers, at: instant, place, change)
    photos.changes(to: other.photos, at: instant, place, change)
    posts.changes(to: other.posts, at: instant, place, change)
  }

  /// Becomes what the journal says when a session begins, or takes in what others have added to it.
  mutating func take(_ kept: Kept, _ place: KeptPlace, isBeginning: Bool) {
    if isBeginning {
      stories.restore(kept.stories, place)
      timers.restore(kept.timers, place)
      photos.restore(kept.photos, place)
      posts.restore(kept.posts, place)
    } else {
      stories.join(kept.stories, place)
      timers.join(kept.timers, place)
      photos.join(kept.photos, place)
      posts.join(kept.posts, place)
    }
    guard place.isReal else { return }
    kept.settings.apply(to: &self)
    if prompt.abbreviations != kept.abbreviations { prompt.abbreviations = kept.abbreviations }
  }

  /// The histories that grow without an end, and so stand outside the world: always the fold of what the journal holds or
  /// will hold.
  struct Ledger: Sendable {
    private(set) var timers = TimerPart.History()
    init() {}
    init(_ kept: Kept) { timers = TimerPart.History(kept.timers.ledger) }
    mutating func take(_ fact: Fact) { if case .timers(let event) = fact { timers.append(event) } }
    /// Begins again with all that counts now, by this session or others.
    mutating func restart(_ kept: Kept) { timers.restart(with: kept.timers.ledger) }

    /// Takes in that the world became another version of itself.
    mutating func follow(from before: World, to after: World) {
      timers.follow(from: before.timers.facts, to: after.timers.facts)
    }
  }
}

// MARK: - Beside the world

extension World {
  /// The wings' knowledge of a session outside its world: `undo` and `rewind` give none of it back.
  final class Aside {
    let stories = StoryAside()
    let timers = TimerAside()
    private(set) var photos = PhotoAside()
    let posts = PostAside()
    private var guests: [(type: ObjectIdentifier, guest: AnyObject)] = []

    /// What a wing keeps whose own types know the session: the world, which the session knows, does not name them.
    ///
    /// There is one for a wing at most, and every command asks: to look through them takes less than to hash a name.
    func guest<Guest: AnyObject>(_ make: () -> Guest) -> Guest {
      let type = ObjectIdentifier(Guest.self)
      for known in guests where known.type == type { return unsafeDowncast(known.guest, to: Guest.self) }
      let guest = make()
      guests.append((type, guest))
      return guest
    }

    /// Is heard as another session is.
    func sound(like other: Aside) { timers.sounder = other.timers.sounder }
    /// Knows what another session does of photos that must stay as they are.
    func protect(like other: Aside) { photos = other.photos }

    /// Keeps things of its own in the session's state folder, from now on.
    func open(_ folder: String, isReal: Bool) {
      timers.keyring = Keyring(PINFile(folder: folder))
      photos.open(folder)
      posts.open(folder, isReal: isReal)
    }
  }

  /// Whether a timer runs or is paused.
  var hasTimer: Bool { timers.countdown.isOn }
  /// The folder whose photos were last divided into moments.
  var readFolder: String? { photos.album?.scan.root }

  /// Takes over what a family has made its own.
  mutating func becomeLike(_ other: World) {
    stories.becomeLike(other.stories)
    timers.becomeLike(other.timers)
    photos.becomeLike(other.photos)
    posts.becomeLike(other.posts)
    prompt = other.prompt
  }
}
