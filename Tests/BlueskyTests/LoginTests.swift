import Bluesky
import JSON
import Testing

/// Logging in: from a handle and a password to an account.
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
      switch login.step {
      case .ask(.method(let call, let host)): asked.append(host.address + call.path)
      case .ask(.document(let address)), .ask(.text(let address)): asked.append(address)
      case .prepare(.password):
        asked.append("password")
        login.give("p")
        continue
      case .end(let result): return (asked, result)
      }
      guard let answer = answers.popFirst() else { return (asked, nil) }
      login.receive(answer)
    }
  }

  /// The answers of other servers about bob.
  private static let resolved = XRPCAnswer.done(["did": "did:plc:a"])
  private static let known = [resolved, .done(document("https://pds.example"))]

  private func login(_ name: String = "bob.test", code: String? = nil, on host: String? = nil) throws -> Login {
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

  /// A chosen server must be the one that the DID document names. Otherwise the only request sent to it asks for its
  /// name.
  @Test func aChosenServerIsTheOneOfTheDocument() throws {
    let there: [XRPCAnswer] = [.done([:])] + Self.known
    let run = run(try login(on: "pds.example"), there + [Self.session("https://pds.example")])
    #expect(
      run.asked.map { $0.split(separator: "/").last! } == [
        "com.atproto.server.describeServer", "com.atproto.identity.resolveHandle?handle=bob.test", "did:plc:a",
        "com.atproto.server.createSession",
      ])
    #expect(try run.result?.get().host.address == "https://pds.example")
    let other = self.run(try login(on: "evil.example"), there)
    #expect(other.result == .failure(.otherHost("pds.example")))
    #expect(!other.asked.contains { $0.hasSuffix("createSession") })
  }

  /// The accounts of bsky.social live on servers of their own; bsky.social is their front door.
  @Test func anEntrywayRedirectsToTheServer() throws {
    let document = XRPCAnswer.done(Self.document("https://morel.us-east.host.bsky.network"))
    let answers = [.done([:]), Self.resolved, document, Self.session(nil)]
    let run = run(try login(on: "bsky.social"), answers)
    #expect(run.asked.last == "https://morel.us-east.host.bsky.network/xrpc/com.atproto.server.createSession")
    #expect(try run.result?.get().host.address == "https://morel.us-east.host.bsky.network")
  }

  private static func session(_ did: String, _ handle: String, _ document: JSON? = nil) -> XRPCAnswer {
    .done(
      .object(
        [
          .init("did", .string(did)), .init("handle", .string(handle)), .init("accessJwt", "A"),
          .init("refreshJwt", "R"),
        ] + (document.map { [.init("didDoc", $0)] } ?? [])))
  }

  private static func document(of did: String, _ handle: String, _ host: String) -> JSON {
    [
      "id": .string(did), "alsoKnownAs": [.string("at://" + handle)],
      "service": [["id": "#atproto_pds", "type": "AtprotoPersonalDataServer", "serviceEndpoint": .string(host)]],
    ]
  }

  /// The possible answers of a hostile server when the user asks for bob and other servers confirm who bob is.
  @Test(
    arguments: [
      (session("did:plc:eve", "bob.test"), .foreignDID("did:plc:eve")),
      (session("did:plc:a", "eve.test"), .foreignHandle),
      (session("did:plc:a", "b\u{1B}[31mob.test"), .badHandle), (session("did:plc:a", "bob"), .badHandle),
      (session("did:plc:a", ""), .badHandle), (session("did:plc:a", "bob.test\n"), .badHandle),
      (
        session("did:plc:a", "bob.test", document(of: "did:plc:eve", "bob.test", "https://pds.example")),
        .foreignDID("did:plc:eve")
      ),
      (
        session("did:plc:a", "bob.test", document(of: "did:plc:a", "bob.test", "https://evil.example")),
        .otherHost("evil.example")
      ),
      (session("did:plc:a", "bob.test", "nonsense"), .strange),
      (session("did:plc:a", "bob.test"), nil), (session("did:plc:a", "Bob.Test"), nil),
      (session("did:plc:a", "handle.invalid"), nil),
    ] as [(XRPCAnswer, Login.Problem?)])
  func aSessionIsOfWhoWasAskedFor(answer: XRPCAnswer, problem: Login.Problem?) throws {
    let result = run(try login(), Self.known + [answer]).result
    if let problem {
      #expect(result == .failure(problem))
    } else {
      let account = try #require(try result?.get())
      #expect(account.did == "did:plc:a" && account.handle.lowercased() == "bob.test")
    }
  }

  /// Login by DID: the document's handle counts if it resolves back to the DID.
  @Test(
    arguments: [
      (.done(["did": "did:plc:a"]), session("did:plc:a", "bob.test"), "bob.test"),
      (.done(["did": "did:plc:eve"]), session("did:plc:a", "bob.test"), "did:plc:a"),
      (.refused(XRPCError(status: 400)), session("did:plc:a", "eve.test"), "did:plc:a"),
      (.none(words: "", .offline), session("did:plc:a", "bob.test"), "did:plc:a"),
      (.done(["did": "did:plc:a"]), session("did:plc:eve", "bob.test"), nil),
    ] as [(XRPCAnswer, XRPCAnswer, String?)])
  func aDIDIsItsOwn(name: XRPCAnswer, session: XRPCAnswer, handle: String?) throws {
    let document = XRPCAnswer.done(Self.document("https://pds.example"))
    let run = run(try login("did:plc:a"), [document, name, session])
    #expect((try? run.result?.get())?.handle == handle)
    if handle == nil { #expect(run.result == .failure(.foreignDID("did:plc:eve"))) }
  }

  /// Only a server on this machine knows its accounts, so its own answers have to agree.
  @Test(
    arguments: [
      // The server resolves the handle to one account and logs in another.
      ([resolved, .refused(XRPCError(status: 404)), session("did:plc:eve", "bob.test")], .foreignDID("did:plc:eve")),
      ([resolved, .done(document(of: "did:plc:a", "eve.test", "http://localhost:1"))], .foreignHandle),
      ([resolved, .done(document(of: "did:plc:eve", "bob.test", "http://localhost:1"))], .noHost),
      (
        [resolved, .done(document(of: "did:plc:a", "bob.test", "http://localhost:2"))], .otherHost("http://localhost:2")
      ),
      ([resolved, .done("no document"), session("did:plc:a", "eve.test")], .foreignHandle),
      // The server does not resolve handles.
      ([.refused(XRPCError(status: 404)), session("did:plc:a", "e\u{9B}ve.test")], .badHandle),
      ([.refused(XRPCError(status: 404)), session("did:plc:a", "eve.test")], .foreignHandle),
      (
        [
          .refused(XRPCError(status: 404)),
          session("did:plc:a", "bob.test", document(of: "did:plc:a", "eve.test", "http://localhost:1")),
        ], .foreignHandle
      ),
      (
        [
          .refused(XRPCError(status: 404)),
          session("did:plc:a", "bob.test", document(of: "did:plc:a", "bob.test", "http://localhost:9")),
        ],
        .otherHost("http://localhost:9")
      ),
      ([.refused(XRPCError(status: 404)), session("did:plc:a", "bob.test")], nil),
      (
        [
          resolved, .done(document(of: "did:plc:a", "bob.test", "http://localhost:1")),
          session("did:plc:a", "bob.test"),
        ],
        nil
      ),
    ] as [([XRPCAnswer], Login.Problem?)])
  func aServerOnThisMachineAgreesWithItself(answers: [XRPCAnswer], problem: Login.Problem?) throws {
    let result = run(try login(on: "http://localhost:1"), answers).result
    if let problem {
      #expect(result == .failure(problem))
    } else {
      #expect(try result?.get().handle == "bob.test")
    }
  }

  @Test func aDIDOnThisMachineIsTheOneThatWasAskedFor() throws {
    let document = XRPCAnswer.refused(XRPCError(status: 404))
    let login = { try self.login("did:plc:a", on: "http://localhost:1") }
    #expect(
      run(try login(), [document, Self.session("did:plc:eve", "a.test")]).result == .failure(.foreignDID("did:plc:eve"))
    )
    #expect(try run(try login(), [document, Self.session("did:plc:a", "a.test")]).result?.get().handle == "a.test")
  }

  /// An existing account keeps its server and its name unless a document proves a change.
  @Test(
    arguments: [
      ("did:plc:a", "bob.test", "http://localhost:2", false, "did:plc:a bob.test http://localhost:1", true),
      ("did:plc:a", "bob.test", "http://127.0.0.1:1", false, "did:plc:a bob.test http://127.0.0.1:1", false),
      ("did:plc:eve", "Bob.test", "http://localhost:2", false, "did:plc:a bob.test http://localhost:1", true),
      ("did:plc:a", "bob.test", "https://new.example", true, "did:plc:a bob.test https://new.example", false),
      ("did:plc:b", "bob.test", "https://new.example", true, "did:plc:a did:plc:a http://localhost:1", false),
    ])
  func knownAccountsAreNotReplaced(
    _ did: String, _ handle: String, _ host: String, _ isProven: Bool, _ first: String, _ isRefused: Bool
  ) throws {
    func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "127.0.0.1" }
    func account(_ did: String, _ handle: String, _ host: String) throws -> Account {
      Account(did: did, handle: handle, host: try Host(host, isLoopback: isLoopback), access: "A", refresh: "R")
    }
    var accounts = Accounts()
    accounts.add(try account("did:plc:a", "bob.test", "http://localhost:1"))
    let new = try account(did, handle, host)
    do { try accounts.admit(new, isProven: isProven) } catch { #expect(isRefused, "\(error)") }
    let row = accounts.all[0]
    #expect("\(row.did) \(row.handle) \(row.host.address)" == first)
    #expect((accounts.current?.host == new.host) == !isRefused)
  }

  /// Posts that wait for a logged-out account go to no other server that claims to have it.
  @Test(
    arguments: [
      ("http://localhost:2", false, true, true), ("http://localhost:2", false, false, false),
      ("http://localhost:1", false, true, false), ("http://127.0.0.1:1", false, true, false),
      ("https://new.example", true, true, false),
    ])
  func waitingPostsStayWithTheirServer(_ host: String, _ isProven: Bool, _ isAwaited: Bool, _ isRefused: Bool) throws {
    func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "127.0.0.1" }
    func account(_ host: String) throws -> Account {
      Account(
        did: "did:plc:a", handle: "bob.test", host: try Host(host, isLoopback: isLoopback), access: "A", refresh: "R")
    }
    var accounts = Accounts()
    accounts.add(try account("http://localhost:1"))
    accounts.remove("did:plc:a")
    // As another process reads them.
    accounts = try #require(Accounts(accounts.json, isLoopback: isLoopback))
    #expect(accounts.all.isEmpty)
    do {
      try accounts.admit(try account(host), isProven: isProven, isAwaited: isAwaited)
      #expect(!isRefused)
      #expect(accounts.current?.host.address == host)
      #expect(accounts.json["left"] == nil)
    } catch Login.Problem.awaitedElsewhere(let server) {
      #expect(isRefused && server.address == "http://localhost:1")
      #expect(accounts.all.isEmpty)
    }
  }

  /// New tokens must belong to the account and do not change its identity.
  @Test(
    arguments: [
      ("did:plc:a", "bob.test", true), ("did:plc:a", "new.test", true), ("did:plc:eve", "bob.test", false),
      ("did:plc:a", "b\u{1B}ob.test", false),
    ])
  func newTokensAreOfTheSameAccount(_ did: String, _ handle: String, _ isTaken: Bool) throws {
    let host = try Host("pds.example", isLoopback: Self.isLoopback)
    var account = Account(did: "did:plc:a", handle: "bob.test", host: host, access: "old", refresh: "old")
    guard case .done(let json) = Self.session(did, handle) else { return }
    #expect(account.adopt(refreshed: json) == isTaken)
    #expect(account.access == (isTaken ? "A" : "old"))
    #expect(account.handle == "bob.test" && account.host == host)
  }

  /// A file from before handles were checked.
  @Test func invalidNamesInTheFileAreNotShown() throws {
    let row: JSON = ["host": "pds.example", "access": "A", "refresh": "R"]
    func rows(_ handles: [String]) -> JSON {
      guard case .object(let fields) = row else { return .null }
      return .array(
        handles.enumerated().map { index, handle in
          .object(fields + [.init("did", .string("did:plc:\(index)")), .init("handle", .string(handle))])
        })
    }
    let json: JSON = ["storyline accounts": 1, "accounts": rows(["b\u{1B}[31mob.test", "bob.test", "Bob.test"])]
    let accounts = try #require(Accounts(json, isLoopback: Self.isLoopback))
    #expect(accounts.all.map(\.handle) == ["did:plc:0", "bob.test", "did:plc:2"])
  }

  @Test(arguments: [
    (session("http://evil.example"), Login.Problem.badHost("http://evil.example", .unencrypted)),
    (session("https://localhost"), .badHost("https://localhost", .inward)),
    (.done([:]), .strange), (.done(["did": "x", "accessJwt": "A", "refreshJwt": "R"]), .strange),
    (.done(["did": "did:plc:a", "accessJwt": "A\r\nX: y", "refreshJwt": "R"]), .strange),
    (.none(words: "no", .offline), .offline("no")), (.none(words: "no", .obstructed), .obstructed("no")),
    (.refused(XRPCError(status: 401, name: "AuthFactorTokenRequired")), .needsCode),
    (.refused(XRPCError(status: 401, name: "X")), .wrongPassword(XRPCError(status: 401, name: "X"))),
    (.refused(XRPCError(status: 429)), .limit(XRPCError(status: 429))),
    (.broken(XRPCError(status: 502)), .broken(XRPCError(status: 502))),
  ])
  func loginErrorsAreExplained(answer: XRPCAnswer, problem: Login.Problem) throws {
    #expect(run(try login(), Self.known + [answer]).result == .failure(problem))
  }

  @Test func aWrongCodeIsReportedAsWrong() throws {
    let error = XRPCError(status: 400, name: "InvalidToken")
    #expect(run(try login(code: "x"), Self.known + [.refused(error)]).result == .failure(.wrongCode(error)))
    let other = XRPCError(status: 401, name: "AuthenticationRequired")
    #expect(run(try login(code: "x"), Self.known + [.refused(other)]).result == .failure(.wrongPassword(other)))
  }

  @Test func aDocumentThatLeadsInwardGetsNoPassword() throws {
    let answers = [XRPCAnswer.done(["did": "did:plc:a"]), .done(Self.document("http://localhost"))]
    let run = run(try login(on: nil), answers)
    #expect(run.asked.count == 2)
    #expect(run.result == .failure(.badHost("http://localhost", .inward)))
  }

  /// Some address parser reads each of these as this machine or as a machine on the local network.
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

  @Test func unknownHandlesAreReported() throws {
    #expect(run(try login(on: nil), [.refused(XRPCError(status: 400))]).result == .failure(.unknownHandle))
    #expect(run(try login("did:web:a.b", on: nil), []).asked == ["https://a.b/.well-known/did.json"])
  }

  /// A domain that serves its own handle is asked if the public resolvers do not know the handle or cannot be
  /// reached.
  @Test(arguments: [
    XRPCAnswer.refused(XRPCError(status: 400)), .broken(XRPCError(status: 502)), .none(words: "", .offline),
  ])
  func aMachineNamesItsOwnAccount(found: XRPCAnswer) throws {
    let run = run(
      try login("bob.example.org", on: nil),
      [
        found, .done("did:plc:a\n"), .done(Self.document("https://pds.example")),
        Self.session("did:plc:a", "bob.example.org"),
      ])
    #expect(run.asked[1] == "https://bob.example.org/.well-known/atproto-did")
    #expect(try run.result?.get().host.address == "https://pds.example")
  }

  @Test(arguments: [
    XRPCAnswer.done("<html>"), .done(""), .refused(XRPCError(status: 404)), .none(words: "x", .obstructed),
  ])
  func theResolversAnswerCountsForALocalServer(answer: XRPCAnswer) throws {
    #expect(
      run(try login("bob.example.org", on: nil), [.none(words: "off", .offline), answer]).result
        == .failure(.offline("off")))
  }

  @Test func aHandleMissingInItsDocumentGetsNoPassword() throws {
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

  private static let asked = ["describeServer", "test", "directory/did:plc:a", "password", "createSession"]

  /// The user is not asked for a password if the server does not answer.
  @Test(
    arguments: [
      ([.none(words: "nobody", .offline)], ["describeServer"], false),
      ([.broken(XRPCError(status: 502))], ["describeServer"], false),
      ([.done([:])] + known + [session(nil)], asked, true),
      ([.refused(XRPCError(status: 404))] + known + [session(nil)], asked, true),
    ] as [([XRPCAnswer], [String], Bool)])
  func thePasswordIsRequestedOnceTheServerIsKnown(answers: [XRPCAnswer], asked: [String], isIn: Bool) throws {
    let host = try Host("pds.example", isLoopback: Self.isLoopback)
    let run = run(Login("bob.test", password: nil, host: host, isLoopback: Self.isLoopback), answers)
    #expect(run.asked.map { String($0.split(separator: ".").last ?? "") } == asked)
    #expect(((try? run.result?.get()) != nil) == isIn)
  }
}
