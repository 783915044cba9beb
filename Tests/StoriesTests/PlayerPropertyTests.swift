import Stories
import Testing
import Timeline

/// Invariants under any use: millions of random inputs at random instants, some of them invalid.
@Suite struct PlayerPropertyTests {
  @Test(arguments: [15, 16, 17] as [UInt64])
  func aMillionInputsBreakNoRule(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var settings = Player.Settings()
    settings.faults.failureRate = 0.05
    settings.faults.loadingRate = 0.1
    var player = Player(at: zero, settings: settings, seed: seed)
    let decks = RandomDecks()
    var visited: Set<Player.Situation> = []
    var mistakes = 0
    // The story's own time by a second, naive calculation: the moving time summed between events.
    var own = Duration.zero
    var last = zero

    func check(_ condition: Bool) { if !condition { mistakes += 1 } }

    for number in 0..<1_000_000 {
      let due = player.nextDeadline
      // Time brings an event exactly when the story moves, a press has a length, or a picture is known to arrive.
      check(player.situation.isMoving ? due != nil : due == nil || player.situation.isHeld || player.isBuffering)
      check(due == nil || !player.isBuffering || player.situation.isHeld || player.stallEnding == due)
      if let due { check(due > player.now) }

      // To the deadline or somewhere before it: nothing may happen in between.
      var target = player.now + .milliseconds(Int64(chance.next() % 9_000))
      if let due { target = min(due, target) }
      if target == due {
        let story = player.index
        let deck = player.deck
        if player.situation.isMoving { own += target - last }
        let whole = player.storyLength
        var events = 0
        player.advance(to: target) { event in
          events += 1
          check(event.at == target)
          switch event.kind {
          case .storyStarted: own = .zero
          case .deckFinished: check(own == whole)
          case .shortPress, .released, .entered, .dismissed: break
          case .bufferingStarted(let offset), .failed(let offset, _): check(offset == own)
          case .bufferingEnded(_, let offset, _): check(offset == own)
          default: check(false)
          }
        }
        check(events > 0)
        if player.situation.isOpen, player.index == story, player.deck == deck, own != .zero {
          check(player.offset(at: target) == own)
        }
        last = target
      } else {
        let before = player.progress(at: player.now)
        let after = player.progress(at: target)
        check(after >= before && before >= 0 && after <= 1)
        check(player.situation.isMoving || after == before)
        if player.situation.isMoving { own += target - last }
        last = target
      }

      var starts = false
      var refused = false
      do {
        try player.handle(decks.input(&chance), at: target) { event in
          check(event.at == target)
          if case .storyStarted = event.kind { starts = true }
        }
      } catch { refused = true }
      if refused { check(!starts) }
      if starts || !player.situation.isOpen { own = .zero }
      check(player.offset(at: target) == own)
      check(player.now == target)
      if !player.situation.isOpen { check(player.progress(at: target) == 0 && player.story == nil) }
      visited.insert(player.situation)
      // One more input leads out of every situation reached.
      if number % 64 == 0 {
        var other = player
        let way = player.situation.isOpen ? Player.Input.stop : .open(.classic)
        check((try? other.handle(way, at: target)) != nil && other.situation != player.situation)
      }
    }
    #expect(mistakes == 0)
    #expect(visited == Set(Player.Situation.allCases))
  }

  @Test func anySplittingOfTimeGivesTheSameEvents() {
    var chance = SeededGenerator(seed: 7)
    let decks = RandomDecks()
    var player = Player(at: zero)
    player.settings.faults.failureRate = 0.01
    player.settings.faults.loadingRate = 0.2
    for _ in 0..<20_000 {
      _ = try? player.handle(decks.input(&chance), at: player.now)
      player.load(for: .seconds(2)) { _ in }
      let end = player.now + .milliseconds(Int64(chance.next() % 60_000))
      var split = player
      var pieces: [Player.Event] = []
      while split.now < end {
        let step = Duration(microseconds: 1 + Int64(chance.next() % 20_000_000))
        split.advance(to: min(end, split.now + step)) { pieces.append($0) }
      }
      guard player.advance(to: end) == pieces, player == split else {
        Issue.record("differs at \(end)")
        return
      }
    }
  }

  @Test func holdsOfAnyLengthOnlyShiftWhatFollows() throws {
    var chance = SeededGenerator(seed: 3)
    let reference = try playing().events(until: zero + .seconds(600)).map(\.kind)
    var player = try playing()
    var events: [Player.Event.Kind] = []
    var shift = Duration.zero
    for _ in 0..<200 {
      player.advance(to: player.now + .milliseconds(Int64(chance.next() % 4_000))) { events.append($0.kind) }
      let length = Duration.milliseconds(Int64(chance.next() % 100_000))
      try player.handle(.press(length), at: player.now)
      player.advance(to: player.now + length)
      shift += length
    }
    player.advance(to: zero + .seconds(600) + shift) { events.append($0.kind) }
    #expect(events == reference)
  }
}

extension Player {
  fileprivate func events(until end: Instant) -> [Event] {
    var copy = self
    return copy.advance(to: end)
  }
}

/// Random inputs, valid and invalid.
private struct RandomDecks {
  let feed = Feed(sessionStart: zero)
  let decks: [Deck]
  let rail: Rail

  init() {
    let mixed = [40, 100, 101, 2_500].enumerated().map { place, length in
      Story(id: place + 1, author: "mia", media: .video("v"), length: .milliseconds(length))
    }
    decks = [.classic, .empty, Deck(mixed, origin: .list("mixed")), feed.deck(holding: 4) ?? .empty]
    rail = feed.rail(at: zero)
  }

  func input(_ chance: inout SeededGenerator) -> Player.Input {
    let n = Int(chance.next() % 12)
    switch chance.next() % 26 {
    case 0: return .open(decks[n % 4], start: n / 4, length: n < 9 ? .seconds(Int64(n)) : nil, rail: rail)
    case 1, 2: return .hold(x: chance.unit())
    case 3, 4, 5: return .release
    case 6, 7: return .press(.milliseconds(Int64(n) * 200), x: chance.unit() * 1.1)
    case 8: return .tap(x: chance.unit())
    case 9: return .tapBar(n)
    case 10: return .doubleTap
    case 11: return .like
    case 12: return .unlike
    case 13: return .swipe(Player.SwipeDirection.allCases[n % 4])
    case 14: return .next
    case 15: return .previous
    case 16: return .jump(n)
    case 17: return .pause
    case 18, 19: return .resume
    case 20: return n < 4 ? .bufferStart : .bufferFor(.milliseconds(Int64(n) * 400))
    case 21: return .bufferEnd
    case 22:
      let at = Duration.milliseconds(Int64(chance.next() % 16_000))
      return n == 0 ? .fail : .fault(n < 6 ? .failure : .buffering(.milliseconds(Int64(n) * 100)), at: at)
    case 23: return .retry
    case 24: return n == 0 ? .stop : .bufferEnd
    default: return .open(decks[3], rail: rail)
    }
  }
}
