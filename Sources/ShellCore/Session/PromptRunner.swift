import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// A runner of the lines typed at a prompt, which keeps the session's time moving between them.
public final class PromptRunner {
  public let session: Session
  /// The last text found to be complete, parsed, so that running it does not parse it again.
  private var complete: (text: String, script: Script)?
  /// A line whose parts, or the keys of its `watch`, are recorded one by one, but which is answered once.
  private struct UnfinishedLine {
    var line: TypedLine
    /// The note that ends the line in a recording.
    let end: String
    var isOfKeys: Bool { end == Recording.keysEnd }
  }
  private let suggestionFilter = SuggestionFilter()
  /// The unfinished lines, the innermost last.
  private var unfinishedLines: [UnfinishedLine] = []
  public init(session: Session) { self.session = session }

  /// Returns `true` if the text can run as it is. The parser decides: an open brace asks for another line, even
  /// after a mistake, so that a faulty block is rejected as a whole; other mistakes do not.
  public func isComplete(_ text: String) -> Bool {
    complete = nil
    do throws(ScriptFailure) {
      let script = try parsed(text)
      // The definitions of an included file are checked when the line runs.
      let includes = script.statements.contains { if case .include = $0.kind { true } else { false } }
      if !includes { complete = (text, script) }
      return true
    } catch {
      guard case .invalid(let errors) = error else { return true }
      // The apostrophe of "don't" opens no quote.
      return !errors.isIncomplete && !errors.leavesOpen || session.catalog.services.tutor.isInWords(text, session)
    }
  }

  private func parsed(_ text: String) throws(ScriptFailure) -> Script {
    let source = try ScriptFailure.running(Source(name: SourceFile.promptName, text: text))
    return try ScriptFailure.compiling(session.parse(source))
  }

  /// The outcome of a line.
  package enum Ending {
    case fine
    /// The line could not be parsed or run.
    /// - Parameters:
    ///   - corrected: the probably intended line.
    ///   - code: the exit code that a script would have.
    case failed(corrected: String?, code: Int32)
  }

  /// Runs one input; errors are reported and leave the session usable.
  @discardableResult
  package func run(_ text: String) -> Ending {
    defer { suggestionFilter.forget() }
    let known = complete?.text == text ? complete?.script : nil
    complete = nil
    if let meant = session.catalog.services.tutor.meant(text, session) {
      // A recording gets the line that ran, so that it stays a valid script.
      return run(meant) { () throws(ScriptFailure) in try parsed(meant) }
    }
    if let parts = partsAroundWatch(text) {
      return runAsOne(parts, of: text)
    }
    return run(text) { () throws(ScriptFailure) in
      if let known { return known }
      return try parsed(text)
    }
  }

  /// Returns the statements before a `watch`, the `watch` alone, and the statements after it, because actions by keys
  /// come between them; `nil` if the line has only one statement, or cannot be run.
  private func partsAroundWatch(_ text: String) -> [String]? {
    guard text.contains(WatchKeys.command), let source = try? Source(name: SourceFile.promptName, text: text),
      let script = try? session.parse(source), script.statements.count > 1,
      let place = script.statements.firstIndex(where: isWatch), canRun(text)
    else { return nil }
    let watch = script.statements[place].range
    let end = source.bytes.count
    return [SourceRange(0, Int(watch.start)), watch, SourceRange(Int(watch.end), end)].map { range in
      var part = source.text(range)[...]
      while let first = part.first, first == ";" || first.isWhitespace { part.removeFirst() }
      while let last = part.last, last == ";" || last.isWhitespace { part.removeLast() }
      return String(part)
    }.filter { !$0.isEmpty }
  }

  /// Runs the parts of a line up to the first that fails, and answers them as one line.
  private func runAsOne(_ parts: [String], of text: String) -> Ending {
    // Events due before the line are not part of it.
    session.compareClocks()
    session.pollOtherSessions()
    do throws(Diagnostic) { try session.catchUp(isBrief: false) } catch {
      report(error)
      noteResting()
    }
    if unfinishedLines.isEmpty { session.catalog.services.tutor.timePassed(session) }
    begin(UnfinishedLine(line: TypedLine(text: text, began: session.now, commands: []), end: Recording.partsEnd))
    session.record(Recording.partsBegin)
    var ending = Ending.fine
    for part in parts {
      ending = run(part)
      guard case .fine = ending else { break }
    }
    session.record(Recording.partsEnd)
    endLine(Recording.partsEnd)
    if !session.output.isLong { session.flush() }
    return ending
  }

  private func begin(_ whole: UnfinishedLine) { unfinishedLines.append(whole) }

  /// Ends the innermost line: it is answered, or becomes a part of an outer one.
  private func endLine(_ note: String) {
    guard unfinishedLines.last?.end == note, let line = unfinishedLines.popLast()?.line else { return }
    answer(line)
  }

  private func answer(_ line: TypedLine) {
    guard let last = unfinishedLines.indices.last else { return session.catalog.services.tutor.answered(line, session) }
    if unfinishedLines[last].isOfKeys {
      unfinishedLines[last].line.add(key: line)
    } else {
      unfinishedLines[last].line.add(part: line)
    }
  }

  private func isWatch(_ statement: Statement) -> Bool {
    guard case .command(let call) = statement.kind else { return false }
    return session.catalog.entries[call.command].command.name == WatchKeys.command
  }
  /// Runs the user's own script in the prompt's session; a line that fails is skipped without affecting the others.
  /// - Parameter ran: receives the text of each piece that was run.
  func run(config path: String, _ ran: (String) -> Void) {
    guard let source = try? SourceFile.read(path) else {
      // Reports why the file cannot be read.
      _ = run { () throws(ScriptFailure) in
        let source = try ScriptFailure.running(SourceFile.read(path))
        return try ScriptFailure.compiling(session.parse(source))
      }
      return
    }
    let statements: [Statement]
    do throws(Diagnostics) { statements = try session.parse(source).statements } catch {
      session.report(error.all)
      session.flush()
      statements = error.readable?.statements ?? []
    }
    ConfigScript(source, statements).run(without: faults) { piece, text in
      _ = run { () throws(ScriptFailure) in try ScriptFailure.compiling(session.parse(piece)) }
      ran(text)
    }
  }

  /// Returns the places where a source cannot be compiled.
  private func faults(in source: Source) -> [SourceRange] {
    let program = session.runtime.program
    defer { session.runtime.program = program }
    do throws(Diagnostics) { _ = try session.load(source) } catch { return error.all.map { $0.range } }
    return []
  }

  /// - Parameter typed: the line, if one was typed.
  private func run(_ typed: String? = nil, _ script: () throws(ScriptFailure) -> Script) -> Ending {
    var ending = Ending.fine
    var (began, hasValue) = (session.now, false)
    var (isRead, isStopped, failure) = (true, false, String?.none)
    let calls = session.runtime.program.callCount
    session.isWaitShown = false
    // Lines left out earlier, for example while a lesson skipped its steps, do not belong to this line.
    _ = session.printer.consumeFolded()
    let made = session.runtime.createdCount
    var waited: [Upcoming] = []
    var cancelsAll = false
    let (inputs, entries) = (session.past.log.inputCount, session.past.log.entries.end)
    session.compareClocks()
    session.pollOtherSessions()
    do throws(ScriptFailure) {
      let script = try script()
      // Reads use the present, and due events come before the typed line.
      try ScriptFailure.running(session.catchUp(isBrief: false))
      let cancelled = script.statements.compactMap { if case .cancel(let name) = $0.kind { name.text } else { nil } }
      if !cancelled.isEmpty { waited = session.runtime.upcoming }
      cancelsAll = cancelled.contains("all")
      if unfinishedLines.isEmpty { session.catalog.services.tutor.timePassed(session) }
      began = session.now
      session.questions.prompt?.watching =
        typed.flatMap { script.statements.count == 1 && isWatch(script.statements[0]) ? $0 : nil }
      hasValue = script.statements.contains { if case .expression = $0.kind { true } else { false } }
      let function = try ScriptFailure.compiling(session.compile(script))
      session.reportWarnings()
      if typed != nil {
        let names = session.runtime.program.commands(behind: calls).map { session.catalog.entries[$0].command.name }
        session.catalog.services.tutor.statementBegins(script, commands: Set(names), session)
      }
      try ScriptFailure.running(session.runtime.run(function))
      if let filledInNote = PromptTemplate.filledInNote(on: script, session.catalog) { session.notice(filledInNote) }
      // Strands of earlier lines may have waited for exactly this.
      try ScriptFailure.running(session.runtime.proceed(to: session.now))
      session.endWatch()
    } catch {
      switch error {
      case .invalid(let errors):
        let tutor = session.catalog.services.tutor
        if let typed, tutor.isInWords(typed, session) {
          tutor.explainForm(session)
        } else {
          session.report(errors.all)
        }
        if let typed, let problem = errors.all.first?.problem { session.past.logUnread(session.shown(typed), problem) }
        isRead = false
        ending = .failed(corrected: errors.all.count == 1 ? corrected(errors.all[0]) : nil, code: ExitCode.usage)
      case .failed(let error):
        session.endWatch()
        report(error)
        // A block of an earlier line has failed while this line let time pass.
        if let typed, !isStop(error), isOfAnother(line: typed, error) {
          session.notice("`\(session.shown(typed))` was stopped by this error")
        }
        var code = ExitCode.failure
        if case .interrupted = error.problem {
          code = ExitCode.interrupted
          isStopped = true
        } else {
          failure = error.problem.message
        }
        ending = .failed(corrected: corrected(error), code: code)
        session.questions.prompt?.returnDeclined(error)
      case .refused(let refusal): session.notice(refusal.problem.message)
      }
    }
    // The script may have caught the refusal.
    session.questions.prompt?.returnDeclined(nil)
    session.endSkip()
    session.reportFolded(since: entries)
    noteResting()
    recordScheduled(from: made)
    session.past.hasCancelled = reportCancelled(of: waited)
    // The failure has already been reported.
    var isFine = false
    if case .fine = ending { isFine = true }
    if isFine, cancelsAll, waited.isEmpty, session.runtime.createdCount == made {
      session.notice("nothing is scheduled")
    }
    if isFine, session.past.log.inputCount > inputs { LogCommands(session).explainAutomatically() }
    if let typed {
      let program = session.runtime.program
      let names = program.commands(behind: calls).map { session.catalog.entries[$0].command.name }
      let prompt = session.questions.prompt
      let line = TypedLine(
        text: typed, began: began, inputs: session.past.log.inputCount - inputs, hasValue: hasValue,
        commands: Set(names), isFine: isFine, isRead: isRead, failure: failure,
        stopped: isStopped ? session.now - began : nil,
        answers: prompt?.drainAnswers() ?? [])
      if prompt?.consumeWatch() != true {
        prompt?.recorder?.add(line, in: session)
        session.catalog.services.tutor.recorder(session)?.add(line, in: session)
      }
      answer(line)
      if let trouble = prompt?.recorder?.consumeTrouble() {
        session.notice("the recording ends here: \(trouble)")
      }
    }
    if !session.output.isLong { session.flush() }
    return ending
  }

  /// Replays a recorded input.
  /// - Parameter type: runs a line, and returns its result as a script's exit code.
  /// - Returns: `false` if ^C was pressed now.
  package func replay(_ item: Recording.Item, _ type: (String) -> Int32) -> Bool {
    if item.wait > .zero {
      let end = session.now + item.wait
      while session.now < end {
        let before = session.now
        do throws(Diagnostic) { try session.runtime.proceed(to: end) } catch {
          report(error)
          noteResting()
          if session.isInterrupted || session.now == before { break }
        }
      }
      session.endSkip()
    }
    if session.isInterrupted { return false }
    switch item.content {
    case .note(Recording.keysBegin):
      let line = TypedLine(text: WatchKeys.command, began: session.now, commands: [WatchKeys.command])
      begin(UnfinishedLine(line: line, end: Recording.keysEnd))
    case .note(Recording.partsBegin):
      begin(UnfinishedLine(line: TypedLine(text: "", began: session.now, commands: []), end: Recording.partsEnd))
    case .note(let note) where note == Recording.keysEnd || note == Recording.partsEnd: endLine(note)
    case .note: if unfinishedLines.isEmpty { session.catalog.services.tutor.timePassed(session) }
    case .line(let line):
      let text = line.text.replacing(SecretText.mask, with: Recording.secretPlaceholder)
      let isSecret = text != line.text && SecretText.isSecret(text, session.catalog.schema.vocabulary)
      var code = ExitCode.success
      session.questions.prompt?.answering(line.answers) {
        code = session.stopping(after: line.stopped) { type(isSecret ? text : line.text) }
      }
      if code == ExitCode.interrupted, line.stopped == nil { return false }
    }
    return true
  }

  /// Ends replayed lines that were unfinished in the recording because the program ended meanwhile.
  /// - Parameter write: receives each missing note.
  package func endUnfinishedLines(_ write: (String) -> Void) {
    while let end = unfinishedLines.last?.end {
      write(end)
      endLine(end)
    }
  }

  /// Remembers the blocks that the line has scheduled, so that `undo` can cancel them.
  private func recordScheduled(from first: Int) {
    let serials = first..<session.runtime.createdCount
    guard !serials.isEmpty else { return }
    let waiting = session.runtime.upcoming.filter { serials.contains($0.serial) }
    guard let text = waiting.min(by: { $0.serial < $1.serial })?.text else { return }
    session.past.recordScheduled(
      session.shown(text) + (waiting.count > 1 ? ", and the blocks scheduled with it" : ""), serials: serials)
    for item in waiting {
      let first = item.due.map { "next run in \(TimeText.left($0 - session.now)); " } ?? ""
      session.notice("`\(item.kind)` is scheduled: \(first)`cancel \(item.name ?? "\(item.number)")` stops it")
    }
  }

  /// Reports the items that a line has cancelled: they were waiting before the line, are not due yet, and no longer
  /// wait.
  /// - Returns: `true` if there were any.
  private func reportCancelled(of waited: [Upcoming]) -> Bool {
    guard !waited.isEmpty else { return false }
    var isAny = false
    let waiting = Set(session.runtime.upcoming.map { $0.serial })
    for item in waited where !waiting.contains(item.serial) {
      // A repeated block was due meanwhile, and has ended only now.
      guard item.kind == "every" || item.due.map({ $0 > session.now }) ?? true else { continue }
      session.notice("cancelled: `\(session.shown(item.text))`")
      isAny = true
    }
    return isAny
  }

  private func noteResting() {
    for item in session.runtime.drainSuspended() {
      session.notice(
        "`\(session.shown(item.text))` failed three times in a row and was stopped: type it again to restart it")
    }
  }

  /// Returns the probably intended line, if it parses; else the line that the error suggests.
  private func corrected(_ error: Diagnostic) -> String? {
    guard error.source?.name == SourceFile.promptName else { return nil }
    let error = session.fitted(error)
    if let corrected = error.corrected, runsWithoutError(corrected) { return corrected }
    guard let suggestion = error.problem.suggestion else { return nil }
    let lead = ["try: ", "such as: "].first { suggestion.hasPrefix($0) } ?? ""
    let line = String(suggestion.dropFirst(lead.count))
    guard runsWithoutError(line), isWanted(line, after: error) else { return nil }
    return wholeLine(line, after: error) ?? line
  }

  /// Returns `true` if a line parses and would not be refused now; otherwise it has another mistake, which the next
  /// error reports.
  private func runsWithoutError(_ line: String) -> Bool {
    canRun(line) && Trial.refusal(of: line, in: session).map { $0.replacement != nil } ?? true
  }

  /// Returns a line that an error about an argument suggests, with the rest of the typed text.
  private func wholeLine(_ line: String, after error: Diagnostic) -> String? {
    guard let source = error.source else { return nil }
    let before = source.text(SourceRange(0, Int(error.range.start)))
    let rest = source.text(SourceRange(Int(error.range.end), source.bytes.count))
    guard line.hasPrefix(before), !before.isEmpty, rest.contains(where: { !$0.isWhitespace }) else { return nil }
    return canRun(line + rest) ? line + rest : nil
  }

  /// Returns `true` if a suggested line can be run, rather than being a form or one of many examples.
  private func isWanted(_ line: String, after error: Diagnostic) -> Bool {
    var typed = error.source.map { $0.text(SourceRange(0, $0.bytes.count)) } ?? ""
    while typed.last?.isWhitespace == true { typed.removeLast() }
    let entries = session.catalog.entries
    if case .missingArgument(let name, _, _, _) = error.problem {
      // An existing name may replace the missing one; any other value is the user's choice.
      guard let command = entries.first(where: { $0.command.name == name })?.command, line.hasPrefix(typed),
        command.parameters.count(where: { $0.isRequired }) == 1, case .name(let phrase) = command.parameters[0].type,
        let kind = NameKind(rawValue: phrase)
      else { return false }
      let words = line.dropFirst(name.count).split(separator: " ")
      return session.catalog.names(kind, session).contains { $0.text == words.first.map(String.init) }
    }
    // `login HANDLE` contains a placeholder.
    let written = Set(typed.split(separator: " "))
    let places = Set(entries.flatMap { $0.command.parameters.map { $0.name } })
    if line.split(whereSeparator: { !$0.isLetter }).contains(where: {
      places.contains(String($0)) && !written.contains($0)
    }) {
      return false
    }
    // A line that changes something is suggested only if the user has begun to type it.
    let begun = entries.map { $0.command.name }.filter { "\(typed) ".hasPrefix("\($0) ") }.max { $0.count < $1.count }
    if let begun, "\(line) ".hasPrefix("\(begun) ") { return true }
    return calls(line).allSatisfy { $0.role == .looks && !$0.needsPast && $0.command.effect == .none }
  }

  /// Returns the commands in a line that can be run.
  private func calls(_ line: String) -> [CommandEntry] {
    guard let program = compiled(line) else { return [] }
    return program.commands(behind: session.runtime.program.callCount).map { session.catalog.entries[$0] }
  }

  /// Returns `true` if a line parses and uses only known names. Included files are not checked.
  func canRun(_ text: String) -> Bool { compiled(text) != nil }

  /// Returns `true` if a line may be suggested: it can run, and would not be refused at present.
  func canSuggest(_ text: String) -> Bool {
    let first = text.prefix { $0 != " " }
    let isRefused = session.options.kind == .real && PracticeRequirement.commands.contains(String(first))
    return !isRefused && canRun(text) && suggestionFilter.wouldRun(text, in: session)
  }

  private func compiled(_ text: String) -> Program? {
    guard let source = try? Source(name: SourceFile.promptName, text: text),
      let script = try? Parser.parse(
        source, session.catalog.schema.vocabulary, known: session.runtime.program.definitionNames,
        within: session.parsingBounds)
    else { return nil }
    var program = session.runtime.program
    if script.statements.contains(where: { if case .include = $0.kind { true } else { false } }) { return program }
    let environment = Compiler.Environment(bounds: session.parsingBounds)
    let compiled = try? Compiler.compile(
      script, into: &program, schema: session.catalog.schema, environment: environment)
    return compiled != nil ? program : nil
  }

  /// Returns the mistakes in a text, in bytes, except those that touch the cursor.
  func problems(in text: String, at cursor: Int) -> [Range<Int>] {
    guard let source = try? Source(name: SourceFile.promptName, text: text) else { return [] }
    let found: [Diagnostic]
    do throws(Diagnostics) {
      let script = try session.parse(source)
      var program = session.runtime.program
      _ = try Compiler.compile(script, into: &program, schema: session.catalog.schema)
      let held = variables(besides: text)
      found = KindChecker.problems(in: script, schema: session.catalog.schema, holding: held)
    } catch {
      // An unfinished part is not a mistake.
      found = error.isIncomplete ? [] : error.all
    }
    // A word and a space are a beginning, not a mistake yet.
    let isAtEnd = text.utf8.dropFirst(cursor).isEmpty
    func asksForMore(_ problem: Diagnostic) -> Bool {
      switch problem.problem {
      case .missingArgument, .missingValue, .incompleteCommand:
        isAtEnd && text.utf8.dropFirst(Int(problem.range.end)).allSatisfy { $0 == 0x20 }
      default: false
      }
    }
    return found.filter { $0.source?.name == source.name && !$0.problem.isWarning && !asksForMore($0) }
      .map { Int($0.range.start)..<Int($0.range.end) }
      .filter { !$0.isEmpty && $0.upperBound <= text.utf8.count && !($0.lowerBound...$0.upperBound).contains(cursor) }
  }

  private func isStop(_ error: Diagnostic) -> Bool { if case .interrupted = error.problem { true } else { false } }

  private func isOfAnother(line: String, _ error: Diagnostic) -> Bool {
    guard let source = error.source, source.name == SourceFile.promptName else { return false }
    return source.text(SourceRange(0, source.bytes.count)) != line
  }

  /// Returns the variables with their values, without values that a definition named in the line may change.
  private func variables(besides text: String) -> [String: Value?] {
    let program = session.runtime.program
    let isOpen = program.definitionNames.contains { text.contains($0) }
    return Dictionary(
      uniqueKeysWithValues: program.variableNames.map { ($0, isOpen ? nil : session.runtime.variable($0)) })
  }

  /// Reports an error; the user's own ^C needs no explanation.
  private func report(_ error: Diagnostic) {
    guard case .interrupted = error.problem, session.output.format == .text else { return session.report([error]) }
    session.printer.writeLine(StyledText("interrupted", .dim))
  }

  /// The seconds until the next event, here or possibly elsewhere; `nil` if there is none.
  public var secondsToNext: Double? {
    // In instant time, the clock moves only while something waits, so nothing happens between lines.
    guard session.clock.pace != .instant else { return nil }
    let next = session.runtime.nextInstant.flatMap { session.hostDelay(until: $0)?.seconds }
    return [next, session.secondsToNextPoll, session.nextWingAnswer?.seconds].compactMap { $0 }.min()
  }

  /// Performs everything that is due, and returns its lines. ^C stops a handler that does not end.
  public func wake() -> Announcement {
    suggestionFilter.forget()
    session.output.hold()
    defer { session.output.release() }
    Interruption.watch {
      // Before this session's own events: another session may have stopped the timer.
      if session.followsOthers { session.pollOtherSessions() }
      do throws(Diagnostic) {
        try session.catchUp(isBrief: true)
        if session.nextWingAnswer == .zero {
          session.receiveAnswers()
          // Handlers may have waited for these events.
          try session.runtime.proceed(to: session.now)
        }
        session.catalog.services.tutor.timePassed(session)
        session.playSounds()
      } catch {
        report(error)
        noteResting()
      }
    }
    session.endSkip()
    return session.printer.drainAnnouncement()
  }
}
