import Stories
import Testing
import Timeline

@Suite struct FeedLoaderTests {
  typealias Loader = FeedLoader

  /// A row: an input at a time in milliseconds, and the events expected at exactly that time.
  struct Row {
    let at: Int64
    let input: Loader.Input?
    let events: [Loader.Event.Kind]

    init(_ at: Int64, _ input: Loader.Input?, _ events: Loader.Event.Kind...) {
      self.at = at
      self.input = input
      self.events = events
    }
  }

  static let page = Loader.Request.page(3)
  static let list = Loader.Request.list(author: "ana", after: nil)

  static func run(
    _ loader: inout Loader, _ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for row in rows {
      let instant = zero + .milliseconds(row.at)
      var early: [Loader.Event] = []
      loader.advance(to: Instant(microseconds: instant.microseconds - 1)) { early.append($0) }
      #expect(early == [], "before \(row.at)", sourceLocation: sourceLocation)
      var events: [Loader.Event] = []
      if let input = row.input {
        try loader.handle(input, at: instant) { events.append($0) }
      } else {
        loader.advance(to: instant) { events.append($0) }
      }
      let expected = row.events.map { Loader.Event(at: instant, kind: $0) }
      #expect(events == expected, "at \(row.at)", sourceLocation: sourceLocation)
    }
  }

  static func loader(delay: Int64 = 500, failures: Double = 0, seed: UInt64 = 0) -> Loader {
    var settings = Loader.Settings()
    settings.delay = .milliseconds(delay)
    settings.failureRate = failures
    return Loader(settings: settings, seed: seed)
  }

  @Test func aListComesAfterItsDelay() throws {
    var loader = Self.loader()
    try Self.run(
      &loader,
      [
        Row(0, nil), Row(1_000, .load(Self.page), .loading(Self.page)),
        Row(1_500, nil, .loaded(Self.page, waited: .milliseconds(500))), Row(9_000, nil),
        Row(9_000, .load(Self.list), .loading(Self.list)),
        Row(9_500, nil, .loaded(Self.list, waited: .milliseconds(500))),
      ])
    #expect(loader.state == .loaded && loader.number == 2 && loader.request == Self.list)
  }

  @Test func withoutADelayTheListIsImmediatelyThere() throws {
    var loader = Self.loader(delay: 0)
    try Self.run(&loader, [Row(7, .load(Self.page), .loading(Self.page), .loaded(Self.page, waited: .zero))])
    #expect(loader.deadline == .distantFuture)
  }

  @Test func aFailedListIsAskedForAgain() throws {
    var loader = Self.loader(failures: 1)
    let half = Duration.milliseconds(500)
    try Self.run(
      &loader,
      [
        Row(0, .load(Self.page), .loading(Self.page)), Row(500, nil, .failed(Self.page, waited: half)),
        Row(800, .retry, .loading(Self.page)), Row(900, .retry, .ignored(.retry, .loading)),
        Row(1_300, nil, .failed(Self.page, waited: half)),
      ])
    loader.settings.failureRate = 0
    try Self.run(
      &loader,
      [
        Row(2_000, .retry, .loading(Self.page)), Row(2_500, nil, .loaded(Self.page, waited: half)),
        Row(2_600, .retry, .ignored(.retry, .notFailed)),
      ])
  }

  @Test func aNewerRequestTakesThePlaceOfOneOnItsWay() throws {
    var loader = Self.loader()
    try Self.run(
      &loader,
      [
        Row(0, .load(Self.page), .loading(Self.page)), Row(300, .load(Self.list), .loading(Self.list)),
        Row(800, nil, .loaded(Self.list, waited: .milliseconds(500))), Row(5_000, nil),
      ])
  }

  @Test func nothingCanBeTriedAgainBeforeTheFirstRequest() {
    var loader = Self.loader()
    #expect(throws: Loader.Refusal()) { try loader.handle(.retry, at: zero) { _ in } }
  }

  @Test func failuresComeFromTheSeedAndInTheirShare() throws {
    func outcomes(_ seed: UInt64) throws -> [Bool] {
      var loader = Self.loader(failures: 0.25, seed: seed)
      return try (0..<4_000).map { second in
        let at = zero + .seconds(Int64(second))
        try loader.handle(.load(Self.page), at: at) { _ in }
        loader.advance(to: at + .milliseconds(500)) { _ in }
        return loader.state == .failed
      }
    }
    let first = try outcomes(1)
    #expect(try outcomes(1) == first)
    #expect(try outcomes(2) != first)
    #expect((900...1_100).contains(first.count { $0 }))
  }

  /// Every state with every input, compared with the rules in words.
  @Test(arguments: Loader.State.allCases)
  func doesWhatTheTableSays(state: Loader.State) throws {
    var loader = Self.loader(failures: state == .failed ? 1 : 0)
    if state != .idle { try loader.handle(.load(Self.page), at: zero) { _ in } }
    if state == .loaded || state == .failed { loader.advance(to: zero + .seconds(1)) { _ in } }
    #expect(loader.state == state)
    for kind in Loader.InputKind.allCases {
      let cell = Loader.cell(state, kind)
      switch kind {
      case .load: #expect(cell == .to(.loading))
      case .retry where state == .idle: #expect(cell == .refused)
      case .retry where state == .failed: #expect(cell == .to(.loading))
      case .retry: #expect(cell == .ignored(state == .loading ? .loading : .notFailed))
      case .arrived: #expect(cell == (state == .loading ? .to(.loaded) : .never))
      case .lost: #expect(cell == (state == .loading ? .to(.failed) : .never))
      }
      guard !kind.isTime else { continue }
      var copy = loader
      let input: Loader.Input = kind == .load ? .load(Self.list) : .retry
      switch cell {
      case .to(let next):
        try copy.handle(input, at: zero + .seconds(1)) { _ in }
        #expect(copy.state == next || state == .loading, "\(state) \(kind)")
      case .ignored:
        try copy.handle(input, at: zero) { _ in }
        #expect(copy == loader)
      case .refused, .never: #expect(throws: Loader.Refusal()) { try copy.handle(input, at: zero) { _ in } }
      }
    }
  }

  @Test func hasTheSameFutureLater() throws {
    var loader = Self.loader()
    try loader.handle(.load(Self.page), at: zero) { _ in }
    var moved = loader.shifted(by: .hours(1))
    #expect(moved.shifted(by: .hours(-1)) == loader)
    try Self.run(&moved, [Row(3_600_500, nil, .loaded(Self.page, waited: .milliseconds(500)))])
    let idle = Loader()
    #expect(idle.shifted(by: .hours(1)) == idle)
  }
}
