import Bluesky
import Journal
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Sends posts to a server in a real session. In practice, the world itself sends them.
package struct PostSender {
  let session: Session

  package init(_ session: Session) { self.session = session }

  /// Carries out the effects of an event outside the world.
  package func followed(_ event: PostPart.Event) {
    PostListener(session).savePositions()
    switch event {
    case .due(let number): sendDue(number)
    case .asks: PostListener(session).requestNews()
    case .streams: StreamListener(session).connect()
    default: break
    }
  }

  /// Sends a post that is due. Another command may be running: ^C is meant for that command.
  func sendDue(_ number: Int) {
    let mode = PostRequests(session).networkMode
    if mode == .practice { return }
    if session.past.isForked {
      return session.change { $0.posts.sending.retry(number, at: session.now + .seconds(10)) }
    }
    if mode == .background { return BackgroundRequests(session).depart(number) }
    do throws(Failure) { try send(number, by: .due) } catch {
      if case .interrupted = error.problem { return }
      session.notice(error.problem.message)
    }
  }

  /// Sends posts that were just written, unless they have to wait. At a prompt they are sent while the user types the
  /// next line.
  func sendAtOnce(_ entries: [Outbox.Entry]) throws(Failure) {
    let mode = PostRequests(session).networkMode
    if mode == .practice { return }
    if let first = entries.first, first.account == nil {
      guard mode == .background || !session.options.isQuiet else { return }
      return session.resources.posts.explainOnce { reportMissingAccount(first.id) }
    }
    if let first = entries.first, let limit = session.world.posts.sending.delivery(first.id).limit, limit > session.now
    {
      session.notice(
        "post \(first.id) is waiting: \(session.world.posts.sending.delivery(first.id).words ?? "")\(AccountAccess(session).until(limit))"
      )
    }
    guard mode == .waiting, !session.past.isForked else { return }
    for entry in entries {
      guard let due = session.world.posts.sending.delivery(entry.id).due, due <= session.now else { continue }
      try send(entry.id, by: .due)
      if let refusal = removeRefusal(entry) { throw refusal }
    }
  }

  /// Returns the reason why a script's post was refused; `nil` if it was not refused.
  private func removeRefusal(_ entry: Outbox.Entry) -> Failure? {
    session.resources.posts.refusals.remove("post \(entry.id)")
  }

  /// Reports at a script's end the posts that the script has written and that are not sent yet.
  func noticeWaiting() {
    guard PostRequests(session).networkMode == .waiting, session.persistence != nil else { return }
    let entries = session.world.posts.outbox.entries.filter { entry in
      guard session.resources.posts.touched.contains(entry.id),
        session.world.posts.sending.delivery(entry.id).state != .refused
      else {
        return false
      }
      // The user was told so when the post was written.
      return entry.account != nil || session.options.isQuiet
    }
    guard let first = entries.first else { return }
    let (delivery, count) = (session.world.posts.sending.delivery(first.id), entries.count)
    let what = count == 1 ? "post \(first.id) is waiting" : "\(count) posts are waiting"
    var words = "\(what) in the outbox"
    if first.account == nil {
      words += ": no account is logged in"
    } else if let planned = first.planned, delivery.words == nil {
      words += ", \(count == 1 ? "" : "the first ")for \(session.runtime.writer.text(Value.date(planned).toSeconds))"
    } else if let reason = delivery.words {
      words += ": \(reason)"
    }
    // A post that only a person can help is not sent by itself.
    let way =
      first.account == nil
      ? "try: login HANDLE, then outbox send \(first.id)"
      : delivery.words != nil && delivery.due == nil && !delivery.isWaitingForNetwork
        ? "`outbox` says what to do"
        : "\(count == 1 ? "it" : "they") will be sent when a prompt is open, or by the next session"
    session.notice("\(words); \(way)")
  }

  /// Reports why a post cannot be sent without an account, and the next step.
  private func reportMissingAccount(_ number: Int) {
    do throws(Failure) {
      _ = try AccountAccess(session).accounts()
      session.notice("no account is logged in; try: login HANDLE, then outbox send \(number)")
    } catch {
      session.notice([error.problem.message, error.problem.suggestion].compactMap { $0 }.joined(separator: ": "))
    }
  }

  /// Sends one post, and then the posts that follow it in its thread.
  func send(_ first: Int, by input: Delivery.Input) throws(Failure) {
    var (next, input): (Int?, Delivery.Input) = (first, input)
    while let number = next {
      next = nil
      guard let entry = session.world.posts.outbox[number] else { return }
      try checkIsNotBeingSent(number)
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
      next = session.world.posts.outbox.entries.first { $0.extras.awaited.contains(entry.identity) }?.id
      input = .due
    }
  }

  /// Returns the name of the other device that queued a post; `nil` if this device did.
  func queuer(of entry: Outbox.Entry) -> String? {
    session.world.posts.sending.savedName(entry.identity).flatMap { session.persistence?.otherDevice(of: $0) }
  }

  /// Returns the account for which a post is sent: the account that it was written for, else the publishing account;
  /// `nil` if the post has to wait.
  func sender(of entry: Outbox.Entry, _ number: Int) throws(Failure) -> Account? {
    let accounts = try AccountAccess(session).accounts()
    guard let account = entry.account.flatMap({ accounts[did: $0] }) ?? (entry.account == nil ? accounts.current : nil)
    else {
      session.change { $0.posts.sending.park(number, "its account is not logged in") }
      return nil
    }
    guard
      session.world.posts.sending.delivery(number).attempt != nil
        || entry.extras.images.isEmpty
        // This device has pictures of other posts too, so only the device that queued a post attaches its pictures.
        || queuer(of: entry) == nil && entry.extras.images.allSatisfy({ session.resources.posts.pictures.has($0.name) })
    else {
      let words = "its pictures are not on this device; send it from the device on which it was written, or remove it"
      session.change { $0.posts.sending.park(number, words) }
      session.notice("post \(number) is waiting: \(words)")
      return nil
    }
    return account
  }

  /// - Returns: `true` if the post is on the server now.
  private func deliver(_ number: Int, by input: Delivery.Input, as did: String) throws(Failure) -> Bool {
    guard
      var publishing = session.change({
        $0.posts.sending.begin(
          number, by: input, as: did, at: max(session.now, session.livePresent),
          asksClock: PostClock(session).isInDoubt)
      })
    else {
      return false
    }
    let outcome: Publishing.Outcome?
    do throws(Failure) {
      outcome = try publishing.run(
        prepare: { (publishing, attempt) throws(Failure) in save(&publishing, attempt, number) },
        request: { (publishing, call) throws(Failure) in
          isGone(number) ? stop(&publishing) : try PostRequests(session).request(call, as: did)
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
    if publishing.checksClock, let doubt = PostClock(session).doubt(about: number) {
      publishing.stop(.later(doubt.words, until: nil))
      return
    }
    var attempt = attempt
    if let created = PostClock(session).date(of: number) { attempt = publishing.date(created) ?? attempt }
    session.change { $0.posts.sending.keep(number, attempt) }
    if session.isDurable() { return publishing.kept() }
    publishing.stop(.later("it could not be saved before sending", until: nil))
  }

  /// `true` if the post was removed from the outbox.
  func isGone(_ number: Int) -> Bool { session.world.posts.outbox[number] == nil }

  /// Stops sending a post that was removed.
  @discardableResult func stop(_ publishing: inout Publishing) -> XRPCAnswer? {
    publishing.stop(.later("it was removed from the outbox", until: nil))
    return nil
  }

  // MARK: Taking turns

  /// Claims the turn among the sessions of the folder to try a post, and reads the other sessions' changes.
  /// - Parameter waits: `true` to wait for another session that has the turn; else the post is tried a little later.
  /// - Returns: `true` if this session may send the post now.
  func claimTurn(_ entry: Outbox.Entry, isByHand: Bool, waits: Bool) throws(Failure) -> Bool {
    // Another session cannot have sent a post that is not saved yet. Unsaved changes would also keep this session from
    // reading the changes of the others.
    guard let persistence = session.persistence, session.isDurable() else { return true }
    let name = PostPart.id(entry.identity, persistence.place.session).text
    let claim: SendingTurn.Claim
    do throws(SystemError) {
      claim = try session.resources.posts.turn.claim(
        name, isByHand: isByHand, timeout: waits ? Self.turnTimeout : .zero)
    } catch {
      throw Failure(.interrupted)
    }
    if case .later(let wait) = claim {
      let instant = max(session.now, session.livePresent) + wait
      session.change { $0.posts.sending.retry(entry.id, at: instant) }
      return false
    }
    session.pollOtherSessions()
    if session.world.posts.outbox[entry.id] != nil { return true }
    session.resources.posts.turn.release(name, after: nil)
    return false
  }

  /// Longer than one request may take.
  private static let turnTimeout = Duration.seconds(45)

  /// Ends the turn after an attempt, once the outcome is saved for the next session to read.
  func endTurn(_ entry: Outbox.Entry) {
    guard let persistence = session.persistence else { return }
    _ = session.isDurable()
    let due = session.world.posts.outbox[entry.id].flatMap { session.world.posts.sending.delivery($0.id).due }
    let name = PostPart.id(entry.identity, persistence.place.session).text
    session.resources.posts.turn.release(name, after: due.map { $0 - max(session.now, session.livePresent) })
  }

  func end(_ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome) {
    let instant = max(session.now, session.livePresent)
    let sent = session.world.posts.outbox[number]?.extras.pictures.map { $0.name } ?? []
    var events = session.change { $0.posts.end(number, publishing, outcome, at: instant) }
    if publishing.checksClock, case .later = outcome, let due = PostClock(session).doubt(about: number)?.due {
      session.change { $0.posts.sending.retry(number, at: due) }
      let delivery = session.world.posts.sending.delivery(number)
      events = events.map { event in
        guard case .failed(let failed) = event else { return event }
        return .failed(FailedPost(entry: failed.entry, delivery: delivery, outcome: failed.outcome))
      }
    }
    // In practice, the network has no other copy.
    if case .sent = outcome, session.options.kind == .real, session.isDurable() {
      let others = session.world.posts.outbox.entries.flatMap { $0.extras.pictures.map { $0.name } }
      session.resources.posts.pictures.remove(Set(sent).subtracting(others))
    }
    // Another account may have begun to publish meanwhile.
    if session.world.posts.sending.delivery(number).due != nil, let did = AccountAccess(session).account?.did {
      session.change { $0.posts.park(number, exceptOf: did) }
    }
    for event in events { session.process(.posts(event)) }
    if PostRequests(session).networkMode == .waiting,
      case .refused = session.world.posts.sending.delivery(number).state,
      session.world.posts.outbox[number] != nil
    {
      let words = session.world.posts.sending.delivery(number).words ?? ""
      session.resources.posts.refusals.append(
        "post \(number)", .refused("post \(number) was refused: \(words)", "try: outbox remove \(number)"))
    }
  }

  // MARK: By hand

  /// Sends a post by its number, or all posts that this account has written.
  func sendOutbox(_ number: Int?) throws(Failure) {
    let now = try session.present()
    if number == nil, session.world.posts.pendingReactions.pendingCount > 0 {
      session.resources.posts.hasNetwork = true
      session.resources.posts.round.forgetLimit()
      try ReactionSender(session).sendPendingReactions()
      if session.world.posts.outbox.entries.isEmpty { return }
    }
    guard !session.world.posts.outbox.entries.isEmpty else { throw .refused("the outbox is empty") }
    guard let account = try AccountAccess(session).accounts().current else { throw AccountAccess(session).noAccount }
    if let number {
      try sendByNumber(number, account, at: now)
    } else {
      try sendAll(account, at: now)
    }
  }

  private func sendByNumber(_ number: Int, _ account: Account, at instant: Instant) throws(Failure) {
    let entry = try waiting(number)
    if let before = session.world.posts.sending.awaited(by: entry) {
      let (words, way) = session.world.posts.sending.words(awaiting: before)
      throw .refused(
        "post \(number) \(entry.follows == before ? "continues" : "quotes") \(words)",
        way ?? "try: outbox remove \(number)"
      ).about(0)
    }
    if let did = entry.account, try AccountAccess(session).accounts()[did: did] == nil {
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
    if let entry = session.world.posts.outbox[number] { return entry }
    let numbers = session.world.posts.outbox.entries.map { $0.id }
    throw .refused(
      numbers.isEmpty ? "the outbox is empty" : "there is no post \(number) in the outbox",
      numbers.isEmpty ? nil : "the outbox has post\(numbers.count == 1 ? "" : "s") \(PostWords.list(numbers))"
    ).about(0)
  }

  private func sendAll(_ account: Account, at instant: Instant) throws(Failure) {
    let mine = session.world.posts.outbox.entries.filter { $0.account == account.did && $0.planned == nil }
    // A post that a server refused is tried again only by a user who has seen why.
    let wanted = mine.filter { session.world.posts.sending.delivery($0.id).state != .refused }
    if wanted.isEmpty, let refused = mine.first {
      throw .refused(
        "the server refused all posts for \(account.handle) that have no planned time", "try: outbox send \(refused.id)"
      )
    }
    guard !wanted.isEmpty else {
      // This account can send the posts that were written without one.
      let others = session.world.posts.outbox.entries
      throw .refused(
        "the outbox has no posts for \(account.handle) without a planned time: send the others by number",
        "try: outbox send \((others.first { $0.account == nil } ?? others[0]).id)")
    }
    let ready = wanted.filter { session.world.posts.sending.awaited(by: $0) == nil }
    if ready.isEmpty, let before = wanted.first.flatMap({ session.world.posts.sending.awaited(by: $0) }) {
      let (words, way) = session.world.posts.sending.words(awaiting: before)
      throw .refused("all waiting posts depend on \(words)", way ?? "try: outbox remove \(wanted[0].id)")
    }
    try go(wanted, at: instant)
  }

  private func go(_ entries: [Outbox.Entry], at instant: Instant) throws(Failure) {
    for entry in entries where session.world.posts.outbox[entry.id] != nil {
      if session.world.posts.sending.awaited(by: entry) != nil { continue }
      if PostRequests(session).networkMode == .practice {
        session.change { $0.posts.send(entry.id, at: instant) }
        continue
      }
      session.resources.posts.touched.insert(entry.id)
      try send(entry.id, by: .send)
      if let refusal = removeRefusal(entry) { throw refusal }
      // The remaining posts would meet the same limit.
      if let limit = session.world.posts.sending.delivery(entry.id).limit, limit > session.now { break }
    }
  }

  /// Throws if a post is being sent in the background: no other code may touch the post then, even if its state was
  /// in doubt before.
  func checkIsNotBeingSent(_ number: Int) throws(Failure) {
    if session.resources.posts.background?.number == number { throw Self.isBeingSent(number) }
  }

  static func isBeingSent(_ number: Int) -> Failure { .refused("post \(number) is being sent", "try: outbox").about(0) }

  // MARK: Deleting

  /// Deletes a post from its server.
  func deletePost(_ value: Value) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let account = try AccountAccess(session).named(nil)
    let address = try ownAddress(value, account)
    // A server also reports success for deleting a post that never existed.
    if case .refused(let error) = try PostRequests(session).look(.getRecord(address), as: account), error.isAbsence {
      throw .refused("there is no post \(address.key): it was deleted or never existed").about(0)
    }
    guard session.confirms("delete \(Self.question(of: value, address))?") else {
      throw .refused("nothing was deleted")
    }
    return try PostRequests(session).asking(.deleteRecord(address), as: account) { (answer) throws(Failure) in
      try self.deleted(address, answer, at: session.now)
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
      session.process(.posts(.deleted(DeletedPost(address: address))))
      return .value(.none)
    case .refused(let error):
      throw .refused(
        "the server refused to delete the post: \(error.words)\(AccountAccess(session).until(error.resets))")
    case .broken(let error):
      throw .refused("server error; the post may have been deleted: \(error.words)", "try: delete \(address.key)")
    case .none(let words, let reach):
      throw .refused(
        "\(reach == .unheard ? "the post may have been deleted" : "the post was not deleted"): \(words)",
        "try again: delete \(address.key)")
    }
  }

  private func ownAddress(_ value: Value, _ account: Account) throws(Failure) -> RecordAddress {
    let address: RecordAddress
    switch try PostWriting(session).target(value) {
    case .there(let there): address = there
    case .own(let identity):
      throw .refused("post @\(identity.number) has not been published yet", "try: outbox remove \(identity.number)")
        .about(0)
    }
    guard [account.did, account.handle.lowercased()].contains(address.repository.lowercased()) else {
      throw .refused("that post is not by \(account.handle), so it cannot be deleted", "try: account use HANDLE").about(
        0)
    }
    return RecordAddress(repository: account.did, collection: address.collection, key: address.key)
  }
}
