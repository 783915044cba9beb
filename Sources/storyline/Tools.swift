import LessonsWing
import ScriptTools
import SessionState
import Shell
import ShellCore
import StoryScript
import System
import Terminal

extension ToolUsage.Tool {
  var hint: String { "try: \(usage)" }

  /// - Returns: the exit code.
  func run(_ words: [String]) -> Int32 {
    if words.contains("--help") || words == ["-h"] { return write(ToolHelp.text(of: self)) }
    if self == .lsp, words.first == EditorTask.word,
      let code = EditorTask(Catalog.standard).run(
        Array(words.dropFirst()), output: Output(),
        lesson: { LessonTask(Catalog.standard).run($0, step: $1, output: $2) })
    {
      return code
    }
    if self == .state { return state(words) }
    if self == .classroom { return runClass(words) }
    if self == .help { return help(words) }
    // The words after `--` are paths, even if they begin with `-`.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    let given = words[..<end].filter { $0.hasPrefix("--") }
    let paths = words[..<end].filter { !$0.hasPrefix("--") } + words[end...].dropFirst()
    let known = flags.map(\.rawValue)
    if let flag = given.first(where: { !known.contains($0) }) {
      let meant = closest(to: flag, among: known)
      return complain("'\(rawValue)' has no option '\(flag)'", meant.map { Problem.question(about: $0) } ?? hint)
    }
    func has(_ flag: Flag) -> Bool { given.contains(flag.rawValue) }
    switch self {
    case .check:
      guard !(has(.json) && has(.sarif)) else {
        return complain("--json and --sarif cannot be combined", hint)
      }
      let format: CheckReport.Format? = has(.json) ? .json : has(.sarif) ? .sarif : nil
      guard let format else { return check(paths, fixes: has(.fix)) }
      guard !has(.fix) else {
        return complain("--fix cannot be combined with \(format == .json ? "--json" : "--sarif")", hint)
      }
      return report(paths, as: format)
    case .fmt:
      guard !paths.isEmpty else { return complain("'fmt' expects a file, a folder or -", hint) }
      return ScriptFormatting(Catalog.standard, checks: has(.check)).run(
        paths, output: Output(isTerminal: Descriptor.output.isTerminal))
    case .test:
      guard !paths.isEmpty else { return complain("'test' expects a file or folder", hint) }
      let runner = TestRunner(Catalog.standard, updates: has(.update), tap: has(.tap), trusts: has(.trust))
      return runner.run(paths, output: Output(isTerminal: Descriptor.output.isTerminal))
    case .lsp:
      guard paths.isEmpty else { return complain("'lsp' expects no arguments", hint) }
      return runLanguageServer()
    case .dap:
      guard paths.isEmpty else { return complain("'dap' expects no arguments", hint) }
      return runDebugAdapter()
    case .lesson: return lesson(paths, trusts: has(.trust), asJSON: has(.json))
    case .classroom: return runClass(words)
    case .render: return render(words)
    case .state: return state(words)
    case .help: return help(words)
    case .man:
      guard paths.isEmpty else { return complain("'man' expects no arguments", hint) }
      return write(ManPage.text(version: version, Catalog.standard.schema))
    case .completions:
      guard paths.count == 1, let shell = ShellCompletions.Shell(rawValue: paths[0]) else {
        return complain("'completions' expects \(choicesPhrase)", hint)
      }
      return write(ShellCompletions.text(for: shell, Catalog.standard))
    case .grammar:
      switch paths {
      case ["vim"]: return write(VimGrammar.text(Catalog.standard.schema))
      case ["textmate"]: return write(TextMateGrammar.text(Catalog.standard.schema))
      default: return complain("'grammar' expects \(choicesPhrase)", hint)
      }
    }
  }

  /// Explains a tool, an option, or whatever the prompt's `help` knows.
  private func help(_ words: [String]) -> Int32 {
    guard let word = words.first else { return write(ToolHelp.short) }
    if words.count == 2, let tool = Self(rawValue: word), tool.choices.contains(where: { $0.word == words[1] }) {
      return write(ToolHelp.text(of: tool))
    }
    if words.count == 1 {
      if word == "all" { return write(ToolHelp.all) }
      if let tool = Self(rawValue: word) { return write(ToolHelp.text(of: tool)) }
      if word.hasPrefix("-") {
        if let option = ToolOption(word: word) { return write(ToolHelp.text(of: option)) }
        let meant = closest(to: word, among: ToolOption.allCases.map(\.word))
        return complain(
          "there is no option '\(word)'", meant.map { Problem.question(about: $0) } ?? "try: storyline --help all")
      }
    }
    do {
      return runScript(try CommandLineOptions(["--quiet", "-c", "help \(words.joined(separator: " "))"]))
    } catch {
      return complain(error.message, error.suggestion)
    }
  }

  private func lesson(_ words: [String], trusts: Bool, asJSON: Bool) -> Int32 {
    let files = Array(words.dropFirst())
    guard !files.isEmpty else { return complain("'lesson' expects \(choicesPhrase), and a file", hint) }
    guard !asJSON || words[0] == "grade" else {
      return complain("--json is only for 'lesson grade'", "try: storyline lesson grade --json FILE…")
    }
    switch words[0] {
    case "check":
      guard let found = ScriptFiles.findOrReport(files) else { return ExitCode.usage }
      return LessonChecker(Catalog.standard, trusts: trusts).run(
        found, output: Output(isTerminal: Descriptor.output.isTerminal))
    case "grade":
      // The table has a row for each learner, as wide as the window; a pipe gets all of it.
      let isTerminal = Descriptor.output.isTerminal
      return LessonGrader(Catalog.standard, trusts: trusts).run(
        files,
        output: Output(
          format: asJSON ? .json : .text, width: terminalWidth(), isTerminal: isTerminal, cutsTables: isTerminal))
    case "new":
      guard files.count == 1 else { return complain("'lesson new' expects one file", hint) }
      let isNamed = files[0].split(separator: "/").last?.contains(".") == true
      let path = isNamed ? files[0] : files[0] + ".story"
      if let (message, advice) = UserFileWriter(Catalog.standard).create(path, LessonStarter.text) {
        return complain(message, advice)
      }
      return write("\(sanitized(path)) is a template for your lesson; try: storyline lesson check \(sanitized(path))\n")
    case "notes":
      guard files.count == 1 else { return complain("'lesson notes' expects one file", hint) }
      do throws(Diagnostics) { return write(try LessonSheet(Catalog.standard).text(of: files[0])) } catch {
        let renderer = DiagnosticRenderer.ofStandardError(Catalog.standard.schema.vocabulary)
        for problem in error.all { DiagnosticRenderer.writeToStandardError(renderer.render(problem) + "\n") }
        return ExitCode.usage
      }
    default:
      return complainAboutChoice(words[0])
    }
  }

  /// Runs `FILE to TARGET`, with options anywhere.
  private func render(_ words: [String]) -> Int32 {
    var (left, options, trusts) = ([String](), Rendering.Options(), false)
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case Flag.replace.rawValue: options.replaces = true
      case Flag.trust.rawValue: trusts = true
      case Flag.frame.rawValue: options.hasFrame = true
      case Flag.animate.rawValue: options.animates = true
      case Flag.from.rawValue, Flag.to.rawValue:
        guard let place = rest.popFirst() else { return complain("\(word) expects a step, a line or a time", hint) }
        if word == Flag.from.rawValue { options.from = place } else { options.to = place }
      case Flag.cast.rawValue:
        let text = rest.popFirst() ?? ""
        guard let number = Int(text), (2...3).contains(number) else {
          return complain("--cast expects 2 or 3, not '\(text)'", hint)
        }
        options.version = number
      default: left.append(word)
      }
    }
    guard left.count == 3, left[1] == "to" else {
      return complain(
        "'render' expects a recording or a script, and an output file",
        "try: storyline render walk.story to walk.cast")
    }
    return Rendering(Catalog.standard, trusts: trusts).run(left[0], to: left[2], options)
  }

  /// Runs `check [FOLDER]` and `name NAME [FOLDER]`; the folder may also follow `--state`, as everywhere else.
  private func state(_ words: [String]) -> Int32 {
    guard let what = words.first else { return complain("'state' expects \(choicesPhrase)", hint) }
    guard choices.contains(where: { $0.word == what }) else { return complainAboutChoice(what) }
    var folders: [String] = []
    var rest = words.dropFirst()
    var name = ""
    if what == "name" {
      guard let word = rest.popFirst(), !word.hasPrefix("-") else {
        return complain("'state name' expects the name of a journal", "try: storyline state name NAME [FOLDER]")
      }
      name = word
    }
    while let word = rest.popFirst() {
      if word == ToolOption.state.word {
        guard let folder = rest.popFirst() else { return complain("\(word) expects a folder", hint) }
        folders.append(folder)
      } else if word.hasPrefix(ToolOption.state.word + "=") {
        folders.append(String(word.dropFirst(ToolOption.state.word.count + 1)))
      } else if word == "--" {
        folders += rest
        rest = []
      } else if word.hasPrefix("-") {
        return complain("'state' has no option '\(word)'", hint)
      } else {
        folders.append(word)
      }
    }
    guard folders.count <= 1 else { return complain("'state \(what)' accepts only one folder", hint) }
    guard let folder = folders.first ?? UserFiles.state else {
      return complain(
        "\(UserFiles.noHome), so there is no state folder",
        what == "name" ? "try: storyline state name NAME FOLDER" : "try: storyline state check FOLDER")
    }
    if what == "name" {
      let output = Output(isTerminal: Descriptor.output.isTerminal)
      if let (message, advice) = StateNaming(folder).run(name, Catalog.standard, output: output) {
        return complain(message, advice)
      }
      return output.end()
    }
    return StateCheck(folder).run(output: Output(isTerminal: Descriptor.output.isTerminal))
  }

  /// Returns the scripts to check, with `nil` for standard input; `nil` if there are none, which is reported.
  /// - Parameter fixes: `true` if the scripts will be rewritten.
  private func scripts(_ paths: [String], fixes: Bool = false) -> [String?]? {
    guard !paths.isEmpty else {
      _ = complain("'check' expects a file, a folder or -", hint)
      return nil
    }
    if paths == ["-"] { return [nil] }
    guard let files = ScriptFiles.findOrReport(paths) else { return nil }
    if files.isEmpty { _ = complain("no .story files found", hint) }
    return files.isEmpty ? nil : files
  }

  private func errors(in script: String?, _ checker: Checker) -> [Diagnostic] {
    if let script { return checker.errors(in: script) }
    do throws(Diagnostic) {
      return checker.errors(in: try SourceFile.read(.input, name: "<stdin>"))
    } catch {
      return [error]
    }
  }

  private func report(_ paths: [String], as format: CheckReport.Format) -> Int32 {
    guard let files = scripts(paths) else { return ExitCode.usage }
    let checker = Checker(Catalog.standard)
    var report = CheckReport(Catalog.standard, version: version)
    for file in files { report.add(errors(in: file, checker), in: file ?? "<stdin>") }
    let end = write(report.text(format))
    return report.hasErrors ? ExitCode.usage : end
  }

  private func check(_ paths: [String], fixes: Bool) -> Int32 {
    guard let files = scripts(paths, fixes: fixes) else { return ExitCode.usage }
    if fixes, files == [nil] { return complain("--fix cannot rewrite standard input", "try: storyline check -") }
    let renderer = DiagnosticRenderer.ofStandardError(Catalog.standard.schema.vocabulary)
    let checker = Checker(Catalog.standard)
    var (count, warnings) = (0, 0)
    for file in files {
      if fixes, let file {
        do throws(Failure) {
          for change in try checker.fix(file) {
            let (before, after) = (shown(change.before), shown(change.after))
            _ = write("\(sanitized(file)):\(change.line): \(before) is now \(after)\n")
          }
        } catch {
          return complain(error.problem.message, nil)
        }
      }
      let errors = errors(in: file, checker)
      count += errors.count { !$0.problem.isWarning }
      warnings += errors.count(where: \.problem.isWarning)
      for error in errors { DiagnosticRenderer.writeToStandardError(renderer.render(error) + "\n") }
    }
    let scripts = TimeText.count(files.count, "script")
    if count > 0 {
      DiagnosticRenderer.writeToStandardError("\(TimeText.count(count, "error")) in \(scripts)\n")
      return ExitCode.usage
    }
    let besides = warnings > 0 ? ", with \(TimeText.count(warnings, "warning"))" : ""
    return write("\(scripts) \(files.count == 1 ? "is" : "are") fine\(besides)\n")
  }

  private func shown(_ text: String) -> String {
    sanitized(SecretText.masked(text, Catalog.standard.schema.vocabulary))
  }

  /// Reports a word that is none of those that the tool expects first.
  private func complainAboutChoice(_ word: String) -> Int32 {
    let meant = closest(to: word, among: choices.map(\.word))
    return complain("'\(word)' is not a \(rawValue) command", meant.map { Problem.question(about: $0) } ?? hint)
  }

  func complain(_ message: String, _ suggestion: String?) -> Int32 {
    DiagnosticRenderer.writeToStandardError(
      "error: \(sanitized(SecretText.withoutTokens(message)))\n\(suggestion.map { "  \(sanitized($0))\n" } ?? "")")
    return ExitCode.usage
  }
}
