import Bluesky
import RichText
import StoryScript
import Timeline

/// Posts and facets as scripts see them.
enum PostRecord {
  static func make(_ entry: Outbox.Entry) -> Record {
    var record = PostCommands.queued.record(entry)
    record["partial"] = .list(entry.post.partialMentions.map { .record(make($0)) })
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
}
