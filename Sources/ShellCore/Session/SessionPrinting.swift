import SessionState
import StoryScript
import TerminalText
import Timeline

/// The reporting of events: to the log, as lines, and to handlers.
extension Session {
  /// Reports an event: to the log, as a line or a JSON object, and to handlers, in this order.
  @inlinable
  package func emit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload, at instant: Instant) {
    log(entry.row, at: instant) { entry.record(payload) }
    report(entry, payload, at: instant)
  }

  /// Reports an event that is logged in another way.
  @inlinable
  package func report<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload, at instant: Instant) {
    guard entry.lasts else { return print(entry, payload, at: instant) }
    reportWhenDurable { isLate in
      self.print(entry, isLate ? entry.renewed?(payload, self) ?? payload : payload, at: instant)
    }
  }

  /// The generic part of a report is inlined into the wing that declares the event, which knows the payload's type.
  @inlinable
  package func print<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload, at instant: Instant) {
    print(entry.row, repeats: entry.repeats, at: instant) {
      entry.says?(&$0, payload, self)
    } fields: { add in
      for field in entry.fields { add(field.name, field.value(payload)) }
    }
  }

  /// Returns the sentence that a function writes.
  package func written(_ says: (inout LineWriter) -> Void) -> StyledText {
    var line = LineWriter(palette: output.palette, glyphs: output.glyphs)
    says(&line)
    return StyledText(rendered: line.text, output.palette)
  }

  /// Adds an event to the log, if the past is kept.
  @usableFromInline
  package func log(_ row: EventRow, at instant: Instant, _ record: () -> Record) {
    past.log(.event(row, record()), at: instant)
  }

  /// Prints an event, and passes it to handlers.
  ///
  /// Most events have no listener, so the fields are created only if there is one.
  /// - Parameters:
  ///   - says: writes the event's line.
  ///   - fields: passes each field to a function.
  @usableFromInline
  package func print(
    _ row: EventRow, repeats: Bool, at instant: Instant, says: (inout LineWriter) -> Void, fields: EventFieldList
  ) {
    printLine(row, repeats: repeats, at: instant, says: says, fields: fields)
    func list() -> [(name: String, value: Value)] {
      var list: [(name: String, value: Value)] = []
      fields { list.append((name: $0, value: $1)) }
      return list
    }
    let name = row.kind.name
    hearsEvent?(name, list)
    monitor?.eventHappened(name, fields: list)
    if runtime.listens(to: name) { runtime.raise(name, fields: list().map { $0.value }) }
  }

  private func printLine(
    _ row: EventRow, repeats: Bool, at instant: Instant, says: (inout LineWriter) -> Void, fields: EventFieldList
  ) {
    let name = row.kind.name
    if options.isQuiet || isSilent || isBehindLesson && catalog.wings.contains(where: { $0.plays(name) }) { return }
    if output.format == .json { return printer.writeJSON(name, at: instant, fields) }
    guard row.isSaid, !folds(name) else { return }
    printer.writeEvent(at: instant, sentence: says)
    if repeats { printer.noteRepeating(name, at: instant) }
  }

  /// Returns `true` if an event's line is left out: if many similar events pass at once at a prompt, only the first
  /// are worth reading.
  private func folds(_ event: String) -> Bool {
    guard options.isPrompt, clock.pace == .instant, runtime.wait != nil, watch == nil else { return false }
    return printer.folds(event)
  }

  /// Reports at the end of a line how many lines were left out.
  /// - Parameter first: the number of the line's first entry in the log.
  func reportFolded(since first: Int) {
    let (folded, count) = (printer.consumeFolded(), past.log.entries.end - first)
    guard folded > 0, count > 0 else { return }
    let more = "\(TimeText.count(folded, "more event")) like \(folded == 1 ? "this" : "these")"
    let words = "\(output.glyphs.ellipsis) \(more); try: events \(min(100_000, count))"
    printer.writeLine(StyledText(" " + words, .dim))
  }

  /// Shows a statement's value in the way its command defines.
  func show(_ value: Value, of command: Int?) {
    // A quiet script's actions show no value.
    if options.isQuiet, !options.isPrompt, let command, case .acts = catalog.entries[command].role { return }
    if output.format == .json {
      return printer.writeResult(value, of: command.map { catalog.entries[$0].command.name }, at: now)
    }
    if output.pageRows == nil { draw(value, of: command) } else { output.draw { self.draw(value, of: command) } }
  }

  private func draw(_ value: Value, of command: Int?) {
    guard let command else {
      if !value.isNone, !catalog.wings.contains(where: { $0.draws(value, self) }) { printer.show(value, at: now) }
      return
    }
    switch catalog.entries[command].shows {
    case .nothing: return
    case .value: printer.show(value, at: now)
    case .whole: printer.show(value, whole: true, at: now)
    case .drawn(let draw): draw(self, value)
    case .list where value.isNone: return
    case .list(let otherwise, let isToSeconds):
      if value.list?.isEmpty == true {
        printer.writeWrapped(otherwise)
      } else {
        printer.show(isToSeconds ? value.toSeconds : value, at: now)
      }
    }
  }

  /// Reports a note to the user, which is not an error.
  public func notice(_ text: String) {
    past.log(note: text)
    if !isSilent { printer.notice(text, at: now) }
  }

  /// Returns a statement on one line; a statement of several lines ends with an open block.
  package func shown(_ text: String) -> String { Self.firstLine(SecretText.masked(text, catalog.schema.vocabulary)) }

  package static func firstLine(_ text: String) -> String {
    let text = SecretText.withoutTokens(text)
    let lines = text.split(separator: "\n", maxSplits: 1)
    return lines.count > 1 ? "\(lines[0]) … }" : text
  }

  /// Returns the text in a field of a record as a terminal may show it; empty if there is none.
  package func text(of record: Record, _ field: String) -> String {
    sanitized(record[field]?.text ?? "", glyphs: output.line.glyphs)
  }

  /// Shows one field per line.
  package func showRecord(_ value: Value) {
    guard case .record(let record) = value else { return }
    if record.names.isEmpty { return printer.writeLine(StyledText(" nothing yet", .dim)) }
    printer.show(value, at: now)
  }

  /// Sets the look of errors, which go to a separate descriptor.
  public func showErrors(_ palette: Palette, wraps: Bool) { printer.showErrors(palette, wraps: wraps) }
  public func report(_ diagnostics: [Diagnostic]) {
    let fitted = diagnostics.map(fitted)
    diagnosticObserver?(fitted)
    printer.report(fitted, at: now)
  }
  /// Writes the gathered output, at the end of a unit of work.
  public func flush() { printer.flush() }

  /// Tries one last time to save the data that the disk has refused, and reports the loss if that fails.
  /// - Returns: `true` if nothing is lost.
  @discardableResult
  public func saveUnsaved() -> Bool {
    guard !past.isForked, let persistence else { return true }
    guard !persistence.isWritten else {
      for wing in catalog.wings { wing.saved(self) }
      return true
    }
    try? commit()
    if !persistence.isWritten {
      notice("\(TimeText.count(persistence.unwrittenCount, "change")) could not be saved and will be lost")
    }
    flush()
    return persistence.isWritten
  }
}
