import Dispatch
import Synchronization
import System
import Terminal
import Testing

/// The editor inside tmux, a terminal that rewraps its rows in its own way, compared with an independently computed
/// picture: each row, and the cursor.
@Suite(.enabled(if: Tmux.isInstalled)) struct TmuxTests {
  /// The number of steps of all sessions together: `TMUX_STEPS=30000` takes some minutes.
  static let steps = getenv("TMUX_STEPS").flatMap { Int(String(cString: $0)) } ?? 600
  private static let sessions = 24

  /// The sessions wait most of the time, so they run together.
  @Test func everyRow() {
    let failures = Failures()
    let group = DispatchGroup()
    for seed in 0..<Self.sessions {
      // A queue of its own has a thread of its own.
      DispatchQueue(label: "session \(seed)").async(group: group) {
        do {
          var session = try TmuxSession(seed: seed)
          session.run(steps: Self.steps / Self.sessions)
          if let failure = session.failure { failures.add(failure) }
        } catch {
          failures.add("seed \(seed): \(error)")
        }
      }
    }
    group.wait()
    for failure in failures.all { Issue.record("\(failure)") }
  }

  /// The shell alone learns of a new size while the program is stopped.
  @Test func aMenuFitsTheWindowAfterAStop() throws {
    let tmux = try Tmux(columns: 100, rows: 24, "bash --norc --noprofile -i")
    func expect(_ what: String, _ condition: ([String]) -> Bool) {
      var rows = tmux.screen.rows
      for _ in 0..<400 where !condition(rows) {
        usleep(25_000)
        rows = tmux.screen.rows
      }
      #expect(condition(rows), "\(what): \(rows)")
    }
    tmux.send(ProbeTerminal.folder + "/TerminalProbe --answers\r")
    expect("the prompt") { $0.contains("›") }
    tmux.send("w\t")
    expect("many columns") { rows in rows.contains { $0.hasPrefix("  w00  w01") && $0.hasSuffix("w18") } }
    tmux.send("\u{1A}")
    expect("stopped") { rows in rows.contains { $0.contains("Stopped") } }
    _ = tmux.run("resize-window -x 40 -y 24")
    tmux.send("fg\r")
    expect("fewer columns") { rows in rows.contains { $0.hasPrefix("  w00  w01") && $0.hasSuffix("w06") } }
  }

  private final class Failures: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }
}

/// A tmux server with one window, in which the probe runs. A client in control mode takes the commands: a new client for
/// each of them would take more time than everything else.
final class Tmux {
  static let isInstalled = access("/usr/bin/tmux", X_OK) == 0
  private let command: String
  private let folder: String
  private let input: Int32
  private let output: UnsafeMutablePointer<FILE>

  init(columns: Int, rows: Int, _ program: String) throws {
    command = "env -u TMUX LC_ALL=C.UTF-8 /usr/bin/tmux -L storyline-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    system("\(command) -f /dev/null new-session -d -x \(columns) -y \(rows) '\(program)'")
    var template = Array("/tmp/tmux-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try #require(mkfifo(folder + "/commands", 0o600) == 0)
    output = try #require(
      popen("\(command) -C attach -f no-output,ignore-size < \(folder)/commands 2>/dev/null", "r"))
    input = open(folder + "/commands", O_WRONLY | O_CLOEXEC)
    try #require(input >= 0)
    _ = reply()
  }

  deinit {
    // The end of its input ends the client. A server that is told to end waits for its clients, sometimes for ever.
    close(input)
    pclose(output)
    _ = system("\(command) kill-server 2>/dev/null")
    unlink(folder + "/commands")
    rmdir(folder)
  }

  /// Returns the output of a command of tmux.
  func run(_ command: String) -> [String] {
    let bytes = Array((command + "\n").utf8)
    guard write(input, bytes, bytes.count) == bytes.count else { return [] }
    return reply()
  }

  private func reply() -> [String] {
    var lines: [String] = []
    var isReply = false
    var (buffer, size) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(buffer) }
    while case let count = getline(&buffer, &size, output), count > 0, let buffer {
      var line = String(cString: buffer)
      if line.last == "\n" { line.removeLast() }
      if line.hasPrefix("%begin ") {
        isReply = true
      } else if line.hasPrefix("%end ") || line.hasPrefix("%error ") {
        return lines
      } else if isReply {
        lines.append(line)
      }
    }
    return lines
  }

  func send(_ keys: String) {
    _ = run("send-keys -H " + keys.utf8.map { String($0, radix: 16) }.joined(separator: " "))
  }

  /// The rows without spaces at their ends, and the place of the cursor.
  var screen: (rows: [String], row: Int, column: Int) {
    let cursor = run("display-message -p '#{cursor_y} #{cursor_x}'").first ?? ""
    let place = cursor.split(separator: " ").compactMap { Int($0) }
    return (run("capture-pane -p").map(\.withoutTrailingSpaces), place.first ?? -1, place.last ?? -1)
  }
}

struct TmuxSession {
  private let seed: Int
  private var chance: Chance
  private let tmux: Tmux
  private let messages: MessageChannel
  private var model = EditingModel(history: [])
  private var page: EditingPage
  private var rows = 24
  private var messageCount = 0
  private var trace: [String] = []
  private(set) var failure: String?
  init(seed: Int) throws {
    self.seed = seed
    chance = Chance(state: UInt64(seed))
    messages = try MessageChannel()
    page = EditingPage(columns: 80)
    tmux = try Tmux(
      columns: 80, rows: 24,
      "env -u NO_COLOR -u CLICOLOR -u FORCE_COLOR LANG=C.UTF-8 HOME=/nonexistent \(PseudoTerminal.folder)/TerminalProbe --messages \(messages.path)"
    )
  }

  mutating func run(steps: Int) {
    // Keys that come before the prompt are echoed.
    let end = SystemClock.steadySeconds + 5
    while tmux.screen.rows.first != "›", SystemClock.steadySeconds < end { SystemClock.sleep(microseconds: 10_000) }
    for _ in 0..<steps {
      switch Int.random(in: 0..<40, using: &chance) {
      case 0..<4: resize()
      case 4..<8:
        messageCount += 1
        trace.append("message \(messageCount)")
        messages.post("\(messageCount) done")
      case 8: menu()
      default: edit()
      }
      if failure != nil { return }
      if Bool.random(using: &chance), !look() { return }
    }
    _ = look()
  }

  private mutating func edit() {
    var changed = model
    // tmux draws some emoji in its own width.
    guard let keys = changed.step(&chance), !changed.text.contains("👨‍👩‍👧"), !changed.text.contains("👍") else { return }
    // Rows that a smaller window has pushed out of the screen stay above it.
    guard EditingPage.line(changed, columns: 20).rows.count < 10 else { return }
    model = changed
    trace.append(keys.debugDescription)
    tmux.send(keys)
  }

  /// Resizes the window, also several times in quick succession, as while it is dragged, with keys in between.
  private mutating func resize() {
    if !look() { return }
    for _ in 0..<[1, 1, 2, 5].randomElement(using: &chance)! {
      page.columns = Int.random(in: 20...120, using: &chance)
      rows = Int.random(in: 14...40, using: &chance)
      trace.append("\(page.columns)x\(rows)")
      _ = tmux.run("resize-window -x \(page.columns) -y \(rows)")
      if Bool.random(using: &chance) {
        SystemClock.sleep(microseconds: [1_000, 20_000, 60_000, 260_000].randomElement(using: &chance)!)
      }
      if Int.random(in: 0..<3, using: &chance) == 0 { edit() }
    }
    _ = look()
  }

  /// Opens a search below the line, and closes it.
  private mutating func menu() {
    trace.append("^R and Esc")
    tmux.send("\u{12}")
    SystemClock.sleep(microseconds: 20_000)
    tmux.send("\u{1B}")
    SystemClock.sleep(microseconds: 100_000)
  }

  /// Waits until the screen shows the line, and above it nothing but messages.
  private mutating func look() -> Bool {
    let picture = page.picture(model, status: "")
    var wanted = picture.rows.map { $0.map(\.text).joined().withoutTrailingSpaces }
    // An empty row below the text is no row.
    while wanted.count > picture.row + 1, wanted.last == "" { wanted.removeLast() }
    let end = SystemClock.steadySeconds + 10
    var screen = tmux.screen
    while true {
      let top = screen.row - picture.row
      if top >= 0, screen.column == picture.column || screen.column == page.columns - 1,
        screen.rows.dropFirst(top).prefix(wanted.count) == wanted[...],
        screen.rows.dropFirst(top + wanted.count).allSatisfy(\.isEmpty),
        screen.rows[..<top].allSatisfy({ $0.isEmpty || $0.hasSuffix(" done") })
      {
        trace.removeFirst(max(0, trace.count - 12))
        return true
      }
      if SystemClock.steadySeconds > end { break }
      SystemClock.sleep(microseconds: 10_000)
      screen = tmux.screen
    }
    failure =
      """
      seed \(seed), \(page.columns)x\(rows): after \(trace.joined(separator: ", ")) wanted
      \(wanted.joined(separator: "\n"))
      cursor \(picture.row),\(picture.column); the screen is
      \(screen.rows.map { "|\($0)|" }.joined(separator: "\n"))
      cursor \(screen.row),\(screen.column)
      """
    return false
  }
}
