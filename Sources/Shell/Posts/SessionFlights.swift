import Bluesky
import StoryScript
import System
import Timeline

/// Posts that go out while somebody types: one after the other, each question on a thread of its own.
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

  private func departNext() {
    while aside.posts.flight == nil, let number = aside.posts.nextWaiting() {
      guard let entry = world.posts.outbox[number] else { continue }
      do throws(Failure) {
        guard let account = try sender(of: entry, number),
          let publishing = change({ $0.posts.begin(number, by: .due, as: account.did) })
        else { continue }
        aside.posts.begin(number, as: account.did, publishing)
        goOn()
      } catch {
        notice(error.problem.message)
      }
    }
  }

  /// Takes in an answer that has come, and asks what is to be asked next.
  func takeAnswers() {
    guard let flight = aside.posts.flight, !past.isForked, let answer = flight.take() else { return }
    let account = try? accounts()[did: flight.did]
    switch answer {
    case .success(let answer): flight.publishing.take(take(answer, account))
    case .failure(let failure):
      return land(flight, flight.publishing.unheard(failure.problem.message))
    }
    goOn()
  }

  private func goOn() {
    guard let flight = aside.posts.flight else { return }
    while true {
      switch flight.publishing.next {
      // Somebody has taken it back.
      case _ where world.posts.outbox[flight.number] == nil:
        aside.posts.land()
        return departNext()
      case .keep(let attempt):
        change { $0.posts.keep(flight.number, attempt) }
        guard isDurable() else { return land(flight, .later("it could not be saved before it is sent", until: nil)) }
        flight.publishing.kept()
      case .ask(let call):
        guard let bytes = bytes(of: call) else { return land(flight, Self.pictureIsGone) }
        return flight.ask(call, bytes: bytes)
      case .end(let outcome): return land(flight, outcome)
      }
    }
  }

  private func land(_ flight: PostFlight, _ outcome: Publishing.Outcome) {
    aside.posts.land()
    end(flight.number, flight.publishing, outcome)
    departNext()
  }

  /// Lets what is on its way arrive before a prompt is left, for a while; ^C leaves at once. What was not heard of is
  /// looked for by the next session.
  func awaitAnswers() {
    guard options.kind == .real, !past.isForked else { return }
    Interruption.watch {
      let end = SystemClock.now + Self.parting
      var isTold = false
      while SystemClock.now < end, !Interruption.isRequested {
        _ = try? present()
        guard let wait = nextAnswer else { break }
        if wait > .zero, !isTold {
          isTold = true
          notice("a post is on its way: ^C leaves without waiting for it")
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
    notice("post \(flight.number) may be published, or not: the next session looks")
  }
}
