import JSON
import Testing
import Timeline

@testable import Bluesky

@Suite struct CachedPagesTests {
  private func pages(_ keys: [String], at minute: Int64 = 0, isWhole: Bool = false) -> CachedPages {
    CachedPages(
      .timeline, for: "did:web:bob.test", at: .practiceStart + .minutes(minute),
      [Answers.feed(keys, cursor: isWhole ? nil : "x")])
  }

  private func keys(_ pages: CachedPages, _ count: Int = 1_000) -> [String] {
    pages.listing(.timeline, count).batch.compactMap { $0.identity?.split(separator: "/").last.map { String($0) } }
  }

  @Test func cachedPagesRoundTrip() throws {
    let answers = [Answers.feed(["a", "b"], cursor: "x"), Answers.feed(["c"])]
    let pages = CachedPages(.timeline, for: "did:web:bob.test", at: .practiceStart, answers)
    let text = try #require(pages.text)
    let read = try #require(CachedPages(Array(text.utf8)))
    #expect(read == pages && read.at == .practiceStart)
    #expect(keys(read) == ["a", "b", "c"] && keys(read, 2) == ["a", "b"])
  }

  /// The newest items are placed before the items read earlier if there is no gap between them.
  @Test func overlappingPagesAreJoined() {
    let older = pages(["b", "c", "d"])
    let both = pages(["a", "b"], at: 5).after(older)
    #expect(keys(both) == ["a", "b", "c", "d"] && both.at == .practiceStart + .minutes(5))
    #expect(keys(pages(["a", "b"], isWhole: true).after(older)) == ["a", "b"])
  }

  @Test func pagesWithAGapAreNotJoined() {
    let older = pages(["b", "c", "d"])
    #expect(pages(["a"], at: 5).after(older) == older)
    let long = pages((0..<20).map { "n\($0)" }, at: 5)
    #expect(long.after(older) == long)
    #expect(keys(pages(["a", "z", "y", "x"]).after(older)).count == 4)
  }

  @Test func othersHaveOtherNames() {
    let lists: [ReadingList] = [.timeline, .author("ana.test", .all), .author("ana.test", .media), .bookmarks]
    let names = lists.flatMap { list in
      ["did:web:bob.test", "did:web:ana.test"].map { CachedPages.name(of: list, for: $0) }
    }
    #expect(Set(names).count == 8 && Set(names.map(CachedPages.fileName)).count == 8)
  }

  @Test func completeListsAreStoredUnchanged() throws {
    let call = Person.call("ana.test")
    let answer = Answers.person("ana.test")
    let pages = CachedPages(call, for: "did:web:bob.test", at: .practiceStart, answer)
    let text = try #require(pages.text)
    let read = try #require(CachedPages(Array(text.utf8)))
    #expect(read == pages && read.single == answer && read.isOf("did:web:bob.test") && !read.isOf("did:web:bo"))
    #expect(read.name == CachedPages.name(of: call, for: "did:web:bob.test") && self.pages(["a"]).single == nil)
  }

  /// Saved pages of a feed record which feed they belong to.
  @Test func aFeedsPagesSayWhichItIs() throws {
    let address = RecordAddress(repository: "did:web:a.test", collection: RecordAddress.feeds, key: "hot")
    let answers = [Answers.feed(["a"], cursor: "x")]
    let pages = CachedPages(.feed(address), for: "did:web:bob.test", at: .practiceStart, answers)
    #expect(CachedPages(Array(try #require(pages.text).utf8))?.feed == address && pages.after(pages).feed == address)
    #expect(self.pages(["a"]).feed == nil)
  }

  @Test func peopleAndNotificationsAreJoinedWhereTheyOverlap() {
    func pages(_ list: ReadingList, _ names: [String]) -> CachedPages {
      let rows = names.map { name -> JSON in
        list.kind == .people ? ["actor": Answers.person(name)] : ["uri": .string("at://" + name)]
      }
      return CachedPages(
        list, for: "did:web:bob.test", at: .practiceStart,
        [.object([.init(list.field, .array(rows)), .init("cursor", "x")])])
    }
    let address = RecordAddress(repository: "did:web:a.test", collection: RecordAddress.posts, key: "p")
    for list in [.likers(address), .notifications(NotificationChoice())] as [ReadingList] {
      let both = pages(list, ["a.test", "b.test"]).after(pages(list, ["b.test", "c.test"]))
      #expect(both == pages(list, ["a.test", "b.test", "c.test"]))
    }
  }

  /// Large posts displace the oldest posts, and are not kept in place of newer ones.
  @Test func oversizedListsKeepTheNewestItems() throws {
    let long = JSON.string(String(repeating: "word ", count: 2_000))
    let rows = (0..<200).map { number -> JSON in ["uri": .string("at://\(number)"), "about": long] }
    let pages = CachedPages(
      .notifications(NotificationChoice()), for: "did:web:bob.test", at: .practiceStart,
      [["notifications": .array(rows), "cursor": "x"]])
    let text = try #require(pages.text)
    #expect(text.utf8.count <= CachedPages.byteLimit && text.contains("at://99\"") && !text.contains("at://100\""))
    #expect(CachedPages(Array(text.utf8)) != nil)
    let huge = JSON.string(String(repeating: "x", count: CachedPages.byteLimit))
    let one = CachedPages(
      .notifications(NotificationChoice()), for: "did:web:bob.test", at: .practiceStart, [["notifications": [huge]]])
    #expect(one.text == nil)
  }

  @Test func damagedFilesAreIgnored() throws {
    let text = try #require(pages(["a"]).text)
    for length in 0..<text.utf8.count { #expect(CachedPages(Array(text.utf8.prefix(length))) == nil) }
    #expect(CachedPages(Array("{\"version\":2}".utf8)) == nil)
    #expect(CachedPages([UInt8](repeating: 0x20, count: CachedPages.byteLimit + 1)) == nil)
  }
}
