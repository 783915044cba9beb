import JSON
import SessionState
import ShellCore
import StoryScript
import Timeline

/// A breakpoint as the client asks for it.
struct RequestedBreakpoint {
  let id: Int
  /// A condition, which must be true.
  var condition: String?
  /// A text to print instead of holding the script.
  var log: String?
  /// The hits that count; `nil` for all of them.
  var hits: DebugHits?
}

/// The places, events, instants and errors at which a script is held.
struct DebugStops {
  /// Breakpoints at lines, by the name of the source and the first byte of the statement.
  private var lines: [String: [Int32: RequestedBreakpoint]] = [:]
  private var definitions: [String: [Int32: RequestedBreakpoint]] = [:]
  /// All first bytes of both: most statements need no second look.
  private var starts: Set<Int32> = []
  private var events: [String: RequestedBreakpoint] = [:]
  private(set) var instants: [(at: Instant, mark: RequestedBreakpoint)] = []
  /// The events of the exception filter; `nil` if it is off, empty for all events.
  private var filteredEvents: Set<String>?
  var pausesOnErrors = true
  var pausesOnCaughtErrors = false

  /// Returns the breakpoint at a statement.
  func mark(at range: SourceRange, in source: Source) -> (mark: RequestedBreakpoint, isDefinition: Bool)? {
    guard starts.contains(range.start) else { return nil }
    if let mark = lines[source.name]?[range.start] { return (mark, false) }
    return definitions[source.name]?[range.start].map { ($0, true) }
  }

  /// Returns the breakpoint of an event; one of the filter has the number 0.
  func mark(ofEvent name: String) -> RequestedBreakpoint? {
    if let mark = events[name] { return mark }
    guard let filteredEvents, filteredEvents.isEmpty || filteredEvents.contains(name) else { return nil }
    return RequestedBreakpoint(id: 0)
  }

  func mark(at instant: Instant) -> RequestedBreakpoint? { instants.first { $0.at == instant }?.mark }
  func nextInstant(after instant: Instant) -> Instant? { instants.first { $0.at > instant }?.at }

  // MARK: Setting

  mutating func setLines(_ marks: [Int32: RequestedBreakpoint], in source: String) {
    lines[source] = marks.isEmpty ? nil : marks
    collectStarts()
  }

  /// Replaces all breakpoints that have names.
  mutating func setNamed(
    definitions: [(place: Program.StatementPlace, mark: RequestedBreakpoint)], events: [String: RequestedBreakpoint],
    instants: [(at: Instant, mark: RequestedBreakpoint)]
  ) {
    self.definitions = [:]
    for (place, mark) in definitions { self.definitions[place.source, default: [:]][place.start] = mark }
    self.events = events
    self.instants = instants.sorted { $0.at < $1.at }
    collectStarts()
  }

  /// - Parameter names: `nil` to hold at no event, empty for all.
  mutating func filterEvents(_ names: Set<String>?) { filteredEvents = names }

  private mutating func collectStarts() {
    starts = Set((Array(lines.values) + Array(definitions.values)).flatMap { $0.keys })
  }
}

/// The statements of a program by line, for breakpoints.
struct DebugLines {
  /// The first statement on each line that has one, by source, in the order of the lines.
  private var lines: [String: [Program.StatementPlace]] = [:]

  init(_ program: Program) {
    for place in program.statementPlaces { lines[place.source, default: []].append(place) }
    for (source, places) in lines {
      var seen: Set<Int> = []
      lines[source] = places.sorted { $0.start < $1.start }.filter { seen.insert($0.line).inserted }
    }
  }

  var sources: [String] { lines.keys.sorted() }

  /// Returns the first statement at a line or below it.
  func statement(from line: Int, in source: String) -> Program.StatementPlace? {
    lines[source]?.first { $0.line >= line }
  }

  /// Returns the lines with a statement.
  func lines(_ range: ClosedRange<Int>, in source: String) -> [Int] {
    lines[source]?.map { $0.line }.filter(range.contains) ?? []
  }
}

/// An instant as breakpoints write it.
enum DebugInstant {
  /// Returns the instant that a text names: `0:17` and `1:02:03.5` on the script's clock, `17s`, or a date.
  static func read(_ text: String, start: Instant, _ zone: Zone) -> Instant? {
    if let civil = CivilTime(parsing: text.utf8) { return civil.instant(offset: zone.offset(atLocal: civil)) }
    if let length = Duration(literal: text) { return length >= .zero ? start + length : nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let seconds = seconds(parts[parts.count - 1]) else { return nil }
    var minutes: Int64 = 0
    for part in parts.dropLast() {
      guard (1...6).contains(part.utf8.count), let number = Int64(part), number >= 0 else { return nil }
      minutes = minutes * 60 + number
    }
    return start + Duration(microseconds: minutes * 60_000_000) + seconds
  }

  /// Reads two digits and up to six decimals.
  private static func seconds(_ text: Substring) -> Duration? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].utf8.count == 2, let whole = Int64(parts[0]), (0..<60).contains(whole) else {
      return nil
    }
    var micros: Int64 = 0
    if parts.count == 2 {
      let digits = parts[1]
      guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      micros = Int64(digits + String(repeating: "0", count: 6 - digits.utf8.count)) ?? 0
    }
    return Duration(microseconds: whole * 1_000_000 + micros)
  }
}
