import JSON
import ShellCore
import StoryScript
import System
import Timeline

/// A debugger for scripts that speaks the Debug Adapter Protocol: `storyline dap`.
///
///     let adapter = DebugAdapter(Catalog.standard, transport)
///     let code = adapter.serve()
///
/// The client's requests are read here until the script starts, then wherever the script is held (`hold`) and now and
/// then while it runs (`poll`). Going back leaves the run and begins another one (`DebugRun`).
public final class DebugAdapter: DebugRunOwner {
  let catalog: CommandCatalog
  private let transport: any DebugTransport
  private var lastNumber: Int64 = 0
  private var phase = Phase.new
  var places = DebugPlaces()
  private(set) var stops = DebugStops()
  /// The state in which the client sees a held script; `nil` while it runs.
  private(set) var held: PausedScript?
  private(set) var script: LaunchedScript?
  private var move = Move.end
  private var lastBreakpoint = 0
  private var currentRun: DebugRun?

  private enum Phase { case new, initialized, launched, configured, running, finished, ended }

  /// The next thing to do when a run was left.
  enum Move {
    case back(RunPosition, DebugReturn)
    case restart
    /// The script is terminated; the client is still there.
    case terminate
    case end
  }

  /// A script that was launched, with the data that all its runs share.
  struct LaunchedScript {
    let launch: DebugLaunch
    let source: Source
    let program: Program
    let lines: DebugLines
    let start: Instant
    let effects = ExternalEffects()
  }

  public init(_ catalog: CommandCatalog, _ transport: any DebugTransport) {
    (self.catalog, self.transport) = (catalog, transport)
  }

  /// Serves a client until it disconnects or closes its end.
  /// - Returns: the exit code.
  public func serve() -> Int32 {
    while phase != .ended {
      switch transport.next(waits: true) {
      case .closed: return phase == .new ? ExitCode.failure : ExitCode.success
      case .broken(let reason): complain(reason)
      case .nothing: continue
      case .message(let message): _ = receive(message)
      }
      if phase == .configured { debug() }
    }
    return ExitCode.success
  }

  // MARK: Messages

  private func send(_ type: String, _ fields: [JSON.Field]) {
    lastNumber += 1
    transport.send(.object([.init("seq", .integer(lastNumber)), .init("type", .string(type))] + fields))
  }

  func event(_ name: String, _ body: JSON? = nil) {
    send("event", [.init("event", .string(name))] + (body.map { [.init("body", $0)] } ?? []))
  }

  private func complain(_ reason: String) {
    event("output", ["category": "stderr", "output": .string("A message was not understood: \(reason)\n")])
  }

  /// The action after the answer to a request.
  enum FollowUpAction {
    case none
    /// The script continues.
    case resume(DebugStep)
    /// The run is left.
    case leave
    /// An event is sent.
    case event(String, JSON?)
  }

  /// Answers a message.
  private func receive(_ message: JSON) -> FollowUpAction {
    guard let request = DebugRequest(message) else {
      if message["type"]?.stringValue == "request" || message["type"]?.stringValue == nil {
        complain("a request needs 'seq' and 'command'")
      }
      return .none
    }
    func answer(_ isSuccess: Bool, _ more: [JSON.Field]) {
      send(
        "response",
        [
          .init("request_seq", .integer(request.number)), .init("success", .bool(isSuccess)),
          .init("command", .string(request.command)),
        ] + more)
    }
    do throws(DebugRefusal) {
      let (body, sequel) = try perform(request)
      answer(true, body.map { [.init("body", $0)] } ?? [])
      if case .event(let name, let body) = sequel { event(name, body) }
      return sequel
    } catch {
      answer(
        false,
        [
          .init("message", .string(error.message)),
          .init("body", ["error": ["id": 1, "format": .string(error.message.replacing("{", with: "("))]]),
        ])
      return .none
    }
  }

  private func perform(_ request: DebugRequest) throws(DebugRefusal) -> (JSON?, FollowUpAction) {
    let arguments = request.arguments
    switch request.command {
    case "initialize":
      guard phase == .new else { throw DebugRefusal(message: "the adapter is already initialized") }
      phase = .initialized
      places.linesStartAt1 = arguments["linesStartAt1"]?.boolValue ?? true
      places.columnsStartAt1 = arguments["columnsStartAt1"]?.boolValue ?? true
      return (Self.capabilities, .none)
    case "disconnect":
      (move, phase) = (.end, .ended)
      return (nil, .leave)
    case _ where phase == .new: throw DebugRefusal(message: "the adapter is not initialized: send 'initialize' first")
    case "launch": return try launch(arguments)
    case "attach": throw DebugRefusal(message: "'attach' is not supported: use 'launch', which starts a script")
    case "configurationDone":
      guard phase == .launched else { throw .notLaunched }
      phase = .configured
      return (nil, .none)
    case "terminate":
      move = .terminate
      return phase == .running ? (nil, .leave) : (nil, .event("terminated", nil))
    case "restart":
      guard phase == .running else { throw DebugRefusal(message: "no script is running") }
      move = .restart
      return (nil, .leave)
    case "setBreakpoints": return (try setLines(arguments), .none)
    case "setFunctionBreakpoints": return (try setNamed(arguments), .none)
    case "setExceptionBreakpoints": return (try setFilters(arguments), .none)
    case "breakpointLocations": return (try locations(arguments), .none)
    case "loadedSources": return (try loadedSources(), .none)
    case "pause":
      guard phase == .running else { throw DebugRefusal(message: "no script is running") }
      currentRun?.pause()
      return (nil, .none)
    case "threads": return (threads, .none)
    case "continue": return (["allThreadsContinued": true], .resume(try resumed(.free)))
    case "next", "stepIn", "stepOut":
      return (nil, .resume(try resumed(step(request.command, arguments))))
    case "stepBack", "reverseContinue":
      guard let held else { throw notHeld }
      move = .back(held.run.moment, try back(request.command, arguments))
      return (nil, .leave)
    default: return (try inspect(request), .none)
    }
  }

  /// The refusal of a request that needs a held script.
  var notHeld: DebugRefusal { phase == .finished ? DebugRefusal(message: "the script has ended") : .notHeld }

  private func resumed(_ step: DebugStep) throws(DebugRefusal) -> DebugStep {
    guard held != nil else { throw notHeld }
    return step
  }

  // MARK: Life

  private func launch(_ arguments: JSON) throws(DebugRefusal) -> (JSON?, FollowUpAction) {
    guard phase == .initialized else { throw DebugRefusal(message: "a script has already been launched") }
    let launch = try DebugLaunch(arguments)
    if let folder = launch.folder {
      do throws(SystemError) { try Folder.enter(folder) } catch {
        throw DebugRefusal(message: "'cwd' cannot be entered: '\(folder)': \(error)")
      }
    }
    let source = try launch.source()
    do throws(Diagnostics) {
      let run = try DebugRun(source, launch, catalog, ExternalEffects(), owner: self)
      if run.playsLesson { try checkLesson(in: source) }
      script = LaunchedScript(
        launch: launch, source: source, program: run.program, lines: DebugLines(run.program), start: run.session.start)
    } catch {
      let all = error.all.map { DiagnosticRenderer(catalog.schema.vocabulary, width: 80).render($0) }
      event("output", ["category": "stderr", "output": .string(all.joined(separator: "\n"))])
      throw DebugRefusal(message: "'\(launch.program)' has errors: \(error.all[0].problem.message)")
    }
    phase = .launched
    return (nil, .event("initialized", nil))
  }

  /// Checks also the parts of a lesson that do not run here.
  private func checkLesson(in source: Source) throws(Diagnostics) {
    let errors = Checker(catalog).errors(in: source).filter { !$0.problem.isWarning }
    guard errors.isEmpty else { throw Diagnostics(errors) }
    note(
      "The steps of this lesson begin and are solved one after the other. Their goals and predictions are not tested: "
        + "`storyline lesson check FILE` does that.")
  }

  /// Runs the script, again and again if the client goes back.
  private func debug() {
    guard let script else { return }
    phase = .running
    let first = DebugRun.Mode.live(script.launch.stopsOnEntry && !script.launch.runsFreely ? .into : .free)
    var mode = first
    if script.launch.runsFreely {
      stops = DebugStops()
      stops.pausesOnErrors = false
    }
    while true {
      if let code = run(mode) {
        event("exited", ["exitCode": .integer(Int64(code))])
        event("terminated")
        return finish()
      }
      switch move {
      case .end: return
      case .terminate:
        event("terminated")
        return finish()
      case .restart: mode = first
      case .back(let end, let way):
        let searching = makeRun()
        currentRun = searching
        if let searching, let code = searching.start(.search(end, way)) {
          note("The script took a different path and ended with exit code \(code), because its files have changed.")
        }
        guard case .back = move else { continue }
        let target = searching?.found ?? (RunPosition(count: 1), .entry)
        mode = .travel(target.moment, target.reason)
      }
    }
  }

  private func finish() { if phase == .running { phase = .finished } }

  private func run(_ mode: DebugRun.Mode) -> Int32? {
    guard let run = makeRun() else { return ExitCode.usage }
    currentRun = run
    defer { currentRun = nil }
    return run.start(mode)
  }

  private func makeRun() -> DebugRun? {
    guard let script else { return nil }
    do throws(Diagnostics) {
      return try DebugRun(script.source, script.launch, catalog, script.effects, owner: self)
    } catch {
      note("The script no longer compiles, because a file has changed: \(error.all[0].problem.message)")
      return nil
    }
  }

  private func note(_ text: String) {
    event("output", ["category": "console", "output": .string(text + "\n")])
  }

  // MARK: The run

  func hold(_ run: DebugRun, _ reason: DebugReason) -> DebugStep? {
    held = PausedScript(run, reason)
    defer { held = nil }
    announce(reason)
    while true {
      switch transport.next(waits: true) {
      case .closed:
        (move, phase) = (.end, .ended)
        return nil
      case .broken(let reason): complain(reason)
      case .nothing: continue
      case .message(let message):
        switch receive(message) {
        case .resume(let step): return step
        case .leave: return nil
        case .none, .event: continue
        }
      }
    }
  }

  func poll(_ run: DebugRun) {
    while true {
      switch transport.next(waits: false) {
      case .nothing: return
      case .closed:
        (move, phase) = (.end, .ended)
        return run.abandon()
      case .broken(let reason): complain(reason)
      case .message(let message): if case .leave = receive(message) { return run.abandon() }
      }
    }
  }

  func show(_ text: String, isError: Bool, _ run: DebugRun) {
    var fields: [JSON.Field] = [
      .init("category", .string(isError ? "stderr" : "stdout")), .init("output", .string(text)),
    ]
    if let place = run.place {
      fields += [
        .init("source", places.json(place.source.name)),
        .init("line", places.line(place.source.position(of: Int(place.range.start)).line)),
      ]
    }
    event("output", .object(fields))
  }

  private static let capabilities: JSON = [
    "supportsConfigurationDoneRequest": true, "supportsFunctionBreakpoints": true,
    "supportsConditionalBreakpoints": true, "supportsHitConditionalBreakpoints": true, "supportsLogPoints": true,
    "supportsEvaluateForHovers": true,
    "supportsStepBack": true, "supportsSteppingGranularity": true, "supportsExceptionInfoRequest": true,
    "supportsExceptionFilterOptions": true, "supportsTerminateRequest": true, "supportsRestartRequest": true,
    "supportsBreakpointLocationsRequest": true, "supportsLoadedSourcesRequest": true, "supportsClipboardContext": true,
    "supportsCompletionsRequest": true, "completionTriggerCharacters": ["$", ".", " "],
    "exceptionBreakpointFilters": [
      [
        "filter": "errors", "label": "Errors", "default": true,
        "description": "pauses the script at an error that would end it",
      ],
      [
        "filter": "caught", "label": "Caught errors", "default": false,
        "description": "pauses the script at an error that `try` or `expect error` catches",
      ],
      [
        "filter": "events", "label": "Events", "default": false, "supportsCondition": true,
        "description": "pauses the script at each event, before its handlers run",
        "conditionDescription":
          "names of events, separated by spaces or commas, such as story.started, timer.done (default: all)",
      ],
    ],
  ]
}

// MARK: - Breakpoints

extension DebugAdapter {
  private func launched() throws(DebugRefusal) -> LaunchedScript {
    guard let script else { throw .notLaunched }
    return script
  }

  private func mark(_ json: JSON) -> RequestedBreakpoint {
    lastBreakpoint += 1
    func text(_ name: String) -> String? { json[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    let hits = text("hitCondition").flatMap { DebugHits($0) }
    return RequestedBreakpoint(id: lastBreakpoint, condition: text("condition"), log: text("logMessage"), hits: hits)
  }

  /// Returns `true` if the hit count of a breakpoint cannot be read.
  private func hasBadHits(_ json: JSON, _ mark: RequestedBreakpoint) -> Bool {
    mark.hits == nil && !(json["hitCondition"]?.stringValue ?? "").isEmpty
  }

  /// Returns the name in the program of the source that a client names.
  private func source(_ json: JSON?, _ script: LaunchedScript) throws(DebugRefusal) -> String? {
    guard let path = json?["path"]?.stringValue else { throw DebugRefusal(message: "'source' expects 'path'") }
    let resolved = (try? FilePath.resolved(path)) ?? path
    return script.lines.sources.first { places.path(of: $0) == resolved }
  }

  private func setLines(_ arguments: JSON) throws(DebugRefusal) -> JSON {
    let script = try launched()
    let source = try source(arguments["source"], script)
    let wanted = arguments["breakpoints"]?.arrayValue ?? []
    var marks: [Int32: RequestedBreakpoint] = [:]
    let answers: [JSON] = wanted.map { json in
      let mark = mark(json)
      if hasBadHits(json, mark) { return unverified(mark, DebugHits.refusal) }
      guard let source else {
        return unverified(mark, "the script does not include this file")
      }
      guard let line = places.line(from: json["line"]) else {
        return unverified(mark, "'line' must be a line number")
      }
      guard let place = script.lines.statement(from: line, in: source) else {
        return unverified(mark, "there is no statement on this line or below it")
      }
      marks[place.start] = mark
      return [
        "id": .integer(Int64(mark.id)), "verified": true, "line": places.line(place.line),
        "source": places.json(source),
      ]
    }
    if let source, !script.launch.runsFreely { stops.setLines(marks, in: source) }
    return ["breakpoints": .array(answers)]
  }

  private func unverified(_ mark: RequestedBreakpoint, _ message: String) -> JSON {
    ["id": .integer(Int64(mark.id)), "verified": false, "message": .string(message)]
  }

  /// Sets breakpoints at definitions, events and instants, which clients enter as names of functions.
  private func setNamed(_ arguments: JSON) throws(DebugRefusal) -> JSON {
    let script = try launched()
    var definitions: [(place: Program.StatementPlace, mark: RequestedBreakpoint)] = []
    var events: [String: RequestedBreakpoint] = [:]
    var instants: [(at: Instant, mark: RequestedBreakpoint)] = []
    let answers: [JSON] = (arguments["breakpoints"]?.arrayValue ?? []).map { json in
      let mark = mark(json)
      if hasBadHits(json, mark) { return unverified(mark, DebugHits.refusal) }
      let name = json["name"]?.stringValue?.split(separator: " ").joined(separator: " ") ?? ""
      let good: JSON = ["id": .integer(Int64(mark.id)), "verified": true]
      if let place = script.program.firstStatement(of: name) {
        definitions.append((place, mark))
        return [
          "id": .integer(Int64(mark.id)), "verified": true, "line": places.line(place.line),
          "source": places.json(place.source),
        ]
      }
      if catalog.schema.event(name) != nil {
        events[name] = mark
        return good
      }
      if let instant = DebugInstant.read(name, start: script.start, script.launch.options.zone) {
        guard instant > script.start else { return unverified(mark, "the instant must be after the script's start") }
        instants.append((instant, mark))
        return good
      }
      let known = Array(script.program.definitionNames) + catalog.schema.events.map { $0.name }
      let meant = closest(to: name, among: known.sorted()).map { Problem.question(about: $0) }
      return unverified(
        mark,
        "'\(name)' is not a definition, an event or an instant: "
          + (meant ?? "try story.started, or 0:17 for the instant 17 s after the start"))
    }
    if !script.launch.runsFreely { stops.setNamed(definitions: definitions, events: events, instants: instants) }
    return ["breakpoints": .array(answers)]
  }

  private func setFilters(_ arguments: JSON) throws(DebugRefusal) -> JSON {
    let options = arguments["filterOptions"]?.arrayValue ?? []
    let plain = arguments["filters"]?.arrayValue?.compactMap { $0.stringValue } ?? []
    let names = Set(plain + options.compactMap { $0["filterId"]?.stringValue })
    if script?.launch.runsFreely == true { return ["breakpoints": []] }
    stops.pausesOnErrors = names.contains("errors")
    stops.pausesOnCaughtErrors = names.contains("caught")
    var (events, unknown): (Set<String>?, String?) = (nil, nil)
    if names.contains("events") {
      let condition = options.first { $0["filterId"]?.stringValue == "events" }?["condition"]?.stringValue ?? ""
      let words = condition.split { $0 == " " || $0 == "," }.map(String.init)
      unknown = words.first { catalog.schema.event($0) == nil }
      events = unknown == nil ? Set(words) : nil
    }
    stops.filterEvents(events)
    let answers: [JSON] = (plain + options.compactMap { $0["filterId"]?.stringValue }).map { name in
      if name == "events", let unknown {
        let near = closest(to: unknown, among: catalog.schema.events.map { $0.name }.sorted())
        let hint = near.map { ": \(Problem.question(about: $0))" } ?? ""
        return ["verified": false, "message": .string("there is no event '\(unknown)'\(hint)")]
      }
      return ["verified": .bool(["errors", "caught", "events"].contains(name))]
    }
    return ["breakpoints": .array(answers)]
  }

  private func locations(_ arguments: JSON) throws(DebugRefusal) -> JSON {
    let script = try launched()
    guard let source = try source(arguments["source"], script), let line = places.line(from: arguments["line"]) else {
      return ["breakpoints": []]
    }
    let end = max(line, places.line(from: arguments["endLine"]) ?? line)
    return ["breakpoints": .array(script.lines.lines(line...end, in: source).map { ["line": places.line($0)] })]
  }

  private func loadedSources() throws(DebugRefusal) -> JSON {
    ["sources": .array(try launched().lines.sources.map { places.json($0) })]
  }
}
