import Bluesky
import JSON
import Testing

/// Where an account lives, and where nothing is sent.
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

  @Test func aDocumentLeadsToThisMachineOnlyFromThere() throws {
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
