import JSON
import Timeline

/// One post on its way to a server, so that it comes to stand there once, whatever the network does.
///
/// It says what to ask next and takes the answer. The record and its key are to be durable before the first try (`keep`);
/// after any try whose outcome is unknown it looks whether the record is there before it tries again. A server takes no
/// second record of one key, so that two devices that send the same post write one.
public struct Publishing: Hashable, Sendable {
  /// What is sent, the same in each try.
  public struct Attempt: Hashable, Sendable {
    public let key: RecordKey
    /// The DID of the account whose post it becomes.
    public let account: String
    public let record: JSON

    public init(key: RecordKey, account: String, record: JSON) {
      (self.key, self.account, self.record) = (key, account, record)
    }

    public var address: RecordAddress {
      RecordAddress(repository: account, collection: RecordAddress.posts, key: key.description)
    }
  }

  public enum Outcome: Hashable, Sendable {
    case sent(StrongReference)
    /// The server does not want it as it is.
    case refused(XRPCError)
    /// The account is not let in any more.
    case locked(XRPCError)
    /// It is not there, and can be tried later.
    /// - Parameter until: when a limit that was reached counts anew.
    case later(String, until: Instant?)
    /// No server was reached; nothing has changed about whether it is there.
    case offline(String)
    /// It may be there: that is looked for before it is tried again.
    case unsure(String, until: Instant?)
  }

  public enum Next: Hashable, Sendable {
    case ask(XRPCCall)
    /// To be made durable; `kept` goes on.
    case keep(Attempt)
    case end(Outcome)
  }

  private enum Stage: Hashable, Sendable {
    case resolving(ArraySlice<String>)
    case keeping(Attempt)
    case creating(Attempt)
    case looking(Attempt)
    case over(Outcome)
  }

  private let post: Post
  private let account: String
  private let reply: Post.Reply?
  private let key: RecordKey
  private var people: [String: String] = [:]
  private var stage: Stage
  private var rounds = 0
  /// How often it is tried before it waits.
  private static let limit = 3
  /// The handles that nobody has: their mentions stay text.
  public private(set) var unknown: [String] = []

  /// A post that was never tried.
  public init(_ post: Post, as account: String, key: RecordKey, reply: Post.Reply?) {
    (self.post, self.account, self.key, self.reply) = (post, account, key, reply)
    stage = .resolving([])
    resolve(post.mentionedHandles[...])
  }

  /// A post that was made ready before.
  /// - Parameter mayBeThere: whether a try has ended in doubt; then it is looked for first.
  public init(_ post: Post, again attempt: Attempt, mayBeThere: Bool) {
    (self.post, account, key, reply) = (post, attempt.account, attempt.key, nil)
    stage = mayBeThere ? .looking(attempt) : .creating(attempt)
  }

  public var next: Next {
    switch stage {
    case .resolving(let handles): .ask(.resolveHandle(handles.first ?? ""))
    case .keeping(let attempt): .keep(attempt)
    case .creating(let attempt): .ask(.createRecord(attempt.address, attempt.record))
    case .looking(let attempt): .ask(.getRecord(attempt.address))
    case .over(let outcome): .end(outcome)
    }
  }

  /// What it was to keep is durable.
  public mutating func kept() { if case .keeping(let attempt) = stage { stage = .creating(attempt) } }

  public mutating func take(_ answer: XRPCAnswer) {
    switch stage {
    case .resolving(let handles): took(answer, about: handles)
    case .creating(let attempt): took(answer, creating: attempt)
    case .looking(let attempt): took(answer, looking: attempt)
    case .keeping, .over: break
    }
  }

  private mutating func resolve(_ handles: ArraySlice<String>) {
    if !handles.isEmpty {
      stage = .resolving(handles)
      return
    }
    let record = post.record(reply: reply) { people[$0.lowercased()] }
    stage = .keeping(Attempt(key: key, account: account, record: record))
  }

  private mutating func took(_ answer: XRPCAnswer, about handles: ArraySlice<String>) {
    guard let handle = handles.first else { return }
    switch answer {
    case .done(let json):
      guard let did = json["did"]?.stringValue, DID.isValid(did) else {
        stage = .over(.later("who @\(handle) is could not be understood", until: nil))
        return
      }
      people[handle.lowercased()] = did
    case .refused(let error) where error.isLimit:
      stage = .over(.later(error.words, until: error.resets))
      return
    case .refused: unknown.append(handle)
    case .broken(let error):
      stage = .over(.later(error.words, until: error.resets))
      return
    case .none(let words, _):
      stage = .over(.offline(words))
      return
    }
    resolve(handles.dropFirst())
  }

  private mutating func took(_ answer: XRPCAnswer, creating attempt: Attempt) {
    switch answer {
    case .done(let json):
      guard let reference = StrongReference(json), reference.address.key == attempt.key.description else {
        stage = .looking(attempt)
        return
      }
      stage = .over(.sent(reference))
    case .refused(let error) where error.isLimit: stage = .over(.later(error.words, until: error.resets))
    case .refused(let error) where error.isAboutToken: stage = .over(.locked(error))
    case .refused(let error): stage = .over(.refused(error))
    case .broken, .none(_, mayHaveArrived: true): stage = .looking(attempt)
    case .none(let words, mayHaveArrived: false): stage = .over(.offline(words))
    }
  }

  private mutating func took(_ answer: XRPCAnswer, looking attempt: Attempt) {
    switch answer {
    case .done(let json):
      guard let there = json["value"], let reference = StrongReference(json) else {
        stage = .over(.unsure("an answer that is no record", until: nil))
        return
      }
      if Self.isSame(there, attempt.record) {
        stage = .over(.sent(reference))
        return
      }
      // Another post has that key: this one was never written.
      let free = RecordKey(.distantPast, device: attempt.key.description, after: attempt.key)
      stage = .keeping(Attempt(key: free, account: attempt.account, record: attempt.record))
    case .refused(let error) where error.isAbsence:
      rounds += 1
      stage =
        rounds < Self.limit ? .creating(attempt) : .over(.unsure("the server does not keep it", until: error.resets))
    case .refused(let error) where error.isLimit: stage = .over(.unsure(error.words, until: error.resets))
    case .refused(let error), .broken(let error): stage = .over(.unsure(error.words, until: error.resets))
    case .none(let words, mayHaveArrived: true): stage = .over(.unsure(words, until: nil))
    case .none(let words, mayHaveArrived: false): stage = .over(.offline(words))
    }
  }

  /// Whether a record is the one that was sent.
  private static func isSame(_ there: JSON, _ sent: JSON) -> Bool {
    there["text"] == sent["text"] && there["createdAt"] == sent["createdAt"]
  }
}

extension StrongReference {
  /// The `uri` and `cid` of an answer; `nil` where they are none.
  public init?(_ json: JSON) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }), let cid = json["cid"]?.stringValue,
      (1...256).contains(cid.utf8.count)
    else { return nil }
    self.init(address, cid: cid)
  }
}
