import Stories
import Testing
import Timeline

/// Brings a player into each situation, sends each input, and compares with the table and with a second, independent
/// statement of the rules in words.
@Suite struct TransitionTableTests {
  typealias Situation = Player.Situation

  /// The inputs that lead to each situation, after opening story 4 of the base library, one second in.
  static let ways: [Situation: [Player.Input]] = [
    .playing: [], .paused: [.pause], .pausedBuffering: [.pause, .bufferStart], .buffering: [.bufferStart],
    .failed: [.fail], .heldPlaying: [.hold()], .heldPaused: [.pause, .hold()],
    .heldPausedBuffering: [.bufferStart, .hold(), .pause], .heldBuffering: [.hold(), .bufferStart],
    .heldFailed: [.hold(), .fail],
  ]

  static func player(in situation: Situation) throws -> Player {
    if situation == .idle { return Player(at: zero) }
    var player = try playing(4)
    if situation == .entering { return player }
    player.advance(to: zero + .seconds(1))
    if situation == .dismissed {
      try player.handle(.swipe(.down), at: player.now)
    } else {
      for input in try #require(ways[situation]) { try player.handle(input, at: player.now) }
    }
    return player
  }

  /// Every input except time's own, with a valid payload.
  static let inputs: [Player.Input] = [
    .open(.classic), .hold(), .release, .press(.seconds(1)), .tap(x: 0.9), .tapBar(2), .doubleTap, .like, .unlike,
    .swipe(.up), .swipe(.down), .swipe(.left), .swipe(.right), .next, .previous, .jump(3), .pause, .resume,
    .bufferStart, .bufferEnd, .fail, .fault(.failure, at: .seconds(5)), .retry, .stop,
  ]

  @Test func eachInputHasTheNameOfItsCase() {
    for kind in Player.InputKind.allCases { #expect(kind.name == String(describing: kind)) }
  }

  @Test func everySituationCanBeReachedAndEveryInputIsTried() throws {
    for situation in Situation.allCases { #expect(try Self.player(in: situation).situation == situation) }
    #expect(Self.inputs.map(\.kind) == Player.InputKind.allCases.filter { !$0.isTime })
  }

  @Test(arguments: Situation.allCases)
  func playerDoesWhatTheTableSays(situation: Situation) throws {
    for input in Self.inputs {
      let before = try Self.player(in: situation)
      var player = before
      let cell = Player.TransitionTable.cell(situation, input.kind)
      let label: Comment = "\(situation) \(input.kind)"
      switch cell {
      case .refused:
        #expect(throws: Player.Refusal.nothingPlays(input.kind, state: before.state), label) {
          try player.handle(input, at: before.now)
        }
        #expect(player == before, label)
      case .ignored(let kind):
        let events = try player.handle(input, at: before.now)
        guard case .ignored(input.kind, let reason)? = events.first?.kind else {
          Issue.record("\(label): \(events)")
          continue
        }
        #expect(events.count == 1 && reason.kind == kind, label)
        #expect(player == before, label)
      case .accepted(let next):
        let events = try player.handle(input, at: before.now)
        #expect(!events.isEmpty && next.possible.contains(player.situation), label)
        #expect(events.allSatisfy { if case .ignored = $0.kind { false } else { true } }, label)
      case .never:
        Issue.record(label)
      }
    }
  }

  /// The rules stated a second time, by the meaning of each input instead of cell by cell: an independent version of
  /// the whole table.
  @Test(arguments: Situation.allCases)
  func everyCellIsAsTheRulesSay(situation: Situation) {
    for kind in Player.InputKind.allCases {
      #expect(Player.TransitionTable.cell(situation, kind) == Rules(situation).cell(kind), "\(situation) \(kind)")
    }
  }

  /// The effects of time: the inputs one second into story 4, the milliseconds until the next deadline, and the
  /// situation it leads to.
  static let dues: [([Player.Input], Int64, Situation)] = [
    ([], 14_000, .entering), ([.next], 100, .playing), ([.press(.seconds(2))], 2_000, .playing),
    ([.pause, .press(.seconds(2))], 2_000, .paused),
    ([.pause, .bufferStart, .press(.seconds(2))], 2_000, .pausedBuffering),
    ([.bufferStart, .press(.seconds(2))], 2_000, .buffering), ([.fail, .press(.seconds(2))], 2_000, .failed),
    ([.next, .press(.seconds(2))], 2_000, .entering), ([.bufferFor(.seconds(3))], 3_000, .playing),
    ([.next, .bufferFor(.seconds(3))], 3_000, .entering), ([.pause, .bufferFor(.seconds(3))], 3_000, .paused),
    ([.hold(), .bufferFor(.seconds(3))], 3_000, .heldPlaying),
    ([.pause, .hold(), .bufferFor(.seconds(3))], 3_000, .heldPaused),
    ([.fault(.failure, at: .seconds(5))], 4_000, .failed),
    ([.fault(.buffering(.seconds(2)), at: .seconds(5))], 4_000, .buffering),
    ([.next, .fault(.failure, at: .milliseconds(50))], 50, .failed),
  ]

  @Test(arguments: dues.indices)
  func timeLeadsWhereTheTableSays(row: Int) throws {
    let (inputs, wait, expected) = Self.dues[row]
    var player = try Self.player(in: .playing)
    for input in inputs { try player.handle(input, at: player.now) }
    let (before, due) = (player.situation, player.now + .milliseconds(wait))
    #expect(player.nextDeadline == due)
    player.advance(to: due - Duration(microseconds: 1))
    #expect(player.situation == before)
    #expect(!player.advance(to: due).isEmpty)
    #expect(player.situation == expected)
    let reachable = Player.InputKind.allCases.filter(\.isTime).flatMap { kind -> [Situation] in
      guard case .accepted(let next) = Player.TransitionTable.cell(before, kind) else { return [] }
      return next.possible
    }
    #expect(reachable.contains(expected))
  }

  @Test func everySituationCanBeLeftForEveryState() {
    for start in Situation.allCases {
      var reached: Set<Situation> = [start]
      var border = [start]
      while let situation = border.popLast() {
        for kind in Player.InputKind.allCases {
          guard case .accepted(let next) = Player.TransitionTable.cell(situation, kind) else { continue }
          for one in next.possible where reached.insert(one).inserted { border.append(one) }
        }
      }
      #expect(reached == Set(Situation.allCases), "from \(start)")
    }
  }
}

/// The conditions that hold for a story at once (a finger on it, paused, waiting for its picture, failed), and their
/// consequences.
private struct Rules {
  let situation: Player.Situation
  var held = false
  var paused = false
  var waits = false
  var failed = false

  init(_ situation: Player.Situation) {
    self.situation = situation
    switch situation {
    case .idle, .dismissed, .entering, .playing: break
    case .paused: paused = true
    case .pausedBuffering: (paused, waits) = (true, true)
    case .buffering: waits = true
    case .failed: failed = true
    case .heldPlaying: held = true
    case .heldPaused: (held, paused) = (true, true)
    case .heldPausedBuffering: (held, paused, waits) = (true, true, true)
    case .heldBuffering: (held, waits) = (true, true)
    case .heldFailed: (held, failed) = (true, true)
    }
  }

  private var moves: Bool { situation.isOpen && !held && !paused && !waits && !failed }

  /// The situation in which all these conditions hold; `nil` if the story moves.
  private var name: Player.Situation? {
    switch (held, paused, waits, failed) {
    case (false, false, false, false): return nil
    case (false, true, false, _): return .paused
    case (false, true, true, _): return .pausedBuffering
    case (false, false, true, _): return .buffering
    case (false, false, false, true): return .failed
    case (true, false, false, false): return .heldPlaying
    case (true, true, false, _): return .heldPaused
    case (true, true, true, _): return .heldPausedBuffering
    case (true, false, true, _): return .heldBuffering
    case (true, false, false, true): return .heldFailed
    }
  }

  /// Returns the cell after a change of the conditions.
  private func with(_ change: (inout Rules) -> Void) -> Player.Cell {
    var other = self
    change(&other)
    return .accepted(other.name.map { .to($0) } ?? .moving)
  }

  private var below: Player.Situation? {
    var other = self
    other.held = false
    return other.name
  }

  func cell(_ kind: Player.InputKind) -> Player.Cell {
    if kind.isTime { return cell(ofTime: kind) }
    if kind == .open { return .accepted(.story) }
    guard situation.isOpen else { return .refused }
    switch kind {
    case .stop: return .accepted(.to(.idle))
    case .like, .unlike: return .accepted(.to(situation))
    case .hold, .press: return held ? .ignored(.alreadyHeld) : with { $0.held = true }
    case .release: return held ? .accepted(.letGo(below)) : .ignored(.notHeld)
    case .tap, .tapBar, .doubleTap, .swipeUp, .swipeDown, .swipeLeft, .swipeRight, .next, .previous, .jump:
      return held ? .ignored(.held) : gesture(kind)
    case .fault: return failed ? .ignored(.failed) : .accepted(.to(situation))
    case .retry: return failed ? with { $0.failed = false } : .ignored(.notFailed)
    default: return failed ? .ignored(.failed) : standing(kind)
    }
  }

  /// Returns the effect of a finger that does not rest on the story.
  private func gesture(_ kind: Player.InputKind) -> Player.Cell {
    switch kind {
    case .tap, .next: return .accepted(.storyOrEnd)
    case .doubleTap: return .accepted(.to(situation))
    case .swipeUp: return .ignored(.noMeaning)
    case .swipeDown: return .accepted(.to(.dismissed))
    case .swipeLeft, .swipeRight: return .accepted(.beside)
    default: return .accepted(.story)
    }
  }

  /// Returns the cell of an input that stops a story that has not failed, or resumes it.
  private func standing(_ kind: Player.InputKind) -> Player.Cell {
    switch kind {
    case .pause: return paused ? .ignored(.alreadyPaused) : with { $0.paused = true }
    case .resume: return paused ? with { $0.paused = false } : .ignored(held ? .held : .notPaused)
    case .bufferStart: return waits ? .ignored(.alreadyBuffering) : with { $0.waits = true }
    case .bufferEnd: return waits ? with { $0.waits = false } : .ignored(.notBuffering)
    default: return with { ($0.failed, $0.paused, $0.waits) = (true, false, false) }
    }
  }

  private func cell(ofTime kind: Player.InputKind) -> Player.Cell {
    switch kind {
    case .entered: return situation == .entering ? .accepted(.to(.playing)) : .never
    case .ended: return moves ? .accepted(.storyOrEnd) : .never
    case .faultDue: return moves ? .accepted(.fault) : .never
    case .pressOver: return held ? .accepted(.letGo(below)) : .never
    default: return waits ? with { $0.waits = false } : .never
    }
  }
}
