import Bluesky
import StoryScript
import System
import Timeline

/// Sending posts to a server in a real session. In practice, sending happens in the world.
extension Session {
  /// Carries out the effects of an event outside the world.
  func followed(_ event: PostPart.Event) {
    keepHeard()
    switch event {
    case .due(let number): sendDue(number)
    case .asks: askWhatIsNew()
    default: break
    }
  }

  /// Sends a post that is due. Another command may be running: ^C is meant for that command.
  func sendDue(_ number: Int) {
    let mode = networkMode
    if mode == .practice { return }
    if past.isForked { return change { $0.posts.sending.retry(number, at: now + .seconds(10)) } }
    if mode == .background { return depart(number) }
    do throws(Failure) { try send(number, by: .due) } catch {
      if case .interrupted = error.problem { return }
      notice(error.problem.message)
    }
  }

  /// Sends posts that were just written, unless they have to wait. At a prompt they are sent while the user types the
  /// next line.
  func sendAtOnce(_ entries: [Outbox.Entry]) throws(Failure) {
    let mode = networkMode
    if mode == .practice { return }
    if let first = entries.first, first.account == nil {
      guard mode == .background || !options.isQuiet else { return }
      return resources.posts.once { sayWhoIsMissing(first.id) }
    }
    if let first = entries.first, let limit = world.posts.sending.delivery(first.id).limit, limit > now {
      notice("post \(first.id) is waiting: \(world.posts.sending.delivery(first.id).words ?? "")\(Self.until(limit))")
    }
    guard mode == .waiting, !past.isForked else { return }
    for entry in entries {
      guard let due = world.posts.sending.delivery(entry.id).due, due <= now else { continue }
      try send(entry.id, by: .due)
      if let refusal = removeRefusal(entry) { throw refusal }
    }
  }

  /// Returns the reason why a script's post was refused; `nil` if it was not refused.
  private func removeRefusal(_ entry: Outbox.Entry) -> Failure? { resources.posts.refusals.remove("post \(entry.id)") }

  /// Reports at a script's end the posts that the script has written and that are not sent yet.
  func noticeWaiting() {
    guard networkMode == .waiting, keeper != nil else { return }
    let entries = world.posts.outbox.entries.filter { entry in
      guard resources.posts.touched.contains(entry.id), world.posts.sending.delivery(entry.id).state != .refused else {
        return false
      }
      // The user was told so when the post was written.
      return entry.account != nil || options.isQuiet
    }
    guard let first = entries.first else { return }
    let (delivery, count) = (world.posts.sending.delivery(first.id), entries.count)
    let what = count == 1 ? "post \(first.id) is waiting" : "\(count) posts are waiting"
    var words = "\(what) in the outbox"
    if first.account == nil {
      words += ": no account is logged in"
    } else if let planned = first.planned, delivery.words == nil {
      words += ", \(count == 1 ? "" : "the first ")for \(runtime.writer.text(Value.date(planned).toSeconds))"
    } else if let reason = delivery.words {
      words += ": \(reason)"
    }
    let way =
      first.account == nil
      ? "try: login HANDLE, then outbox send \(first.id)"
      : "\(count == 1 ? "it" : "they") will be sent when a prompt is open, or by the next session"
    notice("\(words); \(way)")
  }

  /// Tells why a post cannot be sent without an account, and what to do about it.
  private func sayWhoIsMissing(_ number: Int) {
    do throws(Failure) {
      _ = try accounts()
      notice("no account is logged in; try: login HANDLE, then outbox send \(number)")
    } catch {
      notice([error.problem.message, error.problem.suggestion].compactMap(\.self).joined(separator: ": "))
    }
  }

  /// Sends one post, and then the posts that follow it in its thread.
  func send(_ first: Int, by input: Delivery.Input) throws(Failure) {
    var (next, input): (Int?, Delivery.Input) = (first, input)
    while let number = next {
      next = nil
      guard let entry = world.posts.outbox[number] else { return }
      try checkIsNotOnItsWay(number)
      guard let account = try sender(of: entry, number), try claimTurn(entry, isByHand: input == .send, waits: true)
      else {
        return
      }
      let isThere: Bool
      do throws(Failure) { isThere = try deliver(number, by: input, as: account.did) } catch {
        endTurn(entry)
        throw error
      }
      endTurn(entry)
      guard isThere else { return }
      next = world.posts.outbox.entries.first { $0.extras.awaited.contains(entry.identity) }?.id
      input = .due
    }
  }

  /// Returns the name of the other device that queued a post; `nil` if this device did.
  func queuer(of entry: Outbox.Entry) -> String? {
    world.posts.sending.keptName(entry.identity).flatMap { keeper?.otherDevice(of: $0) }
  }

  /// Returns the account for which a post is sent: the account that it was written for, else the publishing account;
  /// `nil` if the post has to wait.
  func sender(of entry: Outbox.Entry, _ number: Int) throws(Failure) -> Account? {
    let accounts = try accounts()
    guard let account = entry.account.flatMap({ accounts[did: $0] }) ?? (entry.account == nil ? accounts.current : nil)
    else {
      change { $0.posts.sending.rest(number, "its account is not logged in") }
      return nil
    }
    guard
      world.posts.sending.delivery(number).attempt != nil
        || entry.extras.images.isEmpty
        // This device has pictures of other posts too, so only the device that queued a post attaches its pictures.
        || queuer(of: entry) == nil && entry.extras.images.allSatisfy({ resources.posts.pictures.has($0.name) })
    else {
      let words = "its pictures are not on this device: send it from the device that wrote it, or remove it"
      change { $0.posts.sending.rest(number, words) }
      notice("post \(number) is waiting: \(words)")
      return nil
    }
    return account
  }

  /// - Returns: `true` if the post is on the server now.
  private func deliver(_ number: Int, by input: Delivery.Input, as did: String) throws(Failure) -> Bool {
    guard var publishing = change({ $0.posts.sending.begin(number, by: input, as: did, at: max(now, livePresent)) })
    else {
      return false
    }
    let outcome: Publishing.Outcome?
    do throws(Failure) {
      outcome = try publishing.run(
        prepare: { (publishing, attempt) throws(Failure) in save(&publishing, attempt, number) },
        request: { (publishing, call) throws(Failure) in
          isGone(number) ? stop(&publishing) : try request(call, as: did)
        })
    } catch {
      if case .end(let outcome) = publishing.step { end(number, publishing, outcome) }
      throw error
    }
    guard let outcome else { return false }
    end(number, publishing, outcome)
    if case .sent = outcome { return true }
    return false
  }

  /// Saves an attempt durably before the attempt is sent.
  func save(_ publishing: inout Publishing, _ attempt: Publishing.Attempt, _ number: Int) {
    if isGone(number) {
      stop(&publishing)
      return
    }
    change { $0.posts.sending.keep(number, attempt) }
    if isDurable() { return publishing.kept() }
    publishing.stop(.later("it could not be saved before sending", until: nil))
  }

  /// `true` if the post was removed from the outbox.
  func isGone(_ number: Int) -> Bool { world.posts.outbox[number] == nil }

  /// Stops sending a post that was removed.
  @discardableResult func stop(_ publishing: inout Publishing) -> XRPCAnswer? {
    publishing.stop(.later("it was removed from the outbox", until: nil))
    return nil
  }

  // MARK: Taking turns

  /// Claims the turn among the sessions of the folder to try a post, and reads what the other sessions have done
  /// meanwhile.
  /// - Parameter waits: `true` to wait for another session that has the turn; else the post is tried a little later.
  /// - Returns: `true` if this session may send the post now.
  func claimTurn(_ entry: Outbox.Entry, isByHand: Bool, waits: Bool) throws(Failure) -> Bool {
    // Another session cannot have sent a post that is not saved yet. Unsaved changes would also keep this session from
    // hearing what the others did.
    guard let keeper, isDurable() else { return true }
    let name = PostPart.id(entry.identity, keeper.place.session).text
    let claim: SendingTurn.Claim
    do throws(SystemError) {
      claim = try resources.posts.turn.claim(name, isByHand: isByHand, patience: waits ? Self.turnPatience : .zero)
    } catch {
      throw Failure(.interrupted)
    }
    if case .later(let wait) = claim {
      let instant = max(now, livePresent) + wait
      change { $0.posts.sending.retry(entry.id, at: instant) }
      return false
    }
    lookAround()
    if world.posts.outbox[entry.id] != nil { return true }
    resources.posts.turn.release(name, after: nil)
    return false
  }

  /// Longer than one request may take.
  private static let turnPatience = Duration.seconds(45)

  /// Ends the turn after an attempt, once the outcome is saved for the next session to read.
  func endTurn(_ entry: Outbox.Entry) {
    guard let keeper else { return }
    _ = isDurable()
    let due = world.posts.outbox[entry.id].flatMap { world.posts.sending.delivery($0.id).due }
    let name = PostPart.id(entry.identity, keeper.place.session).text
    resources.posts.turn.release(name, after: due.map { $0 - max(now, livePresent) })
  }

  func end(_ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome) {
    let instant = max(now, livePresent)
    let events = change { $0.posts.end(number, publishing, outcome, at: instant) }
    // Another account may have begun to publish meanwhile.
    if world.posts.sending.delivery(number).due != nil, let did = account?.did {
      change { $0.posts.rest(number, unlessOf: did) }
    }
    for event in events { happen(.posts(event)) }
    if networkMode == .waiting, case .refused = world.posts.sending.delivery(number).state,
      world.posts.outbox[number] != nil
    {
      let words = world.posts.sending.delivery(number).words ?? ""
      resources.posts.refusals.append(
        "post \(number)", .refused("post \(number) was refused: \(words)", "try: outbox remove \(number)"))
    }
  }

  // MARK: By hand

  /// Sends a post by its number, or all posts that this account has written.
  func sendOutbox(_ number: Int?) throws(Failure) {
    let now = try present()
    if number == nil, world.posts.pendingReactions.pendingCount > 0 {
      resources.posts.hasNetwork = true
      resources.posts.round.forgetLimit()
      try sendPendingReactions()
      if world.posts.outbox.entries.isEmpty { return }
    }
    guard !world.posts.outbox.entries.isEmpty else { throw .refused("the outbox is empty") }
    guard let account = try accounts().current else { throw nobody }
    if let number {
      try sendByNumber(number, account, at: now)
    } else {
      try sendAll(account, at: now)
    }
  }

  private func sendByNumber(_ number: Int, _ account: Account, at instant: Instant) throws(Failure) {
    let entry = try waiting(number)
    if let before = world.posts.sending.awaited(by: entry) {
      let (words, way) = world.posts.sending.words(awaiting: before)
      throw .refused(
        "post \(number) \(entry.follows == before ? "continues" : "quotes") \(words)",
        way ?? "try: outbox remove \(number)"
      ).about(0)
    }
    if let did = entry.account, try accounts()[did: did] == nil {
      throw .refused(
        "post \(number) was written for an account that is not logged in",
        "try: login HANDLE, or outbox remove \(number)"
      )
      .about(0)
    }
    try go([entry], at: instant)
  }

  /// Returns the post of the outbox with the number in the first argument.
  func waiting(_ number: Int) throws(Failure) -> Outbox.Entry {
    if let entry = world.posts.outbox[number] { return entry }
    let numbers = world.posts.outbox.entries.map(\.id)
    throw .refused(
      numbers.isEmpty ? "the outbox is empty" : "there is no post \(number) in the outbox",
      numbers.isEmpty ? nil : "the outbox has post\(numbers.count == 1 ? "" : "s") \(PostWords.list(numbers))"
    ).about(0)
  }

  private func sendAll(_ account: Account, at instant: Instant) throws(Failure) {
    let mine = world.posts.outbox.entries.filter { $0.account == account.did && $0.planned == nil }
    // A post that a server refused is tried again only by a user who has seen why.
    let wanted = mine.filter { world.posts.sending.delivery($0.id).state != .refused }
    if wanted.isEmpty, let refused = mine.first {
      throw .refused("the server refused all waiting posts", "try: outbox send \(refused.id)")
    }
    guard !wanted.isEmpty else {
      // This account can send the posts that were written without one.
      let others = world.posts.outbox.entries
      throw .refused(
        "the outbox has no posts for \(account.handle): send the others by number",
        "try: outbox send \((others.first { $0.account == nil } ?? others[0]).id)")
    }
    let ready = wanted.filter { world.posts.sending.awaited(by: $0) == nil }
    if ready.isEmpty, let before = wanted.first.flatMap({ world.posts.sending.awaited(by: $0) }) {
      let (words, way) = world.posts.sending.words(awaiting: before)
      throw .refused("all waiting posts depend on \(words)", way ?? "try: outbox remove \(wanted[0].id)")
    }
    try go(wanted, at: instant)
  }

  private func go(_ entries: [Outbox.Entry], at instant: Instant) throws(Failure) {
    for entry in entries where world.posts.outbox[entry.id] != nil {
      if world.posts.sending.awaited(by: entry) != nil { continue }
      if networkMode == .practice {
        change { $0.posts.send(entry.id, at: instant) }
        continue
      }
      resources.posts.touched.insert(entry.id)
      try send(entry.id, by: .send)
      if let refusal = removeRefusal(entry) { throw refusal }
      // The remaining posts would meet the same limit.
      if let limit = world.posts.sending.delivery(entry.id).limit, limit > now { break }
    }
  }

  /// Throws if a post is being sent in the background: no other code may touch the post then, even if its state was
  /// in doubt before.
  func checkIsNotOnItsWay(_ number: Int) throws(Failure) {
    if resources.posts.background?.number == number { throw Self.isOnItsWay(number) }
  }

  static func isOnItsWay(_ number: Int) -> Failure { .refused("post \(number) is being sent", "try: outbox").about(0) }

  // MARK: Deleting

  /// Deletes a post from its server.
  func deletePost(_ value: Value) throws(Failure) -> CommandOutcome {
    _ = try present()
    let account = try named(nil)
    let address = try ownAddress(value, account)
    // A server also reports success for deleting a post that never existed.
    if case .refused(let error) = try look(.getRecord(address), as: account), error.isAbsence {
      throw .refused("there is no post \(address.key): it was deleted or never existed").about(0)
    }
    guard confirms("delete \(Self.question(of: value, address))?") else { throw .refused("nothing was deleted") }
    return try asking(.deleteRecord(address), as: account) { (answer) throws(Failure) in
      try self.deleted(address, answer, at: self.now)
    }
  }

  /// Describes a post for a question: as the user named it, or a post of the timeline by its number and its text.
  private static func question(of value: Value, _ address: RecordAddress) -> String {
    if let text = value.record?["text"]?.text, !text.isEmpty {
      return "\"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
    }
    return value.text ?? value.wholeNumber.map { "@\($0)" } ?? address.key
  }

  private func deleted(_ address: RecordAddress, _ answer: XRPCAnswer, at instant: Instant) throws(Failure)
    -> CommandOutcome
  {
    switch answer {
    case .done:
      happen(.posts(.deleted(DeletedPost(address: address))))
      return .value(.none)
    case .refused(let error):
      throw .refused("the server refused to delete the post: \(error.words)\(Self.until(error.resets))")
    case .broken(let error):
      throw .refused("server error, and the post may be deleted: \(error.words)", "try: delete \(address.key)")
    case .none(let words, let reach):
      throw .refused(
        "\(reach == .unheard ? "the post may be deleted" : "the post was not deleted"): \(words)",
        "try again: delete \(address.key)")
    }
  }

  private func ownAddress(_ value: Value, _ account: Account) throws(Failure) -> RecordAddress {
    let address: RecordAddress
    switch try target(value) {
    case .there(let there): address = there
    case .own(let identity):
      throw .refused("post @\(identity.number) is not published yet", "try: outbox remove \(identity.number)").about(0)
    }
    guard [account.did, account.handle.lowercased()].contains(address.repository.lowercased()) else {
      throw .refused("that post is not by \(account.handle), so it cannot be deleted", "try: account use HANDLE").about(
        0)
    }
    return RecordAddress(repository: account.did, collection: address.collection, key: address.key)
  }
}
