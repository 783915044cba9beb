import Bluesky
import JSON

/// A record that another device claims to have made of a post, compared with the post.
///
/// Only what a server decides may differ: the DIDs of mentioned people, the blobs of pictures, and the versions of the
/// quoted and the answered posts. Everything else is in the post, so that nobody can publish other words, links, dates
/// or labels in its author's name.
struct ClaimedRecord {
  private let record: JSON

  init(_ record: JSON) { self.record = record }

  /// Returns `true` if the record can have been made of the post.
  /// - Complexity: O(length of the post).
  func isMade(of post: PostJournal.Persisted) -> Bool {
    guard case .object(let fields) = record else { return false }
    let expected = post.post.record(planned: post.planned) { person($0, in: post.post) }
    let embedded: Set = ["embed", "reply"]
    for field in fields where !embedded.contains(field.name) {
      guard expected[field.name] == field.value else { return false }
    }
    guard case .object(let all) = expected, all.allSatisfy({ record[$0.name] != nil }) else { return false }
    return hasEmbed(of: post) && isReply(to: post.answers)
  }

  /// Returns the DID that the record gives to a mentioned handle; `nil` if it does not mention the handle.
  private func person(_ handle: String, in post: Post) -> String? {
    for facet in post.facets {
      guard case .mention(handle, isComplete: true) = facet.feature else { continue }
      let claimed = record["facets"]?.arrayValue?.first {
        $0["index"]?["byteStart"]?.integerValue == Int64(facet.range.lowerBound)
      }
      return claimed?["features"]?.arrayValue?.first?["did"]?.stringValue.flatMap { DID.isValid($0) ? $0 : nil }
    }
    return nil
  }

  // MARK: Other posts and pictures

  private func hasEmbed(of post: PostJournal.Persisted) -> Bool {
    guard let embed = record["embed"] else { return true }
    let kind = "app.bsky.embed."
    switch embed["$type"]?.stringValue {
    case kind + "record": return post.images.isEmpty && quotes(embed, post.quotes)
    case kind + "images", kind + "gallery", kind + "external": return post.quotes == nil && shows(embed, post)
    case kind + "recordWithMedia":
      guard let inner = embed["record"], let media = embed["media"] else { return false }
      return quotes(inner, post.quotes) && shows(media, post)
    default: return false
    }
  }

  private func quotes(_ embed: JSON, _ quoted: String?) -> Bool {
    guard let quoted else { return false }
    return isAddress(embed["record"]?["uri"], quoted)
  }

  private func shows(_ embed: JSON, _ post: PostJournal.Persisted) -> Bool {
    if let external = embed["external"] {
      guard let card = post.card, post.images.isEmpty, case .object(let fields)? = card.embed["external"] else {
        return false
      }
      return fields.allSatisfy { external[$0.name] == $0.value }
    }
    let images = post.images
    let pictures = (embed["images"] ?? embed["items"])?.arrayValue ?? []
    return !pictures.isEmpty && pictures.map { $0["alt"]?.stringValue ?? "" } == images.map(\.alt)
  }

  private func isReply(to answered: String?) -> Bool {
    guard let reply = record["reply"] else { return true }
    guard let answered else { return false }
    return isAddress(reply["parent"]?["uri"], answered)
  }

  /// Returns `true` for the address of a post, whose own name is its address, or the name of an event that was not
  /// published before.
  private func isAddress(_ uri: JSON?, _ name: String) -> Bool {
    guard let address = uri?.stringValue.flatMap({ RecordAddress($0) }) else { return false }
    return RecordAddress(name).map { $0 == address } ?? (address.collection == RecordAddress.posts)
  }
}
