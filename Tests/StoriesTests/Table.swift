import Stories
import Testing
import Timeline

/// Time zero of every test.
let zero = Instant.practiceStart

/// A row of a state machine's test: an input at a time in milliseconds, and the events expected at exactly that time.
struct Row {
  let at: Int64
  let input: Player.Input?
  let events: [Player.Event.Kind]

  init(_ at: Int64, _ input: Player.Input?, _ events: Player.Event.Kind...) {
    self.at = at
    self.input = input
    self.events = events
  }
}

/// Runs `rows` through `player`. A row without an input expects its events from time alone; nothing may happen
/// between rows.
func run(_ player: inout Player, _ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation) throws {
  for row in rows {
    let instant = zero + .milliseconds(row.at)
    let early = player.advance(to: Instant(microseconds: instant.microseconds - 1))
    #expect(early == [], "before \(row.at)", sourceLocation: sourceLocation)
    let events = try row.input.map { try player.handle($0, at: instant) } ?? player.advance(to: instant)
    let expected = row.events.map { Player.Event(at: instant, kind: $0) }
    #expect(events == expected, "at \(row.at)", sourceLocation: sourceLocation)
  }
}

/// Returns a player that has just opened the base library's first round at story `number`.
func playing(_ number: Int = 1, settings: Player.Settings = .init(), seed: UInt64 = 0) throws -> Player {
  let feed = Feed(sessionStart: zero)
  var player = Player(at: zero, settings: settings, seed: seed)
  let deck = try #require(feed.deck(holding: number))
  let start = try #require(deck.index(ofID: number))
  try player.handle(.open(deck, start: start, rail: feed.rail(at: zero)), at: zero)
  return player
}
