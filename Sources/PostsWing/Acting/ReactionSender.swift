import Bluesky
import SessionState
import ShellCore
import StoryScript
import Timeline

/// Likes, reposts, bookmarks, follows, mutes and blocks: shown at once, sent when there is a network, and reverted,
/// with the reason, if a server refuses them.
struct ReactionSender {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Makes a reaction to the post or the person of an argument, or removes it.
  func react(_ kind: Reaction.Kind, _ isOn: Bool, _ value: Value) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let account = try PostReader(session).reader()
    switch kind {
    case .like, .repost, .bookmark:
      let address = try PostReader(session).published(value)
      let references = session.world.posts.reading.references
      if let post = references.viewed(address)?.post { return try react(kind, isOn, to: post, as: account) }
      let answer = try PostRequests(session).look(PostView.call(address), as: account)
      // Without a network, a post that was read with another account is still known.
      if case .none = answer, let known = references[address].flatMap({ references[$0]?.post }) {
        return try react(kind, isOn, to: known, as: account)
      }
      guard let post = PostView(posts: try PostReader(session).done(answer, way: nil)) else {
        throw .refused("that post was deleted or never existed").about(0)
      }
      _ = PostReader(session).records([FeedItem(post)])
      return try react(kind, isOn, to: post, as: account)
    case .follow, .mute, .block:
      let actor = try ListCommands(session).actor(value)
      let answer = try PostRequests(session).look(Person.call(actor), as: account)
      // Without a network, a person whose post was read is still known.
      if case .none = answer, let known = author(actor) { return try react(kind, isOn, to: known, as: account) }
      guard let person = Person(profile: try PostReader(session).done(answer, way: nil, about: actor)) else {
        throw .refused("the server's response does not describe an account").about(0)
      }
      return try react(kind, isOn, to: person, as: account)
    case .seen: return try NotificationLoader(session).seeNotifications()
    }
  }

  /// Returns a person whose post was read.
  private func author(_ actor: String) -> Person? {
    let references = session.world.posts.reading.references
    return references.numbers.lazy.compactMap { references[$0]?.post?.author }.first {
      $0.did == actor || $0.handle.lowercased() == actor.lowercased()
    }
  }

  private func react(_ kind: Reaction.Kind, _ isOn: Bool, to post: PostView, as account: Account) throws(Failure)
    -> CommandOutcome
  {
    let reaction = Reaction(kind, .post(post.reference), handle: post.author.handle)
    let number = session.world.posts.reading.references[post.reference.address]
    let (isThere, record) = post.reaction(kind)
    let pending =
      self.pending(reaction, as: account) ?? PendingReaction(reaction, by: account.did, isThere: isThere, at: record)
    try setWanted(pending, isOn, number)
    // The current state of the post, because a step of a pipeline passes posts on.
    let item = number.flatMap { session.world.posts.reading.references[$0] } ?? FeedItem(post)
    return .value(.record(session.world.posts.record(of: item, number: number)))
  }

  private func react(_ kind: Reaction.Kind, _ isOn: Bool, to person: Person, as account: Account) throws(Failure)
    -> CommandOutcome
  {
    if person.did == account.did { throw .refused("that is your own account").about(0) }
    let reaction = Reaction(kind, .person(person.did), handle: person.handle)
    let (isThere, record) = person.relation.reaction(kind)
    var pending =
      self.pending(reaction, as: account) ?? PendingReaction(reaction, by: account.did, isThere: isThere, at: record)
    pending.observe(isThere, at: record)
    try setWanted(pending, isOn, nil)
    return .value(.text(person.handle))
  }

  func pending(_ reaction: Reaction, as account: Account) -> PendingReaction? {
    session.world.posts.pendingReactions[PendingReaction.name(reaction.name, by: account.did)]
  }

  func setWanted(_ pending: PendingReaction, _ isOn: Bool, _ number: Int?) throws(Failure) {
    var pending = pending
    guard pending.isWanted != isOn else {
      // Repeating a reaction changes nothing.
      return session.notice("nothing changed: " + ReactionEvents.words(pending.reaction, isOn, number, isNew: false))
    }
    let now = session.now
    pending.setWanted(isOn, at: now)
    session.change { $0.posts.pendingReactions.setWanted(pending, at: now) }
    session.process(.posts(.reacted(ReactionChange(reaction: pending.reaction, isOn: isOn, number: number))))
    // The reaction is sent at once, not after the next command, so that interrupting a script interrupts the sending
    // too.
    session.resources.posts.hasNetwork = true
    try sendPendingReactions()
    if let refusal = session.resources.posts.refusals.remove(pending.name) { throw refusal }
  }

  // MARK: Sending

  /// Sends the pending reactions. In practice they are scheduled; at a prompt they are sent while the user types the
  /// next line.
  func sendPendingReactions() throws(Failure) {
    guard session.world.posts.pendingReactions.pendingCount > 0 else { return }
    switch PostRequests(session).networkMode {
    case .practice:
      let now = session.now
      session.change { $0.posts.planPendingReactions(at: now) }
    case .background: BackgroundRequests(session).departNext()
    case .waiting:
      guard beginRound() else { return }
      while let pending = nextPendingReaction() { session.resources.posts.round.apply(try send(pending)) }
      endRound()
    }
  }

  /// Begins a round with all reactions that can be sent now. A fork's reactions are sent once the fork is kept, and
  /// all reactions must be saved before they are sent.
  /// - Returns: `true` if there is a reaction to send.
  func beginRound() -> Bool {
    guard session.world.posts.pendingReactions.pendingCount > 0, !session.past.isForked,
      session.resources.posts.round.mayBegin(at: max(session.now, session.livePresent)),
      let accounts = try? AccountAccess(session).accounts()
    else { return false }
    let pendingReactions = session.world.posts.pendingReactions.pendingInOrder.filter {
      accounts[did: $0.account] != nil && $0.next != nil
    }
    guard !pendingReactions.isEmpty, session.isDurable() else { return false }
    session.resources.posts.round.begin(pendingReactions)
    return true
  }

  /// Returns the next reaction to send, in its current wanted state.
  func nextPendingReaction() -> PendingReaction? {
    while let name = session.resources.posts.round.next() {
      if let pending = session.world.posts.pendingReactions[name], pending.next != nil { return pending }
    }
    return nil
  }

  /// Reports that a reaction waits, if one does.
  func endRound() {
    guard let reason = session.resources.posts.round.consumeReason() else { return }
    session.resources.posts.hasNetwork = false
    let count = session.world.posts.pendingReactions.pendingCount
    session.notice(
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
          request: { (_, call) throws(Failure) in try PostRequests(session).request(call, as: pending.account) }) ?? nil
    } catch {
      end(reaction.pending, nil)
      throw error
    }
    end(reaction.pending, outcome)
    if case .refused(let words)? = outcome, PostRequests(session).networkMode == .waiting {
      session.resources.posts.refusals.append(pending.name, .refused("the server refused the request: \(words)"))
    }
    return outcome
  }

  func end(_ pending: PendingReaction, _ outcome: PendingReaction.Outcome?) {
    let instant = max(session.now, session.livePresent)
    for event in session.change({ $0.posts.end(pending, outcome, at: instant) }) { session.process(.posts(event)) }
  }

  /// Sends the reactions that `undo` and similar commands have left to be sent, after the command.
  func settlePendingReactions() {
    guard session.world.posts.pendingReactions.pendingCount > 0,
      PostRequests(session).networkMode == .practice || session.resources.posts.hasNetwork
    else {
      return
    }
    do throws(Failure) { try sendPendingReactions() } catch {
      if case .interrupted = error.problem { return }
      session.notice(error.problem.message)
    }
  }
}
