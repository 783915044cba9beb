import Stories
import Testing
import Timeline

@Suite struct ViewerTests {
  private func notices(_ viewer: inout Viewer, to end: Duration) -> [Viewer.Notice] {
    var all: [Viewer.Notice] = []
    viewer.advance(to: zero + end, { _ in }, notice: { notice, _ in all.append(notice) })
    return all
  }

  @Test func withoutFaultsItIsThePlayer() throws {
    var (viewer, player) = (try viewing(4) { _ in }, try playing(4))
    for number in 1...200 {
      let at = zero + .milliseconds(Int64(number) * 777)
      let inputs: [Player.Input] = [.hold(), .release, .tap(x: 0.9), .pause, .resume, .next, .previous]
      let input = inputs[number * 5 % 7]
      var events: [Player.Event] = []
      try viewer.handle(input, at: at) { events.append($0) }
      #expect(events == (try player.handle(input, at: at)))
      #expect(viewer.nextDeadline == player.nextDeadline)
      #expect(viewer.player == player)
    }
  }

  // MARK: The end

  @Test func nothingLeadsOutOfDismissingButAnotherDeck() throws {
    var viewer = try viewing(length: .seconds(1), of: "ben") { $0.ending = .stuck }
    #expect(notices(&viewer, to: .seconds(2)) == [.stuck])
    #expect(viewer.isDismissing && viewer.nextDeadline == nil)
    for input: Player.Input in [.pause, .resume, .hold(), .release, .tap(x: 1), .next, .swipe(.down), .stop, .retry] {
      var seen: [Viewer.Notice] = []
      try viewer.handle(
        input, at: zero + .seconds(9), { Issue.record("\($0)") }, notice: { notice, _ in seen.append(notice) })
      #expect(seen == [.stuckStill(input.kind)] && viewer.isDismissing)
    }
    try viewer.handle(.open(.classic), at: zero + .seconds(9)) { _ in }
    #expect(!viewer.isDismissing && viewer.player.state == .entering)
  }

  @Test func endOfDeckSettingIsRestored() throws {
    var viewer = try viewing(10) { _ in }
    viewer.end = .nextDeck
    viewer.choices.ending = .stuck
    #expect(viewer.end == .nextDeck)
    viewer.end = .loop
    viewer.choices.ending = .clean
    #expect(viewer.end == .loop && viewer.isPlain)
    #expect(notices(&viewer, to: .seconds(15)) == [] && viewer.player.story?.id == 1)
  }

  // MARK: The clock

  @Test(arguments: [UInt64(0), 1, 2, 99])
  func aTickingClockDrifts(_ seed: UInt64) throws {
    var viewer = try viewing(4, seed: seed) { $0.isTicking = true }
    let end = try #require(
      { () -> Instant? in
        var copy = viewer
        var last: Instant?
        copy.advance(to: zero + .seconds(17)) { if case .storyStarted = $0.kind { last = $0.at } }
        return last
      }())
    // 1,500 ticks, all too long by the same random amount of up to a tenth.
    let late = (end - zero).microseconds - 15_000_000
    #expect(late > 0 && late <= 1_500_000 && late % 1_500 == 0)
    let ticks = notices(&viewer, to: end - zero)
    #expect(ticks == [.drifted(Duration(microseconds: late))])
  }

  @Test func eachStoryHasAClockOfItsOwn() throws {
    var viewer = try viewing(4, seed: 1) { $0.isTicking = true }
    let drifts = notices(&viewer, to: .seconds(60))
    #expect(drifts.count >= 3 && Set(drifts.map { "\($0)" }).count == drifts.count)
  }

  @Test func progressComesInStepsAndInWhateverPieces() throws {
    var (whole, pieces) = (try viewing(4) { $0.isTicking = true }, try viewing(4) { $0.isTicking = true })
    var earlier = Duration.zero
    for number in 1...4_000 {
      let at = zero + .milliseconds(Int64(number) * 7)
      pieces.advance(to: at) { _ in }
      let offset = pieces.offset(at: at)
      #expect(offset.microseconds % 10_000 == 0)
      if pieces.player.story?.id == 4 { #expect(offset >= earlier) }
      earlier = offset
    }
    whole.advance(to: zero + .milliseconds(28_000)) { _ in }
    #expect(whole == pieces)
  }

  @Test func aPauseLosesWhatPassedSinceTheLastTick() throws {
    var viewer = try viewing(4) { $0.isTicking = true }
    var lost: [Viewer.Notice] = []
    let at = zero + .milliseconds(3_007)
    let before = viewer.offset(at: at)
    try viewer.handle(.pause, at: at, { _ in }, notice: { notice, _ in lost.append(notice) })
    guard case .lost(let length)? = lost.first else {
      Issue.record("nothing lost")
      return
    }
    #expect(lost.count == 1 && length > .zero && length < .milliseconds(11))
    #expect(viewer.offset(at: at + .hours(1)) == before)
    try viewer.handle(.resume, at: at + .hours(1)) { _ in }
    #expect(viewer.offset(at: at + .hours(1)) == before, "no more than a step")
  }

  // MARK: The bar

  @Test func theBarBeginsAgainAndCatchesUp() throws {
    var viewer = try viewing(4) { $0.restartsBar = true }
    try viewer.handle(.hold(), at: zero + .seconds(3)) { _ in }
    #expect(viewer.drawn(at: zero + .seconds(4)) == 0.2)
    var seen: [Viewer.Notice] = []
    try viewer.handle(.release, at: zero + .seconds(5), { _ in }, notice: { notice, _ in seen.append(notice) })
    #expect(seen == [.redrawn(progress: 0.2)])
    let after = [0, 50, 100, 1_000].map { zero + .seconds(5) + .milliseconds($0) }
    let offsets = after.map { viewer.offset(at: $0) }
    #expect(offsets == [3_000, 3_050, 3_100, 4_000].map { .milliseconds($0) }, "progress itself is right")
    #expect(viewer.drawn(at: after[0]) == 0)
    #expect(abs(viewer.drawn(at: after[1]) - 3.05 / 30) < 1e-12)
    for instant in after.dropFirst(2) { #expect(viewer.drawn(at: instant) == viewer.progress(at: instant)) }
  }

  // MARK: Versions

  @Test func aRecognizersWaitIsADeadline() throws {
    var viewer = try viewing(4) { $0.gestures = .longpress }
    var player = viewer.player
    #expect(viewer.nextDeadline == player.nextDeadline)
    let at = zero + .seconds(1)
    try viewer.handle(.hold(), at: at) { _ in }
    let next = viewer.nextDeadline
    let due = try #require(next)
    #expect(due == viewer.recognizer.nextDeadline && due > at)
  }

  @Test func aBarThatHasCaughtUpIsTheSameForEver() throws {
    var (early, late) = (try viewing(4) { $0.restartsBar = true }, try viewing(4) { $0.restartsBar = true })
    try early.handle(.hold(), at: zero + .seconds(2)) { _ in }
    try early.handle(.release, at: zero + .seconds(3)) { _ in }
    try late.handle(.hold(), at: zero + .seconds(3)) { _ in }
    try late.handle(.release, at: zero + .seconds(4)) { _ in }
    try early.handle(.pause, at: zero + .seconds(5)) { _ in }
    try late.handle(.pause, at: zero + .seconds(5)) { _ in }
    #expect(early.offset(at: zero + .seconds(5)) == late.offset(at: zero + .seconds(5)))
    #expect(early.signature(at: zero + .seconds(5)) == late.signature(at: zero + .seconds(5)))
  }

  @Test func adoptedSettingsShiftTheTimes() throws {
    var stuck = try viewing(length: .seconds(1), of: "ben") { $0.ending = .stuck }
    var gone = try viewing(length: .seconds(1), of: "ben") { _ in }
    gone.end = .dismiss
    _ = (notices(&stuck, to: .seconds(2)), notices(&gone, to: .seconds(2)))
    #expect(stuck.isDismissing && !gone.isDismissing)
    gone.set(as: stuck)
    #expect(gone.isDismissing)
  }

  private static let faults: [@Sendable (inout Viewer.Choices) -> Void] = [
    { $0.gestures = .sequence }, { $0.ending = .stuck }, { $0.isTicking = true }, { $0.restartsBar = true },
  ]

  @Test(arguments: faults.indices)
  func shiftedAndPlayedAs(_ fault: Int) throws {
    var viewer = try viewing(4, Self.faults[fault])
    try viewer.handle(.press(.milliseconds(400)), at: zero + .milliseconds(1_003)) { _ in }
    viewer.advance(to: zero + .milliseconds(1_100)) { _ in }
    var (moved, own) = (viewer.shifted(by: .hours(2)), viewer)
    #expect(viewer.signature(at: viewer.now) == moved.signature(at: moved.now))
    for _ in 0..<20 {
      guard let due = own.nextDeadline else { break }
      #expect(moved.nextDeadline == due + .hours(2))
      var (events, later): ([Player.Event.Kind], [Player.Event.Kind]) = ([], [])
      own.advance(to: due) { events.append($0.kind) }
      moved.advance(to: due + .hours(2)) { later.append($0.kind) }
      #expect(events == later)
    }
    var plain = Viewer(at: zero)
    plain.play(as: viewer)
    #expect(plain.isPlain && plain.player.story == viewer.player.story)
    plain.settings = viewer.settings
    #expect(plain.choices == viewer.choices)
  }
}
