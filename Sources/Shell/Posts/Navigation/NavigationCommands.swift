import Bluesky
import StoryScript
import Terminal

/// The commands for going from place to place and back.
enum NavigationCommands {
  private static let person = Parameter(
    "HANDLE", .either([.name(.person), .record(of: "a person or a post")]), optional: true,
    "who, such as ana.bsky.social; you unless said")

  /// The explanation that `explain` gives for a navigation command.
  private static let idle = "led there, and changed nothing: `go back` leads back"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "go", summary: "says where one is, and what lies in the five tabs",
      details: """
        A tab each for the timeline, feeds, notifications, likes and one's own profile, as it was left. What one goes to \
        from there lies upon it: a post, somebody's profile, a feed. `go back` leads out of that, and from the ground of a \
        tab to the tab before.
        """,
      examples: [
        .init(
          "login bob.test\ntimeline 3\ngo post @2\nexpect (go | where here | first).command == \"go post @2\"",
          "where one is")
      ],
      searchWords: ["where", "navigation", "tabs", "stack", "history"], in: .reading,
      shows: .drawn { $0.showPlaces($1) }, role: .looks
    ) { (session, _) throws(Failure) in try session.places() },
    going(
      "timeline", [], "goes to the timeline", "go timeline\nexpect navigation.tab == timeline", ["home"]
    ) { (_, _) throws(Failure) in .timeline },
    going(
      "feeds", [], "goes to the feeds that others have made", "expect (go feeds | count) > 3\ngo back", ["discover"]
    ) { (_, _) throws(Failure) in .feeds },
    going(
      "feed",
      [Parameter("FEED", .either([.name(.feed), .record(of: "a feed")]), "one that `feeds` lists, or by its page")],
      "goes to a feed",
      "go feeds\nexpect (go feed hot | first).likes > 20\ngo back\nexpect navigation.place == \"go feeds\"",
      ["generator"]
    ) { (session, arguments) throws(Failure) in .feed(try session.feed(arguments[0])) },
    going(
      "notifications", [], "goes to what others did", "expect (go notifications | count) > 3\ngo back", ["inbox"]
    ) { (_, _) throws(Failure) in .notifications },
    going(
      "profile", [person], "goes to somebody, or to oneself",
      "expect (go profile ana.test).following\nexpect (go profile).handle == \"bob.test\"\ngo back", ["user", "person"]
    ) { (session, arguments) throws(Failure) in .profile(try session.other(arguments)) },
    going(
      "post", [PostWriting.post], "goes to a post, with the conversation around it",
      "let first = timeline 1 | first\nexpect (go post $first | where depth == 0 | first).uri == $first.uri\ngo back",
      ["thread", "conversation"]
    ) { (session, arguments) throws(Failure) in .post(try session.published(arguments[0])) },
    going(
      "likes", [person], "goes to the posts that one has liked",
      "timeline 3\nlike @2; wait 1s\nexpect (go likes | count) == 1",
      ["hearts"]
    ) { (session, arguments) throws(Failure) in
      let other = try session.other(arguments)
      if let other {
        throw .refused("a server tells nobody but \(other) what they like", "go profile \(other)").about(0)
      }
      return .likes(nil)
    },
    CommandEntry(
      "go back", summary: "comes back from where one went",
      details: "Out of the stack of the tab first, then to the tab before. What is shown is read anew.",
      examples: [
        .init(
          "login bob.test\ngo notifications\ngo feeds\ngo back\nexpect navigation.tab == notifications",
          "to the tab before"),
        .init("login bob.test\nexpect error { go back }", "one went nowhere"),
      ],
      searchWords: ["return", "previous", "pop"], takesTime: true, in: .reading, shows: view, role: .loads,
      idle: idle
    ) { (session, _) throws(Failure) in try session.move { $0.goBack() } },
    CommandEntry(
      "go forward", summary: "goes where one came back from",
      examples: [
        .init(
          "login bob.test\ngo notifications\ngo feeds\ngo back\ngo back\ngo forward\nexpect navigation.tab == notifications",
          "once more")
      ],
      searchWords: ["next", "again"], takesTime: true, in: .reading, shows: view, role: .loads,
      idle: idle
    ) { (session, _) throws(Failure) in try session.move { $0.goForward() } },
  ]

  static let states: [StateEntry] = [
    StateEntry("navigation", "tab", "in which of the tabs one is") { $0.world.posts.reading.navigation.tab },
    StateEntry("navigation", "place", "where one is: the command that leads there") {
      $0.command(to: $0.world.posts.reading.navigation.destination)
    },
    StateEntry("navigation", "back", "whether `go back` leads anywhere") {
      $0.world.posts.reading.navigation.behind != .none
    },
    StateEntry("navigation", "forward", "whether `go forward` leads anywhere") {
      $0.world.posts.reading.navigation.inFront != .none
    },
  ]

  static let view = CommandEntry.View.drawn { session, value in session.showPlace(value) }

  private static func going(
    _ word: String, _ parameters: [Parameter], _ summary: String, _ example: String, _ words: [String],
    _ destination: @escaping @Sendable (Session, Arguments) throws(Failure) -> Destination
  ) -> CommandEntry {
    CommandEntry(
      "go \(word)", parameters, summary: summary,
      details: "It is shown as the command of that name shows it, and `go back` leads back.",
      examples: [.init("login bob.test\n" + example, "and what is there")], searchWords: words + ["navigate", "open"],
      takesTime: true, in: .reading, shows: view, role: .loads, idle: idle
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      _ = try session.reader()
      let there = try destination(session, arguments)
      return try session.move { $0.go(to: there) }
    }
  }
}

extension Navigation.Tab: ScriptValue {}
