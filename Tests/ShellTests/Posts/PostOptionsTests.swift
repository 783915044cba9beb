import Testing

@testable import Shell

/// The options of a new post: link cards, who may answer, warnings, languages and times.
@Suite struct PostOptionsTests {
  private static let page = "https://www.birdlife.org/"

  @Test func theFirstLinkHasACard() {
    ScriptRun.passes(
      """
      login bob.test
      let shown = post "see \(Self.page) and https://a.example" preview
      expect $shown.card.title == "BirdLife International" and $shown.card.picture
      expect (contains $shown.record "app.bsky.embed.external") and (contains $shown.record "thumb")
      post "see \(Self.page)"
      wait 1s
      expect (show @1).embed.title == "BirdLife International" and (show @1).embed.uri == "\(Self.page)"
      """)
  }

  @Test(arguments: [
    ("post \"see \(page)\" card off preview", false), ("set link-cards off; post \"see \(page)\" preview", false),
    ("set link-cards off; post \"see \(page)\" card on preview", true),
    ("post \"see https://nothing.example\" preview", false), ("set network off; post \"see \(page)\" preview", false),
    ("post \"no link\" preview", false),
    ("image \"Examples/Photos/\(photo)\" alt \"\"; post \"\(page)\" preview", false),
  ])
  func aCardIsThereWhereItIsWanted(command: String, hasCard: Bool) {
    let run = ScriptRun()
    let commands = command.split(separator: ";").map { $0.trimming() }
    let last = commands.last ?? ""
    run("login bob.test; \(commands.dropLast().joined(separator: "; "))")
    #expect(run("let p = \(last); expect \(hasCard ? "" : "not ")(contains (keys $p) \"card\")").error == nil)
  }

  private static let photo = "2025-10-04/IMG_0026.jpg"

  @Test func whyThereIsNoCard() {
    let run = ScriptRun()
    run("login bob.test")
    let lines = run("post \"see https://nothing.example\" preview").lines
    #expect(lines.contains("   no card for the link: the server responded with status 404"), "\(lines)")
  }

  @Test func whoMayReplyAndQuote() {
    ScriptRun.passes(
      """
      login bob.test
      post "for nobody" reply-to nobody quotes off
      post "for all"
      wait 2d
      let mine = show @1
      expect $mine.replies == 0 and $mine.quotes == 0 and (show @2).replies > 0
      login ana.test
      expect (posts of bob.test | where text == "for nobody" | first).closed
      expect not (posts of bob.test | where text == "for all" | first).closed
      expect error { reply (posts of bob.test | where text == "for nobody" | first) "no" }
      """)
  }

  @Test func theOptionsAreShown() {
    let run = ScriptRun()
    run("login bob.test")
    let lines = run("post \"x\" reply-to \"followers, mentioned\" quotes off warning nudity preview").lines
    for line in ["   content warning: nudity", "   replies from your followers, people it mentions", "   quotes off"] {
      #expect(lines.contains(line), "\(lines)")
    }
    let list = run("post \"x\" reply-to at://did:web:bob.test/app.bsky.graph.list/3k preview").lines
    #expect(list.contains("   replies from the list at://did:web:bob.test/app.bsky.graph.list/3k"), "\(list)")
  }

  @Test func aWarningIsTheAuthors() {
    ScriptRun.passes(
      """
      login bob.test
      post "x" warning graphic-media
      wait 1s
      expect (show @1).labels == ["graphic-media"]
      expect (contains (post "y" warning sexual preview).record "selfLabels")
      """)
  }

  @Test func aPostHasALink() {
    ScriptRun.passes(
      """
      login bob.test
      let first = timeline 1 | first
      let parts = split $first.uri "/"
      expect (link of @1) == "https://bsky.app/profile/{$first.author}/post/{$parts[4]}"
      expect (link of $first) == (link of @1)
      expect error { link of @9 }
      """)
  }

  /// A preview shows the record in one line, to be copied.
  @Test func aPreviewsRecordIsALine() {
    let run = ScriptRun()
    let lines = run("post \"\(String(repeating: "many words ", count: 20))\" preview").lines
    #expect(lines.contains { $0.hasPrefix("{\"$type\":\"app.bsky.feed.post\"") && $0.hasSuffix("}") }, "\(lines)")
  }

  @Test func theLanguageOfTheSettingIsThere() {
    ScriptRun.passes(
      """
      login bob.test
      set post-language de
      expect (post "x" preview).langs == ["de"]
      expect (post "x" lang "en fr" preview).langs == ["en", "fr"]
      set post-language off
      expect not (contains (keys (post "x" preview)) "langs")
      expect error { set post-language "deutsch sehr" }
      """)
  }

  /// The session begins on Monday, 5 January 2026, at 9:00.
  @Test(arguments: [
    ("18:00", "2026-01-05T18:00"), ("9:00", "2026-01-06T09:00"), ("08:59", "2026-01-06T08:59"),
    ("today 9:30", "2026-01-05T09:30"), ("tomorrow 9:00", "2026-01-06T09:00"), ("monday 9:30", "2026-01-05T09:30"),
    ("monday 8:00", "2026-01-12T08:00"), ("friday 18:30", "2026-01-09T18:30"),
    ("2026-02-01", "2026-02-01T00:00"), ("\"tomorrow 9:00\"", "2026-01-06T09:00"),
  ])
  func aTimeIsADayAndAnHour(written: String, planned: String) {
    let run = ScriptRun()
    let result = run("login bob.test; let p = post \"x\" at \(written); expect $p.planned == \(planned)")
    #expect(result.error == nil, "\(result)")
  }

  @Test func aTimeIsALengthFromNow() {
    ScriptRun.passes("login bob.test; let p = post \"x\" at 2h; expect $p.planned == clock.now + 2h")
  }

  @Test(arguments: [
    ("25:00", "a time of day needs a date: '25:00'"),
    ("tomorrow", "'at' expects a date, or a time such as 18:00 or tomorrow 9:00, not 'tomorrow'"),
    ("someday 9:00", "'at' expects a date, or a time such as 18:00 or tomorrow 9:00, not 'someday'"),
    ("today 8:00", "that time is in the past: a post needs a time in the future"),
    ("\"noon\"", "'at' expects a date, or a time such as 18:00 or tomorrow 9:00, not text"),
  ])
  func otherTimesAreNone(written: String, error: String) {
    let run = ScriptRun()
    #expect(run("login bob.test; post \"x\" at \(written)").error?.hasPrefix(error) == true)
  }

  @Test(arguments: [
    (
      "post \"x\" reply-to everyone",
      "'everyone' is not a list of people | try: lists; or give the list's address (at://…) or the link to its page"
    ),
    ("post \"x\" warning rude", "'warning' expects 'sexual', 'nudity', 'porn' or 'graphic-media', not 'rude'"),
  ])
  func otherOptionsAreNone(command: String, error: String) {
    let run = ScriptRun()
    run("login bob.test")
    #expect(run(command).error?.hasPrefix(error) == true)
  }
}

extension Substring {
  fileprivate func trimming() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
