import Bluesky
import Stories
import Testing
import Timeline

@testable import Shell

@Suite struct StepsTests {
  let start = Instant.practiceStart

  func filled(_ count: Int, _ change: (inout World, Int) throws -> Void) rethrows -> Steps {
    var world = World(at: start)
    var steps = Steps(world, at: start)
    for number in 0..<count {
      try change(&world, number)
      steps.add(world, at: start + .seconds(Int64(number)), command: 0, input: number, parts: .player)
    }
    return steps
  }

  @Test func aHundredThousandCommandsFit() throws {
    let feed = Feed(sessionStart: start)
    let deck = try #require(feed.deck(holding: 1))
    let steps = try filled(110_000) { world, number in
      try world.player.handle(.open(deck, start: number % 10), at: world.player.now)
    }
    #expect(steps.undoable(from: 0) >= Steps.limit)
    #expect(steps.undoable(from: 0) <= Steps.limit + Steps.rhythm)
    #expect(steps.bytes <= Steps.byteLimit)
    let own = MemoryLayout<Steps.Checkpoint>.stride + MemoryLayout<Steps.Step>.stride
    #expect(own <= 312, "\(own) bytes a step")
  }

  @Test func whatGrowsIsLetGoInTime() {
    var seen = StorySet()
    let steps = filled(6_000) { world, number in
      seen.insert(number * 64)
      world.interactions = Interactions(seen: seen, liked: StorySet())
    }
    #expect(steps.bytes <= Steps.byteLimit)
    #expect((200..<3_000).contains(steps.undoable(from: 0)))
  }

  @Test func decksCount() throws {
    let feed = Feed(sessionStart: start)
    let steps = try filled(30_000) { world, number in
      let deck = try #require(feed.deck(holding: number + 1))
      try world.player.handle(.open(deck, rail: feed.rail(at: start)), at: world.player.now)
    }
    #expect(steps.bytes <= Steps.byteLimit)
    #expect((5_000..<29_000).contains(steps.undoable(from: 0)), "\(steps.undoable(from: 0))")
  }

  @Test func aCopyTakesLessThanAMicrosecond() throws {
    var world = World(at: start)
    try world.player.handle(.open(.classic), at: start)
    var steps = Steps(world, at: start)
    let time = ContinuousClock().measure {
      for number in 0..<20_000 { steps.add(world, at: start, command: 0, input: number, parts: .player) }
    }
    // Ten times the promise, because tests run unoptimised and beside each other; the release program is measured apart.
    #expect(time < .milliseconds(200), "\(time) for 20,000 copies")
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
    #expect(items.dropOldest().count == 64)
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
