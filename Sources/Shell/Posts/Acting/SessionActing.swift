import Bluesky
import StoryScript
import Timeline

/// Likes, reposts, bookmarks, follows, mutes and blocks: shown at once, sent when there is a network, and reverted,
/// with the reason, if a server refuses them.
extension Session {
  /// Makes a reaction to the post or the person of an argument, or removes it.
  func react(_ kind: Reaction.Kind, _ isOn: Bool, _ value: Value) throws(Failure) -> CommandOutcome {
    _ = try present()
    let account = try reader()
    switch kind {
    case .like, .repost, .bookmark:
      let address = try published(value)
      let references = world.posts.reading.references
      if let post = references.viewed(address)?.post { return try react(kind, isOn, to: post, as: account) }
      let answer = try look(PostView.call(address), as: account)
      // Without a network, a post that was read with another account is still known.
      if case .none = answer, let known = references[address].flatMap({ references[$0]?.post }) {
        return try react(kind, isOn, to: known, as: account)
      }
      guard let post = PostView(posts: try Self.done(answer)) else {
        throw .refused("that post was deleted or never existed").about(0)
      }
      _ = records([FeedItem(post)])
      return try react(kind, isOn, to: post, as: account)
    case .follow, .mute, .block:
      let actor = try actor(value)
      let answer = try look(Person.call(actor), as: account)
      // Without a network, a person whose post was read is still known.
      if case .none = answer, let known = author(actor) { return try react(kind, isOn, to: known, as: account) }
      guard let person = Person(profile: try Self.done(answer, about: actor)) else {
        throw .refused("the server's response does not describe an account").about(0)
      }
      return try react(kind, isOn, to: person, as: account)
    case .seen: return try seeNotifications()
    }
  }

  /// Returns a person whose post was read.
  private func author(_ actor: String) -> Person? {
    let references = world.posts.reading.references
    return references.numbers.lazy.compactMap { references[$0]?.post?.author }.first {
      $0.did == actor || $0.handle.lowercased() == actor.lowercased()
    }
  }

  private func react(_ kind: Reaction.Kind, _ isOn: Bool, to post: PostView, as account: Account) throws(Failure)
    -> CommandOutcome
  {
    let reaction = Reaction(kind, .post(post.reference), handle: post.author.handle)
    let number = world.posts.reading.references[post.reference.address]
    let (isThere, record) = post.reaction(kind)
    let pending =
      self.pending(reaction, as: account) ?? PendingReaction(reaction, by: account.did, isThere: isThere, at: record)
    try want(pending, isOn, number)
    // The current state of the post, because a step of a pipeline passes posts on.
    let item = number.flatMap { world.posts.reading.references[$0] } ?? FeedItem(post)
    return .value(.record(world.posts.record(of: item, number: number)))
  }

  private func react(_ kind: Reaction.Kind, _ isOn: Bool, to person: Person, as account: Account) throws(Failure)
    -> CommandOutcome
  {
    if person.did == account.did { throw .refused("that is your own account").about(0) }
    let reaction = Reaction(kind, .person(person.did), handle: person.handle)
    let (isThere, record) = person.relation.reaction(kind)
    var pending =
      self.pending(reaction, as: account) ?? PendingReaction(reaction, by: account.did, isThere: isThere, at: record)
    pending.see(isThere, at: record)
    try want(pending, isOn, nil)
    return .value(.text(person.handle))
  }

  func pending(_ reaction: Reaction, as account: Account) -> PendingReaction? {
    world.posts.pendingReactions[PendingReaction.name(reaction.name, by: account.did)]
  }

  func want(_ pending: PendingReaction, _ isOn: Bool, _ number: Int?) throws(Failure) {
    var pending = pending
    guard pending.isWanted != isOn else {
      // Repeating a reaction changes nothing.
      return notice("nothing changed: " + ReactionEvents.words(pending.reaction, isOn, number, isNew: false))
    }
    let now = now
    pending.want(isOn, at: now)
    change { $0.posts.pendingReactions.want(pending, at: now) }
    happen(.posts(.reacted(ReactionChange(reaction: pending.reaction, isOn: isOn, number: number))))
    // The reaction is sent at once, not after the next command, so that interrupting a script interrupts the sending
    // too.
    resources.posts.hasNetwork = true
    try sendPendingReactions()
    if let refusal = resources.posts.refusals.remove(pending.name) { throw refusal }
  }

  // MARK: Sending

  /// Sends the pending reactions. In practice they are scheduled; at a prompt they are sent while the user types the
  /// next line.
  func sendPendingReactions() throws(Failure) {
    guard world.posts.pendingReactions.pendingCount > 0 else { return }
    switch networkMode {
    case .practice:
      let now = now
      change { $0.posts.planPendingReactions(at: now) }
    case .background: departNext()
    case .waiting:
      guard beginRound() else { return }
      while let pending = nextPendingReaction() { resources.posts.round.apply(try send(pending)) }
      endRound()
    }
  }

  /// Begins a round with all reactions that can be sent now. A fork's reactions are sent once the fork is kept, and
  /// all reactions must be saved before they are sent.
  /// - Returns: `true` if there is a reaction to send.
  func beginRound() -> Bool {
    guard world.posts.pendingReactions.pendingCount > 0, !past.isForked,
      resources.posts.round.mayBegin(at: max(now, livePresent)),
      let accounts = try? accounts()
    else { return false }
    let pendingReactions = world.posts.pendingReactions.pendingInOrder.filter {
      accounts[did: $0.account] != nil && $0.next != nil
    }
    guard !pendingReactions.isEmpty, isDurable() else { return false }
    resources.posts.round.begin(pendingReactions)
    return true
  }

  /// Returns the next reaction to send, in its current wanted state.
  func nextPendingReaction() -> PendingReaction? {
    while let name = resources.posts.round.next() {
      if let pending = world.posts.pendingReactions[name], pending.next != nil { return pending }
    }
    return nil
  }

  /// Reports that a reaction waits, if one does.
  func endRound() {
    guard let reason = resources.posts.round.consumeReason() else { return }
    resources.posts.hasNetwork = false
    let count = world.posts.pendingReactions.pendingCount
    notice(
      "\(count == 1 ? "1 reaction is" : "\(count) reactions are") waiting (\(reason)); the next successful request sends \(count == 1 ? "it" : "them")"
    )
  }

  /// - Returns: the outcome; `nil` if there was nothing to send.
  private func send(_ pending: PendingReaction) throws(Failure) -> PendingReaction.Outcome? {
    var reaction = ReactionRequest(pending)
    let outcome: PendingReaction.Outcome?
    do throws(Failure) {
      outcome =
        try reaction.run(
          // The wanted state cannot change while the command waits.
          prepare: { (reaction, _) throws(Failure) in reaction.kept() },
          request: { (_, call) throws(Failure) in try request(call, as: pending.account) }) ?? nil
    } catch {
      end(reaction.pending, nil)
      throw error
    }
    end(reaction.pending, outcome)
    if case .refused(let words)? = outcome, networkMode == .waiting {
      resources.posts.refusals.append(pending.name, .refused("the server refused the request: \(words)"))
    }
    return outcome
  }

  func end(_ pending: PendingReaction, _ outcome: PendingReaction.Outcome?) {
    let instant = max(now, livePresent)
    for event in change({ $0.posts.end(pending, outcome, at: instant) }) { happen(.posts(event)) }
  }

  /// Sends the reactions that `undo` and similar commands have left to be sent, after the command.
  func settlePendingReactions() {
    guard world.posts.pendingReactions.pendingCount > 0, networkMode == .practice || resources.posts.hasNetwork else {
      return
    }
    do throws(Failure) { try sendPendingReactions() } catch {
      if case .interrupted = error.problem { return }
      notice(error.problem.message)
    }
  }
}
