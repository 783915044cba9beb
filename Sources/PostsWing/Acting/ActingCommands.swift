import Bluesky
import ShellCore
import StoryScript

/// The commands for reactions to posts and people.
package enum ActingCommands {
  private static let person = Parameter(
    "HANDLE", .either([.name(.person), .record(of: "a person or a post")]),
    "a handle, such as ana.bsky.social, or @3 for the author of post @3")

  /// With an argument, `like` is about a post; without one, it is about the story that is playing.
  package static let like = post(
    .like, true, "like", "likes or unlikes the playing story, or likes a post", isOptional: true,
    details: """
      Without a post, `like` toggles the like of the playing story. A post is shown as liked at once, and the like is \
      sent as soon as there is a network; liking a post twice changes nothing. `undo` removes the like from the \
      server, too.
      """)
  package static let unlike = post(
    .like, false, "unlike", "removes a like from the playing story or from a post", isOptional: true)

  static let entries: [CommandEntry] = [
    post(.repost, true, "repost", "reposts a post to your followers"),
    post(.repost, false, "unrepost", "removes a repost"),
    post(.bookmark, true, "bookmark", "bookmarks a post; bookmarks are private"),
    post(.bookmark, false, "unbookmark", "removes a bookmark"),
    people(.follow, true, "follow", "follows an account: the timeline shows its posts"),
    people(.follow, false, "unfollow", "unfollows an account"),
    people(
      .mute, true, "mute", "mutes an account: you no longer see its posts (its owner is not told)",
      details: """
         The value of a list still contains hidden posts, with the reason: `timeline | where hidden == none` removes them.
        """),
    people(.mute, false, "unmute", "unmutes an account"),
    people(.block, true, "block", "blocks an account (its owner can see this)"),
    people(.block, false, "unblock", "unblocks an account"),
  ]

  static let states: [StateEntry] = [
    StateEntry("outbox", "reactions", "the number of unsent reactions: likes, reposts, follows and so on") {
      $0.world.posts.pendingReactions.pendingCount
    }
  ]

  private static func post(
    _ kind: Reaction.Kind, _ isOn: Bool, _ word: String, _ summary: String, isOptional: Bool = false,
    details: String =
      "The change is shown at once and sent as soon as there is a network; repeating the command changes nothing. "
      + "`undo` reverts the change."
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
    ) { (session, arguments) throws(Failure) in try ReactionSender(session).react(kind, isOn, arguments[0]) }
  }

  private static func people(
    _ kind: Reaction.Kind, _ isOn: Bool, _ word: String, _ summary: String,
    details: String = ""
  ) -> CommandEntry {
    let field = ["follow": "following", "mute": "muted", "block": "blocked"][kind.rawValue] ?? ""
    let act = isOn ? "\(word) june.test" : "\(kind.rawValue) june.test\nwait 1s\n\(word) june.test"
    return CommandEntry(
      word, [person], summary: summary,
      details: "The change is sent as soon as there is a network; repeating the command changes nothing. "
        + "`undo` reverts the change." + details,
      examples: [
        .init(
          "login bob.test\n\(act)\nwait 1s\nexpect \(isOn ? "" : "not ")(profile of june.test).\(field)", "an account")
      ],
      searchWords: ["friend", "subscribe", "hide", "silence", "ban"], effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try ReactionSender(session).react(kind, isOn, arguments[0]) }
  }
}
