import Foundation
import JSON
import NetworkTesting
import Testing

@testable import Shell

/// The choices that an account keeps on its server.
@Suite struct PreferenceCommandsTests {
  @Test func postsAreHiddenAndShownAgain() {
    ScriptRun.passes(
      """
      login bob.test
      let posts = timeline 3
      let changes = []
      when post.hidden { changes = $changes + ["{$uri} {$hidden}"] }
      hide $posts[0]; wait 1s
      hide $posts[1]; wait 1s
      hide $posts[1]; wait 1s
      expect (timeline 3 | each { $it.hidden == "you hid this post" }) == [true, true, false]
      expect (hidden | each { $it.uri }) == [$posts[1].uri, $posts[0].uri]
      expect (hidden 1 | each { $it.hidden }) == [none]
      expect (show $posts[0]).text == $posts[0].text
      unhide $posts[1]; wait 1s
      expect (preferences).hidden == 1 and ((preferences).feeds | count) == 2
      expect (feeds mine | count) == 2
      expect $changes == ["{$posts[0].uri} true", "{$posts[1].uri} true", "{$posts[1].uri} false"]
      login ana.test
      expect (hidden | count) == 0
      """)
  }

  @Test(arguments: [
    ("hidden", "no account is logged in | try: login bob.test"),
    ("login bob.test; timeline 1; unhide @1", "that post is not hidden | try: hidden"),
    ("login bob.test; timeline 1; set network off; hide @1", "no response: there is no network"),
    ("login bob.test; hide @7", "there is no post @7 | give the post's address (at://…) or the link to its page"),
  ])
  func mistakesAreExplained(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  private static let preferences = """
    {"preferences":[{"$type":"org.example#unknownPref","deep":{"list":[1,null]}},\
    {"$type":"app.bsky.actor.defs#mutedWordsPref","items":[{"id":"1","value":"football","targets":["content","tag"]},\
    {"id":"2","value":"birds","targets":["tag"]}]},\
    {"$type":"app.bsky.actor.defs#hiddenPostsPref","items":["at://did:plc:ana/app.bsky.feed.post/k3"]}]}
    """
  private static let timeline: String = {
    let posts = ["Football tonight", "nothing", "seen before", "what birds sing"].enumerated().map { number, text in
      """
      {"post":{"uri":"at://did:plc:ana/app.bsky.feed.post/k\(number + 1)","cid":"c\(number)","author":{"did":"did:plc:ana",\
      "handle":"ana.example"},"record":{"text":"\(text)","createdAt":"2026-01-05T09:00:00Z"},"indexedAt":"2026-01-05T09:00:00Z"}}
      """
    }
    return "{\"feed\":[\(posts.joined(separator: ","))]}"
  }()

  private final class Bodies: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [[UInt8]] = []
    func append(_ body: [UInt8]) { lock.withLock { all.append(body) } }
    var last: [UInt8] { lock.withLock { all.last ?? [] } }
  }

  @Test func theServersChoicesAreFollowedAndWhatIsUnknownStays() throws {
    let bodies = Bodies()
    let server = Responder(answering: { path, body in
      switch path {
      case "xrpc/app.bsky.actor.getPreferences": return (200, Self.preferences)
      case "xrpc/app.bsky.feed.getTimeline": return (200, Self.timeline)
      case "xrpc/app.bsky.actor.putPreferences":
        bodies.append(body)
        return (200, "")
      default: return nil
      }
    })
    let responder = try #require(server)
    defer { responder.close() }
    let folder = Scratch.path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let account = """
      {"did": "did:plc:bob", "handle": "bob.test", "host": "http://127.0.0.1:\(responder.port)", "access": "a", "refresh": "r"}
      """
    try "{\"storyline accounts\": 1, \"used\": \"did:plc:bob\", \"accounts\": [\(account)]}".write(
      toFile: folder + "/accounts", atomically: true, encoding: .utf8)
    var options = Session.Options()
    options.kind = .real
    let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
    try session.openState(folder)
    let run = ScriptRun(session)
    let result = run(
      """
      expect (timeline | where hidden != none | count) == 0
      expect (preferences).words == ["football", "birds"]
      let reasons = timeline | each { $it.hidden }
      expect $reasons == ["you muted the word \\"football\\"", none, "you hid this post", none]
      hide at://did:plc:ana/app.bsky.feed.post/k2
      """)
    #expect(result.error == nil)
    let sent = try JSON(parsing: bodies.last)["preferences"]?.arrayValue ?? []
    let before = try JSON(parsing: Array(Self.preferences.utf8))["preferences"]?.arrayValue ?? []
    #expect(sent.count == 3 && sent[0] == before[0] && sent[1] == before[1])
    #expect(
      sent[2]["items"]?.arrayValue == [
        "at://did:plc:ana/app.bsky.feed.post/k3", "at://did:plc:ana/app.bsky.feed.post/k2",
      ])
  }
}
