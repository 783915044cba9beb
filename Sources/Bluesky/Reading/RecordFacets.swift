import JSON
import RichText

extension Post {
  /// Returns the facets of a record's text that can be drawn, sorted and without overlaps.
  public static func facets(ofRecord record: JSON, in text: String) -> [Facet] { RecordFacets.facets(record, in: text) }
}

/// The facets of a record that fit its text.
///
/// Source: the lexicon `app.bsky.richtext.facet`.
enum RecordFacets {
  private static let kind = "app.bsky.richtext.facet#"

  /// - Returns: the facets that can be drawn, sorted and without overlaps.
  static func facets(_ record: JSON, in text: String) -> [Facet] {
    var reader = AnswerReader()
    return facets(record, in: text, &reader)
  }

  /// - Returns: the facets that can be drawn, sorted and without overlaps; the others are counted.
  static func facets(_ record: JSON, in text: String, _ reader: inout AnswerReader) -> [Facet] {
    let rows = reader.list(record, "facets")
    if rows.isEmpty { return [] }
    let bytes = Array(text.utf8)
    let found = reader.each(rows) { row, _ -> Facet? in
      guard let index = row["index"], let start = index["byteStart"]?.integerValue,
        let end = index["byteEnd"]?.integerValue, start >= 0, start < end, end <= Int64(bytes.count)
      else { return nil }
      let range = Int(start)..<Int(end)
      // Use the first known feature of several, like the reference client.
      let shown = String(decoding: bytes[range], as: UTF8.self)
      for meaning in row["features"]?.arrayValue ?? [] {
        if let feature = feature(meaning, shown) { return Facet(range: range, feature: feature) }
      }
      return nil
    }
    let fitting = found.fitting(text)
    for _ in fitting.count..<found.count { reader.omit() }
    return fitting
  }

  /// Returns the DIDs of mentions, by the position at which each mention begins.
  static func mentioned(_ record: JSON, _ facets: [Facet]) -> [Int: String] {
    let mentions = facets.filter { if case .mention = $0.feature { true } else { false } }
    if mentions.isEmpty { return [:] }
    var dids: [Int: String] = [:]
    for row in record["facets"]?.arrayValue ?? [] {
      guard let start = row["index"]?["byteStart"]?.integerValue, let end = row["index"]?["byteEnd"]?.integerValue,
        mentions.contains(where: { Int64($0.range.lowerBound) == start && Int64($0.range.upperBound) == end })
      else { continue }
      let features = row["features"]?.arrayValue ?? []
      dids[Int(start)] = dids[Int(start)] ?? features.first { $0.type == kind + "mention" }?["did"]?.stringValue
    }
    return dids
  }

  private static func feature(_ json: JSON, _ text: String) -> Facet.Feature? {
    switch json.type {
    case kind + "mention":
      guard let did = json["did"]?.stringValue, DID.isValid(did) else { return nil }
      // Users are shown the name in the text.
      return .mention(handle: text.hasPrefix("@") ? String(text.dropFirst()) : text, isComplete: true)
    case kind + "link":
      guard let uri = json["uri"]?.stringValue, LinkHost.of(uri) != nil else { return nil }
      return .link(uri: uri)
    case kind + "tag": return json["tag"]?.stringValue.map { .tag($0) }
    default: return nil
    }
  }
}
