import ShellCore
import StoryScript
import System
import TerminalText

/// `storyline test`: runs scripts and transcripts as tests, several at a time.
public struct TestRunner: Sendable {
  private let catalog: CommandCatalog
  /// `true` to rewrite expected output that differs.
  public var updates: Bool
  /// `true` for the Test Anything Protocol instead of sentences.
  public var tap: Bool
  /// `true` if tests may use files and have no limits. Another person may have written them, so otherwise they run
  /// without other programs and within limits. They read only files of the named folder in which they are, or else of
  /// their own folder, and write none. Recordings, and the pages made from them, use no files at all, as where they
  /// are rendered.
  public var trusts: Bool

  public init(_ catalog: CommandCatalog, updates: Bool = false, tap: Bool = false, trusts: Bool = false) {
    self.catalog = catalog
    self.updates = updates
    self.tap = tap
    self.trusts = trusts
  }

  struct Outcome: Sendable {
    /// The path of the file, and the line of a block.
    var path: String
    /// The failure; empty if the test passed.
    var failure: String
    var updated: Bool = false
    /// `true` for a block that only shows something.
    var isSkipped = false
  }

  /// Runs all tests in the paths and writes the report.
  /// - Returns: 0 if all passed, 1 if a test failed, 2 if there was nothing to run.
  public func run(_ paths: [String], output: Output) -> Int32 {
    guard let files = ScriptFiles.findOrReport(paths, ["story", "md"], leavesFolders: trusts && !updates) else {
      return ExitCode.usage
    }
    let folders = paths.filter { (try? FileStatus($0))?.isFolder == true }
    let outcomes = runAll(files, in: folders)
    guard !outcomes.isEmpty else {
      DiagnosticRenderer.writeToStandardError(
        "error: no tests found: a test is a .story file, or a .md file with story blocks\n")
      return ExitCode.usage
    }
    report(outcomes, to: output)
    let end = output.end()
    if end != ExitCode.success { return end }
    return outcomes.allSatisfy { $0.failure.isEmpty } ? ExitCode.success : ExitCode.failure
  }

  /// - Parameter folders: the named folders.
  private func runAll(_ files: [String], in folders: [String]) -> [Outcome] {
    var outcomes = [[Outcome]](repeating: [], count: files.count)
    outcomes.withUnsafeMutableBufferPointer { buffer in
      // Each slot is written once, by the thread that runs that file.
      nonisolated(unsafe) let slots = buffer
      SystemThread.each(of: files.count) { index in
        let file = files[index]
        let folder = folders.first { FilePath.isInside(file, $0) } ?? FilePath.folder(of: file)
        slots[index] = file.hasSuffix(".md") ? document(file, in: folder) : [script(file, in: folder)]
      }
    }
    return outcomes.flatMap { $0 }
  }

  /// The files and limits of a test.
  private struct Reach {
    /// The folder whose files it may read; `nil` for a trusted test, which may use all files.
    var folder: ReadableFolder?
    /// The limits; `nil` for none.
    var bounds: Bounds?

    /// The options of a test's session.
    var options: Session.Options {
      var options = Session.Options()
      (options.isSealed, options.readsFolder, options.bounds) = (folder != nil, folder != nil, bounds)
      return options
    }

    /// Runs a part of the test within its reach.
    func run<Result>(_ body: () -> Result) -> Result { ThreadSandbox.closed(folder != nil, reading: folder, body) }
  }

  private func reach(in folder: String) -> Reach {
    trusts ? Reach() : Reach(folder: ReadableFolder(folder), bounds: Bounds())
  }

  // MARK: Scripts and documents

  private func script(_ path: String, in folder: String) -> Outcome {
    // A recording passes whatever its lines did: it may contain errors that were typed.
    if let source = try? SourceFile.read(path), RecordingPlayer.plays(source) {
      do throws(Diagnostic) {
        let recording = try Recording(source)
        let bounds = trusts ? nil : Bounds()
        _ = Replay(recording.head, isSealed: !trusts, bounds: bounds, catalog: catalog).moments(of: recording)
        return Outcome(path: path, failure: excess(bounds) ?? "")
      } catch {
        return Outcome(path: path, failure: DiagnosticRenderer(catalog.schema.vocabulary).render(error))
      }
    }
    let reach = reach(in: folder)
    let errors = reach.run {
      run(in: Session(options: reach.options, output: Output(to: .nowhere), catalog: catalog)) {
        () throws(Diagnostic) in
        try ThreadSandbox.opened { () throws(Diagnostic) in try SourceFile.read(path) }
      }
    }
    return Outcome(path: path, failure: excess(reach.bounds, "script") ?? errors.joined(separator: "\n"))
  }

  /// Returns the failure of a test that has reached a limit; `nil` if it has not.
  private func excess(_ bounds: Bounds?, _ what: String = "recording") -> String? {
    guard let bounds, bounds.exceeded != nil else { return nil }
    return "this \(what) \(bounds.words): add --trust to test it without limits"
  }

  /// Returns the errors of running a source, as people see them; its output stays with the session.
  private func run(in session: Session, _ source: () throws(Diagnostic) -> Source) -> [String] {
    let renderer = DiagnosticRenderer(catalog.schema.vocabulary)
    do throws(ScriptFailure) {
      let source = try ScriptFailure.running(source())
      let function = try ScriptFailure.compiling(session.load(source))
      try ScriptFailure.running(session.runtime.run(function))
      return []
    } catch {
      if case .failed(let error) = error, case .ended(code: 0) = error.problem { return [] }
      return error.diagnostics.map { renderer.render($0) }
    }
  }

  private func document(_ path: String, in folder: String) -> [Outcome] {
    let text: String
    do throws(Diagnostic) {
      let source = try SourceFile.read(path)
      text = source.text(SourceRange(0, source.bytes.count))
    } catch {
      return [Outcome(path: path, failure: DiagnosticRenderer(catalog.schema.vocabulary).render(error))]
    }
    let transcript = Transcript(text)
    var outcomes = transcript.skipped.map {
      Outcome(path: "\(path):\($0.line + 1)", failure: $0.fault ?? "", isSkipped: $0.fault == nil)
    }
    var rewritten: [(step: Transcript.Step, output: [String])] = []
    let reach = reach(in: folder)
    var session = Session(options: reach.options, output: Output(to: .memory), catalog: catalog)
    for (number, block) in transcript.blocks.enumerated() {
      if number > 0, !block.continues {
        session = Session(options: reach.options, output: Output(to: .memory), catalog: catalog)
      }
      outcomes.append(
        block.head.map {
          run(block, path, at: $0, &rewritten, isSealed: !trusts, bounds: reach.bounds)
        } ?? reach.run { run(block, path, session, &rewritten) })
    }
    if updates, !rewritten.isEmpty {
      func fail(_ words: String) {
        for index in outcomes.indices where outcomes[index].updated {
          (outcomes[index].updated, outcomes[index].failure) = (false, words)
        }
      }
      // Tests may run for a while, and an editor may save the document meanwhile.
      guard let now = try? SourceFile.read(path), now.text(SourceRange(0, now.bytes.count)) == text else {
        fail("the document was changed while its tests ran, so nothing was rewritten: try again")
        return outcomes
      }
      do throws(UserFileWriter.Refusal) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hasMark = (try? File.read(path, atMost: mark.count)) == mark
        try UserFileWriter(catalog).write(
          (hasMark ? mark : []) + transcript.updated(rewritten).utf8, to: path, replacing: true)
      } catch {
        fail(error.words(path))
      }
    }
    return outcomes
  }

  /// Returns the text with one block's expected output replaced by its actual output; `nil` if no such block begins at
  /// the line.
  /// - Parameters:
  ///   - line: the line of the block's first input, from 0.
  ///   - options: those of the sessions in which the block runs, and the blocks that it continues.
  func updated(_ text: String, blockAt line: Int, _ options: Session.Options) -> String? {
    let transcript = Transcript(text)
    guard let index = transcript.blocks.firstIndex(where: { !$0.isScript && $0.steps.first?.line == line }) else {
      return nil
    }
    let first = transcript.blocks[...index].lastIndex { !$0.continues } ?? 0
    let session = Session(options: options, output: Output(to: .memory), catalog: catalog)
    var rewritten: [(step: Transcript.Step, output: [String])] = []
    for block in transcript.blocks[first...index] {
      rewritten = []
      if let head = block.head {
        _ = run(block, "", at: head, &rewritten, isSealed: options.isSealed, bounds: options.bounds)
      } else {
        _ = run(block, "", session, &rewritten)
      }
    }
    return transcript.updated(rewritten)
  }

  /// Runs a prompt's block.
  private func run(
    _ block: Transcript.Block, _ path: String, at head: Recording.Header,
    _ rewritten: inout [(step: Transcript.Step, output: [String])], isSealed: Bool, bounds: Bounds?
  ) -> Outcome {
    var outcome = Outcome(path: "\(path):\((block.steps.first?.line ?? 0) + 1)", failure: "")
    let replay = Replay(head, isSealed: isSealed, bounds: bounds, catalog: catalog)
    var reader = Transcript.PromptReader()
    for step in block.steps {
      let moment = reader.item(step.input).map { replay.run($0) }
      let shown = moment.map { ($0.before + $0.lines).map { $0.plain } } ?? []
      compare(shown, step, path, &outcome, &rewritten, isRefused: bounds?.exceeded != nil)
    }
    if let failure = excess(bounds, "document") { outcome.failure = failure }
    return outcome
  }

  /// Compares the output of a step with the expected output.
  private func compare(
    _ shown: [String], _ step: Transcript.Step, _ path: String, _ outcome: inout Outcome,
    _ rewritten: inout [(step: Transcript.Step, output: [String])], isRefused: Bool
  ) {
    guard !Transcript.matches(shown, step.expected.map { $0.withoutTrailingSpaces }) else { return }
    // The output of a test that was refused a file, or stopped at a limit, is not the one to write down.
    if updates, !isRefused {
      rewritten.append((step, shown))
      outcome.updated = true
    } else if outcome.failure.isEmpty {
      outcome.failure = difference("\(path):\(step.line + 1)", step, shown)
    }
  }

  private func run(
    _ block: Transcript.Block, _ path: String, _ session: Session,
    _ rewritten: inout [(step: Transcript.Step, output: [String])]
  ) -> Outcome {
    var outcome = Outcome(path: "\(path):\((block.steps.first?.line ?? 0) + 1)", failure: "")
    let bounds = session.options.bounds
    let hadRefused = bounds?.hasRefusedFiles == true
    bounds?.hasRefusedFiles = false
    defer { if hadRefused { bounds?.hasRefusedFiles = true } }
    for step in block.steps {
      let name = "\(path):\(step.line + 1)"
      let errors = run(in: session) { () throws(Diagnostic) in try Source(name: name, text: step.input) }
      let lines = session.output.drainLines()
      if block.isScript {
        if !errors.isEmpty, outcome.failure.isEmpty { outcome.failure = errors.joined(separator: "\n") }
        continue
      }
      // Only the message of an error is compared: its excerpt would repeat the line above.
      let shown = (lines + errors.map { String($0.prefix { $0 != "\n" }) }).map { $0.withoutTrailingSpaces }
      compare(
        shown, step, path, &outcome, &rewritten, isRefused: bounds?.exceeded != nil || bounds?.hasRefusedFiles == true)
    }
    if let failure = excess(bounds, "document") { outcome.failure = failure }
    return outcome
  }

  private func difference(_ name: String, _ step: Transcript.Step, _ shown: [String]) -> String {
    let typed = SecretText.masked(step.input, catalog.schema.vocabulary)
    var lines = ["\(name): › \(typed.split(separator: "\n").first ?? "")"]
    lines += step.expected.map { "- \($0)" }
    lines += shown.map { "+ \($0)" }
    return SecretText.withoutTokens(lines.joined(separator: "\n"))
  }

  // MARK: The report

  /// Writes the report. Names and output may contain anything: each is one line, without control characters.
  private func report(_ outcomes: [Outcome], to output: Output) {
    if tap { output.write("TAP version 14\n1..\(outcomes.count)\n") }
    for (index, outcome) in outcomes.enumerated() {
      let name = sanitized(outcome.path)
      let failure = outcome.failure.split(separator: "\n").map { sanitized(String($0)) }
      if tap {
        let directive = outcome.isSkipped ? " # SKIP story ignore" : ""
        let result = outcome.failure.isEmpty ? "ok" : "not ok"
        output.write("\(result) \(index + 1) - \(Self.description(name))\(directive)\n")
        for line in failure { output.write("# \(line)\n") }
      } else if !outcome.failure.isEmpty {
        output.write("✗ \(name)\n")
        for line in failure { output.write("    \(line)\n") }
      } else if outcome.updated {
        output.write("✓ \(name), rewritten\n")
      }
    }
    guard !tap else { return }
    let failed = outcomes.count { !$0.failure.isEmpty }
    let skipped = outcomes.count { $0.isSkipped }
    let more = skipped > 0 ? ", \(skipped) skipped" : ""
    output.write("\(outcomes.count - failed - skipped) passed, \(failed) failed\(more)\n")
  }

  /// Escapes a name for a line of TAP, where a bare `#` would begin a directive such as `# SKIP`.
  private static func description(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
