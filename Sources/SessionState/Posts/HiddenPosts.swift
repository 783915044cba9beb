import Bluesky
import StoryScript

/// The posts of a list as values, including hidden posts.
extension PostPart {
  /// Returns a post as scripts see it, with this session's reactions to it.
  /// - Parameters:
  ///   - number: the number by which the session names the post.
  ///   - isInThread: `true` if the post is part of a conversation.
  package func record(of item: FeedItem, number: Int?, isInThread: Bool = false) -> Record {
    let seen = seen(item)
    return ReadingRecords.make(seen, number: number, hidden: hidden(seen), isInThread: isInThread)
  }

  /// Returns why a post of a list is not shown, in words; `nil` if it is shown.
  private func hidden(_ item: FeedItem) -> String? {
    if let concealment = item.post.flatMap({ concealment(of: $0) }) { return Self.words(concealment) }
    return item.repostedBy.flatMap { unwanted($0) }
  }

  /// Returns why the reposts by a person are not shown; `nil` if they are shown.
  package func unwanted(_ reposter: Person) -> String? {
    switch concealment(reposter, []) {
    case .blocked: "you blocked @\(reposter.handle), who reposted it"
    case .muted: "you muted @\(reposter.handle), who reposted it"
    case .labelled, .warned, .unwanted, .word, .chosen, nil: nil
    }
  }

  package static func words(_ concealment: PostView.HiddenReason) -> String {
    switch concealment {
    case .blocked: "you blocked the author"
    case .muted: "you muted the author"
    case .labelled(let reason): reason.rawValue
    case .warned(let label): "it has the label \(ValueWriter.quoted(label)), for which you chose a warning"
    case .unwanted(let label): "you hide posts with the label \(ValueWriter.quoted(label))"
    case .chosen: "you hid this post"
    case .word(let word): "you muted the word \(ValueWriter.quoted(word))"
    }
  }
}
