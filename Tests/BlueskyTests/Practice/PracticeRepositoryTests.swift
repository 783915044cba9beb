import JSON
import Testing
import Timeline

@testable import Bluesky

/// The repositories of the practice network, read page by page.
@Suite struct PracticeRepositoryTests {
  private func page(
    _ network: inout PracticeNetwork, _ repository: String, _ collection: String, limit: Int = 100,
    cursor: String? = nil
  ) -> (keys: [String], cursor: String?)? {
    let call = XRPCCall.listRecords(of: repository, collection, limit: limit, cursor: cursor)
    guard case .done(let json) = network.answer(call, by: "did:web:bob.test", in: .init(), at: .practiceStart) else {
      return nil
    }
    let uris = (json["records"]?.arrayValue ?? []).compactMap { $0["uri"]?.stringValue }
    return (uris.compactMap { RecordAddress($0)?.key }, json["cursor"]?.stringValue)
  }

  @Test func pagesCoverTheRepositoryOnce() throws {
    var network = PracticeNetwork(seed: 3)
    let all = try #require(page(&network, "did:web:ana.test", RecordAddress.posts)).keys
    #expect(all.count > 20 && all == all.sorted(by: >) && Set(all).count == all.count)
    var (keys, cursor) = ([String](), String?.none)
    repeat {
      let next = try #require(page(&network, "ana.test", RecordAddress.posts, limit: 7, cursor: cursor))
      (keys, cursor) = (keys + next.keys, next.cursor)
    } while cursor != nil
    #expect(keys == all)
  }

  @Test func followsAreInIt() throws {
    var network = PracticeNetwork(seed: 3)
    let follows = try #require(page(&network, "did:web:bob.test", "app.bsky.graph.follow"))
    #expect(follows.keys.count == 8 && follows.cursor == nil)
    #expect(try #require(page(&network, "did:web:bob.test", "app.bsky.feed.like")).keys.isEmpty)
    #expect(page(&network, "nobody", RecordAddress.posts) == nil)
  }
}
