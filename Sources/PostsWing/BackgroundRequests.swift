import Bluesky
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Sends posts and reactions while the user types: one after the other, each request on its own thread.
struct BackgroundRequests {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The interval between checks for an answer.
  private static let pollInterval = Duration.milliseconds(30)
  /// The longest time that a closing prompt waits for the request on its way.
  private static let parting = Duration.seconds(10)

  /// The time until the next check for an answer: zero if the answer is there, `nil` if no request is on its way.
  var nextAnswer: Duration? {
    guard let request = session.resources.posts.background, !session.past.isForked else { return nil }
    return request.hasArrived ? .zero : Self.pollInterval
  }

  /// Sends a post after the posts before it.
  func depart(_ number: Int) {
    session.resources.posts.enqueue(number)
    departNext()
  }

  /// Sends the next item if no request is on its way: posts first, then likes and other reactions.
  func departNext() {
    while session.resources.posts.background == nil {
      if let number = session.resources.posts.nextWaiting() {
        depart(post: number)
      } else if let pending = ReactionSender(session).nextPendingReaction() {
        let reaction = ReactionRequest(pending)
        session.resources.posts.begin(.reaction(reaction), as: pending.account)
        carry(reaction)
      } else if session.resources.posts.needsRequest {
        session.resources.posts.needsRequest = false
        departForNews()
      } else {
        ReactionSender(session).endRound()
        guard session.resources.posts.hasNetwork, ReactionSender(session).beginRound() else { return }
      }
    }
  }

  private func depart(post number: Int) {
    guard let entry = session.world.posts.outbox[number] else { return }
    do throws(Failure) {
      guard let account = try PostSender(session).sender(of: entry, number),
        try PostSender(session).claimTurn(entry, isByHand: false, waits: false)
      else {
        return
      }
      guard
        let publishing = session.change({
          $0.posts.sending.begin(
            number, by: .due, as: account.did, at: max(session.now, session.livePresent),
            asksClock: PostClock(session).isInDoubt)
        }
        )
      else { return PostSender(session).endTurn(entry) }
      session.resources.posts.sending = entry
      session.resources.posts.begin(.post(number: number, publishing), as: account.did)
      carry(number, publishing)
    } catch {
      session.notice(error.problem.message)
    }
  }

  private func departForNews() {
    guard let question = PostListener(session).dueQuestion() else { return }
    session.resources.posts.begin(.news, as: question.account)
    session.resources.posts.background?.send(question.call, isPatient: false)
  }

  /// Receives an answer that has arrived, and sends the next request.
  func receiveBackgroundAnswer() {
    guard let request = session.resources.posts.background, !session.past.isForked, let result = request.consumeAnswer()
    else { return }
    let account = try? AccountAccess(session).accounts()[did: request.did]
    switch request.work {
    case .post(let number, var publishing):
      receive(result, account, for: &publishing)
      carry(number, publishing)
    case .reaction(var reaction):
      receive(result, account, for: &reaction)
      carry(reaction)
    case .news:
      session.resources.posts.endBackground()
      switch result {
      case .success(let answer): PostListener(session).receive(answer, account)
      case .failure(let failure): PostListener(session).receive(failure, account)
      }
      departNext()
    }
  }

  private func receive<Work: NetworkTask>(
    _ result: Result<XRPCClient.Answer, Failure>, _ account: Account?, for work: inout Work
  ) {
    switch result {
    case .success(let answer): work.receive(PostRequests(session).receive(answer, account))
    case .failure(let failure): work.interrupt(failure.problem.message)
    }
  }

  /// Continues sending a post until its next request is on its way, or until the post is done.
  private func carry(_ number: Int, _ publishing: Publishing) {
    var publishing = publishing
    let outcome = publishing.run(
      prepare: { PostSender(session).save(&$0, $1, number) },
      request: { publishing, call in
        if PostSender(session).isGone(number) { return PostSender(session).stop(&publishing) }
        guard let bytes = PostRequests(session).bytes(of: call) else { return PostRequests.pictureIsGone }
        session.resources.posts.background?.send(call, bytes: bytes)
        return nil
      })
    guard let outcome else {
      session.resources.posts.background?.work = .post(number: number, publishing)
      return
    }
    session.resources.posts.endBackground()
    PostSender(session).end(number, publishing, outcome)
    endTurn()
    departNext()
  }

  /// Sends a reaction in the background. The doubt about the reaction is saved before the request is sent: even if the
  /// user changes the reaction before the answer arrives, the record that may be on the server is known.
  private func carry(_ reaction: ReactionRequest) {
    var reaction = reaction
    let outcome = reaction.run(
      prepare: { reaction, doubtful in
        ReactionSender(session).end(doubtful, nil)
        if session.isDurable() { return reaction.kept() }
        reaction.stop()
        session.resources.posts.round.end("it could not be saved before sending")
      },
      request: { _, call in
        session.resources.posts.background?.send(call)
        return nil
      })
    guard let outcome else {
      session.resources.posts.background?.work = .reaction(reaction)
      return
    }
    session.resources.posts.endBackground()
    ReactionSender(session).end(reaction.pending, outcome)
    session.resources.posts.round.apply(outcome)
    departNext()
  }

  /// Ends the turn of the post that was being sent.
  private func endTurn() {
    guard let entry = session.resources.posts.sending else { return }
    session.resources.posts.sending = nil
    PostSender(session).endTurn(entry)
  }

  /// Waits for a while for the answers to requests on their way, before a prompt is left; ^C leaves at once. The next
  /// session looks up posts without an answer.
  func awaitAnswers() {
    guard PostRequests(session).networkMode != .practice, !session.past.isForked else { return }
    session.change { $0.posts.listening.removeAll() }
    if let request = session.resources.posts.background, case .news = request.work {
      request.cancel()
      session.resources.posts.endBackground()
      departNext()
    }
    Interruption.watch {
      let end = SystemClock.now + Self.parting
      var isTold = false
      while SystemClock.now < end, !Interruption.isRequested {
        _ = try? session.present()
        guard let wait = nextAnswer else { break }
        if wait > .zero, !isTold {
          isTold = true
          session.notice(
            "\(session.resources.posts.background?.number == nil ? "a reaction" : "a post") is being sent: ^C exits without waiting"
          )
          session.flush()
        }
        SystemClock.sleep(wait)
        receiveBackgroundAnswer()
        try? session.commit()
      }
    }
    guard let request = session.resources.posts.background else { return }
    request.cancel()
    session.resources.posts.endBackground()
    endTurn()
    let what =
      request.number.map { "post \($0) may or may not have been published" }
      ?? "the reaction may or may not have been sent"
    session.notice("\(what): the next session will check")
  }
}
