import Bluesky
import JSON
import Testing
import Timeline

/// The single loop that runs network tasks, for any source of answers.
@Suite struct NetworkTaskTests {
  private static let did = "did:plc:abc"
  private static let lost = XRPCAnswer.none(words: "cut off", .unheard)

  private struct Stop: Error {}

  private static func publishing() throws -> Publishing {
    Publishing(
      .init(try Post("hello", created: .practiceStart)), as: did, key: RecordKey(.practiceStart, device: "d"))
  }

  private static func sent(_ call: XRPCCall) -> XRPCAnswer {
    let key = call.input?["rkey"]?.stringValue ?? call["rkey"] ?? ""
    return .done(["uri": .string("at://\(did)/app.bsky.feed.post/\(key)"), "cid": "bafy"])
  }

  private static func isSent(_ outcome: Publishing.Outcome?) -> Bool {
    if case .sent? = outcome { true } else { false }
  }

  /// The requests and the outcome are the same, whether the answers come at once or later.
  @Test func anAnswerMayComeLater() throws {
    var (atOnce, later) = (try Self.publishing(), try Self.publishing())
    var calls: [XRPCCall] = []
    let outcome = atOnce.run(
      prepare: { task, _ in task.kept() },
      request: { _, call in
        calls.append(call)
        return Self.sent(call)
      })
    var awaited: [XRPCCall] = []
    func proceed() -> Publishing.Outcome? {
      later.run(
        prepare: { task, _ in task.kept() },
        request: { _, call in
          awaited.append(call)
          return nil
        })
    }
    #expect(proceed() == nil && awaited.count == 1)
    later.receive(Self.sent(awaited[0]))
    #expect(proceed() == outcome && Self.isSent(outcome))
    #expect(awaited == calls)
  }

  /// Durable state is saved before a request is sent; if saving fails, no request is sent.
  @Test func nothingIsAskedThatIsNotSaved() throws {
    var publishing = try Self.publishing()
    let notSaved = Publishing.Outcome.later("not saved", until: nil)
    let outcome = publishing.run(
      prepare: { task, _ in task.stop(notSaved) },
      request: { _, _ in
        Issue.record("asked")
        return nil
      })
    #expect(outcome == notSaved)
  }

  /// A task that is stopped during a request has ended, and nothing waits for it.
  @Test func aRequestMayStopTheTask() throws {
    var publishing = try Self.publishing()
    let outcome = publishing.run(
      prepare: { task, _ in task.kept() },
      request: { task, _ in
        task.stop(.later("taken out", until: nil))
        return nil
      })
    #expect(outcome == .later("taken out", until: nil))
  }

  /// After giving up, the task does not know whether the record was written; before the request, no record exists.
  @Test func givingUpLeavesTheOutcomeUnknown() throws {
    var publishing = try Self.publishing()
    #expect(throws: Stop.self) {
      try publishing.run(
        prepare: { (task, _) throws(Stop) in task.kept() }, request: { (_, _) throws(Stop) in throw Stop() })
    }
    guard case .end(.unsure) = publishing.step else { return #expect(Bool(false), "\(publishing.step)") }
    var early = try Self.publishing()
    #expect(throws: Stop.self) {
      try early.run(prepare: { (_, _) throws(Stop) in throw Stop() }, request: { (_, _) throws(Stop) in nil })
    }
    guard case .end(.later) = early.step else { return #expect(Bool(false), "\(early.step)") }
  }

  // MARK: Reactions

  private static func pending() throws -> PendingReaction {
    let post = StrongReference(
      try #require(RecordAddress("at://did:plc:bob/app.bsky.feed.post/3mbntuzogo2md")), cid: "b")
    var pending = PendingReaction(Reaction(.like, .post(post), handle: "bob.test"), by: did, isThere: false, at: nil)
    pending.setWanted(true, at: .practiceStart)
    return pending
  }

  /// The doubt is saved before a reaction is sent; the answer removes it.
  @Test func aReactionIsUnconfirmedUntilItsAnswer() throws {
    var (request, doubts) = (ReactionRequest(try Self.pending()), [PendingReaction]())
    let outcome = request.run(
      prepare: { request, doubtful in
        doubts.append(doubtful)
        request.kept()
      },
      request: { _, call in
        #expect(call.method == "com.atproto.repo.createRecord")
        return Self.sent(call)
      })
    #expect(outcome == .some(.done) && request.pending.isThere && !request.pending.isPending)
    // A session that finds the doubt looks for the record first.
    #expect(doubts.map { $0.next?.method } == ["com.atproto.repo.getRecord"])
  }

  @Test func aLostAnswerLeavesTheReactionUnconfirmed() throws {
    var request = ReactionRequest(try Self.pending())
    let outcome = request.run(prepare: { request, _ in request.kept() }, request: { _, _ in Self.lost })
    #expect(outcome == .some(.broken("cut off")))
    #expect(request.pending.next?.method == "com.atproto.repo.getRecord")
    var stopped = ReactionRequest(try Self.pending())
    let none = stopped.run(prepare: { request, _ in request.stop() }, request: { _, _ in Self.lost })
    #expect(none == .some(nil) && stopped.pending.next?.method == "com.atproto.repo.getRecord")
  }

  // MARK: Pages

  /// Two pages of one value each.
  private struct Pages: PagedReading {
    var taken: [JSON] = []
    var isAtOldPlace = false
    var next: XRPCCall? { taken.count < 2 ? XRPCCall(query: "app.page", ["old": String(isAtOldPlace)]) : nil }
    mutating func receive(_ json: JSON) -> Bool {
      guard json.stringValue != nil else { return false }
      taken.append(json)
      return true
    }
    mutating func recover(from error: XRPCError) -> Bool {
      isAtOldPlace = false
      return true
    }
  }

  private func read(_ pages: Pages, _ answers: [XRPCAnswer]) -> (kept: [JSON], asked: Int, failure: XRPCAnswer?) {
    var (request, answers, kept, asked) = (PagedRequest(pages), answers[...], [JSON](), 0)
    let outcome = request.run(
      prepare: { request, page in
        kept.append(page)
        request.kept()
      },
      request: { _, _ in
        asked += 1
        return answers.popFirst()
      })
    if case .failed(let answer)? = outcome { return (kept, asked, answer) }
    return (kept, asked, nil)
  }

  @Test func pagesAreKeptOneByOne() {
    let whole = read(Pages(), [.done("a"), .done("b"), .done("c")])
    #expect(whole.kept == ["a", "b"] && whole.asked == 2 && whole.failure == nil)
    let broken = read(Pages(), [.done("a"), Self.lost])
    #expect(broken.kept == ["a"] && broken.failure == Self.lost)
    let strange = read(Pages(), [.done(5)])
    #expect(strange.kept == [] && strange.failure == .done(5))
  }

  /// A refused cursor is replaced once; a second refusal ends the reading.
  @Test func aRefusedCursorIsDroppedOnce() {
    let refused = XRPCAnswer.refused(XRPCError(status: 400))
    let whole = read(Pages(isAtOldPlace: true), [refused, .done("a"), .done("b")])
    #expect(whole.kept == ["a", "b"] && whole.failure == nil)
    let failed = read(Pages(isAtOldPlace: true), [refused, .done("a"), refused])
    #expect(failed.kept == ["a"] && failed.failure == refused)
  }
}
