import Bluesky
import RichText
import StoryScript

/// Posts and facets as scripts see them.
enum PostRecord {
  static func make(_ entry: Outbox.Entry) -> Record {
    let post = entry.post
    var record: Record = ["post": .number(Double(entry.id)), "text": .text(post.text)]
    record["graphemes"] = .number(Double(post.measure.graphemes))
    record["bytes"] = .number(Double(post.measure.bytes))
    record["facets"] = .list(post.facets.map { .record(make($0)) })
    record["partial"] = .list(post.partialMentions.map { .record(make($0)) })
    return record
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

  static func eventFields(_ record: Record) -> [Value] {
    EventID.postQueued.kind.fields.map { record[$0.name] ?? .none }
  }
}
