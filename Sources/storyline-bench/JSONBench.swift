import Foundation
import JSON

/// The JSON reader and writer compared with Foundation's and python3's, on pages like those of a server.
enum JSONBench {
  static func run() {
    Measure.title("JSON, a page of 75 kB (ratio to storyline)")
    let post = """
      {"uri":"at://did:plc:abcdefghijklmnopqrstuvwx/app.bsky.feed.post/3mbo36fa7z2ue","cid":"bafyreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",\
      "author":{"did":"did:plc:abcdefghijklmnopqrstuvwx","handle":"ana.test","displayName":"Ana \\u00e9 📚"},\
      "record":{"$type":"app.bsky.feed.post","text":"Reading with @ana.test today about #history and a \\"long\\" walk by the sea.\\nMore tomorrow.",\
      "createdAt":"2026-01-05T09:00:00.123Z","facets":[{"index":{"byteStart":13,"byteEnd":22},"features":[{"$type":"app.bsky.richtext.facet#mention","did":"did:plc:abc"}]}]},\
      "replyCount":2,"repostCount":11,"likeCount":1234,"score":0.25,"viewer":{"like":null,"muted":false}}
      """
    let page =
      "{\"cursor\":\"x\",\"feed\":[" + Array(repeating: post, count: 75_000 / post.utf8.count).joined(separator: ",")
      + "]}"
    let bytes = Array(page.utf8)
    guard let tree = try? JSON(parsing: bytes) else { return Report.text("  it cannot be read") }
    let rounds = 50
    let own = Measure.time(runs: 9) { for _ in 0..<rounds { _ = try? JSON(parsing: bytes) } } / Double(rounds)
    Measure.row("read into a tree", own * 1e6, "µs")
    Measure.row("written from it", .microseconds, rounds: rounds, runs: 9) {
      for _ in 0..<rounds { _ = tree.text }
    }
    let data = Data(bytes)
    let foundation = Measure.time(runs: 9) {
      for _ in 0..<rounds { _ = try? JSONSerialization.jsonObject(with: data) }
    }
    Measure.row("JSONSerialization", foundation / Double(rounds) * 1e6, "µs", ratio: foundation / Double(rounds) / own)
    guard let python = Measure.find("python3") else { return }
    let file = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(getpid()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? data.write(to: file)) != nil else { return }
    let script = "import json,sys\nb=open(sys.argv[1],'rb').read()\nfor _ in range(int(sys.argv[2])): json.loads(b)"
    guard let many = Measure.program(python, ["-c", script, file.path, "400"], runs: 5),
      let none = Measure.program(python, ["-c", script, file.path, "0"], runs: 5)
    else { return }
    Measure.row("python3's json.loads", (many - none) / 400 * 1e6, "µs", ratio: (many - none) / 400 / own)
  }
}
