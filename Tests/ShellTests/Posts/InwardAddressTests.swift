import Bluesky
import Foundation
import JSON
import Network
import NetworkTesting
import Testing
import Timeline

@testable import PostsWing

/// A server cannot make this machine ask itself or its own network: every request whose address a server has named
/// passes one gate.
@Suite struct InwardAddressTests {
  private static let names = [
    "localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0",
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "8.8.8.8", "[::1]", "[::]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]", "[64:ff9b::7f00:1]", "[fe80::1]", "[fd00::1]",
    "[2606:4700::1]", "router", "nas.lan", "box.local", "metadata.google.internal", "wiki.corp",
    "cdn.example@127.0.0.1", "127.0.0.1#.cdn.example", "127.0.0.1\\.cdn.example",
  ]

  /// An account's server that a document has named, as it is kept in the file of accounts.
  private static func followed(_ address: String) throws -> Account {
    let json: JSON = [
      "storyline accounts": 1, "used": "did:plc:a",
      "accounts": [
        [
          "did": "did:plc:a", "handle": "a.test", "host": .string(address), "access": "A", "refresh": "R",
          "followed": true,
        ]
      ],
    ]
    return try #require(Accounts(json, isLoopback: HostName.isLoopback)?.current)
  }

  @Test(arguments: names) func aPictureIsNotLoadedFromThere(_ name: String) throws {
    let outside = try Host(following: "pds.example", from: nil, isLoopback: HostName.isLoopback)
    let here = try Host("http://localhost:2583", isLoopback: HostName.isLoopback)
    for own in [nil, outside, here] {
      for address in ["https://\(name)/a.jpg", "https://\(name):8443/a.jpg", "http://\(name)/a.jpg"] {
        #expect(PostPictureDrawing.isOutward(picture: address, for: own) == nil, "\(address)")
      }
    }
  }

  /// A public name is looked up, and its address checked; the server that the user has chosen is contacted as it is.
  @Test func allowedPictureAddresses() throws {
    let followed = try Host(following: "pds.example", from: nil, isLoopback: HostName.isLoopback)
    let chosen = try Host("pds.example", isLoopback: HostName.isLoopback)
    let here = try Host("http://localhost:2583", isLoopback: HostName.isLoopback)
    #expect(PostPictureDrawing.isOutward(picture: "https://cdn.example/a.jpg", for: chosen) == true)
    #expect(PostPictureDrawing.isOutward(picture: "https://pds.example/a.jpg", for: followed) == true)
    #expect(PostPictureDrawing.isOutward(picture: "https://pds.example/a.jpg", for: chosen) == false)
    #expect(PostPictureDrawing.isOutward(picture: "https://pds.example.evil/a.jpg", for: chosen) == true)
    #expect(PostPictureDrawing.isOutward(picture: "http://localhost:2583/a.jpg", for: here) == false)
    #expect(PostPictureDrawing.isOutward(picture: "http://cdn.example/a.jpg", for: here) == nil)
  }

  /// A name that leads to this machine, whichever request uses it: calls, downloads, documents, texts and pictures.
  @Test func noRequestReachesThisMachine() throws {
    let server = try #require(Responder(otherwise: .fine))
    defer { server.close() }
    let address = "http://127.0.0.1:\(server.port)"
    let account = try Self.followed(address)
    #expect(account.host.isFollowed)
    let store = AccountStore()
    try store.change { $0.add(account) }
    let client = XRPCClient(store)
    let url = address + "/fine"
    let uri = RecordAddress(repository: account.did, collection: "app.bsky.feed.post", key: "3mbo36fa7z272")
    let answers: [XRPCAnswer] = [
      try client.request(.describeServer, at: account.host), try client.document(at: url), try client.text(at: url),
      try client.request(.deleteRecord(uri), as: account.did).answer, try client.logOut(account),
      try client.download(.describeServer, at: account.host, limit: 100, timeout: .seconds(5)).answer,
    ]
    for answer in answers {
      guard case .none(let words, _) = answer else {
        Issue.record("\(answer)")
        continue
      }
      #expect(words.contains("this machine"), "\(words)")
    }
    #expect(try client.download(picture: url, limit: 100, timeout: .seconds(5), isOutward: true) == nil)
    #expect(server.log == [])
    // The same server, chosen by the user.
    let chosen = try Host(address, isLoopback: HostName.isLoopback)
    _ = try client.request(.describeServer, at: chosen)
    #expect(server.log.count == 1)
  }

  /// A redirect is not followed, so it cannot lead past the gate.
  @Test func redirectsAreNotFollowed() throws {
    let server = try #require(Responder(otherwise: .redirect))
    defer { server.close() }
    let client = XRPCClient(AccountStore())
    let address = "http://127.0.0.1:\(server.port)/picture"
    #expect(try client.download(picture: address, limit: 100, timeout: .seconds(5), isOutward: false) == nil)
    #expect(server.log.count == 1)
  }

  /// The file of accounts keeps who named a server. Files from before have no such field.
  @Test func theFileKeepsWhoNamedTheServer() throws {
    let account = try Self.followed("https://pds.example")
    var accounts = Accounts()
    accounts.add(account)
    let chosen = try Host("https://own.example", isLoopback: HostName.isLoopback)
    accounts.add(Account(did: "did:plc:b", handle: "b.test", host: chosen, access: "A", refresh: "R"))
    let again = try #require(Accounts(accounts.json, isLoopback: HostName.isLoopback))
    #expect(again == accounts && again.all.map(\.host.isFollowed) == [true, false])
    #expect(accounts.json["accounts"]?.arrayValue?.last?["followed"] == nil)
  }

  /// No other part of the program makes requests, and each request says who named its address.
  @Test func allRequestsPassOneCheck() throws {
    let sources = Package.root.appending(path: "Sources")
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    var made = 0
    for name in names where name.hasSuffix(".swift") && !name.hasPrefix("Network/") && !name.hasPrefix("storyline-b") {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for part in text.components(separatedBy: "HTTPRequest(").dropFirst() {
        made += 1
        #expect(name == "PostsWing/XRPCClient.swift")
        #expect(part.prefix(200).contains("isOutward: "), "\(name): \(part.prefix(200))")
      }
    }
    #expect(made > 0)
  }
}
