import JSON
import NetworkTesting
import WebSocket

/// A live stream from a local server that sends as fast as the program reads: the processor time of the program, as
/// the share of one core that 2,000 posts a second take.
enum StreamBench {
  private static let count = 20_000
  private static let second = 2_000.0

  static func run() {
    Measure.title("a live stream, as busy as it gets (2,000 posts a second)")
    let frames = (0..<count).flatMap { WebSocketFrame(.text, Array(message($0).utf8)).encoded(mask: nil) }
    guard
      let responder = SocketResponder({ connection in
        connection.send(frames)
        // The program ends the connection.
        while connection.next() != nil {}
      })
    else { Measure.fail("no socket for the local server", 1) }
    defer { responder.close() }
    let host = "set stream-host \"http://127.0.0.1:\(responder.port)\""
    guard let idle = Measure.processor(Measure.storyline, ["--quiet", "--real", "-c", host]) else { return }
    for (name, script) in [
      (
        "all posts, each counted by a handler",
        "let n = 0; when stream.post { n += 1 }; listen to stream; wait until $n == \(count)"
      ),
      (
        "those with a word, one in a hundred",
        "let n = 0; when stream.post { n += 1 }; listen to stream matching \"number 77\"; wait until $n == \(count / 100)"
      ),
    ] {
      guard let busy = Measure.processor(Measure.storyline, ["--quiet", "--real", "-c", "\(host); \(script)"]) else {
        continue
      }
      Measure.row(name, (busy - idle) / Double(count) * second * 100, "% of a core")
    }
  }

  /// Returns a message of the length that the network's messages have on average.
  private static func message(_ number: Int) -> String {
    """
    {"did":"did:plc:abcdefghijklmnopqrst\(1_000 + number % 5_000)","time_us":\(1_767_600_000_000_000 + number * 500),"kind":"commit","commit":{"rev":"3mbo36fa\(10_000 + number)",\
    "operation":"create","collection":"app.bsky.feed.post","rkey":"3mbo36fa\(10_000 + number)","record":{"$type":"app.bsky.feed.post",\
    "createdAt":"2026-01-05T09:00:00.123Z","langs":["en"],"text":"Reading with @ana.test today about #history and a \\"long\\" walk by the sea, number \(number % 100).\\nMore tomorrow – é 📚.",\
    "facets":[{"index":{"byteStart":13,"byteEnd":22},"features":[{"$type":"app.bsky.richtext.facet#mention","did":"did:plc:abc"}]}],\
    "reply":{"parent":{"cid":"bafyreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi","uri":"at://did:plc:abcdefghijklmnopqrstuvwx/app.bsky.feed.post/3mbo36f910000"},\
    "root":{"cid":"bafyreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi","uri":"at://did:plc:abcdefghijklmnopqrstuvwx/app.bsky.feed.post/3mbo36f910000"}}},\
    "cid":"bafyreidwaivazkwu67xztlmuobx35hs2lnfh3kolmgfmucldvhd3sgzcqi"}}
    """
  }
}
