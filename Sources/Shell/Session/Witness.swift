import JSON
import Timeline

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
