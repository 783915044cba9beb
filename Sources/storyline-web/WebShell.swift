import JSON
import LessonsWing
import SessionState
import Shell
import ShellCore
import StoryScript
import System
import TerminalText

/// The program behind a page in a browser: a session at a prompt.
///
/// The page calls, and what it is to show comes back as messages, each an object of JSON. Some come while a call still
/// runs: a line that waits shows what happens meanwhile.
///
///     let shell = WebShell(.init(columns: 60)) { print($0.text) }
///     shell.start()                    // {"rows":[["Try: ",["story play 4","command"]]]} {"prompt":["› "],…}
///     shell.run("story play 4")        // {"rows":[…]} {"prompt":…,"next":15.0,…}
///     shell.advance()                  // once the seconds of "next" have passed
///     shell.paint()                    // {"stage":{"parts":{"story":{…}},…}}
public final class WebShell {
  public struct Setup {
    /// The identifier of the time zone; one that is unknown means UTC.
    public var zone = "UTC"
    public var columns = 80
    /// `true` for a practice session, which keeps nothing.
    public var isPractice = false
    /// `true` for the practice session of a link, which may come from anyone: it uses no files, and its work is limited.
    public var isSealed = false
    /// `true` in a class, which collects the recordings of lessons: practice writes them as well.
    public var isInClass = false
    /// `true` in a browser that can suspend the program, so that it can wait for keys.
    public var canWait = false
    public var seed: UInt64 = 0
    public init() {}

    public init(_ json: JSON) {
      zone = json["zone"]?.stringValue ?? zone
      columns = json["columns"]?.integerValue.map { Self.room(Int(clamping: $0)) } ?? columns
      isPractice = json["practice"]?.boolValue ?? isPractice
      isSealed = json["sealed"]?.boolValue ?? isSealed
      isInClass = json["class"]?.boolValue ?? isInClass
      canWait = json["waits"]?.boolValue ?? canWait
      seed = json["seed"]?.integerValue.map { UInt64(clamping: $0) } ?? seed
    }

    static func room(_ columns: Int) -> Int { min(max(20, columns), 300) }
  }

  private let setup: Setup
  private let window: Window
  private let send: (JSON) -> Void
  private let output: Output
  private let prompt: Prompt
  private var page = LivePage()
  /// The past below the line; `nil` for the present.
  private var walk: (any LinePanel)?
  private var isOver = false

  /// The width of the page's transcript, which the user may change.
  private final class Window {
    var columns: Int
    init(columns: Int) { self.columns = columns }
  }

  /// - Parameters:
  ///   - ask: asks the user, and waits for the answer; `nil` if there is none.
  ///   - key: waits for a key on the whole window, at most so many seconds; see `WebKeys`.
  ///   - send: receives each message.
  public init(
    _ setup: Setup = Setup(), ask: @escaping (_ question: JSON, _ isHidden: Bool) -> String? = { _, _ in nil },
    key: @escaping (_ seconds: Double?) -> String? = { _ in nil }, send: @escaping (JSON) -> Void
  ) {
    self.setup = setup
    self.send = send
    var options = Session.Options()
    options.isPrompt = true
    options.zone = Zone(setup.zone) ?? .utc
    options.seed = setup.seed
    if setup.isPractice { options.speed = 1 } else { options.kind = .real }
    if setup.isSealed {
      options.isSealed = true
      options.bounds = Bounds(timeout: 60_000_000)
    }
    let palette = Palette(depth: .full)
    let output = Output(
      to: .receiver { text in Self.show(text, palette, send) }, palette: palette, width: setup.columns,
      isTerminal: true)
    let session = Session(options: options, output: output, catalog: Catalog.standard)
    session.showErrors(palette, wraps: true)
    output.useScreens(WebScreens(WebKeys(canWait: setup.canWait, ask: key), send: send))
    // A link may come from anyone: it must not replace what the user has copied.
    if !setup.isSealed { output.useClipboard { text in send(.object([.init("copy", .string(text))])) } }
    let history = History(path: setup.isPractice ? nil : UserFiles.history) {
      SecretLine.isSecret($0, Catalog.standard.schema.vocabulary)
    }
    let window = Window(columns: setup.columns)
    (self.output, self.window) = (output, window)
    prompt = Prompt(session: session, history: history, width: { window.columns })
    prompt.state.ask { question, isHidden in
      ask(WebRow.json(question), isHidden).map { .text($0) } ?? .none
    }
  }

  private static func show(_ text: String, _ palette: Palette, _ send: (JSON) -> Void) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let rows = lines.map { WebRow.json(StyledText(rendered: String($0), palette)) }
    send(.object([.init("rows", .array(rows))]))
  }

  // MARK: Calls of the page

  /// Opens what the page has kept, and greets.
  public func start() {
    let session = prompt.session
    if !setup.isPractice || setup.isInClass { LessonGuide(session).saveProgress(in: UserFiles.lessons) }
    if !setup.isPractice {
      do throws(Failure) {
        guard let folder = UserFiles.state else { throw UserFiles.noHome("reload the page") }
        try session.openState(folder)
      } catch {
        session.notice(error.problem.message)
        session.notice("nothing in this session will be kept")
      }
      prompt.state.welcomes = true
    }
    prompt.greet()
    if !setup.isPractice { prompt.runConfig(UserFiles.config) }
    sendState()
  }

  /// Runs a line. If the line waits, this returns only at its end; an interruption ends it early.
  public func run(_ line: String) {
    guard !isOver else { return }
    if !prompt.run(line) {
      prompt.close()
      isOver = true
    }
    sendState()
  }

  /// Runs the lines of a script one after the other, as if they had been typed; their waits pass at once. This shows the
  /// instant that a link leads to.
  public func replay(_ script: String) {
    var line = ""
    for part in script.split(separator: "\n", omittingEmptySubsequences: false) {
      line += (line.isEmpty ? "" : "\n") + part
      if line.allSatisfy({ $0.isWhitespace }) || !prompt.isComplete(line) { continue }
      replayLine(line)
      line = ""
    }
    if !line.allSatisfy({ $0.isWhitespace }) { replayLine(line) }
    sendState()
  }

  private func replayLine(_ line: String) {
    guard !isOver else { return }
    let typed = prompt.text + StyledText(line, ranges: prompt.highlight(line))
    send(.object([.init("rows", .array(typed.lines.map(WebRow.json))), .init("isTyped", .bool(true))]))
    var continues = true
    prompt.session.replaying { continues = prompt.run(line) }
    isOver = !continues
  }

  /// Runs everything that is due.
  public func advance() {
    guard !isOver else { return }
    let palette = output.palette
    let lines = prompt.wake().lines
    if !lines.isEmpty {
      send(.object([.init("rows", .array(lines.map { WebRow.json(StyledText(rendered: $0, palette)) }))]))
    }
    sendState()
  }

  /// Sends what the page shows around and in a line that is being typed.
  /// - Parameters:
  ///   - cursor: its place in the line's UTF-16.
  ///   - isResting: `true` after a pause in typing: then mistakes and effects are sought.
  public func look(_ line: String, cursor: Int, isResting: Bool) {
    let place = WebRow.byte(cursor, in: line)
    let before = String(decoding: line.utf8.prefix(place), as: UTF8.self)
    var fields: [JSON.Field] = [
      .init("line", .string(line)), .init("colours", WebRow.json(StyledText(line, ranges: prompt.highlight(line)))),
      .init("isComplete", .bool(prompt.isComplete(line))),
      .init("indentation", .integer(Int64(prompt.indentation(before)))),
    ]
    if place == line.utf8.count, let ghost = prompt.hint(line) { fields.append(.init("ghost", .string(ghost))) }
    if let (start, text) = prompt.expansion(line, place) {
      fields.append(.init("expansion", .array([.integer(Int64(WebRow.place(start, in: line))), .string(text)])))
    }
    if isResting {
      let reflection = prompt.reflect(line, place)
      fields.append(.init("problems", .array(reflection.problems.map { WebRow.range($0, in: line) })))
      if let outcome = reflection.outcome { fields.append(.init("outcome", WebRow.json(outcome))) }
      if let lasts = reflection.lasts { fields.append(.init("lasts", .number(lasts))) }
    }
    send(.object([.init("look", .object(fields))]))
  }

  /// Sends the possible continuations at the cursor.
  public func complete(_ line: String, cursor: Int) {
    let completions = prompt.complete(line, WebRow.byte(cursor, in: line))
    send(
      .object([
        .init(
          "completions",
          .array(
            completions.map {
              .object([
                .init("text", .string($0.text)), .init("description", .string($0.description)),
                .init("range", WebRow.range($0.replacing, in: line)),
              ])
            }))
      ]))
  }

  /// Sends the help about the word at the cursor.
  public func help(_ line: String, cursor: Int) {
    send(.object([.init("rows", .array(prompt.help(line, WebRow.byte(cursor, in: line)).map(WebRow.json)))]))
  }

  /// Handles a key of the walk through the past, which the first such key begins: sends its rows below the line, and
  /// `null` once it has ended; then a line that is to run, or `passes` if the key acts on the line.
  ///
  ///     shell.walk("Alt+ArrowLeft")   // {"walk":{"rows":[[" ●─◆─│"],…]}}
  ///     shell.walk("Enter")           // {"walk":null,"run":"fork at 3"}
  public func walk(_ key: String) {
    guard !isOver, let walk = walk ?? prompt.walk() else { return sendWalk(nil) }
    switch walk.handle(WebKeys.key(key)) {
    case .continues, .rings: sendWalk(walk)
    case .ends(let keyIsOwn): sendWalk(nil, [.init("passes", .bool(!keyIsOwn))])
    case .runs(let line): sendWalk(nil, [.init("run", .string(line))])
    }
  }

  private func sendWalk(_ walk: (any LinePanel)?, _ more: [JSON.Field] = []) {
    self.walk = walk
    let rows = walk.map { $0.rows(columns: window.columns, rows: 11).map(WebRow.json) }
    send(.object([.init("walk", rows.map { .object([.init("rows", .array($0))]) } ?? .null)] + more))
  }

  /// Sends the typed lines, newest first.
  public func sendHistory() {
    prompt.state.history.refresh()
    send(.object([.init("history", .array(prompt.state.history.entries.prefix(1_000).map { .string($0) }))]))
  }

  /// Sends the parts of the stage that have changed.
  public func paint() { send(.object([.init("stage", page.changes(of: prompt.session))])) }

  /// Fits later output into another width.
  public func resize(columns: Int) { window.columns = Setup.room(columns) }

  /// Ends the session as closing a terminal does.
  public func close() {
    guard !isOver else { return }
    prompt.close()
    isOver = true
  }

  /// Runs a script in a practice session of its own, at once, as `storyline [--json] FILE` does, and sends its output and
  /// its exit code.
  public static func runScript(_ text: String, named name: String, isJSON: Bool, send: @escaping (JSON) -> Void) {
    let output = Output(
      format: isJSON ? .json : .text,
      to: .receiver { text in send(.object([.init("output", .string(text))])) }, cutsTables: false)
    let session = Session(output: output, catalog: Catalog.standard)
    var code = ExitCode.usage
    do throws(Diagnostic) {
      let source = try Source(name: name, text: text)
      code =
        RecordingPlayer.plays(source)
        ? RecordingPlayer(Catalog.standard).run(source, output: output) : ScriptRunner(session: session).run(source)
    } catch {
      session.report([error])
    }
    session.flush()
    send(.object([.init("code", .integer(Int64(code)))]))
  }

  private func sendState() {
    output.fit(window.columns)
    var fields: [JSON.Field] = [
      .init("prompt", WebRow.json(isOver ? StyledText() : prompt.beginLine())),
      .init("code", .integer(Int64(prompt.exitCode))), .init("isOver", .bool(isOver)),
    ]
    if !isOver {
      if let status = prompt.status { fields.append(.init("status", WebRow.json(status))) }
      if let right = prompt.rightText { fields.append(.init("right", WebRow.json(right))) }
      if let seconds = prompt.secondsToNext { fields.append(.init("next", .number(seconds))) }
      if let text = prompt.state.consumeTypedAhead() { fields.append(.init("typed", .string(text))) }
    }
    send(.object([.init("state", .object(fields))]))
  }
}
