import Bluesky
import JSON
import Timeline

/// The part of the state of a queued post that must be saved.
package enum SavedDeliveryState: Hashable, Sendable {
  /// The user removed the post.
  case removed
  /// The post may exist on a server: its attempt, with the key.
  case tried(Publishing.Attempt)
  /// The server limits the account until an instant.
  /// - Parameters:
  ///   - attempt: the attempt that was to be sent; `nil` if it is not known.
  ///   - isUnsure: `true` if the post may exist on the server anyway.
  case limited(String, until: Instant, Publishing.Attempt?, isUnsure: Bool)
  /// The post exists on the server.
  /// - Parameter root: the first post of its conversation; `nil` if that is the post itself.
  case sent(StrongReference, root: StrongReference?)
  /// The server refused the post.
  case refused(String, account: String?)

  /// `true` if the post may have left this machine, so that undo cannot restore it.
  var hasLeft: Bool {
    switch self {
    case .tried, .sent: true
    case .limited(_, _, _, let isUnsure): isUnsure
    case .removed, .refused: false
    }
  }

  /// `true` if the post is no longer in the outbox.
  package var isOver: Bool {
    switch self {
    case .removed, .sent: true
    case .tried, .refused, .limited: false
    }
  }

  /// The fields of `post.state`, except the post's name.
  var fields: [JSON.Field] {
    switch self {
    case .removed: return [.init("state", "removed")]
    case .tried(let attempt): return [.init("state", "sending")] + Self.fields(attempt)
    case .limited(let words, let until, let attempt, let isUnsure):
      return [
        .init("state", isUnsure ? "sending" : "waiting"), .init("words", .string(words)),
        .init("until", .integer(until.microseconds)),
      ] + (attempt.map { Self.fields($0) } ?? [])
    case .sent(let reference, let root):
      let fields: [JSON.Field] = [
        .init("state", "sent"), .init("uri", reference.json["uri"]!), .init("cid", .string(reference.cid)),
      ]
      return root.map { fields + [.init("root", $0.json)] } ?? fields
    case .refused(let words, let account):
      return [.init("state", "refused"), .init("words", .string(words))]
        + (account.map { [.init("account", .string($0))] } ?? [])
    }
  }

  private static func fields(_ attempt: Publishing.Attempt) -> [JSON.Field] {
    [
      .init("key", .string(attempt.key.description)), .init("account", .string(attempt.account)),
      .init("record", attempt.record),
    ] + (attempt.isClaimed ? [.init("claimed", true)] : [])
  }

  private static func attempt(_ json: JSON) -> Publishing.Attempt? {
    guard let key = json["key"]?.stringValue.flatMap({ RecordKey($0) }), let account = json["account"]?.stringValue,
      DID.isValid(account), let record = json["record"]
    else { return nil }
    return Publishing.Attempt(key: key, account: account, record: record, isClaimed: json["claimed"] == true)
  }

  /// - Returns: `nil` for JSON that `fields` does not write.
  init?(_ json: JSON) {
    switch json["state"]?.stringValue {
    case "removed": self = .removed
    case "sending":
      guard let attempt = Self.attempt(json) else { return nil }
      if let until = json["until"]?.integerValue {
        let words = json["words"]?.stringValue ?? ""
        self = .limited(words, until: Instant(microseconds: until), attempt, isUnsure: true)
      } else {
        self = .tried(attempt)
      }
    case "waiting":
      guard let until = json["until"]?.integerValue, let words = json["words"]?.stringValue else { return nil }
      self = .limited(words, until: Instant(microseconds: until), Self.attempt(json), isUnsure: false)
    case "sent":
      guard let reference = StrongReference(json) else { return nil }
      self = .sent(reference, root: json["root"].flatMap { StrongReference($0) })
    case "refused":
      guard let words = json["words"]?.stringValue else { return nil }
      self = .refused(words, account: json["account"]?.stringValue)
    default: return nil
    }
  }
}
