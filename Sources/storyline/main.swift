import MomentsWing
import SessionState
import Shell
import ShellCore
import StoryScript
import System
import Terminal

/// The program's version; scripts may ask for it with `--version`.
let version = "0.1.0"

func run(_ words: [String]) -> Int32 {
  if let tool = words.first.flatMap(ToolUsage.Tool.init(rawValue:)) { return tool.run(Array(words.dropFirst())) }
  let options: CommandLineOptions
  do {
    options = try CommandLineOptions(words)
  } catch {
    let vocabulary = Catalog.standard.schema.vocabulary
    let suggestion = error.suggestion.map { "\n  \(sanitized(SecretText.masked($0, vocabulary)))" } ?? ""
    DiagnosticRenderer.writeToStandardError(
      "error: \(sanitized(SecretText.withoutTokens(error.message)))\(suggestion)\n")
    return ExitCode.usage
  }
  if options.isSession,
    let refusal = KnownLibraries.refusal(
      of: ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"], Environment.value)
  {
    DiagnosticRenderer.writeToStandardError("error: \(sanitized(refusal.message))\n  \(sanitized(refusal.advice))\n")
    return ExitCode.failure
  }
  switch options.mode {
  case .version: return write("storyline \(version)\n")
  case .help(let topic): return ToolUsage.Tool.help.run(topic)
  case .licenses: return write(Notices.text)
  case nil where Descriptor.input.isTerminal && (Descriptor.output.isTerminal || Descriptor.error.isTerminal):
    return runPrompt(options)
  case nil where options.record != nil:
    DiagnosticRenderer.writeToStandardError(
      "error: --record needs a prompt, and this is not a terminal; a script needs no recording\n"
    )
    return ExitCode.usage
  default: return runScript(options)
  }
}

func write(_ text: String) -> Int32 {
  let output = Output()
  output.write(text)
  return output.end()
}

func runScript(_ options: CommandLineOptions) -> Int32 {
  Interruption.install()
  let session = makeSession(options, hasInput: options.readsNoScriptFromInput)
  var isUnsafe = false
  guard openState(of: session, options, isUnsafe: &isUnsafe) else { return ExitCode.failure }
  let source: Source
  do {
    switch options.mode {
    case .file(let path): source = try SourceFile.read(path)
    case .text(let text): source = try Source(name: "<command line>", text: text)
    default: source = try SourceFile.read(.input, name: "<stdin>")
    }
  } catch {
    session.report([error])
    session.flush()
    if case .interrupted = error.problem { return ExitCode.interrupted }
    return ExitCode.usage
  }
  if RecordingPlayer.plays(source) { return RecordingPlayer(Catalog.standard).run(source, output: session.output) }
  // The end of the process releases the script's memory at once: releasing it piece by piece takes longer than ^C
  // may.
  _ = Unmanaged.passRetained(session)
  return ScriptRunner(session: session).run(source, arguments: options.arguments)
}

/// - Parameter hasInput: whether the script may read standard input.
func makeSession(_ options: CommandLineOptions, hasInput: Bool = false) -> Session {
  var settings = options.session
  settings.hasInput = hasInput
  let local = settings.kind == .real ? Zone.local() : (.utc, nil)
  if settings.kind == .real { settings.zone = local.zone }
  let isTerminal = Descriptor.output.isTerminal
  let output = Output(
    format: options.json ? .json : .text,
    palette: options.json ? .plain : Palette(environment: Environment.value, isTerminal: isTerminal),
    glyphs: isTerminal ? GlyphSet(environment: Environment.value) : .unicode,
    width: isTerminal ? terminalWidth() : 80, isTerminal: isTerminal, cutsTables: isTerminal)
  output.useScreens(TerminalScreens())
  let session = Session(options: settings, output: output, catalog: Catalog.standard)
  if let path = UserFiles.libraries { PhotoProtection(session).know(KnownLibraries(path: path)) }
  let isErrorTerminal = Descriptor.error.isTerminal
  session.showErrors(Palette(environment: Environment.value, isTerminal: isErrorTerminal), wraps: isErrorTerminal)
  if settings.kind == .real, let unknown = local.unknown {
    session.notice("'\(unknown)' is not a time zone on this system, so times are in UTC: set TZ to another time zone")
  }
  return session
}

/// Opens the state: real sessions keep it in the user's folder, practice sessions only in a given folder.
/// - Parameter isUnsafe: becomes `true` if the folder is not the user's alone, if it does not identify its device, or
///   if no folder is known.
/// - Returns: `true` if the session can begin.
func openState(of session: Session, _ options: CommandLineOptions, isUnsafe: inout Bool) -> Bool {
  let isReal = options.session.kind == .real
  guard isReal || options.state != nil else { return true }
  isUnsafe = true
  do throws(Failure) {
    let others = isReal && options.session.isPrompt ? ", or storyline --practice" : ""
    guard let named = options.state ?? UserFiles.state else {
      throw UserFiles.noHome("try: storyline \(options.session.isPrompt ? "" : "--real ")--state FOLDER\(others)")
    }
    let folder = FilePath.expanded(named)
    // Otherwise a folder named `~` would be created here.
    if folder == "~" || folder.hasPrefix("~/") {
      throw UserFiles.noHome("write the full path of the state folder instead of '\(folder)'")
    }
    try StateOwner.check(folder)
    isUnsafe = false
    try PhotoProtection(session).refuseAmongPhotos(state: folder, as: named)
    try session.openState(folder)
    // The list of the photo folders was elsewhere until now; the saved data names those folders as well.
    if isReal, let list = UserFiles.libraries, !File.exists(FilePath.folder(of: list)) {
      isUnsafe = true
      try FileAccess(session).refuseInLibrary(list, as: list)
      isUnsafe = false
    }
    return true
  } catch {
    session.report([Diagnostic(error.problem, SourceRange(0, 0), in: nil)])
    session.flush()
    // A session that saves nothing would look as if nothing had been saved before.
    if let named = options.state ?? UserFiles.state, StateNaming.isNeeded(in: FilePath.expanded(named)) {
      isUnsafe = true
    }
    return false
  }
}

func terminalWidth() -> Int { Descriptor.output.windowSize?.columns ?? 80 }

Descriptor.fillStandard()  // else the next file that is opened, such as the journal, would take what is printed
signal(SIGXFSZ, SIG_IGN)  // a file that may not grow is a full disk: an error that is reported as well
signal(SIGPIPE, SIG_IGN)  // a closed pipe is an error: what waits is saved before the end
guard let words = Environment.arguments else {
  DiagnosticRenderer.writeToStandardError("error: the arguments cannot be read: a preloaded library has moved them\n")
  exit(ExitCode.usage)
}
exit(run(Array(words.dropFirst())))
