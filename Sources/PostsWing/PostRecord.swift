import Bluesky
import JSON
import RichText
import ShellCore
import StoryScript
import Timeline

/// Posts and facets as scripts see them.
enum PostRecord {
  static func make(_ entry: Outbox.Entry) -> Record {
    var record = PostEvents.queued.record(entry)
    add(entry.post, to: &record)
    add(entry.extras, to: &record)
    if let planned = entry.planned { record["planned"] = .date(planned) }
    return record
  }

  /// Returns the posts as they would be published, with each record in JSON. Mentions appear in it only for handles
  /// that were looked up.
  /// - Parameters:
  ///   - extras: the extras of the first post.
  ///   - missing: the reasons why links have no card.
  ///   - sent: the record of each post for which everything was looked up. The address of the post that a later piece
  ///     of a thread replies to is known only after that post was sent.
  static func preview(
    _ posts: [Post], _ extras: PostExtras = PostExtras(), cards: [Int: LinkCard] = [:], sent: [JSON?] = [],
    missing: [Int: String] = [:]
  ) -> Value {
    let records = posts.enumerated().map { index, post -> Value in
      var record: Record = [
        "text": .text(post.text), "graphemes": .number(Double(post.measure.graphemes)),
        "bytes": .number(Double(post.measure.bytes)), "facets": .list(post.facets.map { .record(make($0)) }),
      ]
      add(post, to: &record)
      var own = index == 0 ? extras : PostExtras(gates: extras.gates.ofContinuation)
      own.card = cards[index]
      if index > 0 { record["follows"] = .text("the post before it") }
      add(own, to: &record)
      if let words = missing[index] { record["nocard"] = .text(words) }
      record["record"] = .text((sent.isEmpty ? nil : sent[index])?.text ?? post.record { _ in nil }.text)
      return .record(record)
    }
    return records.count == 1 ? records[0] : .list(records)
  }

  private static func add(_ post: Post, to record: inout Record) {
    record["partial"] = .list(post.partialMentions.map { .record(make($0)) })
    if !post.labels.languages.isEmpty { record["langs"] = .list(post.labels.languages.map { .text($0) }) }
    if !post.labels.tags.isEmpty { record["tags"] = .list(post.labels.tags.map { .text($0) }) }
    if !post.labels.warnings.isEmpty { record["warnings"] = .list(post.labels.warnings.map { .text($0) }) }
  }

  private static func add(_ extras: PostExtras, to record: inout Record) {
    if let answers = extras.answers { record["follows"] = make(answers) }
    if let quotes = extras.quotes { record["quotes"] = make(quotes) }
    if !extras.images.isEmpty {
      record["images"] = .list(extras.images.enumerated().map { .record(make($1, number: $0 + 1)) })
    }
    if let card = extras.shownCard {
      record["card"] = .record([
        "uri": .text(card.uri), "title": .text(card.title), "description": .text(card.description),
        "picture": .bool(card.thumbnail != nil),
      ])
    }
    if let rules = extras.gates.replies { record["replies"] = .list(rules.map { .text($0.word) }) }
    if !extras.gates.allowsQuotes { record["quotable"] = .bool(false) }
  }

  /// Returns the number of a post in this outbox, or the address of another post.
  static func make(_ target: PostTarget) -> Value {
    switch target {
    case .there(let address): .text(address.description)
    case .own(let identity): .number(Double(identity.number))
    }
  }

  /// - Parameter number: the picture's number within its post, from 1.
  static func make(_ image: PostImage, number: Int) -> Record {
    [
      "image": .number(Double(number)),
      "type": .text(image.type), "size": .number(Double(image.size)), "width": .number(Double(image.width)),
      "height": .number(Double(image.height)), "alt": .text(image.alt),
    ]
  }

  /// Returns the facet that a record describes; `nil` if the record describes none.
  /// - Parameter isComplete: `true` if a mention counts.
  static func facet(_ value: Value, isComplete: Bool) -> Facet? {
    guard let record = value.record, let start = record["byteStart"]?.wholeNumber,
      let end = record["byteEnd"]?.wholeNumber,
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
