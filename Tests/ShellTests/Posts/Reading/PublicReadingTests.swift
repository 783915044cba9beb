import NetworkTesting
import Testing

@testable import Shell
@testable import ShellCore

/// Reading without an account.
@Suite struct PublicReadingTests {
  @Test func whatIsPublicIsReadInPractice() {
    ScriptRun.passes(
      """
      expect (profile of ana.test).handle == "ana.test" and not (profile of ana.test).following
      let posts = posts of ana.test 5
      expect ($posts | count) == 5 and ($posts | where author == "ana.test" or by == "ana.test" | count) == 5
      expect (more | count) == 5
      expect (show $posts[0]).uri == $posts[0].uri and not (show $posts[0]).liked
      expect (thread $posts[0] | where uri == $posts[0].uri | count) == 1
      expect (followers of ana.test | count) > 3 and (follows of ana.test | count) > 3
      expect (feeds | count) > 3 and (timeline hot 5 | count) == 5
      """)
  }

  @Test(arguments: [
    "timeline", "timeline new", "notifications", "likes", "bookmarks", "search swift", "lists", "mutes",
    "listen to timeline",
    "like (posts of ana.test | first)", "follow ana.test", "go timeline",
    "list new birds",
  ])
  func everythingElseNeedsAnAccount(command: String) {
    let error = ScriptRun.error(command)
    #expect(
      error == "no account is logged in | try: login bob.test", "\(command): \(error ?? "")")
  }

  @Test(arguments: [
    ("posts of nobody.test", "no account has the handle nobody.test | try: people nobody"),
    ("posts of \"a b\"", "'a b' is not a handle | try: people \"a b\""),
    ("set network off; posts of ana.test", "no response: there is no network | try: retry"),
    ("more", "there is no list to continue | try: timeline"),
  ])
  func mistakesAreExplained(command: String, error: String) { #expect(ScriptRun.error(command) == error) }

  /// Pages of an account are not shown without an account, and the reverse.
  @Test func aLoginBeginsAnew() {
    ScriptRun.passes(
      """
      let post = posts of ana.test | first
      login bob.test
      expect error { more }
      like $post
      expect (show $post).liked
      logout
      expect not (show $post).liked
      """)
  }

  @Test func aRealSessionAsksThePublicServerWithoutATokenAndKeepsItsAnswer() throws {
    let responder = try #require(
      Responder(answers: [
        "xrpc/app.bsky.actor.getProfile": (200, #"{"did":"did:plc:ana","handle":"ana.example","displayName":"Ana"}"#)
      ]))
    let folder = Scratch.path()
    let host = "set public-host \"http://127.0.0.1:\(responder.port)\"; "
    func run(_ script: String) throws -> (lines: [String], error: String?) {
      var options = Session.Options()
      options.kind = .real
      let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
      try session.openState(folder)
      return ScriptRun(session)(script)
    }
    let read = try run(host + "print (profile of ana.example).name")
    #expect(read.error == nil && read.lines.last == "Ana", "\(read)")
    #expect(responder.log == ["xrpc/app.bsky.actor.getProfile"])
    #expect(try run("timeline").error == "no account is logged in | try: login HANDLE")
    #expect(
      try run("like at://did:plc:ana/app.bsky.feed.post/3mbo36fa7z2ue").error
        == "no account is logged in | try: login HANDLE")
    responder.close()
    // The setting and the answer were kept.
    let again = try run("set kept-pages always; print (profile of ana.example).name")
    #expect(again.error == nil && again.lines.last == "Ana", "\(again)")
  }
}
