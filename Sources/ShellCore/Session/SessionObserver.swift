import JSON
import System
import Timeline

/// A wing's view of a session on a page, at an instant.
package struct PageModel: Sendable {
  /// The view's name on the page.
  package let name: String
  /// Returns the view's fields, always the same ones; `nil` if there is nothing to see.
  ///
  /// A field `p` in milliseconds advances by itself, by as many milliseconds per millisecond as a field `r` says. A
  /// value in a list is stored once, even if it is shown many times.
  let fields: @Sendable (Session) -> JSON?

  package init(name: String, fields: @escaping @Sendable (Session) -> JSON?) {
    self.name = name
    self.fields = fields
  }
}

extension JSON {
  /// Returns an object with the fields in this order.
  package static func fields(_ fields: KeyValuePairs<String, JSON>) -> JSON {
    .object(fields.map { .init($0.key, $0.value) })
  }
  /// Returns 1 for `true`, 0 for `false`.
  package static func flag(_ value: Bool) -> JSON { .integer(value ? 1 : 0) }
}

extension PageModel {
  /// Returns the address of a file's picture, small and without metadata, in a list, so that a page holds it once; an
  /// empty list if there is none, or the session may not read files.
  package static func image(_ path: String?, in session: Session) -> JSON {
    guard let path, let pictures = Optional(session.catalog.services.pictures),
      pictures.carried(path) != nil || path.hasPrefix("/") && !session.options.isSealed,
      let picture = pictures.small(path)
    else { return .array([]) }
    return .array([.string("data:\(picture.type);base64," + Base64.text(picture.bytes))])
  }
}

/// An observer of a session that records its views after each event.
final class SessionObserver {
  struct Observation {
    let at: Instant
    /// The state of each page model; `nil` for a page model that shows nothing.
    let states: [JSON?]
  }

  private let pageModels: [PageModel]
  private var observations: [Observation] = []
  /// The minimum time between two recorded views, once there were too many.
  private var pause = Duration.zero
  /// The maximum number of recorded views until they are taken: more than a viewer could see of a few seconds.
  private static let limit = 600

  init(_ pageModels: [PageModel]) { self.pageModels = pageModels }

  /// Records a session's current state; at each instant the last state counts.
  func look(at session: Session) {
    let now = session.now
    if let last = observations.last {
      if last.at == now {
        observations.removeLast()
      } else if now > last.at, now - last.at < pause {
        return
      }
    }
    observations.append(observation(of: session))
    if observations.count > Self.limit { thin() }
  }

  /// Returns all recorded views, with the current state as the last, and clears the record.
  func drain(from session: Session) -> [Observation] {
    if observations.last?.at == session.now { observations.removeLast() }
    defer { (observations, pause) = ([], .zero) }
    return observations + [observation(of: session)]
  }

  private func observation(of session: Session) -> Observation {
    Observation(at: session.now, states: pageModels.map { $0.fields(session) })
  }

  /// Removes every second view, and sets the minimum time between future views to the spacing of the remaining ones.
  private func thin() {
    let span = observations[observations.count - 1].at - observations[0].at
    observations = observations.enumerated().filter { $0.offset % 2 == 0 }.map { $0.element }
    pause = max(pause, Duration(microseconds: max(0, span.microseconds) / Int64(observations.count)))
  }
}
