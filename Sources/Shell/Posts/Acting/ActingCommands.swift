import Bluesky
import StoryScript

/// The commands for reactions to posts and people.
enum ActingCommands {
  private static let person = Parameter(
    "HANDLE", .either([.name(.person), .record(of: "a person or a post")]), "who, such as ana.bsky.social")

  /// With an argument, `like` is about a post; without one, it is about the story that is playing.
  static let like = post(
    .like, true, "like", "likes the story that plays, or takes that back; or likes a post", isOptional: true,
    details: """
      Without a post it is the story. A post is liked at once here, and on its server as soon as there is a network; \
      twice is once. `undo` takes it back there, too.
      """)
  static let unlike = post(
    .like, false, "unlike", "takes a like back, of the story that plays or of a post", isOptional: true)

  static let entries: [CommandEntry] = [
    post(.repost, true, "repost", "shows a post to those who follow you"),
    post(.repost, false, "unrepost", "takes a repost back"),
    post(.bookmark, true, "bookmark", "puts a post aside, for `bookmarks`; nobody sees that"),
    post(.bookmark, false, "unbookmark", "takes a bookmark away"),
    people(.follow, true, "follow", "has the timeline show what somebody writes"),
    people(.follow, false, "unfollow", "takes that back"),
    people(
      .mute, true, "mute", "does not show what somebody writes any more; they do not learn of it",
      details: """
         What a server lists all the same is in the list as a value, with the reason: `timeline | where hidden == none`.
        """),
    people(.mute, false, "unmute", "takes that back"),
    people(.block, true, "block", "wants nothing of somebody, who can see that"),
    people(.block, false, "unblock", "takes that back"),
  ]

  static let states: [StateEntry] = [
    StateEntry("outbox", "reactions", "how many likes, reposts, follows and the like are still to be sent") {
      $0.world.posts.wishes.pendingCount
    }
  ]

  private static func post(
    _ kind: Reaction.Kind, _ isOn: Bool, _ word: String, _ summary: String, isOptional: Bool = false,
    details: String =
      "It is shown at once, and sent as soon as there is a network; twice is once. `undo` takes it back."
  ) -> CommandEntry {
    let field = ["like": "liked", "repost": "reposted", "bookmark": "bookmarked"][kind.rawValue] ?? ""
    let act = isOn ? "\(word) @2" : "\(kind.rawValue) @2\n\(word) @2"
    return CommandEntry(
      word,
      [Parameter("POST", PostWriting.post.type, optional: isOptional, PostWriting.post.summary)],
      summary: summary, details: details,
      examples: [
        .init(
          "login bob.test\nlet posts = timeline 3\n\(act)\nwait 1s\nexpect \(isOn ? "" : "not ")(show @2).\(field)",
          "the second post")
      ],
      searchWords: ["heart", "react", "favourite", "boost", "save"], effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try session.react(kind, isOn, arguments[0]) }
  }

  private static func people(
    _ kind: Reaction.Kind, _ isOn: Bool, _ word: String, _ summary: String,
    details: String = ""
  ) -> CommandEntry {
    let field = ["follow": "following", "mute": "muted", "block": "blocked"][kind.rawValue] ?? ""
    let act = isOn ? "\(word) june.test" : "\(kind.rawValue) june.test\nwait 1s\n\(word) june.test"
    return CommandEntry(
      word, [person], summary: summary,
      details: "It is sent as soon as there is a network; twice is once. `undo` takes it back." + details,
      examples: [
        .init(
          "login bob.test\n\(act)\nwait 1s\nexpect \(isOn ? "" : "not ")(profile of june.test).\(field)", "somebody")
      ],
      searchWords: ["friend", "subscribe", "hide", "silence", "ban"], effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try session.react(kind, isOn, arguments[0]) }
  }
}
