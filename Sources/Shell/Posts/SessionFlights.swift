import Bluesky
import StoryScript
import System
import Timeline

/// Posts, likes and the like that go out while somebody types: one after the other, each question on a thread of its own.
extension Session {
  /// How often it looks whether an answer has come.
  private static let answerRhythm = Duration.milliseconds(30)
  /// How long a prompt that is left waits for what is on its way.
  private static let parting = Duration.seconds(10)

  /// Until when nothing has to be done about posts on their way: no time at all once an answer is there; `nil` without any.
  var nextAnswer: Duration? {
    guard let flight = aside.posts.flight, !past.isForked else { return nil }
    return flight.hasArrived ? .zero : Self.answerRhythm
  }

  /// Sends a post, when those before it are through.
  func depart(_ number: Int) {
    aside.posts.enqueue(number)
    departNext()
  }

  /// Sends what is next, if nothing is on its way: posts, then likes and the like.
  func departNext() {
    while aside.posts.flight == nil {
      if let number = aside.posts.nextWaiting() {
        depart(post: number)
      } else if let wish = nextWish() {
        depart(wish)
      } else if aside.posts.isToAsk {
        aside.posts.isToAsk = false
        departForNews()
      } else {
        endRound()
        guard aside.posts.hasNetwork, beginRound() else { return }
      }
    }
  }

  private func depart(post number: Int) {
    guard let entry = world.posts.outbox[number] else { return }
    do throws(Failure) {
      guard let account = try sender(of: entry, number), try takeTurn(entry, isByHand: false, waits: false) else {
        return
      }
      guard let publishing = change({ $0.posts.begin(number, by: .due, as: account.did, at: max(now, livePresent)) })
      else { return endTurn(entry) }
      aside.posts.sending = entry
      aside.posts.begin(.post(number: number, publishing), as: account.did)
      goOn()
    } catch {
      notice(error.problem.message)
    }
  }

  /// Before it is asked it is noted as in doubt: whatever is wanted until the answer comes, what may be there is known.
  private func depart(_ wish: Wish) {
    var doubtful = wish
    doubtful.unheard()
    end(doubtful, nil)
    guard isDurable() else { return aside.posts.round.end("it could not be saved before it is sent") }
    aside.posts.begin(.wish(wish), as: wish.account)
    goOn()
  }

  private func departForNews() {
    guard let question = dueQuestion() else { return }
    aside.posts.begin(.news, as: question.account)
    aside.posts.flight?.ask(question.call, isPatient: false)
  }

  /// Takes in an answer that has come, and asks what is to be asked next.
  func takeAnswers() {
    guard let flight = aside.posts.flight, !past.isForked, let answer = flight.take() else { return }
    let account = try? accounts()[did: flight.did]
    switch (flight.cargo, answer) {
    case (.post(let number, var publishing), .success(let answer)):
      publishing.take(take(answer, account))
      flight.cargo = .post(number: number, publishing)
      goOn()
    case (.post(let number, let publishing), .failure(let failure)):
      land(number, publishing, publishing.unheard(failure.problem.message))
    case (.wish(var wish), .success(let answer)):
      let outcome = wish.take(take(answer, account))
      flight.cargo = .wish(wish)
      if outcome == nil { goOn() } else { land(wish, outcome) }
    case (.wish(var wish), .failure(let failure)):
      wish.unheard()
      land(wish, .broken(failure.problem.message))
    case (.news, .success(let answer)):
      aside.posts.land()
      hear(answer, account)
      departNext()
    case (.news, .failure(let failure)):
      aside.posts.land()
      hear(failure, account)
      departNext()
    }
  }

  private func goOn() {
    guard let flight = aside.posts.flight else { return }
    switch flight.cargo {
    case .post(let number, let publishing): goOn(flight, number, publishing)
    case .wish(let wish):
      guard let call = wish.next else { return land(wish, nil) }
      flight.ask(call)
    // It is asked once, as it departs.
    case .news: break
    }
  }

  private func goOn(_ flight: Flight, _ number: Int, _ publishing: Publishing) {
    var publishing = publishing
    while true {
      switch publishing.next {
      // Somebody has taken it back.
      case _ where world.posts.outbox[number] == nil:
        aside.posts.land()
        endTurn()
        return departNext()
      case .keep(let attempt):
        change { $0.posts.keep(number, attempt) }
        guard isDurable() else {
          return land(number, publishing, .later("it could not be saved before it is sent", until: nil))
        }
        publishing.kept()
        flight.cargo = .post(number: number, publishing)
      case .ask(let call):
        guard let bytes = bytes(of: call) else { return land(number, publishing, Self.pictureIsGone) }
        return flight.ask(call, bytes: bytes)
      case .end(let outcome): return land(number, publishing, outcome)
      }
    }
  }

  private func land(_ number: Int, _ publishing: Publishing, _ outcome: Publishing.Outcome) {
    aside.posts.land()
    end(number, publishing, outcome)
    endTurn()
    departNext()
  }

  /// The turn of what was on its way is over.
  private func endTurn() {
    guard let entry = aside.posts.sending else { return }
    aside.posts.sending = nil
    endTurn(entry)
  }

  private func land(_ wish: Wish, _ outcome: Wish.Outcome?) {
    aside.posts.land()
    end(wish, outcome)
    aside.posts.round.take(outcome)
    departNext()
  }

  /// Lets what is on its way arrive before a prompt is left, for a while; ^C leaves at once. What was not heard of is
  /// looked for by the next session.
  func awaitAnswers() {
    guard options.kind == .real, !past.isForked else { return }
    change { $0.posts.listenToNothing() }
    if let flight = aside.posts.flight, case .news = flight.cargo {
      flight.cancel()
      aside.posts.land()
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
            "\(aside.posts.flight?.number == nil ? "a reaction" : "a post") is on its way: ^C leaves without waiting for it"
          )
          flush()
        }
        SystemClock.sleep(wait)
        takeAnswers()
        try? commit()
      }
    }
    guard let flight = aside.posts.flight else { return }
    flight.cancel()
    aside.posts.land()
    endTurn()
    let what = flight.number.map { "post \($0) may be published, or not" } ?? "it may be there, or not"
    notice("\(what): the next session looks")
  }
}
