// Answers of a network: pages of posts, notifications, people and feeds, conversations, single posts and profiles.
//
// The input is JSON. Whatever its content, unusable items are skipped, nothing crashes, and the remaining items can
// be drawn: facets lie within their text, on character boundaries, and no count is negative.

import JSON
import RichText

@testable import Bluesky

private let words: MutedWords = {
  var words = MutedWords()
  for word in ["text", "a b", "#tag", "犬"] { words.mute(word) }
  return words
}()

private let needle = TextNeedle("e")

private let lists: [ReadingList] = [
  .timeline, .notifications(NotificationChoice()), .feeds(.suggested), .author("ana.test", .posts), .lists("ana.test"),
  .mutes,
]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReading(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // A page that a link leads to, whose title becomes a card.
  let page = WebPage(bytes, at: "https://example.com/page")
  precondition([page.title, page.description].allSatisfy { $0.count <= 1_000 }, "a text of a card is too long")
  guard let json = try? JSON(parsing: bytes) else { return 0 }
  for list in lists {
    guard let page = ListPage(json, of: list) else { continue }
    var notifications: [NotificationItem] = []
    for item in page.items {
      switch item {
      case .post(let item): if let post = item.post { check(post) }
      case .notification(let item):
        notifications.append(item)
        if let post = item.post { check(post) }
      case .person, .feed, .list, .starterPack: break
      }
    }
    let groups = NotificationReader(notifications).groups()
    precondition(groups.allSatisfy { !$0.items.isEmpty }, "a group of nothing")
  }
  if let thread = ThreadPage(json) { for item in thread.items { if let post = item.post { check(post) } } }
  if let post = PostView(posts: json) { check(post) }
  _ = Person(profile: json)
  if let message = StreamMessage(json), let post = needle.flatMap({ StreamFilter(matching: $0).post(message) }) {
    check(post)
  }
  return 0
}

private func check(_ post: PostView) {
  let text = Array(post.text.utf8)
  var end = 0
  for facet in post.facets {
    precondition(facet.range.lowerBound >= end && facet.range.upperBound <= text.count, "a facet outside of its place")
    for edge in [facet.range.lowerBound, facet.range.upperBound] where edge < text.count {
      precondition(text[edge] & 0xC0 != 0x80, "a facet inside a character")
    }
    end = facet.range.upperBound
  }
  let counts = post.counts
  precondition(min(counts.likes, counts.reposts, counts.replies, counts.quotes) >= 0, "a count below zero")
  _ = (words.found(in: post), post.links, post.allTags, LabelChoices().concealment(post.appliedLabels))
  if case .post(let quoted)? = post.embed?.quote { _ = words.found(in: quoted) }
}
