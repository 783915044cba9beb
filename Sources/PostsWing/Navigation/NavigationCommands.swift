import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The commands for going from place to place and back.
enum NavigationCommands {
  private static let person = Parameter(
    "HANDLE", .either([.name(.person), .record(of: "a person or a post")]), optional: true,
    "a handle, such as ana.bsky.social (default: yours)")

  /// The explanation that `explain` gives for a navigation command.
  private static let idle = "took you there without changing anything: `go back` returns"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "go", summary: "shows your place and the five tabs",
      details: """
        There are five tabs: timeline, feeds, notifications, likes and your own profile. Each keeps its place. Posts, \
        profiles and feeds that you open in a tab are stacked on top of it. `go back` goes back one page, and from the \
        bottom of the stack returns to the previous tab. Without an account, feeds, profiles and posts can be read.
        """,
      examples: [
        .init(
          "login bob.test\ntimeline 3\ngo post @2\nexpect (go | where here | first).command == \"go post @2\"",
          "your place")
      ],
      searchWords: ["where", "navigation", "tabs", "stack", "history"], in: .reading,
      shows: .drawn { PostNavigator($0).showPlaces($1) }, role: .looks
    ) { (session, _) throws(Failure) in try PostNavigator(session).places() },
    going(
      "timeline", [], "goes to the timeline", "go timeline\nexpect navigation.tab == timeline", ["home"]
    ) { (_, _) throws(Failure) in .timeline },
    going(
      "feeds", [], "goes to the list of feeds", "expect (go feeds | count) > 3\ngo back", ["discover"]
    ) { (_, _) throws(Failure) in .feeds },
    going(
      "feed",
      [
        Parameter(
          "FEED", .either([.name(.feed), .record(of: "a feed")]), "a feed that `feeds` lists, or the link to its page")
      ],
      "goes to a feed",
      "go feeds\nexpect (go feed hot | first).likes > 20\ngo back\nexpect navigation.place == \"go feeds\"",
      ["generator"]
    ) { (session, arguments) throws(Failure) in .feed(try ListCommands(session).feed(arguments[0])) },
    going(
      "notifications", [], "goes to the notifications", "expect (go notifications | count) > 3\ngo back", ["inbox"]
    ) { (_, _) throws(Failure) in .notifications },
    going(
      "profile", [person], "goes to a profile (default: yours)",
      "expect (go profile ana.test).following\nexpect (go profile).handle == \"bob.test\"\ngo back", ["user", "person"]
    ) { (session, arguments) throws(Failure) in .profile(try PostNavigator(session).other(arguments)) },
    going(
      "post", [PostWriting.post], "goes to a post and its conversation",
      "let first = timeline 1 | first\nexpect (go post $first | where depth == 0 | first).uri == $first.uri\ngo back",
      ["thread", "conversation"]
    ) { (session, arguments) throws(Failure) in .post(try PostReader(session).published(arguments[0])) },
    going(
      "likes", [person], "goes to the posts that you liked",
      "timeline 3\nlike @2; wait 1s\nexpect (go likes | count) == 1",
      ["hearts"]
    ) { (session, arguments) throws(Failure) in
      let other = try PostNavigator(session).other(arguments)
      if let other {
        throw .refused("only \(other) can see their likes", "try: go profile \(other)").about(0)
      }
      return .likes(nil)
    },
    CommandEntry(
      "go back", summary: "goes back",
      details:
        "The command goes back one page in the tab's stack; from the bottom, it returns to the previous tab. The place "
        + "is loaded again.",
      examples: [
        .init(
          "login bob.test\ngo notifications\ngo feeds\ngo back\nexpect navigation.tab == notifications",
          "to the previous tab"),
        .init("login bob.test\nexpect error { go back }", "there is nowhere to go back to"),
      ],
      searchWords: ["return", "previous", "pop"], advancesClock: true, in: .reading, shows: view, role: .loads,
      idle: idle
    ) { (session, _) throws(Failure) in try PostNavigator(session).move { $0.goBack() } },
    CommandEntry(
      "go forward", summary: "goes forward, undoing `go back`",
      examples: [
        .init(
          "login bob.test\ngo notifications\ngo feeds\ngo back\ngo back\ngo forward\nexpect navigation.tab == notifications",
          "forward again")
      ],
      searchWords: ["next", "again"], advancesClock: true, in: .reading, shows: view, role: .loads,
      idle: idle
    ) { (session, _) throws(Failure) in try PostNavigator(session).move { $0.goForward() } },
  ]

  static let states: [StateEntry] = [
    StateEntry("navigation", "tab", "the current tab") { $0.world.posts.reading.navigation.tab },
    StateEntry("navigation", "place", "the current place, as the command that goes there") {
      PostNavigator($0).command(to: $0.world.posts.reading.navigation.destination)
    },
    StateEntry("navigation", "back", "`true` if `go back` has a place to go to") {
      $0.world.posts.reading.navigation.behind != .none
    },
    StateEntry("navigation", "forward", "`true` if `go forward` has a place to go to") {
      $0.world.posts.reading.navigation.inFront != .none
    },
  ]

  static let view = CommandEntry.View.drawn { session, value in PostNavigator(session).showPlace(value) }

  private static func going(
    _ word: String, _ parameters: [Parameter], _ summary: String, _ example: String, _ words: [String],
    _ destination: @escaping @Sendable (Session, Arguments) throws(Failure) -> Destination
  ) -> CommandEntry {
    CommandEntry(
      "go \(word)", parameters, summary: summary,
      details: "This shows the same content as the corresponding command, such as `timeline` or `thread`. "
        + "`go back` returns to the previous place.",
      examples: [.init("login bob.test\n" + example, "a place and its content")],
      searchWords: words + ["navigate", "open"],
      advancesClock: true, in: .reading, shows: view, role: .loads, idle: idle
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let there = try destination(session, arguments)
      _ = try PostReader(session).viewer(of: there.isPublic)
      return try PostNavigator(session).move { $0.go(to: there) }
    }
  }
}

extension Navigation.Tab: ScriptValue {}
