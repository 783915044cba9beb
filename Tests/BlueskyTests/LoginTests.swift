import Bluesky
import JSON
import Testing

/// From a handle and a password to an account.
@Suite struct LoginTests {
  private static func isLoopback(_ host: String) -> Bool { host == "localhost" }
  private static let tokens: [JSON.Field] = [
    .init("did", "did:plc:a"), .init("handle", "bob.test"), .init("accessJwt", "A"), .init("refreshJwt", "R"),
  ]
  private static func document(_ host: String) -> JSON {
    [
      "id": "did:plc:a", "alsoKnownAs": ["at://Bob.test", "at://bob.example.org", "https://bob.test"],
      "service": [["id": "#atproto_pds", "type": "AtprotoPersonalDataServer", "serviceEndpoint": .string(host)]],
    ]
  }
  private static func session(_ host: String?) -> XRPCAnswer {
    .done(.object(tokens + (host.map { [.init("didDoc", document($0))] } ?? [])))
  }

  private func run(_ login: Login, _ answers: [XRPCAnswer]) -> (
    asked: [String], result: Result<Account, Login.Problem>?
  ) {
    var (login, answers, asked) = (login, answers[...], [String]())
    while true {
      switch login.next {
      case .ask(.method(let call, let host)): asked.append(host.address + call.path)
      case .ask(.document(let address)), .ask(.text(let address)): asked.append(address)
      case .password:
        asked.append("password")
        login.give("p")
        continue
      case .end(let result): return (asked, result)
      }
      guard let answer = answers.popFirst() else { return (asked, nil) }
      login.take(answer)
    }
  }

  private func login(_ name: String = "bob.test", code: String? = nil, on host: String? = "pds.example") throws -> Login
  {
    Login(
      name, password: "p", code: code, host: try host.map { try Host($0, isLoopback: Self.isLoopback) },
      isLoopback: Self.isLoopback)
  }

  @Test func aHandleLeadsToItsHost() throws {
    let run = run(
      try login(on: nil),
      [.done(["did": "did:plc:a"]), .done(Self.document("https://pds.example")), Self.session("https://pds.example")])
    #expect(
      run.asked == [
        "https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle?handle=bob.test",
        "https://plc.directory/did:plc:a", "https://pds.example/xrpc/com.atproto.server.createSession",
      ])
    #expect(try run.result?.get().host.address == "https://pds.example")
  }

  @Test func theDocumentOfASessionCounts() throws {
    #expect(
      try run(try login(), [Self.session("https://other.example")]).result?.get().host.address
        == "https://other.example")
    #expect(try run(try login(), [Self.session(nil)]).result?.get().host.address == "https://pds.example")
    #expect(
      try run(try login(on: "http://localhost:1"), [Self.session("http://localhost:2")]).result?.get().host.address
        == "http://localhost:2")
  }

  @Test(arguments: [
    (session("http://evil.example"), Login.Problem.badHost("http://evil.example", .unencrypted)),
    (session("https://localhost"), .badHost("https://localhost", .inward)),
    (.done([:]), .strange), (.done(["did": "x", "accessJwt": "A", "refreshJwt": "R"]), .strange),
    (.done(["did": "did:plc:a", "accessJwt": "A\r\nX: y", "refreshJwt": "R"]), .strange),
    (.none(words: "no", .offline), .offline("no")), (.none(words: "no", .hindered), .hindered("no")),
    (.refused(XRPCError(status: 401, name: "AuthFactorTokenRequired")), .needsCode),
    (.refused(XRPCError(status: 401, name: "X")), .wrongPassword(XRPCError(status: 401, name: "X"))),
    (.refused(XRPCError(status: 429)), .limit(XRPCError(status: 429))),
    (.broken(XRPCError(status: 502)), .broken(XRPCError(status: 502))),
  ])
  func whatGoesWrong(answer: XRPCAnswer, problem: Login.Problem) throws {
    #expect(run(try login(), [answer]).result == .failure(problem))
  }

  @Test func aWrongCodeIsSaidToBeOne() throws {
    let error = XRPCError(status: 400, name: "InvalidToken")
    #expect(run(try login(code: "x"), [.refused(error)]).result == .failure(.wrongCode(error)))
    let other = XRPCError(status: 401, name: "AuthenticationRequired")
    #expect(run(try login(code: "x"), [.refused(other)]).result == .failure(.wrongPassword(other)))
  }

  @Test func aDocumentThatLeadsInwardGetsNoPassword() throws {
    let answers = [XRPCAnswer.done(["did": "did:plc:a"]), .done(Self.document("http://localhost"))]
    let run = run(try login(on: nil), answers)
    #expect(run.asked.count == 2)
    #expect(run.result == .failure(.badHost("http://localhost", .inward)))
  }

  /// Each of them is this machine, or one beside it, to some reader of addresses.
  @Test(arguments: [
    "https://0.0.0.0", "https://127.1", "https://2130706433", "https://0x7f000001", "https://[::]",
    "https://127.0.0.010",
    "https://[::ffff:127.0.0.1]", "https://10.0.0.1", "https://192.168.1.1:8080",
  ])
  func aDocumentLeadsToNoBareAddress(host: String) throws {
    let run = run(try login(on: nil), [.done(["did": "did:plc:a"]), .done(Self.document(host))])
    #expect(run.asked.count == 2)
    guard case .failure(.badHost(host, _))? = run.result else {
      Issue.record("\(String(describing: run.result))")
      return
    }
  }

  @Test func aNameWithNumbersIsOne() throws {
    for name in ["pds1.example", "1.example", "192.168.1.20", "a.b.0c"] {
      #expect(throws: Never.self) { try Host(name, isLoopback: Self.isLoopback) }
    }
  }

  @Test func nobodyHasThatHandle() throws {
    #expect(run(try login(on: nil), [.refused(XRPCError(status: 400))]).result == .failure(.unknownHandle))
    #expect(run(try login("did:web:a.b", on: nil), []).asked == ["https://a.b/.well-known/did.json"])
  }

  /// A domain that serves its own handle is asked when those who find handles for anybody know none, or are not there.
  @Test(arguments: [
    XRPCAnswer.refused(XRPCError(status: 400)), .broken(XRPCError(status: 502)), .none(words: "", .offline),
  ])
  func aMachineNamesItsOwnAccount(found: XRPCAnswer) throws {
    let run = run(
      try login("bob.example.org", on: nil),
      [found, .done("did:plc:a\n"), .done(Self.document("https://pds.example")), Self.session(nil)])
    #expect(run.asked[1] == "https://bob.example.org/.well-known/atproto-did")
    #expect(try run.result?.get().host.address == "https://pds.example")
  }

  @Test(arguments: [
    XRPCAnswer.done("<html>"), .done(""), .refused(XRPCError(status: 404)), .none(words: "x", .hindered),
  ])
  func whatTheFinderSaidCountsWhereAMachineKnowsNothing(answer: XRPCAnswer) throws {
    #expect(
      run(try login("bob.example.org", on: nil), [.none(words: "off", .offline), answer]).result
        == .failure(.offline("off")))
  }

  @Test func aHandleThatItsDocumentDoesNotBearGetsNoPassword() throws {
    let run = run(
      try login("alice.test", on: nil), [.done(["did": "did:plc:a"]), .done(Self.document("https://pds.example"))])
    #expect(run.asked.count == 2)
    #expect(run.result == .failure(.foreignHandle))
  }

  @Test func accountsAreWrittenAndReadAgain() throws {
    var accounts = Accounts()
    let host = try Host("pds.example", isLoopback: Self.isLoopback)
    for name in ["a", "b"] {
      accounts.add(Account(did: "did:plc:\(name)", handle: "\(name).test", host: host, access: "A", refresh: "R"))
    }
    accounts.use("did:plc:a")
    #expect(Accounts(accounts.json, isLoopback: Self.isLoopback) == accounts)
    #expect(accounts.current?.handle == "a.test")
    accounts.remove("did:plc:a")
    #expect(accounts.current?.handle == "b.test")
    #expect(accounts[handle: "B.TEST"]?.did == "did:plc:b")
    #expect(Accounts([:], isLoopback: Self.isLoopback) == nil)
    #expect(Accounts(["storyline accounts": 1, "accounts": [[:]]], isLoopback: Self.isLoopback) == nil)
  }

  /// Nobody types a password for a server that is not there.
  @Test(
    arguments: [
      ([.none(words: "nobody", .offline)], ["describeServer"], false),
      ([.broken(XRPCError(status: 502))], ["describeServer"], false),
      ([.done([:]), session(nil)], ["describeServer", "password", "createSession"], true),
      ([.refused(XRPCError(status: 404)), session(nil)], ["describeServer", "password", "createSession"], true),
    ] as [([XRPCAnswer], [String], Bool)])
  func aPasswordIsAskedForWhenItIsKnownWhereItGoes(answers: [XRPCAnswer], asked: [String], isIn: Bool) throws {
    let host = try Host("pds.example", isLoopback: Self.isLoopback)
    let run = run(Login("bob.test", password: nil, host: host, isLoopback: Self.isLoopback), answers)
    #expect(run.asked.map { String($0.split(separator: ".").last ?? "") } == asked)
    #expect(((try? run.result?.get()) != nil) == isIn)
  }
}
