import Bluesky
import StoryScript
import System
import Timeline

/// Sending posts and reactions while the user types: one after the other, each request on its own thread.
extension Session {
  /// The interval between checks for an answer.
  private static let answerRhythm = Duration.milliseconds(30)
  /// The longest time that a closing prompt waits for the request on its way.
  private static let parting = Duration.seconds(10)

  /// The time until the next check for an answer: zero if the answer is there, `nil` if no request is on its way.
  var nextAnswer: Duration? {
    guard let request = resources.posts.background, !past.isForked else { return nil }
    return request.hasArrived ? .zero : Self.answerRhythm
  }

  /// Sends a post after the posts before it.
  func depart(_ number: Int) {
    resources.posts.enqueue(number)
    departNext()
  }

  /// Sends the next item if no request is on its way: posts first, then likes and other reactions.
  func departNext() {
    while resources.posts.background == nil {
      if let number = resources.posts.nextWaiting() {
        depart(post: number)
      } else if let pending = nextPendingReaction() {
        let reaction = ReactionRequest(pending)
        resources.posts.begin(.reaction(reaction), as: pending.account)
        carry(reaction)
      } else if resources.posts.isToAsk {
        resources.posts.isToAsk = false
        departForNews()
      } else {
        endRound()
        guard resources.posts.hasNetwork, beginRound() else { return }
      }
    }
  }

  private func depart(post number: Int) {
    guard let entry = world.posts.outbox[number] else { return }
    do throws(Failure) {
      guard let account = try sender(of: entry, number), try claimTurn(entry, isByHand: false, waits: false) else {
        return
      }
      guard
        let publishing = change({ $0.posts.sending.begin(number, by: .due, as: account.did, at: max(now, livePresent)) }
        )
      else { return endTurn(entry) }
      resources.posts.sending = entry
      resources.posts.begin(.post(number: number, publishing), as: account.did)
      carry(number, publishing)
    } catch {
      notice(error.problem.message)
    }
  }

  private func departForNews() {
    guard let question = dueQuestion() else { return }
    resources.posts.begin(.news, as: question.account)
    resources.posts.background?.send(question.call, isPatient: false)
  }

  /// Receives an answer that has come, and sends the next request.
  func receiveBackgroundAnswer() {
    guard let request = resources.posts.background, !past.isForked, let result = request.consumeAnswer() else { return }
    let account = try? accounts()[did: request.did]
    switch request.work {
    case .post(let number, var publishing):
      receive(result, account, for: &publishing)
      carry(number, publishing)
    case .reaction(var reaction):
      receive(result, account, for: &reaction)
      carry(reaction)
    case .news:
      resources.posts.endBackground()
      switch result {
      case .success(let answer): hear(answer, account)
      case .failure(let failure): hear(failure, account)
      }
      departNext()
    }
  }

  private func receive<Work: NetworkTask>(
    _ result: Result<XRPCClient.Answer, Failure>, _ account: Account?, for work: inout Work
  ) {
    switch result {
    case .success(let answer): work.receive(receive(answer, account))
    case .failure(let failure): work.interrupt(failure.problem.message)
    }
  }

  /// Continues sending a post until its next request is on its way, or until the post is done.
  private func carry(_ number: Int, _ publishing: Publishing) {
    var publishing = publishing
    let outcome = publishing.run(
      prepare: { save(&$0, $1, number) },
      request: { publishing, call in
        if isGone(number) { return stop(&publishing) }
        guard let bytes = bytes(of: call) else { return Self.pictureIsGone }
        resources.posts.background?.send(call, bytes: bytes)
        return nil
      })
    guard let outcome else {
      resources.posts.background?.work = .post(number: number, publishing)
      return
    }
    resources.posts.endBackground()
    end(number, publishing, outcome)
    endTurn()
    departNext()
  }

  /// Sends a reaction in the background. The doubt about the reaction is saved before the request is sent: whatever
  /// the user wants before the answer comes, the record that may be on the server is known.
  private func carry(_ reaction: ReactionRequest) {
    var reaction = reaction
    let outcome = reaction.run(
      prepare: { reaction, doubtful in
        end(doubtful, nil)
        if isDurable() { return reaction.kept() }
        reaction.stop()
        resources.posts.round.end("it could not be saved before sending")
      },
      request: { _, call in
        resources.posts.background?.send(call)
        return nil
      })
    guard let outcome else {
      resources.posts.background?.work = .reaction(reaction)
      return
    }
    resources.posts.endBackground()
    end(reaction.pending, outcome)
    resources.posts.round.apply(outcome)
    departNext()
  }

  /// Ends the turn of the post that was being sent.
  private func endTurn() {
    guard let entry = resources.posts.sending else { return }
    resources.posts.sending = nil
    endTurn(entry)
  }

  /// Waits for a while for the answers to requests on their way, before a prompt is left; ^C leaves at once. The next
  /// session looks up posts without an answer.
  func awaitAnswers() {
    guard networkMode != .practice, !past.isForked else { return }
    change { $0.posts.listening.removeAll() }
    if let request = resources.posts.background, case .news = request.work {
      request.cancel()
      resources.posts.endBackground()
      departNext()
    }
    Interruption.watch {
      let end = SystemClock.now + Self.parting
      var isTold = false
      while SystemClock.now < end, !Interruption.isRequested {
        _ = try? present()
        guard let wait = nextAnswer else { break }
        if wait > .zero, !isTold {
          isTold = true
          notice(
            "\(resources.posts.background?.number == nil ? "a reaction" : "a post") is being sent: ^C leaves without waiting"
          )
          flush()
        }
        SystemClock.sleep(wait)
        receiveBackgroundAnswer()
        try? commit()
      }
    }
    guard let request = resources.posts.background else { return }
    request.cancel()
    resources.posts.endBackground()
    endTurn()
    let what =
      request.number.map { "post \($0) may or may not have been published" }
      ?? "the reaction may or may not have been sent"
    notice("\(what): the next session checks")
  }
}
