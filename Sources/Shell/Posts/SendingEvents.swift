import Bluesky
import StoryScript
import Terminal
import Timeline

/// The events of posts that are being sent, and of the network.
enum SendingEvents {
  static let all = [sent.row, failed.row, deleted.row, offline.row, online.row]

  static let sent = EventEntry<SentPost>(
    "post.sent", "a post was published", lasts: true,
    fields: [
      .init("post", "its number in the outbox") { $0.entry.id },
      .init("uri", "its address, for other programs") { $0.reference.address.description },
      .init("key", "its key, for `delete`") { .text($0.reference.address.key) },
      .init("cid", "the hash of what it says") { $0.reference.cid },
      .init("text", "what it says; links stand there shortened") { $0.entry.post.text },
      .init("unknown", "handles in it that nobody has: they went out as text") {
        .list($0.unknown.map { .text($0) })
      },
    ],
    says: { line, sent, _ in
      line.say(.done, "post ", sent.entry.id, " is published as ")
      line.add(text: sent.reference.address.key)
      if !sent.unknown.isEmpty {
        line.add(text: "; nobody is called \(sent.unknown.map { "@" + $0 }.joined(separator: ", ")), so that is text")
      }
    },
    reason: { fields, _ in
      [
        "The server has it, under a key that was made from when it was written: sent twice, it would still be one.",
        "`delete \(fields["key"]?.text ?? "")` takes it back.",
      ]
    })

  static let failed = EventEntry<FailedPost>(
    "post.failed", "a post was not published, or nobody knows",
    fields: [
      .init("post", "its number in the outbox") { $0.entry.id },
      .init("state", "waiting, unsure or refused") { $0.delivery.state.rawValue },
      .init("reason", "why") { .text($0.delivery.words ?? "") },
      .init("retry", "when it is tried again by itself; none: `outbox send N`") { $0.delivery.due },
    ],
    says: { line, failed, session in
      line.say(.failed, "post ", failed.entry.id)
      line.add(text: " \(words(failed, session.now))")
    },
    reason: { fields, _ in
      switch fields["state"]?.text {
      case "unsure": ["The server may have it: it is asked before anything is sent again."]
      case "refused": ["The server does not want it as it is, so it is not tried again by itself."]
      default: ["Nothing was published. It waits in the outbox."]
      }
    })

  private static func words(_ failed: FailedPost, _ now: Instant) -> String {
    let reason = failed.delivery.words ?? ""
    let number = failed.entry.id
    let retry = failed.delivery.due.map { ", next try in \(TimeText.length(rounded($0 - now)))" }
    switch failed.outcome {
    case .missing: return "cannot go out: \(reason); `outbox remove \(number)` takes it out"
    case .refused: return "is refused by the server: \(reason); `outbox remove \(number)` takes it out"
    case .locked: return "waits: \(reason); it goes out when you `login` again"
    case .unsure: return "may be published, or not: \(reason)\(retry ?? "")"
    case .later, .offline, .sent: return "waits: \(reason)\(retry ?? "")"
    }
  }

  /// Rounds a wait to whole seconds: its exact length is random.
  private static func rounded(_ length: Duration) -> Duration {
    .seconds(max(1, (length.microseconds + 500_000) / 1_000_000))
  }

  static let deleted = EventEntry<DeletedPost>(
    "post.deleted", "a post was taken off its server",
    fields: [.init("uri", "the address that it had") { $0.address.description }],
    says: { line, deleted, _ in
      line.mark(.done)
      line.add(text: "deleted: \(deleted.address.key)")
    }, reason: { _, _ in ["`delete` asked its server for that."] })

  static let offline = EventEntry<Void>(
    "network.offline", "no server was reached",
    says: { line, _, _ in line.say(.warning, "there is no network: what was to be sent waits in the outbox") },
    reason: { _, _ in ["Something could not be sent; it is tried again, and `network.online` tells when that worked."] }
  )

  static let online = EventEntry<Void>(
    "network.online", "a server was reached again",
    says: { line, _, _ in line.say(.done, "the network is back") },
    reason: { _, _ in ["A server answered again."] })
}

extension Session {
  func tell(sending event: PostPart.Event) {
    switch event {
    case .sent(let sent): emit(SendingEvents.sent, sent, at: now)
    case .failed(let failed): emit(SendingEvents.failed, failed, at: now)
    case .deleted(let deleted): emit(SendingEvents.deleted, deleted, at: now)
    case .network(isOn: true): emit(SendingEvents.online, (), at: now)
    case .network(isOn: false): emit(SendingEvents.offline, (), at: now)
    default: break
    }
  }
}
