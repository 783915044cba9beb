import Bluesky
import JSON
import Testing
import Timeline

/// The practice network answers like a server.
@Suite struct PracticeNetworkTests {
  /// A post is published once, however many requests fail and whether or not the failed ones were carried out.
  @Test func faultsNeverDuplicateAPost() throws {
    var conditions = PracticeNetwork.Conditions()
    conditions.failures = 0.6
    for seed in 0..<40 as Range<UInt64> {
      var network = PracticeNetwork(seed: seed)
      let post = try Post("post \(seed)", created: .practiceStart)
      let key = RecordKey(.practiceStart, device: "\(seed)")
      var publishing = Publishing(.init(post), as: "did:web:bob.test", key: key)
      var (attempt, reference): (Publishing.Attempt?, StrongReference?)
      for _ in 0..<1_000 where reference == nil {
        switch publishing.step {
        case .ask(let call):
          publishing.receive(network.answer(call, by: "did:web:bob.test", in: conditions, at: .practiceStart))
        case .prepare(let kept):
          attempt = kept
          publishing.kept()
        case .end(.sent(let sent)): reference = sent
        case .end(let outcome):
          let isUnsure = if case .unsure = outcome { true } else { false }
          publishing = Publishing(.init(post), again: try #require(attempt), mayBeThere: isUnsure)
        }
      }
      #expect(network.count == 1)
      #expect(network.record(at: try #require(reference).address)?["text"] == .string("post \(seed)"))
    }
  }

  @Test func theFaultPasswordIsAlwaysWrong() {
    var network = PracticeNetwork()
    func answer(_ handle: String, _ password: String) -> XRPCAnswer {
      network.answer(
        .createSession(handle, password: password, code: nil), by: nil, in: .init(), at: .practiceStart)
    }
    let wrong = XRPCAnswer.refused(
      XRPCError(status: 401, name: "AuthenticationRequired", message: "Invalid identifier or password"))
    #expect(answer("bob.test", PracticeNetwork.wrongPassword) == wrong && answer("bob.example", "x") == wrong)
    #expect(
      answer("Bob.test", "x")
        == .done([
          "did": "did:web:bob.test", "handle": "bob.test", "accessJwt": "practice", "refreshJwt": "practice",
        ]))
  }

  @Test func withoutANetworkNothingIsReached() {
    var (network, conditions) = (PracticeNetwork(), PracticeNetwork.Conditions())
    conditions.isOn = false
    let off = network.answer(.resolveHandle("bob.test"), by: nil, in: conditions, at: .practiceStart)
    conditions.isOn = true
    let on = network.answer(.resolveHandle("bob.test"), by: nil, in: conditions, at: .practiceStart)
    #expect(off == .none(words: "there is no network", .offline))
    #expect(on == .done(["did": "did:web:bob.test"]))
    for nobody in ["bob.example", "", "x", "nobody.test"] {
      let answer = network.answer(.resolveHandle(nobody), by: nil, in: conditions, at: .practiceStart)
      if case .refused = answer { continue }
      Issue.record("\(nobody) is somebody")
    }
  }
}
