import System
import Terminal
import Testing

/// Random editing from a seed, compared with an independently computed picture: the text is an array of characters,
/// drawn cell by cell.
@Suite struct RandomEditingTests {
  /// The seeds: `RANDOM_EDITING=3000` runs that many sessions, `RANDOM_EDITING=17-17` a single one.
  static let seeds: [Int] = {
    let text = getenv("RANDOM_EDITING").map { String(cString: $0) } ?? "80"
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return numbers.count == 2 ? Array(numbers[0]...numbers[1]) : Array(0..<(numbers.first ?? 80))
  }()

  @Test(arguments: seeds) func everyCell(_ seed: Int) throws {
    var session = try EditingSession(seed: seed)
    session.run()
  }
}

/// One session: the inputs to the probe, and the screen that it must show.
struct EditingSession {
  private let seed: Int
  private var chance: Chance
  private let status: String
  private let messages: MessageChannel
  private let terminal: ProbeTerminal
  private var rows: Int
  private var model: EditingModel
  private var page: EditingPage
  /// The number of rows that scrolled away before the screen was last cleared.
  private var forgotten = 0
  /// The last steps, for the report of a failure.
  private var trace: [String] = []
  private var messageCount = 0
  private var lookCount = 0

  /// The inputs sent since the screen was last checked. Editing and messages may arrive in any order; but a step that
  /// ends a line or resizes the window must know what came before.
  private var sent: (anything: Bool, message: Bool, end: Bool) = (true, false, false)

  private static let entries = [
    "story one", "hold 1s", "post #tag 日本語", "repeat {\nhold 5s\n}", "story two\nwith @bob\nand #x",
    "a",
    "日本 日本 語 日本 語 日本 語 語 日本", "x \"q\" 12345678901234567890 which is longer than most rows",
    "two #x\nlines",
    "12345678901234567890123456\n123456789012345678901234567890",
  ]

  init(seed: Int) throws {
    self.seed = seed
    chance = Chance(state: UInt64(seed))
    // The prompt alone fills a row of two columns, and the terminal waits for it beside the cursor.
    let columns = max(3, EditingSession.columns(&chance))
    rows = EditingSession.rows(&chance)
    status = seed % 3 == 0 ? "[7.2 s]" : ""
    let count = Int.random(in: 0...6, using: &chance)
    let history = Array(EditingSession.entries.shuffled(using: &chance).prefix(count))
    messages = try MessageChannel()
    var arguments =
      ["--messages", messages.path, "--answers"] + history.flatMap { ["--entry", $0] }
    if !status.isEmpty { arguments += ["--fixed-status", status] }
    terminal = try ProbeTerminal(arguments, columns: columns, rows: rows)
    model = EditingModel(history: history)
    page = EditingPage(columns: columns)
  }

  /// Returns a width: mostly a common one, and sometimes an extreme one.
  private static func columns(_ chance: inout Chance) -> Int {
    Int.random(in: 0..<8, using: &chance) == 0
      ? [2, 3, 4, 5, 120, 200].randomElement(using: &chance)!
      : Int.random(in: 8...50, using: &chance)
  }

  private static func rows(_ chance: inout Chance) -> Int {
    Int.random(in: 0..<4, using: &chance) == 0
      ? Int.random(in: 2...13, using: &chance) : Int.random(in: 14...60, using: &chance)
  }

  mutating func run() {
    look()
    for _ in 0..<Int.random(in: 10...60, using: &chance) {
      switch Int.random(in: 0..<64, using: &chance) {
      case 0..<6: enter()
      case 6..<10: message()
      case 10..<13: resize()
      case 13: interrupt()
      case 14: clear()
      case 15..<20: look()
      case 20..<26: complete()
      case 26..<32: search()
      default: edit()
      }
      // Sometimes the editor paints between two keys, and sometimes the keys arrive together.
      if Bool.random(using: &chance) { terminal.pump(atMost: 1) }
      if terminal.hasFailed { return }
    }
    look()
    // The line that is finally read must equal the line that was shown.
    enter()
    look()
  }

  // MARK: Steps

  /// Returns `true` if the whole line is on the screen.
  private func hasRoom(_ model: EditingModel, columns: Int? = nil, rows: Int? = nil) -> Bool {
    EditingPage.line(model, columns: columns ?? page.columns).rows.count <= (rows ?? self.rows) - 2
  }

  private mutating func send(_ keys: String) {
    trace.append(keys.debugDescription)
    terminal.send(keys)
    sent.anything = true
  }

  // MARK: Menus and searches

  /// Presses Tab.
  private mutating func complete() {
    let menu = EditingMenu(model.line)
    if let completed = menu.completed {
      guard completed.text.count < 500 else { return }
      model.replace(with: completed)
      send("\t")
    } else if menu.words.isEmpty {
      send("\t")
    } else {
      look()
      send("\t")
      walk(.menu(menu))
    }
  }

  private mutating func search() {
    look()
    send("\u{12}")
    walk(.search(EditingSearch(model.line, history: model.history)))
  }

  /// Presses keys in a menu or a search until one of them closes it, while messages arrive and the window changes.
  private mutating func walk(_ opened: EditingPanel) {
    var panel = opened
    var count = Int.random(in: 1...12, using: &chance)
    look(at: panel)
    while !terminal.hasFailed {
      count -= 1
      switch count < 0 ? 9 : Int.random(in: 0..<10, using: &chance) {
      case 0:
        look(at: panel)
        message()
        look(at: panel)
      case 1:
        // Keys may restore what the screen already showed; a message appears after all of them.
        look(at: panel)
        message()
        look(at: panel)
        resize(under: panel)
        look(at: panel)
      default:
        let key = count < 0 ? .escape : panel.keys.randomElement(using: &chance)!
        if press(key, in: &panel) { return }
        // Sometimes the keys arrive together.
        if count <= 0 || Bool.random(using: &chance) { look(at: panel) }
      }
    }
  }

  /// Presses a key.
  /// - Returns: `true` if it has closed the panel.
  private mutating func press(_ key: EditingPanel.Key, in panel: inout EditingPanel) -> Bool {
    // A lone Esc is a key only after a moment.
    if key == .escape { look(at: panel) }
    guard case .ends(let line, let next) = panel.press(key, columns: page.columns, rows: rows)
    else {
      send(key.bytes)
      return false
    }
    if case .search = panel, line.text != model.text { model.recalled = line.text }
    model.replace(with: line)
    switch next {
    case .enter: enter()
    case .tab, .search: preconditionFailure("such a key does not close a panel")
    case let next?:
      model.press(next)
      send(key.bytes)
    case nil: send(key.bytes)
    }
    if key == .escape {
      // A key that follows at once would belong to it.
      terminal.expect(
        "seed \(seed), \(page.columns)x\(rows): Esc, \(trace.joined(separator: ", "))"
      ) {
        agrees($0, page.pictures(model, status: status, height: rows))
      }
    }
    look()
    return true
  }

  /// Waits until the screen shows a panel.
  private mutating func look(at panel: EditingPanel) {
    if !sent.anything || terminal.hasFailed { return }
    sent = (false, false, false)
    let pictures = page.pictures(model, status: status, height: rows, panel: panel)
    terminal.expect("seed \(seed), \(page.columns)x\(rows): \(describe(pictures[0]))") {
      agrees($0, pictures)
    }
    #expect(terminal.screen.unknown.isEmpty)
  }

  /// Resizes the window, if all its rows fit into the new one.
  private mutating func resize(under panel: EditingPanel) {
    let columns = EditingSession.columns(&chance)
    let rows = EditingSession.rows(&chance)
    func fits(_ picture: EditingPage.Picture, _ columns: Int) -> Bool {
      picture.rows.count <= self.rows
        && picture.rows.reduce(0) { $0 + max(1, ($1.count + columns - 1) / max(1, columns - 1)) }
          < rows
    }
    let now = page.pictures(model, status: status, height: self.rows, panel: panel)
    var resized = page
    resized.columns = columns
    let then = resized.pictures(model, status: status, height: rows, panel: panel)
    // Finished rows that a terminal would wrap or join are not tested here.
    if page.finished.contains(where: { $0.count >= min(columns, page.columns) - 1 }) { return }
    guard (now + then).allSatisfy({ fits($0, columns) }) else { return }
    trace.append("resize to \(columns)x\(rows)")
    terminal.resize(columns: columns, rows: rows)
    page.columns = columns
    self.rows = rows
    sent.anything = true
  }

  private mutating func edit() {
    var changed = model
    guard let keys = changed.step(&chance), changed.text.count < 500 else { return }
    model = changed
    send(keys)
  }

  private mutating func enter() {
    var changed = model
    let read = changed.enter()
    if sent.message { look() }
    if let read {
      page.finish(model)
      let isLong = read.utf8.count > 200
      page.print("got: " + (isLong ? "\(read.utf8.count) bytes" : read.replacing("\n", with: "␊")))
      sent.end = true
    }
    model = changed
    send("\r")
  }

  private mutating func interrupt() {
    // ^C makes the terminal discard unread input.
    look()
    page.finish(model, mark: "^C")
    page.print("interrupted")
    model.startLine()
    send("\u{03}")
    look()
  }

  private mutating func message() {
    if sent.end { look() }
    messageCount += 1
    let texts = [
      "done", "日本 語 done", "a message of two\nlines", "",
      "a long one: 日本 " + String(repeating: "x", count: 60),
    ]
    let text = "\(messageCount) " + texts.randomElement(using: &chance)!
    page.print(text)
    trace.append("message \(text.debugDescription)")
    messages.post(text)
    sent.anything = true
    sent.message = true
  }

  private mutating func clear() {
    look()
    page.clear()
    forgotten = terminal.screen.scrolledOff.count
    send("\u{0C}")
  }

  private mutating func resize() {
    let columns = EditingSession.columns(&chance)
    let rows = EditingSession.rows(&chance)
    // Rows of a line that was higher than the screen stay above it.
    if !hasRoom(model) || !hasRoom(model, rows: rows)
      || !hasRoom(model, columns: columns, rows: rows)
    {
      return
    }
    // The status makes the first row as long as the window is wide, and a terminal may scroll to wrap it.
    let wrapped = status.isEmpty ? 0 : page.columns / columns
    let line = EditingPage.line(model, columns: min(columns, page.columns)).rows.count
    if wrapped + line > rows { return }
    if page.finished.count + wrapped + line > rows { clear() }
    // Finished rows that a terminal would wrap or join are not tested here.
    if page.finished.contains(where: { $0.count >= min(columns, page.columns) - 1 }) { clear() }
    look()
    trace.append("resize to \(columns)x\(rows)")
    terminal.resize(columns: columns, rows: rows)
    page.columns = columns
    self.rows = rows
    sent.anything = true
    if Bool.random(using: &chance) { look() }
  }

  // MARK: The screen

  /// Waits until the screen shows exactly what was sent.
  private mutating func look() {
    if !sent.anything { return }
    sent = (false, false, false)
    lookCount += 1
    let wantedTitle = "\(lookCount)"
    let expected = page.pictures(model, status: status, height: rows)
    terminal.send("\u{1B}OP")
    terminal.expect(
      "seed \(seed), \(page.columns)x\(rows): \(describe(page.picture(model, status: status)))"
    ) {
      $0.title == wantedTitle && agrees($0, expected)
    }
    #expect(terminal.screen.unknown.isEmpty)
    trace.removeFirst(max(0, trace.count - 12))
  }

  private func agrees(_ screen: ScreenModel, _ expected: [EditingPage.Picture]) -> Bool {
    expected.contains { agreesWhole(screen, $0) }
  }

  private func agreesWhole(_ screen: ScreenModel, _ expected: EditingPage.Picture) -> Bool {
    let offset = expected.row - screen.row
    if screen.column != expected.column || offset != screen.scrolledOff.count - forgotten {
      return false
    }
    for (row, cells) in screen.cells.enumerated() {
      let wanted = offset + row < expected.rows.count ? expected.rows[offset + row] : []
      for (column, cell) in cells.enumerated() {
        let wanted = column < wanted.count ? wanted[column] : ScreenModel.Cell()
        // The style of an empty cell is not visible.
        if cell.text != wanted.text || cell.text != " " && cell.style != wanted.style {
          return false
        }
      }
    }
    return zip(screen.scrolledOff.dropFirst(forgotten), expected.rows).allSatisfy { row, wanted in
      row == String(wanted.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
    }
  }

  private func describe(_ picture: EditingPage.Picture) -> String {
    let rows = picture.rows.map { "|" + $0.map(\.text).joined() }.joined(separator: "\n")
    return
      "after \(trace.joined(separator: ", ")) wanted\n\(rows)\ncursor \(picture.row),\(picture.column)"
  }
}

/// A FIFO through which the probe receives messages to show above the line.
final class MessageChannel {
  let path: String
  private let descriptor: Int32

  init() throws {
    var template = Array("/tmp/probe-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path =
      String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      + "/messages"
    mkfifo(path, 0o600)
    // Opened for reading too, so that opening does not wait for the other end.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit {
    close(descriptor)
    unlink(path)
    rmdir(String(path.dropLast("/messages".count)))
  }

  func post(_ message: String) {
    let bytes = Array(message.utf8) + [0]
    _ = write(descriptor, bytes, bytes.count)
  }
}
