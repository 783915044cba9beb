import SessionState
import StoryScript
import TerminalText
import Timeline

/// A session's past, event by event: the places that a user can look back on.
///
/// An input with its immediate events is one place, and so is each instant at which only time caused events. Events
/// that the session has undone by going back are left out: they no longer exist.
struct PastWalk {
  struct Stop: Equatable {
    /// The log entries of the place.
    let range: Range<Int>
    let at: Instant
    /// The input that caused the place; `nil` for time.
    let input: Int?
    /// The number of log entries after the place.
    var end: Int { range.upperBound }
  }

  /// The places, oldest first.
  let stops: [Stop]

  /// - Complexity: linear in the entries of the log.
  init(_ past: Past) {
    let entries = past.log.entries
    var stops: [Stop] = []
    var limit = Instant.distantFuture
    var dropped = 0
    for number in entries.indices.reversed() where number >= past.firstLogged {
      let entry = entries[number]
      if let mark = Self.mark(of: entry), dropped > 0 || mark == .dropped {
        // Trials kept inside a dropped trial were dropped with it.
        dropped += mark == .forked ? -1 : 1
        continue
      }
      guard dropped == 0 else { continue }
      // An entry later than its successor has been taken back.
      guard entry.at <= limit else { continue }
      limit = entry.at
      // An event that is not worth a line is not worth a place either.
      if entry.cause == nil, case .event(let row, _) = entry.what, !row.isSaid { continue }
      let input = Self.root(of: entry, number)
      if let last = stops.last, last.at == entry.at, last.input == input, last.range.lowerBound == number + 1 {
        stops[stops.count - 1] = Stop(range: number..<last.range.upperBound, at: last.at, input: input)
      } else {
        stops.append(Stop(range: number..<number + 1, at: entry.at, input: input))
      }
    }
    self.stops = stops.reversed()
  }

  /// The beginning or the end of a trial.
  private enum ForkMark { case forked, kept, dropped }

  private static func mark(of entry: EventLog.Entry) -> ForkMark? {
    guard case .event(let row, _) = entry.what else { return nil }
    if row == SessionEvents.dropped.row { return .dropped }
    return row == SessionEvents.forked.row ? .forked : row == SessionEvents.kept.row ? .kept : nil
  }

  private static func root(of entry: EventLog.Entry, _ number: Int) -> Int? {
    if case .input = entry.what { number } else { entry.cause }
  }
}

extension Session {
  /// Returns the world after a place of the past; `nil` if it is no longer kept.
  func world(at stop: PastWalk.Stop) -> World? { past.world(logged: stop.end, at: stop.at, resources) }

  /// Returns a short description of a place of the past: the input as it was typed, else the sentence of the event.
  func words(of stop: PastWalk.Stop) -> StyledText {
    if let input = stop.input, let text = past.log.text(ofInput: input) {
      return StyledText(sanitized(SecretText.masked(text, catalog.schema.vocabulary), glyphs: output.glyphs), .command)
    }
    for number in stop.range {
      guard past.log.entries.indices.contains(number) else { continue }
      switch past.log.entries[number].what {
      case .domain(let logged):
        if let said = catalog.dispatcher.sentence(logged, in: self, at: stop.at) { return said }
      case .event(let row, _) where row.isSaid: return StyledText(sanitized(row.kind.summary.replacing("`", with: "")))
      case .event, .input, .refusal: break
      }
    }
    return StyledText("time passed", .dim)
  }
}
