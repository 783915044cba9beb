import Stories
import Testing
import Timeline

/// Brings a player into each situation, sends it each input, and compares with the table and with a second, independent
/// account of the rules in words.
@Suite struct TransitionTableTests {
  typealias Situation = Player.Situation

  /// How to get there: the inputs after opening story 4 of the base library, one second in.
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

  /// Every input that is not time's, with a payload that is right.
  static let inputs: [Player.Input] = [
    .open(.classic), .hold(), .release, .press(.seconds(1)), .tap(x: 0.9), .tapBar(2), .doubleTap, .like, .unlike,
    .swipe(.up), .swipe(.down), .swipe(.left), .swipe(.right), .next, .previous, .jump(3), .pause, .resume,
    .bufferStart, .bufferEnd, .fail, .fault(.failure, at: .seconds(5)), .retry, .stop,
  ]

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

  /// The rules once more, derived from what each input means instead of written out cell by cell.
  @Test func tableAgreesWithTheRulesInWords() {
    let guarded: Set<Player.InputKind> = [
      .tap, .tapBar, .doubleTap, .swipeUp, .swipeDown, .swipeLeft, .swipeRight, .next, .previous, .jump,
    ]
    for situation in Situation.allCases {
      for kind in Player.InputKind.allCases {
        let cell = Player.TransitionTable.cell(situation, kind)
        let label: Comment = "\(situation) \(kind)"
        if kind.isTime {
          let moves =
            switch kind {
            case .pressOver: situation.isHeld
            case .bufferOver: "\(situation)".lowercased().contains("buffering")
            default: situation.isMoving
            }
          #expect((cell == .never) == (!moves || (kind == .entered && situation == .playing)), label)
        } else if kind == .open {
          #expect(cell == .accepted(.story), label)
        } else if !situation.isOpen {
          #expect(cell == .refused, "nothing plays: \(label)")
        } else if kind == .stop {
          #expect(cell == .accepted(.to(.idle)), label)
        } else if situation.isHeld, guarded.contains(kind) {
          #expect(cell == .ignored(.held), label)
        } else if kind == .like || kind == .unlike || kind == .doubleTap {
          #expect(cell == .accepted(.to(situation)), "a like never moves a story: \(label)")
        } else if kind == .fault {
          let hasFailed = situation == .failed || situation == .heldFailed
          #expect(cell == (hasFailed ? .ignored(.failed) : .accepted(.to(situation))), "a plan moves nothing: \(label)")
        } else if kind == .release {
          #expect(cell == (situation.isHeld ? .accepted(.letGo(below(situation))) : .ignored(.notHeld)), label)
        } else {
          #expect(cell != .refused && cell != .never, label)
        }
      }
    }
  }

  @Test func aHoldChangesOnlyThatItIsHeld() {
    // Pausing, buffering and failing below a finger lead to what they lead to without one, held.
    let inputs: [Player.InputKind] = [.pause, .bufferStart, .bufferEnd, .fail, .retry]
    for situation in Situation.allCases where situation.isHeld {
      for kind in inputs {
        let held = Player.TransitionTable.cell(situation, kind)
        let free = Player.TransitionTable.cell(below(situation) ?? .playing, kind)
        switch (held, free) {
        case (.ignored(let a), .ignored(let b)): #expect(a == b, "\(situation) \(kind)")
        case (.accepted(.to(let a)), .accepted(.to(let b))): #expect(below(a) == b, "\(situation) \(kind)")
        case (.accepted(.to(let a)), .accepted(.moving)): #expect(below(a) == nil, "\(situation) \(kind)")
        default: Issue.record("\(situation) \(kind): \(held), \(free)")
        }
      }
    }
  }

  /// What lies below a finger; `nil` for a story that moves when let go, and for what is not held.
  private func below(_ situation: Situation) -> Situation? {
    switch situation {
    case .heldPaused: return .paused
    case .heldPausedBuffering: return .pausedBuffering
    case .heldBuffering: return .buffering
    case .heldFailed: return .failed
    default: return nil
    }
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
