import JSON
import Testing
import Timeline

@testable import Bluesky

/// The live stream of the practice network.
@Suite struct PracticeStreamTests {
  private let start = Instant.practiceStart

  private func keys(_ messages: [JSON]) -> [String] {
    messages.compactMap { $0["commit"]?["rkey"]?.stringValue }
  }

  @Test func anyDivisionOfTimeGivesTheSameMessages() {
    let network = PracticeNetwork(seed: 3, start: start)
    let whole = keys(network.stream(after: start, through: start + .hours(20), by: "did:web:bob.test"))
    #expect(whole.count > 80 && Set(whole).count == whole.count)
    var pieces: [String] = []
    for hour in 0..<20 {
      pieces += keys(
        network.stream(
          after: start + .hours(Int64(hour)), through: start + .hours(Int64(hour + 1)), by: "did:web:bob.test"))
    }
    #expect(pieces == whole)
  }

  @Test func eachMessageIsAnnouncedAtItsInstant() {
    let network = PracticeNetwork(seed: 3, start: start)
    var (now, found): (Instant, [String]) = (start, [])
    while now < start + .hours(10) {
      let next = network.nextInStream(after: now, by: "did:web:bob.test")
      #expect(next > now)
      let messages = network.stream(after: now, through: next, by: "did:web:bob.test")
      #expect(messages.allSatisfy { $0["time_us"] == .integer(next.microseconds) })
      found += keys(messages)
      now = next
    }
    let whole = keys(network.stream(after: start, through: now, by: "did:web:bob.test"))
    #expect(found == whole && found.count > 40)
  }

  @Test func messagesAreReadLikeAServers() throws {
    let network = PracticeNetwork(seed: 3, start: start)
    let messages = network.stream(after: start, through: start + .hours(48), by: nil)
    let posts = messages.compactMap { StreamMessage($0) }.compactMap { PostView($0) }
    #expect(posts.count == messages.count)
    #expect(posts.contains { $0.parent != nil } && posts.contains { $0.embed?.images.isEmpty == false })
    #expect(posts.contains { $0.embed?.card != nil } && posts.contains { $0.embed?.quote != nil })
    #expect(posts.allSatisfy { $0.created.map { $0 > start } == true && !$0.text.isEmpty })
  }
}
