import Bluesky
import JSON
import Journal
import System
import Timeline

/// The archive of a user with many posts.
enum ArchiveBench {
  private static let did = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"
  private static let posts = 100_000
  private static let words = """
    the quick brown fox jumps over a lazy dog while seven trams climb narrow streets between tiled houses and nobody \
    minds swift lisbon coffee
    """.split(separator: " ")

  static func run() {
    Measure.title("an archive of 100,000 posts")
    let sum = Checksum()
    let checksum: Archive.Checksum = { sum($0) }
    var reading = ArchiveSync(Archive(of: did, checksum: checksum), isWhole: false)
    let pages = pages()
    let fetched = Measure.time(runs: 1) { for page in pages { _ = reading.receive(page) } }
    Measure.row("taken in, page by page", fetched * 1e3, "ms")
    let path = "/tmp/storyline-bench-archive"
    defer { try? File.remove(path) }
    guard (try? File.replace(path, with: reading.archive.bytes, mode: 0o600)) != nil else {
      Measure.fail("cannot write the archive to /tmp", 1)
    }
    func opened() -> Archive? {
      (try? File.read(path, atMost: 1 << 32)).flatMap { try? Archive($0, of: did, checksum: checksum) }
    }
    Measure.row(
      "opened", Measure.time { _ = opened() } * 1e3, "ms", note: "\(reading.archive.bytes.count / 1_000_000) MB")
    guard let archive = opened() else { return }
    for text in ["post99999", "nothing", "zz", "e", "lisbon coffee", "\"fox jumps over\""] {
      guard let query = ArchiveQuery(text) else { continue }
      var found = 0
      let time = Measure.time { found = archive.search(query, isLiked: false, limit: 20).count }
      Measure.row("searched: \(text)", time * 1e3, "ms", note: "\(found) found")
    }
  }

  private static func pages() -> [JSON] {
    var chance = SeededGenerator(seed: 1, stream: 1)
    return (0..<posts / 100).map { page in
      let records = (0..<100).map { place -> JSON in
        let number = posts - page * 100 - place
        let text = (0..<20).map { _ in words[Int(chance.unit() * Double(words.count))] }.joined(separator: " ")
        return [
          "uri": .string("at://\(did)/app.bsky.feed.post/k\(1_000_000 + number)"),
          "cid": "bafyreie6k3ec2g6vhxfru45u23iicvztf3ecuyuqow5wughojlle5prbr4",
          "value": [
            "$type": "app.bsky.feed.post", "text": .string("\(text) post\(number)"),
            "createdAt": .string("2026-01-01T00:00:00.\(1_000_000 + number)Z"), "langs": ["en"],
          ],
        ]
      }
      let cursor = JSON.string("\(page)")
      return page == posts / 100 - 1
        ? ["records": .array(records)] : ["records": .array(records), "cursor": cursor]
    }
  }
}
