import Bluesky
import StoryScript
import Timeline

/// A post or a notification that has arrived in a list that the user listens to.
package struct Arrival: Sendable {
  /// The post or the notification, as scripts see it.
  package let record: Record
  /// The name that users give the list.
  package let list: String
  /// `true` if the text must not be shown.
  package let isConcealed: Bool
}

/// The start or the end of listening to a list.
package struct ListeningChange: Sendable {
  package let list: String
  /// The shortest time between checks: zero for a stream, which sends by itself; `nil` if listening stopped.
  package let every: Duration?

  package init(list: String, every: Duration?) {
    self.list = list
    self.every = every
  }
}

/// A problem with a list: it could not be read, or not completely.
package struct ListeningTrouble: Sendable {
  package let list: String
  package let words: String
  /// The instant of the next request; `nil` if there is none, or if the requests continue as before.
  package let retry: Instant?
  /// The sentence that describes the problem.
  package let sentence: String

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
