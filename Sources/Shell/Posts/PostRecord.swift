import Bluesky
import RichText
import StoryScript
import Timeline

/// Posts and facets as scripts see them.
enum PostRecord {
  static func make(_ entry: Outbox.Entry) -> Record {
    var record = PostEvents.queued.record(entry)
    add(entry.post, to: &record)
    if let follows = entry.follows { record["follows"] = .number(Double(follows.number)) }
    return record
  }

  /// What would be published, with its record in JSON: nobody is mentioned there by a name that was not looked up.
  static func preview(_ posts: [Post]) -> Value {
    let records = posts.map { post -> Value in
      var record: Record = [
        "text": .text(post.text), "graphemes": .number(Double(post.measure.graphemes)),
        "bytes": .number(Double(post.measure.bytes)), "facets": .list(post.facets.map { .record(make($0)) }),
      ]
      add(post, to: &record)
      record["record"] = .text(post.record { _ in nil }.text)
      return .record(record)
    }
    return records.count == 1 ? records[0] : .list(records)
  }

  private static func add(_ post: Post, to record: inout Record) {
    record["partial"] = .list(post.partialMentions.map { .record(make($0)) })
    if !post.labels.languages.isEmpty { record["langs"] = .list(post.labels.languages.map { .text($0) }) }
    if !post.labels.tags.isEmpty { record["tags"] = .list(post.labels.tags.map { .text($0) }) }
  }

  /// The facet that a record tells; `nil` for what tells none.
  /// - Parameter isComplete: whether a mention counts.
  static func facet(_ value: Value, isComplete: Bool) -> Facet? {
    guard let record = value.record, let start = record["byteStart"]?.number, let end = record["byteEnd"]?.number,
      let type = record["type"]?.text, let text = record["value"]?.text, start >= 0, start <= end
    else { return nil }
    let range = Int(start)..<Int(end)
    switch type {
    case "mention": return Facet(range: range, feature: .mention(handle: text, isComplete: isComplete))
    case "link": return Facet(range: range, feature: .link(uri: text))
    case "tag": return Facet(range: range, feature: .tag(text))
    default: return nil
    }
  }

  static func make(_ facet: Facet) -> Record {
    let (type, value) =
      switch facet.feature {
      case .mention(let handle, _): ("mention", handle)
      case .link(let uri): ("link", uri)
      case .tag(let tag): ("tag", tag)
      }
    return [
      "byteStart": .number(Double(facet.range.lowerBound)), "byteEnd": .number(Double(facet.range.upperBound)),
      "type": .text(type), "value": .text(value),
    ]
  }
}
