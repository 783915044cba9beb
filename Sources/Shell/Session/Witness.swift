import JSON
import Timeline

/// What one wing shows of a session on a page, as it stands at an instant.
struct Exhibit: Sendable {
  /// Its name on the page.
  let name: String
  /// Its fields, always the same ones; `nil` where there is nothing to see.
  ///
  /// A field `p` in milliseconds goes on by itself, so many in a millisecond as a field `r` says. What stands in a list is
  /// kept once, however often it is shown.
  let take: @Sendable (Session) -> JSON?
}

extension JSON {
  /// An object whose fields stand in this order.
  static func fields(_ fields: KeyValuePairs<String, JSON>) -> JSON { .object(fields.map { .init($0.key, $0.value) }) }
  /// What is true is 1.
  static func flag(_ value: Bool) -> JSON { .integer(value ? 1 : 0) }
}

/// Looks on while a session lives, and keeps what there was to see whenever anything has happened.
final class Witness {
  struct Sight {
    let at: Instant
    /// For each exhibit; `nil` for what shows nothing.
    let states: [JSON?]
  }

  private let exhibits: [Exhibit]
  private var sights: [Sight] = []
  /// The least time between two, once there were too many.
  private var pause = Duration.zero
  /// As many as that are kept at most until they are taken: more than anybody sees of what passes in some seconds.
  private static let most = 600

  init(_ exhibits: [Exhibit]) { self.exhibits = exhibits }

  /// Takes in how a session stands now; at each instant what was seen last counts.
  func look(at session: Session) {
    let now = session.now
    if let last = sights.last {
      if last.at == now {
        sights.removeLast()
      } else if now > last.at, now - last.at < pause {
        return
      }
    }
    sights.append(sight(of: session))
    if sights.count > Self.most { thin() }
  }

  /// Hands over all that was seen, with how things stand now as the last of it.
  func take(from session: Session) -> [Sight] {
    if sights.last?.at == session.now { sights.removeLast() }
    defer { (sights, pause) = ([], .zero) }
    return sights + [sight(of: session)]
  }

  private func sight(of session: Session) -> Sight { Sight(at: session.now, states: exhibits.map { $0.take(session) }) }

  /// Leaves out every second one, and from now on what comes sooner than those that stay.
  private func thin() {
    let span = sights[sights.count - 1].at - sights[0].at
    sights = sights.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    pause = max(pause, Duration(microseconds: max(0, span.microseconds) / Int64(sights.count)))
  }
}
