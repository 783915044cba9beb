import Testing
import Timeline
import Timers

/// The thresholds of colours and messages, for any length of timer: queried values and reported events must agree.
@Suite struct ThresholdTests {
  /// Returns the colour by the rules of the specification, in thousandths and without precomputed thresholds.
  static func colour(_ left: Int64, _ total: Int64) -> RingColour {
    let share = { (percent: Int64) in (left * 100, total * percent) }
    if share(75).0 > share(75).1 { return .periwinkle }
    if share(50).0 > share(50).1 { return .turquoise }
    if share(25).0 > share(25).1 { return .orange }
    return share(10).0 >= share(10).1 ? .coral : .magenta
  }

  static func message(_ left: Int64, _ total: Int64) -> Encouragement {
    let rules: [(Int64, Encouragement)] = [
      (90, .letsDoThis), (70, .greatStart), (55, .doingGreat), (45, .halfwayThere), (25, .keepGoing), (10, .almostDone),
    ]
    return rules.first { left * 100 > total * $0.0 }?.1 ?? .finalStretch
  }

  @Test func eventsComeExactlyWhereTheRulesChange() throws {
    var chance = SeededGenerator(seed: 60)
    for round in 0..<3_000 {
      let total = round < 120 ? Int64(round + 1) * 60_000_000 : 1_000_000 + Int64(chance.next() % 7_200_000_000)
      var timer = try started(Duration(microseconds: total))
      var colours: [RingColour] = []
      var messages: [Encouragement] = []
      timer.advance(to: .distantFuture) { event in
        let left = total - (event.at - zero).microseconds
        switch event.kind {
        case .colourChanged(let colour):
          colours.append(colour)
          guard Self.colour(left, total) != colour || Self.colour(left + 1, total) == colour else { return }
          Issue.record("\(colour) of \(total) at \(left)")
        case .messageChanged(let message):
          messages.append(message)
          guard Self.message(left, total) != message || Self.message(left + 1, total) == message else { return }
          Issue.record("\(message) of \(total) at \(left)")
        default: break
        }
      }
      guard colours == [.turquoise, .orange, .coral, .magenta], messages == Array(Encouragement.allCases.dropFirst())
      else {
        Issue.record("\(total): \(colours) \(messages)")
        return
      }
    }
  }

  @Test(arguments: [
    (Int64(0), RingColour.periwinkle), (299_999_999, .periwinkle), (300_000_000, .turquoise), (600_000_000, .orange),
    (899_999_999, .orange), (900_000_000, .coral), (1_080_000_000, .coral), (1_080_000_001, .magenta),
    (1_199_999_999, .magenta),
  ])
  func coloursOfTwentyMinutes(elapsed: Int64, colour: RingColour) throws {
    var timer = try started(.minutes(20))
    let instant = zero + Duration(microseconds: elapsed)
    #expect(Self.colour(1_200_000_000 - elapsed, 1_200_000_000) == colour)
    timer.advance(to: instant)
    #expect(timer.colour(at: instant) == colour)
  }

  @Test func messagesAndColoursCanBeAskedBetweenDeadlines() throws {
    var chance = SeededGenerator(seed: 61)
    for _ in 0..<2_000 {
      let total = 1_000_000 + Int64(chance.next() % 7_200_000_000)
      let elapsed = Int64(chance.next() % UInt64(total))
      var timer = try started(Duration(microseconds: total))
      let instant = zero + Duration(microseconds: elapsed)
      timer.advance(to: instant)
      let agree =
        timer.colour(at: instant) == Self.colour(total - elapsed, total)
        && timer.message(at: instant) == Self.message(total - elapsed, total)
      if !agree { Issue.record("\(elapsed) of \(total)") }
    }
  }
}
