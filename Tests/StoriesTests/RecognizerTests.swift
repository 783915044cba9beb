import Stories
import Testing
import Timeline

/// The five designs that the app's authors recorded, of which four fail.
@Suite struct RecognizerTests {
  /// Applies the touches of a viewer of story 2, each at its time in milliseconds, and returns the display at `end`:
  /// the player's state, the story's id and the position in milliseconds.
  private func see(_ design: Recognizer.Design, _ touches: [(Int64, Player.Input)], at end: Int64) throws -> String {
    var viewer = try viewing(2) { $0.gestures = design }
    for (at, input) in touches { try viewer.handle(input, at: zero + .milliseconds(at)) { _ in } }
    viewer.advance(to: zero + .milliseconds(end)) { _ in }
    let position = viewer.offset(at: zero + .milliseconds(end)).microseconds / 1_000
    return "\(viewer.player.state.rawValue) \(viewer.player.story?.id ?? 0) at \(position)"
  }

  private static let heldFor400: [(Int64, Player.Input)] = [(1_000, .hold(x: 0.9)), (1_400, .release)]
  private static let quickTap: [(Int64, Player.Input)] = [(1_000, .tap(x: 0.9))]

  @Test(arguments: [
    (Recognizer.Design.exclusive, "paused 2 at 1350", "playing 3 at 600"),
    (.longpress, "paused 2 at 1350", "paused 2 at 1350"),
    (.sequence, "playing 2 at 1390", "playing 2 at 2000"),
    (.toggle, "paused 2 at 1350", "paused 2 at 1350"),
    (.hold, "pausedByHold 2 at 1000", "playing 2 at 1600"),
  ])
  func aFingerHeldFor400Milliseconds(_ design: Recognizer.Design, _ held: String, _ later: String) throws {
    #expect(try see(design, Self.heldFor400.dropLast(), at: 1_390) == held)
    #expect(try see(design, Self.heldFor400, at: 2_000) == later)
    // The same touches with the release known in advance.
    #expect(try see(design, [(1_000, .press(.milliseconds(400), x: 0.9))], at: 2_000) == later)
  }

  @Test(arguments: [
    (Recognizer.Design.exclusive, "playing 3 at 349", "playing 3 at 350"),
    (.longpress, "playing 3 at 349", "playing 3 at 350"),
    (.sequence, "playing 2 at 1349", "entering 3 at 0"), (.toggle, "playing 3 at 349", "playing 3 at 350"),
    (.hold, "playing 3 at 349", "playing 3 at 350"),
  ])
  func aTap(_ design: Recognizer.Design, _ before: String, _ after: String) throws {
    #expect(try see(design, Self.quickTap, at: 1_349) == before)
    #expect(try see(design, Self.quickTap, at: 1_350) == after)
  }

  @Test func aSequencePausesWithTheSecondTapAndSwallowsTheFirst() throws {
    let touches: [(Int64, Player.Input)] = [(1_000, .hold()), (1_500, .release), (3_000, .tap(x: 0.9))]
    #expect(try see(.sequence, Array(touches.prefix(2)), at: 2_999) == "playing 2 at 2999")
    #expect(try see(.sequence, touches, at: 9_000) == "paused 2 at 3000")
    let twice: [(Int64, Player.Input)] = [(1_000, .tap(x: 0.9)), (1_200, .tap(x: 0.9))]
    #expect(try see(.sequence, twice, at: 1_549) == "playing 2 at 1549")
    #expect(try see(.sequence, twice, at: 1_550) == "entering 3 at 0", "one of two taps")
  }

  @Test func aToggleResumesWithTheSecondLongPress() throws {
    let touches: [(Int64, Player.Input)] = [
      (1_000, .press(.milliseconds(500))), (5_000, .press(.milliseconds(500))),
    ]
    #expect(try see(.toggle, touches, at: 5_349) == "paused 2 at 1350")
    #expect(try see(.toggle, touches, at: 6_350) == "playing 2 at 2350")
  }

  /// Only `hold` has guards: in the other designs, a second finger skips while a thumb rests.
  @Test(arguments: Recognizer.Design.allCases)
  func aRestingThumbTriggersNothing(_ design: Recognizer.Design) throws {
    let touches: [(Int64, Player.Input)] = [(1_000, .hold()), (2_000, .tap(x: 0.9))]
    let seen = try see(design, touches, at: 2_000)
    #expect(seen.contains(" 2 at") == (design == .hold))
  }

  @Test func theLongPressComesBeforeTheLiftingAtOneInstant() throws {
    #expect(try see(.longpress, [(1_000, .press(.milliseconds(350)))], at: 2_000) == "paused 2 at 1350")
    #expect(try see(.longpress, [(1_000, .press(.milliseconds(349), x: 0.9))], at: 2_349) == "playing 3 at 1000")
  }

  /// The table of `hold` describes the player's own behaviour.
  @Test func theTableOfHoldIsThePlayers() throws {
    var (recognizer, player) = (Recognizer(.hold), try playing(2))
    let inputs: [(Recognizer.Touch, Player.Input)] = [
      (.down, .hold()), (.down, .hold()), (.up, .release), (.up, .release),
    ]
    for (touch, input) in inputs {
      let events = try player.handle(input, at: zero + .seconds(1))
      let cell = recognizer.handle(touch, at: zero)
      let isIgnored = if case .ignored = events.first?.kind { true } else { false }
      #expect((cell == nil) == isIgnored)
      #expect(recognizer.isDown == player.situation.isHeld)
    }
  }

  @Test func eachDesignReachesAllItsCellsAndNoOther() {
    for design in Recognizer.Design.allCases {
      var reached: Set<Recognizer.Finger> = [.up]
      for _ in Recognizer.Finger.allCases {
        for finger in reached {
          for touch in Recognizer.Touch.allCases {
            if let cell = Recognizer.cell(design, finger, touch) { reached.insert(cell.next) }
          }
        }
      }
      for finger in Recognizer.Finger.allCases where !reached.contains(finger) && design == .sequence {
        Issue.record("\(finger) is never reached")
      }
      let steps = Recognizer.Finger.allCases.flatMap { finger in
        Recognizer.Touch.allCases.compactMap { Recognizer.cell(design, finger, $0)?.step }
      }
      #expect(steps.contains(where: \.isFault) == (design != .hold))
    }
  }

  @Test func invalidTouchesAreReported() throws {
    var viewer = try viewing(2) { $0.gestures = .toggle }
    var kinds: [Player.Event.Kind] = []
    try viewer.handle(.release, at: zero) { kinds.append($0.kind) }
    try viewer.handle(.hold(), at: zero) { kinds.append($0.kind) }
    try viewer.handle(.hold(), at: zero) { kinds.append($0.kind) }
    #expect(kinds == [.ignored(.release, .notHeld), .ignored(.hold, .alreadyHeld(since: zero))])
    #expect(throws: Player.Refusal.placeOutside(2)) { try viewer.handle(.tap(x: 2), at: zero) { _ in } }
    #expect(throws: Player.Refusal.negativePress(.seconds(-1))) {
      try viewer.handle(.press(.seconds(-1)), at: zero) { _ in }
    }
  }
}

/// Returns a viewer with some of the app's faults, at story `number` of the base library.
func viewing(
  _ number: Int = 1, length: Duration? = nil, of author: String? = nil, seed: UInt64 = 0,
  _ choose: (inout Viewer.Choices) -> Void
) throws -> Viewer {
  let feed = Feed(sessionStart: zero)
  var viewer = Viewer(at: zero, seed: seed)
  choose(&viewer.choices)
  let deck = try #require(author.map { feed.deck(of: $0, at: zero) } ?? feed.deck(holding: number))
  try viewer.handle(
    .open(deck, start: deck.index(ofID: number) ?? 0, length: length, rail: feed.rail(at: zero)), at: zero
  ) { _ in }
  return viewer
}
