import Foundation
import JSON
import NetworkTesting
import Testing

@testable import Shell
@testable import ShellCore

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
    private(set) var all: [[UInt8]] = []
    func append(_ body: [UInt8]) { lock.withLock { all.append(body) } }
    func count(where body: ([UInt8]) -> Bool) -> Int { lock.withLock { all.count(where: body) } }
  }

  /// A server with one account, whose choices and timeline are given; it keeps what was sent to it.
  private final class Server {
    let bodies = Bodies()
    let asked = Bodies()
    private let responder: Responder
    private let folder = Scratch.path()

    /// - Parameter preferences: the answer to each request for choices; none for an error of the server.
    init(_ preferences: String?, timeline: String = PreferenceCommandsTests.timeline) throws {
      let (bodies, asked) = (bodies, asked)
      let server = Responder(answering: { path, body in
        asked.append(Array(path.utf8))
        switch path {
        case "xrpc/app.bsky.actor.getPreferences":
          return preferences.map { (200, $0) } ?? (500, #"{"error":"InternalServerError","message":"out of order"}"#)
        case "xrpc/app.bsky.actor.putPreferences":
          bodies.append(body)
          return (200, "")
        case let path where path.hasPrefix("xrpc/app.bsky.feed.getTimeline"): return (200, timeline)
        default: return nil
        }
      })
      responder = try #require(server)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let account = """
        {"did": "did:plc:bob", "handle": "bob.test", "host": "http://127.0.0.1:\(responder.port)", "access": "a", "refresh": "r"}
        """
      try "{\"storyline accounts\": 1, \"used\": \"did:plc:bob\", \"accounts\": [\(account)]}".write(
        toFile: folder + "/accounts", atomically: true, encoding: .utf8)
    }

    deinit { responder.close() }

    /// - Parameter isPrompt: `true` to have notes among the lines.
    func run(_ script: String, isPrompt: Bool = false) throws -> (lines: [String], error: String?) {
      var options = Session.Options()
      (options.kind, options.isPrompt) = (.real, isPrompt)
      let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
      try session.openState(folder)
      let run = ScriptRun(session)
      defer { withExtendedLifetime(run) {} }
      return run(script)
    }

    /// The number of requests for the account's choices.
    var reads: Int { asked.count { $0 == Array("xrpc/app.bsky.actor.getPreferences".utf8) } }
  }

  @Test func theServersChoicesAreFollowedAndWhatIsUnknownStays() throws {
    let server = try Server(Self.preferences)
    let result = try server.run(
      """
      let reasons = timeline | each { $it.hidden }
      expect $reasons == ["you muted the word \\"football\\"", none, "you hid this post", none]
      expect reading.words == ["birds", "football"] and (preferences).words == ["football", "birds"]
      timeline; timeline
      hide at://did:plc:ana/app.bsky.feed.post/k2
      mute word "#Rain"
      unmute word FOOTBALL
      """)
    #expect(result.error == nil)
    // With the first list, for `preferences`, and before each change.
    #expect(server.reads == 5)
    let sent = try server.bodies.all.map { try JSON(parsing: $0)["preferences"]?.arrayValue ?? [] }
    let before = try JSON(parsing: Array(Self.preferences.utf8))["preferences"]?.arrayValue ?? []
    try #require(sent.count == 3 && sent.allSatisfy { $0.count == 3 && $0[0] == before[0] })
    #expect(sent[0][1] == before[1])
    #expect(
      sent[0][2]["items"]?.arrayValue == [
        "at://did:plc:ana/app.bsky.feed.post/k3", "at://did:plc:ana/app.bsky.feed.post/k2",
      ])
    #expect(sent[1][1]["items"]?.arrayValue?.map { $0["value"]?.stringValue } == ["football", "birds", "Rain"])
    #expect(sent[1][1]["items"]?.arrayValue?.prefix(2).map { $0 } == before[1]["items"]?.arrayValue)
    #expect(sent[2][1]["items"]?.arrayValue?.map { $0["value"]?.stringValue } == ["birds"])
  }

  /// The list is shown all the same, a note says it once, and the last known choices apply.
  @Test func choicesThatCannotBeReadAreANote() throws {
    let server = try Server(nil)
    let result = try server.run("expect (timeline | where hidden != none | count) == 0; timeline", isPrompt: true)
    #expect(result.error == nil)
    #expect(result.lines.count { $0.contains("cannot read your account's muted words") } == 1, "\(result.lines)")
    #expect(result.lines.contains { $0.contains("out of order; only what is muted on this device is hidden") })
    let muted = try server.run("mute word Football")
    #expect(muted.error == "server error: out of order")
  }

  private static let labelled: String = {
    let posts = [("spam", "did:plc:mod"), ("porn", "did:plc:mod"), ("nudity", "did:plc:mod"), ("rude", "did:plc:mod")]
    let rows = posts.enumerated().map { number, label in
      """
      {"post":{"uri":"at://did:plc:ana/app.bsky.feed.post/k\(number + 1)","cid":"c\(number)","author":{"did":"did:plc:ana",\
      "handle":"ana.example"},"record":{"text":"post \(number + 1)","createdAt":"2026-01-05T09:00:00Z"},\
      "indexedAt":"2026-01-05T09:00:00Z","labels":[{"src":"\(label.1)","uri":"at://x","val":"\(label.0)"}],\
      "embed":{"$type":"app.bsky.embed.images#view","images":[{"thumb":"https://a.example/t","fullsize":"https://a.example/f",\
      "alt":"picture \(number + 1)"}]}}}
      """
    }
    return "{\"feed\":[\(rows.joined(separator: ","))]}"
  }()

  private static func choices(_ rows: [(label: String, visibility: String, labeler: String?)], adult: Bool?) -> String {
    let labels = rows.map { row in
      let by = row.labeler.map { "\"labelerDid\":\"\($0)\"," } ?? ""
      return """
        {"$type":"app.bsky.actor.defs#contentLabelPref",\(by)"label":"\(row.label)","visibility":"\(row.visibility)"}
        """
    }
    let adult = adult.map { [#"{"$type":"app.bsky.actor.defs#adultContentPref","enabled":\#($0)}"#] } ?? []
    return "{\"preferences\":[\((adult + labels).joined(separator: ","))]}"
  }

  /// A post with a hidden label is left out and counted; with a warning, a line covers it or its pictures.
  @Test func labelsAreHiddenCoveredOrShown() throws {
    let server = try Server(
      Self.choices(
        [
          ("spam", "hide", "did:plc:mod"), ("rude", "warn", "did:plc:mod"), ("porn", "ignore", nil),
          ("nudity", "ignore", nil),
        ],
        adult: true), timeline: Self.labelled)
    let lines = try server.run("timeline").lines.joined(separator: "\n")
    #expect(!lines.contains("post 1") && lines.contains("1 post left out because of labels that you hide: show @1"))
    #expect(lines.contains("post 2") && lines.contains("picture: picture 2") && lines.contains("picture: picture 3"))
    #expect(
      !lines.contains("post 4")
        && lines.contains("hidden because it has the label \"rude\", for which you chose a warning: show @4"),
      "\(lines)")
    let reasons = try server.run("print (timeline | each { $it.hidden })").lines.last
    #expect(
      reasons
        == #"["you hide posts with the label \"spam\"", none, none, "it has the label \"rude\", for which you chose a warning"]"#
    )
    #expect(try server.run("timeline 4; show @1").lines.contains { $0.contains("post 1") })
  }

  @Test(
    arguments: [
      (nil, [], ["covered", "covered"]), (nil, [("porn", "ignore")], ["covered", "covered"]),
      (true, [("porn", "ignore")], ["shown", "covered"]),
      (true, [("porn", "show"), ("nudity", "show")], ["shown", "shown"]),
      (false, [("porn", "ignore")], ["left out", "covered"]), (nil, [("porn", "hide")], ["left out", "covered"]),
      (true, [("nudity", "hide")], ["covered", "left out"]), (true, [("nudity", "later")], ["covered", "covered"]),
    ] as [(Bool?, [(String, String)], [String])])
  func labelsOfPictures(adult: Bool?, rows: [(String, String)], expected: [String]) throws {
    let server = try Server(Self.choices(rows.map { ($0.0, $0.1, nil) }, adult: adult), timeline: Self.labelled)
    let lines = try server.run("timeline").lines.joined(separator: "\n")
    let found = [2, 3].map { number in
      !lines.contains("post \(number)")
        ? "left out" : lines.contains("picture: picture \(number)") ? "shown" : "covered"
    }
    #expect(found == expected, "\(lines)")
  }

  /// A bare line shows the record, as other commands do.
  @Test func theChoicesAreSeen() {
    let lines = ScriptRun()("login bob.test; mute word \"harbour\"; preferences").lines
    #expect(lines.contains { $0.contains("words") && $0.contains("harbour") }, "\(lines)")
  }

  @Test func labelsAndFeedsAreChosen() {
    ScriptRun.passes(
      """
      login bob.test
      preferences label graphic-media hide; preferences label spam warn of ana.test; preferences adult on
      let now = preferences
      expect $now.adult and ($now.labels | each { "{$it.label} {$it.choice} {$it.labeler}" }) == ["graphic-media hide none", "spam warn did:web:ana.test"]
      preferences label graphic-media show; expect ((preferences).labels | first).choice == "show"
      feeds save all pinned; feeds save hot pinned; feeds remove tag-swift
      expect (feeds mine | each { $it.feed }) == ["hot", "all"]
      undo; expect (feeds mine | each { $it.feed } | count) == 3
      """)
  }

  @Test func wordsAreMutedInTheAccount() {
    ScriptRun.passes(
      """
      login bob.test
      mute word "#Swift"; expect (preferences).words == ["Swift"] and reading.words == ["Swift"]
      expect (timeline 60 | where hidden != none | count) > 0
      undo; expect (preferences).words == [] and reading.words == []
      expect (timeline 60 | where hidden != none | count) == 0
      set network off; mute word rain; expect reading.words == ["rain"]
      set network on; expect (preferences).words == []
      unmute word rain; expect reading.words == []
      """)
  }

  @Test(arguments: [
    (
      "preferences label !hide show",
      "the label !hide has the same effect for everyone | a label consists of lower-case letters and -, such as graphic-media"
    ),
    (
      "preferences label \"a b\" show",
      "'a b' is not a label | a label consists of lower-case letters and -, such as graphic-media"
    ),
    (
      "preferences label spam hide",
      "only some moderators use the label spam | name one: preferences label spam hide of HANDLE"
    ),
    ("feeds remove all", "that feed is not saved | try: feeds mine"),
  ])
  func choicesThatAreNone(script: String, error: String) {
    #expect(ScriptRun.error("login bob.test; " + script) == error)
  }
}
