import StoryScript
import Terminal
import Timeline

/// A session's past, event by event: the places at which somebody can look back on it.
///
/// An input and what came of it at once are one place, and so is each instant at which time alone brought something. What
/// the session went back to before is left out: it has not happened.
struct PastWalk {
  struct Stop: Equatable {
    /// The entries of the log that belong to it.
    let range: Range<Int>
    let at: Instant
    /// The input that brought it; `nil` for time.
    let input: Int?
    /// The number of entries that the log had behind it.
    var end: Int { range.upperBound }
  }

  /// Oldest first.
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
        // What was kept inside of a trial that was dropped was dropped with it.
        dropped += mark == .forked ? -1 : 1
        continue
      }
      guard dropped == 0 else { continue }
      // Whatever is later than what came after it has been taken back.
      guard entry.at <= limit else { continue }
      limit = entry.at
      // What is not worth a line is not worth a place either.
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

  /// Where a trial begins and ends.
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
  /// The world as it was behind a place of the past; `nil` when that is no longer kept.
  func world(at stop: PastWalk.Stop) -> World? { past.world(logged: stop.end, at: stop.at, aside) }

  /// What happened at a place of the past, in a few words: the input as it was typed, else the sentence of the event.
  func words(of stop: PastWalk.Stop) -> StyledText {
    if let input = stop.input, let text = past.log.text(ofInput: input) {
      return StyledText(sanitized(SecretText.masked(text, catalog.schema.vocabulary), glyphs: output.glyphs), .command)
    }
    for number in stop.range {
      guard past.log.entries.indices.contains(number) else { continue }
      switch past.log.entries[number].what {
      case .domain(let logged):
        if let said = logged.sentence(in: self, at: stop.at) { return said }
      case .event(let row, _) where row.isSaid: return StyledText(sanitized(row.kind.summary.replacing("`", with: "")))
      case .event, .input, .refusal: break
      }
    }
    return StyledText("time went on", .dim)
  }
}
