import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The events of posts that are being sent, and of the network.
struct SendingEvents {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let all = [sent.row, failed.row, deleted.row, offline.row, online.row]

  static let sent = EventEntry<SentPost>(
    "post.sent", "a post was published", lasts: true,
    fields: [
      .init("post", "the post's number in the outbox") { $0.entry.id },
      .init("uri", "the post's address, for other programs") { $0.reference.address.description },
      .init("key", "the post's key, for `delete`") { .text($0.reference.address.key) },
      .init("cid", "the hash of the post") { $0.reference.cid },
      .init("text", "the text, with shortened links") { $0.entry.post.text },
      .init("unknown", "handles in the text that do not exist: they were sent as plain text") {
        .list($0.unknown.map { .text($0) })
      },
    ],
    says: { line, sent, _ in
      line.write(.done, "post ", sent.entry.id, " published as ")
      line.add(text: sent.reference.address.key)
      if !sent.unknown.isEmpty {
        line.add(
          text:
            "; no such account, so sent as plain text: \(sent.unknown.map { "@" + $0 }.joined(separator: ", "))"
        )
      }
    },
    reason: { fields, _ in
      [
        "The server has the post. Its key is derived from the time of writing, so sending the post twice cannot "
          + "publish it twice.",
        "`delete \(fields["key"]?.text ?? "")` deletes it.",
      ]
    })

  static let failed = EventEntry<FailedPost>(
    "post.failed", "a post was not published, or its state is unknown",
    fields: [
      .init("post", "the post's number in the outbox") { $0.entry.id },
      .init("state", "waiting, unsure or refused") { $0.delivery.state.rawValue },
      .init("reason", "the reason") { .text($0.delivery.words ?? "") },
      .init("retry", "the time of the next automatic attempt; none if only `outbox send N` sends the post") {
        $0.delivery.due
      },
    ],
    says: { line, failed, session in
      line.write(.failed, "post ", failed.entry.id)
      line.add(text: " \(words(failed, session.now))")
    },
    reason: { fields, _ in
      switch fields["state"]?.text {
      case "unsure": ["The server may have the post. The shell asks the server before sending it again."]
      case "refused": ["The server refused the post as it is, so the shell does not try again by itself."]
      default: ["The post has not been published: it is waiting in the outbox."]
      }
    })

  private static func words(_ failed: FailedPost, _ now: Instant) -> String {
    let reason = failed.delivery.words ?? ""
    let number = failed.entry.id
    let retry = failed.delivery.due.map { ", next attempt in \(TimeText.length(rounded($0 - now)))" }
    switch failed.outcome {
    case .missing: return "cannot be sent: \(reason); `outbox remove \(number)` removes it"
    case .refused: return "was refused by the server: \(reason); `outbox remove \(number)` removes it"
    case .locked: return "is waiting: \(reason); it will be sent when you log in again (`login`)"
    case .unsure: return "may or may not have been published: \(reason)\(retry ?? "")"
    case .later, .offline, .sent: return "is waiting: \(reason)\(retry ?? "")"
    }
  }

  /// Rounds a wait to whole seconds: its exact length is random.
  private static func rounded(_ length: Duration) -> Duration {
    .seconds(max(1, (length.microseconds + 500_000) / 1_000_000))
  }

  static let deleted = EventEntry<DeletedPost>(
    "post.deleted", "a post was deleted from its server",
    fields: [.init("uri", "the post's former address") { $0.address.description }],
    says: { line, deleted, _ in
      line.mark(.done)
      line.add(text: "deleted: \(deleted.address.key)")
    }, reason: { _, _ in ["`delete` asked the server to delete the post."] })

  static let offline = EventEntry<Void>(
    "network.offline", "no server could be reached",
    says: { line, _, _ in line.write(.warning, "no network: unsent posts and reactions wait in the outbox") },
    reason: { _, _ in ["No server could be reached. The shell keeps trying, and `network.online` reports success."] }
  )

  static let online = EventEntry<Void>(
    "network.online", "a server was reached again",
    says: { line, _, _ in line.write(.done, "the network is back") },
    reason: { _, _ in ["A server responded again."] })
}

extension SendingEvents {
  /// Describes a later log entry that the delivery of posts caused by itself; `nil` for any other entry.
  static func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? {
    guard case .event(let row, let fields) = entry.what else { return nil }
    let number = Int(fields["post"]?.number ?? 0)
    switch row {
    case sent.row: return FollowUp(.post, "post \(number) was published.")
    case failed.row:
      let state = fields["state"]?.text
      let words = fields["reason"]?.text ?? ""
      let rest = (words.isEmpty ? "" : ": \(words)") + chance(session, words)
      return FollowUp(
        .post,
        state == "refused"
          ? "the server refused post \(number)\(rest)."
          : state == "unsure"
            ? "post \(number) may or may not have been published\(rest)."
            : "post \(number) could not be sent\(rest).")
    case offline.row:
      let isByChance = session.world.posts.choices.conditions.isOn
      return FollowUp(
        .network,
        "no server could be reached, so unsent posts wait in the outbox\(isByChance ? chance(session) : "").")
    case online.row: return FollowUp(.network, "a server was reached again.")
    default: return nil
    }
  }

  /// Names the setting that breaks connections of the practice network.
  /// - Parameter words: what happened, if it may have had another cause.
  private static func chance(_ session: Session, _ words: String = PracticeNetwork.brokenConnection) -> String {
    let share = session.world.posts.choices.conditions.failures
    guard share > 0, words == PracticeNetwork.brokenConnection else { return "" }
    return share >= 1
      ? "; every request fails (`set network-failures`)"
      : "; \(TimeText.decimal(share * 100))% of all requests fail at random (`set network-failures`)"
  }

  func report(sending event: PostPart.Event) {
    switch event {
    case .sent(let sent): session.emit(SendingEvents.sent, sent, at: session.now)
    case .failed(let failed): session.emit(SendingEvents.failed, failed, at: session.now)
    case .deleted(let deleted): session.emit(SendingEvents.deleted, deleted, at: session.now)
    case .network(isOn: true): session.emit(SendingEvents.online, (), at: session.now)
    case .network(isOn: false): session.emit(SendingEvents.offline, (), at: session.now)
    default: break
    }
  }
}
