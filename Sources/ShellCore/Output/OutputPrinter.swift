import JSON
import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// Writes a session's output, for people and as JSON: lines after a clock, values, notices and errors.
///
///     let session = Session(output: Output(to: .memory), catalog: Catalog.standard)
///     session.printer.writeEvent(at: session.now) { $0.add(text: "the story begins") }
///     session.printer.print(.text("hello"), at: session.now)
///     for line in session.output.drainLines() { print(line) }  // the event after a clock, then hello
///
/// It owns the output and changes nothing else. A write error is kept until `throwPendingError` throws it.
public final class OutputPrinter {
  package let output: Output
  private let isPrompt: Bool
  /// `true` if the clock column shows the time of day.
  private let showsTimeOfDay: Bool
  private let zone: Zone
  private var start: Instant
  private let writer: ValueWriter
  private let vocabulary: Vocabulary
  /// The limits of the output; `nil` for none.
  private let bounds: Bounds?
  /// The palette of errors, which go to a descriptor of their own.
  private var errorPalette = Palette.plain
  /// `true` if errors go to a terminal, which is narrow.
  private var wrapsErrors = false
  /// Receives errors and notices instead of standard error; `nil` for standard error.
  package var receivesErrors: ((String) -> Void)?
  /// `true` if the output stays in memory, for the session alone.
  private let isTrial: Bool
  /// `true` while a full screen shows the session, so that no line may reach standard error.
  private var isWatched = false
  /// The write error that was not thrown yet.
  private var failed: Failure?
  /// The writer of all JSON lines; reused to keep its memory.
  private var json = JSONWriter(escaping: .controls)
  /// The numbers of events that passed at once since the typed line began, by event.
  private var passed: [String: Int] = [:]

  init(
    _ output: Output, options: Session.Options, start: Instant, writer: ValueWriter, vocabulary: Vocabulary
  ) {
    self.vocabulary = vocabulary
    self.output = output
    (isPrompt, isTrial) = (options.isPrompt, options.isTrial)
    showsTimeOfDay = options.kind == .real
    bounds = options.bounds
    zone = options.zone
    self.start = start
    self.writer = writer
  }

  /// Counts the clock from this instant.
  package func begin(at start: Instant) { self.start = start }

  /// Sets the look of errors, which go to a descriptor of their own.
  public func showErrors(_ palette: Palette, wraps: Bool) {
    errorPalette = palette
    wrapsErrors = wraps
  }

  /// Uses another session's look of errors.
  func showErrors(like other: OutputPrinter) { showErrors(other.errorPalette, wraps: other.wrapsErrors) }

  /// Records whether a full screen shows the session from now on.
  func watch(_ isWatched: Bool) {
    self.isWatched = isWatched
    if isWatched { output.hold() } else { output.release() }
  }

  // MARK: Lines

  /// Writes a line after the clock, in as many rows as a narrow terminal needs.
  func writeEvent(at instant: Instant, sentence: (inout LineWriter) -> Void) {
    let begin = output.line.count
    beginLine(at: instant)
    let clock = output.line.count - begin
    sentence(&output.line)
    // Only a terminal is narrow; a line never has fewer bytes than cells.
    if output.isTerminal, output.line.count - begin > output.width { wrapLine(from: begin, clock: clock) }
    output.line.newline()
    flushIfFull()
  }

  private func wrapLine(from start: Int, clock: Int) {
    let line = output.line.bytes(from: start)
    // The width of the clock; the indent below adds the mark and its space.
    let column = StyledText(rendered: String(decoding: line.prefix(clock), as: UTF8.self), output.palette)
    let wrapped = LineWrapping.wrap(line[...], width: output.width, indent: column.width + 2)
    output.line.replace(from: start, with: wrapped)
  }

  /// Writes the clock column.
  private func beginLine(at instant: Instant) {
    if showsTimeOfDay {
      output.line.add(text: zone.timeOfDay(instant), .dim)
    } else {
      output.line.addClock(instant - start)
    }
    output.line.add(raw: "  ")
  }

  /// Returns an instant as the clock column shows it: `0:03.000`, or the time of day.
  package func clockText(_ instant: Instant) -> String {
    if showsTimeOfDay { return zone.timeOfDay(instant) }
    var line = LineWriter()
    line.addClock(instant - start)
    return line.text.drop { $0 == " " }.description
  }

  /// Writes a line without a clock, for output that is not an event.
  package func writeLine(_ text: StyledText) {
    output.line.add(styled: text)
    output.line.newline()
    flushIfFull()
  }

  /// Writes lines, and their pictures in pixels.
  package func writeLines(_ rows: [StyledText]) {
    guard rows.contains(where: { $0.hasRaster }) else {
      for row in rows { writeLine(row) }
      return
    }
    for row in rows {
      output.line.add(styled: row)
      output.line.newline()
    }
    output.place(rows)
    flushIfFull()
  }

  // MARK: Folding

  /// The number of lines of one kind that are shown when many pass at once.
  private static let foldLimit = 8

  /// Counts an event that passes at once with others.
  /// - Returns: `true` if its line is left out, being one of many alike.
  func folds(_ event: String) -> Bool {
    passed[event, default: 0] += 1
    return passed[event, default: 0] > Self.foldLimit
  }

  /// Returns the number of lines left out since the last call.
  func consumeFolded() -> Int {
    defer { passed = [:] }
    return passed.values.reduce(0) { $0 + max(0, $1 - Self.foldLimit) }
  }

  /// The event of a line that was written since the last drain and may be replaced, and its instant.
  private var repeating: (name: String, at: Instant)?

  /// Notes that the last line belongs to an event that repeats.
  func noteRepeating(_ event: String, at instant: Instant) { repeating = (event, instant) }

  /// Removes the pending text and returns it line by line. If it is the line of one event that repeats, the next line
  /// of such an event may replace it.
  func drainAnnouncement() -> Announcement {
    let last = repeating
    repeating = nil
    let lines = output.drainLines()
    guard let last, lines.count == 1 else { return Announcement(lines) }
    let clock = clockText(last.at)
    // Of the time of day, hours and minutes are enough.
    let since = showsTimeOfDay ? String(clock.prefix(5)) : clock
    return Announcement(
      lines,
      series: .init(last.name, since: since) { [output] in
        Self.counted($0, since: $1, after: lines[0], output)
      })
  }

  /// Returns a line with as much of ` (12 since 14:05)` as there is room for; in a narrow window the number is on a row
  /// of its own.
  private static func counted(_ count: Int, since: String, after line: String, _ output: Output) -> [String] {
    let room = output.width - 1 - StyledText(rendered: line, output.palette).width
    let texts = [" (\(count) since \(since))", " (\(count))"]
    let text = StyledText(texts.first { StyledText($0).width <= room } ?? texts[1], .dim).rendered(output.palette)
    return texts[1].count <= room ? [line + text] : [line, text]
  }

  // MARK: JSON

  /// Writes `{"at":12.5,"event":"…"` and the other fields.
  private func writeJSON(_ event: String, at instant: Instant, _ fields: [(String, Value)]) {
    writeJSON(event, at: instant) { add in for (name, value) in fields { add(name, value) } }
  }

  /// Writes an event with its fields.
  func writeJSON(_ event: String, at instant: Instant, _ fields: EventFieldList) {
    json.removeAll()
    json.beginObject()
    json.add(name: "at")
    json.add(plain: (instant - start).seconds)
    json.add(name: "event")
    json.add(event)
    fields { name, value in
      json.add(name: name)
      json.add(output.secrets.masked(value), zone)
    }
    json.endObject()
    json.endLine()
    output.line.add(bytes: json.bytes)
    flushIfFull()
  }

  // MARK: Values

  /// Writes a value as `print` does.
  func print(_ value: Value, at now: Instant) {
    if output.format == .json { return writeJSON("print", at: now, [("value", value)]) }
    let text = output.secrets.masked(writer.text(value, isStopped: isStopped))
    // A value cut off by ^C is not printed.
    if isStopped() || bounds.map({ !$0.allows(showing: output.amount + $0.size(of: text)) }) == true { return }
    // A file or a pipe gets exactly the printed text.
    guard output.isTerminal else {
      output.line.add(raw: text)
      output.line.newline()
      return flushIfFull()
    }
    // A terminal never gets control characters from a text, and would break lines inside words.
    let shown = sanitized(text, keepingLines: true, glyphs: output.line.glyphs, isStopped: isStopped)
    if shown.utf8.count <= output.room { return writeLine(StyledText(shown)) }
    output.draw { self.printWrapped(shown) }
  }

  /// Writes a text in rows of the window's present width.
  private func printWrapped(_ shown: String) {
    // Line by line: a text may have a million of them.
    var rest = shown[...]
    while true {
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n"))
      writeLong(StyledText(String(rest[..<(end ?? rest.endIndex)])).wrapped(to: output.room, isStopped: isStopped))
      guard let end, !isStopped() else { return }
      rest = rest[rest.utf8.index(after: end)...]
    }
  }

  /// Writes the lines of a value, possibly very many; after ^C the rest is left out.
  private func writeLong(_ rows: [StyledText]) {
    for row in rows {
      if isStopped() { return }
      writeLine(row)
    }
  }

  /// Returns whether ^C was pressed or a limit is reached; for output that takes long.
  package func isStopped() -> Bool { Interruption.isRequested || bounds?.isReached(shown: output.amount) == true }

  /// Returns whether `bytes` more bytes may be shown; called before they are laid out.
  private func mayShow(_ bytes: Int) -> Bool { bounds?.allows(showing: output.amount + bytes) != false }

  /// Writes the value of a statement as JSON.
  func writeResult(_ value: Value, of command: String?, at now: Instant) {
    writeJSON("result", at: now, (command.map { [("command", .text($0))] } ?? []) + [("value", value)])
  }

  /// The number of list items that a prompt shows at first.
  static let listLimit = 20

  /// The maximum number of records that are shown one below the other if the window is too narrow for a table.
  private static let stackLimit = 3

  /// Writes a value as people read it: records as tables, anything else as `print` writes it.
  /// - Parameter whole: `true` to include the items that a prompt would leave out of a long list.
  package func show(_ value: Value, whole: Bool = false, at now: Instant) {
    // Before a table cuts or wraps the text.
    let value = output.secrets.masked(value)
    if case .record(let record) = value, !record.names.isEmpty {
      return mayShow(value.textBytes) ? show(record) : ()
    }
    guard let items = value.list else { return print(value, at: now) }
    let shown = whole ? items : listed(items)
    if let table = RecordTable(shown, writer: writer, isStopped: isStopped) {
      show(table, of: shown)
    } else {
      print(.list(shown), at: now)
    }
    writeMore(items.count - shown.count)
  }

  /// Returns the items of a list that a prompt shows at once: all of them if there are only a few more.
  package func listed<Item>(_ items: [Item]) -> [Item] {
    isPrompt && items.count > Self.listLimit + 5 ? Array(items.prefix(Self.listLimit)) : items
  }

  /// Reports that a list has `count` more items, and the way to see them.
  package func writeMore(_ count: Int) {
    guard count > 0 else { return }
    writeLine(StyledText(" \(output.glyphs.ellipsis) \(count) more: $\(Session.lastName) | all", .dim))
  }

  /// Writes a record like `print`, but wrapped at words.
  private func show(_ record: Record) {
    writeLines(Table(record, writer: writer, glyphs: output.glyphs).lines(width: output.room, glyphs: output.glyphs))
  }

  /// Writes records as a table. If the window is too narrow, up to `stackLimit` records appear one below the other;
  /// of more records the last columns are left out and named.
  private func show(_ whole: RecordTable, of items: [Value]) {
    var table = whole
    let hidden = table.leaveOut(beyond: output.room)
    if !hidden.isEmpty, items.count <= Self.stackLimit {
      for (index, item) in items.enumerated() {
        if index > 0 { writeLine("") }
        if case .record(let record) = item { show(record) }
      }
      return
    }
    table.write(width: output.room, glyphs: output.glyphs) { writeLine($0) }
    guard !hidden.isEmpty else { return }
    let names = hidden.joined(separator: ", ")
    writeLines(
      StyledText("no room for \(names): choose columns with `select`", .dim).wrapped(to: max(20, output.room - 1)).map {
        " " + $0
      })
  }

  /// `true` while a traced statement contains a secret, which may be its value.
  private var hidesTraced = false
  /// The traced source, and the variables in it that hold a secret.
  private var traced: (source: Source, secrets: Set<String>)?

  func trace(_ event: TraceEvent, at now: Instant) {
    switch event {
    case .begins(let range, let source):
      let line = source.position(of: Int(range.start)).line
      if traced?.source !== source {
        let text = source.text(SourceRange(0, source.bytes.count))
        traced = (source, SecretText.secretVariables(in: text, vocabulary))
      }
      let whole = SecretText.masked(source.text(range), vocabulary, variables: traced?.secrets ?? [])
      hidesTraced = whole != source.text(range)
      let text = whole.split(separator: "\n").first.map(String.init) ?? ""
      if output.format == .json {
        return writeJSON("trace", at: now, [("line", .number(Double(line))), ("statement", .text(text))])
      }
      traceLine(at: now, "\(line)  \(text)")
    case .gives(let value, let command):
      let effect = command.map { vocabulary.commands.commands[$0].effect } ?? .none
      if output.format == .json {
        var shown = hidesTraced ? .text(SecretText.mask) : value
        if case .text(let text) = shown { shown = .text(SecretText.withoutTokens(text)) }
        return writeJSON("trace.value", at: now, [("value", shown), ("effect", .text(effect.rawValue))])
      }
      let text = hidesTraced ? SecretText.mask : SecretText.withoutTokens(writer.brief(value))
      let short = text.count > 120 ? text.prefix(120) + "…" : text[...]
      traceLine(at: now, "   = \(short)\(effect == .none ? "" : ", effect: \(effect.rawValue)")")
    }
  }

  private func traceLine(at now: Instant, _ text: String) {
    beginLine(at: now)
    output.line.add(text: text, .dim)
    output.line.newline()
    flushIfFull()
  }

  // MARK: Notices and errors

  /// Reports a note to the user, which is not an error.
  func notice(_ text: String, at now: Instant) {
    let text = output.secrets.masked(SecretText.withoutTokens(text))
    if output.format == .json { return writeJSON("notice", at: now, [("message", .text(text))]) }
    if isPrompt || isWatched || isTrial {
      return writeLines(StyledText("note: \(sanitized(text))", .dim).wrapped(to: output.width))
    }
    flush()
    writeError("note: \(sanitized(text))\n")
  }

  /// Reports errors on standard error, and with JSON in the stream, where a reader expects them.
  func report(_ diagnostics: [Diagnostic], at now: Instant) {
    // A script may fail with a text of any length.
    let size = diagnostics.reduce(0) { $0 + $1.problem.message.utf8.count + ($1.problem.suggestion?.utf8.count ?? 0) }
    guard mayShow(size) else { return }
    guard output.format == .json else {
      if isPrompt { return reportAtPrompt(diagnostics) }
      flush()
      return writeToErrorOutput(diagnostics)
    }
    let reader = SecretReader(vocabulary)
    for diagnostic in diagnostics {
      let secrets = Secrets(diagnostic, reader)
      var fields: [(String, Value)] = [("message", .text(secrets.message))]
      if let suggestion = secrets.suggestion { fields.append(("suggestion", .text(suggestion))) }
      if let source = diagnostic.source {
        let position = source.position(of: Int(diagnostic.range.start))
        fields.append(("file", .text(source.name)))
        fields += [("line", .number(Double(position.line))), ("column", .number(Double(position.column)))]
      }
      writeJSON(diagnostic.problem.isWarning ? "warning" : "error", at: now, fields)
    }
    // If the stream cannot be written, standard error reports the error.
    flush()
    if failed != nil, !output.isClosed { writeToErrorOutput(diagnostics) }
  }

  private func writeToErrorOutput(_ diagnostics: [Diagnostic]) {
    let renderer = DiagnosticRenderer(
      vocabulary, palette: errorPalette, glyphs: output.line.glyphs, width: output.width, wraps: wrapsErrors)
    writeError(diagnostics.map { renderer.render($0) }.joined(separator: "\n"))
  }

  private func writeError(_ text: String) {
    let text = output.secrets.masked(text)
    if let receivesErrors { receivesErrors(text) } else { DiagnosticRenderer.writeToStandardError(text) }
  }

  /// Writes errors among the other lines: standard error would run into the line being typed.
  private func reportAtPrompt(_ diagnostics: [Diagnostic]) {
    let renderer = DiagnosticRenderer(
      vocabulary, palette: output.palette, glyphs: output.glyphs, width: output.width, wraps: true)
    for diagnostic in diagnostics { output.write(renderer.render(diagnostic)) }
    flushIfFull()
  }

  // MARK: Writing

  func flushIfFull() {
    do throws(Failure) { try output.flushIfFull() } catch { failed = failed ?? error }
  }

  /// Writes the pending text at the end of something; removes the placeholder, since nothing is awaited any longer.
  func flush() {
    output.removePlaceholder()
    do throws(Failure) { try output.flush() } catch { failed = failed ?? error }
  }

  /// Throws a pending write error, so that it stops the script at the next opportunity.
  func throwPendingError() throws(Failure) {
    guard let failure = failed else { return }
    failed = nil
    throw failure
  }
}
