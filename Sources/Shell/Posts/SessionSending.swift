import Bluesky
import StoryScript
import Timeline

/// Posts on their way to a server. In practice they travel in the world; here is what a real session does.
extension Session {
  /// Sends a post whose time has come, while something else may be under way: whoever presses ^C meant that.
  func sendDue(_ number: Int) {
    guard options.kind == .real else { return }
    if past.isForked { return change { $0.posts.retry(number, at: now + .seconds(10)) } }
    do throws(Failure) { try send(number, by: .due) } catch {
      if case .interrupted = error.problem { return }
      notice(error.problem.message)
    }
  }

  /// Sends posts that were just written and are not to wait.
  func sendAtOnce(_ entries: [Outbox.Entry]) throws(Failure) {
    guard options.kind == .real, !past.isForked else { return }
    for entry in entries {
      guard let due = world.posts.delivery(entry.id).due, due <= now else { continue }
      try send(entry.id, by: .due)
    }
  }

  /// Sends one post, and what follows it in its thread.
  func send(_ first: Int, by input: Delivery.Input) throws(Failure) {
    var (next, input): (Int?, Delivery.Input) = (first, input)
    while let number = next {
      next = nil
      guard let entry = world.posts.outbox[number] else { return }
      guard let account = try sender(of: entry) else {
        return change { $0.posts.rest(number, "its account is not logged in") }
      }
      guard try deliver(number, by: input, as: account.did) else { return }
      next = world.posts.outbox.entries.first { $0.follows == entry.identity }?.id
      input = .due
    }
  }

  /// The account for which a post goes out: the one that it was written for, else the one that publishes.
  private func sender(of entry: Outbox.Entry) throws(Failure) -> Account? {
    let accounts = try accounts()
    return entry.account.flatMap { accounts[did: $0] } ?? (entry.account == nil ? accounts.current : nil)
  }

  /// - Returns: whether it stands there now.
  private func deliver(_ number: Int, by input: Delivery.Input, as did: String) throws(Failure) -> Bool {
    guard var publishing = change({ $0.posts.begin(number, by: input, as: did) }) else { return false }
    while true {
      switch publishing.next {
      case .keep(let attempt):
        change { $0.posts.keep(number, attempt) }
        guard isDurable() else {
          end(number, publishing, .later("it could not be saved before it is sent", until: nil))
          return false
        }
        publishing.kept()
      case .ask(let call):
        do throws(Failure) { publishing.take(try ask(call, as: did)) } catch {
          let words = "interrupted"
          end(number, publishing, call.changes ? .unsure(words, until: nil) : .later(words, until: nil))
          throw error
        }
      case .end(let outcome):
        end(number, publishing, outcome)
        if case .sent = outcome { return true }
        return false
      }
    }
  }

  private func end(_ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome) {
    let instant = max(now, livePresent)
    let events = change { $0.posts.end(number, publishing, outcome, at: instant) }
    for event in events { happen(.posts(event)) }
  }

  // MARK: By hand

  /// Sends what is named: a post by its number, or all that this account has written.
  func sendOutbox(_ number: Int?) throws(Failure) {
    let now = try present()
    guard !world.posts.outbox.entries.isEmpty else { throw .refused("the outbox is empty") }
    guard let account = try accounts().current else { throw Session.nobody }
    if let number {
      try sendByNumber(number, account, at: now)
    } else {
      try sendAll(account, at: now)
    }
  }

  private func sendByNumber(_ number: Int, _ account: Account, at instant: Instant) throws(Failure) {
    guard let entry = world.posts.outbox[number] else {
      throw .refused(
        "there is no post \(number) in the outbox",
        "there \(world.posts.outbox.count == 1 ? "is" : "are") \(PostWords.list(world.posts.outbox.entries.map(\.id)))"
      ).about(0)
    }
    if let before = world.posts.awaited(by: entry) {
      throw .refused(
        "post \(number) continues post \(before.number), which was not sent yet", "outbox send \(before.number)"
      ).about(0)
    }
    if let did = entry.account, try accounts()[did: did] == nil {
      throw .refused(
        "post \(number) was written for an account that is not logged in", "login, or outbox remove \(number)"
      )
      .about(0)
    }
    try go([entry], at: instant)
  }

  private func sendAll(_ account: Account, at instant: Instant) throws(Failure) {
    let mine = world.posts.outbox.entries.filter { $0.account == account.did && $0.planned == nil }
    guard !mine.isEmpty else {
      throw .refused(
        "nothing in the outbox was written for \(account.handle): such posts go out only by number",
        "outbox send \(world.posts.outbox.entries[0].id)")
    }
    try go(mine, at: instant)
  }

  private func go(_ entries: [Outbox.Entry], at instant: Instant) throws(Failure) {
    for entry in entries where world.posts.outbox[entry.id] != nil {
      if world.posts.awaited(by: entry) != nil { continue }
      if options.kind == .real {
        try send(entry.id, by: .send)
      } else {
        change { $0.posts.send(entry.id, at: instant) }
      }
    }
  }

  // MARK: Deleting

  /// Takes a post off its server.
  func deletePost(_ text: String) throws(Failure) -> CommandOutcome {
    let now = try present()
    let account = try named(nil)
    let address = try ownAddress(text, account)
    guard questions.confirms("delete \(address.key)?") else { throw .refused("nothing was deleted") }
    if options.kind == .real {
      return try deleted(address, try ask(.deleteRecord(address), as: account.did), at: now)
    }
    return .wait(world.posts.choices.weather.delay) { () throws(Failure) in
      let answer = self.change { $0.posts.ask(.deleteRecord(address)) }
      return try self.deleted(address, answer, at: self.now)
    }
  }

  private func deleted(_ address: RecordAddress, _ answer: XRPCAnswer, at instant: Instant) throws(Failure)
    -> CommandOutcome
  {
    switch answer {
    case .done:
      happen(.posts(.deleted(DeletedPost(address: address))))
      return .value(.none)
    case .refused(let error):
      throw .refused("the server refuses to delete it: \(error.words)\(Self.until(error.resets))")
    case .broken(let error):
      throw .refused("the server is in trouble, and may have deleted it: \(error.words)", "delete \(address.key)")
    case .none(let words, let mayHaveArrived):
      throw .refused(
        "\(mayHaveArrived ? "it may be deleted" : "it was not deleted"): \(words)", "again: delete \(address.key)")
    }
  }

  private func ownAddress(_ text: String, _ account: Account) throws(Failure) -> RecordAddress {
    if RecordKey(text) != nil {
      return RecordAddress(repository: account.did, collection: RecordAddress.posts, key: text)
    }
    guard let address = RecordAddress(text) ?? RecordAddress(page: text), address.collection == RecordAddress.posts
    else {
      throw .refused("'\(text)' is no post's address", "the key that `post.sent` tells, at://…, or its page's link")
        .about(0)
    }
    guard [account.did, account.handle.lowercased()].contains(address.repository.lowercased()) else {
      throw .refused("that post is not \(account.handle)'s, so it cannot be deleted", "account use HANDLE").about(0)
    }
    return RecordAddress(repository: account.did, collection: address.collection, key: address.key)
  }
}
