import LessonsWing
import Shell
import ShellCore
import StoryScript
import System
import Terminal

/// Runs the prompt: reads a line, runs it, and continues after any error.
func runPrompt(_ options: CommandLineOptions) -> Int32 {
  Interruption.install()
  var options = options
  options.session.isPrompt = true
  if options.isPracticeAsked {
    options.session.speed = options.session.speed ?? 1
  } else {
    options.session.kind = .real
  }
  let session = makeSession(options)
  var isUnsafe = false
  if !openState(of: session, options, isUnsafe: &isUnsafe) {
    // A folder that was named must be usable; if the default one is not, people can still work.
    if options.state != nil || isUnsafe { return ExitCode.failure }
    session.notice("nothing in this session will be saved")
    session.flush()
  }
  if UserFiles.history == nil, !options.isPrivate {
    session.notice("\(UserFiles.noHome), so typed lines and your progress in lessons are not saved")
  }
  var historyPath = UserFiles.history
  if let path = historyPath, !options.isPrivate,
    let (text, remedy) = StateOwner.problem(with: path, named: "the history")
  {
    session.notice("\(text), so typed lines are not saved")
    session.notice(remedy)
    historyPath = nil
  }
  let history = History(path: historyPath) { SecretLine.isSecret($0, Catalog.standard.schema.vocabulary) }
  history.isPrivate = options.isPrivate
  let prompt = Prompt(session: session, history: history, width: terminalWidth)
  LessonGuide(session).saveProgress(in: UserFiles.lessons)
  prompt.state.suggests = options.suggests
  prompt.state.welcomes = options.welcomes && !options.isPrivate
  let editor = LineEditor(configuration: configuration(for: prompt))
  defer { editor.close() }
  if session.output.isTerminal, session.output.format == .text {
    let bell = Bell(descriptor: editor.configuration.output)
    prompt.useBell { bell.ring() }
  }
  prompt.state.isViUsual = LineEditor.hasViSettings(program: editor.configuration.programName)
  prompt.state.ask { editor.ask($0, hidden: $1) }
  session.output.useGraphics { editor.graphics() }
  session.output.useBackground { editor.hasLightBackground() }
  editor.prepare()
  prompt.greet()
  if options.runsConfig { prompt.runConfig(UserFiles.config) }
  if let path = options.record {
    do { try RecordCommands(session).record(in: path) } catch {
      session.report([Diagnostic(error.problem, SourceRange(0, 0), in: nil)])
      session.flush()
      return ExitCode.failure
    }
    session.flush()
  }
  while true {
    if editor.configuration.mode != prompt.keys {
      // Keys are bound when the editor is created.
      editor.close()
      editor.configuration.mode = prompt.keys
    }
    editor.configuration.palette = session.output.palette
    if let text = prompt.state.consumeTypedAhead() { editor.type(text) }
    switch editor.readLine(prompt: prompt.beginLine()) {
    case .line(let text):
      if prompt.run(text) { continue }
      prompt.close()
      return ExitCode.success
    case .interrupted: continue
    case .endOfInput where prompt.endInput(): continue
    case .endOfInput, .terminalLost:
      prompt.close()
      return ExitCode.success
    }
  }
}

private func configuration(for prompt: Prompt) -> LineEditorConfiguration {
  let output = prompt.session.output
  var configuration = LineEditorConfiguration(programName: "storyline")
  configuration.palette = output.palette
  configuration.glyphs = output.glyphs
  // In `storyline | tee log` the user types as well: then the line is drawn on standard error.
  configuration.output = Descriptor.output.isTerminal ? 1 : 2
  configuration.history = prompt.state.history
  configuration.highlight = { prompt.highlight($0) }
  configuration.hint = { prompt.hint($0) }
  configuration.complete = { prompt.complete($0, $1) }
  configuration.indentation = { prompt.indentation($0) }
  configuration.expansion = { prompt.expansion($0, $1) }
  configuration.partner = { prompt.partner($0, $1) }
  configuration.reflect = { prompt.reflect($0, $1) }
  configuration.walk = { prompt.walk() }
  configuration.help = { prompt.help($0, $1) }
  configuration.edit = { prompt.edit($0) }
  configuration.marksPrompts =
    output.isTerminal && output.palette.hasColour && TerminalName.supportsMessages(Environment.value("TERM") ?? "")
  configuration.exitCode = { prompt.exitCode }
  configuration.isComplete = { prompt.isComplete($0) }
  configuration.nextDeadline = { prompt.secondsToNext }
  configuration.onWake = { prompt.wake() }
  configuration.status = { prompt.status }
  configuration.rightText = { prompt.rightText }
  configuration.prompt = { prompt.text }
  configuration.shapesCursor = TerminalName.supportsMessages(Environment.value("TERM") ?? "")
  return configuration
}
