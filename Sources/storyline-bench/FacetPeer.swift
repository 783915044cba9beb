import CPeers
import RichText
import Timeline

/// The detector of CPeers. It gets the top-level domains and Unicode's punctuation from Swift, so that it differs from
/// Storyline's only in the language.
final class FacetPeer {
  private var rules: peer_rules
  private let punctuation: UnsafeMutablePointer<UInt8>

  init() {
    punctuation = .allocate(capacity: 0x110000 / 8)
    punctuation.initialize(repeating: 0, count: 0x110000 / 8)
    for value in 0x80..<UInt32(0x110000) {
      guard let scalar = Unicode.Scalar(value), Self.isPunctuation(scalar) else { continue }
      punctuation[Int(value / 8)] |= 1 << UInt8(value % 8)
    }
    rules = peer_rules()
    rules.punctuation = UnsafePointer(punctuation)
    rules.graphemes = { text, count in
      String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self).count
    }
    let (domains, counts) = (UnsafeMutablePointer<UnsafePointer<UInt8>?>.allocate(capacity: 64), 0..<64)
    defer { domains.deallocate() }
    var sizes = [Int](repeating: 0, count: 64)
    for length in counts {
      let entries = TopLevelDomainTable.entries(length: length)
      domains[length] = entries?.utf8Start
      sizes[length] = (entries?.utf8CodeUnitCount ?? 0) / (length + 1)
    }
    withUnsafeMutableBytes(of: &rules.domains) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: domains, count: MemoryLayout.size(ofValue: rules.domains)))
    }
    withUnsafeMutableBytes(of: &rules.domain_counts) { target in sizes.withUnsafeBytes { target.copyMemory(from: $0) } }
  }

  deinit { punctuation.deallocate() }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  func find(_ bytes: [UInt8], copiesTexts: Bool) {
    peer_free_facets(peer_find_facets(bytes, bytes.count, &rules, copiesTexts))
  }

  /// Returns what the program finds: kinds and ranges.
  private func facets(in bytes: [UInt8]) -> [String] {
    let found = peer_find_facets(bytes, bytes.count, &rules, true)
    defer { peer_free_facets(found) }
    return (0..<found.count).map { index in
      let facet = found.all![index]
      return "\(facet.start)–\(facet.end) \(String(cString: facet.text!))"
    }
  }

  private static func expected(_ bytes: [UInt8]) -> [String] {
    Detector(.bluesky).facets(in: bytes).map { facet in
      let text =
        switch facet.feature {
        case .mention(let handle, _): handle
        case .link(let uri): uri
        case .tag(let tag): tag
        }
      return "\(facet.range.lowerBound)–\(facet.range.upperBound) \(text)"
    }
  }

  /// Returns the first of 20,000 random texts, full of signs that matter, in which it finds other facets than Storyline.
  func difference() -> String? {
    let pieces = [
      "@", "#", "＃", "$", ".", ":", "://", "http", "https", "HTTP", "(", ")", "a", "b-c", "_", "7", " ", "  ", "\n",
      "\u{A0}",
      "\u{200B}", "\u{FE0F}", "é", "“", "”", "’", "!", ",", "com", ".test", "bsky.social", "ana.test", "GO", "рф", "📚",
      "\u{FEFF}",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "\u{3000}",
    ]
    var chance = SeededGenerator(seed: 52)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...24, using: &chance)).map { _ in pieces.randomElement(using: &chance)! }
        .joined()
      let bytes = Array(text.utf8)
      if facets(in: bytes) != Self.expected(bytes) { return text }
    }
    return nil
  }
}
