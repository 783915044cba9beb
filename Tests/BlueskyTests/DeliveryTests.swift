import Bluesky
import JSON
import Testing
import Timeline

/// The delivery state of a post in the outbox.
@Suite struct DeliveryTests {
  private static let start = Instant.practiceStart
  private static let error = XRPCError(status: 400, message: "no")

  private static let ends: [(Publishing.Outcome, Delivery.State, Duration?)] = [
    (.offline("x"), .waiting, .seconds(1)),
    (.later("x", until: start + .minutes(5)), .waiting, .minutes(5)),
    (.later("x", until: start - .minutes(5)), .waiting, .seconds(1)),
    (.later("x", until: start + .hours(999)), .waiting, .hours(24)),
    (.missing("x"), .refused, nil), (.unsure("x", until: nil), .unsure, .seconds(1)), (.refused(error), .refused, nil),
    (.locked(error), .waiting, nil),
  ]

  @Test(arguments: ends)
  func aTryEnds(outcome: Publishing.Outcome, state: Delivery.State, wait: Duration?) {
    var delivery = Delivery()
    let begins = delivery.begin(.send)
    delivery.end(outcome, at: Self.start)
    #expect(begins && delivery.state == state)
    #expect(delivery.due == wait.map { Self.start + $0 })
  }

  @Test func parkedPostsIgnoreTheNetworksReturn() {
    var delivery = Delivery()
    _ = delivery.begin(.send)
    delivery.end(.offline("x"), at: Self.start)
    #expect(delivery.isWaitingForNetwork)
    delivery.park("y")
    #expect(!delivery.isWaitingForNetwork && delivery.due == nil && delivery.words == "y")
  }

  @Test func retriesBackOff() {
    var delivery = Delivery()
    var waits: [Double] = []
    for _ in 0..<12 {
      _ = delivery.begin(.due)
      delivery.end(.offline("x"), at: Self.start)
      waits.append((delivery.due! - Self.start).seconds)
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
  }

  /// A rate limit is respected even if something else says "soon"; only the user's own command overrides the limit.
  @Test func aLimitIsHeeded() {
    let reset = Self.start + .minutes(5)
    var delivery = Delivery()
    _ = delivery.begin(.due)
    delivery.end(.later("limit", until: reset), at: Self.start)
    var restored = Delivery(limited: "limit", until: reset, nil)
    #expect(restored.state == .waiting && restored.due == nil && restored.words == "limit")
    delivery.schedule(Self.start, isPlanned: false)
    restored.schedule(Self.start, isPlanned: false)
    #expect(delivery.due == reset && restored.due == reset)
    let begins = restored.begin(.send)
    restored.end(.offline("off"), at: Self.start)
    restored.schedule(Self.start, isPlanned: false)
    #expect(begins && restored.due == Self.start)
    // A post that may already exist is looked for first, also after a rate limit.
    let attempt = Publishing.Attempt(key: RecordKey(Self.start, device: ""), account: "did:plc:a", record: [:])
    var unsure = Delivery(limited: "limit", until: reset, attempt, isUnsure: true)
    unsure.schedule(Self.start, isPlanned: false)
    #expect(unsure.due == reset && unsure.state == .unsure)
  }

  /// An unchanged state is not reported again unless the user asked for it.
  @Test func aRepeatedFailureIsNotReported() {
    var delivery = Delivery()
    func news(_ outcome: Publishing.Outcome, by input: Delivery.Input = .due) -> Bool {
      _ = delivery.begin(input)
      return !delivery.end(outcome, at: Self.start)
    }
    #expect(news(.offline("off")) && !news(.offline("off")) && news(.later("502", until: nil)))
    #expect(!news(.later("502", until: nil)) && news(.later("502", until: nil), by: .send))
    #expect(news(.unsure("502", until: nil)) && !news(.unsure("502", until: nil)) && news(.refused(Self.error)))
  }

  @Test func theReasonForWaitingIsKnown() {
    for (outcome, isForNetwork) in [(Publishing.Outcome.offline("x"), true), (.later("x", until: nil), false)] {
      var delivery = Delivery()
      _ = delivery.begin(.due)
      delivery.end(outcome, at: Self.start)
      #expect(delivery.isWaitingForNetwork == isForNetwork)
      delivery.schedule(Self.start, isPlanned: true)
      #expect(!delivery.isWaitingForNetwork)
    }
  }

  @Test(arguments: [(0.0, 1.0), (0.5, 1.25), (1.0, 1.5)])
  func chanceSpreadsThoseWhoFailedTogether(jitter: Double, wait: Double) {
    var delivery = Delivery()
    _ = delivery.begin(.due)
    delivery.end(.offline("x"), at: Self.start, jitter: jitter)
    #expect((delivery.due! - Self.start).seconds == wait)
  }

  /// A post that may already exist is only looked for: no row of the table leads from `unsure` to `sending`.
  @Test func unconfirmedPostsAreNeverSentBlindly() {
    for input in Delivery.Input.allCases {
      #expect(Delivery.TransitionTable.cell(.unsure, input) != .to(.sending))
      #expect(Delivery.TransitionTable.cell(.sent, input) == .ignored(.isSent))
    }
    var delivery = Delivery(
      tried: .init(key: RecordKey(Self.start, device: ""), account: "did:plc:a", record: [:]))
    for outcome in [Publishing.Outcome.offline("x"), .later("x", until: nil), .locked(Self.error)] {
      let begins = delivery.begin(.send)
      delivery.end(outcome, at: Self.start)
      #expect(begins && delivery.state == .unsure)
    }
  }

  @Test func refusedPostsAreSentOnlyByNumber() {
    var delivery = Delivery(refused: "no")
    let (byTime, byHand) = (delivery.begin(.due), delivery.begin(.send))
    #expect(!byTime && byHand)
  }
}
