import JSON
import Timeline

/// A reaction in two states: as the user wants it, and as it is on the server. The difference is to be sent.
///
/// It says what to ask next and receives the answer. Because only the difference counts, a reaction that was made and
/// undone offline is never sent, and a reaction made twice is sent once.
public struct PendingReaction: Hashable, Sendable {
  public let reaction: Reaction
  /// The DID of the account that wants it.
  public let account: String
  /// The pending reaction's identity: each account has its own.
  public var name: String { Self.name(reaction.name, by: account) }
  /// - Parameter reaction: the reaction's identity; see `Reaction.name`.
  public static func name(_ reaction: String, by account: String) -> String { "\(account) \(reaction)" }

  /// The state before the user changed anything.
  public let base: Bool
  public private(set) var isWanted: Bool
  /// The server state last observed.
  public private(set) var isThere: Bool
  /// The records that make up the reaction on the server, or may exist there: undoing the reaction means deleting all
  /// of them.
  private var traces: [RecordAddress]
  /// The record of the reaction; `nil` while the reaction is not on the server.
  public var address: RecordAddress? { isThere ? traces.first : nil }
  /// The record to create, which may exist already: its key and date are chosen before the first try.
  private var planned: RecordAddress?
  private var created: Instant
  /// The change that a try may have made if its answer never came.
  private var doubt: UnconfirmedChange?
  /// The addresses that a journal has named, which another device may have written: before such a record is deleted,
  /// it is read, since it may be about another subject.
  private var unchecked = Unchecked()

  /// The addresses that this run has not checked yet; not part of the state.
  private struct Unchecked: Hashable, Sendable {
    var addresses: Set<RecordAddress> = []

    static func == (_: Unchecked, _: Unchecked) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private enum UnconfirmedChange: String, Hashable, Sendable { case made, takenBack }

  /// The outcome of a try.
  public enum Outcome: Hashable, Sendable {
    case done
    /// The server rejects the reaction.
    case refused(String)
    /// The reaction can be tried later, and nothing else before then: the server has a rate limit, which resets at an
    /// instant.
    case later(String, until: Instant?)
    /// The reaction can be tried later: its state on the server is unknown, or the server has trouble with this
    /// reaction.
    case broken(String)
    /// No server was reached.
    case offline(String)

    /// `true` if nothing is left to be tried again.
    public var isOver: Bool {
      switch self {
      case .done, .refused: true
      case .later, .broken, .offline: false
      }
    }
  }

  /// - Parameter there: the existing record of the reaction.
  public init(_ reaction: Reaction, by account: String, isThere: Bool, at there: RecordAddress?) {
    (self.reaction, self.account, self.isThere) = (reaction, account, isThere)
    (base, isWanted, created, traces) = (isThere, isThere, .distantPast, [there].compactMap { $0 })
  }

  /// Returns whether this reaction is sent before another one. Reactions that mark notifications as unseen come first,
  /// newest first, so that the oldest instant is the last one sent and wins. All others follow in the order of their
  /// names.
  public func comes(before other: PendingReaction) -> Bool {
    let (goesBack, otherGoesBack) = (
      reaction.kind == .seen && !isWanted, other.reaction.kind == .seen && !other.isWanted
    )
    if goesBack != otherGoesBack { return goesBack }
    return goesBack ? name > other.name : name < other.name
  }

  /// `true` if something is to be sent.
  public var isPending: Bool { isWanted != isThere || doubt != nil }

  /// Turns the reaction on or off at an instant.
  public mutating func setWanted(_ isOn: Bool, at instant: Instant) {
    guard isOn != isWanted else { return }
    isWanted = isOn
    guard isOn else {
      // A record that was never sent needs no deletion.
      if doubt == nil, !isThere { traces = [] }
      return
    }
    if doubt == .takenBack { (isThere, doubt) = (false, nil) }
    guard doubt == nil, !isThere else { return }
    plan(at: instant)
  }

  /// Chooses the key and the date of the record to be created.
  private mutating func plan(at instant: Instant) {
    guard let collection = reaction.kind.collection else { return }
    created = instant
    let record = RecordAddress(
      repository: account, collection: collection, key: RecordKey(instant, device: reaction.name).description)
    planned = record
    traces.append(record)
    unchecked.addresses.remove(record)
  }

  /// Adopts the state of a network that has gone back in time: the user's choice stays, and a reaction that no longer
  /// exists there is sent again.
  /// - Parameter instant: the current time.
  public mutating func reconcile(_ isThere: Bool, at address: RecordAddress?, now instant: Instant) {
    guard isThere != self.isThere else { return }
    (self.isThere, traces, doubt) = (isThere, [address].compactMap { $0 }, nil)
    unchecked = Unchecked()
    if isWanted, !isThere { plan(at: instant) }
  }

  /// Adopts the server's current state, unless something is still to be sent.
  public mutating func observe(_ isThere: Bool, at address: RecordAddress?) {
    guard !isPending else { return }
    (isWanted, self.isThere, traces) = (isThere, isThere, [address].compactMap { $0 })
    unchecked = Unchecked()
  }

  /// Gives up the change: the server's state becomes the wanted one.
  public mutating func discardChange() {
    isWanted = isThere
    // The server has just settled any doubt about an earlier try. Keeping the doubt would send the opposite, which
    // the user does not want.
    doubt = nil
  }

  /// The next call; `nil` if the server has the wanted state.
  public var next: XRPCCall? {
    guard isPending else { return nil }
    guard reaction.kind.collection != nil else { return reaction.call(isOn: isWanted) }
    if isWanted {
      guard let planned else { return nil }
      return doubt == .made ? .getRecord(planned) : .createRecord(planned, reaction.record(created))
    }
    return traces.first.map { isReading ? .getRecord($0) : .deleteRecord($0) }
  }

  /// `true` if the next call reads a record before it is deleted.
  private var isReading: Bool {
    !isWanted && reaction.kind.collection != nil && traces.first.map(unchecked.addresses.contains) == true
  }

  /// - Returns: `nil` if another call is to be made at once.
  public mutating func receive(_ answer: XRPCAnswer) -> Outcome? {
    switch answer {
    case .done(let json): return done(json)
    case .refused(let error) where error.isAbsence && doubt == .made && isWanted:
      // The record never reached the server: send it now.
      doubt = nil
      return nil
    case .refused(let error) where error.isAbsence && isReading: return removeTrace()
    case .refused(let error) where error.isLimit || error.isAboutToken: return .later(error.words, until: error.resets)
    case .refused(let error): return .refused(error.words)
    case .broken(let error):
      unheard()
      return .broken(error.words)
    case .none(let words, .unheard):
      unheard()
      return .broken(words)
    case .none(let words, .offline): return .offline(words)
    case .none(let words, .obstructed): return .later(words, until: nil)
    }
  }

  private mutating func done(_ json: JSON) -> Outcome? {
    if isWanted {
      if doubt == .made, let planned, unchecked.addresses.contains(planned), !isAboutSubject(json) {
        return planAgain(instead: planned)
      }
      traces = [StrongReference(json)?.address ?? planned].compactMap { $0 }
      unchecked = Unchecked()
    } else if reaction.kind.collection != nil {
      if isReading, let record = traces.first, isAboutSubject(json) {
        unchecked.addresses.remove(record)
        return nil
      }
      return removeTrace()
    }
    doubt = nil
    isThere = isWanted
    return .done
  }

  /// Leaves out a record that is gone, or is not about the subject.
  private mutating func removeTrace() -> Outcome? {
    traces = Array(traces.dropFirst())
    if !traces.isEmpty { return nil }
    (doubt, isThere) = (nil, false)
    return .done
  }

  /// Chooses another key, because the record of the planned one is about another subject.
  private mutating func planAgain(instead taken: RecordAddress) -> Outcome? {
    traces.removeAll { $0 == taken }
    doubt = nil
    plan(at: created)
    return planned == taken ? .refused(XRPCAnswer.unexpectedResponse) : nil
  }

  /// Returns `true` if the record in an answer is about the subject of this reaction.
  private func isAboutSubject(_ json: JSON) -> Bool {
    let found = json["value"]?["subject"]
    return switch reaction.subject {
    case .post(let post): found?["uri"]?.stringValue == post.address.description
    case .person(let did): found?.stringValue == did
    case .notifications: false
    }
  }

  /// Notes that the answer to the last call was not awaited.
  public mutating func unheard() { doubt = isWanted ? .made : .takenBack }

  /// The number of records that one reaction can have left: one for each device that sent it at the same time.
  private static let mostTraces = 8

  // MARK: As text

  /// The pending reaction as a journal stores it.
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

  /// - Returns: `nil` for JSON that `json` does not write, such as records of another kind or account.
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
    doubt = json["doubt"]?.stringValue.flatMap { UnconfirmedChange(rawValue: $0) }
    self.created = Instant(microseconds: created)
    traces = (json["records"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { RecordAddress($0) } }
    planned = json["planned"]?.stringValue.flatMap { RecordAddress($0) }
    unchecked.addresses = Set(traces + [planned].compactMap { $0 })
    // Another device may have written this. Undoing a like deletes likes of that account, and nothing else.
    guard traces.count <= Self.mostTraces else { return nil }
    for address in traces + [planned].compactMap({ $0 }) {
      guard address.collection == kind.collection, address.repository == account else { return nil }
    }
  }
}
