import SessionState
import StoryScript
import System
import Timeline

/// A runner of whole scripts in a session.
public struct ScriptRunner {
  public let session: Session
  public init(session: Session) { self.session = session }

  /// Parses, compiles and runs a source; errors are reported. Nothing runs before everything parses.
  /// - Parameter arguments: the values of `$args`, `$1`, `$2`, ….
  /// - Returns: the exit code.
  public func run(_ source: Source, arguments: [String] = []) -> Int32 {
    session.define(arguments)
    var parsed: Script?
    do {
      let script = try session.parse(source)
      parsed = script
      let function = try session.compile(script)
      let hidden = ScriptNames.hidden(in: script, schema: session.catalog.schema)
      parsed = nil
      if !script.lessons.isEmpty {
        session.notice("a lesson does not run as a script: open it at a prompt with `learn FILE`")
      }
      session.reportWarnings()
      if !hidden.isEmpty { session.report(hidden) }
      if !session.runtime.program.usedCommands.contains(where: { session.catalog.entries[$0].needsPast }) {
        session.past.spare()
      }
      return execute(function, source)
    } catch {
      session.report(session.allMistakes(of: error))
      session.flush()
      if case .interrupted? = error.all.first?.problem {
        // The end of the process frees everything at once; freeing a tree of a million lines piece by piece takes too
        // long.
        _ = Unmanaged.passRetained(RejectedScriptMemory(error: error, script: parsed))
        return ExitCode.interrupted
      }
      return ExitCode.usage
    }
  }

  /// Runs a compiled source to its end; errors are reported.
  /// - Returns: the exit code.
  package func execute(_ function: Int, _ source: Source) -> Int32 {
    do throws(Diagnostic) {
      try session.runtime.run(function)
      return try finish(source) ? ExitCode.success : ExitCode.failure
    } catch {
      if case .ended(let code) = error.problem { return end(source, code) }
      session.endWatch()
      session.flush()
      if session.output.isClosed {
        session.saveUnsaved()
        return ExitCode.closed
      }
      session.report([error])
      session.saveUnsaved()
      session.flush()
      switch error.problem {
      case .interrupted: return ExitCode.interrupted
      case .wrongArguments, .wrongStart: return ExitCode.usage
      default: return ExitCode.failure
      }
    }
  }

  /// Finishes a script that has ended itself: its waiting blocks were not forgotten, and are not reported.
  private func end(_ source: Source, _ code: Int32) -> Int32 {
    session.endWatch()
    do throws(Diagnostic) {
      return try finish(source, saysPending: false) ? code : max(code, ExitCode.failure)
    } catch {
      if session.output.isClosed { return ExitCode.closed }
      session.report([error])
      session.flush()
      return ExitCode.failure
    }
  }

  /// Reports the work that the script leaves unfinished, and writes the last lines.
  /// - Returns: `true` if nothing is lost.
  private func finish(_ source: Source, saysPending: Bool = true) throws(Diagnostic) -> Bool {
    let pending = session.runtime.pendingCount
    if pending > 0, saysPending {
      let upcoming = session.runtime.upcoming
      let next = upcoming.compactMap { $0.due }.min().map { max($0 - session.clock.now, .seconds(1)) } ?? .seconds(10)
      // An endless activity never becomes idle.
      let isEndless = session.endless != nil || upcoming.contains { $0.kind == Keyword.every.rawValue }
      let wait = "`wait \(session.runtime.writer.text(.duration(next)))`"
      session.notice(
        pending == 1
          ? "the script has ended with 1 block still waiting; \(isEndless ? wait : "`wait until idle` or \(wait)") lets it run"
          : "the script has ended with \(pending) blocks still waiting; "
            + (isEndless ? "\(wait) lets the next one run" : "`wait until idle` lets them run"))
    }
    for wing in session.catalog.wings { wing.ended(session) }
    let refusals = session.catalog.wings.flatMap { $0.refusals(of: session) }
    for refusal in refusals { session.report([Diagnostic(refusal.problem, SourceRange(0, 0), in: nil)]) }
    let isSaved = session.saveUnsaved() && refusals.isEmpty
    do throws(Failure) {
      try session.output.flush()
      try session.printer.throwPendingError()
    } catch {
      throw Diagnostic(error.problem, SourceRange(source.bytes.count, source.bytes.count), in: nil)
    }
    return isSaved
  }
}

/// The memory of a rejected script.
private final class RejectedScriptMemory {
  private let error: Diagnostics
  private let script: Script?

  init(error: Diagnostics, script: Script?) {
    self.error = error
    self.script = script
  }
}

extension Session {
  /// Defines the script's arguments as `$args` and `$1`, `$2`, ….
  package func define(_ arguments: [String]) {
    runtime.define("args", .list(arguments.map { .text($0) }))
    for (index, argument) in arguments.enumerated() { runtime.define(String(index + 1), .text(argument)) }
  }

  /// Reports warnings about the last compiled source.
  package func reportWarnings() {
    let warnings = runtime.program.warnings
    if !warnings.isEmpty { report(warnings) }
  }

  /// Parses and compiles a source after everything loaded so far.
  public func load(_ source: Source) throws(Diagnostics) -> Int { try compile(try parse(source)) }

  /// Parses a source, which may use everything loaded so far.
  package func parse(_ source: Source) throws(Diagnostics) -> Script {
    scriptFolder = source.name.lastIndex(of: "/").map { String(source.name[...$0]) }
    return try Parser.parse(
      source, catalog.schema.vocabulary, known: runtime.program.definitionNames,
      isVariable: { [self] in runtime.variable($0) != nil },
      include: { [options = includingOptions(for: source)] path, base throws(Diagnostic) in
        try Self.included(path, from: base, options)
      },
      within: parsingBounds)
  }

  /// Returns the options for included scripts, at any depth.
  private func includingOptions(for source: Source) -> Options {
    var options = options
    if confinedSources.contains(source.name), !options.isSealed { options.isConfined = true }
    return options
  }

  /// Returns a script that another one includes.
  private static func included(_ path: String, from base: String, _ options: Options) throws(Diagnostic) -> Source {
    if options.isSealed, !options.isConfined, !options.readsFolder {
      options.bounds?.hasRefusedFiles = true
      throw Diagnostic(
        .refused("`include` uses files, and this run may not access files", suggestion: "try: add --trust"),
        SourceRange(0, 0),
        in: nil)
    }
    let expanded = FilePath.expanded(path)
    let beside = expanded.hasPrefix("/") ? expanded : FilePath.folder(of: base) + "/" + expanded
    // A link counts as its target.
    let targets = [path] + [expanded, beside].compactMap { try? FilePath.resolved($0) }
    if options.includesScriptsOnly, !targets.allSatisfy({ $0.hasSuffix(".story") }) {
      throw Diagnostic(
        .refused(
          "'\(path)' is not a .story file: only .story files are checked", suggestion: "rename it to end in .story"),
        SourceRange(0, 0), in: nil)
    }
    if options.readsFolder, !ThreadSandbox.allows(expanded), !ThreadSandbox.allows(beside) {
      options.bounds?.hasRefusedFiles = true
      throw Diagnostic(
        .refused(
          "'\(path)' is outside \(ThreadSandbox.folderPhrase)", suggestion: "try: add --trust"),
        SourceRange(0, 0), in: nil)
    }
    guard options.isConfined else { return try SourceFile.included(path, from: base, options.openTexts) }
    return try ThreadSandbox.opened { () throws(Diagnostic) in try SourceFile.confined(path, from: base) }
  }

  /// The limits of parsing and compiling a script of the user's own.
  package static let bounds = Parser.Bounds(stack: Stack.size) { Interruption.isRequested }

  /// The limits of parsing and compiling in this session: another user's script has one limit of time and memory for
  /// all that is done with it.
  package var parsingBounds: Parser.Bounds {
    guard let bounds = options.bounds else { return Self.bounds }
    return Parser.Bounds(stack: Stack.size) { Interruption.isRequested || bounds.isReached }
  }

  /// Compiles a parsed script after everything loaded so far.
  /// - Parameters:
  ///   - echoes: whether the value of a statement is shown (default: only at a prompt).
  ///   - findingSilentComparisons: `false` if the caller itself looks for comparisons that never find anything.
  package func compile(
    _ script: Script, echoes: Bool? = nil, findingSilentComparisons: Bool = true
  ) throws(Diagnostics) -> Int {
    let zone = options.zone
    let environment = Compiler.Environment(
      zoneOffset: { zone.offset(atLocal: $0) },
      include: { [options = includingOptions(for: script.source)] path, base throws(Diagnostic) in
        try Self.included(path, from: base, options)
      },
      traces: options.traces, echoes: echoes ?? options.isPrompt, bounds: parsingBounds)
    var program = runtime.program
    let function = try Compiler.compile(script, into: &program, schema: catalog.schema, environment: environment)
    // A comparison that looks right and finds nothing would be a silent error.
    let silent = findingSilentComparisons ? KindChecker.silentComparisons(in: script, schema: catalog.schema) : []
    guard silent.isEmpty else { throw Diagnostics(silent) }
    runtime.program = program
    return function
  }
}

/// Exit codes, the same for a file, for `-c` and for standard input.
public enum ExitCode {
  public static let success: Int32 = 0
  /// A failed expectation or a runtime error.
  public static let failure: Int32 = 1
  /// Wrong syntax or usage: nothing ran.
  public static let usage: Int32 = 2
  public static let interrupted: Int32 = 130
  /// The output is no longer read: the code with which a shell reports that SIGPIPE has ended a program.
  public static let closed: Int32 = 141
}

extension Interruption {
  /// Checks for interruption between parts of long work.
  /// - Throws: an interruption, once ^C was pressed.
  package static func look() throws(Failure) { if isRequested { throw Failure(.interrupted) } }
}
