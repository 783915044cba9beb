import Foundation
import RichText
import RichTextAttributes
import SessionState
import Stories
import StoryScript
import Timeline

enum TextBench {
  static func run() {
    Measure.title("mentions, links and tags found, bluesky rules")
    let post =
      "Reading with @ana.bsky.social today 📚 about #history and #Lisboa, see https://example.com/a/b?c=d or docs.swift.org. "
      + "Then a long walk; nothing beats the sea air in October, and the light was golden all afternoon (as @ben.test said). "
      + "More tomorrow, when the timer says so: twenty minutes each."
    for (name, text, runs) in [
      ("a post of \(post.count) characters", post, 200),
      ("1 MB of posts", String(repeating: post + "\n", count: 1_000_000 / post.utf8.count), 9),
    ] {
      let bytes = Array(text.utf8)
      let detector = Detector(.bluesky)
      let repeats = max(1, 1_000_000 / bytes.count)
      let time = Measure.time(runs: min(runs, 15)) { for _ in 0..<repeats { _ = detector.facets(in: bytes) } }
      let rate = Double(bytes.count * repeats) / time / 1e6
      Measure.row(name, rate, "MB/s")
      guard repeats == 1 else { continue }
      // A search for a missing byte visits each byte once: the upper limit.
      var found = 0
      let pass = Measure.time(runs: 51) { found += memchr(bytes, 0x01, bytes.count) == nil ? 0 : 1 }
      Measure.row("memchr over them", Double(bytes.count) / pass / 1e6, "MB/s", ratio: time / pass)
      guard found == 0 else { return }
    }
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
