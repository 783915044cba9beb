import Testing
import Timeline

@testable import Bluesky

/// The connection of a live stream: when it is opened, and how its failures are reported.
@Suite struct StreamingTests {
  private static let start = Instant(microseconds: 1_700_000_000_000_000)
  private static let choice = Streaming.Choice(
    StreamFilter(), "stream", at: try? Host("a.org", isLoopback: { _ in false }))

  private func begun(from position: Instant? = nil) -> Streaming {
    var streaming = Streaming(seed: 1)
    streaming.begin(Self.choice, from: position, at: Self.start)
    return streaming
  }

  @Test func aStreamIsOpenedAtOnceAndOnce() {
    var streaming = begun()
    #expect(streaming.next == Self.start)
    let start = streaming.open(at: Self.start)
    #expect(start?.position == nil && start?.choice == Self.choice)
    #expect(streaming.open(at: Self.start) == nil)
    #expect(streaming.isOpen && streaming.next == .distantFuture && streaming.wants(start?.number ?? -1))
    streaming.end()
    #expect(streaming.isEmpty && !streaming.wants(start?.number ?? -1) && streaming.next == .distantFuture)
  }

  @Test(arguments: [(Duration.hours(1), true), (.hours(24), true), (.hours(25), false)])
  func anEarlierPositionCountsForADay(age: Duration, counts: Bool) {
    let position = Self.start - age
    var streaming = begun(from: position)
    #expect(streaming.open(at: Self.start)?.position == (counts ? position : nil))
  }

  @Test func aLostConnectionContinuesAtTheLastMessage() {
    var streaming = begun()
    _ = streaming.open(at: Self.start)
    streaming.reach(Self.start + .seconds(9))
    // An older message does not set it back.
    streaming.reach(Self.start + .seconds(5))
    let now = Self.start + .seconds(10)
    #expect(streaming.fail(.lost("gone"), at: now) == nil)
    #expect(!streaming.isOpen && streaming.next > now && streaming.next <= now + .milliseconds(1_500))
    #expect(streaming.open(at: streaming.next)?.position == Self.start + .seconds(9))
  }

  @Test func pausesGrowAndTheTroubleIsToldOnce() {
    var streaming = begun()
    var now = Self.start
    var (pauses, told): ([Duration], [Streaming.Problem]) = ([], [])
    for _ in 0..<9 {
      _ = streaming.open(at: now)
      if let problem = streaming.fail(.lost("gone"), at: now) { told.append(problem) }
      pauses.append(streaming.next - now)
      now = streaming.next
    }
    for (pause, seconds) in zip(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60] as [Int64]) {
      #expect(pause >= .seconds(seconds) && pause <= .milliseconds(seconds * 1_500))
    }
    #expect(told == [.pause("gone", until: Self.start + pauses[0] + pauses[1])])
    // A message ends the trouble.
    _ = streaming.open(at: now)
    streaming.reach(now)
    #expect(streaming.fail(.lost("gone"), at: now) == nil && streaming.next <= now + .milliseconds(1_500))
  }

  @Test func aRefusedStreamEnds() {
    var streaming = begun()
    _ = streaming.open(at: Self.start)
    #expect(streaming.fail(.refused("no"), at: Self.start) == .end("no"))
    #expect(streaming.isEmpty && streaming.next == .distantFuture)
    #expect(streaming.fail(.lost("late"), at: Self.start) == nil)
  }

  /// A server would repeat the broken message without an end.
  @Test func aBrokenMessageIsLeftOutAfterThreeAttempts() {
    var streaming = begun(from: Self.start - .hours(1))
    var told: [Streaming.Problem?] = []
    for _ in 0..<3 {
      _ = streaming.open(at: streaming.next)
      told.append(streaming.fail(.broken("bad"), at: streaming.next))
    }
    #expect(told.last == .skipped("bad") && told[0] == nil)
    #expect(streaming.open(at: streaming.next)?.position == nil)
  }

  @Test func undoBringsAStreamBackWhereItWas() {
    var streaming = begun()
    _ = streaming.open(at: Self.start)
    streaming.reach(Self.start + .seconds(3))
    let before = streaming
    streaming.end()
    streaming.become(like: before)
    let start = streaming.open(at: Self.start + .seconds(4))
    #expect(start?.position == Self.start + .seconds(3) && start?.choice == Self.choice)
    #expect(!streaming.wants(before.connection))
    streaming.end()
    streaming.become(like: before, heard: Self.start + .seconds(9))
    #expect(streaming.position == Self.start + .seconds(9))
    _ = streaming.open(at: Self.start + .seconds(9))
    // The same stream stays as it is.
    let number = streaming.connection
    streaming.become(like: before)
    #expect(streaming.wants(number))
  }

  @Test func theNetworksReturnEndsAPause() {
    var streaming = begun()
    for _ in 0..<6 {
      _ = streaming.open(at: streaming.next)
      _ = streaming.fail(.lost("gone"), at: streaming.next)
    }
    streaming.networkReturned(to: Self.start)
    #expect(streaming.next == Self.start)
  }

  @Test func theRequestNamesPositionAndPeople() {
    func request(_ filter: StreamFilter, _ position: Instant?) -> StreamRequest {
      StreamRequest(
        Streaming.Start(choice: Streaming.Choice(filter, "stream", at: nil), position: position, number: 1))
    }
    let all = request(StreamFilter(), nil)
    #expect(all.path == "/subscribe?wantedCollections=app.bsky.feed.post&maxMessageSizeBytes=1048576")
    #expect(all.options == nil)
    let some = request(StreamFilter(of: ["did:plc:b": "b.test", "did:plc:a": "a.test"]), Instant(microseconds: 77))
    #expect(
      some.path
        == "/subscribe?wantedCollections=app.bsky.feed.post&maxMessageSizeBytes=1048576&cursor=77&requireHello=true")
    #expect(
      some.options == """
        {"type":"options_update","payload":{"wantedCollections":["app.bsky.feed.post"],\
        "wantedDids":["did:plc:a","did:plc:b"],"maxMessageSizeBytes":1048576}}
        """)
  }
}
