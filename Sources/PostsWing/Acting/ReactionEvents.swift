import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The events of likes, reposts, bookmarks, follows, mutes and blocks.
struct ReactionEvents {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let all = [changed.row, failed.row]

  static let changed = EventEntry<ReactionChange>(
    "reaction.changed",
    "a like, repost, bookmark, follow, mute or block was added or removed, or notifications were marked as seen",
    lasts: true,
    fields: [
      .init("kind", "the kind: like, repost, bookmark, follow, mute, block or seen") {
        .text($0.reaction.kind.rawValue)
      },
      .init("on", "`true` if the reaction was added, `false` if it was removed") { $0.isOn },
      .init("ref", "the post's number, as in @3") { $0.number.map { "@\($0)" } },
      .init("handle", "the person, or the author of the post") { .text($0.reaction.handle) },
      .init("subject", "the post's address, the person's DID, or the time up to which notifications are seen") {
        .text($0.reaction.subjectText)
      },
    ],
    says: { line, change, _ in
      line.mark(change.isOn && change.reaction.kind == .like ? .liked : .done)
      line.add(text: words(change.reaction, change.isOn, change.number))
    },
    reason: { _, _ in
      [
        "The change is shown at once and sent as soon as there is a network. If you undo the change first, nothing is sent."
      ]
    })

  static let failed = EventEntry<ReactionFailure>(
    "reaction.failed",
    "a change to a like, repost, bookmark, follow, mute, block or seen mark was reverted because the server refused it",
    fields: [
      .init("kind", "the kind: like, repost, bookmark, follow, mute, block or seen") {
        .text($0.reaction.kind.rawValue)
      },
      .init("on", "`true` if the reaction was to be added, `false` if it was to be removed") { $0.isOn },
      .init("handle", "the person, or the author of the post") { .text($0.reaction.handle) },
      .init("reason", "the reason") { .text($0.words) },
    ],
    says: { line, failure, _ in
      line.mark(.failed)
      line.add(text: "reverted: \(words(failure.reaction, !failure.isOn, nil)) (\(failure.words))")
    },
    reason: { _, _ in ["The server refused the change, so it was reverted here."] })

  /// Describes the new state of a reaction in a sentence.
  /// - Parameter isNew: `true` if the state was different before.
  static func words(_ reaction: Reaction, _ isOn: Bool, _ number: Int?, isNew: Bool = true) -> String {
    let post = number.map { "@\($0), the post by @\(reaction.handle)," } ?? "the post by @\(reaction.handle)"
    let not = isOn ? "" : isNew ? " no longer" : " not"
    func sentence(_ subject: String, _ word: String) -> String { "\(subject) is\(not) \(word)" }
    return switch reaction.kind {
    case .like: sentence(post, "liked")
    case .repost: sentence(post, "reposted")
    case .bookmark: sentence(post, "bookmarked")
    case .follow: sentence("@" + reaction.handle, "followed")
    case .mute: sentence("@" + reaction.handle, "muted")
    case .block: sentence("@" + reaction.handle, "blocked")
    case .seen: isOn ? "the notifications read so far are marked as seen" : "the notifications are unread again"
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

extension ReactionEvents {
  func report(reaction event: PostPart.Event) {
    switch event {
    case .reacted(let change): session.emit(ReactionEvents.changed, change, at: session.now)
    case .unreacted(let failure): session.emit(ReactionEvents.failed, failure, at: session.now)
    default: break
    }
  }
}
