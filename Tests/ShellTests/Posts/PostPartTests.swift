import Bluesky
import Testing
import Timeline

@testable import Shell

@Suite struct PostPartTests {
  private let start = Instant.practiceStart
  private let account = "did:web:bob.test"

  /// Posts that were due together: what the first one's server says of its limit holds for all.
  @Test func theLimitOfAnAccountHoldsForWhatWasDueWithIt() throws {
    var part = PostPart(at: start, isReal: true)
    let posts = try (1...3).map { try Post("\($0)", created: start) }
    for post in posts { _ = part.add([post], for: account, at: start) }
    var due: [Int] = []
    part.advance(to: start) { if case .due(let number) = $0 { due.append(number) } }
    #expect(due == [1, 2, 3] && part.nextDeadline == .distantFuture)
    let publishing = part.begin(1, by: .due, as: account, at: start)
    let limit = start + .minutes(5)
    _ = part.end(1, try #require(publishing), .later("slow down", until: limit), at: start)
    for number in [2, 3] {
      #expect(part.begin(number, by: .due, as: account, at: start + .seconds(1)) == nil)
      #expect(part.delivery(number).due == limit)
    }
    #expect(part.nextDeadline == limit)
    part.advance(to: limit) { _ in }
    #expect(part.begin(2, by: .due, as: account, at: limit) != nil)
    // Who says so tries it all the same.
    #expect(part.begin(3, by: .send, as: account, at: start + .seconds(2)) != nil)
  }
}
