import CPeers
import Foundation
import RichText
import RichTextAttributes
import Timeline

/// The detector, beside a C program with the same rules.
enum TextBench {
  private static let post =
    "Reading with @ana.bsky.social today 📚 about #history and #Lisboa, see https://example.com/a/b?c=d or docs.swift.org. "
    + "Then a long walk; nothing beats the sea air in October, and the light was golden all afternoon (as @ben.test said). "
    + "More tomorrow, when the timer says so: twenty minutes each."

  static func run() {
    Measure.title("mentions, links and tags found, bluesky rules")
    let peer = FacetPeer()
    let detector = Detector(.bluesky)
    for (name, text) in [
      ("a post of \(post.count) characters", post),
      ("1 MB of posts", String(repeating: post + "\n", count: 1_000_000 / post.utf8.count)),
    ] {
      let bytes = Array(text.utf8)
      let repeats = max(1, 1_000_000 / bytes.count)
      let time = Measure.time(runs: 15) { for _ in 0..<repeats { _ = detector.facets(in: bytes) } }
      let rate = Double(bytes.count * repeats) / time / 1e6
      Measure.row(name, rate, "MB/s")
    }
    if let text = peer.difference() {
      Measure.note(
        "left out: the rows beside C, because Sources/CPeers/Facets.c finds other facets in \(text.debugDescription)")
    } else {
      compare(peer, Array(String(repeating: post + "\n", count: 1_000_000 / post.utf8.count).utf8))
    }
    attributed()
  }

  private static func compare(_ peer: FacetPeer, _ bytes: [UInt8]) {
    let detector = Detector(.bluesky)
    func row(_ name: String, _ own: () -> Void, _ other: () -> Void) {
      let turns = Comparison.inTurn(
        rounds: 31, { Measure.processor { for _ in 0..<10 { own() } } },
        { Measure.processor { for _ in 0..<10 { other() } } })
      // At least 0.6 times the speed of C is at most 1.67 times its time.
      if let turns { Measure.row(name, .microseconds, turns, rounds: 10, goal: 1 / 0.6, note: "beside C, 1 MB") }
    }
    row("facets with their texts", { _ = detector.facets(in: bytes) }, { peer.find(bytes, copiesTexts: true) })
    var found = 0
    row(
      "their ranges alone",
      { bytes.withUnsafeBufferPointer { detector.forEachSpan(in: $0) { found &+= $0.range.lowerBound } } },
      { peer.find(bytes, copiesTexts: false) })
    // A search for a missing byte visits each byte once: the upper limit of any program.
    var missing = 0
    let pass = Measure.time(runs: 51) { missing += memchr(bytes, 0x01, bytes.count) == nil ? 1 : 0 }
    precondition(found > 0 && missing == 51)
    Measure.row("memchr over them", Double(bytes.count) / pass / 1e6, "MB/s")
  }

  private static func attributed() {
    let plain =
      "Twenty minutes of reading with @ana.bsky.social today, a chapter about the sea and one about maps, see "
      + "https://example.com/a/b?c=d for both of them. Then a long walk, and nothing beats the air in October, the light "
      + "was golden all afternoon. More tomorrow, when the timer says so and the rain has gone. #history #Lisboa"
    for (name, text) in [("AttributedString, 4 facets", plain), ("AttributedString, 6 facets", post)] {
      Measure.row(name, .microseconds, rounds: 100, runs: 15) {
        for _ in 0..<100 { _ = Detector(.bluesky).attributedString(for: text) }
      }
    }
  }
}
