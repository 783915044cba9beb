import JSON
import Testing
import Timeline

@testable import Bluesky

/// Searching an archive's text, and recovering a damaged archive.
@Suite struct ArchiveTests {
  static let did = "did:web:bob.test"
  /// Not the real checksum, but any number that depends on all bytes is enough.
  static let checksum: Archive.Checksum = { $0.reduce(5381) { $0 &* 33 &+ UInt32($1) } }

  /// Returns an archive with these posts, the oldest first.
  static func archive(_ texts: [String]) -> Archive {
    var archive = Archive(of: did, checksum: checksum)
    for (index, text) in texts.enumerated() { put(text, index, into: &archive) }
    return archive
  }

  static func uri(_ index: Int) -> String { "at://\(did)/app.bsky.feed.post/key\(index)" }

  static func put(_ text: String, _ index: Int, into archive: inout Archive, cid: String = "bafy") {
    let record: JSON = ["text": .string(text)]
    archive.put(
      .post, uri: uri(index), cid: cid + "\(index)", at: Int64(index), words: SearchText.folded(text), record)
  }

  private func found(_ text: String, _ archive: Archive, isLiked: Bool = false, limit: Int = 100) throws -> [String] {
    let query = try #require(ArchiveQuery(text))
    return archive.search(query, isLiked: isLiked, limit: limit).hits.compactMap {
      $0.record["text"]?.stringValue ?? $0.record["record"]?["text"]?.stringValue
    }
  }

  private func opened(_ bytes: [UInt8]) throws -> Archive {
    try Archive(bytes, of: Self.did, checksum: Self.checksum)
  }

  @Test func wordsAreFoundWhereverTheyStand() throws {
    let archive = Self.archive(["One fish", "Two \"red\" FISH\nswim", "back\\slash", "Ünder"])
    #expect(try found("fish", archive) == ["Two \"red\" FISH\nswim", "One fish"])
    #expect(try found("swim two", archive) == ["Two \"red\" FISH\nswim"])
    #expect(try found("\"fish swim\"", archive) == ["Two \"red\" FISH\nswim"])
    #expect(try found("\"swim fish\"", archive) == [])
    #expect(try found("\"one", archive) == ["One fish"])
    #expect(try found("ünd", archive) == ["Ünder"])
    #expect(try found("back\\", archive) == ["back\\slash"])
    // Words from two different posts match neither post.
    #expect(try found("fish two one", archive) == [])
    #expect(ArchiveQuery(" \" \" ") == nil)
  }

  @Test func theLatestComeFirstAndAllAreCounted() throws {
    let archive = Self.archive((0..<50).map { "number \($0)" })
    let (hits, count) = archive.search(try #require(ArchiveQuery("number")), isLiked: false, limit: 2)
    #expect(count == 50 && hits.map(\.uri) == [Self.uri(49), Self.uri(48)])
    // Many results are sorted and a few are selected: both ways give the same result, whatever the order of arrival.
    var mixed = Archive(of: Self.did, checksum: Self.checksum)
    for index in 0..<200 { Self.put("number", index * 77 % 200, into: &mixed) }
    let query = try #require(ArchiveQuery("number"))
    let all = mixed.search(query, isLiked: false, limit: 500).hits.map(\.uri)
    #expect(all == (0..<200).reversed().map(Self.uri))
    for limit in [0, 1, 20, 99, 100, 150] {
      #expect(mixed.search(query, isLiked: false, limit: limit).hits.map(\.uri) == Array(all.prefix(limit)))
    }
  }

  @Test func deletedAndChangedRecordsAreNotFound() throws {
    var archive = Self.archive(["one fish", "two fish"])
    archive.remove(.post, uri: Self.uri(0))
    Self.put("two birds", 1, into: &archive, cid: "new")
    #expect(archive.count(.post) == 1)
    #expect(try found("fish", archive) == [] && found("birds", archive) == ["two birds"])
    Self.put("one again", 0, into: &archive)
    #expect(archive.count(.post) == 2)
    let copy = try opened(archive.bytes)
    #expect(copy == archive && copy.damage == Archive.Damage())
    #expect(try found("o", copy) == found("o", archive) && copy.count(.post) == 2)
    let lines = String(decoding: archive.lines, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "{\"uri\":\"\(Self.uri(0))\",\"cid\":\"bafy0\",\"value\":{\"text\":\"one again\"}}",
        "{\"uri\":\"\(Self.uri(1))\",\"cid\":\"new1\",\"value\":{\"text\":\"two birds\"}}",
      ])
  }

  /// The user's own post and the same post among the liked posts are two entries.
  @Test func ownAndLikedAreApart() throws {
    var archive = Self.archive(["mine"])
    archive.put(
      .liked, uri: Self.uri(0), cid: "x", at: 1, words: SearchText.folded("ana.test mine"),
      ["record": ["text": "as liked"]])
    #expect(try found("mine", archive) == ["mine"])
    #expect(try found("mine", archive, isLiked: true) == ["as liked"])
    archive.remove(.liked, uri: Self.uri(0))
    #expect(try found("mine", archive) == ["mine"] && found("mine", archive, isLiked: true) == [])
  }

  @Test func anyTruncationOpens() throws {
    let whole = Self.archive(["one fish", "two fish"]).bytes
    for length in 1..<whole.count {
      let archive = try opened(Array(whole[..<length]))
      #expect(archive.damage.lines == 0)
      #expect(archive.damage.cut == length - (whole[..<length].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0))
      #expect(archive.count(.post) <= 2)
      // Entries added afterwards are intact.
      var corrected = archive
      corrected.forgetDamage()
      Self.put("three", 3, into: &corrected)
      #expect(try opened(corrected.bytes).damage == Archive.Damage())
    }
  }

  @Test func aDamagedLineInvalidatesTheReadPosition() throws {
    var archive = Self.archive(["one fish", "two fish", "three fish"])
    archive.note(ArchivePosition(.post, through: "key2"))
    var bytes = archive.bytes
    let place = try #require(bytes.firstRange(of: Array("two".utf8))).lowerBound
    bytes[place] ^= 1
    let opened = try opened(bytes)
    #expect(opened.damage == Archive.Damage(lines: 1, cut: 0))
    #expect(try found("fish", opened) == ["three fish", "one fish"])
    #expect(opened.place(.post).through == nil && archive.place(.post).through == "key2")
    #expect(try self.opened(opened.bytes).damage == Archive.Damage())
  }

  @Test(arguments: [
    ("", nil), ("-", nil), ("5", nil), ("5,\"words\":\"", nil), ("-,\"words\":\"w\",\"record\":{}}", nil),
    ("5,\"words\":\"w\",\"record\":{}}", 5), ("-5,\"words\":\"w\",\"record\":{}}", -5),
  ])
  func aLineThatEndsInItsMiddleIsNoRecord(end: String, at: Int64?) {
    let line = "00000000 {\"kind\":\"post\",\"uri\":\"u\",\"cid\":\"c\",\"at\":" + end
    #expect(Array(line.utf8).withUnsafeBytes { ArchiveLine.Parts($0)?.at } == at)
  }

  /// A line with a valid checksum may still have any content.
  @Test func aNameThatIsNoAddressIsItsOwnKey() throws {
    var archive = Archive(of: Self.did, checksum: Self.checksum)
    archive.put(.post, uri: "at", cid: "c", at: 5, words: Array("a".utf8), ["text": "a"])
    archive.put(.post, uri: "", cid: "c", at: 5, words: Array("a".utf8), ["text": "a"])
    archive.put(.post, uri: "at://x/y/", cid: "c", at: 5, words: Array("a".utf8), ["text": "a"])
    #expect(try opened(archive.bytes).keys(.post) == ["", "", "at"])
  }

  /// With any byte changed, the archive opens or reports why it does not.
  @Test func noDamagedByteStopsReading() throws {
    let whole = Self.archive(["one fish", "two fish"]).bytes
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0x55
      let archive = try opened(bytes)
      #expect(archive.count(.post) <= 2)
      #expect(archive.damage != Archive.Damage())
    }
  }

  @Test func whatIsNoArchiveIsRefused() {
    let other = Array("hello\nthere\n".utf8)
    #expect(throws: Archive.Problem.foreign) { try opened(other) }
    #expect(throws: Archive.Problem.foreign) {
      try opened(Archive(of: "did:web:ana.test", checksum: Self.checksum).bytes)
    }
    let later = ArchiveLine.framed(
      Array("{\"kind\":\"archive\",\"version\":2,\"account\":\"\(Self.did)\"}".utf8), Self.checksum)
    #expect(throws: Archive.Problem.newer) { try opened(later) }
  }

  @Test(arguments: [
    ("abc", "xxabcxxabc", [2, 7]), ("aa", "aaaa", [0, 1, 2]), ("a", "bab", [1]), ("abc", "ab", []), ("b", "", []),
    ("aab", "aaaab", [2]), ("ü", "xüü", [1, 3]),
  ])
  func bytesAreFound(needle: String, text: String, places: [Int]) {
    let search = ByteSearch(Array(needle.utf8))
    var found: [Int] = []
    Array(text.utf8).withUnsafeBufferPointer { text in
      var place = 0
      while let next = search.first(in: text, from: place) {
        found.append(next)
        place = next + 1
      }
    }
    #expect(found == places)
  }
}
