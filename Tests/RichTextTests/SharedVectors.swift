import Foundation
import RichText

/// The reference vectors, which lie beside the package folder (`../shared`) or where `STORYLINE_SHARED` says.
enum SharedVectors {
  static let missing = "no vectors: put the shared folder beside the package or set STORYLINE_SHARED"

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "vectors.json").path()) }

  static var folder: URL {
    let environment = ProcessInfo.processInfo.environment["STORYLINE_SHARED"].map { URL(filePath: $0) }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared = environment ?? package.deletingLastPathComponent().appending(path: "shared")
    return shared.appending(path: "vectors/richtext")
  }

  struct Vector: Decodable {
    struct Expected: Decodable {
      var byteStart: Int
      var byteEnd: Int
      var type: String
      var value: String

      var facet: Facet {
        let feature: Facet.Feature =
          switch type {
          case "mention": .mention(handle: value, isComplete: true)
          case "link": .link(uri: value)
          // A cashtag is stored as a tag with its `$`.
          default: .tag(value)
          }
        return Facet(range: byteStart..<byteEnd, feature: feature)
      }
    }
    var text: String
    var facets: [Expected]
    /// The facets that are drawn; given only where facets overlap.
    var visible: [Expected]?
  }

  static func suite() throws -> [Vector] {
    struct File: Decodable { var vectors: [Vector] }
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: folder.appending(path: "vectors.json"))).vectors
  }

  static func fuzz() throws -> [Vector] {
    try lines("fuzz.jsonl").map { try JSONDecoder().decode(Vector.self, from: Data($0.utf8)) }
  }

  /// Returns the non-empty lines of a file.
  static func lines(_ name: String) throws -> [String] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map { String($0) }
  }
}

extension Facet {
  /// A readable form for expectations: `0-11 mention handle.com`.
  var shorthand: String {
    let place = "\(range.lowerBound)-\(range.upperBound)"
    return switch feature {
    case .mention(let handle, let isComplete): "\(place) \(isComplete ? "mention" : "partial") \(handle)"
    case .link(let uri): "\(place) link \(uri)"
    case .tag(let tag): "\(place) tag \(tag)"
    }
  }
}

extension Detector {
  /// Returns the facets of `text` in shorthand, joined by `, `.
  func shorthand(_ text: String) -> String { facets(in: text).map(\.shorthand).joined(separator: ", ") }
}

/// Texts made of pieces that are difficult for the rules; deterministic for a seed.
struct AdversarialTexts {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func next() -> String { (0..<next(below: 14)).map { _ in piece() }.joined() }

  mutating func piece() -> String { AdversarialTexts.pieces[next(below: AdversarialTexts.pieces.count)] }

  static let pieces = [
    " ", "\n", "\u{A0}", "\u{3000}", "\u{2028}", "\u{FEFF}", "\u{200B}", "\u{AD}", "\u{2060}", "\u{20E2}", "\t", "  ",
    "@", "#", "＃", "$", "(", ")", "[", "]", "\"", "'", "`", ".", ",", ":", ";", "!", "?", "-", "_", "/", "=", "<", "…",
    "a", "Z", "7", "é", "e\u{301}", "日本", "🦋", "👩‍👩‍👧", "\u{FE0F}", "\u{20E3}", "com", ".com", ".test", ".rs", "localhost",
    "@alice.com", "@bob", "#tag", "$AAPL", "http://", "https://", "HTTPS://", "https://a.b/c", "foo.com", "127.0.0.1",
    "[::1]:80", ":8080", "main.rs", "user@host.com", "--x", "$HOME", "@1", "#1", "clock.now", "http.x", "．com",
  ]
}
