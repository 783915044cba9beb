import Journal
import StoryScript
import Timeline

/// The domains' state of a session as one value, on which commands act: a copy is a saved point in time.
///
/// It has one part for each wing, with concrete types: the wings are joined only here and in the catalog, and the core
/// uses a world only as a `WorldModel`. Each part gets every call of `WorldPart`, even if it uses only a default.
/// Nothing that grows without limit is in the world; large values share their storage between copies.
public struct World: WorldModel {
  public internal(set) var stories: StoryPart { didSet { deadline = Self.unknown } }
  public internal(set) var timers: TimerPart { didSet { deadline = Self.unknown } }
  public internal(set) var photos: PhotoPart { didSet { deadline = Self.unknown } }
  public internal(set) var posts: PostPart { didSet { deadline = Self.unknown } }

  /// The next deadline of all parts, cached until one of them changes. It is requested several times at each instant,
  /// and blocks that run at millions of instants change none of the parts.
  private var deadline = unknown
  private static let unknown = Instant.distantPast

  /// - Parameter seed: the seed of random faults.
  public init(at start: Instant, seed: UInt64 = 0, zone: Zone = .utc, isReal: Bool = false) {
    stories = StoryPart(at: start, seed: seed)
    timers = TimerPart(at: start, zone: zone)
    photos = PhotoPart(zone: zone)
    posts = PostPart(at: start, seed: seed, isReal: isReal)
  }

  /// Prompt preferences. Not a part: they have no deadline and no events.
  @CopyOnWrite var prompt = PromptChoices()

  /// An event in a domain.
  enum Event: WorldEvent {
    // Stored inline, since there are millions of them per year; the others are stored by pointer.
    case stories(StoryPart.Event)
    indirect case timers(TimerPart.Event)
    indirect case photos(PhotoPart.Event)
    indirect case posts(PostPart.Event)
    var hasOutsideEffect: Bool {
      switch self {
      case .timers, .posts: true
      case .stories, .photos: false
      }
    }
  }

  /// The type of events that the log keeps as values, because creating their fields would cost more.
  typealias Logged = StoryPart.Logged

  /// The part of an event that must be saved.
  enum Fact: WorldFact {
    case stories(StoryPart.Fact)
    indirect case timers(TimerPart.Fact)
    indirect case photos(PhotoPart.Fact)
    indirect case posts(PostPart.Fact)

    func kept(_ place: PersistedPlace) -> PersistedFact? {
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
  /// Reading it has no visible effect. A getter that could not cache its result would get a copy each time.
  public var nextDeadline: Instant? {
    mutating get {
      let next = earliest
      return next == .distantFuture ? nil : next
    }
  }

  private var earliest: Instant {
    mutating get {
      if deadline != Self.unknown { return deadline }
      let next = min(
        min(stories.nextDeadline, timers.nextDeadline), min(photos.nextDeadline, posts.nextDeadline))
      deadline = next
      return next
    }
  }

  /// It is mutating although it only reads at first: a mutating method works on the world in place, while a reading
  /// one would count references to all of it, millions of times per year.
  mutating func advanceToNext(limit: Instant, _ deliver: (Event) -> Void) -> Instant? {
    let next = earliest
    guard next <= limit, next != .distantFuture else { return nil }
    // Read before any part advances: one part's change must not affect the others at this instant.
    let (isStories, isTimers) = (stories.nextDeadline == next, timers.nextDeadline == next)
    let (isPhotos, isPosts) = (photos.nextDeadline == next, posts.nextDeadline == next)
    if isStories { stories.advance(to: next) { deliver(.stories($0)) } }
    if isTimers { timers.advance(to: next) { deliver(.timers($0)) } }
    if isPhotos { photos.advance(to: next) { deliver(.photos($0)) } }
    if isPosts { posts.advance(to: next) { deliver(.posts($0)) } }
    return next
  }

  mutating func settle(at instant: Instant) {
    stories.settle(at: instant)
    timers.settle(at: instant)
    photos.settle(at: instant)
    posts.settle(at: instant)
  }

  func shifted(by length: Duration) -> World {
    var moved = self
    moved.stories = stories.shifted(by: length)
    moved.timers = timers.shifted(by: length)
    moved.photos = photos.shifted(by: length)
    moved.posts = posts.shifted(by: length)
    return moved
  }

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
  mutating func learn(_ event: Event, from resources: Resources, at now: Instant) {
    if case .timers(let event) = event { timers.learn(event, from: resources.timers, at: now) }
  }

  mutating func absorb(_ event: Event, keep: (Fact) -> Void, then: (Event) -> Void) -> Bool {
    switch event {
    case .stories(let event):
      let isNew = stories.absorb(event) { keep(.stories($0)) }
      stories.cacheMedia(of: event) { then(.stories($0)) }
      return isNew
    case .timers(let event):
      let isNew = timers.absorb(event) { keep(.timers($0)) }
      timers.continueRoutine(after: event) { then(.timers($0)) }
      return isNew
    case .photos(let event): return photos.absorb(event) { keep(.photos($0)) }
    case .posts(let event): return posts.absorb(event) { keep(.posts($0)) }
    }
  }

  var awaitsDurability: Bool { !timers.flow.unconfirmed.isEmpty }

  mutating func confirm(at instant: Instant) -> [Event] {
    awaitsDurability ? timers.confirm(at: instant).map { .timers($0) } : []
  }
}

// MARK: - Undo

extension World {
  /// The aspects that a command can change and `undo` can restore separately: one bit for each aspect of each part.
  struct Aspects: WorldAspects {
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
    var practiceContents: String? {
      if Aspects.prompt.contains(self) { return nil }
      let known: [(Aspects, String)] = [
        (.timers(.activities), "activities"), (.timers(.routines), "routines"), (.timers(.profile), "name"),
        (.timers(.children), "children"), (.timers(.child), "active child"),
        (.timers(.sounds), "sounds"),
        (.photos(.clocks), "camera clocks"), (.photos(.settings), "photo settings"),
        (.stories(.settings), "story settings"),
      ]
      let own = known.filter { contains($0.0) }.map { $0.1 }
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

    var unshared: Aspects {
      Aspects(
        stories: StoryPart.unshared(stories), timers: TimerPart.unshared(timers), photos: PhotoPart.unshared(photos),
        posts: PostPart.unshared(posts), hasPrompt: hasPrompt)
    }

    var withConsequences: Aspects {
      Aspects(
        stories: StoryPart.withConsequences(stories), timers: TimerPart.withConsequences(timers),
        photos: PhotoPart.withConsequences(photos), posts: PostPart.withConsequences(posts),
        hasPrompt: hasPrompt)
    }
  }

  func aspects(changedSince before: World) -> Aspects {
    Aspects(
      stories: stories.aspects(changedSince: before.stories), timers: timers.aspects(changedSince: before.timers),
      photos: photos.aspects(changedSince: before.photos), posts: posts.aspects(changedSince: before.posts)
    ).union($prompt == before.$prompt ? Aspects() : .prompt)
  }

  func reversal(of command: (before: World, after: World)) -> String? {
    posts.reversal(of: (command.before.posts, command.after.posts))
  }

  mutating func revert(_ aspects: Aspects, from after: World, to before: World) {
    stories.revert(aspects.stories, from: after.stories, to: before.stories)
    timers.revert(aspects.timers, from: after.timers, to: before.timers)
    photos.revert(aspects.photos, from: after.photos, to: before.photos)
    posts.revert(aspects.posts, from: after.posts, to: before.posts)
    if aspects.hasPrompt { prompt = before.prompt }
  }

  func storage(apartFrom previous: World) -> Int {
    stories.storage(apartFrom: previous.stories) + timers.storage(apartFrom: previous.timers)
      + photos.storage(apartFrom: previous.photos) + posts.storage(apartFrom: previous.posts)
  }
}

// MARK: - Persistence

extension World {
  /// The fold of the journal's events for all parts.
  struct Persisted: WorldPersisted {
    private(set) var stories = StoryPart.Persisted()
    private(set) var timers = TimerPart.Persisted()
    private(set) var photos = PhotoPart.Persisted()
    private(set) var posts = PostPart.Persisted()
    private(set) var settings = PersistedSettings()
    private(set) var abbreviations = Abbreviations()

    /// A type of event, with its part.
    enum Name: Hashable, Sendable {
      case stories(StoryPart.Persisted.Name)
      case timers(TimerPart.Persisted.Name)
      case photos(PhotoPart.Persisted.Name)
      case posts(PostPart.Persisted.Name)
      case settings, abbreviations
      /// The journal's own events about other devices.
      case devices(String)
    }

    /// Assigns the folder's numbers to items that users name by number.
    mutating func number(by resources: Resources) { resources.posts.number(&posts) }

    var refused: [Journal.SavedEvent] { posts.refused }

    static let kinds: [(name: Name, kind: PersistedKind)] =
      StoryPart.Persisted.Name.allCases.map { (.stories($0), StoryPart.Persisted.kind($0)) }
      + TimerPart.Persisted.Name.allCases.map { (.timers($0), TimerPart.Persisted.kind($0)) }
      + PhotoPart.Persisted.Name.allCases.map { (.photos($0), PhotoPart.Persisted.kind($0)) }
      + PostPart.Persisted.Name.allCases.map { (.posts($0), PostPart.Persisted.kind($0)) }
      + [(.settings, PersistedSettings.kind), (.abbreviations, Abbreviations.kind)]
      + DeviceCommands.kinds.map { (.devices($0.name), $0) }

    mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      switch name {
      case .stories(let name): stories.fold(name, saved)
      case .timers(let name): timers.fold(name, saved)
      case .photos(let name): photos.fold(name, saved)
      case .posts(let name): posts.fold(name, saved)
      case .settings: settings.fold(saved)
      case .abbreviations: abbreviations.fold(saved)
      case .devices: true
      }
    }

    var snapshot: Snapshot {
      Snapshot(
        stories: StoryPart.snapshot(stories), timers: TimerPart.snapshot(timers), photos: PhotoPart.snapshot(photos),
        posts: PostPart.snapshot(posts), settings: settings, abbreviations: abbreviations)
    }
  }

  /// The state that is saved as a snapshot, not as the events that led to it.
  struct Snapshot: WorldSnapshot {
    var stories = StoryPart.Snapshot()
    var timers = TimerPart.Snapshot()
    var photos = PhotoPart.Snapshot()
    var posts = PostPart.Snapshot()
    var settings = PersistedSettings()
    var abbreviations = Abbreviations()

    func changes(since before: Snapshot) -> [(type: String, payload: Journal.Payload)] {
      StoryPart.typed(StoryPart.changes(from: before.stories, to: stories))
        + TimerPart.typed(TimerPart.changes(from: before.timers, to: timers))
        + PhotoPart.typed(PhotoPart.changes(from: before.photos, to: photos))
        + PostPart.typed(PostPart.changes(from: before.posts, to: posts))
        + settings.changes(since: before.settings) + abbreviations.changes(since: before.abbreviations)
    }
  }

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

  func snapshot(_ place: PersistedPlace, settings: PersistedSettings?) -> Snapshot {
    Snapshot(
      stories: stories.snapshot(place), timers: timers.snapshot(place), photos: photos.snapshot(place),
      posts: posts.snapshot(place),
      settings: settings ?? (place.isReal ? PersistedSettings(of: self) : PersistedSettings()),
      abbreviations: place.isReal ? prompt.abbreviations : Abbreviations())
  }

  func changes(to other: World, at instant: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void) {
    stories.changes(to: other.stories, at: instant, place, change)
    timers.changes(to: other.timers, at: instant, place, change)
    photos.changes(to: other.photos, at: instant, place, change)
    posts.changes(to: other.posts, at: instant, place, change)
  }

  mutating func adopt(_ kept: Persisted, _ place: PersistedPlace, isBeginning: Bool) {
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

  /// The histories, which grow without limit and therefore are outside the world: always the fold of the current or
  /// future journal.
  struct Ledger: Sendable {
    private(set) var timers = TimerPart.History()
    init() {}
    init(_ kept: Persisted) { timers = TimerPart.History(kept.timers.ledger) }
    mutating func apply(_ fact: Fact) { if case .timers(let event) = fact { timers.append(event) } }
    /// Starts again with everything that counts now, from this session and others.
    mutating func restart(_ kept: Persisted) { timers.restart(with: kept.timers.ledger) }

    /// Follows the replacement of the world by another version.
    mutating func follow(from before: World, to after: World) {
      timers.follow(from: before.timers.facts, to: after.timers.facts)
    }
  }
}

// MARK: - Beside the world

extension World {
  /// The wings' state outside the world: `undo` and `rewind` do not restore it.
  final class Resources {
    let stories = StoryResources()
    let timers = TimerResources()
    private(set) var photos = PhotoResources()
    let posts = PostResources()
    private var others: [(type: ObjectIdentifier, resource: AnyObject)] = []

    /// Returns a wing's own object, whose type refers to the session; the world, which the session refers to, does
    /// not name that type.
    ///
    /// Each wing has at most one object, and every command uses it: a linear search is faster than hashing a name.
    func resource<Resource: AnyObject>(_ make: () -> Resource) -> Resource {
      let type = ObjectIdentifier(Resource.self)
      for known in others where known.type == type { return unsafeDowncast(known.resource, to: Resource.self) }
      let resource = make()
      others.append((type, resource))
      return resource
    }

    /// Uses the sound of another session.
    func sound(like other: Resources) { timers.soundScheduler = other.timers.soundScheduler }
    /// Adopts another session's knowledge of photos that must not change.
    func protect(like other: Resources) { photos = other.photos }

    /// Stores data in the session's state folder from now on.
    /// - Parameter note: receives findings in the files that are kept there.
    func open(_ folder: String, isReal: Bool, note: @escaping (String) -> Void) {
      timers.keyring = Keyring(PINFile(folder: folder))
      timers.openPictures(folder)
      photos.open(folder)
      posts.open(folder, isReal: isReal, note: note)
    }
  }

  mutating func adoptSettings(_ other: World) {
    stories.adoptSettings(other.stories)
    timers.adoptSettings(other.timers)
    photos.adoptSettings(other.photos)
    posts.adoptSettings(other.posts)
    prompt = other.prompt
  }
}
