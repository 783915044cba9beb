import StoryScript
import Timers

/// What names of a kind there are, for completion. The kind is the phrase that a parameter of type `.name` has; each is
/// written down here once, for the command table and for completion.
enum NameList {
  static let activity = "an activity"
  static let ownActivity = "an activity of your own"
  /// Also one that only the history knows.
  static let pastActivity = "an activity that was ever timed"
  static let user = "a user, such as @ana"
  static let subject = "a command, or the first word of several"

  static func candidates(_ kind: String, in session: Session) -> [Candidate] {
    switch kind {
    case activity, ownActivity:
      return session.world.activities.activities.filter { kind == activity || $0.kind == .own }.map {
        Candidate(quotedIfNeeded($0.name), "\($0.minutes) min")
      }
    case pastActivity:
      let listed = Set(session.world.activities.activities.map { $0.name.lowercased() })
      let past = session.history.ledger.activities.filter { !listed.contains($0.name.lowercased()) }
      return candidates(activity, in: session)
        + past.map { Candidate(quotedIfNeeded($0.name), "from the history") }
    case user:
      let feed = session.world.feed
      return feed.authors.map { author in
        let count = feed.deck(of: author, at: session.now)?.count ?? 0
        return Candidate("@" + author, TimeText.count(count, "story", "stories"))
      }
    case subject:
      let vocabulary = Catalog.schema.vocabulary
      return CommandCandidates.firstWords(vocabulary)
        + Keyword.allCases.map { Candidate($0.rawValue, $0.summary) }
        + Functions.all.map { Candidate($0.name, $0.summary) }
    default: return []
    }
  }

  /// As it has to be written to be one word.
  static func quotedIfNeeded(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x00...0x20, 0x7F: return false
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "$"), UInt8(ascii: "\\"):
        return false
      default: return true
      }
    }
    return isWord && text.first != "#" && !text.isEmpty ? text : ValueWriter.quoted(text)
  }
}

/// One thing that could stand at the cursor.
struct Candidate: Equatable {
  var text: String
  var description: String
  /// Whether the word is whole: then a space follows it.
  var isWhole: Bool

  init(_ text: String, _ description: String = "", isWhole: Bool = true) {
    self.text = text
    self.description = description
    self.isWhole = isWhole
  }
}
