import Foundation
import StoryScript
import Testing

@testable import SessionState
@testable import ShellCore

/// Writing posts, threads and drafts, and what the outbox does with them.
@Suite struct PostCommandsTests {
  @Test func eachLineOfAPostIsIndented() {
    let lines = ScriptRun()("post \"one\\ntwo\\n\\nthree #tag\"").lines
    #expect(lines.dropFirst().prefix(4) == ["   one", "   two", "   ", "   three #tag"], "\(lines)")
  }

  @Test func aPostIsShownAsItIsPublished() {
    let lines = ScriptRun()("post \"see https://example.com/some/long/path/here   \"").lines
    #expect(
      lines == [
        " 0:00.000  ✓ post 1 is in the outbox (31 of 300 characters)", "   see example.com/some/long/pa...",
        "       ───────────────────────────  link     bytes 4–31, goes to",
        "                                    https://example.com/some/long/path/here",
      ])
  }

  @Test func publishedTextIsCounted() {
    let link = "https://example.com/" + String(repeating: "x", count: 300)
    #expect(ScriptRun.error("post \"\(link)\"") == nil)
    #expect(
      ScriptRun.error("post \"\(String(repeating: "a", count: 301))\"")
        == "this post is too long: 301 characters (limit 300), 301 bytes (limit 3000) | leave out 1 character, or add `split` for a thread"
    )
    let giant = "a" + String(repeating: "\u{301}", count: 1_600)
    #expect(
      ScriptRun.error("post \"\(giant)\" split")
        == "this post is too long: 1 character (limit 300), 3201 bytes (limit 3000) | leave out 201 bytes")
  }

  @Test(arguments: [
    ("post \"\"", "a post needs some text"), ("post \" \" split", "a post needs some text"),
    ("post \"x\" lang deutsch", "'deutsch' is not a language code | try: lang de, lang pt-BR, lang \"de en\""),
    ("post \"x\" lang \"de en fr pt\"", "too many languages: 4 (limit 3)"),
    ("post \"x\" tags \"1,2,3,4,5,6,7,8,9\"", "too many tags: 9 (limit 8, not counting tags in the text)"),
    ("post \"x\" tags \"#\"", "a tag needs a word after its #"),
    ("outbox remove 1", "the outbox is empty"),
    ("post \"a\"; post \"b\"; outbox remove 3", "there is no post 3 in the outbox | the outbox has posts 1 and 2"),
    ("post \"a\"; outbox remove 3", "there is no post 3 in the outbox | the outbox has post 1"),
    (
      "repeat 10 { post \"a\" }; outbox remove 11",
      "there is no post 11 in the outbox | the outbox has posts 1, 2, 3, 4, 5, 6, 7, 8 and 2 more"
    ),
    ("draft \"\"", "a draft needs some text"), ("draft edit 1", "there are no drafts | try: draft \"…\""),
    ("draft \"a\"; draft edit 2 \"b\"", "there is no draft 2 | you have draft 1"),
    (
      "draft \"a\"; draft edit 1",
      "an editor opens only at a prompt; a script must give the new text | try: draft edit 1 \"…\""
    ),
    ("draft \"a\"; draft edit 1 \" \"", "a draft needs some text"),
    ("draft remove 1", "there are no drafts | try: draft \"…\""),
    ("draft post 1", "there are no drafts | try: draft \"…\""),
    (
      "draft (repeated \"abcde \" 60); draft post 1",
      "this post is too long: 359 characters (limit 300), 359 bytes (limit 3000) | leave out 59 characters, or add `split` for a thread"
    ),
    ("draft (repeated \"a\" 100001)", "this draft is too long: 100,001 bytes (limit 100,000)"),
  ])
  func invalidAttachments(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test func aThreadIsManyPosts() {
    ScriptRun.passes(
      """
      post (repeated "many words. " 60) split numbered
      expect outbox.count == 3
      expect (ends outbox.posts[0] "1/3")
      expect (ends outbox.posts[2] "3/3")
      undo
      expect outbox.count == 0
      redo
      expect outbox.count == 3
      """)
    let run = ScriptRun()
    _ = run("post (repeated \"many words. \" 60) split")
    let entries = run.session.world.posts.outbox.entries
    #expect(entries.map { $0.follows?.number } == [nil, 1, 2])
  }

  @Test func aPreviewDoesNothing() {
    let run = ScriptRun()
    let lines = run("post \"hallo @bob.bsky.social\" lang \"de, en\" tags \"#a b\" preview").lines
    #expect(lines.first == "   hallo @bob.bsky.social")
    let record = lines.dropFirst(2).map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    #expect(record.hasPrefix("{\"$type\":\"app.bsky.feed.post\",\"text\":\"hallo"))
    #expect(record.hasSuffix("\"langs\":[\"de\",\"en\"],\"tags\":[\"a\",\"b\"]}"))
    #expect(run.session.world.posts.outbox.count == 0)
    #expect(run("undo").error != nil)
  }

  /// The preview shows the record that is sent later: mentioned accounts, the parent post, quotes and pictures.
  @Test func previewsMatchSentPosts() throws {
    let run = ScriptRun(.init(), width: 4_000)
    _ = run("login bob.test; timeline 3")
    for (line, parts) in [
      ("post \"hi @june.test @nobody\"", ["\"did\":\"did:web:june.test\""]),
      ("reply @2 \"so\"", ["\"reply\":{\"root\":"]),
      ("quote @1 \"so\"", ["\"embed\":{\"$type\":\"app.bsky.embed.record\""]),
    ] {
      let shown = try #require(run(line + " preview").lines.last).trimmingCharacters(in: .whitespaces)
      for part in parts { #expect(shown.contains(part), "\(shown)") }
      let before = run.session.world.posts.network.count
      #expect(run.session.world.posts.outbox.count == 0)
      _ = run("wait 0s; \(line); wait 1s")
      #expect(run.session.world.posts.network.count == before + 1)
      let address = try #require(run.session.world.posts.numbers.last.flatMap { run.session.world.posts.target($0) })
      guard case .there(let sent) = address else { continue }
      #expect(run.session.world.posts.network.record(at: sent)?.text == shown)
    }
    #expect(
      run("reply at://did:web:june.test/app.bsky.feed.post/3mbntuzogo2zz \"x\" preview").error?.contains("deleted")
        == true)
  }

  @Test func draftsAreKeptUntilTheyArePosts() {
    ScriptRun.passes(
      """
      draft "one"
      draft "two"
      draft edit 1 "one, better"
      expect drafts.count == 2
      expect (drafts | first).text == "one, better"
      undo
      expect (drafts | first).text == "one"
      redo
      draft post 1
      expect drafts.count == 1
      expect outbox.posts == ["one, better"]
      undo
      expect drafts.count == 2
      expect outbox.count == 0
      draft remove 2
      expect drafts.count == 1
      """)
  }

  @Test func changesAreHeard() {
    let run = ScriptRun()
    _ = run(
      """
      when post.queued { print "queued {$post}" }
      when post.removed { print "removed {$post}" }
      when draft.kept { print "kept {$draft}" }
      when draft.edited { print "edited {$draft}" }
      when draft.removed { print "gone {$draft}" }
      """)
    let lines = run("post \"a\"; outbox remove 1; draft \"b\"; draft edit 1 \"c\"; draft edit 1 \"c\"; draft post 1")
      .lines
    #expect(
      lines.filter { !$0.contains("0:00") && !$0.hasPrefix("   ") } == [
        "queued 1", "removed 1", "kept 1", "edited 1", "queued 2", "gone 1",
      ])
  }
}
