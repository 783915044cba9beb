import Foundation
import Testing

@testable import ShellCore

/// Words that hide posts.
@Suite struct WordCommandsTests {
  private static let login =
    "login bob.test\nlet all = timeline 40\nlet post = $all | where author != \"bob.test\" | first\n"
    + "let word = split $post.text \" \" | where (length $it) > 4 | first\n"

  @Test func mutedPostsAreHiddenUntilRequested() {
    let run = ScriptRun()
    #expect(run(Self.login + "mute word $word").error == nil)
    let shown = run("show $post.ref").lines.joined()
    let listed = run("timeline 40").lines
    #expect(listed.contains { $0.contains("hidden because you muted the word") })
    #expect(!shown.contains("hidden because"))
    #expect(run("undo; expect reading.words == []").error == nil)
    #expect(!run("timeline 40").lines.contains { $0.contains("muted the word") })
  }

  /// One post of a feed, as the value of a pipeline, shows what the feed shows.
  @Test func aSinglePostOfAFeedStaysHidden() {
    let run = ScriptRun()
    _ = run(Self.login + "mute word $word")
    let one = run("timeline 40 | where uri == $post.uri | first").lines
    #expect(one.contains { $0.contains("hidden because you muted the word") }, "\(one)")
    let text = run("print $post.text").lines.joined(separator: " ")
    #expect(!text.isEmpty && !one.joined(separator: " ").contains(text), "\(one)")
    #expect(!run("show $post.ref").lines.joined().contains("hidden because"))
    let other = run("timeline 40 | where hidden == none | first").lines
    #expect(other.first?.contains("@") == true && !other.joined().contains("hidden"), "\(other)")
  }

  /// Muted words are not among the muted accounts, but their list says where they are.
  @Test func theMutedAccountsNameTheWords() {
    let run = ScriptRun()
    #expect(!run("login bob.test; mutes").lines.joined().contains("muted word"))
    let lines = run("mute word football; mute word tennis; mutes").lines
    #expect(lines.contains { $0.contains("2 muted words listed separately: print reading.words") }, "\(lines)")
    #expect(run("print reading.words").lines == ["[\"football\", \"tennis\"]"])
  }

  /// A value holds the whole list; a hidden post says that it is hidden, and why.
  @Test func valuesSayWhatIsHidden() {
    ScriptRun.passes(
      Self.login
        + """
        expect (timeline 40 | where hidden != none | count) == 0
        mute word $word
        let all = timeline 40
        let unseen = $all | where hidden != none
        expect ($unseen | count) > 0 and (contains ($unseen | each { $it.uri }) $post.uri)
        for one in $unseen { expect (contains (lower $one.text) (lower $word)) and (contains $one.hidden "muted the word") }
        expect (show $post.ref).hidden == $unseen[0].hidden
        let author = $all | where hidden == none and author != "bob.test" and by == none | first
        mute $author.author
        expect (show $author.ref).hidden == "you muted the author"
        undo; undo
        expect (timeline 40 | where hidden != none | count) == 0
        """)
  }

  /// A hidden post is not offered as a completion either.
  @Test func hiddenPostsAreNotCompletedByTheirWords() {
    let run = ScriptRun()
    _ = run(Self.login + "mute word $word")
    let names = run.session.catalog.names(.post, run.session)
    #expect(names.contains { $0.description.hasSuffix("hidden") })
  }

  @Test func ownPostsAreShown() {
    let run = ScriptRun()
    _ = run("login bob.test; post \"football tonight\"; wait 1s; mute word football")
    #expect(run("posts of bob.test").lines.contains { $0.contains("football tonight") })
  }

  @Test(arguments: [
    ("mute word \" \"", "a word is missing | try: mute word \"football\""),
    ("unmute word x", "\"x\" is not muted"),
    ("mute word football; unmute word x", "\"x\" is not muted | you have muted football"),
    ("mute word football; unmute word fotball", "\"fotball\" is not muted | did you mean 'football'?"),
    ("mute word (repeated \"x\" 101)", "a muted word can have at most 100 characters, not 101"),
  ])
  func invalidAttachments(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  @Test func mutedWordsAreSaved() throws {
    let folder = "/tmp/storyline-words-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func run(_ script: String) throws -> String { try Program.output(script, state: folder) }
    _ = try run("mute word football; mute word \"spoiler alert\"; mute word x; unmute word X")
    #expect(try run("print reading.words; unmute word Football") == "[\"football\", \"spoiler alert\"]\n")
    #expect(try run("print reading.words") == "[\"spoiler alert\"]\n")
  }
}
