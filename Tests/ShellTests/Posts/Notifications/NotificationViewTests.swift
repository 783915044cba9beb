import Bluesky
import JSON
import StoryScript
import Terminal
import Testing
import Timeline

@testable import PostsWing
@testable import ShellCore

/// Notifications as users see them, and lists of other kinds that `more` continues.
@Suite struct NotificationViewTests {
  private static func record(
    _ kind: String, _ authors: [String], unread: Int, text: String? = nil, more: Bool = false, pack: String? = nil
  ) -> Value {
    let names = authors.map { Value.text($0) }
    return .record([
      "id": .text(kind), "kind": .text(kind), "ref": text == nil ? Value.none : .text("@3"), "uri": Value.none,
      "author": .text(authors[0]), "did": .text("did:web:x"), "name": .text(""), "authors": .list(names),
      "count": .number(Double(authors.count)), "more": .bool(more), "unread": .number(Double(unread)),
      "text": text.map { .text($0) } ?? Value.none, "created": .date(.practiceStart),
      "pack": pack.map { .text($0) } ?? Value.none,
    ])
  }

  private static func lines(_ records: Value..., width: Int = 80) -> [String] {
    let run = ScriptRun(width: width)
    NotificationView(run.session).show(.list(records), isWhole: false)
    return run.session.output.drainLines()
  }

  @Test func aGroupIsALine() {
    #expect(
      Self.lines(Self.record("like", ["ana.test", "ben.test", "fay.test"], unread: 2, text: "hello"))
        == ["●     @ana.test and 2 others like @3, 2 new · now", "      hello"])
    #expect(
      Self.lines(
        Self.record("follow", ["ana.test", "ben.test"], unread: 0), Self.record("repost", ["fay.test"], unread: 1),
        Self.record("moon-phase", ["ana.test"], unread: 0))
        == [
          "      @ana.test and @ben.test follow you · now", "●     @fay.test reposts one of your posts · now",
          "      @ana.test sent an unknown kind of notification (moon-phase) · now",
        ])
  }

  @Test(arguments: [
    ("like-via-repost", 1, "@a.test likes one of your posts, which you reposted"),
    ("repost-via-repost", 2, "@a.test and @b.test repost one of your posts, which you reposted"),
    ("subscribed-post", 3, "new posts by @a.test and 2 others"),
    ("starterpack-joined", 2, "@a.test and @b.test joined Bluesky through your starter pack Birds"),
    ("verified", 1, "@a.test verified you"), ("unverified", 1, "@a.test withdrew your verification"),
    ("contact-match", 1, "your contact @a.test is on Bluesky"),
  ])
  func eachOfficialKindHasItsWords(kind: String, count: Int, words: String) {
    let authors = ["a.test", "b.test", "c.test"]
    #expect(
      Self.lines(Self.record(kind, Array(authors.prefix(count)), unread: 0, pack: "Birds"))
        == ["      \(words) · now"])
  }

  /// If a page ends within a group, the group's count is a lower bound.
  @Test(arguments: [
    (1, "@a.test and maybe others like"), (2, "@a.test and 1 or more others like"),
    (3, "@a.test and 2 or more others like"),
  ])
  func aCountThatMayGrowSaysSo(count: Int, words: String) {
    let authors = ["a.test", "b.test", "c.test"]
    #expect(
      Self.lines(Self.record("like", Array(authors.prefix(count)), unread: 0, more: true))
        == ["      \(words) one of your posts · now"])
  }

  @Test func aMentionSaysThatItIsOne() {
    let run = ScriptRun()
    let lines = run("login bob.test; notifications mentions 1").lines
    #expect(lines.contains("      mentions you"), "\(lines)")
  }

  @Test func notificationsCannotControlTheTerminal() {
    for width in [80, 40, 20] {
      let lines = Self.lines(
        Self.record(
          "like\u{1B}[2J", ["a\u{1B}]0;x\u{7}", "b\u{202E}"], unread: 2, text: "x\u{1B}[31m\n\u{9B}2J" + "é" * 90),
        width: width)
      #expect(!lines.isEmpty && lines.allSatisfy { DisplayWidth.of($0) <= max(width, 26) })
      #expect(
        lines.joined().unicodeScalars.allSatisfy { $0.value >= 32 && !(0x7F..<0xA0).contains($0.value) })
    }
  }

  /// The items that `more` and `retry` bring are displayed like the list's own items.
  @Test(arguments: [
    ("followers of ana.test 3", "handle"), ("feeds search o 2", "feed"),
    ("notifications follows 3", "others follow you"), ("timeline 2", "@4"),
  ])
  func moreShowsWhatTheListHas(command: String, words: String) {
    let run = ScriptRun()
    run("login bob.test; \(command)")
    let lines = run("more 2").lines
    #expect(lines.contains { $0.contains(words) } && !lines.contains { $0.contains("deleted") }, "\(lines)")
  }
}

private func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
