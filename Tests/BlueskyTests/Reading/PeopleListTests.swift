import JSON
import Testing
import Timeline

@testable import Bluesky

/// Lists of people, read from answers and written as records.
@Suite struct PeopleListTests {
  private static let list = RecordAddress("at://did:web:bob.test/app.bsky.graph.list/3k")!

  private static func row(_ purpose: JSON) -> JSON {
    [
      "uri": .string(list.description), "cid": "c", "creator": Answers.person("bob.test"), "name": "Birds",
      "purpose": purpose, "listItemCount": 3, "viewer": ["muted": true], "indexedAt": "2026-01-05T08:00:00Z",
    ]
  }

  @Test(
    arguments: [
      ("app.bsky.graph.defs#curatelist", .reading), ("app.bsky.graph.defs#modlist", .moderation),
      ("app.bsky.graph.defs#referencelist", .starterPack), ("app.bsky.graph.defs#new", nil), (7, nil),
    ] as [(JSON, PeopleList.Purpose?)])
  func aListIsRead(purpose: JSON, kind: PeopleList.Purpose?) throws {
    let page = try #require(ListPage(["lists": [Self.row(purpose)]], of: .lists("bob.test")))
    guard case .list(let list)? = page.items.first else { throw Missing() }
    #expect(list.name == "Birds" && list.count == 3 && list.isMuted && !list.isBlocked && list.purpose == kind)
  }

  private struct Missing: Error {}

  @Test(arguments: ["uri", "creator"])
  func postsWithoutRequiredFieldsAreRejected(field: String) {
    let page = ListPage(["lists": [Self.row("x").with(field, value: 7)]], of: .lists("bob.test"))
    #expect(page?.items.isEmpty == true && page?.omitted == 1)
  }

  @Test func membersAreReadFromTheirRecords() {
    func page(_ handles: [String], _ cursor: String?) -> JSON {
      .object(
        [
          .init(
            "items",
            .array(
              handles.map {
                ["uri": .string("at://did:web:bob.test/app.bsky.graph.listitem/\($0)"), "subject": Answers.person($0)]
              } + [7, ["uri": "x"]]))
        ] + (cursor.map { [JSON.Field("cursor", .string($0))] } ?? []))
    }
    var reading = ListMembers(Self.list)
    #expect(reading.next?.method == "app.bsky.graph.getList" && reading.next?["list"] == Self.list.description)
    let first = reading.receive(page(["ana.test"], "1"))
    #expect(first && reading.next?["cursor"] == "1")
    let second = reading.receive(page(["ben.test"], nil))
    #expect(second && reading.next == nil)
    #expect(reading.items.keys.sorted() == ["did:web:ana.test", "did:web:ben.test"])
    // A cursor that comes again is the end.
    var loops = ListMembers(Self.list)
    let pages = [page(["a.test"], "1"), page(["b.test"], "1"), ["lists": []]].map { loops.receive($0) }
    #expect(pages == [true, true, false] && loops.next == nil)
  }

  /// The key of a membership depends on the list and the person alone.
  @Test func aPersonIsOnAListOnce() {
    func key(_ did: String, _ list: RecordAddress = PeopleListTests.list, at second: Int64 = 0) -> String {
      PeopleList.membership(of: did, in: list, created: .practiceStart + .seconds(second)).address.key
    }
    #expect(key("did:web:a") == key("did:web:a", at: 99) && RecordKey(key("did:web:a")) != nil)
    let other = RecordAddress("at://did:web:bob.test/app.bsky.graph.list/3l")!
    #expect(key("did:web:a") != key("did:web:a", other))
    #expect(Set((0..<2_000).map { key("did:web:a\($0)") }).count == 2_000)
    let record = PeopleList.membership(of: "did:web:a", in: Self.list, created: .practiceStart).record
    #expect(record.type == "app.bsky.graph.listitem" && record["list"] == .string(Self.list.description))
    let made = PeopleList.record("x", about: "", .moderation, created: .practiceStart)
    #expect(made["purpose"] == "app.bsky.graph.defs#modlist" && made["description"] == nil)
  }
}
