import Bluesky
import Journal
import Stories
import StoryScript
import Timeline
import Timers

/// The domains' state of a session as one value, on which commands act: a copy is a saved point in time.
///
/// It has one part for each domain, with concrete types, so that no call goes through a protocol: only this file, the
/// wings and the catalog name a part. Each part gets every call of `WorldPart`, even if it uses only a default. Nothing
/// that grows without limit is in the world; large values share their storage between copies.
public struct World: Sendable {
  private var storyPart: StoryPart
  private var timerPart: TimerPart
  private var photoPart: PhotoPart
  private var postPart: PostPart

  // Not stored properties with `didSet`: a change from another module would work on a copy of the part.
  public package(set) var stories: StoryPart {
    _read { yield storyPart }
    _modify {
      deadline = Self.unknown
      yield &storyPart
    }
  }
  public package(set) var timers: TimerPart {
    _read { yield timerPart }
    _modify {
      deadline = Self.unknown
      yield &timerPart
    }
  }
  public package(set) var photos: PhotoPart {
    _read { yield photoPart }
    _modify {
      deadline = Self.unknown
      yield &photoPart
    }
  }
  public package(set) var posts: PostPart {
    _read { yield postPart }
    _modify {
      (deadline, postDeadline) = (Self.unknown, Self.unknown)
      yield &postPart
    }
  }

  /// The next deadline of all parts, cached until one of them changes. It is requested several times at each instant,
  /// and blocks that run at millions of instants change none of the parts.
  private var deadline = unknown
  /// The next deadline of the posts alone, cached likewise: reading it counts references to all that they keep.
  private var postDeadline = unknown
  private static let unknown = Instant.distantPast

  /// - Parameter seed: the seed of random faults.
  public init(at start: Instant, seed: UInt64 = 0, zone: Zone = .utc, isReal: Bool = false) {
    storyPart = StoryPart(at: start, seed: seed)
    timerPart = TimerPart(at: start, zone: zone)
    photoPart = PhotoPart(zone: zone)
    postPart = PostPart(at: start, seed: seed, isReal: isReal)
  }

  /// Prompt preferences. Not a part: they have no deadline and no events.
  @CopyOnWrite package var prompt = PromptChoices()

  /// An event in a domain.
  package enum Event: Sendable {
    // Stored inline, since there are millions of them per year; the others are stored by pointer.
    case stories(StoryPart.Event)
    indirect case timers(TimerPart.Event)
    indirect case photos(PhotoPart.Event)
    indirect case posts(PostPart.Event)
    /// `true` if the event may affect something outside the world, such as a one-time offer.
    package var hasOutsideEffect: Bool {
      switch self {
      case .timers, .posts: true
      case .stories, .photos: false
      }
    }
  }

  /// The type of events that the log keeps as values, because creating their fields would cost more.
  package typealias Logged = StoryPart.Logged

  /// The part of an event that must be saved.
  package enum Fact: Sendable {
    case stories(StoryPart.Fact)
    indirect case timers(TimerPart.Fact)
    indirect case photos(PhotoPart.Fact)
    indirect case posts(PostPart.Fact)

    /// Returns the fact in its journal form; `nil` if it cannot be saved.
    package func kept(_ place: PersistedPlace) -> PersistedFact? {
      switch self {
      case .stories(let fact): StoryPart.kept(fact, place)
      case .timers(let fact): TimerPart.kept(fact, place)
      case .photos(let fact): PhotoPart.kept(fact, place)
      case .posts(let fact): PostPart.kept(fact, place)
      }
    }
  }
}

extension World {
  /// `true` if bars fill from right to left (`set direction rtl`): those of the stories, and of a routine.
  package var isRightToLeft: Bool { stories.player.settings.isRightToLeft }
}

// MARK: - Time

extension World {
  /// The instant of the next event that happens by itself.
  ///
  /// Reading it has no visible effect. A getter that could not cache its result would get a copy each time.
  public var nextDeadline: Instant? {
    mutating get {
      let next = deadline == Self.unknown ? earliest : deadline
      return next == .distantFuture ? nil : next
    }
  }

  private var earliest: Instant {
    mutating get {
      if deadline != Self.unknown { return deadline }
      if postDeadline == Self.unknown { postDeadline = postPart.nextDeadline }
      let next = min(
        min(storyPart.nextDeadline, timerPart.nextDeadline), min(photoPart.nextDeadline, postDeadline))
      deadline = next
      return next
    }
  }

  /// Advances to the next deadline, if it is not after `limit`.
  ///
  /// It is mutating although it only reads at first: a mutating method works on the world in place, while a reading
  /// one would count references to all of it, millions of times per year.
  /// - Returns: the deadline; `nil` if none is due, and then nothing has changed.
  package mutating func advanceToNext(limit: Instant, _ deliver: (Event) -> Void) -> Instant? {
    let next = earliest
    guard next <= limit, next != .distantFuture else { return nil }
    // Read before any part advances: one part's change must not affect the others at this instant.
    let (isStories, isTimers) = (storyPart.nextDeadline == next, timerPart.nextDeadline == next)
    let (isPhotos, isPosts) = (photoPart.nextDeadline == next, postDeadline == next)
    deadline = Self.unknown
    if isStories { storyPart.advance(to: next) { deliver(.stories($0)) } }
    if isTimers { timerPart.advance(to: next) { deliver(.timers($0)) } }
    if isPhotos { photoPart.advance(to: next) { deliver(.photos($0)) } }
    if isPosts {
      postDeadline = Self.unknown
      postPart.advance(to: next) { deliver(.posts($0)) }
    }
    return next
  }

  /// Brings the domains to `instant`, up to which nothing is due, so that two worlds of one instant can be compared.
  package mutating func settle(at instant: Instant) {
    stories.settle(at: instant)
    timers.settle(at: instant)
    photos.settle(at: instant)
    posts.settle(at: instant)
  }

  /// Returns a copy shifted forward by `length`. Items with a date of their own, such as posts, keep it.
  package func shifted(by length: Duration) -> World {
    var moved = self
    moved.stories = stories.shifted(by: length)
    moved.timers = timers.shifted(by: length)
    moved.photos = photos.shifted(by: length)
    moved.posts = posts.shifted(by: length)
    return moved
  }

  /// The state that determines the future, relative to an instant: equal signatures have the same future.
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
  /// Adds data from outside the world and determines the consequences of an event, before it is absorbed.
  package mutating func learn(_ event: Event, from resources: Resources, at now: Instant) {
    if case .timers(let event) = event { timers.learn(event, from: resources.pin, at: now) }
  }

  /// Lets time pass silently: the result is the same as with messages.
  /// - Parameters:
  ///   - resources: the current state outside the world.
  ///   - keep: receives each fact that would be saved.
  package mutating func live(to instant: Instant, learningFrom resources: Resources, keep: (Fact) -> Void = { _ in }) {
    var events: [Event] = []
    while let deadline = advanceToNext(limit: instant, { events.append($0) }) {
      var index = 0
      while index < events.count {
        learn(events[index], from: resources, at: deadline)
        _ = absorb(events[index], keep: keep, then: { events.append($0) })
        // There is no disk to wait for here.
        events += confirm(at: deadline)
        index += 1
      }
      events.removeAll(keepingCapacity: true)
    }
    settle(at: instant)
  }

  /// Applies an event to the world. This is the only place for that, for real, predicted and replayed events.
  /// - Parameters:
  ///   - keep: receives each fact that must be saved.
  ///   - then: receives the immediate consequences.
  /// - Returns: `true` if the event changed anything, for sentences that mention it.
  package mutating func absorb(_ event: Event, keep: (Fact) -> Void, then: (Event) -> Void) -> Bool {
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

  /// `true` if a message waits until an event is durable.
  package var awaitsDurability: Bool { !timers.flow.unconfirmed.isEmpty }

  /// Tells the domains that everything they wait for is durable.
  /// - Returns: the resulting events.
  package mutating func confirm(at instant: Instant) -> [Event] {
    awaitsDurability ? timers.confirm(at: instant).map { .timers($0) } : []
  }
}

// MARK: - Undo

extension World {
  /// The aspects that a command can change and `undo` can restore separately: one bit for each aspect of each part.
  package struct Aspects: Hashable, Sendable {
    private(set) var stories: UInt16 = 0
    private(set) var timers: UInt16 = 0
    private(set) var photos: UInt16 = 0
    private(set) var posts: UInt16 = 0
    private(set) var hasPrompt = false

    package static let none = Aspects()
    static let prompt = Aspects(hasPrompt: true)

    package static func stories(_ aspect: StoryPart.Aspect) -> Aspects { Aspects(stories: 1 << aspect.rawValue) }
    package static func timers(_ aspect: TimerPart.Aspect) -> Aspects { Aspects(timers: 1 << aspect.rawValue) }
    static func photos(_ aspect: PhotoPart.Aspect) -> Aspects { Aspects(photos: 1 << aspect.rawValue) }
    static func posts(_ aspect: PostPart.Aspect) -> Aspects { Aspects(posts: 1 << aspect.rawValue) }
    package var isEmpty: Bool { self == Aspects() }
    /// The user's own things in a practice session, in words; `nil` if there are none but the prompt's looks.
    package var practiceContents: String? {
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
    package func contains(_ other: Aspects) -> Bool { union(other) == self }

    package func isDisjoint(with other: Aspects) -> Bool {
      stories & other.stories == 0 && timers & other.timers == 0 && photos & other.photos == 0
        && posts & other.posts == 0 && !(hasPrompt && other.hasPrompt)
    }

    package func union(_ other: Aspects) -> Aspects {
      Aspects(
        stories: stories | other.stories, timers: timers | other.timers, photos: photos | other.photos,
        posts: posts | other.posts, hasPrompt: hasPrompt || other.hasPrompt)
    }

    /// The aspects that two sessions cannot undo independently.
    package var unshared: Aspects {
      Aspects(
        stories: StoryPart.unshared(stories), timers: TimerPart.unshared(timers), photos: PhotoPart.unshared(photos),
        posts: PostPart.unshared(posts), hasPrompt: hasPrompt)
    }

    /// These aspects and all aspects that follow from them.
    package var withConsequences: Aspects {
      Aspects(
        stories: StoryPart.withConsequences(stories), timers: TimerPart.withConsequences(timers),
        photos: PhotoPart.withConsequences(photos), posts: PostPart.withConsequences(posts),
        hasPrompt: hasPrompt)
    }
  }

  /// Returns the aspects that differ between two worlds at the same instant.
  ///
  /// Shared storage counts as equal without being read, so unchanged aspects cost almost nothing.
  package func aspects(changedSince before: World) -> Aspects {
    Aspects(
      stories: stories.aspects(changedSince: before.stories), timers: timers.aspects(changedSince: before.timers),
      photos: photos.aspects(changedSince: before.photos), posts: posts.aspects(changedSince: before.posts)
    ).union($prompt == before.$prompt ? Aspects() : .prompt)
  }

  /// Returns the way to revert by hand the effects of a command outside the world, immediate or later; `nil` for none.
  package func reversal(of command: (before: World, after: World)) -> String? {
    posts.reversal(of: (command.before.posts, command.after.posts))
  }

  /// Reverts some aspects from one world to another, and leaves the others unchanged.
  package mutating func revert(_ aspects: Aspects, from after: World, to before: World) {
    stories.revert(aspects.stories, from: after.stories, to: before.stories)
    timers.revert(aspects.timers, from: after.timers, to: before.timers)
    photos.revert(aspects.photos, from: after.photos, to: before.photos)
    posts.revert(aspects.posts, from: after.posts, to: before.posts)
    if aspects.hasPrompt { prompt = before.prompt }
  }

  /// Returns the approximate number of bytes in a copy of this world that it does not share with `previous`, beyond
  /// its own size.
  package func storage(apartFrom previous: World) -> Int {
    stories.storage(apartFrom: previous.stories) + timers.storage(apartFrom: previous.timers)
      + photos.storage(apartFrom: previous.photos) + posts.storage(apartFrom: previous.posts)
  }
}

// MARK: - Persistence

extension World {
  /// The fold of the journal's events for all parts.
  package struct Persisted: Sendable {
    private(set) var stories = StoryPart.Persisted()
    package private(set) var timers = TimerPart.Persisted()
    package private(set) var photos = PhotoPart.Persisted()
    /// The wing of posts gives them their numbers in this folder.
    package var posts = PostPart.Persisted()
    private(set) var settings = PersistedSettings()
    private(set) var abbreviations = Abbreviations()
    let keptSettings: KeptSettings

    package init(_ keptSettings: KeptSettings) { self.keptSettings = keptSettings }

    /// A type of event, with its part.
    package enum Name: Hashable, Sendable {
      case stories(StoryPart.Persisted.Name)
      case timers(TimerPart.Persisted.Name)
      case photos(PhotoPart.Persisted.Name)
      case posts(PostPart.Persisted.Name)
      case settings, abbreviations
      /// The journal's own events about other devices.
      case devices(String)
    }

    /// The events that turned out not to count after others were read.
    package var refused: [Journal.SavedEvent] { posts.refused }

    package static let kinds: [(name: Name, kind: PersistedKind)] =
      StoryPart.Persisted.Name.allCases.map { (.stories($0), StoryPart.Persisted.kind($0)) }
      + TimerPart.Persisted.Name.allCases.map { (.timers($0), TimerPart.Persisted.kind($0)) }
      + PhotoPart.Persisted.Name.allCases.map { (.photos($0), PhotoPart.Persisted.kind($0)) }
      + PostPart.Persisted.Name.allCases.map { (.posts($0), PostPart.Persisted.kind($0)) }
      + [(.settings, PersistedSettings.kind), (.abbreviations, Abbreviations.kind)]
      + DeviceEvents.kinds.map { (.devices($0.name), $0) }

    /// Reads a saved event back.
    /// - Returns: `false` if the event does not count.
    package mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      switch name {
      case .stories(let name): stories.fold(name, saved)
      case .timers(let name): timers.fold(name, saved)
      case .photos(let name): photos.fold(name, saved)
      case .posts(let name): posts.fold(name, saved)
      case .settings: settings.fold(saved, keptSettings)
      case .abbreviations: abbreviations.fold(saved)
      case .devices: true
      }
    }

    package var snapshot: Snapshot {
      Snapshot(
        stories: StoryPart.snapshot(stories), timers: TimerPart.snapshot(timers), photos: PhotoPart.snapshot(photos),
        posts: PostPart.snapshot(posts), settings: settings, abbreviations: abbreviations)
    }
  }

  /// The state that is saved as a snapshot, not as the events that led to it.
  package struct Snapshot: Hashable, Sendable {
    var stories = StoryPart.Snapshot()
    var timers = TimerPart.Snapshot()
    var photos = PhotoPart.Snapshot()
    var posts = PostPart.Snapshot()
    package var settings = PersistedSettings()
    var abbreviations = Abbreviations()

    package init() {}

    fileprivate init(
      stories: StoryPart.Snapshot, timers: TimerPart.Snapshot, photos: PhotoPart.Snapshot, posts: PostPart.Snapshot,
      settings: PersistedSettings, abbreviations: Abbreviations
    ) {
      (self.stories, self.timers, self.photos, self.posts) = (stories, timers, photos, posts)
      (self.settings, self.abbreviations) = (settings, abbreviations)
    }

    /// Returns the types and payloads of the journal events to append so that this state replaces `before`.
    package func changes(
      since before: Snapshot, _ keptSettings: KeptSettings
    ) -> [(type: String, payload: Journal.Payload)] {
      StoryPart.typed(StoryPart.changes(from: before.stories, to: stories))
        + TimerPart.typed(TimerPart.changes(from: before.timers, to: timers))
        + PhotoPart.typed(PhotoPart.changes(from: before.photos, to: photos))
        + PostPart.typed(PostPart.changes(from: before.posts, to: posts))
        + settings.changes(since: before.settings, keptSettings) + abbreviations.changes(since: before.abbreviations)
    }
  }

  /// The values of the saved settings: as long as they are equal, no setting has to be saved.
  package struct Choices: Equatable {
    fileprivate let stories: StoryPart.Choices
    fileprivate let timers: TimerPart.Choices
    fileprivate let photos: PhotoPart.Choices
    fileprivate let posts: PostPart.Choices
    fileprivate let prompt: PromptChoices
  }
  package var choices: Choices {
    Choices(
      stories: stories.choices, timers: timers.choices, photos: photos.choices, posts: posts.choices, prompt: prompt)
  }

  /// - Parameter settings: the saved settings, if a real session has any: computing them costs more than a command.
  package func snapshot(_ place: PersistedPlace, settings: PersistedSettings) -> Snapshot {
    Snapshot(
      stories: stories.snapshot(place), timers: timers.snapshot(place), photos: photos.snapshot(place),
      posts: posts.snapshot(place),
      settings: settings,
      abbreviations: place.isReal ? prompt.abbreviations : Abbreviations())
  }

  /// Reports the changes to the journal when another version replaces this world.
  package func changes(
    to other: World, at instant: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void
  ) {
    stories.changes(to: other.stories, at: instant, place, change)
    timers.changes(to: other.timers, at: instant, place, change)
    photos.changes(to: other.photos, at: instant, place, change)
    posts.changes(to: other.posts, at: instant, place, change)
  }

  /// Adopts the journal's state at the start of a session, or merges the events that others have added to the journal.
  package mutating func adopt(_ kept: Persisted, _ place: PersistedPlace, isBeginning: Bool) {
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
    kept.settings.apply(to: &self, kept.keptSettings)
    if prompt.abbreviations != kept.abbreviations { prompt.abbreviations = kept.abbreviations }
  }

  /// The histories, which grow without limit and therefore are outside the world: always the fold of the current or
  /// future journal.
  package struct Ledger: Sendable {
    package private(set) var timers = TimerPart.History()
    package init() {}
    package init(_ kept: Persisted) { timers = TimerPart.History(kept.timers.ledger) }
    package mutating func apply(_ fact: Fact) { if case .timers(let event) = fact { timers.append(event) } }
    /// Starts again with everything that counts now, from this session and others.
    package mutating func restart(_ kept: Persisted) { timers.restart(with: kept.timers.ledger) }

    /// Follows the replacement of the world by another version.
    package mutating func follow(from before: World, to after: World) {
      timers.follow(from: before.timers.facts, to: after.timers.facts)
    }
  }
}

// MARK: - Beside the world

extension World {
  /// The state outside the world, which `undo` and `rewind` do not restore: an object for each wing that has some.
  package final class Resources {
    /// The PIN that ratings may need; `nil` as long as there is none.
    package var pin: (any PINKnowledge)?
    private var objects: [(type: ObjectIdentifier, object: AnyObject)] = []

    package init() {}

    /// Returns the object of this type, and makes it if there is none.
    ///
    /// Each wing has at most one object, and every command uses it: a linear search is faster than hashing a name.
    @inline(__always)
    package func resource<Resource: AnyObject>(_ make: () -> Resource) -> Resource {
      unsafeDowncast(object(ObjectIdentifier(Resource.self), make), to: Resource.self)
    }

    package func object(_ type: ObjectIdentifier, _ make: () -> AnyObject) -> AnyObject {
      for known in objects where known.type == type { return known.object }
      let object = make()
      objects.append((type, object))
      return object
    }

    /// Uses another session's object from now on.
    package func share<Resource: AnyObject>(_ resource: Resource) {
      let type = ObjectIdentifier(Resource.self)
      objects.removeAll { $0.type == type }
      objects.append((type, resource))
    }
  }

  /// Adopts a family's own settings, so that practice resembles the session it is nested in.
  package mutating func adoptSettings(_ other: World) {
    stories.adoptSettings(other.stories)
    timers.adoptSettings(other.timers)
    photos.adoptSettings(other.photos)
    posts.adoptSettings(other.posts)
    prompt = other.prompt
  }
}
