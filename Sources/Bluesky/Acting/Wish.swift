import JSON
import Timeline

/// A reaction as somebody wants it to be, and as it is on the server: what differs is to be sent.
///
/// It says what to ask next and takes the answer. Because only the difference counts, what was wanted and then not wanted
/// before there was a network is never sent, and twice is once.
public struct Wish: Hashable, Sendable {
  public let reaction: Reaction
  /// The DID of the account that wants it.
  public let account: String
  /// What tells it from others: each account has its own.
  public var name: String { Self.name(reaction.name, by: account) }
  /// - Parameter reaction: what tells it from other reactions; see `Reaction.name`.
  public static func name(_ reaction: String, by account: String) -> String { "\(account) \(reaction)" }

  /// How it was before anybody wanted anything.
  public let base: Bool
  public private(set) var isWanted: Bool
  /// Whether it is there, as far as is known.
  public private(set) var isThere: Bool
  /// The records by which it is there, or may be: to take it back is to delete them all.
  private var traces: [RecordAddress]
  /// The record by which it is there.
  public var address: RecordAddress? { isThere ? traces.first : nil }
  /// The record that is to be, or may be: its key and date are made before the first try.
  private var planned: RecordAddress?
  private var created: Instant
  /// What a try may have done whose answer never came.
  private var doubt: Doubt?

  private enum Doubt: String, Hashable, Sendable { case made, takenBack }

  /// What came of a try.
  public enum Outcome: Hashable, Sendable {
    case done
    /// The server does not want it.
    case refused(String)
    /// It can be tried later, and until then nothing else either: the server has a limit, which counts anew at an instant.
    case later(String, until: Instant?)
    /// It can be tried later: what the server did is unknown, or it is in trouble with this one.
    case broken(String)
    /// No server was reached.
    case offline(String)

    /// Whether nothing of it is to be tried again.
    public var isOver: Bool {
      switch self {
      case .done, .refused: true
      case .later, .broken, .offline: false
      }
    }
  }

  /// - Parameter there: the record by which it is there already.
  public init(_ reaction: Reaction, by account: String, isThere: Bool, at there: RecordAddress?) {
    (self.reaction, self.account, self.isThere) = (reaction, account, isThere)
    (base, isWanted, created, traces) = (isThere, isThere, .distantPast, [there].compactMap { $0 })
  }

  /// Whether it is sent before another one: in the order of names, but for what was seen and is seen no more, of which the
  /// oldest goes last, since that is how far it goes back.
  public func comes(before other: Wish) -> Bool {
    let (goesBack, otherGoesBack) = (
      reaction.kind == .seen && !isWanted, other.reaction.kind == .seen && !other.isWanted
    )
    if goesBack != otherGoesBack { return goesBack }
    return goesBack ? name > other.name : name < other.name
  }

  /// Whether something is to be sent.
  public var isPending: Bool { isWanted != isThere || doubt != nil }

  /// Wants it, or wants it no more, from an instant on.
  public mutating func want(_ isOn: Bool, at instant: Instant) {
    guard isOn != isWanted else { return }
    isWanted = isOn
    guard isOn else {
      // What was never tried needs not be taken back.
      if doubt == nil, !isThere { traces = [] }
      return
    }
    if doubt == .takenBack { (isThere, doubt) = (false, nil) }
    guard doubt == nil, !isThere else { return }
    plan(at: instant)
  }

  /// Makes the key and the date of the record that is to be.
  private mutating func plan(at instant: Instant) {
    guard let collection = reaction.kind.collection else { return }
    created = instant
    let record = RecordAddress(
      repository: account, collection: collection, key: RecordKey(instant, device: reaction.name).description)
    planned = record
    traces.append(record)
  }

  /// Takes in what stands in a network that has gone back in time: what is wanted stays, and what is not there any more is
  /// to be sent anew.
  /// - Parameter instant: when it is.
  public mutating func findAgain(_ isThere: Bool, at address: RecordAddress?, now instant: Instant) {
    guard isThere != self.isThere else { return }
    (self.isThere, traces, doubt) = (isThere, [address].compactMap { $0 }, nil)
    if isWanted, !isThere { plan(at: instant) }
  }

  /// Takes in what a server says of it now, unless something is still to be sent.
  public mutating func see(_ isThere: Bool, at address: RecordAddress?) {
    guard !isPending else { return }
    (isWanted, self.isThere, traces) = (isThere, isThere, [address].compactMap { $0 })
  }

  /// Wants what is there: what could not be done is taken back.
  public mutating func giveUp() {
    isWanted = isThere
    // What may have come of an earlier try the server has just said: else the opposite would be sent, which nobody wants.
    doubt = nil
  }

  /// What is to be asked; `nil` when it is as it is wanted.
  public var next: XRPCCall? {
    guard isPending else { return nil }
    guard reaction.kind.collection != nil else { return reaction.call(isOn: isWanted) }
    if isWanted {
      guard let planned else { return nil }
      return doubt == .made ? .getRecord(planned) : .createRecord(planned, reaction.record(created))
    }
    return traces.first.map { .deleteRecord($0) }
  }

  /// - Returns: `nil` where something else is to be asked at once.
  public mutating func take(_ answer: XRPCAnswer) -> Outcome? {
    switch answer {
    case .done(let json): return done(json)
    case .refused(let error) where error.isAbsence && doubt == .made && isWanted:
      // It never came there: now it is sent.
      doubt = nil
      return nil
    case .refused(let error) where error.isLimit || error.isAboutToken: return .later(error.words, until: error.resets)
    case .refused(let error): return .refused(error.words)
    case .broken(let error):
      unheard()
      return .broken(error.words)
    case .none(let words, .unheard):
      unheard()
      return .broken(words)
    case .none(let words, .offline): return .offline(words)
    case .none(let words, .hindered): return .later(words, until: nil)
    }
  }

  private mutating func done(_ json: JSON) -> Outcome? {
    if isWanted {
      traces = [StrongReference(json)?.address ?? planned].compactMap { $0 }
    } else if reaction.kind.collection != nil {
      traces = Array(traces.dropFirst())
      if !traces.isEmpty { return nil }
    }
    doubt = nil
    isThere = isWanted
    return .done
  }

  /// Nobody has waited for the answer to what was asked.
  public mutating func unheard() { doubt = isWanted ? .made : .takenBack }

  // MARK: As text

  /// As a journal keeps it.
  public var json: JSON {
    var fields: [JSON.Field] = [
      .init("kind", .string(reaction.kind.rawValue)), .init("handle", .string(reaction.handle)),
      .init("account", .string(account)), .init("base", .bool(base)), .init("wanted", .bool(isWanted)),
      .init("there", .bool(isThere)),
      .init("created", .integer(created.microseconds)),
    ]
    switch reaction.subject {
    case .post(let post): fields += [.init("uri", .string(post.address.description)), .init("cid", .string(post.cid))]
    case .person(let did): fields.append(.init("did", .string(did)))
    case .notifications(let instant, let before):
      fields += [.init("until", .integer(instant.microseconds)), .init("before", .integer(before.microseconds))]
    }
    if let doubt { fields.append(.init("doubt", .string(doubt.rawValue))) }
    if !traces.isEmpty { fields.append(.init("records", .array(traces.map { .string($0.description) }))) }
    if let planned { fields.append(.init("planned", .string(planned.description))) }
    return .object(fields)
  }

  /// - Returns: `nil` for what `json` does not write.
  public init?(_ json: JSON) {
    guard let kind = json["kind"]?.stringValue.flatMap({ Reaction.Kind(rawValue: $0) }),
      let handle = json["handle"]?.stringValue, let account = json["account"]?.stringValue, DID.isValid(account),
      let base = json["base"]?.boolValue, let wanted = json["wanted"]?.boolValue, let there = json["there"]?.boolValue,
      let created = json["created"]?.integerValue
    else { return nil }
    let subject: Reaction.Subject
    if let post = StrongReference(json) {
      subject = .post(post)
    } else if let did = json["did"]?.stringValue, DID.isValid(did) {
      subject = .person(did)
    } else if let until = json["until"]?.integerValue, let before = json["before"]?.integerValue {
      subject = .notifications(until: Instant(microseconds: until), before: Instant(microseconds: before))
    } else {
      return nil
    }
    if case .notifications = subject { guard kind == .seen else { return nil } } else if kind == .seen { return nil }
    reaction = Reaction(kind, subject, handle: handle)
    (self.account, self.base, isWanted, isThere) = (account, base, wanted, there)
    doubt = json["doubt"]?.stringValue.flatMap { Doubt(rawValue: $0) }
    self.created = Instant(microseconds: created)
    traces = (json["records"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { RecordAddress($0) } }
    planned = json["planned"]?.stringValue.flatMap { RecordAddress($0) }
  }
}
