import Foundation
import Testing

@testable import ShellCore

/// The archive of a practice session: a copy of the posts on its network, searched without the network.
@Suite struct ArchiveCommandsTests {
  @Test func onlyNewRecordsAreFetched() {
    ScriptRun.passes(
      """
      login bob.test
      repeat 3 { post "number"; wait 1s }
      let first = archive
      expect $first.new == 11 and $first.posts == 3 and $first.follows == 8 and $first.gone == 0
      expect (archive).new == 0
      post "another"
      wait 1s
      expect (archive).new == 1
      expect archive.posts == 4 and archive.follows == 8 and archive.likes == 0
      """)
  }

  @Test func removedRecordsDisappear() {
    ScriptRun.passes(
      """
      login bob.test
      let post = timeline 1 | first
      like $post; repost $post; follow june.test
      post "mine"
      wait 1s
      archive
      expect archive.likes == 1 and archive.reposts == 1 and archive.follows == 9 and archive.posts == 1
      unlike $post; unrepost $post; unfollow june.test
      delete @2
      wait 1s
      expect (archive).gone == 4
      expect archive.likes == 0 and archive.reposts == 0 and archive.follows == 8 and archive.posts == 0
      """)
  }

  @Test func searchWorksOffline() {
    ScriptRun.passes(
      """
      login bob.test
      image Examples/Photos/2025-10-02/IMG_0003.jpg alt "A yellow tram"
      post "Up the hill"
      post "Down the HILL again"
      wait 1s
      archive
      set network off
      expect (archive search hill | count) == 2
      expect (archive search hill | first).text == "Down the HILL again"
      expect (archive search "hill up" | count) == 1 and (archive search "\\"hill up\\"" | count) == 0
      expect (archive search "yellow tram" | first).images[0].alt == "A yellow tram"
      expect (archive search hill 1 | count) == 1
      expect (archive search nowhere) == []
      expect (archive search hill | first).ref == "@2"
      """)
  }

  @Test func likedPostsAreSearchable() {
    ScriptRun.passes(
      """
      login bob.test
      let posts = timeline 40 | where text != "" | first 5
      for post in $posts { like $post; wait 1m }
      archive
      logout
      login bob.test
      set network off
      let found = archive search $posts[4].author liked
      expect $found[0].uri == $posts[4].uri and $found[0].text == $posts[4].text
      expect (archive search $posts[4].author) == []
      let all = $posts | each { $it.author } | unique
      let sum = 0
      for author in $all { sum = $sum + (archive search $author liked | count) }
      expect $sum == 5
      """)
  }

  /// The session's knowledge of a post stays: the archive knows less.
  @Test func searchResultsSupportActions() {
    ScriptRun.passes(
      """
      login bob.test
      let post = timeline 30 | where likes > 10 | first
      like $post
      wait 1s
      archive
      let found = archive search $post.author liked | first
      expect $found.ref == $post.ref and $found.likes == $post.likes + 1 and $found.liked
      unlike $found
      wait 1s
      expect (archive).gone == 1
      """)
  }

  @Test func undoAndRewindTakeItBack() {
    let run = ScriptRun()
    #expect(
      run(
        """
        login bob.test
        post "hello"
        wait 1s
        archive
        undo
        expect archive.posts == 0
        expect error { archive search hello }
        redo
        expect archive.posts == 1
        wait 10s
        post "later"
        wait 1s
        archive
        expect archive.posts == 2
        rewind 5s
        expect archive.posts == 1
        """
      ).error == nil)
  }

  @Test func eachAccountHasItsOwn() {
    ScriptRun.passes(
      """
      login bob.test; post "mine"; wait 1s; archive
      login ana.test
      expect archive.posts == 0
      archive
      expect archive.posts > 10
      account use bob.test
      expect archive.posts == 1 and (archive search mine | count) == 1
      """)
  }

  @Test func anInterruptedFetchKeepsItsRecords() {
    let run = ScriptRun()
    #expect(run("login bob.test; post \"mine\"; wait 1s; set network off").error == nil)
    #expect(run("archive").error == "no response: there is no network | `archive` continues where it stopped")
    #expect(run("expect archive.posts == 0; set network on; expect (archive).posts == 1").error == nil)
  }

  @Test func anEventTellsOfIt() {
    let run = ScriptRun(width: 200)
    let lines = run(
      """
      login bob.test
      when archive.fetched { print "{$new} new, {$posts} posts, {$pictures}" }
      post "mine"
      wait 1s
      archive
      """
    ).lines
    #expect(lines.contains(" 0:01.300  ✓ archived: 9 new; 1 post, 0 likes, 0 reposts, 8 follows"))
    #expect(lines.contains("9 new, 1 posts, none"))
  }

  /// A note would say that something was left out; at a prompt, notes appear among the lines.
  @Test func completeArchivesHaveNoNotes() {
    var options = Session.Options()
    options.isPrompt = true
    let lines = ScriptRun(options)("login bob.test; post \"mine\"; wait 1s; archive").lines
    #expect(lines.contains { $0.contains("archived: 9 new") } && !lines.contains { $0.contains("note: ") }, "\(lines)")
  }

  @Test func archivesAreExported() throws {
    let file = "/tmp/storyline-archive-\(UInt64.random(in: 0 ... .max)).jsonl"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let run = ScriptRun()
    #expect(run("login bob.test; post \"one\\ntwo\"; wait 1s; archive; archive export to \"\(file)\"").error == nil)
    #expect(
      run("archive export to \"\(file)\"").error == "'\(file)' already exists | add `replace` to overwrite it")
    #expect(
      run(
        """
        archive export to "\(file)" replace
        let records = open "\(file)"
        expect ($records | count) == 9 and $records[0].value.text == "one\\ntwo"
        expect ($records | each { $it.uri } | unique | count) == 9
        """
      ).error == nil)
  }

  @Test(arguments: [
    ("archive", "no account is logged in | try: login bob.test"),
    ("archive search x", "no account is logged in | try: login bob.test"),
    ("login bob.test; archive search x", "the archive of bob.test is empty | try: archive"),
    ("login bob.test; archive export to x.jsonl", "the archive of bob.test is empty | try: archive"),
    ("login bob.test; archive; archive search \" \"", "the search needs some text"),
    (
      "login bob.test; archive; archive export to x.car",
      "a practice session cannot export a .car file: its records are neither hashed nor signed | try: archive export to FILE.jsonl, which writes every record; for a .car file, start a real session with `storyline`, then `login HANDLE`"
    ),
  ])
  func invalidAttachments(script: String, error: String) { #expect(ScriptRun.error(script) == error) }
}
