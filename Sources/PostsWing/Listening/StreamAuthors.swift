import Bluesky
import JSON
import ShellCore
import StoryScript
import System
import Timeline

/// Finds the handles of the people who write in a live stream, which names them only by their DIDs.
///
/// Each person is asked about once, 25 at a time. A stream must not wait for names: an answer that does not come soon
/// is used for later posts, and a server in trouble is left alone for a while.
package final class StreamAuthors: @unchecked Sendable {
  /// The longest time for which a request delays the posts that it is about.
  private static let patience = Duration.milliseconds(800)
  /// The shortest time between two requests, and the pause after a failure.
  private static let (interval, pause) = (Duration.seconds(1), Duration.minutes(1))

  /// Guards everything below.
  private let lock = Lock()
  private var isBusy = false
  private var found: [Person] = []
  private var earliest = SystemClock.now
  private let client = XRPCClient(AccountStore())

  /// Asks for people, and returns those who were found: by this request, or by an earlier one that took longer.
  /// - Parameters:
  ///   - dids: the unknown people, at most as many as one request may name.
  ///   - host: the server for reading without an account.
  func find(_ dids: [String], at host: Host) -> [Person] {
    let end = SystemClock.now + Self.patience
    guard begin(dids, at: host) else { return drain() }
    while lock.holding({ isBusy }), SystemClock.now < end { SystemClock.sleep(microseconds: 2_000) }
    return drain()
  }

  private func drain() -> [Person] {
    lock.holding {
      defer { found = [] }
      return found
    }
  }

  /// - Returns: `false` if no request was begun.
  private func begin(_ dids: [String], at host: Host) -> Bool {
    let isFree = lock.holding { () -> Bool in
      guard !isBusy, SystemClock.now >= earliest, !dids.isEmpty else { return false }
      isBusy = true
      return true
    }
    guard isFree else { return false }
    return SystemThread.detach { [self] in
      let answer = try? client.request(Person.call(dids), at: host, isPatient: false)
      var people: [Person]?
      if case .done(let json)? = answer { people = Person.profiles(json) }
      // Whoever is not in the answer has no name to be found, and is not asked about again.
      let missing = people.map { people in
        dids.filter { did in !people.contains { $0.did == did } }.compactMap {
          Person(profile: ["did": .string($0), "handle": .string(Person.invalidHandle)])
        }
      }
      lock.holding {
        found += (people ?? []) + (missing ?? [])
        earliest = SystemClock.now + (people == nil ? Self.pause : Self.interval)
        isBusy = false
      }
    }
  }
}
