import JSON
import SessionState
import Timeline

/// The views of a running session on a page: in each call only those that have changed since the last one.
///
///     var page = LivePage()
///     page.changes(of: session)   // {"at":0,"now":0,"rate":1,"parts":{"story":{…}}}
///     page.changes(of: session)   // {"at":0,"now":40,"rate":1,"parts":{}}
public struct LivePage {
  /// A view that the page has, with the time of its state.
  private struct Shown {
    let name: String
    let state: JSON
    let at: Duration
  }
  private var shown: [Shown] = []

  public init() {}

  /// Returns the changed views, each whole, `null` for one that is no longer visible; with the time of these states and
  /// the present of the session's clock, in milliseconds since the session's beginning, and the clock's speed.
  ///
  /// A view that only moves as its fields say has not changed: the page moves it.
  /// - Complexity: O(visible state).
  public mutating func changes(of session: Session) -> JSON {
    let at = session.now - session.start
    let rate: Double =
      switch session.clock.pace {
      case .instant: 0
      case .real: 1
      case .scaled(let speed): speed
      }
    var parts: [JSON.Field] = []
    let before = shown
    shown = []
    for model in session.catalog.wings.compactMap({ $0.pageModel }) {
      let known = before.first { $0.name == model.name }
      guard let state = model.fields(session) else {
        if known != nil { parts.append(.init(model.name, .null)) }
        continue
      }
      if let known, Self.continues(state, from: known, at: at) {
        shown.append(known)
      } else {
        shown.append(Shown(name: model.name, state: state, at: at))
        parts.append(.init(model.name, state))
      }
    }
    return .fields([
      "at": .integer(Self.milliseconds(at)),
      "now": .integer(Self.milliseconds(session.livePresent - session.start)),
      "rate": .number(rate), "parts": .object(parts),
    ])
  }

  private static func milliseconds(_ length: Duration) -> Int64 { length.microseconds / 1_000 }

  /// Returns whether a state is what an earlier one has become by itself.
  private static func continues(_ state: JSON, from known: Shown, at: Duration) -> Bool {
    guard case .object(let new) = state, case .object(let old) = known.state, new.count == old.count,
      zip(new, old).allSatisfy({ $0.name == $1.name && ($0.name == "p" || $0.value == $1.value) })
    else { return false }
    guard let value = state["p"]?.integerValue, let start = known.state["p"]?.integerValue,
      let rate = state["r"]?.integerValue
    else { return state == known.state }
    return at >= known.at && abs(start + rate * milliseconds(at - known.at) - value) <= 2
  }
}
