import Bluesky
import JSON
import Testing
import Timeline

@testable import Shell

/// A record that another device claims to have made of this device's post.
@Suite struct ClaimedRecordTests {
  private static let text = "visit example.com with @ana.test #tag"

  private static func persisted(
    _ quotes: String? = nil, answers: String? = nil, card: LinkCard? = nil
  ) throws -> PostJournal.Persisted {
    .init(
      id: "post/1", post: try Post(text, created: .practiceStart), answers: answers, quotes: quotes, images: [],
      card: card, gates: PostGates(), account: nil, planned: nil)
  }

  private static func record(_ post: PostJournal.Persisted, ana: String? = "did:plc:ana") -> JSON {
    post.post.record(planned: post.planned) { $0 == "ana.test" ? ana : nil }
  }

  @Test func whatIsMadeOfThePostCounts() throws {
    let post = try Self.persisted()
    #expect(ClaimedRecord(Self.record(post)).isMade(of: post))
    // The other device did not find the account.
    #expect(ClaimedRecord(Self.record(post, ana: nil)).isMade(of: post))
  }

  @Test(
    arguments: [
      ("text", "something else"), ("createdAt", "2020-01-01T00:00:00.000Z"), ("langs", ["de"]), ("tags", ["evil"]),
      ("labels", ["$type": "com.atproto.label.defs#selfLabels", "values": [["val": "porn"]]]),
      ("embed", ["$type": "app.bsky.embed.external", "external": ["uri": "https://evil.example"]]),
      (
        "embed",
        ["$type": "app.bsky.embed.record", "record": ["uri": "at://did:plc:eve/app.bsky.feed.post/1", "cid": "c"]]
      ),
      ("reply", ["parent": ["uri": "at://did:plc:eve/app.bsky.feed.post/1", "cid": "c"]]),
      (
        "facets",
        [
          [
            "index": ["byteStart": 0, "byteEnd": 5],
            "features": [["$type": "app.bsky.richtext.facet#link", "uri": "https://evil.example/"]],
          ]
        ]
      ),
      ("via", "x"),
    ] as [(String, JSON)]) func whatThePostDoesNotSayDoesNot(_ field: String, _ value: JSON) throws
  {
    let post = try Self.persisted()
    #expect(!ClaimedRecord(Self.record(post).with(field, value: value)).isMade(of: post))
  }

  @Test func aCardIsThePosts() throws {
    let card = LinkCard(uri: "https://example.com", title: "Example", description: "A page")
    let post = try Self.persisted(card: card)
    #expect(ClaimedRecord(Self.record(post).with("embed", value: card.embed)).isMade(of: post))
    for (field, value) in [("uri", "https://evil.example"), ("title", "Evil"), ("description", "Other")] {
      let external = try #require(card.embed["external"]).with(field, value: .string(value))
      let forged = Self.record(post).with("embed", value: card.embed.with("external", value: external))
      #expect(!ClaimedRecord(forged).isMade(of: post))
    }
  }

  @Test func aQuoteAndAnAnswerAreThePosts() throws {
    let (ana, eve) = ("at://did:plc:ana/app.bsky.feed.post/3k", "at://did:plc:eve/app.bsky.feed.post/3k")
    func embed(_ uri: String) -> JSON {
      ["$type": "app.bsky.embed.record", "record": ["uri": .string(uri), "cid": "c"]]
    }
    let quoting = try Self.persisted(ana)
    #expect(ClaimedRecord(Self.record(quoting).with("embed", value: embed(ana))).isMade(of: quoting))
    #expect(!ClaimedRecord(Self.record(quoting).with("embed", value: embed(eve))).isMade(of: quoting))
    let answering = try Self.persisted(answers: ana)
    func reply(_ uri: String) -> JSON { ["parent": ["uri": .string(uri), "cid": "c"]] }
    #expect(ClaimedRecord(Self.record(answering).with("reply", value: reply(ana))).isMade(of: answering))
    #expect(!ClaimedRecord(Self.record(answering).with("reply", value: reply(eve))).isMade(of: answering))
  }
}

extension JSON {
  /// Returns an object with another value of a field.
  fileprivate func with(_ name: String, value: JSON) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields.filter { $0.name != name } + [.init(name, value)])
  }
}
