import Bluesky
import Stories
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

@Suite struct StepsTests {
  let start = Instant.practiceStart

  func filled(_ count: Int, _ change: (inout World, Int) throws -> Void) rethrows -> Steps {
    var world = World(at: start)
    var steps = Steps(world, at: start, logged: 0)
    for number in 0..<count {
      try change(&world, number)
      steps.add(
        world, at: start + .seconds(Int64(number)), logged: 0, command: 0, input: number, aspects: .stories(.player))
    }
    return steps
  }

  @Test func aHundredThousandCommandsFit() throws {
    let feed = Feed(sessionStart: start)
    let deck = try #require(feed.deck(holding: 1))
    let steps = try filled(110_000) { world, number in
      try world.stories.player.handle(.open(deck, start: number % 10), at: world.stories.player.now)
    }
    #expect(steps.undoable(from: 0) >= Steps.limit)
    #expect(steps.undoable(from: 0) <= Steps.limit + Steps.interval)
    #expect(steps.bytes <= Steps.byteLimit)
    let own = MemoryLayout<Steps.Checkpoint>.stride + MemoryLayout<Steps.Step>.stride
    #expect(own <= 344, "\(own) bytes a step")
  }

  @Test func growingHistoriesAreTrimmed() {
    let deck = Feed(sessionStart: start).deck(holding: 1) ?? .classic
    let steps = filled(6_000) { world, number in
      if number == 0 { _ = try? world.stories.player.handle(.open(deck), at: start) }
      let seen = Player.Event(at: start, kind: .storyStarted(index: 0, id: number * 64, cause: .opened))
      _ = world.stories.absorb(.player(seen)) { _ in }
    }
    #expect(steps.bytes <= Steps.byteLimit)
    #expect((200..<3_000).contains(steps.undoable(from: 0)))
  }

  /// The undos and redos that a rewind could reverse count as well, and are dropped with the copies.
  @Test func undosAndRedosAreTrimmed() throws {
    let feed = Feed(sessionStart: start)
    let deck = try #require(feed.deck(holding: 1))
    var (world, steps) = (World(at: start), Steps(World(at: start), at: start, logged: 0))
    for number in 0..<60_000 {
      if number % 100 == 0 { try world.stories.player.handle(.open(deck), at: world.stories.player.now) }
      let at = start + .seconds(Int64(number))
      if steps.undone.isEmpty {
        steps.add(world, at: at, logged: 0, command: 0, input: number, aspects: .stories(.player))
        let step = steps.undoLast()
        steps.keep(world, at: at, logged: 0)
        steps.addUndone(Steps.Undone(step: step, world: world, without: world, at: at))
      } else {
        let step = steps.redoLast().step
        steps.add(
          world, at: at, logged: 0, command: 0, input: step.input, aspects: step.aspects, isTyped: true, isNew: false)
      }
    }
    #expect(steps.bytes <= Steps.byteLimit)
    steps.cut(after: steps.checkpoints.first)
    #expect(steps.bytes > 0 && steps.bytes < 1_000_000 && steps.steps.count <= 1)
  }

  @Test func decksCount() throws {
    let feed = Feed(sessionStart: start)
    let steps = try filled(30_000) { world, number in
      let deck = try #require(feed.deck(holding: number + 1))
      try world.stories.player.handle(.open(deck, rail: feed.rail(at: start)), at: world.stories.player.now)
    }
    #expect(steps.bytes <= Steps.byteLimit)
    #expect((5_000..<29_000).contains(steps.undoable(from: 0)), "\(steps.undoable(from: 0))")
  }

  /// `storyline-bench stories` measures the time that a copy takes.
  @Test func aCopyIsSmallAndSharesWhatIsLarge() throws {
    var world = World(at: start)
    try world.stories.player.handle(.open(.classic), at: start)
    var copy = world
    #expect(MemoryLayout<World>.size <= 300)
    #expect(copy.storage(apartFrom: world) == 0)
    try copy.stories.player.handle(.next, at: start)
    #expect(copy.storage(apartFrom: world) == 0)
    copy.stories.cache.use(1, .init(key: 1, name: "a", bytes: 1))
    #expect((1..<2_000).contains(copy.storage(apartFrom: world)))
  }

  @Test func findsTheCopyBeforeAnInstant() {
    let steps = filled(5_000) { _, _ in }
    #expect(steps.checkpoint(upTo: start - .seconds(1)) == nil)
    #expect(steps.checkpoint(upTo: start) == 1, "the last one of that instant")
    #expect(steps.checkpoint(upTo: start + .milliseconds(2_500)) == 3)
    #expect(steps.checkpoint(upTo: .distantFuture) == 5_000)
  }

  @Test func itemsKeepTheirNumbers() {
    var items = RecentItems<Int>()
    for number in 0..<5_000 { items.append(number) }
    #expect(items.lastOfOldestPiece == 63)
    #expect(items.removeOldest().count == 64)
    #expect(items.indices == 64..<5_000)
    for number in items.indices { #expect(items[number] == number) }
    items.truncate(to: 2_000)
    for number in 2_000..<3_000 { items.append(-number) }
    #expect(items[1_999] == 1_999 && items[2_000] == -2_000 && items.end == 3_000)
    items.truncate(to: 0)
    #expect(items.count == 0 && items.end == 64)
    items.append(7)
    #expect(items[64] == 7)
  }
}
