import Bluesky
import JSON
import Testing

/// The server on which an account lives, and the hosts to which nothing is sent.
@Suite struct DIDDocumentTests {
  private static func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "[::1]" }

  @Test(arguments: [
    ("bsky.social", "https://bsky.social"), ("https://PDS.example/", "https://pds.example"),
    ("pds.example:8443", "https://pds.example:8443"), ("http://localhost:2583", "http://localhost:2583"),
    ("https://[2001:db8::1]:443", "https://[2001:db8::1]:443"), ("http://[::1]", "http://[::1]"),
  ])
  func anAddress(text: String, address: String) throws {
    #expect(try Host(text, isLoopback: Self.isLoopback).address == address)
  }

  @Test(arguments: [
    ("", Host.Problem.noAddress), ("https://", .noAddress), ("a/b", .noAddress), ("user@host", .noAddress),
    ("a b", .noAddress), ("host:99999", .noAddress), ("host:", .noAddress), ("[::1", .noAddress), ("[x]", .noAddress),
    ("ftp://host", .noAddress), ("-x", .noAddress), ("h\u{F6}st", .noAddress), ("a\nb", .noAddress),
    ("http://bsky.social", .unencrypted),
  ])
  func noAddress(text: String, problem: Host.Problem) {
    #expect(throws: problem) { try Host(text, isLoopback: Self.isLoopback) }
  }

  /// The one rule for hosts that servers name: never this machine, an IP address in any spelling, or the local
  /// network.
  @Test(arguments: [
    "localhost", "LOCALHOST", "localhost.", "a.localhost", "a.localhost.", "127.0.0.1", "127.1", "127.0.1",
    "2130706433",
    "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0", "0.0.0.0", "127.0.0.1.", "10.0.0.1", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "8.8.8.8", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[fe80::1]",
    "[fd00::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2606:4700::1]", "router", "router.", "box.local",
    "BOX.LOCAL.",
    "metadata.google.internal", "nas.lan", "x.home.arpa", "printer.home", "localhost.localdomain", "wiki.corp",
    "user@bsky.social", "user:pw@127.0.0.1", "b\u{FC}cher.example", "\u{FF11}27.0.0.1", "127\u{3002}0.0.1",
    "%6c%6fcalhost",
    "bsky.social\\@localhost", "", ".", "..", "localhost:443", "127.0.0.1:443", "[::1]:443", "a_b.example",
  ])
  func aServerCannotLeadToInwardAddresses(name: String) throws {
    func isLoopback(_ host: String) -> Bool { host == "127.0.0.1" || host == "[::1]" }
    let chosen = try Host("pds.example", isLoopback: isLoopback)
    for text in [name, "https://" + name, "https://" + name + "/"] {
      for from in [nil, chosen] {
        #expect(throws: Host.Problem.self, "\(text)") { try Host(following: text, from: from, isLoopback: isLoopback) }
      }
    }
    for path in ["", "/", "/image?x=1", "?x", "#y", "\\y"] {
      #expect(throws: Host.Problem.self, "\(path)") {
        try Host(followingAddress: "https://" + name + path, isLoopback: isLoopback)
      }
    }
  }

  @Test(arguments: [
    "bsky.social", "PDS.example.com", "pds.example.com.", "pds.example.com:8443", "xn--bcher-kva.example",
    "local.example",
    "localhost.example.com", "internal.bsky.app", "127.0.0.1.example.com", "1.com",
  ])
  func aServerMayNameAnyPublicServer(name: String) throws {
    let host = try Host(following: name, from: nil, isLoopback: Self.isLoopback)
    #expect(host.isFollowed && !host.isLoopback)
    #expect(try Host(followingAddress: "https://\(name)/a/b?c", isLoopback: Self.isLoopback) == host)
    // The user may type any host.
    #expect(try !Host(name, isLoopback: Self.isLoopback).isFollowed)
    #expect(throws: Host.Problem.self) { try Host(followingAddress: "http://\(name)/a", isLoopback: Self.isLoopback) }
  }

  /// A server on this machine leads to another server on this machine, but not to the rest of its network.
  @Test func loopbackLeadsOnlyToLoopback() throws {
    let here = try Host("http://localhost", isLoopback: Self.isLoopback)
    for name in ["192.168.1.1", "169.254.169.254", "nas.lan", "router"] {
      #expect(throws: Host.Problem.inward) { try Host(following: name, from: here, isLoopback: Self.isLoopback) }
    }
  }

  @Test(arguments: [
    "did:web:localhost.example.localhost", "did:web:box.local", "did:web:nas.lan", "did:web:a.internal",
  ])
  func localNetworkNamesAreNotAsked(did: String) throws {
    let login = Login(did, password: nil, host: nil, isLoopback: Self.isLoopback)
    guard case .end(.failure(.badHost(_, .inward))) = login.step else {
      Issue.record("\(login.step)")
      return
    }
  }

  @Test func onlyALoopbackDocumentMayNameLoopback() throws {
    let (here, there) = (
      try Host("http://localhost", isLoopback: Self.isLoopback), try Host("a.b", isLoopback: Self.isLoopback)
    )
    #expect(try Host(following: "http://localhost:1", from: here, isLoopback: Self.isLoopback).isLoopback)
    #expect(throws: Host.Problem.inward) {
      try Host(following: "https://localhost:1", from: there, isLoopback: Self.isLoopback)
    }
    #expect(throws: Host.Problem.inward) {
      try Host(following: "http://localhost", from: nil, isLoopback: Self.isLoopback)
    }
    #expect(throws: Host.Problem.unencrypted) {
      try Host(following: "http://evil.example", from: here, isLoopback: Self.isLoopback)
    }
  }

  @Test(arguments: [
    (
      ##"{"id":"did:plc:a","service":[{"id":"#atproto_pds","type":"AtprotoPersonalDataServer","serviceEndpoint":"https://x.y"}]}"##,
      "https://x.y"
    ),
    (
      ##"{"id":"did:plc:a","service":[{"id":"did:plc:a#atproto_pds","type":"AtprotoPersonalDataServer","serviceEndpoint":"https://x.y"}]}"##,
      "https://x.y"
    ),
    (
      ##"{"id":"did:plc:a","service":[{"id":"#other","type":"AtprotoPersonalDataServer","serviceEndpoint":"https://x.y"}]}"##,
      nil
    ),
    (##"{"id":"did:plc:a","service":[{"id":"#atproto_pds","type":"X","serviceEndpoint":"https://x.y"}]}"##, nil),
    (#"{"id":"did:plc:a","service":7}"#, nil), (#"{"id":"did:plc:a"}"#, nil),
  ])
  func aDocumentNamesItsHost(text: String, host: String?) throws {
    #expect(try #require(DIDDocument(JSON(parsing: text))).host == host)
  }

  @Test(arguments: ["{}", "[]", #"{"id":"bob"}"#, #"{"id":7}"#])
  func noDocument(text: String) throws { #expect(DIDDocument(try JSON(parsing: text)) == nil) }
}
