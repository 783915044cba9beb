import Bluesky
import StoryScript
import Terminal
import Timeline

/// The events of likes, reposts, bookmarks, follows, mutes and blocks.
enum ReactionEvents {
  static let all = [changed.row, failed.row]

  static let changed = EventEntry<ReactionChange>(
    "reaction.changed",
    "a like, repost, bookmark, follow, mute or block was made or taken back, or notifications were seen", lasts: true,
    fields: [
      .init("kind", "which of them") { .text($0.reaction.kind.rawValue) },
      .init("on", "whether it was made; else it was taken back") { $0.isOn },
      .init("ref", "the post that it is about, as in @3") { $0.number.map { "@\($0)" } },
      .init("handle", "who it is, or whose post") { .text($0.reaction.handle) },
      .init("subject", "the post's address, the DID of a person, or up to when notifications are seen") {
        .text($0.reaction.subjectText)
      },
    ],
    says: { line, change, _ in
      line.mark(change.isOn && change.reaction.kind == .like ? .liked : .done)
      line.add(text: words(change.reaction, change.isOn, change.number))
    },
    reason: { _, _ in
      ["It is shown at once and sent as soon as there is a network; what is taken back before that is never sent."]
    })

  static let failed = EventEntry<ReactionFailure>(
    "reaction.failed", "the server did not want a like, repost, bookmark, follow, mute or block: it was taken back",
    fields: [
      .init("kind", "which of them") { .text($0.reaction.kind.rawValue) },
      .init("on", "whether it was to be made; else it was to be taken back") { $0.isOn },
      .init("handle", "who it is, or whose post") { .text($0.reaction.handle) },
      .init("reason", "why") { .text($0.words) },
    ],
    says: { line, failure, _ in
      line.mark(.failed)
      line.add(text: "not so: \(words(failure.reaction, failure.isOn, nil)): \(failure.words)")
    },
    reason: { _, _ in ["The server said no, so it was taken back here."] })

  /// Describes the new state of a reaction in a sentence.
  /// - Parameter isNew: `true` if the state was different before.
  static func words(_ reaction: Reaction, _ isOn: Bool, _ number: Int?, isNew: Bool = true) -> String {
    let post = number.map { "@\($0), the post of @\(reaction.handle)," } ?? "the post of @\(reaction.handle)"
    let (not, more) = isOn ? ("", "") : isNew ? ("", " no more") : (" not", "")
    func sentence(_ subject: String, _ word: String) -> String { "\(subject) is\(not) \(word)\(more)" }
    return switch reaction.kind {
    case .like: sentence(post, "liked")
    case .repost: sentence(post, "reposted")
    case .bookmark: sentence(post, "bookmarked")
    case .follow: sentence("@" + reaction.handle, "followed")
    case .mute: sentence("@" + reaction.handle, "muted")
    case .block: sentence("@" + reaction.handle, "blocked")
    case .seen: isOn ? "the notifications that were read are seen" : "the notifications are unread again"
    }
  }
}

extension Reaction {
  fileprivate var subjectText: String {
    switch subject {
    case .post(let post): post.address.description
    case .person(let did): did
    case .notifications(let instant, _): CivilTime(utc: instant).dateTimeText + "Z"
    }
  }
}

extension Session {
  func tell(reaction event: PostPart.Event) {
    switch event {
    case .reacted(let change): emit(ReactionEvents.changed, change, at: now)
    case .unreacted(let failure): emit(ReactionEvents.failed, failure, at: now)
    default: break
    }
  }
}
