import JSON
import Testing
import Timeline

@testable import Bluesky

@Suite struct ListeningTests {
  private static let start = Instant.practiceStart
  private static func at(_ seconds: Int64) -> Instant { start + .seconds(seconds) }
  private static let offline = XRPCAnswer.none(words: "there is no network", .offline)

  /// Returns a page of posts written at the given numbers of seconds after the start.
  private static func page(_ seconds: [Int64], by handle: String = "ana.test") -> XRPCAnswer {
    let items: [JSON] = seconds.map { second in
      let date = JSON.string(NetworkDate.text(at(second)))
      return [
        "post": Answers.post("p\(second)", by: handle).with("record", "createdAt", value: date)
          .with("indexedAt", value: date)
      ]
    }
    return .done(["feed": .array(items)])
  }

  private func subscription(
    _ subject: Listening.Subject = .timeline, every: Duration = .minutes(1), from mark: ReadMark? = nil
  ) -> Listening.Subscription {
    Listening.Subscription(subject, "it", by: "did:web:bob.test", every: every, from: mark, at: Self.start)
  }

  private func listening(_ subscriptions: Listening.Subscription...) -> Listening {
    var listening = Listening()
    for subscription in subscriptions { listening.add(subscription) }
    return listening
  }

  /// Sends the request when it is due, and answers it.
  /// - Returns: the time of the request, in seconds, and its result.
  private func round(_ listening: inout Listening, _ answer: XRPCAnswer, _ limit: RateLimit? = nil) throws -> (
    Double, Listening.Report?
  ) {
    let now = listening.next
    let question = listening.ask(at: now)
    _ = try #require(question)
    return ((now - Self.start).seconds, listening.receive(answer, limit, at: now))
  }

  private func keys(_ heard: Listening.Report?) -> [String] {
    (heard?.items ?? []).compactMap { $0.identity?.split(separator: "/").last.map { String($0) } }
  }

  @Test func withoutSubscriptionsNothingIsDue() {
    var listening = Listening()
    let first = listening.ask(at: Self.at(100))
    #expect(listening.next == .distantFuture && first == nil)
    listening.add(subscription())
    listening.removeAll()
    let second = listening.ask(at: Self.at(100))
    #expect(listening.next == .distantFuture && second == nil)
  }

  /// Each answer sets the pause before the next request: these numbers of seconds, plus at most a tenth.
  @Test(arguments: [
    ("news each time", [Answer.news, .news, .news], [60, 60, 60]),
    ("nothing", [.nothing, .nothing, .nothing, .nothing, .nothing, .nothing], [60, 60, 120, 240, 480, 480]),
    ("something after nothing", [.nothing, .nothing, .nothing, .news, .nothing], [60, 60, 120, 60, 60]),
    ("no network", [.offline, .offline, .offline, .offline, .offline], [120, 240, 480, 900, 900]),
    ("a server in trouble", [.broken, .news], [120, 60]),
    ("an answer that is none", [.strange, .nothing], [120, 60]),
    ("the limit nears", [.near, .near, .news], [240, 240, 60]),
    ("the limit is reached", [.limit, .news], [1_000, 60]),
    ("a limit without an end", [.endless, .news], [900, 60]),
    ("nothing is left", [.last, .news], [1_000, 60]),
  ])
  func thePauseFollowsFromTheAnswers(name: String, answers: [Answer], pauses: [Double]) throws {
    var listening = listening(subscription(from: ReadMark(until: Self.start)))
    _ = try round(&listening, Self.page([1, 0]))
    var before = (listening.next - Self.start).seconds
    for (answer, pause) in zip(answers, pauses) {
      let now = listening.next
      let (said, limit) = answer.said(at: now)
      let (second, _) = try round(&listening, said, limit)
      #expect(second == before, "\(name)")
      before = (listening.next - Self.start).seconds
      let rest = before - second
      #expect(rest >= pause && rest <= pause * 1.1 + 0.001, "\(name): \(rest) instead of \(pause)")
    }
  }

  enum Answer: Sendable {
    case news, nothing, offline, broken, strange, near, limit, endless, last

    func said(at now: Instant) -> (XRPCAnswer, RateLimit?) {
      let second = (now - start).microseconds / 1_000_000
      // A post that is already known, so that the page does not count as a flood.
      let news = page([second, 0])
      switch self {
      case .news: return (news, RateLimit(limit: 3_000, remaining: 2_900, resets: now + .seconds(300)))
      case .nothing: return (page([0]), nil)
      case .offline: return (ListeningTests.offline, nil)
      case .broken: return (.broken(XRPCError(status: 502)), nil)
      case .strange: return (.done([:]), nil)
      case .near: return (news, RateLimit(limit: 3_000, remaining: 400, resets: now + .seconds(300)))
      case .last: return (news, RateLimit(limit: 3_000, remaining: 0, resets: now + .seconds(1_000)))
      case .limit: return (.refused(XRPCError(status: 429, resets: now + .seconds(1_000))), nil)
      case .endless: return (.refused(XRPCError(status: 429)), nil)
      }
    }
  }

  /// The half minute holds for any number of feeds and any pace.
  @Test func noTwoQuestionsWithinHalfAMinute() {
    var listening = listening(
      subscription(every: .seconds(1)), subscription(.notifications, every: .seconds(30)),
      subscription(.author("ana.test"), every: .seconds(30)),
      subscription(.author("ben.test")))
    var last = -30.0
    var asked: [String: Int] = [:]
    for _ in 0..<200 {
      let now = listening.next
      let question = listening.ask(at: now)
      #expect(listening.next == .distantFuture)
      asked[question?.call.path ?? "", default: 0] += 1
      let second = (now - Self.start).seconds
      #expect(second - last >= 30)
      last = second
      _ = listening.receive(Self.offline, at: now + .seconds(2))
    }
    // Every feed gets its turn.
    #expect(asked.count == 4 && asked.values.allSatisfy { $0 > 20 })
  }

  @Test func nothingIsAskedWhileAnAnswerIsAwaited() {
    var listening = listening(subscription(), subscription(.notifications))
    let (first, second) = (listening.ask(at: Self.start), listening.ask(at: Self.at(10_000)))
    #expect(first != nil && second == nil && listening.pending != nil)
    listening.cancelAnswer(at: Self.at(5))
    #expect(listening.next == Self.at(30) && listening.pending == nil)
  }

  // MARK: New posts

  /// Posts from before the start are known; posts that arrive while the feed waits for its turn are new.
  @Test func theFirstAnswerIsWhereItBegins() throws {
    var listening = listening(subscription())
    let heard1 = try round(&listening, Self.page([1, -1, -2])).1
    #expect(keys(heard1) == ["p1"])
    let heard2 = try round(&listening, Self.page([5, 4, 1, -1])).1
    #expect(keys(heard2) == ["p4", "p5"])
    let heard3 = try round(&listening, Self.page([5, 4, 1, -1])).1
    #expect(keys(heard3) == [])
  }

  @Test func afterAnEmptyStartEverythingIsNew() throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([]))
    let heard4 = try round(&listening, Self.page([2, 1])).1
    #expect(keys(heard4) == ["p1", "p2"])
  }

  /// Another session continues from the saved mark.
  @Test func nothingComesTwiceAfterARestart() throws {
    var first = listening(subscription())
    _ = try round(&first, Self.page([1]))
    let answer = try round(&first, Self.page([5, 4, 1])).1
    let heard = try #require(answer)
    let kept = try #require(heard.subscription.mark).json.text
    let mark = ReadMark(try JSON(parsing: kept))
    var second = listening(subscription(from: mark))
    let question = second.ask(at: Self.start)
    #expect(question?.call["limit"] == "100")
    let again = second.receive(Self.page([7, 5, 4, 1]), at: Self.start)
    #expect(keys(again) == ["p7"])
  }

  /// Otherwise a handler that posts would answer itself endlessly.
  @Test func ownPostsDoNotArrive() throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([1]))
    let heard5 = try round(&listening, Self.page([5], by: "bob.test")).1
    #expect(keys(heard5) == [])
  }

  @Test func aFullPageIsFollowedByALargerOneAtOnce() throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([1]))
    #expect(listening.next == Self.at(30))
    let question = listening.ask(at: listening.next)
    #expect(question?.call["limit"] == "100")
  }

  /// If a whole page is new, the posts behind it arrive with the next answer, each of them once.
  @Test func itemsBeyondAPageArriveWithTheNext() throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([1, -5]))
    let first = try round(&listening, Self.page(Array((1_000...1_019).reversed()))).1
    #expect(first?.items.count == 20)
    let question = listening.ask(at: listening.next)
    #expect(question?.call["limit"] == "100")
    let rest = listening.receive(Self.page(Array((975...1_019).reversed()) + [1]), at: Self.at(2_000))
    #expect(keys(rest) == (975...999).map { "p\($0)" } && rest?.trouble == nil)
    let later = try round(&listening, Self.page([1_020, 1_019, 1_018])).1
    #expect(keys(later) == ["p1020"])
  }

  /// If a full page leaves posts for the next one, neither a change of pace nor `undo` loses them or delivers them
  /// twice.
  @Test(arguments: [false, true]) func aGapOutlivesAChange(isUndone: Bool) throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([1, -5]))
    let before = listening
    _ = try round(&listening, Self.page(Array((1_000...1_019).reversed())))
    if isUndone { listening.become(like: before) } else { listening.add(subscription(every: .minutes(5))) }
    let question = listening.ask(at: max(listening.next, Self.at(1_000)))
    #expect(question?.call["limit"] == "100")
    let rest = listening.receive(Self.page(Array((975...1_019).reversed()) + [1]), at: Self.at(2_000))
    #expect(keys(rest) == (975...999).map { "p\($0)" })
  }

  @Test func itemsBeyondAllPagesAreReportedLost() throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([1, -5]))
    _ = try round(&listening, Self.page(Array((1_000...1_019).reversed())))
    guard case .done(let json) = Self.page(Array((900...999).reversed())) else { return }
    let heard = try round(&listening, .done(json.with("cursor", value: "more"))).1
    #expect(heard?.items.count == 100 && heard?.trouble == .lost(over: 100))
  }

  // MARK: Trouble

  /// This also holds if a clock is wrong by years.
  @Test func noLimitIsHeededForMoreThanADay() throws {
    let never = Self.start + .days(4_000)
    for isRefused in [false, true] {
      var listening = listening(subscription())
      let limit = RateLimit(limit: 10, remaining: 0, resets: never)
      let refused = XRPCAnswer.refused(XRPCError(status: 429, message: "slow", resets: never))
      _ = try round(&listening, isRefused ? refused : Self.page([1]), isRefused ? nil : limit)
      #expect(listening.next == Self.start + .hours(24))
    }
  }

  @Test func aRepeatedProblemIsReportedOnce() throws {
    var listening = listening(subscription())
    var told = 0
    for _ in 0..<5 {
      let heard = try round(&listening, Self.offline).1
      if heard?.trouble != nil { told += 1 }
    }
    #expect(told == 1)
    let before = listening.next
    listening.networkReturned(to: Self.start)
    #expect(listening.next < before)
    _ = try round(&listening, Self.page([1]))
    let again = try round(&listening, Self.offline).1
    #expect(again?.trouble != nil)
  }

  @Test func refusedSubscriptionsEnd() throws {
    var listening = listening(subscription(.author("gone.test")), subscription())
    let heard = try round(&listening, .refused(XRPCError(status: 400, name: "InvalidRequest", message: "gone"))).1
    #expect(heard?.trouble == .end("gone") && listening.subscriptions.map(\.subject) == [.timeline])
  }

  // MARK: Choosing

  @Test func subscribingAgainChangesTheInterval() throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([1]))
    listening.add(subscription(every: .minutes(5)))
    #expect(listening.subscriptions.count == 1 && listening.subscriptions[0].every == .minutes(5))
    let heard6 = try round(&listening, Self.page([2, 1])).1
    #expect(keys(heard6) == ["p2"])
  }

  @Test func goingBackKeepsThePosition() throws {
    var listening = listening(subscription())
    let before = listening
    _ = try round(&listening, Self.page([1]))
    listening.add(subscription(.notifications))
    listening.become(like: before)
    #expect(listening.subscriptions.map(\.subject) == [.timeline] && listening.choices == before.choices)
    let heard7 = try round(&listening, Self.page([2, 1])).1
    #expect(keys(heard7) == ["p2"])
    listening.become(like: Listening())
    #expect(listening.next == .distantFuture)
  }

  /// Another shell has sent a request: the due request is postponed to the given instant, and the next one
  /// follows later.
  @Test func postponedQuestionsAreAskedLater() throws {
    var listening = listening(subscription(), subscription(.notifications))
    let first = listening.ask(at: Self.start)
    listening.postpone(until: Self.at(12))
    #expect(listening.pending == nil && listening.next == Self.at(12))
    let early = listening.ask(at: Self.at(11))
    let then = listening.ask(at: Self.at(12))
    #expect(early == nil && first != nil && then == first)
    _ = listening.receive(Self.page([1]), at: Self.at(12))
    // The next request waits for its half minute.
    #expect(listening.next == Self.at(42))
  }

  @Test func shiftingTimeChangesNothingElse() throws {
    var listening = listening(subscription())
    _ = try round(&listening, Self.page([1]))
    let next = listening.next
    listening.shift(by: .hours(1))
    #expect(listening.next == next + .hours(1))
  }

  @Test(
    arguments: [
      ("3000", "100", "1767603600", true), ("3000", "2999", nil, false), ("x", "1", nil, nil), ("10", "11", nil, nil),
      (nil, nil, nil, nil), ("3000", "-1", nil, nil),
    ] as [(String?, String?, String?, Bool?)])
  func headersAreReadOrNot(limit: String?, remaining: String?, reset: String?, isNear: Bool?) {
    #expect(RateLimit(limit: limit, remaining: remaining, reset: reset)?.isNear == isNear)
  }
}
