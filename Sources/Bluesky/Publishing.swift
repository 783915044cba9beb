import JSON
import Timeline

/// The publishing of one post, which ends with exactly one record on the server, whatever the network does.
///
/// It says what to ask next and receives the answer. The record and its key must be durable before the first try
/// (`prepare`); after any try with an unknown outcome it looks for the record before it tries again. A server accepts
/// only one record per key, so two devices that send the same post write one record.
public struct Publishing: NetworkTask, Hashable, Sendable {
  /// The record that is sent, the same in each try.
  public struct Attempt: Hashable, Sendable {
    public let key: RecordKey
    /// The DID of the account that publishes the post.
    public let account: String
    public let record: JSON
    /// `true` if another device says that it has begun to send the post. Only that is believed: the post is looked for
    /// under its own key, and sent as it was written if it is not there.
    public let isClaimed: Bool

    public init(key: RecordKey, account: String, record: JSON, isClaimed: Bool = false) {
      (self.key, self.account, self.record, self.isClaimed) = (key, account, record, isClaimed)
    }

    /// The first post of the conversation; `nil` if the post is not an answer.
    public var root: StrongReference? { record["reply"]?["root"].flatMap { StrongReference($0) } }

    public var address: RecordAddress {
      RecordAddress(repository: account, collection: RecordAddress.posts, key: key.description)
    }
  }

  public enum Outcome: Hashable, Sendable {
    case sent(StrongReference)
    /// The server rejects the post as it is.
    case refused(XRPCError)
    /// The post that it answers or quotes does not exist.
    case missing(String)
    /// The account's login is no longer valid.
    case locked(XRPCError)
    /// The post is not on the server, and can be sent later.
    /// - Parameter until: the time at which a rate limit resets.
    case later(String, until: Instant?)
    /// No server was reached; the state of the post on the server is unchanged.
    case offline(String)
    /// The post may be on the server, which is checked before it is sent again.
    case unsure(String, until: Instant?)
  }

  /// A preparation that is needed before the record can be made.
  fileprivate enum Step: Hashable, Sendable {
    /// The server's clock, which must show the time of a planned post as well.
    case clock
    case person(String)
    case parent(RecordAddress)
    case quoted(RecordAddress)
    case picture(PostImage)
    /// The picture of a card; the post is sent even without it.
    case thumbnail(PostImage)
  }

  private enum Stage: Hashable, Sendable {
    case preparing(ArraySlice<Step>)
    case keeping(Attempt)
    case creating(Attempt)
    case looking(Attempt)
    /// The server has lost pictures, which are uploaded again.
    case again(ArraySlice<PostImage>, Attempt)
    case over(Outcome)
  }

  private let preparedPost: PreparedPost
  private let account: String
  private var key: RecordKey
  private var people: [String: String] = [:]
  private var reply: Post.Reply?
  private var quoted: StrongReference?
  private var stage: Stage
  private var rounds = 0
  private var hasUploadedAgain = false
  /// The first post of the conversation in which the post was published; `nil` if that is the post itself.
  public private(set) var root: StrongReference?
  /// `true` if the record was made now, so that it cannot be on the server with another date.
  private var isNew = false
  /// `true` if a try has ended in doubt that no later answer has resolved.
  private var isInDoubt = false
  /// The number of tries before it waits.
  private static let limit = 3
  /// The handles without an account: their mentions stay text.
  public private(set) var unknown: [String] = []
  /// The server's blobs of uploaded pictures, by name, which avoid uploading a picture twice.
  public private(set) var blobs: [String: JSON]

  /// Publishes a post that was never tried.
  public init(_ preparedPost: PreparedPost, as account: String, key: RecordKey) {
    (self.preparedPost, self.account, self.key) = (preparedPost, account, key)
    (reply, quoted, blobs) = (preparedPost.reply, preparedPost.quoted, preparedPost.blobs)
    stage = .preparing([])
    prepare(preparedPost.steps[...])
  }

  /// Publishes a post that another device may have published already: it is looked for first.
  public init(_ preparedPost: PreparedPost, as account: String, key: RecordKey, claimed: Bool) {
    self.init(preparedPost, as: account, key: key)
    guard claimed else { return }
    // A record is found by its text and time.
    let record = preparedPost.post.record(planned: preparedPost.planned) { _ in nil }
    stage = .looking(Attempt(key: key, account: account, record: record, isClaimed: true))
  }

  /// Publishes a post whose record was made before.
  /// - Parameters:
  ///   - mayBeThere: whether a try has ended in doubt; then the record is looked for first.
  ///   - isKept: whether the attempt is already stored durably.
  public init(_ preparedPost: PreparedPost, again attempt: Attempt, mayBeThere: Bool, isKept: Bool = true) {
    (self.preparedPost, account, key, blobs) = (preparedPost, attempt.account, attempt.key, preparedPost.blobs)
    stage = !isKept ? .keeping(attempt) : mayBeThere ? .looking(attempt) : .creating(attempt)
  }

  /// The next step. An attempt to prepare must be made durable; then `kept` continues.
  public var step: NetworkStep<XRPCCall, Attempt, Outcome> {
    switch stage {
    case .preparing(let steps): steps.first.map { .ask(Self.question($0)) } ?? .end(.unsure("", until: nil))
    case .keeping(let attempt): .prepare(attempt)
    case .creating(let attempt): .ask(creation(attempt))
    case .looking(let attempt): .ask(.getRecord(attempt.address))
    case .again(let pictures, let attempt):
      pictures.first.map { .ask(.uploadBlob($0)) } ?? .ask(creation(attempt))
    case .over(let outcome): .end(outcome)
    }
  }

  /// Returns the call that writes the post, and in the same commit the records of who may reply and quote: at no time
  /// is the post there without them.
  private func creation(_ attempt: Attempt) -> XRPCCall {
    let gates = preparedPost.gates.records(of: attempt.address, created: attempt.record["createdAt"] ?? .null)
    return gates.isEmpty
      ? .createRecord(attempt.address, attempt.record)
      : .createRecords([(attempt.address, attempt.record)] + gates)
  }

  private static func question(_ step: Step) -> XRPCCall {
    switch step {
    case .clock: .describeServer
    case .person(let handle): .resolveHandle(handle)
    case .parent(let address), .quoted(let address): .getRecord(address)
    case .picture(let picture), .thumbnail(let picture): .uploadBlob(picture)
    }
  }

  /// Ends the task when its answer is no longer awaited: the post may be on the server only if its record was
  /// requested.
  public mutating func interrupt(_ words: String) {
    switch stage {
    case .creating, .looking: stop(.unsure(words, until: nil))
    case .again(let rest, _) where rest.isEmpty: stop(.unsure(words, until: nil))
    case .preparing, .keeping, .again, .over: stop(.later(words, until: nil))
    }
  }

  /// Ends the task with an outcome that did not come from a server.
  public mutating func stop(_ outcome: Outcome) { stage = .over(outcome) }

  /// `true` if the server is asked for its time before the record is made.
  public var checksClock: Bool { preparedPost.checksClock }

  /// Gives a record that was never sent another date, before it is stored: the clock that dated the post was wrong.
  /// - Returns: the attempt to store; `nil` if the record keeps its date.
  public mutating func date(_ created: Instant) -> Attempt? {
    guard isNew, case .keeping(let attempt) = stage, case .object(var fields) = attempt.record,
      let place = fields.firstIndex(where: { $0.name == "createdAt" })
    else { return nil }
    fields[place].value = .string(CivilTime(utc: created).dateTimeText + "Z")
    let dated = Attempt(
      key: attempt.key, account: attempt.account, record: .object(fields), isClaimed: attempt.isClaimed)
    stage = .keeping(dated)
    return dated
  }

  /// Notes that the attempt is durable.
  public mutating func kept() { if case .keeping(let attempt) = stage { stage = .creating(attempt) } }

  public mutating func receive(_ answer: XRPCAnswer) {
    switch stage {
    case .preparing(let steps): receive(answer, preparing: steps)
    case .creating(let attempt): receive(answer, creating: attempt)
    case .looking(let attempt): receive(answer, looking: attempt)
    case .again(let pictures, let attempt): receive(answer, again: pictures, attempt)
    case .keeping, .over: break
    }
  }

  // MARK: Before there is a record

  private mutating func prepare(_ steps: ArraySlice<Step>) {
    if !steps.isEmpty {
      stage = .preparing(steps)
      return
    }
    let embed = PostEmbed(
      images: preparedPost.images, blob: { blobs[$0.name] }, quoted: quoted, card: preparedPost.card)
    let record = preparedPost.post.record(reply: reply, embed: embed, planned: preparedPost.planned) {
      people[$0.lowercased()]
    }
    isNew = true
    stage = .keeping(Attempt(key: key, account: account, record: record))
  }

  private mutating func receive(_ answer: XRPCAnswer, preparing steps: ArraySlice<Step>) {
    guard let step = steps.first else { return }
    if case .clock = step {
      switch answer {
      // Any answer has the server's date.
      case .done, .refused, .broken: return prepare(steps.dropFirst())
      case .none: break
      }
    }
    switch answer {
    case .done(let json):
      if let words = receive(json, for: step) {
        stage = .over(.later(words, until: nil))
      } else {
        prepare(steps.dropFirst())
      }
    case .refused(let error):
      if let outcome = Self.outcome(of: error, for: step) {
        stage = .over(outcome)
      } else {
        if case .person(let handle) = step { unknown.append(handle) }
        prepare(steps.dropFirst())
      }
    case .broken(let error): stage = .over(.later(error.words, until: error.resets))
    // The bytes are on another device, or another obstacle is met again by the next call.
    case .none(_, .obstructed) where step.isThumbnail: prepare(steps.dropFirst())
    case .none(let words, .obstructed): stage = .over(.later(words, until: nil))
    case .none(let words, let reach):
      // Uploading the same picture twice makes one blob, and the other steps only read.
      if step.isUpload, reach == .unheard {
        stage = .over(.later(words, until: nil))
      } else {
        stage = .over(.offline(words))
      }
    }
  }

  /// Stores the result of a preparation.
  /// - Returns: the reason why the result is unusable; `nil` if it was stored.
  private mutating func receive(_ json: JSON, for step: Step) -> String? {
    switch step {
    case .clock: break
    case .person(let handle):
      guard let did = json["did"]?.stringValue, DID.isValid(did) else {
        return "the server's response about @\(handle) is unreadable"
      }
      people[handle.lowercased()] = did
    case .parent:
      guard let parent = StrongReference(lasting: json) else {
        return "the post it replies to is unreadable"
      }
      let root = json["value"]?["reply"]?["root"].flatMap { StrongReference(lasting: $0) }
      reply = Post.Reply(root: root ?? parent, parent: parent)
    case .quoted:
      guard let found = StrongReference(lasting: json) else { return "the post it quotes is unreadable" }
      quoted = found
    case .picture(let picture), .thumbnail(let picture):
      guard let blob = json["blob"], blob["ref"]?["$link"]?.stringValue != nil else {
        return "the server's response to a picture upload is unreadable"
      }
      blobs[picture.name] = blob
    }
    return nil
  }

  /// Returns the outcome of a refusal; `nil` if the post is sent all the same.
  private static func outcome(of error: XRPCError, for step: Step) -> Outcome? {
    if error.isLimit { return .later(error.words, until: error.resets) }
    if error.isAboutToken { return .locked(error) }
    switch step {
    case .picture: return .refused(error)
    case .thumbnail, .clock: return nil
    case .person, .parent, .quoted:
      // A proxy's answer in the server's place says nothing about the post.
      guard error.isUnknownSubject else { return .later(error.words, until: error.resets) }
      switch step {
      case .parent: return .missing("the post it replies to was deleted or never existed")
      case .quoted: return .missing("the post it quotes was deleted or never existed")
      case .person, .picture, .thumbnail, .clock: return nil
      }
    }
  }

  private mutating func receive(_ answer: XRPCAnswer, again pictures: ArraySlice<PostImage>, _ attempt: Attempt) {
    switch answer {
    case .done:
      let rest = pictures.dropFirst()
      stage = rest.isEmpty ? .creating(attempt) : .again(rest, attempt)
    case .refused(let error) where error.isLimit: stage = .over(.later(error.words, until: error.resets))
    case .refused(let error): stage = .over(error.isAboutToken ? .locked(error) : .refused(error))
    case .broken(let error): stage = .over(.later(error.words, until: error.resets))
    case .none(let words, .offline): stage = .over(.offline(words))
    case .none(let words, .obstructed), .none(let words, .unheard): stage = .over(.later(words, until: nil))
    }
  }

  // MARK: The record

  private mutating func receive(_ answer: XRPCAnswer, creating attempt: Attempt) {
    switch answer {
    case .done(let json):
      // Several records have a result each, in their order.
      guard let reference = StrongReference(json["results"]?.arrayValue?.first ?? json),
        reference.address.key == attempt.key.description
      else {
        doubt(attempt)
        return
      }
      root = attempt.root
      stage = .over(.sent(reference))
    case .refused(let error) where error.isLimit: stage = .over(.later(error.words, until: error.resets))
    case .refused(let error) where error.isAboutToken: stage = .over(.locked(error))
    case .refused(let error) where error.isMissingBlob && !hasUploadedAgain && !preparedPost.pictures.isEmpty:
      hasUploadedAgain = true
      stage = .again(preparedPost.pictures[...], attempt)
    // A proxy in front of the server has answered, which knows nothing of the post.
    case .refused(let error) where error.name == nil: doubt(attempt)
    case .refused(let error): stage = .over(.refused(error))
    case .broken, .none(_, .unheard): doubt(attempt)
    case .none(let words, .offline): stage = .over(.offline(words))
    case .none(let words, .obstructed): stage = .over(.later(words, until: nil))
    }
  }

  private mutating func doubt(_ attempt: Attempt) {
    isInDoubt = true
    stage = .looking(attempt)
  }

  private mutating func receive(_ answer: XRPCAnswer, looking attempt: Attempt) {
    switch answer {
    case .done(let json):
      guard let there = json["value"], let reference = StrongReference(json) else {
        stage = .over(.unsure("the server's response is not a record", until: nil))
        return
      }
      if Self.isSame(there, attempt.record) {
        root = Attempt(key: attempt.key, account: attempt.account, record: there).root
        stage = .over(.sent(reference))
        return
      }
      // Another post has that key: this one was never written.
      let free = attempt.key.next
      let next = Attempt(
        key: free, account: attempt.account, record: attempt.record, isClaimed: attempt.isClaimed)
      isNew = false
      stage = attempt.isClaimed ? .looking(next) : .keeping(next)
    case .refused(let error) where error.isAbsence && attempt.isClaimed:
      key = attempt.key
      prepare(preparedPost.steps[...])
    case .refused(let error) where error.isAbsence:
      rounds += 1
      isInDoubt = false
      stage =
        rounds < Self.limit ? .creating(attempt) : .over(.unsure("the server has not saved it", until: error.resets))
    case .refused(let error), .broken(let error): stage = .over(.unsure(error.words, until: error.resets))
    case .none(let words, let reach):
      stage = .over(
        reach == .unheard || isInDoubt
          ? .unsure(words, until: nil) : reach == .offline ? .offline(words) : .later(words, until: nil))
    }
  }

  /// Returns whether a record on the server is the one that was sent. Its key is the post's own, whichever device sent
  /// it; the date may be that of a device whose clock was corrected.
  private static func isSame(_ there: JSON, _ sent: JSON) -> Bool { there["text"] == sent["text"] }
}

extension Publishing.Step {
  fileprivate var isThumbnail: Bool { if case .thumbnail = self { true } else { false } }
  fileprivate var isUpload: Bool { if case .picture = self { true } else { isThumbnail } }
}

extension Publishing.PreparedPost {
  fileprivate var steps: [Publishing.Step] {
    (checksClock ? [.clock] : []) + post.mentionedHandles.map { .person($0) }
      + [answers.map { .parent($0) }, quotes.map { .quoted($0) }].compactMap { $0 }
      + images.filter { blobs[$0.name] == nil }.map { .picture($0) }
      + [card?.thumbnail].compactMap { $0 }.filter { blobs[$0.name] == nil }.map { .thumbnail($0) }
  }
}

extension Publishing {
  /// A post with everything that becomes part of its record.
  public struct PreparedPost: Hashable, Sendable {
    let post: Post
    /// The posts that it replies to, if they are known, as in a thread.
    var reply: Post.Reply?
    var quoted: StrongReference?
    /// The post that it answers, if it must be requested: it may have an older post above it, or be deleted. Likewise
    /// `quotes`.
    var answers: RecordAddress?
    var quotes: RecordAddress?
    /// The time at which the post is to appear, if its author chose one.
    let planned: Instant?
    let images: [PostImage]
    let card: LinkCard?
    let gates: PostGates
    /// `true` to ask the server for its time first: a planned time must have come on its clock as well, and a clock that
    /// was set may be wrong.
    let checksClock: Bool
    var pictures: [PostImage] { images + [card?.thumbnail].compactMap { $0 } }
    /// The server's blobs of pictures uploaded in an earlier try.
    let blobs: [String: JSON]

    /// - Parameters:
    ///   - checksClock: `true` to ask the server for its time first.
    ///   - own: returns the reference to a sent post of the same outbox, and the first post of its thread.
    public init(
      _ post: Post, _ extras: PostExtras = PostExtras(), planned: Instant? = nil, blobs: [String: JSON] = [:],
      checksClock: Bool = false, own: (Outbox.Identity) -> Post.Reply? = { _ in nil }
    ) {
      (self.post, self.planned, images, self.blobs) = (post, planned, extras.images, blobs)
      (card, gates, self.checksClock) = (extras.shownCard, extras.gates, checksClock)
      switch extras.answers {
      case .there(let address): answers = address
      case .own(let identity): reply = own(identity)
      case nil: break
      }
      switch extras.quotes {
      case .there(let address): quotes = address
      case .own(let identity): quoted = own(identity)?.parent
      case nil: break
      }
    }
  }
}
