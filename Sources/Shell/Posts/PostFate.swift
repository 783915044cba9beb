import Bluesky
import JSON
import Timeline

/// What became of a post that was queued, as far as it must last.
enum PostFate: Hashable, Sendable {
  /// Somebody took it out.
  case removed
  /// It may stand on a server: what was sent, with its key.
  case tried(Publishing.Attempt)
  /// A limit of the server counts anew then.
  /// - Parameters:
  ///   - attempt: what was to be sent, where that was known.
  ///   - isUnsure: whether it may be there all the same.
  case limited(String, until: Instant, Publishing.Attempt?, isUnsure: Bool)
  /// It stands there.
  /// - Parameter root: the post with which its conversation began; `nil` for itself.
  case sent(StrongReference, root: StrongReference?)
  /// The server did not want it.
  case refused(String, account: String?)

  /// Whether it may have left this machine: no undo brings it back.
  var hasLeft: Bool {
    switch self {
    case .tried, .sent: true
    case .limited(_, _, _, let isUnsure): isUnsure
    case .removed, .refused: false
    }
  }

  /// Whether it is in the outbox no more.
  var isOver: Bool {
    switch self {
    case .removed, .sent: true
    case .tried, .refused, .limited: false
    }
  }

  /// The fields of `post.state`, beside which post it is.
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
    ]
  }

  private static func attempt(_ json: JSON) -> Publishing.Attempt? {
    guard let key = json["key"]?.stringValue.flatMap({ RecordKey($0) }), let account = json["account"]?.stringValue,
      DID.isValid(account), let record = json["record"]
    else { return nil }
    return Publishing.Attempt(key: key, account: account, record: record)
  }

  /// - Returns: `nil` for what `fields` does not write.
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
