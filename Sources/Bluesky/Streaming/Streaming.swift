import JSON
import Timeline

/// The live stream that a session listens to, and when its connection is opened again: a state machine without a
/// clock and without a connection.
///
///     streaming.begin(choice, from: nil, at: now)
///     let start = streaming.open(at: now)          // connect, from `start.position` on
///     streaming.reach(message.at)                  // for each message
///     streaming.fail(.lost("…"), at: now)          // connect again at `streaming.next`
///
/// A stream continues where it stopped: its server repeats the messages since then.
public struct Streaming: Hashable, Sendable {
  /// The session's choice of posts to listen to.
  public struct Choice: Hashable, Sendable {
    public let filter: StreamFilter
    /// The name that users give it: `stream matching "swift" of birds`.
    public let name: String
    /// The stream's server; `nil` in practice.
    public let host: Host?

    public init(_ filter: StreamFilter, _ name: String, at host: Host?) {
      (self.filter, self.name, self.host) = (filter, name, host)
    }

    /// The name of the position that it has reached: each server counts by its own clock.
    public var key: String { "\(name) \(host?.description ?? "")" }
  }

  public private(set) var choice: Choice?
  /// The time of the last message; `nil` to begin with the next one.
  public private(set) var position: Instant?
  /// The instant at which to open the connection, or in practice to look at it; the distant future if a server sends by
  /// itself.
  public private(set) var next = Instant.distantFuture
  /// The number of connections so far, which tells them apart.
  public private(set) var connection = 0
  public private(set) var isOpen = false
  /// The number of failures in a row, without a message between them.
  private var troubles = 0
  /// The latest instant at which something happened to it.
  private var present = Instant.distantPast
  private var chance: SeededGenerator

  /// The first pause before another attempt, and the longest one.
  static let firstPause = Duration.seconds(1)
  static let longestPause = Duration.minutes(1)
  /// The greatest age at which a stream can be continued: servers repeat about a day.
  public static let reach = Duration.hours(24)
  /// The number of attempts after which messages that break the rules are left out.
  static let attempts = 3

  /// - Parameter seed: the seed of the random spreading of attempts.
  public init(seed: UInt64 = 0) { chance = SeededGenerator(seed: seed, stream: 20) }

  public var isEmpty: Bool { choice == nil }

  // MARK: Choosing posts

  /// Begins to listen to a choice of posts, which replaces the previous choice.
  /// - Parameter position: the position up to which it was heard before, maybe in another session.
  public mutating func begin(_ choice: Choice, from position: Instant?, at now: Instant) {
    end()
    self.choice = choice
    self.position = position.flatMap { now - $0 <= Self.reach ? $0 : nil }
    (next, present) = (now, now)
  }

  /// Stops listening.
  public mutating func end() {
    (choice, position, next, isOpen, troubles) = (nil, nil, .distantFuture, false, 0)
    connection += 1
  }

  /// Adopts another value's choice; the progress of the same stream stays.
  /// - Parameter heard: the position up to which the other value's stream was heard last.
  public mutating func become(like other: Streaming, heard: Instant? = nil) {
    guard choice != other.choice else { return }
    guard let choice = other.choice else { return end() }
    let position = [other.position, heard].compactMap { $0 }.max()
    begin(choice, from: position, at: max(present, other.present))
  }

  // MARK: Connecting

  /// A connection to be opened.
  public struct Start: Hashable, Sendable {
    public let choice: Choice
    /// The place from which to continue; `nil` for the next message.
    public let position: Instant?
    /// The number of the connection.
    public let number: Int

    public init(choice: Choice, position: Instant?, number: Int) {
      (self.choice, self.position, self.number) = (choice, position, number)
    }
  }

  /// Returns the connection that is due, if any.
  public mutating func open(at now: Instant) -> Start? {
    guard let choice, !isOpen, next <= now else { return nil }
    connection += 1
    (isOpen, next, present) = (true, .distantFuture, now)
    return Start(choice: choice, position: position, number: connection)
  }

  /// Notes that a connection could not be opened now, but nothing has failed: the session must not connect.
  public mutating func postpone(to instant: Instant) {
    guard choice != nil else { return }
    (isOpen, next) = (false, instant)
  }

  /// `true` if a connection is still wanted.
  public func wants(_ number: Int) -> Bool { isOpen && connection == number }

  /// Sets when to look at a stream that cannot send by itself, as in practice.
  public mutating func look(at instant: Instant) { if isOpen { next = instant } }

  /// Notes a message, or that there was none up to an instant.
  public mutating func reach(_ instant: Instant) {
    position = max(position ?? instant, instant)
    troubles = 0
  }

  /// The end of a connection.
  public enum Failure: Error, Hashable, Sendable {
    /// It may work again.
    case lost(String)
    /// The server has sent something that breaks the rules, and would send it again.
    case broken(String)
    /// It will never work.
    case refused(String)

    var words: String {
      switch self {
      case .lost(let words), .broken(let words), .refused(let words): words
      }
    }
  }

  /// The report of a failure.
  public enum Problem: Hashable, Sendable {
    /// Another attempt follows; reported once while the problem lasts.
    case pause(String, until: Instant)
    /// The stream has ended.
    case end(String)
    /// The stream continues with the next message, and earlier messages are lost.
    case skipped(String)
  }

  /// Handles the end of a connection.
  /// - Returns: the event to report; `nil` for a connection that is only opened again.
  public mutating func fail(_ failure: Failure, at now: Instant) -> Problem? {
    guard choice != nil else { return nil }
    (isOpen, present) = (false, now)
    if case .refused(let words) = failure {
      end()
      return .end(words)
    }
    troubles += 1
    let pause = min(Self.longestPause.microseconds, Self.firstPause.microseconds << Int64(min(troubles - 1, 10)))
    // Up to half as long again, at random, so that clients do not all come back at once.
    next = now + Duration(microseconds: pause + Int64(Double(pause) * chance.unit() / 2))
    if case .broken(let words) = failure, troubles == Self.attempts {
      position = nil
      return .skipped(words)
    }
    // Connections end from time to time: that alone is not worth a message.
    return troubles == 2 ? .pause(failure.words, until: next) : nil
  }

  /// Reacts to the return of the network.
  public mutating func networkReturned(to now: Instant) { if troubles > 0, !isOpen { next = min(next, now) } }

  /// Moves the schedule forward by `length`.
  public mutating func shift(by length: Duration) { if next < .distantFuture { next += length } }
}

/// The request for a live stream.
///
/// Source: Jetstream's query parameters and its options of a subscriber.
public struct StreamRequest: Hashable, Sendable {
  /// The path and the query.
  public let path: String
  /// The first message of the client, which names the people; `nil` for all people.
  public let options: String?

  /// The standard server.
  public static let host = "jetstream2.us-east.bsky.network"
  /// The maximum length of a message in bytes: a post is much shorter.
  public static let messageLimit = 1 << 20

  public init(_ start: Streaming.Start) {
    var query = ["wantedCollections=\(RecordAddress.posts)", "maxMessageSizeBytes=\(Self.messageLimit)"]
    if let position = start.position { query.append("cursor=\(position.microseconds)") }
    if let people = start.choice.filter.people {
      // An address cannot name thousands of people.
      query.append("requireHello=true")
      let payload: JSON = [
        "wantedCollections": .array([.string(RecordAddress.posts)]),
        "wantedDids": .array(people.keys.sorted().map { .string($0) }),
        "maxMessageSizeBytes": .integer(Int64(Self.messageLimit)),
      ]
      let json: JSON = ["type": "options_update", "payload": payload]
      options = json.text
    } else {
      options = nil
    }
    path = "/subscribe?" + query.joined(separator: "&")
  }
}
