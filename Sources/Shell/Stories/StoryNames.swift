import Stories
import StoryScript

/// The names that stories have, for completion.
enum StoryNames {
  /// - Returns: `nil` for names of another kind.
  static func candidates(_ kind: NameKind, in session: Session) -> [Candidate]? {
    if kind == .machinePart { return MachineView.topics.map { Candidate($0) } }
    guard kind == .user else { return nil }
    let feed = session.world.stories.feed
    return feed.authors.map { author in
      let count = feed.deck(of: author, at: session.now)?.count ?? 0
      return Candidate("@" + author, TimeText.count(count, "story", "stories"))
    }
  }
}
