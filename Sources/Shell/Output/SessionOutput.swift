import JSON
import StoryScript
import Terminal
import Timeline

/// How a session shows values, errors and notices, for people and as JSON.
extension Session {
  /// `{"at":12.5,"event":"…"`; the caller adds fields, and `finish` closes it.
  private func jsonStart(_ event: String, at instant: Instant) -> JSONWriter {
    var json = JSONWriter(escaping: .controls)
    json.beginObject()
    json.add(name: "at")
    json.add(plain: (instant - clock.start).seconds)
    json.add(name: "event")
    json.add(event)
    return json
  }

  private func finish(_ json: inout JSONWriter) {
    json.endObject()
    json.endLine()
    output.line.bytes.append(contentsOf: json.bytes)
    flushIfFull()
  }

  func writeJSON(_ id: EventID, at instant: Instant, _ fields: [Value]) {
    let kind = Catalog.schema.events[id.rawValue]
    var json = jsonStart(kind.name, at: instant)
    for (field, value) in zip(kind.fields, fields) {
      json.add(name: field.name)
      json.add(value, options.zone)
    }
    finish(&json)
  }

  public func write(_ value: Value) throws(Failure) {
    show(printed: value)
    try throwPending()
  }

  private func show(printed value: Value) {
    if output.format == .json {
      var json = jsonStart("print", at: now)
      json.add(name: "value")
      json.add(value, options.zone)
      return finish(&json)
    }
    let text = runtime.writer.text(value)
    // Into a file or a pipe goes exactly what was printed; a terminal never gets control characters from a text.
    output.line.add(raw: output.isTerminal ? sanitized(text, keepingLines: true, glyphs: output.line.glyphs) : text)
    output.line.newline()
    flushIfFull()
  }

  public func report(_ value: Value, of command: Int?) throws(Failure) {
    show(value, of: command)
    tellWaiting()
    try throwPending()
  }

  private func show(_ value: Value, of command: Int?) {
    if options.isPrompt, !value.isNone { runtime.define(Self.lastName, value) }
    if output.format == .json {
      var json = jsonStart("result", at: now)
      if let command {
        json.add(name: "command")
        json.add(Catalog.schema.vocabulary.commands.commands[command].name)
      }
      json.add(name: "value")
      json.add(value, options.zone)
      return finish(&json)
    }
    if let command {
      switch Catalog.entries[command].shows {
      case .nothing: return
      case .value: show(value)
      case .whole: show(value, whole: true)
      case .record: showRecord(value)
      case .moments: showMoments(value)
      case .problems: showProblems(value)
      case .post: showPost(value)
      case .help: showHelp(value)
      case .stories: showStories(value)
      case .explanation: showExplanation(value)
      case .machine: showMachine()
      case .viewer: showViewer()
      case .timer: showTimer()
      case .drawn(let draw): draw(self, value)
      case .timerMachine: showTimerMachine()
      case .lines(let otherwise): showLines(value, orElse: otherwise)
      case .list(let otherwise):
        if value.list?.isEmpty == true { writeLine(StyledText(otherwise, .dim)) } else { show(value) }
      }
    } else if !value.isNone {
      show(value)
    }
  }

  /// How many items of a list a prompt shows before it asks whether the rest is wanted.
  static let listLimit = 20

  /// A value as people read it: a list of records as a table, anything else as `print` writes it.
  ///
  /// - Parameter whole: also what a prompt would leave out of a long list.
  func show(_ value: Value, whole: Bool = false) {
    guard case .list(let items) = value else { return show(printed: value) }
    let isCut = options.isPrompt && !whole && items.count > Self.listLimit + 5
    let shown = isCut ? Array(items.prefix(Self.listLimit)) : items
    if let table = ValueTable(shown, writer: runtime.writer) {
      for line in table.lines(width: output.width, glyphs: output.line.glyphs) { writeLine(line) }
    } else {
      show(printed: .list(shown))
    }
    if isCut {
      let mark = output.line.glyphs == .unicode ? "…" : "..."
      writeLine(StyledText(" \(mark) \(items.count - shown.count) more: $\(Self.lastName) | all", .dim))
    }
  }

  public func trace(_ event: TraceEvent) {
    switch event {
    case .begins(let range, let source):
      let line = source.position(of: Int(range.start)).line
      let whole = SecretText.masked(source.text(range), Catalog.schema.vocabulary)
      let text = whole.split(separator: "\n").first.map(String.init) ?? ""
      if output.format == .json {
        var json = jsonStart("trace", at: now)
        json.add(name: "line")
        json.add(Int64(line))
        json.add(name: "statement")
        json.add(text)
        return finish(&json)
      }
      traceLine("\(line)  \(text)")
    case .gives(let value, let command):
      let effect = command.map { Catalog.schema.vocabulary.commands.commands[$0].effect } ?? .none
      if output.format == .json {
        var json = jsonStart("trace.value", at: now)
        json.add(name: "value")
        json.add(value, options.zone)
        json.add(name: "effect")
        json.add(effect.rawValue)
        return finish(&json)
      }
      let text = runtime.writer.literal(value)
      let short = text.count > 120 ? text.prefix(120) + "…" : text[...]
      traceLine("   = \(short)\(effect == .none ? "" : ", effect: \(effect.rawValue)")")
    }
  }

  private func traceLine(_ text: String) {
    beginLine(at: now)
    output.line.add(text: text, .dim)
    output.line.newline()
    flushIfFull()
  }

  /// Something that the user should know and that is no error.
  public func notice(_ text: String) {
    if output.format == .json {
      var json = jsonStart("notice", at: now)
      json.add(name: "message")
      json.add(text)
      finish(&json)
      return
    }
    if options.isPrompt || watch != nil {
      for line in StyledText("note: \(sanitized(text))", .dim).wrapped(to: output.width) { writeLine(line) }
      return
    }
    flush()
    DiagnosticRenderer.writeToStandardError("note: \(sanitized(text))\n")
  }

  /// Errors go to the error output, and with JSON into the stream, where a reader expects them.
  public func report(_ diagnostics: [Diagnostic]) {
    guard output.format == .json else {
      if options.isPrompt { return reportAtPrompt(diagnostics) }
      flush()
      let renderer = DiagnosticRenderer(
        palette: errorPalette, glyphs: output.line.glyphs, width: output.width, wraps: wrapsErrors)
      return DiagnosticRenderer.writeToStandardError(
        diagnostics.map { renderer.render($0) }.joined(separator: "\n"))
    }
    for diagnostic in diagnostics {
      var json = jsonStart("error", at: now)
      json.add(name: "message")
      let secrets = Secrets(diagnostic)
      json.add(secrets.message)
      if let suggestion = secrets.suggestion {
        json.add(name: "suggestion")
        json.add(suggestion)
      }
      if let source = diagnostic.source {
        let position = source.position(of: Int(diagnostic.range.start))
        json.add(name: "file")
        json.add(source.name)
        json.add(name: "line")
        json.add(Int64(position.line))
        json.add(name: "column")
        json.add(Int64(position.column))
      }
      finish(&json)
    }
  }

  /// Among the other lines: the error output would run into the line being typed.
  private func reportAtPrompt(_ diagnostics: [Diagnostic]) {
    let renderer = DiagnosticRenderer(
      palette: output.palette, glyphs: output.glyphs, width: output.width, wraps: true)
    for diagnostic in diagnostics { output.write(renderer.render(diagnostic)) }
    flushIfFull()
  }

  /// Says what a private session forgets at its end.
  func noticeUnkept() {
    let posts = world.outbox.count
    guard posts > 0, saved == nil else { return }
    notice(
      "\(TimeText.count(posts, "post")) in the outbox \(posts == 1 ? "was" : "were") not kept: this was a private session"
    )
  }

  /// Says that a timer outlives the prompt that is left.
  func noticeTimer() {
    guard let saved, saved.keepsTimer, (try? present()) != nil, let activity = world.countdown.activity else { return }
    let left = TimeText.length(world.countdown.remaining(at: clock.now))
    switch world.countdown.state {
    case .running: notice("\(activity.name) goes on meanwhile, \(left) left; sounds need an open prompt")
    case .paused: notice("\(activity.name) stays paused, \(left) left")
    case .idle, .completed: return
    }
  }

  /// Writes what has gathered, at the end of something: whoever was waited for is not waited for any more.
  public func flush() {
    output.placeholder = nil
    do throws(Failure) { try output.flush() } catch { failed = failed ?? error }
  }
}
