import Bluesky
import Foundation
import JSON
import System

/// Lists as a server sends them: decoded, grouped, shown and filtered.
enum ReadingBench {
  static func run() {
    Measure.title("posts that are read")
    let page = Array(("{\"cursor\":\"x\",\"feed\":[" + (0..<100).map(post).joined(separator: ",") + "]}").utf8)
    let decoded = Measure.time(runs: 9) { for _ in 0..<20 { _ = items(page) } } / 20
    Measure.row("a page of 100 (\(page.count / 1_000) kB) read", decoded * 1e3, "ms")
    memory()
    notifications()
    shown()
    pipeline()
  }

  private static func items(_ bytes: [UInt8]) -> [ListPage.Item] {
    (try? JSON(parsing: bytes)).flatMap { ListPage($0, of: .timeline) }?.items ?? []
  }

  private static func post(_ number: Int) -> String {
    """
    {"post":{"uri":"at://did:plc:abcdefghijklmnopqrstuvwx/app.bsky.feed.post/3mbo36fa\(10_000 + number)","cid":"bafyreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",\
    "author":{"did":"did:plc:abcdefghijklmnopqrstuvwx","handle":"ana.test","displayName":"Ana \\u00e9 📚","viewer":{"muted":false,"following":"at://did:web:bob.test/app.bsky.graph.follow/3k"}},\
    "record":{"$type":"app.bsky.feed.post","text":"Reading with @ana.test today about #history and a \\"long\\" walk by the sea, part \(number).\\nMore tomorrow.",\
    "createdAt":"2026-01-05T09:00:00.123Z","langs":["en"],"facets":[{"index":{"byteStart":13,"byteEnd":22},"features":[{"$type":"app.bsky.richtext.facet#mention","did":"did:plc:abc"}]}]},\
    "replyCount":2,"repostCount":11,"likeCount":\(number % 50),"quoteCount":0,"indexedAt":"2026-01-05T09:00:01.000Z","viewer":{"muted":false},"labels":[]}}
    """
  }

  /// Measures the memory of a post, in a fresh copy: memory of other parts would hide it.
  private static func memory() {
    guard let bytes = Measure.output([keeping]).flatMap(Double.init) else { return }
    Measure.row("memory of each", bytes / 1_024, "kB")
  }

  private static let keeping = "reading-keep"

  /// Keeps posts and prints their memory, in the fresh copy.
  static func runIfRequested() {
    guard CommandLine.arguments.dropFirst() == [keeping] else { return }
    let count = 20_000
    var kept: [ListPage.Item] = []
    let before = Measure.peakMemory
    for start in stride(from: 0, to: count, by: 100) {
      let rows = (start..<start + 100).map(post).joined(separator: ",")
      kept += items(Array("{\"feed\":[\(rows)]}".utf8))
    }
    print(kept.count == count ? (Measure.peakMemory - before) / Double(count) : .nan, terminator: "")
    exit(0)
  }

  private static func notifications() {
    let count = 10_000
    let rows = (0..<count).map { number in
      """
      {"uri":"at://did:web:p\(number).test/app.bsky.feed.like/k\(number)","cid":"bafy",\
      "author":{"did":"did:web:p\(number).test","handle":"p\(number).test"},"reason":"like",\
      "reasonSubject":"at://did:web:bob.test/app.bsky.feed.post/\(number % 400)",\
      "record":{"$type":"app.bsky.feed.like","createdAt":"2026-01-05T08:00:00Z"},"isRead":\(number > 100),\
      "indexedAt":"2026-01-05T\(String(format: "%02d:%02d:%02d", number / 3_600, number / 60 % 60, number % 60))Z"}
      """
    }
    guard let json = try? JSON(parsing: "{\"notifications\":[\(rows.joined(separator: ","))]}"),
      let page = ListPage(json, of: .notifications(NotificationChoice()))
    else { return }
    let items = page.items.compactMap { if case .notification(let item) = $0 { item } else { nil } }
    var groups = 0
    let time = Measure.time(runs: 9) { groups = NotificationReader(items).groups().count }
    Measure.row("10,000 notifications in groups", time * 1e3, "ms", note: "\(groups) groups")
  }

  /// Returns the difference between the program's times for two scripts.
  private static func difference(_ more: String, _ less: String) -> Double? {
    guard let long = Measure.program(Measure.storyline, ["--quiet", "-c", more]),
      let short = Measure.program(Measure.storyline, ["--quiet", "-c", less])
    else { return nil }
    return long - short
  }

  private static func shown() {
    let read = "login bob.test; let all = timeline 100; "
    if let time = difference(read + "$all", read + "$all | count") {
      Measure.row("100 shown", time * 1e3, "ms")
    }
  }

  private static func pipeline() {
    let file = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(getpid()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let rows = (0..<10_000).map { number in
      "{\"ref\":\"@\(number)\",\"author\":\"ana.test\",\"text\":\"Reading part \(number) about AI and the sea\",\"likes\":\(number % 50)}\n"
    }
    guard (try? Data(rows.joined().utf8).write(to: file)) != nil else { return }
    let open = "let all = open \"\(file.path)\"; "
    let step = "where likes > 20 and not (contains $it.text \"XY\") | sort by likes desc | first 10 | count"
    let times = 8
    if let time = difference(open + "repeat \(times) { $all | \(step) }", open + "print 1") {
      Measure.row("10,000 in a pipeline", time / Double(times) * 1e3, "ms", note: "where, sort, first")
    }
  }
}
