import JSON
import Testing
import Timeline

@testable import Bluesky

/// Reading brings an archive up to date with a server, even with any number of interruptions.
@Suite struct ArchiveReadingTests {
  /// A server with the records of one account.
  private struct Server {
    /// Keys and contents by collection.
    var records: [String: [String: JSON]] = [:]
    var pageSize = 3
    private(set) var asked = 0

    mutating func post(_ key: String, _ text: String = "text") {
      records[RecordAddress.posts, default: [:]][key] = ["text": .string(text + " " + key)]
    }

    mutating func like(_ key: String, _ uri: String) {
      records["app.bsky.feed.like", default: [:]][key] = [
        "subject": ["uri": .string(uri), "cid": "x"], "createdAt": .string("2026-01-01T00:00:00.\(key.dropFirst())Z"),
      ]
    }

    mutating func answer(_ call: XRPCCall) -> JSON {
      asked += 1
      guard call.method == "com.atproto.repo.listRecords", let collection = call["collection"] else {
        let uris = call.parameters.map(\.value)
        let views = uris.filter { !$0.contains("gone") }.map { uri -> JSON in
          [
            "uri": .string(uri), "cid": "x", "author": ["did": "did:web:ana.test", "handle": "ana.test"],
            "record": ["text": "a liked one"],
          ]
        }
        return ["posts": .array(views)]
      }
      let rows = (records[collection] ?? [:]).sorted { $0.key > $1.key }
      let rest = rows.drop { row in call["cursor"].map { row.key >= $0 } ?? false }
      let page = rest.prefix(pageSize).map { key, value -> JSON in
        [
          "uri": .string("at://\(ArchiveTests.did)/\(collection)/\(key)"), "cid": .string("bafy\(value.hashValue)"),
          "value": value,
        ]
      }
      var fields: [JSON.Field] = [.init("records", .array(page))]
      if rest.count > pageSize { fields.append(.init("cursor", .string(Array(rest)[pageSize - 1].key))) }
      return .object(fields)
    }
  }

  /// Reads until the end, or until the given number of answers.
  private func read(
    _ archive: Archive, _ server: inout Server, isWhole: Bool = false, answers: Int = .max
  ) -> ArchiveSync {
    var reading = ArchiveSync(archive, isWhole: isWhole)
    var count = 0
    while count < answers, let call = reading.next {
      let isTaken = reading.receive(server.answer(call))
      #expect(isTaken)
      count += 1
    }
    return reading
  }

  private var empty: Archive { Archive(of: ArchiveTests.did, checksum: ArchiveTests.checksum) }

  private func opened(_ archive: Archive) throws -> Archive {
    try Archive(archive.bytes, of: ArchiveTests.did, checksum: ArchiveTests.checksum)
  }

  private func key(_ number: Int) -> String { "k" + String(1_000 + number) }

  private func keys(_ server: Server) -> [String] { (server.records[RecordAddress.posts] ?? [:]).keys.sorted() }

  @Test func laterReadingsFetchOnlyNewRecords() throws {
    var server = Server()
    for number in 0..<10 { server.post(key(number)) }
    let first = read(empty, &server)
    #expect(first.archive.keys(.post) == keys(server) && first.new[.post] == 10)
    // Four pages of posts, and one page of each other kind.
    #expect(server.asked == 7)
    for number in 10..<12 { server.post(key(number)) }
    let second = read(try opened(first.archive), &server)
    #expect(second.archive.keys(.post) == keys(server) && second.new[.post] == 2)
    #expect(server.asked == 7 + 4)
    let third = read(second.archive, &server)
    #expect(third.archive == second.archive && third.new.isEmpty)
  }

  /// Reading is interrupted after any number of answers while more records are written. In the end the archive holds
  /// every record and does not count a missing record as present.
  @Test func interruptionsLeaveNoHole() throws {
    for stop in 1..<8 {
      for next in 1..<6 {
        var server = Server()
        for number in 0..<12 { server.post(key(number)) }
        var archive = try opened(read(empty, &server, answers: stop).archive)
        for number in 12..<17 { server.post(key(number)) }
        archive = try opened(read(archive, &server, answers: next).archive)
        for number in 17..<19 { server.post(key(number)) }
        archive = read(archive, &server).archive
        #expect(archive.keys(.post) == keys(server), "after \(stop) and \(next) answers")
        server.post(key(99))
        let before = server.asked
        #expect(read(archive, &server).archive.keys(.post) == keys(server))
        #expect(server.asked == before + 4)
      }
    }
  }

  @Test func aResumedReadingAsksNoPageAgain() {
    var server = Server()
    for number in 0..<30 { server.post(key(number)) }
    let archive = read(empty, &server, answers: 5).archive
    let before = server.asked
    _ = read(archive, &server)
    // The newest page again, and the missing pages; then the other kinds.
    #expect(server.asked - before == 1 + 5 + 3)
  }

  @Test func deletedRecentRecordsAreRemoved() {
    var server = Server()
    for number in 0..<10 { server.post(key(number)) }
    let archive = read(empty, &server).archive
    server.records[RecordAddress.posts]?[key(9)] = nil
    server.records[RecordAddress.posts]?[key(8)] = nil
    let reading = read(archive, &server)
    #expect(reading.gone == 2 && reading.archive.keys(.post) == keys(server))
  }

  @Test func deletedOldRecordsAreFoundByAFullComparison() {
    var server = Server()
    for number in 0..<10 { server.post(key(number)) }
    let archive = read(empty, &server).archive
    for number in [0, 1, 4] { server.records[RecordAddress.posts]?[key(number)] = nil }
    #expect(read(archive, &server).archive.count(.post) == 10)
    let reading = read(archive, &server, isWhole: true)
    #expect(reading.gone == 3 && reading.archive.keys(.post) == keys(server))
    for number in 0..<10 { server.records[RecordAddress.posts]?[key(number)] = nil }
    #expect(read(archive, &server).archive.count(.post) == 0)
  }

  @Test func changedRecordsAreReplaced() throws {
    var server = Server()
    for number in 0..<4 { server.post(key(number)) }
    let archive = read(empty, &server).archive
    server.post(key(3), "changed")
    let reading = read(archive, &server)
    #expect(reading.new[.post] == 1 && reading.archive.count(.post) == 4)
    let query = try #require(ArchiveQuery("changed"))
    #expect(reading.archive.search(query, isLiked: false, limit: 9).count == 1)
  }

  @Test func likedPostsComeOnceAndGoWithTheLike() throws {
    var server = Server()
    for number in 0..<30 { server.like(key(number), "at://did:web:ana.test/app.bsky.feed.post/p\(number)") }
    server.like(key(30), "at://did:web:ana.test/app.bsky.feed.post/gone")
    let archive = read(empty, &server).archive
    let query = try #require(ArchiveQuery("ana.test liked"))
    #expect(archive.count(.like) == 31 && archive.count(.liked) == 31)
    #expect(archive.search(query, isLiked: true, limit: 99).count == 30)
    #expect(archive.search(query, isLiked: true, limit: 1).hits.first?.uri.hasSuffix("p29") == true)
    let before = server.asked
    _ = read(archive, &server)
    // The deleted record is not requested again.
    #expect(server.asked == before + 4)
    server.records["app.bsky.feed.like"]?[key(29)] = nil
    let later = read(archive, &server).archive
    #expect(later.count(.liked) == 30 && later.search(query, isLiked: true, limit: 1).count == 29)
  }

  @Test func damageIsRepairedByAFullReading() throws {
    var server = Server()
    for number in 0..<10 { server.post(key(number)) }
    var bytes = read(empty, &server).archive.bytes
    let place = try #require(bytes.firstRange(of: Array("text k1004".utf8))).lowerBound
    bytes[place] ^= 1
    let damaged = try Archive(bytes, of: ArchiveTests.did, checksum: ArchiveTests.checksum)
    #expect(damaged.count(.post) == 9)
    let reading = read(damaged, &server)
    #expect(reading.archive.keys(.post) == keys(server) && reading.new[.post] == 1)
  }

  /// Pages that lead nowhere end the reading, and unusable records are skipped.
  @Test func unexpectedAnswersEndTheReading() {
    var reading = ArchiveSync(empty, isWhole: false)
    let none = [["records": 5], [], .null].map { reading.receive($0) }
    #expect(none == [false, false, false])
    let uri = "at://\(ArchiveTests.did)/app.bsky.feed.post/k1"
    let good: JSON = ["uri": .string(uri), "cid": "a", "value": ["text": "x"]]
    let other: JSON = ["uri": "at://did:web:ana.test/app.bsky.feed.post/k1", "cid": "a", "value": ["text": "x"]]
    let quoted: JSON = ["uri": .string(uri), "cid": "a\"b", "value": ["text": "x"]]
    let spaced: JSON = ["uri": .string(uri), "cid": "a b", "value": ["text": "x"]]
    let page: JSON = ["records": .array([good, other, quoted, spaced, 7, ["uri": 5]]), "cursor": "c"]
    var isTaken = reading.receive(page)
    #expect(isTaken && reading.omitted == 5 && reading.archive.count(.post) == 1 && !reading.isBroken)
    isTaken = reading.receive(page)
    #expect(isTaken && reading.isBroken)
    #expect(reading.next?["collection"] == "app.bsky.feed.like")
    isTaken = reading.receive(["records": [], "cursor": "c"])
    #expect(isTaken && reading.next?["collection"] == "app.bsky.feed.repost")
  }

  /// If the server no longer knows the cursor, reading starts from the beginning.
  @Test func aCollectionWithAnExpiredCursorIsReadAgain() {
    var server = Server()
    for number in 0..<9 { server.post(key(number)) }
    var reading = ArchiveSync(read(empty, &server, answers: 2).archive, isWhole: false)
    var hasForgotten = reading.forgetPlace()
    #expect(!hasForgotten)
    if let call = reading.next { _ = reading.receive(server.answer(call)) }
    hasForgotten = reading.forgetPlace()
    #expect(hasForgotten && reading.next?["cursor"] == nil)
    while let call = reading.next { _ = reading.receive(server.answer(call)) }
    #expect(reading.archive.keys(.post) == keys(server))
  }
}
