import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The names of posts and people, for completion.
enum PostNames {
  /// More candidates than a user looks through.
  private static let limit = 100
  private static let words = 60

  /// - Returns: `nil` for names of other kinds.
  static func candidates(_ kind: NameKind, in session: Session) -> [Candidate]? {
    switch kind {
    case .post: return posts(session)
    case .feed: return feeds(session)
    case .source:
      let lists = [
        Candidate("notifications", "likes, replies, follows and mentions"),
        Candidate("timeline", "posts by the people you follow"),
      ]
      return lists + feeds(session) + people(session)
    case .person: return people(session)
    case .peopleList: return lists(session)
    default: return nil
    }
  }

  private static func line(_ text: String, _ session: Session) -> String {
    let glyphs = session.output.glyphs
    return StyledText(sanitized(String(text.prefix(200)), glyphs: glyphs)).clipped(to: words, mark: glyphs.cut).plain
  }

  private static func feeds(_ session: Session) -> [Candidate] {
    session.world.posts.reading.feeds.map { Candidate($0.address.key, line($0.name, session)) }
  }

  private static func lists(_ session: Session) -> [Candidate] {
    session.world.posts.reading.lists.map { Candidate(Word.quotedIfNeeded($0.name), line($0.description, session)) }
  }

  /// Returns the people from lists and the people that the account follows, by handle.
  private static func people(_ session: Session) -> [Candidate] {
    var names: [String: String] = [:]
    let part = session.world.posts
    for pending in part.pendingReactions.all where pending.reaction.kind == .follow && pending.isWanted {
      names[pending.reaction.handle] = ""
    }
    for person in part.reading.references.people.all where person.handle != Person.invalidHandle {
      names[person.handle] = person.name
    }
    return names.sorted { $0.key < $1.key }.map { Candidate($0.key, line($0.value, session), sign: "@") }
  }

  private static func posts(_ session: Session) -> [Candidate] {
    let part = session.world.posts
    return part.numbers.suffix(limit).map { number in
      let text: String
      if let post = part.reading.references[number]?.post {
        let isHidden = part.concealment(of: post) != nil
        text = "\(post.author.handle): \(isHidden ? "hidden" : post.text)"
      } else {
        text = part.outbox[number]?.post.text ?? "published"
      }
      return Candidate("@\(number)", line(text, session))
    }
  }
}
