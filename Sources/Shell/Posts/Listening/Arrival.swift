import Bluesky
import StoryScript
import Timeline

/// A post or a notification that has arrived in a list that the user listens to.
struct Arrival: Sendable {
  /// The post or the notification, as scripts see it.
  let record: Record
  /// The name that users give the list.
  let list: String
  /// `true` if the text must not be shown.
  let isConcealed: Bool
}

/// The start or the end of listening to a list.
struct ListeningChange: Sendable {
  let list: String
  /// The shortest time between checks: zero for a stream, which sends by itself; `nil` if listening stopped.
  let every: Duration?
}

/// A problem with a list: it could not be read, or not completely.
struct ListeningTrouble: Sendable {
  let list: String
  let words: String
  /// The instant of the next request; `nil` if there is none, or if the requests continue as before.
  let retry: Instant?
  /// The sentence that describes the problem.
  let sentence: String

  init(stream name: String, _ trouble: Streaming.Problem) {
    list = name
    switch trouble {
    case .pause(let words, let until):
      (self.words, retry) = (words, until)
      sentence = "cannot listen to \(list): \(words); trying again; nothing will be missed"
    case .end(let words):
      (self.words, retry) = (words, nil)
      sentence = "cannot listen to \(list): \(words); no longer listening to it"
    case .skipped(let words):
      (self.words, retry) = (words, nil)
      sentence = "cannot listen to \(list): \(words); continuing with the newest posts"
    }
  }

  init(_ subscription: Listening.Subscription, _ trouble: Listening.Problem) {
    list = subscription.name
    switch trouble {
    case .pause(let words, let until):
      (self.words, retry) = (words, until)
      sentence = "cannot check \(list): \(words); trying again later"
    case .end(let words):
      (self.words, retry) = (words, nil)
      sentence = "cannot check \(list): \(words); no longer listening to it"
    case .lost(let count):
      (words, retry) = ("only the newest \(count) were fetched", nil)
      sentence =
        "too many arrivals in \(list) (\(words)); try: \(subscription.subject.command(subscription.name, count * 3))"
    }
  }
}

extension Listening.Subject {
  /// Returns the command that reads a number of a list's items.
  fileprivate func command(_ name: String, _ count: Int) -> String {
    switch self {
    case .notifications: "notifications \(count)"
    case .timeline: "timeline \(count)"
    case .feed(let address), .list(let address): "timeline \(Word.quotedIfNeeded(address.description)) \(count)"
    case .author: "replies of \(name) \(count)"
    }
  }
}
