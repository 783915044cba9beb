import Shell
import StoryScript
import Terminal

/// The prompt: reads a line, runs it, and goes on after any error.
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
  let runner = PromptRunner(session: session)
  var configuration = LineEditorConfiguration(programName: "storyline")
  configuration.palette = session.output.palette
  configuration.isComplete = { runner.isComplete($0) }
  configuration.nextDeadline = { runner.secondsToNext }
  configuration.onWake = { runner.wake() }
  let editor = LineEditor(configuration: configuration)
  defer { editor.close() }
  while true {
    switch editor.readLine() {
    case .line(let text):
      if ["exit", "quit"].contains(text) { return ExitCode.success }
      runner.run(text)
    case .interrupted: continue
    default: return ExitCode.success
    }
  }
}
