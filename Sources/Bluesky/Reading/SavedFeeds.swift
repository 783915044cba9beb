import JSON

/// The feeds that an account has saved, in whichever client.
///
/// Source: the lexicon `app.bsky.actor.defs#savedFeedsPrefV2`, and `#savedFeedsPref` of accounts that have none of those.
public struct SavedFeeds: Hashable, Sendable {
  /// The pinned ones first, each once.
  public let addresses: [RecordAddress]
  /// How many values of the answer could not be used.
  public let omitted: Int

  public static let call = XRPCCall(query: "app.bsky.actor.getPreferences", [:], by: .account)
  private static let kind = "app.bsky.actor.defs#savedFeedsPref"

  /// - Returns: `nil` for an answer that has no preferences.
  public init?(_ json: JSON) {
    guard let preferences = json["preferences"]?.arrayValue else { return nil }
    var reader = AnswerReader()
    var (pinned, others): ([String], [String]) = ([], [])
    if let new = preferences.first(where: { $0.type == Self.kind + "V2" }) {
      // The timeline and lists of people are saved there as well.
      for item in reader.list(new, "items") where item["type"] == "feed" {
        guard let value = reader.text(item, "value") else { continue }
        if reader.flag(item, "pinned") { pinned.append(value) } else { others.append(value) }
      }
    } else if let old = preferences.first(where: { $0.type == Self.kind }) {
      (pinned, others) = (reader.texts(old, "pinned"), reader.texts(old, "saved"))
    }
    var seen: Set<RecordAddress> = []
    for text in pinned + others {
      guard let address = RecordAddress(text), address.collection == RecordAddress.feeds else {
        reader.omit()
        continue
      }
      seen.insert(address)
    }
    addresses = (pinned + others).compactMap { RecordAddress($0) }.filter { seen.remove($0) != nil }
    omitted = reader.omitted
  }
}
