import Bluesky
import StoryScript
import Timeline

/// Something that has arrived in a list that is listened to.
struct Arrival: Sendable {
  /// The post, or the notification, as scripts see it.
  let record: Record
  /// How people call the list.
  let list: String
  /// Whether its text is not to be shown.
  let isConcealed: Bool
}

/// Something is listened to from now on, or not any more.
struct ListeningChange: Sendable {
  let list: String
  let every: Duration?
}

/// Nothing could be heard of a list, or not all.
struct ListeningTrouble: Sendable {
  let list: String
  let words: String
  /// When it is asked again; `nil` for never, and where it goes on as before.
  let retry: Instant?
  /// What is said of it.
  let sentence: String

  init(list: String, _ trouble: Listening.Trouble) {
    self.list = list
    switch trouble {
    case .pause(let words, let until):
      (self.words, retry) = (words, until)
      sentence = "nothing is heard of \(list): \(words); it is asked again later"
    case .end(let words):
      (self.words, retry) = (words, nil)
      sentence = "nothing is heard of \(list): \(words); it is not listened to any more"
    case .lost(let count):
      (words, retry) = ("more has come than the \(count) that are asked for at once", nil)
      sentence = "not all of \(list) is told: \(words)"
    }
  }
}
